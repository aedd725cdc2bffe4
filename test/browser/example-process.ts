import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../support/free-port';

const root = join(__dirname, '../..');

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
      env: { ...process.env, EXPRESS_CONSENT_ADMIN_PASSWORD: '', ...env },
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
