import { type Listing, prepareListing, type StoredProfile } from '#banners/profiles/index';
import { findWholeCookie, withoutNamePrefix } from '#content/cookie-catalogue/index';
import { groupBy } from '#platform/kernel/group-by';
import { toFixedDomain } from '#standards/domain';
import { type Finding, type StoredFinding, saysUnlisted } from './finding';

type Found = Pick<Finding, 'code' | 'kind' | 'name'>;

/** A cookie, entry or host that pages use and no active profile lists, with all findings about it. */
export interface Unlisted {
  readonly kind: Finding['kind'];
  readonly name: string;
  /** The last seen first. */
  readonly findings: readonly [StoredFinding, ...StoredFinding[]];
  /** Active profiles whose current version lists it: it waits for their publication. */
  readonly waitingIn: readonly StoredProfile[];
}

/** Returns whether a version of a profile lists what was found. */
export function listsFound(lists: Listing, { kind, name }: Pick<Finding, 'kind' | 'name'>): boolean {
  if (kind === 'host') {
    const domain = toFixedDomain(name);
    return lists({ name: domain, kind: 'other', domains: [domain] });
  }
  const names = kind === 'cookie' ? [name, withoutNamePrefix(name), findWholeCookie(name) ?? name] : [name];
  return [...new Set(names)].some((each) => lists({ name: each, kind }));
}

/** Prepares the published content of active profiles. */
export const publishedListings = (active: readonly StoredProfile[]): readonly Listing[] =>
  active.flatMap(({ publishedJson }) => (publishedJson ? [prepareListing(publishedJson)] : []));

/**
 * Sorts open findings into what no active profile lists, each cookie, entry or host once, and the number of the other ones
 * that are still true. Without an active profile nothing is known about the site.
 * @param open the last seen first
 */
export function sortFindings(
  open: readonly StoredFinding[],
  active: readonly StoredProfile[],
): { readonly unlisted: readonly Unlisted[]; readonly others: number } {
  const published = publishedListings(active);
  if (published.length === 0) return { unlisted: [], others: 0 };
  const current = active.map((profile) => ({ profile, lists: prepareListing(profile.profileJson) }));
  const unlisted: Unlisted[] = [];
  let others = 0;
  for (const findings of groupBy(open, ({ kind, name }) => `${kind} ${name}`).values()) {
    const isListed = published.some((lists) => listsFound(lists, findings[0] as StoredFinding));
    const own = isListed ? [] : findings.filter(canBeListed);
    others += findings.filter((finding) => !own.includes(finding) && !saysUnlisted(finding)).length;
    const [first, ...rest] = own;
    if (first === undefined) continue;
    const waitingIn = current.flatMap(({ profile, lists }) => (listsFound(lists, first) ? [profile] : []));
    unlisted.push({ kind: first.kind, name: first.name, findings: [first, ...rest], waitingIn });
  }
  return { unlisted, others };
}

/**
 * Returns whether listing answers the finding, if no profile lists it yet: every finding about a cookie, but of a host that
 * a category names only that it is missing.
 */
const canBeListed = (finding: Found): boolean => finding.kind === 'cookie' || saysUnlisted(finding);
