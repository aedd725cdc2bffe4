import { stringifySetCookie } from 'cookie';
import {
  findShownVersion,
  type ProfileCatalogue,
  type ProfileFacts,
  type VersionFacts,
} from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { RouteRequest } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { type CookieCarrier, endStrayCookies } from '#platform/kernel/cookies';
import { type Choice, encodeChoice, findChoice, isRefused } from '#standards/choice/index';
import { asksFirst, readState } from '#standards/consent-state';
import { effectiveConsent } from '#standards/gpc/index';
import { childConsent } from '#standards/known-child';
import type { ConsentJson } from '../consent-schemas';
import {
  carryParentalDenied,
  carryServices,
  findAnswered,
  needsConsent,
} from '../effective/carried-decision';
import { getExpiry, getSubjectSignal, limitServices } from '../effective/effective-consent';
import { isAhead } from '../records/clock-skew';
import { serviceAnswer } from '../records/consent-decision';
import type { StoredConsent } from '../records/stored-consent';
import { linkSeconds, ownershipCookieName, type RecordOwner, type VisitorCookies } from './visitor-cookies';

// Why: docs/adr/0043-choice-cookie.md, docs/adr/0076-cookies-of-one-name.md

/** The parts of a request on which the cookies depend. */
export type OwnerRequest = Pick<RouteRequest<unknown, unknown, unknown>, 'secure' | 'cookies' | 'mountUrl'>;

/** A decision, with the profile that it is about; null: the profile no longer exists. */
interface KeptDecision {
  readonly consent: StoredConsent;
  readonly profile: ProfileFacts | null;
}

/**
 * All cookies of the browser that owns a record: the visitor cookies, and, unless it is off, the one that holds the
 * decision itself for the widget and for the host's server. Each answer also ends cookies of
 * these names in other places, if the request carries any.
 */
export interface OwnerCookies {
  /**
   * Returns `Set-Cookie` values that last as long as the decision is valid.
   * @param proof whether the browser gets, or keeps, the proof of ownership
   */
  keep(
    request: OwnerRequest,
    consent: StoredConsent,
    profile: ProfileFacts | null,
    proof: boolean,
  ): Promise<string[]>;
  /**
   * Returns `Set-Cookie` values with which the browser of a proven owner keeps the decision of the record; empty when its
   * choice cookie says the same, is later, has not been sent yet, belongs to another tenant of the host, has the refusals that
   * stay when the consent has ended, or does not exist.
   * @param adopts whether the browser takes over another decision, not only limits of its own
   */
  refresh(
    request: OwnerRequest,
    consent: StoredConsent,
    profile: ProfileFacts | null,
    adopts: boolean,
  ): Promise<string[]>;
  /**
   * Returns whether the browser of a proven owner keeps a later decision than the record, which the service had got: the
   * database has lost it. False for one about a profile that no longer exists: it cannot be recorded again, and can be that of
   * another tenant of the host.
   */
  isAhead(request: OwnerRequest, consent: StoredConsent): Promise<boolean>;
  /** Returns whether the browser keeps a choice. */
  hasChoice(request: OwnerRequest): boolean;
  /**
   * Returns the `Set-Cookie` value that ends the choice of a visitor without a record; null when there is none, it has not
   * been sent yet, it belongs to another tenant of the host, or its group does not ask first: there it can only take away.
   */
  forget(request: OwnerRequest, tenantId: string): Promise<string | null>;
  /** Returns `Set-Cookie` values that end all of them. */
  expire(request: OwnerRequest): string[];
  /**
   * Returns `Set-Cookie` values with which a browser is a new visitor after somebody else has erased it. In a group that asks
   * first, the choice ends too, because no record supports it; elsewhere it can only take away, so the browser keeps it.
   * When an account was erased, the device is again the visitor that it was before.
   */
  renounce(request: OwnerRequest, tenantId: string, group: string | null): string[];
  /**
   * Returns `Set-Cookie` values with which a device is the visitor of an account.
   * @param decision of the account; null: there is none, and the browser forgets its own choice
   */
  link(
    request: OwnerRequest,
    account: RecordOwner,
    deviceId: string,
    decision: KeptDecision | null,
  ): Promise<string[]>;
  /**
   * Returns `Set-Cookie` values with which a device is again the visitor that it was before an account signed in.
   * @param decision of the device; null: there is none
   */
  unlink(request: OwnerRequest, device: RecordOwner, decision: KeptDecision | null): Promise<string[]>;
}

export interface OwnerCookiesOptions {
  readonly cookies: VisitorCookies;
  readonly choiceCookie: ResolvedConfig['choiceCookie'];
  readonly visitorCookie: ResolvedConfig['visitorCookie'];
  readonly endStrays: EndStrays;
  readonly catalogue: Pick<ProfileCatalogue, 'byId' | 'version'>;
  readonly clock: Clock;
}

export function createOwnerCookies({
  cookies,
  choiceCookie: { enabled, name },
  visitorCookie: { domain, path, sameSite, secure },
  endStrays,
  catalogue,
  clock,
}: OwnerCookiesOptions): OwnerCookies {
  const setChoice = (request: OwnerRequest, text: string, lifetime: { maxAge: number; expires?: Date }) =>
    stringifySetCookie(name, text, {
      domain,
      path,
      sameSite,
      secure: secure === 'auto' ? request.secure : secure,
      ...lifetime,
    });
  const endedChoice = (request: OwnerRequest) => setChoice(request, '', { maxAge: 0, expires: new Date(0) });
  const endChoice = (request: OwnerRequest) => (enabled ? [endedChoice(request)] : []);

  /** Returns the choice that the browser keeps, and its text. */
  function findHeld(request: OwnerRequest) {
    const sent = request.cookies(name).map((value) => `${name}=${value}`);
    const [choice, text] = enabled ? findChoice(sent.join(';'), name, clock.now()) : [null, ''];
    return choice === null ? null : { choice, text };
  }

  /** Returns the same unless the service has not got the choice yet, or it belongs to another tenant of the host. */
  async function findConfirmed(request: OwnerRequest, tenantId: string) {
    const held = findHeld(request);
    if (held?.choice.submissionId !== null) return null;
    const profile = await catalogue.byId(held.choice.profileId);
    return profile === null || profile.tenantId === tenantId ? { ...held, profile } : null;
  }

  /** Returns a child's record with what the parent denied in the categories of the version that was shown. */
  async function withParentalDenied(consent: StoredConsent, shown: VersionFacts): Promise<StoredConsent> {
    const answered = await findAnswered(catalogue, consent);
    return {
      ...consent,
      parentalDenied: carryParentalDenied(consent.parentalDenied, { today: shown, answered }),
    };
  }

  /**
   * Returns the lifetime of a decision (s), and the value that keeps it: none when the cookie is off. A choice that does
   * not fit into a cookie, or whose version is lost, ends the one that the browser has.
   * @param deviceId the device of the account that is signed in; null: none is
   */
  async function keepChoice(
    request: OwnerRequest,
    { consent, profile }: KeptDecision,
    deviceId: string | null,
  ) {
    const { tenantId, profileId, profileVersion: version } = consent;
    const shown =
      profile === null
        ? await catalogue.version({ tenantId, profileId, version })
        : enabled
          ? await findShownVersion(catalogue, profile, version)
          : null;
    const ended = request.cookies(name).length > 0 ? endChoice(request) : [];
    const rules = profile ?? shown;
    if (rules === null) return { seconds: linkSeconds, kept: null, text: null, choice: ended };
    const expiresAt = getExpiry(consent, rules);
    const seconds = Math.max(0, Math.round((expiresAt - clock.now()) / 1000));
    if (shown === null || !enabled) return { seconds, kept: null, text: null, choice: ended };
    const account = deviceId === null ? undefined : consent.deviceId === deviceId ? 'o' : 'f';
    const limited = consent.parentalConsent === null ? consent : await withParentalDenied(consent, shown);
    const kept: Choice = { ...toChoice(limited, shown, expiresAt), account };
    const text = encodeChoice(kept);
    const choice = text === null ? ended : [setChoice(request, text, { maxAge: seconds })];
    return { seconds, kept, text, choice };
  }

  return {
    async keep(request, consent, profile, proof) {
      const deviceId = cookies.device(request, consent.tenantId);
      const { seconds, choice } = await keepChoice(request, { consent, profile }, deviceId);
      return [...endStrays(request), ...cookies.keep(request, consent, { seconds, proof }), ...choice];
    },
    async isAhead(request, { tenantId, updatedAt, parentalConsent }) {
      // The cookie of a child who asked a parent says what applies, and not what the child has decided.
      if (parentalConsent !== null) return false;
      const held = await findConfirmed(request, tenantId);
      // A page whose clock is ahead may have written a time that is still to come.
      const decidedAt = held?.profile ? held.choice.decidedAt : 0;
      return decidedAt > updatedAt && decidedAt <= clock.now();
    },
    hasChoice: (request) => findHeld(request) !== null,
    async refresh(request, consent, profile, adopts) {
      const held = await findConfirmed(request, consent.tenantId);
      if (held === null) return [];
      // A time in the future orders nothing, so the record can only take away from such a choice.
      const isUnordered = isAhead(held.choice.decidedAt, clock.now());
      // The cookie keeps whole minutes, so one of the same minute can be the earlier one.
      if (held.choice.decidedAt > consent.updatedAt && !isUnordered) return [];
      const deviceId = cookies.device(request, consent.tenantId);
      const { seconds, kept, text, choice } = await keepChoice(request, { consent, profile }, deviceId);
      const isOver = consent.parentalConsent !== 'granted' && kept !== null && hasEnded(held.choice, kept);
      const isAdopted = adopts && !isOver && (!isUnordered || (kept !== null && isPartOf(kept, held.choice)));
      if (text === held.text || !(isAdopted || (kept !== null && isLimited(held.choice, kept, consent))))
        return [];
      return [...endStrays(request), ...cookies.keep(request, consent, { seconds, proof: true }), ...choice];
    },
    async forget(request, tenantId) {
      const held = await findConfirmed(request, tenantId);
      return held?.choice.asksFirst ? endedChoice(request) : null;
    },
    async link(request, account, deviceId, decision) {
      const { seconds, choice } =
        decision === null
          ? { seconds: linkSeconds, choice: endChoice(request) }
          : await keepChoice(request, decision, deviceId);
      return [...endStrays(request), ...cookies.link(request, account, deviceId, seconds), ...choice];
    },
    async unlink(request, device, decision) {
      const { seconds, choice } =
        decision === null
          ? { seconds: null, choice: endChoice(request) }
          : await keepChoice(request, decision, null);
      return [...endStrays(request), ...cookies.unlink(request, device, seconds), ...choice];
    },
    expire: (request) => [...endStrays(request), ...cookies.expire(request), ...endChoice(request)],
    renounce(request, tenantId, group) {
      const visitorId = cookies.device(request, tenantId);
      return [
        ...endStrays(request),
        ...(visitorId === null
          ? cookies.expire(request)
          : cookies.unlink(request, { tenantId, visitorId }, linkSeconds)),
        ...(asksFirst(group) ? endChoice(request) : []),
      ];
    },
  };
}

/**
 * Returns whether a choice is the same decision with fewer grants, because a parent or another device has limited it since.
 * A refusal in the record itself is another decision.
 */
function isLimited(held: Choice, next: Choice, { consentJson, services }: StoredConsent): boolean {
  const before = listAllowed(held);
  const after = listAllowed(next);
  const refused = new Set([
    ...Object.keys(consentJson).filter((id) => consentJson[id] !== 'granted'),
    ...Object.keys(services ?? {}).flatMap((key) => (services?.[key] ? [] : [serviceAnswer(key)])),
  ]);
  const taken = before.filter((id) => !after.includes(id));
  return (
    isOfSameTime(held, next) &&
    isPartOf(next, held) &&
    taken.length > 0 &&
    !taken.some((id) => refused.has(id))
  );
}

// Why: docs/adr/0190-an-opt-out-outlives-its-banner.md

/** Returns whether a choice is the decision of the record after its consent has ended: the page has kept its refusals alone. */
function hasEnded(held: Choice, recorded: Choice): boolean {
  return (
    isOfSameTime(held, recorded) &&
    held.profileId === recorded.profileId &&
    held.profileVersion === recorded.profileVersion &&
    held.account === recorded.account &&
    recorded.categories.some(isRefused) &&
    isPartOf(held, recorded) &&
    !isPartOf(recorded, held)
  );
}

const isOfSameTime = (one: Choice, other: Choice): boolean =>
  Math.abs(one.decidedAt - other.decidedAt) < 60_000; // the cookie has minutes

/** Returns whether a choice allows nothing that the other does not allow. */
function isPartOf(choice: Choice, whole: Choice): boolean {
  const allowed = listAllowed(whole);
  return listAllowed(choice).every((id) => allowed.includes(id));
}

/** Returns what a choice allows: ids of categories and of services. */
function listAllowed({ categories }: Choice): string[] {
  return categories.flatMap(({ id, state, preGranted, services = {} }) => [
    ...(state === 'granted' || (state === null && preGranted) ? [id] : []),
    ...Object.keys(services).flatMap((key) => (services[key] ? [serviceAnswer(key)] : [])),
  ]);
}

/**
 * Returns the choice of a record in the categories of the version that the visitor was shown. Its own signal
 * is kept as a fact, as the widget does. Limits that the browser cannot know are applied: under `strict`, the
 * signal of the user's other devices; for a child, whatever the parent has not allowed.
 */
function toChoice(consent: StoredConsent, shown: VersionFacts, expiresAt: number): Choice {
  const states = applyLimits(consent.consentJson, consent, shown);
  const allowed = shown.categoryOf.size === 0 ? {} : allowedServices(consent, shown);
  return {
    profileId: consent.profileId,
    profileVersion: consent.profileVersion,
    variant: consent.variant ?? undefined,
    decidedAt: consent.updatedAt,
    expiresAt,
    gpcMode: shown.gpcMode,
    gpcDetected: consent.decidedWithSignal,
    gpcOverride: consent.gpcOverride === true,
    asksFirst: asksFirst(consent.group),
    submissionId: null,
    categories: shown.choiceCategories.map((category) => ({
      ...category,
      // Where silence refuses, the record denies what the decision leaves out.
      preGranted: category.preGranted && !needsConsent(category.id, consent.group, shown),
      state: category.mandatory ? null : (readState(states, category.id) ?? null),
      ...(category.services && {
        services: Object.fromEntries(
          Object.keys(category.services).map((key) => [key, readState(allowed, key) ?? false]),
        ),
      }),
    })),
  };
}

/** Returns what a record allows about the services of the version that the visitor was shown. */
function allowedServices(consent: StoredConsent, shown: VersionFacts): Record<string, boolean> {
  const answers = carryServices(consent, consent.consentJson, { today: shown, decided: [shown] });
  return limitServices(answers, shown.categoryOf, consent.consentJson, (asGranted) =>
    applyLimits(asGranted, consent, shown),
  );
}

function applyLimits(
  consentJson: ConsentJson,
  consent: StoredConsent,
  { gpcMode, gpcCategories, optOutCategories }: VersionFacts,
): ConsentJson {
  const signal = getSubjectSignal(consent, gpcMode);
  const afterOtherDevices =
    signal.before || signal.after
      ? effectiveConsent(consentJson, {
          gpcMode,
          listening: gpcCategories,
          decidedWithSignal: consent.decidedWithSignal || signal.before,
          signalNow: signal.after,
          override: consent.gpcOverride === true,
        })
      : consentJson;
  return consent.parentalConsent === null
    ? afterOtherDevices
    : childConsent(afterOtherDevices, optOutCategories, consent);
}

/**
 * Returns `Set-Cookie` values that end the visitor's cookies in all places other than the configured one; empty unless
 * the request carries two cookies of one name. They belong before those that set the cookies.
 */
export type EndStrays = (request: CookieCarrier & { readonly secure: boolean }) => string[];

/** Segment that the paths of all routes which set these cookies share. */
const below = 'consent';

export function createEndStrays(
  visitorCookie: ResolvedConfig['visitorCookie'],
  choiceCookie: ResolvedConfig['choiceCookie'],
): EndStrays {
  const { name, deviceName, domain, path, sameSite, secure: configured } = visitorCookie;
  const prepare = (secure: boolean) => {
    const names = [
      name,
      ownershipCookieName(visitorCookie, secure),
      deviceName,
      ...(choiceCookie.enabled ? [choiceCookie.name] : []),
    ];
    return {
      known: names.map((each) => ({ name: each, place: { domain, path } })),
      attributes: { secure, sameSite },
    };
  };
  const overTls = prepare(configured !== false);
  const withoutTls = prepare(configured === true);
  return (request) => {
    const { known, attributes } = request.secure ? overTls : withoutTls;
    return endStrayCookies(request, known, attributes, below);
  };
}
