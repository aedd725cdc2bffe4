import type { FindExperiment, ProfileCatalogue, PublicationReader } from '#banners/profiles/index';
import { createConsents } from '#decisions/consent/index';
import { createConsentImports } from '#decisions/import/index';
import { createStatistics } from '#decisions/statistics/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Platform } from '../platform';
import type { Administration } from './administration';
import type { FrameworkFeatures, Registrations } from './frameworks';

export type DecisionFeatures = ReturnType<typeof createDecisionFeatures>;

interface Neighbours
  extends Pick<Administration, 'settings' | 'tenants'>,
    Pick<FrameworkFeatures, 'frameworks'>,
    Pick<Registrations, 'registry'> {
  readonly catalogue: ProfileCatalogue;
  readonly publications: PublicationReader;
  readonly findExperiment: FindExperiment;
}

/** Creates the features that store decisions, count them and take them over from other products. */
export function createDecisionFeatures(
  config: ResolvedConfig,
  platform: Platform,
  { catalogue, findExperiment, frameworks, publications, registry, settings, tenants }: Neighbours,
) {
  const {
    background,
    clock,
    cursors,
    database,
    events,
    hasLastingKeys,
    hooks,
    keys,
    lifecycle,
    locate,
    logger,
    paging,
    reads,
    runUnit,
    secretFingerprints,
    telemetry,
  } = platform;
  const { choiceCookie, compliance, gpp, limits, retention, tcf, tenancy, visitorCookie } = config;
  const statistics = createStatistics({
    background,
    clock,
    database,
    logger,
    reads,
    telemetry,
    activeProfiles: async (tenantId) => (await catalogue.active(tenantId)).length,
    visibleTenants: tenants.visibleTo,
    impressionSample: settings.impressionSample,
    publications,
    findExperiment,
  });
  const consents = createConsents({
    clock,
    cursors,
    database,
    events,
    hooks,
    keys,
    locate,
    logger,
    paging,
    reads,
    runUnit,
    telemetry,
    frameworks,
    tcf,
    gpp,
    registry,
    retention,
    compliance,
    visitorCookie,
    choiceCookie,
    catalogue,
    tenancy,
    tenantOrigins: settings.allowedOrigins,
    limits,
    totalConsents: statistics.total,
    recordChanges: statistics.recordChanges,
    noteShown: statistics.noteShown,
    impressionSample: settings.impressionSample,
  });
  const { records } = consents;
  const { consentImport, ...consentImports } = createConsentImports({
    clock,
    database,
    runUnit,
    catalogue,
    tenantExists: tenants.directory.exists,
    requiresApproval: settings.requiresApproval,
    recordChanges: statistics.recordChanges,
    foldStatistics: statistics.maintain,
    async visitorIdKey() {
      // A random secret would hash differently in every process.
      if (!hasLastingKeys) return null;
      const position = await secretFingerprints.firstUsedSigningSecret();
      return keys.importedVisitorIds[position]?.key ?? null;
    },
    auditedVisitor: hasLastingKeys ? records.auditedVisitor : null,
    retention: config.retention,
    importBytes: limits.importBytes,
    severalTenants: config.tenancy.enabled,
    isClosing: () => lifecycle.isClosed,
  });
  return { statistics, consents, consentImports, consentImport };
}
