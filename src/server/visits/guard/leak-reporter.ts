import type { Clock } from '#platform/kernel/clock';
import type { LeakEvent } from '#platform/kernel/events';
import { createGrowingCache } from '#platform/kernel/growing-cache';

/** A cookie of the host that the banner does not allow. Contains nothing about the visitor. */
export interface Leak {
  readonly tenantId: string;
  readonly code: LeakEvent['code'];
  /** Profile that forbids the cookie or does not list it. */
  readonly profileId: string;
  /** Category of the cookie; null when the profile has none for it. */
  readonly category: string | null;
  /** Name or pattern of the cookie. Numbers and random parts of unlisted names are replaced by `*`. */
  readonly cookie: string;
  /** Route or path of the answer; parts that can name a visitor are replaced by `*`. */
  readonly path: string;
  /** The action of the guard: nothing (mode `report`), left the cookie out, or ended it in the browser. */
  readonly action: 'reported' | 'dropped' | 'expired';
}

/** Receives what the guard has found, each finding at most once an hour. */
export interface LeakReporter {
  report(leak: Leak): void;
}

/** Time for which a finding is not repeated (ms), and most findings that are remembered. */
const quietMs = 3_600_000;
const maxRemembered = 2000;

/**
 * Passes each finding on once an hour, however many answers have it.
 * @param count is called for every answer, to count them
 */
export function createQuietReporter(
  reporters: readonly LeakReporter[],
  count: (leak: Leak) => void,
  clock: Clock,
): LeakReporter {
  const reportedAt = createGrowingCache<number>(maxRemembered);
  return {
    report(leak) {
      count(leak);
      const { tenantId, profileId, code, cookie, path, action } = leak;
      const key = `${tenantId}\n${profileId}\n${code}\n${action}\n${cookie}\n${path}`;
      const now = clock.elapsed();
      const last = reportedAt.get(key);
      if (last !== undefined && now - last < quietMs) return;
      reportedAt.set(key, now);
      for (const reporter of reporters) reporter.report(leak);
    },
  };
}

/** Returns the name of an unlisted cookie without parts that can be a visitor's: numbers, ids, tokens. */
export function anonymiseName(name: string): string {
  return name
    .slice(0, 100)
    .replace(/[^!#$&'*+.^_`|~0-9A-Za-z-]+/g, '*')
    .replace(/[0-9a-f]{8,}|[A-Za-z0-9]{20,}|\d+/gi, '*')
    .replace(/\*+/g, '*');
}

/** The properties that Express adds for the route of a request. */
interface RoutedRequest {
  readonly originalUrl?: string | undefined;
  readonly url?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly route?: { readonly path?: unknown } | undefined;
}

/** Most parts of a path that a report names. */
const maxParts = 6;
/** Part of a path that is looked at (characters). */
const maxPath = 500;

/**
 * Returns the route of an answer as the host defined it, such as `/orders/:id`. Without a route it is the first part of
 * the path, as the others can name a visitor.
 */
export function describePath({ originalUrl, url, baseUrl = '', route }: RoutedRequest): string {
  const isNamed = typeof route?.path === 'string';
  const base = isNamed ? baseUrl : ((originalUrl ?? url ?? '').split('?', 1)[0] ?? '');
  const parts = base
    .slice(0, maxPath)
    .split('/')
    .filter(Boolean)
    .map((part, index) => ((index === 0 || isNamed) && /^[a-z_-]{1,32}$/i.test(part) ? part : '*'));
  const shown = isNamed ? parts : parts.slice(0, 2);
  const path = `/${shown.slice(0, maxParts).join('/')}`;
  if (!isNamed) return path;
  return `${path === '/' ? '' : path}${String(route?.path).slice(0, 200)}` || '/';
}
