import { LRUCache } from 'lru-cache';
import type { ProfileCatalogue } from '#banners/profiles/index';
import type { Clock } from '#platform/kernel/clock';
import { createSingleFlight } from '#platform/kernel/concurrency/single-flight';
import { describeError, type Logger } from '#platform/kernel/logger';
import { combineRules } from './combined-rules';
import { createProfileRules, type NecessaryCookies, type ProfileRules } from './profile-rules';

/** The published profiles of one tenant. */
export interface TenantRules {
  readonly byProfile: ReadonlyMap<string, ProfileRules>;
  readonly byGroup: ReadonlyMap<string, ProfileRules>;
  /** All of them together, where nobody knows which one applies; null without any profile. */
  readonly ofAll: ProfileRules | null;
}

/** Keeps the rules of tenants in memory, so that requests of the host's pages need no database. */
export interface RuleSource {
  /**
   * Returns what is in memory, and reads it again in the background now and then; undefined: `load` it, because it was not
   * read yet, or not for a while.
   */
  current(tenantId: string): TenantRules | undefined;
  /** Returns what was read last, also when this process has changed it since; undefined: nothing. */
  last(tenantId: string): TenantRules | undefined;
  /** Reads the rules of a tenant. Rejects when that fails. */
  load(tenantId: string): Promise<TenantRules>;
  /** Lets the next request wait for new rules, because this process has changed what they are made of. */
  forget(tenantId: string): void;
}

export interface RuleSourceOptions {
  readonly catalogue: Pick<ProfileCatalogue, 'active'>;
  readonly necessaryCookies: (tenantId: string) => Promise<NecessaryCookies>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How old rules can be before a request causes them to be read again (ms). */
const refreshMs = 1000;
/**
 * How old rules can be before a request waits for new ones (ms): after a pause they can be those of hours ago, which another
 * process has changed since.
 */
const staleMs = 3000;
/** How long a read can take before the next requests no longer wait for it (ms), such as in an outage. */
const patienceMs = 50;
const maxTenants = 1000;

export function createRuleSource({
  catalogue,
  necessaryCookies,
  clock,
  logger,
}: RuleSourceOptions): RuleSource {
  interface Kept {
    readonly profiles: Awaited<ReturnType<ProfileCatalogue['active']>>;
    readonly necessary: NecessaryCookies;
    readonly rules: TenantRules;
    checkedAt: number;
    /** Whether this process has changed what they are made of. */
    isOutdated: boolean;
  }
  const kept = new LRUCache<string, Kept>({ max: maxTenants });
  const reading = createSingleFlight<Kept>();
  /** When the read of a tenant began that has not ended yet. */
  const readingSince = new Map<string, number>();
  let hasFailed = false;

  async function read(tenantId: string): Promise<Kept> {
    const checkedAt = clock.elapsed();
    const [profiles, necessary] = await Promise.all([catalogue.active(tenantId), necessaryCookies(tenantId)]);
    const before = kept.peek(tenantId);
    // Both are the same objects until something changes.
    return before?.profiles === profiles && before.necessary === necessary
      ? { ...before, checkedAt, isOutdated: false }
      : { profiles, necessary, rules: toTenantRules(profiles, necessary), checkedAt, isOutdated: false };
  }

  async function load(tenantId: string): Promise<TenantRules> {
    if (!readingSince.has(tenantId)) readingSince.set(tenantId, clock.elapsed());
    try {
      const { rules } = await reading.run(
        tenantId,
        () => read(tenantId),
        (found) => kept.set(tenantId, found),
      );
      hasFailed = false;
      return rules;
    } catch (error) {
      if (!hasFailed)
        logger.warn(
          { tenantId, error: describeError(error) },
          'The guard could not read the published profiles. It uses those that it has in memory; without any, a guard that enforces knows the cookie catalogue alone. See docs/guide/troubleshooting.md#guard-without-profiles',
        );
      hasFailed = true;
      // The next requests use what there is, so that an outage delays one of them a second.
      const found = kept.peek(tenantId);
      if (found !== undefined) found.checkedAt = clock.elapsed();
      throw error;
    } finally {
      readingSince.delete(tenantId);
    }
  }

  return {
    current(tenantId) {
      const found = kept.get(tenantId);
      const now = clock.elapsed();
      if (found === undefined || found.isOutdated) return undefined;
      const isSlow = now - (readingSince.get(tenantId) ?? now) >= patienceMs;
      if (now - found.checkedAt >= staleMs && !isSlow) return undefined;
      if (now - found.checkedAt >= refreshMs) {
        // Also after a failure, the next attempt waits.
        found.checkedAt = now;
        load(tenantId).catch(() => {});
      }
      return found.rules;
    },
    last: (tenantId) => kept.peek(tenantId)?.rules,
    load,
    forget(tenantId) {
      reading.abandon(tenantId);
      const found = kept.peek(tenantId);
      if (found !== undefined) found.isOutdated = true;
    },
  };
}

function toTenantRules(
  profiles: Awaited<ReturnType<ProfileCatalogue['active']>>,
  necessary: NecessaryCookies,
): TenantRules {
  const rules = profiles.map((profile) => [profile, createProfileRules(profile, necessary)] as const);
  const all = rules.map(([, each]) => each);
  const [first, ...others] = [
    ...all.filter((each) => each.asksFirst),
    ...all.filter((each) => !each.asksFirst),
  ];
  return {
    byProfile: new Map(rules.map(([{ id }, each]) => [id, each])),
    ofAll: first === undefined ? null : combineRules([first, ...others]),
    // The latest activated comes first, and of several entries of one key a map keeps the last.
    byGroup: new Map(rules.toReversed().map(([{ group }, each]) => [group ?? '', each])),
  };
}
