import type { RouteRequest } from '../../../http/route';
import type { Clock } from '../../../kernel/clock';
import type { ProfileCatalogue, ProfileFacts } from '../../profiles';
import { getExpiry } from '../effective/verify-consent';
import type { StoredConsent } from '../records/stored-consent';
import { type ChoiceCookie, toChoice } from './choice-cookie';
import type { EndStrays } from './stray-cookies';
import type { VisitorCookies } from './visitor-cookies';

type AnyRequest = RouteRequest<unknown, unknown, unknown>;

/**
 * All cookies of the browser that owns a record: the visitor cookies and the choice. Each answer also ends cookies of
 * these names in other places, if the request carries any.
 */
export interface OwnerCookies {
  /**
   * Returns `Set-Cookie` values that last as long as the decision is valid.
   * @param proof whether the browser gets, or keeps, the proof of ownership
   */
  keep(request: AnyRequest, consent: StoredConsent, profile: ProfileFacts, proof: boolean): Promise<string[]>;
  /** Returns `Set-Cookie` values that end all of them. */
  expire(request: AnyRequest): string[];
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
  const findShown = ({ tenantId, profileId, profileVersion }: StoredConsent, profile: ProfileFacts) =>
    profileVersion === profile.shownVersion
      ? profile
      : catalogue.version({ tenantId, profileId, version: profileVersion });
  return {
    async keep(request, consent, profile, proof) {
      const expiresAt = getExpiry(consent, profile);
      const seconds = Math.max(0, Math.round((expiresAt - clock.now()) / 1000));
      const shown = await findShown(consent, profile);
      return [
        ...endStrays(request),
        ...cookies.keep(request, consent, { seconds, proof }),
        ...(shown === null ? [] : choiceCookie.keep(request, toChoice(consent, shown, expiresAt), seconds)),
      ];
    },
    expire: (request) => [...endStrays(request), ...cookies.expire(request), ...choiceCookie.expire(request)],
  };
}
