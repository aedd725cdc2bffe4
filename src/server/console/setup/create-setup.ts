import type { ProfileService } from '#banners/profiles/index';
import { ownershipCookieName } from '#decisions/consent/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Feature } from '#platform/feature';
import { checkReadiness } from './readiness';
import { createSeeding, type SeedingOptions } from './seed-profiles';
import { type SetupRoutesOptions, setupRoutes } from './setup-routes';
import type { Readiness } from './setup-schemas';
import { createStarterTexts, type StarterTexts } from './starter-texts';

export interface SetupOptions
  extends Omit<SeedingOptions, 'visitorCookies'>,
    Omit<SetupRoutesOptions, 'seeding'> {
  readonly profiles: SeedingOptions['profiles'] & Pick<ProfileService, 'get' | 'activate'>;
  readonly visitorCookie: ResolvedConfig['visitorCookie'];
  readonly choiceCookie: ResolvedConfig['choiceCookie'];
}

export interface SetupFeature extends Feature {
  readonly seedProfiles: ReturnType<typeof createSeeding>['seed'];
  readonly starterTexts: StarterTexts;
  /** Checks what the installation still needs. */
  readonly readiness: (tenantId: string) => Promise<Readiness>;
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
  return {
    adminRoutes: setupRoutes({ ...options, seeding }),
    seedProfiles: seeding.seed,
    starterTexts: createStarterTexts(options.profiles, seeding.seed),
    readiness: (tenantId) => checkReadiness(options, tenantId),
  };
}
