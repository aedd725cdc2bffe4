import { createAuth, createRefusalAudit } from '../auth';
import type { ResolvedConfig } from '../config/config-schema';
import { createAccounts, createProviderUsers } from '../features/accounts';
import { createApiKeys } from '../features/api-keys';
import { createAudit } from '../features/audit';
import { createConsents } from '../features/consent';
import { createEvidence } from '../features/evidence';
import { createExports } from '../features/exports';
import type { Feature } from '../features/feature';
import { createProfiles, profilesOfTemplate } from '../features/profiles';
import { createReceipts } from '../features/receipts';
import { createRegistrations } from '../features/registrations';
import { createSettings } from '../features/settings';
import { createSetup } from '../features/setup';
import { createStatistics } from '../features/statistics';
import { createStringDecoder } from '../features/string-decoder';
import { createTemplates } from '../features/templates';
import { createTenants } from '../features/tenants';
import { createVisitors } from '../features/visitors';
import type { Internals } from './consent-service';
import { createHealth } from './health';
import type { Platform } from './platform';
import { createPublishedFiles } from './published-files';

export type Features = ReturnType<typeof createFeatures>;

/** Creates the features, each after those that it uses, with their own sections of the configuration. */
export function createFeatures(config: ResolvedConfig, platform: Platform, internals: Internals) {
  const { auth: authConfig, compliance, gpp, limits, retention, tcf, tenancy, visitorCookie } = config;
  const tenants = createTenants({ ...platform, tenancy, receipts: config.receipts });
  const { directory, controllerName } = tenants;
  const tenantExists = directory.exists;
  const users = createProviderUsers({ ...platform, auth: authConfig, tenants: directory });
  const auth = createAuth({ ...platform, auth: authConfig, users });
  const refusals = createRefusalAudit(platform);
  const accounts = createAccounts({
    ...platform,
    auth: authConfig,
    confirmOwner: auth.confirmOwner,
    tenants: directory,
  });
  const apiKeys = createApiKeys({ ...platform, tenantExists });
  const settings = createSettings(platform);
  const audit = createAudit(platform);
  const templates = createTemplates({ ...platform, usage: profilesOfTemplate });
  const publishedFiles = createPublishedFiles(config, platform);
  const profiles = createProfiles({
    ...platform,
    compliance,
    controllerName,
    templates: templates.lookup,
    tenantExists,
    onPublished: publishedFiles.forget,
  });
  const { catalogue } = profiles;
  const registrations = createRegistrations({
    ...platform,
    tcf,
    gpp,
    timeoutMs: internals.registryTimeoutMs,
  });
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
  const health = createHealth(platform, profiles);
  const setup = createSetup({
    ...platform,
    auth: authConfig,
    compliance,
    geo: config.geo,
    visitorCookie,
    settings: settings.service,
    profiles: profiles.service,
    controllerName,
    health,
    adminExists: accounts.superadminExists,
    registrations: registrations.readiness,
    receipts: receipts.readiness,
  });

  /** In the order in which they start and run their upkeep; they close in reverse. */
  const features = {
    tenants,
    auth,
    refusals,
    accounts,
    apiKeys,
    settings,
    setup,
    audit,
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
  };
  const all: readonly Feature[] = Object.values(features);
  return { ...features, all, health };
}
