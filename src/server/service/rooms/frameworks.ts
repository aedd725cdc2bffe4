import type { ProfileCatalogue } from '#banners/profiles/index';
import { createRegistrations } from '#frameworks/registrations/index';
import { createFrameworks } from '#frameworks/signals/index';
import { createStringDecoder } from '#frameworks/string-decoder/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Platform } from '../platform';

export type FrameworkFeatures = ReturnType<typeof createFrameworkFeatures>;

interface Neighbours extends Pick<Registrations, 'registry'> {
  readonly catalogue: ProfileCatalogue;
}

export type Registrations = ReturnType<typeof createRegistrationFeature>;

/** Creates the registration at the IAB's lists, which profiles are checked against. */
export function createRegistrationFeature(config: ResolvedConfig, platform: Platform) {
  const { background, clock, database, logger, registryTimeoutMs, runUnit, storage } = platform;
  const { tcf, gpp } = config;
  return createRegistrations({
    background,
    clock,
    database,
    logger,
    registryTimeoutMs,
    runUnit,
    storage,
    tcf,
    gpp,
  });
}

/** Creates the parts of TCF and GPP that need the profiles. */
export function createFrameworkFeatures(
  config: ResolvedConfig,
  platform: Platform,
  { registry, catalogue }: Neighbours,
) {
  const { clock, telemetry } = platform;
  const { gpp, tcf, tenancy } = config;
  const frameworks = createFrameworks({ clock, telemetry, tenancy, tcf, gpp, registry, catalogue });
  const stringDecoder = createStringDecoder({ clock, tcf, gpp, registry });
  return { frameworks, stringDecoder };
}
