import { findShownVersion, type ProfileCatalogue, type ProfileFacts } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { RouteRequest } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { type CookieCarrier, endStrayCookies } from '#platform/kernel/cookies';
import { getExpiry } from '../effective/effective-consent';
import type { StoredConsent } from '../records/stored-consent';
import { type ChoiceCookie, toChoice } from './choice-cookie';
import { linkSeconds, ownershipCookieName, type RecordOwner, type VisitorCookies } from './visitor-cookies';

// Why: docs/adr/0076-cookies-of-one-name.md

/** The parts of a request on which the cookies depend. */
export type OwnerRequest = Pick<RouteRequest<unknown, unknown, unknown>, 'secure' | 'cookies' | 'mountUrl'>;

/** A decision, with the profile that it is about. */
interface KeptDecision {
  readonly consent: StoredConsent;
  readonly profile: ProfileFacts;
}

/**
 * All cookies of the browser that owns a record: the visitor cookies and the choice. Each answer also ends cookies of
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
    profile: ProfileFacts,
    proof: boolean,
  ): Promise<string[]>;
  /** Returns `Set-Cookie` values that end all of them. */
  expire(request: OwnerRequest): string[];
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
  readonly choiceCookie: ChoiceCookie;
  readonly endStrays: EndStrays;
  readonly catalogue: Pick<ProfileCatalogue, 'version'>;
  readonly clock: Clock;
}

export function createOwnerCookies({
  cookies,
  choiceCookie,
  endStrays,
  catalogue,
  clock,
}: OwnerCookiesOptions): OwnerCookies {
  /**
   * Returns the lifetime of a decision (s), and the value that keeps it.
   * @param deviceId the device of the account that is signed in; null: none is
   */
  async function keepChoice(
    request: OwnerRequest,
    { consent, profile }: KeptDecision,
    deviceId: string | null,
  ) {
    const expiresAt = getExpiry(consent, profile);
    const seconds = Math.max(0, Math.round((expiresAt - clock.now()) / 1000));
    const shown = await findShownVersion(catalogue, profile, consent.profileVersion);
    const account = deviceId === null ? undefined : consent.deviceId === deviceId ? 'o' : 'f';
    const choice = shown && ({ ...toChoice(consent, shown, expiresAt), account } as const);
    return { seconds, choice: choice === null ? [] : choiceCookie.keep(request, choice, seconds) } as const;
  }

  return {
    async keep(request, consent, profile, proof) {
      const deviceId = cookies.device(request, consent.tenantId);
      const { seconds, choice } = await keepChoice(request, { consent, profile }, deviceId);
      return [...endStrays(request), ...cookies.keep(request, consent, { seconds, proof }), ...choice];
    },
    async link(request, account, deviceId, decision) {
      const { seconds, choice } =
        decision === null
          ? { seconds: linkSeconds, choice: choiceCookie.expire(request) }
          : await keepChoice(request, decision, deviceId);
      return [...endStrays(request), ...cookies.link(request, account, deviceId, seconds), ...choice];
    },
    async unlink(request, device, decision) {
      const { seconds, choice } =
        decision === null
          ? { seconds: null, choice: choiceCookie.expire(request) }
          : await keepChoice(request, decision, null);
      return [...endStrays(request), ...cookies.unlink(request, device, seconds), ...choice];
    },
    expire: (request) => [...endStrays(request), ...cookies.expire(request), ...choiceCookie.expire(request)],
  };
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
