import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { createHostPolicy, removeHosts, withReports } from '#standards/csp/index';
import { isInDomain, toPlainDomain } from '#standards/domain';
import { type AnswerHeaders, addValues, editValues, getValues } from './answer-headers';
import type { GuardPolicyOptions, GuardSettings } from './guard-options';
import { addVary } from './shared-answers';
import { asksForPage, type Visit } from './visit';

// Why: docs/adr/0088-enforcing-the-choice-on-the-server.md

/** Restricts the policy of a page to the hosts that a visit allows. */
export type GuardPolicy = (
  req: IncomingMessage,
  status: unknown,
  visit: Visit,
  headers: AnswerHeaders,
) => void;

/** The policies that a page gets. */
interface PagePolicies {
  readonly restricted: readonly string[];
  /** The second policy, if there is one. */
  readonly added: readonly string[];
}

/** Most combinations of choice, host and policies that are kept. */
const maxKept = 500;

/** Longest host whose policies are kept (characters): that of a name in DNS. Anybody can send longer ones. */
const maxHostLength = 253;

export function createGuardPolicy(
  { isEnforced }: Pick<GuardSettings, 'isEnforced'>,
  { hosts: configured, others, cached = 'strict' }: GuardPolicyOptions,
  reportPath: (tenantId: string) => string,
  hostname: (req: IncomingMessage) => string | null,
): GuardPolicy {
  const sorted = new LRUCache<string, SortedHosts>({ max: maxKept });
  const kept = new LRUCache<string, PagePolicies>({ max: maxKept });

  function restrict(visit: Visit, host: string, own: readonly string[]): PagePolicies {
    const place = `${visit.id} ${host}`;
    const key = own.length === 0 ? place : `${place}\n${own.join('\n')}`;
    const found = kept.get(key);
    if (found !== undefined) return found;
    let hosts = sorted.get(place);
    if (hosts === undefined) {
      hosts = sortHosts(configured, visit, host);
      if (host.length <= maxHostLength) sorted.set(place, hosts);
    }
    const { allowed, refused } = hosts;
    const needed = others === undefined ? allowed : [...others, ...allowed];
    const policies = {
      restricted: own.map((policy) => removeHosts(policy, refused, needed)),
      added: others === undefined ? [] : [createHostPolicy(needed, own)],
    };
    // A nonce does not come back.
    if (host.length <= maxHostLength && !key.includes("'nonce-")) kept.set(key, policies);
    return policies;
  }

  return (req, status, visit, headers) => {
    if (!isPage(req, status, headers)) return;
    if (visit.isShared && cached === 'none') return;
    const own = getValues(headers, 'content-security-policy');
    const reported = (policy: string) => withReports(policy, reportPath(visit.tenantId));
    const { restricted, added } = restrict(visit, hostname(req) ?? '', own);

    if (!isEnforced) {
      const changed = restricted.filter((policy, index) => policy !== own[index]);
      addValues(headers, 'Content-Security-Policy-Report-Only', [...changed, ...added].map(reported));
      return;
    }
    if (own.length > 0)
      editValues(headers, 'content-security-policy', (policy) => restricted[own.indexOf(policy)] ?? policy);
    addValues(headers, 'Content-Security-Policy', added.map(reported));
    if (!visit.isShared) addVary(headers);
  };
}

/**
 * Returns whether browsers can show an answer as a page. They guess the type of one that states none, and a 304 renews the
 * headers of the copy that the browser has.
 */
function isPage(req: IncomingMessage, status: unknown, headers: AnswerHeaders): boolean {
  const [type] = getValues(headers, 'content-type');
  if (type !== undefined) return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
  const hasNoBody =
    typeof status === 'number' && status !== 304 && (status === 204 || (status >= 300 && status < 400));
  return !hasNoBody && asksForPage(req);
}

interface SortedHosts {
  readonly allowed: readonly string[];
  readonly refused: readonly string[];
}

/** A host that an allowed category needs too is not refused. */
function sortHosts(
  configured: GuardPolicyOptions['hosts'],
  { rules, allowed: categories, allowedServices }: Visit,
  ownHost: string,
): SortedHosts {
  const allowed = new Set<string>();
  const refused = new Set<string>();
  for (const category of new Set([...rules.categories, ...Object.keys(configured)])) {
    const hosts = [
      ...(Object.hasOwn(configured, category) ? (configured[category] ?? []) : []),
      ...(rules.hosts.get(category) ?? []).filter((host) => !isOwnHost(host, ownHost)),
    ];
    for (const host of hosts) (categories.has(category) ? allowed : refused).add(host);
  }
  for (const [service, hosts] of rules.serviceHosts)
    for (const host of hosts.filter((each) => !isOwnHost(each, ownHost)))
      (allowedServices.has(service) ? allowed : refused).add(host);
  for (const host of allowed) refused.delete(host);
  return { allowed: [...allowed], refused: [...refused] };
}

/** Profiles also list the site's own domains, of which no page may be cut off. */
function isOwnHost(host: string, own: string): boolean {
  return isInDomain(own, host) || isInDomain(toPlainDomain(host), own);
}
