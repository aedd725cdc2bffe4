import { parseUrl } from '#platform/kernel/parse-url';
import { anonymiseHost, isInDomain } from '#standards/domain';
import {
  anonymiseName,
  describePath,
  type IsOwnCookie,
  type NecessaryCookies,
  type ProfileRules,
} from '../guard';
import type { VisitorChoice } from '../widget';
import type { Finding } from './finding';
import type { VisitReport } from './read-reports';

/** The meaning of a report, seen from the published profiles. */
type Judged = Pick<Finding, 'code' | 'kind' | 'name' | 'category' | 'directive' | 'page'>;
type Known = Pick<Judged, 'code' | 'kind' | 'name' | 'category'>;

/** A cookie, entry or host that a scan saw. */
export interface SeenInScan {
  readonly kind: Finding['kind'];
  readonly name: string;
  /** Address of the page. */
  readonly page: string;
}

export interface Judgement {
  /** Rules of the active profiles; without any, nothing is known about the site. */
  readonly profiles: readonly ProfileRules[];
  readonly necessary: NecessaryCookies;
  readonly isOwnCookie: IsOwnCookie;
  /** That of the browser that sent the report. */
  readonly choice: VisitorChoice;
}

/** Returns what a browser's report shows; null: nothing, or only what is the visitor's own, such as an extension. */
export function judgeReport(
  { page: address, cookie, blocked, directive }: VisitReport,
  { profiles, necessary, isOwnCookie, choice }: Judgement,
): Judged | null {
  if (profiles.length === 0) return null;
  const pageUrl = parseUrl(address) ?? parseUrl(address, 'https://page.invalid');
  const page = describePath({ url: pageUrl?.pathname ?? '/' });
  if (cookie !== undefined) {
    if (isOwnCookie(cookie)) return null;
    const found = judgeCookie(cookie, profiles);
    return found && !necessary.has(found.name) ? { ...found, directive: null, page } : null;
  }
  const host = readHost(blocked);
  if (host === null || host === pageUrl?.hostname) return null;
  const found = judgeHost(host, profiles, choice);
  return found && { ...found, directive: readDirective(directive), page };
}

/** Returns what a scan shows that profiles do not list; null: they do, or the site needs it. */
export function judgeSeen(
  { kind, name, page: address }: SeenInScan,
  { profiles, necessary, isOwnCookie }: Omit<Judgement, 'choice'>,
): Judged | null {
  if (profiles.length === 0 || (kind === 'cookie' && isOwnCookie(name))) return null;
  const known = { code: 'storage_not_listed', kind, name: anonymiseName(name), category: null } as const;
  const page = describePath({ url: parseUrl(address)?.pathname ?? '/' });
  if (kind === 'host')
    return { ...known, code: 'host_not_listed', name: anonymiseHost(name), directive: null, page };
  const found = kind === 'cookie' ? judgeCookie(name, profiles) : known;
  return found && !necessary.has(found.name) ? { ...found, directive: null, page } : null;
}

/** A cookie's name alone shows only whether it is listed: what the visitor allows may have changed since. */
function judgeCookie(name: string, profiles: readonly ProfileRules[]): Known | null {
  const places = profiles.map((rules) => rules.placeCookie(name));
  const known = places.filter((place) => typeof place === 'object');
  if (places.includes('essential') || known.some(({ isListed }) => isListed)) return null;
  return {
    code: 'cookie_not_listed',
    kind: 'cookie',
    name: known[0]?.label ?? anonymiseName(name),
    category: known.flatMap(({ holders }) => holders)[0]?.category ?? null,
  };
}

function judgeHost(host: string, profiles: readonly ProfileRules[], choice: VisitorChoice): Known | null {
  const own = profiles.filter(({ profileId }) => profileId === choice.profileId);
  for (const { hosts, serviceHosts, categoryOf, mandatory, allowedBefore } of [...own, ...profiles]) {
    const holders = [
      ...[...hosts].map(([category, listed]) => ({ category, service: null, listed })),
      ...[...serviceHosts].map(([service, listed]) => {
        return { category: categoryOf.get(service) ?? '', service, listed };
      }),
    ];
    for (const { category, service, listed } of holders) {
      const name = listed.find((each) => isInDomain(host, each));
      if (name === undefined) continue;
      const isGranted = () =>
        service === null ? choice.isGranted(category) : choice.isServiceGranted(service);
      const isAllowed = choice.decided ? isGranted() : allowedBefore(choice.gpc).has(category);
      if (isAllowed || mandatory.has(category)) return null;
      return {
        code: choice.decided ? 'host_after_refusal' : 'host_before_consent',
        kind: 'host',
        name,
        category,
      };
    }
  }
  return { code: 'host_not_listed', kind: 'host', name: anonymiseHost(host), category: null };
}

/** Returns the host of an address of the web; null for `inline`, `eval`, `data:`, extensions and anything else. */
function readHost(blocked = ''): string | null {
  const url = /^(?:https?|wss?):/i.test(blocked) ? parseUrl(blocked) : null;
  return url === null || url.hostname === '' ? null : url.hostname.replace(/\.$/, '').slice(0, 253);
}

/** Returns the directive without sources, which `violated-directive` repeats. */
const readDirective = (directive = ''): string | null =>
  /^[a-z-]{1,40}(?= |$)/.exec(directive.trim().toLowerCase())?.[0] ?? null;
