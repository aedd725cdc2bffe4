import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { LeakEvent } from '#platform/kernel/events';
import { type Choice, readChoiceStates, readServiceStates } from '#standards/choice/index';
import type { ProfileRules } from './profile-rules';

/** Categories that visitors with the same choice are allowed. One object serves them all, so that more can be remembered by it. */
export interface Visit {
  /** Differs from that of all other visits. */
  readonly id: number;
  readonly tenantId: string;
  readonly rules: ProfileRules;
  readonly isDecided: boolean;
  readonly gpc: boolean;
  readonly allowed: ReadonlySet<string>;
  /** Services of the profile that are allowed. */
  readonly allowedServices: ReadonlySet<string>;
  /** Whether every category of the profile would be allowed without the Global Privacy Control signal. */
  readonly allowsAll: boolean;
  /** Whether it stands for everybody who can get an answer from a shared cache. */
  readonly isShared: boolean;
  /** Whether everything would be allowed without the Global Privacy Control signal, because no profile applies. */
  readonly isSignalled: boolean;
}

/** Finds visits in memory. */
export interface Visits {
  /** Returns the visit of a choice; null: the visitor has not decided. */
  find(tenantId: string, rules: ProfileRules, choice: Choice | null, gpc: boolean): Visit;
  /** Returns the visit of somebody of whom nobody knows what they would be asked: nothing optional is allowed. */
  findUnknown(tenantId: string, rules: ProfileRules, gpc: boolean): Visit;
  /**
   * Returns the visit of somebody whom no profile asks and whose signal the law makes binding: nothing optional is allowed
   * (California Code of Regulations, title 11, § 7025(c)).
   */
  findSignalled(tenantId: string, rules: ProfileRules): Visit;
  /** Returns the visit of everybody who can get an answer from a shared cache: nothing optional is allowed. */
  findShared(tenantId: string, rules: ProfileRules): Visit;
}

const never = { isShared: false, isSignalled: false } as const;

/** Most different choices that are kept of a profile. */
const maxVisits = 500;

export function createVisits(): Visits {
  const kept = new WeakMap<ProfileRules, LRUCache<string, Visit>>();
  /** So that the choice of a visitor who comes back is not read again. */
  const byChoice = new WeakMap<Choice, Visit>();
  let lastId = 0;

  /** Returns the visit that is kept under a key, else adds it. */
  function share(rules: ProfileRules, key: string, create: () => Omit<Visit, 'id' | 'rules'>): Visit {
    let visits = kept.get(rules);
    if (visits === undefined) {
      visits = new LRUCache({ max: maxVisits });
      kept.set(rules, visits);
    }
    let found = visits.get(key);
    if (found === undefined) {
      lastId += 1;
      found = { ...create(), rules, id: lastId };
      visits.set(key, found);
    }
    return found;
  }

  /** Describes the visit of somebody who has not decided. */
  function describe(
    rules: ProfileRules,
    allowed: ReadonlySet<string>,
    allowsAll: boolean,
  ): Omit<Visit, 'id' | 'rules' | 'tenantId' | 'gpc'> {
    const allowedServices = listServices(rules, allowed);
    return { ...never, isDecided: false, allowed, allowedServices, allowsAll };
  }
  const describeStrict = (rules: ProfileRules) =>
    describe(rules, rules.mandatory, allowsEvery(rules, rules.mandatory));

  return {
    find(tenantId, rules, choice, gpc) {
      if (choice === null)
        return share(rules, gpc ? 'undecided, signal' : 'undecided', () => {
          const allow = (signal: boolean) => new Set([...rules.mandatory, ...rules.allowedBefore(signal)]);
          return { tenantId, gpc, ...describe(rules, allow(gpc), allowsEvery(rules, allow(false))) };
        });
      const before = byChoice.get(choice);
      if (before?.rules === rules && before.gpc === gpc) return before;
      const allowed = listAllowed(rules, choice, gpc);
      const allowedServices = listAllowedServices(rules, choice, gpc, allowed);
      const allowsAll = allowsEvery(rules, listAllowed(rules, { ...choice, gpcDetected: false }, false));
      const key = JSON.stringify([gpc, allowsAll, [...allowed].sort(), [...allowedServices].sort()]);
      const visit = share(rules, key, () => {
        return { ...never, tenantId, gpc, isDecided: true, allowed, allowedServices, allowsAll };
      });
      byChoice.set(choice, visit);
      return visit;
    },
    findUnknown: (tenantId, rules, gpc) =>
      share(rules, gpc ? 'unknown, signal' : 'unknown', () => ({ tenantId, gpc, ...describeStrict(rules) })),
    findSignalled: (tenantId, rules) =>
      share(rules, 'signalled', () => ({
        tenantId,
        gpc: true,
        ...describeStrict(rules),
        isSignalled: true,
      })),
    // Among everybody are visitors with the signal.
    findShared: (tenantId, rules) =>
      share(rules, 'shared', () => ({ tenantId, gpc: true, ...describeStrict(rules), isShared: true })),
  };
}

/** Returns whether every category of a profile is allowed. */
export const allowsEvery = ({ categories }: ProfileRules, allowed: ReadonlySet<string>): boolean =>
  categories.every((id) => allowed.has(id));

/**
 * Returns whether what a choice grants still counts. Where the profile asks first by now, consent from before, when nobody was
 * asked first, does not; refusals always count.
 */
const canGrant = (rules: ProfileRules, choice: Choice): boolean => choice.asksFirst || !rules.asksFirst;

/** Returns the categories that a choice allows under the rules of today. */
function listAllowed(rules: ProfileRules, choice: Choice, gpc: boolean): ReadonlySet<string> {
  const allowed = new Set([...rules.mandatory, ...rules.allowedBefore(gpc)]);
  const states = readChoiceStates(choice, gpc);
  for (const { id, mandatory } of choice.categories) {
    if (rules.mandatory.has(id)) continue;
    // About a category that was mandatory when the visitor decided, nobody asked them.
    if (mandatory && rules.categories.includes(id)) continue;
    if (states[id] !== 'granted') allowed.delete(id);
    else if (canGrant(rules, choice)) allowed.add(id);
  }
  return allowed;
}

/** Returns the services of categories. */
function listServices({ categoryOf }: ProfileRules, categories: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...categoryOf].filter(([, category]) => categories.has(category)).map(([key]) => key));
}

/** Returns the services that a choice allows under the rules of today. One that it does not answer follows its category. */
function listAllowedServices(
  rules: ProfileRules,
  choice: Choice,
  gpc: boolean,
  allowed: ReadonlySet<string>,
): ReadonlySet<string> {
  const states = new Map(Object.entries(readServiceStates(choice, gpc)));
  const decidedIn = new Map(
    choice.categories.flatMap(({ id, services = {} }) =>
      Object.keys(services).map((key) => [key, id] as const),
    ),
  );
  const isAllowed = (key: string, category: string) => {
    if (rules.mandatory.has(category)) return true;
    const state = states.get(key);
    if (state === undefined) return allowed.has(category);
    const isOwnAnswer = canGrant(rules, choice) && decidedIn.get(key) === category;
    return state && (isOwnAnswer || allowed.has(category));
  };
  return new Set([...rules.categoryOf].filter((entry) => isAllowed(...entry)).map(([key]) => key));
}

/**
 * Returns the code of a finding about a cookie that a visit does not allow.
 * @param wasKept returns whether the browser already has the cookie
 */
export function findCode(
  { rules, isDecided, gpc, isShared, isSignalled }: Visit,
  categories: readonly string[],
  wasKept: () => boolean,
): LeakEvent['code'] {
  if (isShared) return 'cookie_in_shared_answer';
  if (isSignalled) return 'gpc_ignored';
  if (isDecided) return wasKept() ? 'cookie_after_withdrawal' : 'cookie_after_refusal';
  const withoutSignal = rules.allowedBefore(false);
  return gpc && categories.some((category) => withoutSignal.has(category))
    ? 'gpc_ignored'
    : 'cookie_before_consent';
}

/** Returns whether a request asks for a document, whose answer a browser shows as a page. */
export function asksForPage({ headers, method }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return false;
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return /^(?:document|i?frame|embed|object|fencedframe)$/.test(destination);
  return headers.accept?.includes('text/html') === true;
}
