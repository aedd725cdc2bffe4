import type { ResolvedConfig } from '../../config/config-schema';
import { ownershipCookieName } from '../consent';
import type { Feature } from '../feature';
import { createSeeding, type SeedingOptions } from './seed-profiles';
import { type SetupRoutesOptions, setupRoutes } from './setup-routes';

export interface SetupOptions
  extends Omit<SeedingOptions, 'visitorCookies'>,
    Omit<SetupRoutesOptions, 'seeding'> {
  readonly visitorCookie: ResolvedConfig['visitorCookie'];
  readonly choiceCookie: ResolvedConfig['choiceCookie'];
}

export interface SetupFeature extends Feature {
  readonly seedProfiles: ReturnType<typeof createSeeding>['seed'];
}

/** Creates the routes of the first-run wizard. */
export function createSetup({ visitorCookie, choiceCookie, ...options }: SetupOptions): SetupFeature {
  const seeding = createSeeding({
    ...options,
    // The names that visitors see over TLS, unless the configuration rules out TLS.
    visitorCookies: {
      id: visitorCookie.name,
      ownership: ownershipCookieName(visitorCookie, visitorCookie.secure !== false),
      choice: choiceCookie.enabled ? choiceCookie.name : null,
    },
  });
  return { adminRoutes: setupRoutes({ ...options, seeding }), seedProfiles: seeding.seed };
}
