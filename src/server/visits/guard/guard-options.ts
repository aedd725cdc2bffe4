import { requireKnownKeys } from '#platform/kernel/known-keys';
import type { ByCategory } from '#standards/choice/index';
import { isHostSource } from '#standards/csp/index';

/** Options of `consent.guard()`. */
export interface GuardOptions {
  /**
   * `report` changes no answer and emits `leak.detected`; `enforce` also drops cookies, ends them after a withdrawal and
   * restricts the policy. Default `report`.
   */
  readonly mode?: 'report' | 'enforce' | undefined;
  /** Names of cookies that always pass; `*` stands for one or more characters. */
  readonly allow?: readonly string[] | undefined;
  /**
   * Treatment of cookies that neither the published profile nor the cookie catalogue knows: `report` lets them pass,
   * `block` drops them in mode `enforce`. Default `report`.
   */
  readonly undeclared?: 'report' | 'block' | undefined;
  /** Restricts the `Content-Security-Policy` of pages to the visitor's choice. Default: no policy is changed. */
  readonly csp?: GuardPolicyOptions | undefined;
  /** Tenant of the site. Default: the one that the host name or `tenancy.resolve` names. */
  readonly tenantId?: string | undefined;
}

export interface GuardPolicyOptions {
  /**
   * Hosts by category, such as `{ analytics: ['https://www.googletagmanager.com', '*.google-analytics.com'] }`, in
   * addition to the `domains` of the profile's parameters.
   */
  readonly hosts: ByCategory<readonly string[]>;
  /**
   * All other hosts that your pages load scripts, images, frames and data from. With this list pages get a second
   * policy, which allows these hosts and those of allowed categories alone. Default: hosts are only removed from the
   * page's own policy.
   */
  readonly others?: readonly string[] | undefined;
  /**
   * Policy of pages that shared caches may keep for several visitors: `strict` allows no optional category, `none`
   * leaves it unchanged. Default `strict`.
   */
  readonly cached?: 'strict' | 'none' | undefined;
}

/** Options with their defaults. */
export interface GuardSettings {
  readonly isEnforced: boolean;
  readonly allow: readonly string[];
  readonly blocksUnlisted: boolean;
  readonly csp: GuardPolicyOptions | null;
  readonly tenantId: string | undefined;
}

const known = { mode: true, allow: true, undeclared: true, csp: true, tenantId: true } as const;
const knownOfPolicy = { hosts: true, others: true, cached: true } as const;

/** @throws TypeError naming the option that is not valid */
export function readGuardOptions(options: GuardOptions): GuardSettings {
  if ('httpVersion' in Object(options))
    throw new TypeError('consent.guard is not middleware itself; call it: app.use(consent.guard())');
  const { mode = 'report', undeclared = 'report', allow = [], csp, tenantId } = options;
  requireKnownKeys('guard()', options, known);
  requireOneOf('mode', mode, ['report', 'enforce']);
  requireOneOf('undeclared', undeclared, ['report', 'block']);
  requireList('allow', allow, (name) => name !== '', 'names of cookies');
  if (csp !== undefined) {
    requireKnownKeys('guard(): csp', csp, knownOfPolicy);
    requireOneOf('csp.cached', csp.cached ?? 'strict', ['strict', 'none']);
    if (typeof csp.hosts !== 'object' || csp.hosts === null)
      throw new TypeError('guard(): csp.hosts must be an object of categories with their hosts');
    for (const [category, hosts] of Object.entries(csp.hosts))
      requireList(`csp.hosts.${category}`, hosts, isHostSource, 'hosts such as https://www.example.com');
    requireList('csp.others', csp.others ?? [], isHostSource, 'hosts such as https://cdn.example.com');
  }
  return {
    isEnforced: mode === 'enforce',
    blocksUnlisted: undeclared === 'block',
    allow,
    csp: csp ?? null,
    tenantId,
  };
}

function requireOneOf(path: string, value: unknown, allowed: readonly string[]): void {
  if (!allowed.includes(value as string))
    throw new TypeError(`guard(): ${path} must be ${allowed.map((each) => `'${each}'`).join(' or ')}`);
}

function requireList(
  path: string,
  list: unknown,
  isValid: (item: string) => boolean,
  expected: string,
): void {
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string' && isValid(item)))
    throw new TypeError(`guard(): ${path} must be a list of ${expected}`);
}
