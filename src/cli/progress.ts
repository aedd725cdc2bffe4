import { Presets, SingleBar } from 'cli-progress';

/** Reports the progress of some work. `total` can grow; null: unknown. */
export type Report = (done: number, total: number | null) => void;

/**
 * Shows a progress bar on standard error while `work` reports its progress; shows nothing if that is not a
 * terminal.
 */
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
