import { createServer } from 'node:net';

/**
 * Below the ports that the system gives to `listen(0)` and to outgoing connections. A program finds its port free
 * although it starts seconds later, and again after a restart.
 */
const first = 20_000;

/** Ports of each worker of Jest, so that two files that run side by side never get the same one. */
const perWorker = 1_500;
const slices = 8;

const worker = Number(process.env.JEST_WORKER_ID ?? 1) % slices;
const given = new Set<number>();

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, () => server.close(() => resolve(true)));
  });

/** Returns a port that nothing listens on, for a program that is not told to choose one itself. */
export async function freePort(): Promise<number> {
  const port = first + worker * perWorker + Math.floor(Math.random() * perWorker);
  if (given.has(port) || !(await isFree(port))) return freePort();
  given.add(port);
  return port;
}
