import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/kernel/clock';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import { describeError, type Logger } from '#platform/kernel/logger';
import { asksFirst } from '#standards/consent-state';
import { hasGpcSignal } from '#standards/gpc/index';
import { endsCookie, readCookieNames, readSetCookieName } from '#standards/set-cookie/index';
import type { VisitorTerms } from '../bootstrap';
import type { ReadChoice, VisitorChoice } from '../widget';
import { type AnswerHeaders, getValues, readAnswerHeaders } from './answer-headers';
import { createChoiceMemory } from './choice-memory';
import { createConsentProperty } from './consent-property';
import { createGuardCookies } from './guard-cookies';
import { type GuardOptions, readGuardOptions } from './guard-options';
import { createGuardPolicy } from './guard-policy';
import { createQuietReporter, type Leak, type LeakReporter } from './leak-reporter';
import { createIsOwnCookie } from './own-cookies';
import type { ProfileRules } from './profile-rules';
import { createRuleSource, type RuleSourceOptions, type TenantRules } from './rule-source';
import { addVary, findSharing } from './shared-answers';
import { createTenantMemory, type PageTenants } from './tenant-memory';
import { createVisits, type Visit } from './visit';
import { createTermsFinder, type TermsFinderOptions } from './visitor-terms';

// Why: docs/adr/0088-enforcing-the-choice-on-the-server.md, docs/adr/0154-enforcing-before-the-profiles-are-known.md,
// docs/adr/0173-shared-answers-and-unknown-places.md

declare global {
  namespace Express {
    interface Request {
      /**
       * The visitor's choice, as `consent.choice(req)` returns it, on routes after `consent.guard()`; without the guard it
       * is undefined.
       *
       * @example
       * if (req.consent?.isGranted('analytics')) countVisit();
       */
      readonly consent?: VisitorChoice;
    }
  }
}

/** Middleware for the host's own routes. */
export type Guard = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

export interface GuardFeatureOptions extends RuleSourceOptions, Omit<TermsFinderOptions, 'clientIp'> {
  readonly choiceCookie: ResolvedConfig['choiceCookie'];
  readonly visitorCookie: ResolvedConfig['visitorCookie'];
  readonly readChoice: ReadChoice;
  readonly clientFacts: {
    ip(req: IncomingMessage): string | null;
    secure(req: IncomingMessage): boolean;
    origin(req: IncomingMessage): string | null;
    hostname(req: IncomingMessage): string | null;
  };
  /** Receive each finding at most once an hour. */
  readonly reporters: readonly LeakReporter[];
  /** Called with every finding of every answer. */
  readonly onLeak: (leak: Leak) => void;
  readonly seenCookies: SeenCookies;
  /** Returns the path to which browsers report what a policy of the guard blocked. */
  readonly reportPath: (tenantId: string) => string;
  readonly lifecycle: { readonly isStarted: boolean; ready(): Promise<void> | undefined };
  /** Longest time that pages wait for the start where the choice is enforced (ms), counted from the first of them. */
  readonly startWaitMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Learns which cookies of the lists of a tenant are still in use. */
export interface SeenCookies {
  /** Returns whether a visit should be looked at: now and then one, so that busy sites do no work for it. */
  isDue(tenantId: string): boolean;
  /** @param listed names or patterns of a published list */
  note(tenantId: string, listed: readonly string[]): void;
}

export interface GuardFeature extends Feature {
  /**
   * Creates the middleware.
   * @param tenants null: there is only the tenant `default`
   * @throws TypeError for options that are not valid
   */
  create(options: GuardOptions | undefined, tenants: PageTenants | null): Guard;
  /** Returns the visitor's choice. Behind the guard it also knows what is allowed before one. */
  readonly readChoice: ReadChoice;
  /** Call after a publication, withdrawal or decision: the next request of the tenant waits for the new rules. */
  forget(tenantId: string): void;
}

/** How long a page waits for what is not in memory yet (ms). */
const waitMs = 50;

/** A request between the middleware and its answer. */
interface Pending {
  readonly req: IncomingMessage;
  /** Null: the host has none; undefined: not known yet. */
  tenantId: string | null | undefined;
  /** Undefined: not known yet. */
  known: TenantRules | undefined;
  /** Rules of the visitor's place. Undefined: not known yet. */
  terms: VisitorTerms | undefined;
}

type WriteHead = (this: ServerResponse, ...args: unknown[]) => ServerResponse;

export function createGuard({
  choiceCookie,
  visitorCookie,
  readChoice,
  clientFacts,
  reporters,
  onLeak,
  seenCookies,
  reportPath,
  lifecycle,
  startWaitMs,
  ...options
}: GuardFeatureOptions): GuardFeature {
  const { clock, logger } = options;
  const rules = createRuleSource(options);
  const tenantMemory = createTenantMemory(logger);
  const termsFinder = createTermsFinder({ ...options, clientIp: clientFacts.ip });
  const reporter = createQuietReporter(reporters, onLeak, clock);
  const isOwnCookie = createIsOwnCookie({ choiceCookie, visitorCookie });
  let hasFailed = false;
  let isUsed = false;

  function noteFailure(error: unknown): void {
    if (hasFailed) return;
    hasFailed = true;
    logger.error(
      { error: describeError(error) },
      'The guard failed on an answer and passed it on as it was; further failures are not logged. See docs/guide/troubleshooting.md#guard-failed',
    );
  }

  const readCookies = createChoiceMemory(choiceCookie.name, clock);
  const findOwnChoice = ({ headers }: IncomingMessage) => readCookies(headers.cookie ?? '');
  const visits = createVisits();

  /** Returns whether only the record can say what a visitor without a choice cookie has refused. */
  const isOnlyInRecord = ({ headers }: IncomingMessage, { fitsCookie }: ProfileRules) =>
    !(choiceCookie.enabled && fitsCookie) &&
    readCookieNames(headers.cookie ?? '').includes(visitorCookie.name);

  /**
   * Pending requests that had to wait; others are read again when needed. Each further property of
   * a request or answer of Express takes longer than all the rest, so there are none.
   */
  const waited = new WeakMap<object, Pending>();
  let hasOneTenant = false;

  /** When the time ends in which pages wait for the start (ms, elapsed); null: none has waited. */
  let startWaitEnds: number | null = null;

  /** Returns how long a request waits for what is not in memory yet (ms). */
  function longestWait(isEnforced: boolean): number {
    if (!isEnforced || lifecycle.isStarted) return waitMs;
    startWaitEnds ??= clock.elapsed() + startWaitMs;
    return Math.max(waitMs, startWaitEnds - clock.elapsed());
  }

  function readPending(req: IncomingMessage, tenantId: string | undefined): Pending {
    const known = tenantId === undefined ? undefined : rules.current(tenantId);
    return { req, tenantId, known, terms: termsFinder.current(req) };
  }

  /** Returns the rules of a request's tenant; null when it has none, undefined while they are not known. */
  function findRules({ tenantId, known }: Pending): TenantRules | null | undefined {
    if (tenantId === null) return null;
    return known ?? (tenantId === undefined ? undefined : rules.last(tenantId));
  }

  /**
   * Returns what applies to a request; null: everything is allowed, or nothing is known.
   * @param terms of the visitor's place; undefined: not known
   */
  function selectVisit(pending: Pending, terms: VisitorTerms | undefined): Visit | null {
    const known = findRules(pending);
    const { req, tenantId } = pending;
    if (!tenantId || !known) return null;
    const choice = findOwnChoice(req);
    const signal = req.headers['sec-gpc'];
    const gpc = signal !== undefined && hasGpcSignal(signal);
    let selected = choice === null ? undefined : known.byProfile.get(choice.profileId);
    if (terms !== undefined) selected ??= known.byGroup.get(terms.complianceGroup);
    if (selected !== undefined)
      return choice === null && isOnlyInRecord(req, selected)
        ? visits.findUnknown(tenantId, selected, gpc)
        : visits.find(tenantId, selected, choice, gpc);
    // Without a profile, a law that asks first allows nothing optional, and any other law everything, unless a signal binds.
    const isOptOut = terms !== undefined && !asksFirst(terms.complianceGroup);
    if (known.ofAll === null || (isOptOut && !(gpc && terms.gpcBinding))) return null;
    if (choice !== null) return visits.find(tenantId, known.ofAll, choice, gpc);
    return isOptOut
      ? visits.findSignalled(tenantId, known.ofAll)
      : visits.findUnknown(tenantId, known.ofAll, gpc);
  }

  /** Returns whether the place of a visitor decides which profile applies. */
  const needsTerms = (req: IncomingMessage, known: TenantRules) => {
    const choice = findOwnChoice(req);
    return choice === null || !known.byProfile.has(choice.profileId);
  };

  const readGuardedChoice: ReadChoice = (req) => {
    return readChoice(req, () => {
      if (!isUsed) return null;
      const pending =
        waited.get(req) ?? readPending(req as IncomingMessage, hasOneTenant ? 'default' : undefined);
      return selectVisit(pending, pending.terms);
    });
  };
  const addConsent = createConsentProperty(readGuardedChoice);

  function create(input: GuardOptions = {}, tenants: PageTenants | null): Guard {
    const settings = readGuardOptions(input);
    const { csp, tenantId: named } = settings;
    isUsed = true;
    hasOneTenant = tenants === null;
    const cookies = createGuardCookies({
      settings,
      reporter,
      isOwnCookie,
      now: clock.now,
      isSecure: clientFacts.secure,
      origin: clientFacts.origin,
    });
    const guardPolicy =
      csp === null ? null : createGuardPolicy(settings, csp, reportPath, clientFacts.hostname);

    /** Notes the listed cookies that a browser sent or gets, also those that the visitor has refused. */
    function noteSeen({ req, tenantId, known }: Pending, headers: AnswerHeaders): void {
      const { cookie } = req.headers;
      const set = getValues(headers, 'set-cookie');
      if (!tenantId || known === undefined || (cookie === undefined && set.length === 0)) return;
      if (!seenCookies.isDue(tenantId)) return;
      const kept = set.filter((value) => !endsCookie(value, clock.now())).map(readSetCookieName);
      const names = new Set([...readCookieNames(cookie ?? ''), ...kept]);
      for (const { listedAs } of known.byProfile.values())
        for (const each of names) seenCookies.note(tenantId, listedAs(each));
    }

    function guardAnswer(res: ServerResponse, args: unknown[], pending: Pending): void {
      const known = findRules(pending);
      const { req, tenantId } = pending;
      if (known === undefined && settings.isEnforced) cookies.dropKnown(readAnswerHeaders(res, args));
      if (!known || !tenantId || known.ofAll === null) return;
      const headers = readAnswerHeaders(res, args);
      const sharing = findSharing(headers, clock.now());
      const isShared = sharing === 'everybody';
      const own = selectVisit(pending, sharing === 'sameCookies' ? termsFinder.everywhere : pending.terms);
      const visit = isShared ? visits.findShared(tenantId, known.ofAll) : own;
      if (settings.isEnforced && sharing === 'sameCookies') addVary(headers);
      if (visit === null) return;
      noteSeen(pending, headers);
      cookies.filter(req, visit, headers);
      if (own !== null) cookies.end(req, own, headers, isShared);
      guardPolicy?.(req, args[0], visit, headers);
    }

    /** Completes what is not in memory yet. */
    async function prepare(req: IncomingMessage, pending: Pending, naming: Promise<string> | undefined) {
      const name = await naming;
      if (name !== undefined) pending.tenantId = tenantMemory.last(name);
      await lifecycle.ready();
      if (tenants !== null && name !== undefined)
        pending.tenantId = await tenantMemory.find(name, () => tenants.find(req, named));
      if (!pending.tenantId) return;
      const known = rules.current(pending.tenantId) ?? (await rules.load(pending.tenantId));
      pending.known = known;
      pending.terms = termsFinder.current(req);
      if (pending.terms === undefined && needsTerms(req, known)) pending.terms = await termsFinder.find(req);
    }

    /** Waits for what is not in memory yet. */
    async function wait(req: IncomingMessage, pending: Pending): Promise<void> {
      const naming = tenants?.nameOf(req, named);
      // The host's own function has its own limit: without the tenant, nothing says what the visitor has agreed to.
      if (settings.isEnforced) await naming;
      await withDeadline(longestWait(settings.isEnforced), prepare(req, pending, naming), () => undefined);
    }

    /** Returns a promise if the request has to wait. */
    function begin(req: IncomingMessage, res: ServerResponse): Promise<void> | null {
      const pending = readPending(req, tenants === null ? 'default' : undefined);
      addConsent(req);
      const writeHead = res.writeHead as WriteHead;
      res.writeHead = function guardedWriteHead(this: ServerResponse, ...args: unknown[]) {
        // A call that Node refused, for example because of its status, is followed by the answer of an error handler.
        if (!res.headersSent)
          try {
            guardAnswer(res, args, pending);
          } catch (error) {
            noteFailure(error);
          }
        return Reflect.apply(writeHead, this, args);
      } as typeof res.writeHead;

      const { known, terms } = pending;
      if (known !== undefined && (terms !== undefined || !needsTerms(req, known))) return null;
      waited.set(req, pending);
      return wait(req, pending);
    }

    return (req, res, next) => {
      let waiting: Promise<void> | null = null;
      try {
        waiting = begin(req, res);
      } catch (error) {
        noteFailure(error);
      }
      if (waiting === null) return next();
      // What failed has been logged.
      waiting.catch(() => {}).then(() => next());
    };
  }

  return {
    create,
    readChoice: readGuardedChoice,
    forget: rules.forget,
    async start() {
      if (isUsed) await rules.load('default').catch(() => {});
    },
  };
}
