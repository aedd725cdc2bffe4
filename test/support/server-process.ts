import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, open, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './webhook-receiver';

/** The operating system's user that servers run as. Servers refuse root. */
interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** Returns this user, or `name` when this user is root. */
export function ownerOf(name: string): Owner {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Creates a directory of the owner, with empty folders. */
export async function createDirectory(
  name: string,
  { uid, gid }: Owner,
  folders: readonly string[] = [],
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_${name}_`));
  for (const folder of ['', ...folders]) {
    const path = join(directory, folder);
    await mkdir(path, { recursive: true });
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  }
  return directory;
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(socket.end() && true))
      .once('error', () => resolve(false));
  });

export interface OwnServer {
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
}

/**
 * Runs the command, and kills it when the other end of the input is closed, also because this process was killed. Ends
 * when the command does.
 */
const script = '{ "$@"; kill -9 0; } & cat >/dev/null; kill -9 0';

/**
 * Starts a server that ends with this process, and waits until it accepts connections.
 * @param log file to which its output is appended
 */
export async function startServer(
  command: string,
  args: readonly string[],
  { port, log, owner }: { readonly port: number; readonly log: string; readonly owner: Owner },
): Promise<OwnServer> {
  const output = await open(log, 'a');
  const child: ChildProcess = spawn('sh', ['-c', script, 'sh', command, ...args], {
    ...owner,
    // A process group of its own, which is killed as a whole.
    detached: true,
    cwd: '/',
    stdio: ['pipe', output.fd, output.fd],
  });
  const exited = once(child, 'exit');
  await output.close();
  const kill = async () => {
    child.stdin?.end();
    await exited;
  };
  try {
    await until(
      async () => child.signalCode !== null || (await accepts(port)),
      `${command} on port ${port}`,
      60_000,
    );
    if (child.signalCode !== null) throw new Error(`${command} has ended`);
  } catch (error) {
    await kill();
    throw new Error(`${(await readFile(log, 'utf8')).slice(-4000)}`, { cause: error });
  }
  return { kill };
}
