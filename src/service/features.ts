import type { ResolvedConfig } from '../config/config-schema';
import { createConsents } from '../features/consent';
import { createEvidence } from '../features/evidence';
import { createExports } from '../features/exports';
import type { Feature } from '../features/feature';
import { createProfiles, profilesOfTemplate } from '../features/profiles';
import { createReceipts } from '../features/receipts';
import { createRegistrations } from '../features/registrations';
import { createSetup } from '../features/setup';
import { createStatistics } from '../features/statistics';
import { createStringDecoder } from '../features/string-decoder';
import { createTemplates } from '../features/templates';
import { createVisitors } from '../features/visitors';
import { createAdministration } from './administration';
import { createHealth } from './health';
import type { Platform } from './platform';
import { createPublishedFiles } from './published-files';

export type Features = ReturnType<typeof createFeatures>;

/** Creates the features in order of dependency, each with its own sections of the configuration. */
export function createFeatures(config: ResolvedConfig, platform: Platform) {
  const { compliance, geo, gpp, limits, retention, tcf, tenancy, visitorCookie } = config;
  const administration = createAdministration(config, platform);
  const { accounts, audit, settings, tenants } = administration;
  const { controllerName } = tenants;
  const templates = createTemplates({ ...platform, usage: profilesOfTemplate });
  const publishedFiles = createPublishedFiles(config, platform);
  const profiles = createProfiles({
    ...platform,
    compliance,
    controllerName,
    templates: templates.lookup,
    tenantExists: tenants.directory.exists,
    onPublished: publishedFiles.forget,
  });
  const { catalogue } = profiles;
  const registrations = createRegistrations({ ...platform, tcf, gpp });
  const { registry } = registrations;
  const statistics = createStatistics({
    ...platform,
    activeProfiles: async (tenantId) => (await catalogue.active(tenantId)).length,
    visibleTenants: tenants.visibleTo,
  });
  const consents = createConsents({
    ...platform,
    tcf,
    gpp,
    registry,
    retention,
    compliance,
    visitorCookie,
    catalogue,
    tenancy,
    tenantOrigins: settings.allowedOrigins,
    limits,
    totalConsents: statistics.total,
    recordChanges: statistics.recordChanges,
  });
  const { records } = consents;
  const receipts = createReceipts({
    ...platform,
    records,
    catalogue,
    compliance,
    receipts: config.receipts,
  });
  const evidence = createEvidence({ ...platform, records, catalogue, receipts });
  const dataExports = createExports({
    ...platform,
    limits,
    dialect: platform.database.dialect,
    consentReader: records.reader,
    toRecord: records.toRecord,
    auditReader: audit.reader,
    catalogue,
  });
  const stringDecoder = createStringDecoder({ ...platform, tcf, gpp, registry });
  const visitors = createVisitors({ ...platform, totalVisitors: statistics.total });
  const health = createHealth(platform, profiles, 2 * config.database.timeoutMs);
  const setup = createSetup({
    ...platform,
    auth: config.auth,
    compliance,
    geo,
    visitorCookie,
    settings: settings.service,
    profiles: profiles.service,
    controllerName,
    health,
    adminExists: accounts.superadminExists,
    registrations: registrations.readiness,
    receipts: receipts.readiness,
  });

  /** Features in the order in which they start and run their upkeep; they close in reverse order. */
  const features = {
    ...administration,
    templates,
    publishedFiles,
    profiles,
    registrations,
    stringDecoder,
    statistics,
    consents,
    visitors,
    receipts,
    evidence,
    dataExports,
    setup,
  };
  const all: readonly Feature[] = Object.values(features);
  return { ...features, all, health };
}
