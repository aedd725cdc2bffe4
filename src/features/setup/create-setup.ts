import type { ResolvedConfig } from '../../config/config-schema';
import { ownershipCookieName } from '../consent';
import type { Feature } from '../feature';
import { createSeeding, type SeedingOptions } from './seed-profiles';
import { type SetupRoutesOptions, setupRoutes } from './setup-routes';

export interface SetupOptions
  extends Omit<SeedingOptions, 'visitorCookies'>,
    Omit<SetupRoutesOptions, 'seedProfiles'> {
  readonly visitorCookie: ResolvedConfig['visitorCookie'];
}

export interface SetupFeature extends Feature {
  readonly seedProfiles: ReturnType<typeof createSeeding>;
}

/** The first-run wizard's part of the admin API. */
export function createSetup({ visitorCookie, ...options }: SetupOptions): SetupFeature {
  const seedProfiles = createSeeding({
    ...options,
    // As visitors meet them over TLS, unless the configuration rules that out.
    visitorCookies: {
      id: visitorCookie.name,
      ownership: ownershipCookieName(visitorCookie, visitorCookie.secure !== false),
    },
  });
  return { adminRoutes: setupRoutes({ ...options, seedProfiles }), seedProfiles };
}
