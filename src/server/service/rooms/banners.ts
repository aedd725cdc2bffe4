import { createProfiles, profilesOfTemplate } from '#banners/profiles/index';
import { createPurging } from '#banners/purging/index';
import { createTemplates } from '#banners/templates/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { createIsOwnCookie } from '#visits/guard/index';
import type { Platform } from '../platform';
import { setUpHotServe } from '../set-up-hot-serve';
import type { Administration } from './administration';
import type { Registrations } from './frameworks';

export type BannerFeatures = ReturnType<typeof createBannerFeatures>;

interface Neighbours extends Pick<Administration, 'tenants' | 'settings'>, Pick<Registrations, 'registry'> {
  readonly onPublished: (tenantId: string) => void;
}

/** Creates the features that banners are made of: building blocks, profiles, their publication. */
export function createBannerFeatures(
  config: ResolvedConfig,
  platform: Platform,
  { tenants, settings, registry, onPublished }: Neighbours,
) {
  const {
    background,
    clock,
    database,
    hooks,
    locate,
    logger,
    paging,
    purgeTimes,
    runUnit,
    storage,
    storageOwner,
    translationTimeoutMs,
    watcher,
  } = platform;
  const { compliance, tcf, translate } = config;
  const templates = createTemplates({
    clock,
    database,
    runUnit,
    usage: profilesOfTemplate,
    complianceRules: compliance.rules,
  });
  const publishedFiles = setUpHotServe(config, platform, settings.requiresApproval, (key) =>
    profiles.readFile(key),
  );
  const purging = createPurging({
    background,
    clock,
    database,
    logger,
    purgeTimes,
    basePath: config.basePath,
    publicPath: config.publicPath,
    hotServe: config.hotServe,
  });
  const profiles = createProfiles({
    background,
    clock,
    database,
    hooks,
    locate,
    logger,
    paging,
    runUnit,
    storage,
    storageOwner,
    watcher,
    compliance,
    controllerName: tenants.controllerName,
    templates: templates.lookup,
    tenantExists: tenants.directory.exists,
    askForPurge: purging.ask,
    onPublished(address) {
      publishedFiles.forget(address);
      purging.soon();
      onPublished(address.tenantId);
    },
    translate,
    translationTimeoutMs,
    isOwnCookie: createIsOwnCookie(config),
    tcf: { enabled: tcf.enabled, vendorList: () => registry.vendorListInUse },
  });
  return { templates, publishedFiles, purging, profiles };
}
