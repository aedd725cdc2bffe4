import { Presets, SingleBar } from 'cli-progress';

/** How far a piece of work is. `total` may grow; null: not known. */
export type Report = (done: number, total: number | null) => void;

/** Shows a bar on standard error while `work` reports how far it is; nothing when that is no terminal. */
export async function withProgress<T>(title: string, work: (report: Report) => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work(() => {});
  const bar = new SingleBar(
    {
      format: `${title} [{bar}] {value}/{total} | {eta_formatted}`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      etaBuffer: 50,
    },
    Presets.legacy,
  );
  let started = false;
  try {
    return await work((done, total) => {
      if (!started) bar.start(total ?? done, done);
      started = true;
      bar.setTotal(total ?? done);
      bar.update(done);
    });
  } finally {
    if (started) bar.stop();
  }
}
