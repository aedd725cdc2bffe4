import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const root = join(__dirname, '../..');

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

type Part = 'to run' | 'whole';

const builds = new Map<Part, Promise<void>>();

/**
 * Builds the package where the sources have changed; once, though test files run side by side. For programs that hosts
 * run: they start in a quarter of the time that the sources take.
 * @param part `whole` also has what hosts bundle for browsers
 */
export function ensureBuilt(part: Part = 'to run'): Promise<void> {
  const building = builds.get(part) ?? build(part === 'whole' ? [] : ['--to-run']);
  builds.set(part, building);
  return building;
}

async function build(args: readonly string[]): Promise<void> {
  const lock = await lockBuild();
  try {
    await promisify(execFile)(process.execPath, [join(root, 'scripts/build.mjs'), ...args]);
  } finally {
    lock.close();
  }
}
