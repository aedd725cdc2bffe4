import type { ResolvedConfig } from '../config/config-schema';
import { createBootstrap } from '../features/bootstrap';
import { createConsents } from '../features/consent';
import { createConsentImports } from '../features/consent-import';
import { createDashboard } from '../features/dashboard';
import { createEvidence } from '../features/evidence';
import { createExports } from '../features/exports';
import type { Feature } from '../features/feature';
import { createFind } from '../features/find';
import { createFrameworks } from '../features/frameworks';
import { createInstallation } from '../features/installation';
import { createProfiles, profilesOfTemplate } from '../features/profiles';
import { createPurging } from '../features/purging';
import { createReceipts } from '../features/receipts';
import { createRegistrations } from '../features/registrations';
import { createSetup } from '../features/setup';
import { createStatistics } from '../features/statistics';
import { createStringDecoder } from '../features/string-decoder';
import { createTemplates } from '../features/templates';
import { createVisitors } from '../features/visitors';
import { createWidget } from '../features/widget';
import { getDependence } from '../geo';
import { createAdministration } from './administration';
import { createHealth } from './health';
import type { Platform } from './platform';
import { createPublishedFiles } from './published-files';

export type Features = ReturnType<typeof createFeatures>;

/** Creates the features in order of dependency, each with its own sections of the configuration. */
export function createFeatures(config: ResolvedConfig, platform: Platform) {
  const { choiceCookie, compliance, geo, gpp, limits, retention, tcf, tenancy, visitorCookie } = config;
  const administration = createAdministration(config, platform);
  const { accounts, audit, settings, tenants } = administration;
  const { controllerName } = tenants;
  const templates = createTemplates({
    ...platform,
    usage: profilesOfTemplate,
    complianceRules: compliance.rules,
  });
  const registrations = createRegistrations({ ...platform, tcf, gpp });
  const { registry } = registrations;
  const publishedFiles = createPublishedFiles(config, platform);
  const purging = createPurging({
    ...platform,
    basePath: config.basePath,
    publicPath: config.publicPath,
    hotServe: config.hotServe,
  });
  const profiles = createProfiles({
    ...platform,
    compliance,
    controllerName,
    templates: templates.lookup,
    tenantExists: tenants.directory.exists,
    askForPurge: purging.ask,
    onPublished(address) {
      publishedFiles.forget(address);
      purging.soon();
    },
    tcf: { enabled: tcf.enabled, vendorList: () => registry.newest().vendorList },
  });
  const { catalogue } = profiles;
  const frameworks = createFrameworks({ ...platform, tenancy, tcf, gpp, registry, catalogue });
  const installation = createInstallation({
    ...platform,
    tenantOrigins: settings.allowedOrigins,
    anyProfileLists: catalogue.anyLists,
  });
  const bootstrap = createBootstrap({
    ...platform,
    compliance,
    tenancy,
    visitorCookie,
    choiceCookie: config.choiceCookie,
    hotServe: config.hotServe,
    placeDependsOn: getDependence(geo),
    published: publishedFiles.published,
    compress: publishedFiles.compress,
    catalogue,
    onPage: installation.note,
    signals: tcf.enabled || gpp.enabled ? frameworks.signals : null,
  });
  const widget = createWidget({
    ...platform,
    basePath: config.basePath,
    widget: config.widget,
    choiceCookie: config.choiceCookie,
    apis: { tcf: tcf.enabled, gpp: gpp.enabled },
    directory: platform.widgetDirectory,
  });
  const dashboard = createDashboard({
    ...platform,
    basePath: config.basePath,
    publicPath: config.publicPath,
    dashboard: config.dashboard,
    auth: config.auth,
    tenancy,
    tcf,
    gpp,
    directory: platform.dashboardDirectory,
  });
  const statistics = createStatistics({
    ...platform,
    activeProfiles: async (tenantId) => (await catalogue.active(tenantId)).length,
    visibleTenants: tenants.visibleTo,
  });
  const consents = createConsents({
    ...platform,
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
  });
  const { records } = consents;
  const receipts = createReceipts({
    ...platform,
    records,
    catalogue,
    compliance,
    receipts: config.receipts,
  });
  const evidence = createEvidence({
    ...platform,
    records,
    receipts,
    publications: profiles.publications,
    decisions: statistics.decisions,
  });
  const find = createFind({ ...platform, records, catalogue });
  const dataExports = createExports({
    ...platform,
    limits,
    dialect: platform.database.dialect,
    openConsents: records.openReader,
    toRecord: records.toRecord,
    openAudit: audit.openReader,
    catalogue,
  });
  const { consentImport, ...consentImports } = createConsentImports({
    ...platform,
    catalogue,
    tenantExists: tenants.directory.exists,
    recordChanges: statistics.recordChanges,
    foldStatistics: statistics.maintain,
    // A random secret would hash differently in every process.
    visitorIdKey: platform.hasLastingKeys ? platform.keys.importedVisitorIds : null,
    auditedVisitor: platform.hasLastingKeys ? records.auditedVisitor : null,
    importBytes: limits.importBytes,
    isClosing: () => platform.lifecycle.isClosed,
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
    choiceCookie: config.choiceCookie,
    settings: settings.service,
    profiles: profiles.service,
    looks: templates.looks,
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
    purging,
    profiles,
    registrations,
    frameworks,
    installation,
    bootstrap,
    widget,
    dashboard,
    stringDecoder,
    statistics,
    consents,
    visitors,
    receipts,
    evidence,
    find,
    dataExports,
    consentImports,
    setup,
  };
  const all: readonly Feature[] = Object.values(features);
  return { ...features, all, consentImport, health };
}
