import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port';

/**
 * Runs code of the documentation as a reader would: saved in files, with plain `node`. Only the ports differ,
 * so that tests can run at once.
 */
export interface DocumentedPlace {
  readonly origin: string;
  /** Starts `code` as a program of its own; `files` lie beside it. */
  start(name: string, code: string, files?: Readonly<Record<string, string>>): Promise<Program>;
  /** Waits until the app answers. Rejects with what it printed when it has ended. */
  listens(app: Program): Promise<void>;
}

export interface Program {
  readonly child: ChildProcess;
  /** Returns what it printed so far, errors included. */
  printed(): string;
  /** Waits until the program has ended. */
  ends(): Promise<void>;
  /** Waits until the program has printed these lines, or has ended without. */
  prints(lines: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Longest wait for a program (ms), shorter than a test's. */
const patienceMs = 55_000;

/** @param directory of the host's project */
export async function createDocumentedPlace(
  directory: string,
  env: Readonly<Record<string, string>>,
): Promise<DocumentedPlace> {
  const [port, second] = [await freePort(), await freePort()];
  const withPorts = (code: string) =>
    code.replaceAll(/\b3000\b/g, String(port)).replaceAll(/\b3001\b/g, String(second));
  await mkdir(directory, { recursive: true });

  async function start(
    name: string,
    code: string,
    files: Readonly<Record<string, string>> = {},
  ): Promise<Program> {
    for (const [file, text] of Object.entries({ ...files, [name]: code })) {
      await mkdir(join(directory, file, '..'), { recursive: true });
      await writeFile(join(directory, file), withPorts(text));
    }
    const texts = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, withPorts(value)]));
    const child = spawn(process.execPath, [name], {
      cwd: directory,
      env: { PATH: process.env.PATH, ...texts },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const exited = once(child, 'exit');
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    const program: Program = {
      child,
      printed: () => output,
      ends: () => waitUntil(hasEnded, () => `did not end:\n${output}`),
      prints(lines) {
        const hasAll = () => lines.every((line) => output.split('\n').includes(line));
        return waitUntil(
          () => hasAll() || hasEnded(),
          () => `did not print ${lines.join(', ')}:\n${output}`,
        );
      },
      async stop() {
        child.kill();
        await exited;
      },
    };
    return program;
  }

  return {
    origin: `http://localhost:${port}`,
    start,
    async listens(app) {
      for (;;) {
        if (app.child.exitCode !== null) throw new Error(app.printed());
        if (
          await fetch(`http://localhost:${port}/`).then(
            () => true,
            () => false,
          )
        )
          return;
        await pause(20);
      }
    },
  };
}

async function waitUntil(isTrue: () => boolean, complaint: () => string): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`The program ${complaint()}`);
    await pause(20);
  }
}
