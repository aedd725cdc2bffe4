import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { run } from '#cli/run';
import type { OpenDatabase } from './databases';
import { toRun } from './programs';

const root = join(__dirname, '../..');

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The standard input. Default: empty. */
  readonly input?: string;
}

export interface CliResult {
  /** The name of the signal for a process that was killed. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line in a process of its own, with nothing in its environment but what is given. */
export function startCli(
  args: readonly string[],
  { cwd = root, env = {}, input }: CliOptions = {},
): { child: ChildProcess; ended: Promise<CliResult> } {
  const child = spawn(process.execPath, [...toRun('cli'), ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const read = (stream: Readable) => {
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    return () => text;
  };
  const [stdout, stderr] = [read(child.stdout), read(child.stderr)];
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code ?? signal,
    stdout: stdout(),
    stderr: stderr(),
  }));
  return { child, ended };
}

/**
 * The command line in this process, which takes no time to start; a configuration's module cannot be loaded
 * so.
 */
export async function runCliHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CliResult> {
  const printed = { stdout: '', stderr: '' };
  const into = (stream: keyof typeof printed) => (line: string) => {
    printed[stream] += `${line}\n`;
  };
  const stdout = new PassThrough();
  const piped: Buffer[] = [];
  stdout.on('data', (piece: Buffer) => piped.push(piece));
  const code = await run(args, {
    environment,
    out: into('stdout'),
    err: into('stderr'),
    stdin: Readable.from([input]),
    stdout,
  });
  return { code, stdout: printed.stdout + Buffer.concat(piped).toString(), stderr: printed.stderr };
}

/**
 * The command line on a test's database: in this process, which is faster, or in its own where both would use the file
 * through two copies of SQLite. Those do not see each other's locks in one process.
 */
export const runCliOn = (
  { config }: OpenDatabase,
  args: readonly string[],
  input?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> =>
  config.client === 'sqlite3' ? runCli(args, { env, input: input ?? '' }) : runCliHere(args, env, input);

export const runCli = (args: readonly string[], options?: CliOptions): Promise<CliResult> =>
  startCli(args, options).ended;

/** The address of a test's database, as `--database` takes it. */
export function databaseUrl({ config }: OpenDatabase): string {
  const { filename, host, port, user, password, database } = config.connection as Record<
    string,
    string | undefined
  >;
  if (filename !== undefined) return filename;
  return `${config.client === 'pg' ? 'postgres' : 'mysql'}://${user}:${password}@${host}:${port}/${database}`;
}
