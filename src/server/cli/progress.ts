import { clearLine, cursorTo } from 'node:readline';

/** Reports the progress of some work. `total` can grow; null: unknown. */
export type Report = (done: number, total: number | null) => void;

const barWidth = 30;
/** Time between two drawings (ms). */
const drawEveryMs = 100;

/**
 * Shows a progress bar on standard error while `work` reports its progress; shows nothing if that is not a
 * terminal.
 */
export async function withProgress<T>(title: string, work: (report: Report) => Promise<T>): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY) return work(() => {});
  const startedAt = Date.now();
  let drawnAt = 0;
  const clear = () => {
    cursorTo(stderr, 0);
    clearLine(stderr, 0);
  };
  try {
    return await work((done, total) => {
      const now = Date.now();
      if (now - drawnAt < drawEveryMs) return;
      drawnAt = now;
      clear();
      stderr.write(`${title} ${describeProgress(done, total, now - startedAt)}`);
    });
  } finally {
    if (drawnAt > 0) clear();
  }
}

/**
 * Describes how far some work has come, such as `[===============               ] 50% 500/1000, 12 s left`.
 * @param elapsedMs time since the work began (ms)
 */
function describeProgress(done: number, total: number | null, elapsedMs: number): string {
  if (total === null || total <= 0) return `${done}`;
  const share = Math.min(1, done / total);
  const bar = '='.repeat(Math.floor(share * barWidth)).padEnd(barWidth);
  const left = share === 0 ? '' : `, ${Math.ceil((elapsedMs * (1 - share)) / share / 1000)} s left`;
  return `[${bar}] ${Math.floor(share * 100)}% ${done}/${total}${left}`;
}
