import type { Telemetry } from './telemetry';

/** Notes whether a value was in a cache. */
export type NoteLookup = (isHit: boolean) => void;

/** Creates the function that counts the lookups in a cache. */
export function countLookups(
  cache: 'bootstrap' | 'declarations' | 'notices' | 'vendor-lists',
  { count }: Pick<Telemetry, 'count'>,
): NoteLookup {
  const hit = { cache, result: 'hit' };
  const miss = { cache, result: 'miss' };
  return (isHit) => count('cache.lookups', isHit ? hit : miss);
}
