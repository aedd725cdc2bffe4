import { type LawChange, lawChanges } from './law-changes';

/**
 * Returns the changes since a version of the package or a day, in the order in which they apply. Since a version: those
 * that later versions brought. Since a day: those that our data got, or that began to apply or will, on that day or later.
 * @param since `0.1.0` or `2026-11-01`
 * @returns null when `since` is neither
 * @example lawChangesSince('0.1.0')
 */
export function lawChangesSince(since: string): readonly LawChange[] | null {
  if (isDay(since))
    return lawChanges.filter(({ appliesFrom, recordedOn }) => appliesFrom >= since || recordedOn >= since);
  if (!/^\d{1,6}(\.\d{1,6}){2}$/.test(since)) return null;
  return lawChanges.filter(({ version }) => compareVersions(version, since) > 0);
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns a positive number when version `a` is later than `b`. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const place = [0, 1, 2].find((each) => left?.[each] !== right?.[each]) ?? 0;
  return (left?.[place] ?? 0) - (right?.[place] ?? 0);
}
