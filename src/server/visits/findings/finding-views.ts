import { type Listing, purposeOfCategory, type StoredProfile } from '#banners/profiles/index';
import { cookieDescriber, matchCatalogue } from '#content/cookie-catalogue/index';
import { toIso } from '#platform/kernel/clock';
import type { StoredFinding } from './finding';
import type { UnlistedView } from './finding-schemas';
import { isTooGeneral } from './general-name';
import { listsFound, type Unlisted } from './unlisted';

const maxPages = 10;
const maxItems = 200;

/**
 * Returns a finding as operators get it.
 * @param published what the active profiles list
 */
export function toFindingView(finding: StoredFinding, published: readonly Listing[]) {
  const { tenantId: _tenant, firstSeenAt, lastSeenAt, ...facts } = finding;
  return {
    ...facts,
    firstSeenAt: toIso(firstSeenAt),
    lastSeenAt: toIso(lastSeenAt),
    isListed: published.some((lists) => listsFound(lists, finding)),
    isTooGeneral: isTooGeneral(finding),
  };
}

/** Returns what no active profile lists as operators get it. */
export function toUnlistedFindings({
  unlisted,
  others,
  banners,
}: {
  readonly unlisted: readonly Unlisted[];
  readonly others: number;
  readonly banners: readonly StoredProfile[];
}) {
  const languages = [...new Set(banners.flatMap(localesOf))].map((locale) => ({
    locale,
    describe: cookieDescriber(locale),
  }));
  const left = unlisted.filter(({ waitingIn }) => waitingIn.length === 0);
  const count = (isWanted: (kind: Unlisted['kind']) => boolean) =>
    left.filter(({ kind }) => isWanted(kind)).length;
  return {
    items: unlisted.slice(0, maxItems).map((item) => toUnlistedView(item, languages)),
    total: unlisted.length,
    counts: {
      cookies: count((kind) => kind === 'cookie'),
      entries: count((kind) => kind !== 'cookie' && kind !== 'host'),
      hosts: count((kind) => kind === 'host'),
    },
    others,
    banners: banners.map(({ id, name, version, profileJson }) => ({
      profileId: id,
      name,
      version,
      categories: Object.keys(profileJson.preferenceModal?.categories ?? {}).map((key) => ({
        id: key,
        purpose: purposeOfCategory(profileJson, key),
      })),
    })),
  };
}

const localesOf = ({ profileJson, defaultLocale }: StoredProfile) => profileJson.locales ?? [defaultLocale];

/** A language of the banners; `describe` is null where the catalogue is not in it. */
interface Language {
  readonly locale: string;
  readonly describe: ReturnType<typeof cookieDescriber>;
}

function toUnlistedView(item: Unlisted, languages: readonly Language[]): UnlistedView {
  const { kind, name, findings, waitingIn } = item;
  const match = matchCatalogue(item);
  const entry = match?.entry ?? null;
  const each = <T>(read: (finding: StoredFinding) => T): T[] => [...new Set(findings.map(read))];
  return {
    id: findings[0].id,
    findingIds: findings.map(({ id }) => id),
    kind,
    name,
    codes: each(({ code }) => code),
    sources: each(({ source }) => source),
    pages: each(({ page }) => page).slice(0, maxPages),
    count: findings.reduce((sum, finding) => sum + finding.count, 0),
    firstSeenAt: toIso(Math.min(...findings.map(({ firstSeenAt }) => firstSeenAt))),
    lastSeenAt: toIso(findings[0].lastSeenAt),
    match: match && {
      certainty: match.certainty,
      provider: match.provider,
      purpose: match.purpose,
      description: entry?.description ?? null,
      // Only cookies have that of the catalogue.
      duration: (kind === 'cookie' && entry?.duration) || null,
      untranslated: entry
        ? languages.filter(({ describe }) => !describe?.(entry)).map(({ locale }) => locale)
        : [],
    },
    isTooGeneral: isTooGeneral(item),
    waitingIn: waitingIn.map(({ id, name: banner, version }) => ({ profileId: id, name: banner, version })),
  };
}
