import { createConfiguration } from '#console/configuration/index';
import { createDashboard } from '#console/dashboard/index';
import { createSetup } from '#console/setup/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { createHealth } from '../health';
import type { Platform } from '../platform';
import type { Administration } from './administration';
import type { BannerFeatures } from './banners';
import type { EvidenceFeatures } from './evidence';
import type { Registrations } from './frameworks';

interface Neighbours
  extends Pick<Administration, 'accounts' | 'settings' | 'tenants'>,
    Pick<BannerFeatures, 'templates' | 'profiles'>,
    Pick<EvidenceFeatures, 'receipts'> {
  readonly registrations: Registrations;
}

/** Creates the features that operators meet first: the dashboard’s files, setup and health. */
export function createConsoleFeatures(
  config: ResolvedConfig,
  platform: Platform,
  { accounts, settings, tenants, templates, profiles, registrations, receipts }: Neighbours,
) {
  const { clock, hooks, lifecycle, runUnit, shownConfig, storage } = platform;
  const { choiceCookie, compliance, geo, gpp, tcf, tenancy, translate, visitorCookie } = config;
  const dashboard = createDashboard({
    lifecycle,
    basePath: config.basePath,
    publicPath: config.publicPath,
    dashboard: config.dashboard,
    auth: config.auth,
    tenancy,
    tcf,
    gpp,
    translate,
    retention: config.retention,
    directory: platform.dashboardDirectory,
  });
  const health = createHealth(platform, profiles, 2 * config.database.timeoutMs);
  const setup = createSetup({
    clock,
    hooks,
    runUnit,
    shownConfig,
    storage,
    auth: config.auth,
    compliance,
    geo,
    visitorCookie,
    choiceCookie,
    settings: settings.service,
    profiles: profiles.service,
    looks: templates.looks,
    controllerName: tenants.controllerName,
    health,
    adminExists: accounts.superadminExists,
    registrations: registrations.readiness,
    receipts: receipts.readiness,
  });
  const configuration = createConfiguration({
    runUnit,
    database: platform.database,
    profiles: profiles.service,
    consents: templates.consents,
    looks: templates.looks,
    settings: settings.service,
  });
  return { dashboard, setup, health, configuration };
}
