import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port';

const root = join(__dirname, '../..');
const run = promisify(execFile);

async function newest(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const times = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs),
  );
  return Math.max(0, ...times);
}

async function isBuilt(): Promise<boolean> {
  // The last file that a build writes; the widget in dist/ is also built for tests alone.
  const built = await stat(join(root, 'dist/index.mjs')).catch(() => null);
  return (built?.mtimeMs ?? 0) >= (await newest(join(root, 'src')));
}

/**
 * A port that one process can hold, and that a crash lets go; below those that systems give to `listen(0)` and
 * to connections.
 */
const buildLockPort = 17_931;

async function lockBuild(): Promise<Server> {
  for (;;) {
    const lock = createServer();
    const held = await new Promise<boolean>((resolve) =>
      lock.once('error', () => resolve(false)).listen(buildLockPort, '127.0.0.1', () => resolve(true)),
    );
    if (held) return lock;
    await setTimeout(200);
  }
}

/**
 * The example runs what the package ships, so that is built when the source is newer; once, though test files
 * run side by side.
 */
export async function ensureBuilt(): Promise<void> {
  // Asked under the lock: half a build looks like a whole one.
  const lock = await lockBuild();
  try {
    if (!(await isBuilt())) await run('npm', ['run', 'build', '--silent'], { cwd: root });
  } finally {
    lock.close();
  }
}

export interface ExampleProcess {
  readonly origin: string;
  /** Everything printed so far, errors too. */
  output(): string;
  /** Sends what Ctrl-C sends; gives the exit code. */
  stop(): Promise<number | null>;
}

type Example = 'minimal' | 'multi-tenant' | 'frameworks';

function launch(example: Example, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(root, 'examples', example, 'start.mjs'), ...args],
    {
      env: { ...process.env, ADMIN_PASSWORD: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
      for (const listener of listeners) listener();
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const printed = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (output.includes(text)) resolve();
      };
      listeners.add(look);
      look();
    });
  return { child, exit, printed, output: () => output };
}

/** Starts an example and waits until it says that it is up. */
async function start(
  example: Example,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ExampleProcess> {
  const port = await freePort();
  const { child, exit, printed, output } = launch(example, ['--port', String(port), ...args], env);
  const code = await Promise.race([printed('Ctrl-C stops it.'), exit]);
  // Another process was faster.
  if (code === 1 && output().includes(`Port ${port} is already in use`)) return start(example, args, env);
  if (code !== undefined) throw new Error(`The example ended with ${code}: ${output()}`);
  return {
    origin: `http://127.0.0.1:${port}`,
    output,
    stop() {
      child.kill('SIGINT');
      return exit;
    },
  };
}

export const startExample = (
  directory: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) => start('minimal', ['--data', directory, ...args], env);

export const startShops = () => start('multi-tenant', [], {});

export const startFrameworks = () => start('frameworks', [], {});

/** Runs an example to its end, for starts that are refused. */
export async function runExample(
  args: readonly string[],
  { example = 'minimal' }: { readonly example?: Example } = {},
): Promise<{ code: number | null; output: string }> {
  const { exit, output } = launch(example, args, {});
  return { code: await exit, output: output() };
}
