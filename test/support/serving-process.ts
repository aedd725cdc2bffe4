import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { toRun } from './programs';

export interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  readonly body: any;
}

/** A process of its own with the service. */
export interface ServingProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** Rejects when the process is gone. `path` begins below the base path of both APIs. */
  ask(path: string, request?: Request): Promise<Answer>;
  /** The number of files and sockets that the process has open. Only on Linux. */
  countDescriptors(): Promise<number>;
  /** Closes the service, and resolves when the process has ended by itself, to its exit code. */
  close(): Promise<number | null>;
  /** Ends the process, and rejects when it has ended by itself. */
  end(): Promise<void>;
}

/**
 * Starts a process of the service on a database that other processes can share.
 * @param knex configuration of its pool, as plain data
 * @param service configuration of the service, as plain data
 */
export async function startServing(knex: object, service: object = {}): Promise<ServingProcess> {
  const args = [...toRun('serving'), JSON.stringify(knex), JSON.stringify(service)];
  const child = spawn(process.execPath, args, {
    // Its input ends with this process, also when this one is killed.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const port = Number(line);
  return {
    child,
    port,
    async ask(path, { method = 'GET', headers, body } = {}) {
      const response = await fetch(`http://127.0.0.1:${port}/svc${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? null : JSON.parse(text),
      };
    },
    countDescriptors: async () => (await readdir(`/proc/${child.pid}/fd`)).length,
    async close() {
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      return (await ended)[0];
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The process has ended by itself: ${child.exitCode ?? child.signalCode}`);
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Ends processes, of which some can have ended already. */
export async function endAll(processes: readonly ServingProcess[]): Promise<void> {
  const running = processes.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  await Promise.all(running.map((one) => one.end()));
}
