import type { Path } from '../edits/edits';

const lengths: Readonly<Record<string, number>> = {
  heading: 1000,
  htmlText: 100_000,
  description: 5000,
  privacyUrl: 2000,
};

/** Returns the longest text that the service stores at a path (characters). */
export function longestText(path: Path): number {
  if (path[0] === 'words') return 500;
  if (path[0] === 'ageGate' && path[1] === 'text') return 5000;
  return lengths[String(path.at(-1))] ?? 300;
}
