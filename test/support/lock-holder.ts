import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { toRun } from './programs';

/** Another process that holds the write lock of a SQLite file. */
export interface LockHolder {
  /** Resolves to `released`, or to `gave up` when the holder was not asked in time and released by itself. */
  release(): Promise<string>;
  readonly child: ChildProcess;
}

/** Resolves when another process holds the write lock of this file. */
export async function holdWriteLock(filename: string): Promise<LockHolder> {
  const child = spawn(process.execPath, [...toRun('lock-holder'), filename], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const first = await nextLine();
  if (first !== 'locked') throw new Error(`The holder of the lock said "${first}"`);
  return {
    child,
    async release() {
      const exit = child.exitCode === null ? once(child, 'exit') : undefined;
      child.stdin.on('error', () => {}); // it may have given up
      child.stdin.end('release\n');
      const last = await nextLine();
      await exit;
      return last;
    },
  };
}
