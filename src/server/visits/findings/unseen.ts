import type { ProfileFacts, VersionFacts } from '#banners/profiles/index';
import { groupBy } from '#platform/kernel/group-by';
import type { IsOwnCookie } from '../guard';
import type { Sighting } from './sighting-repository';

/** A cookie that published profiles list and no visit has shown for a long time. */
export interface Unseen {
  /** Name or pattern as the profiles list it. */
  readonly name: string;
  /** Day of the last visit that showed it; null: none did, as far as is known. */
  readonly lastSeenOn: string | null;
  readonly profileIds: readonly string[];
}

/** A published profile, and what it listed when the time began that is looked at. */
export interface WatchedProfile {
  readonly facts: Pick<ProfileFacts, 'id' | 'parametersOf' | 'listed' | 'mandatoryCategories'>;
  /** Null: it was not live then. */
  readonly earlier: Pick<VersionFacts, 'parametersOf' | 'listed'> | null;
}

/** Days of UTC, such as `2026-11-27`. */
export interface UnseenDays {
  /** A cookie that was seen after this day is in use. */
  readonly begin: string;
  /** Visits that were not looked at since this day show nothing about today. */
  readonly recent: string;
}

interface ListedCookie {
  readonly name: string;
  readonly isNeeded: boolean;
  /** Whether the list says that another site has it, of which visits of this one show nothing. */
  readonly isElsewhere: boolean;
}

/**
 * Returns the cookies that were listed all the time and that no visit has shown. Another cookie of the same profile must
 * have been seen by the same source all the time: otherwise nobody looked.
 */
export function findUnseen(
  profiles: readonly WatchedProfile[],
  sightings: readonly Sighting[],
  { begin, recent }: UnseenDays,
  isOwnCookie: IsOwnCookie,
): Unseen[] {
  const byName = groupBy(sightings, ({ name }) => name);
  const unseen = new Map<string, string[]>();
  for (const { facts, earlier } of profiles) {
    if (earlier === null) continue;
    const listedEarlier = new Set(listCookies(earlier).map(({ name }) => name));
    const cookies = listCookies(facts);
    const watchers = new Set(
      cookies
        .flatMap(({ name }) => byName.get(name) ?? [])
        .filter(({ source, since, seenOn }) => source !== 'operator' && since <= begin && seenOn >= recent)
        .map(({ source }) => source),
    );
    for (const cookie of cookies) {
      const { name } = cookie;
      const own = byName.get(name) ?? [];
      if (isOwnCookie(name) || !listedEarlier.has(name)) continue;
      if (own.some(({ seenOn }) => seenOn > begin)) continue;
      if (![...watchers].some((source) => canShow(source, cookie, own))) continue;
      unseen.set(name, [...(unseen.get(name) ?? []), facts.id]);
    }
  }
  const sorted = [...unseen].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, profileIds]) => ({
    name,
    lastSeenOn:
      (byName.get(name) ?? [])
        .filter(({ source }) => source !== 'operator')
        .map(({ seenOn }) => seenOn)
        .sort()
        .at(-1) ?? null,
    profileIds,
  }));
}

/**
 * Returns whether a source would have shown a cookie: one that it has shown before, or one of the site itself. Scripts
 * cannot read every cookie that a site needs, such as that of a session.
 */
function canShow(
  source: Sighting['source'],
  { isNeeded, isElsewhere }: ListedCookie,
  sightings: readonly Sighting[],
): boolean {
  if (sightings.some((sighting) => sighting.source === source)) return true;
  return !isElsewhere && (source === 'guard' || !isNeeded);
}

/** Lists the cookies of a version, each once. */
function listCookies({
  parametersOf,
  listed,
  mandatoryCategories = [],
}: Pick<VersionFacts, 'parametersOf' | 'listed'> & Partial<Pick<VersionFacts, 'mandatoryCategories'>>) {
  const found = new Map<string, ListedCookie>();
  for (const [category, ids] of parametersOf)
    for (const id of ids) {
      const parameter = listed.get(id);
      if (parameter?.isCookie !== true) continue;
      const { name, hosts } = parameter;
      const before = found.get(name);
      found.set(name, {
        name,
        isNeeded: before?.isNeeded === true || mandatoryCategories.includes(category),
        isElsewhere: before?.isElsewhere === true || hosts.length > 0,
      });
    }
  return [...found.values()];
}
