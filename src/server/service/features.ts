import { createInstallation } from '#console/installation/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Feature } from '#platform/feature';
import type { Platform } from './platform';
import { createAdministration } from './rooms/administration';
import { createBannerFeatures } from './rooms/banners';
import { createConsoleFeatures } from './rooms/console';
import { createDecisionFeatures } from './rooms/decisions';
import { createEvidenceFeatures } from './rooms/evidence';
import { createFrameworkFeatures, createRegistrationFeature } from './rooms/frameworks';
import { createVisitFeatures, createVisitorPages } from './rooms/visits';

export type Features = ReturnType<typeof createFeatures>;

/** Creates the features, room by room, each after those that it uses. */
export function createFeatures(config: ResolvedConfig, platform: Platform) {
  const administration = createAdministration(config, platform);
  const { settings, tenants } = administration;
  const registrations = createRegistrationFeature(config, platform);
  const { registry } = registrations;
  const banners = createBannerFeatures(config, platform, {
    tenants,
    settings,
    registry,
    onPublished: (tenantId) => visits.guard.forget(tenantId),
  });
  const { catalogue } = banners.profiles;
  const frameworks = createFrameworkFeatures(config, platform, { registry, catalogue });
  const installation = createInstallation({
    background: platform.background,
    clock: platform.clock,
    database: platform.database,
    logger: platform.logger,
    tenantOrigins: settings.allowedOrigins,
    anyProfileLists: catalogue.anyLists,
  });
  const visits = createVisitFeatures(config, platform, {
    ...banners,
    ...frameworks,
    onPage: installation.note,
    impressionSample: settings.impressionSample,
  });
  const { consentImport, ...decisions } = createDecisionFeatures(config, platform, {
    ...frameworks,
    catalogue,
    publications: banners.profiles.publications,
    findExperiment: banners.profiles.findExperiment,
    registry,
    settings,
    tenants,
  });
  const pages = createVisitorPages(config, platform, {
    ...banners,
    ...visits,
    records: decisions.consents.forms,
  });
  const evidence = createEvidenceFeatures(config, platform, {
    ...administration,
    ...banners,
    ...decisions,
    ...pages,
  });
  const { health, configuration, ...console } = createConsoleFeatures(config, platform, {
    ...administration,
    ...banners,
    ...evidence,
    registrations,
  });

  /** Features in the order in which they start and run their upkeep; they close in reverse order. */
  const features = {
    ...administration,
    ...banners,
    registrations,
    ...frameworks,
    installation,
    ...visits,
    ...decisions,
    ...pages,
    ...evidence,
    ...console,
  };
  const all: readonly Feature[] = Object.values(features);
  return { ...features, all, configuration, consentImport, health };
}
