import type { SeenPage } from '#console/installation/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { getDependence } from '#platform/geo/index';
import { countLookups } from '#platform/kernel/telemetry/count-lookups';
import { createBootstrap, createCachePolicy, createFindPlace } from '#visits/bootstrap/index';
import { createDeclaration } from '#visits/declaration/index';
import { createFindings } from '#visits/findings/index';
import { createGuard, createIsOwnCookie } from '#visits/guard/index';
import { createPreferences, type VisitorRecords } from '#visits/preferences/index';
import { createWidget } from '#visits/widget/index';
import { createLeakEvents } from '../leak-events';
import type { Platform } from '../platform';
import type { BannerFeatures } from './banners';
import type { FrameworkFeatures } from './frameworks';

interface Neighbours
  extends Pick<BannerFeatures, 'publishedFiles' | 'profiles'>,
    Pick<FrameworkFeatures, 'frameworks'> {
  /** Called for each page that asks for its banner. */
  readonly onPage: (page: SeenPage) => void;
  /** Returns of how many banners of a tenant one is counted; 0: none. */
  readonly impressionSample: (tenantId: string) => Promise<number>;
}

type VisitFeatures = ReturnType<typeof createVisitFeatures>;

/** Creates the features that a page of the host asks, and those that guard its answers. */
export function createVisitFeatures(
  config: ResolvedConfig,
  platform: Platform,
  { publishedFiles, profiles, frameworks, onPage, impressionSample }: Neighbours,
) {
  const {
    background,
    clientFacts,
    clock,
    database,
    lifecycle,
    locate,
    logger,
    paging,
    runUnit,
    telemetry,
    watcher,
  } = platform;
  const { choiceCookie, compliance, geo, gpp, tcf, tenancy, visitorCookie } = config;
  const { catalogue } = profiles;
  const findPlace = createFindPlace({ clock, locate, compliance });
  const cacheHeaders = createCachePolicy({
    place: compliance.type === 'auto' ? getDependence(geo) : null,
    tenancy,
    maxAge: config.hotServe.maxAge,
  });
  const bootstrap = createBootstrap({
    logger,
    telemetry,
    findPlace,
    cacheHeaders,
    visitorCookie,
    choiceCookie,
    hotServe: config.hotServe,
    published: publishedFiles.published,
    catalogue,
    onPage,
    impressionSample,
    signals: tcf.enabled || gpp.enabled ? frameworks.signals : null,
  });
  const declaration = createDeclaration({
    findPlace,
    cacheHeaders,
    published: publishedFiles.published,
    publications: profiles.publications,
    clock,
    noteLookup: countLookups('declarations', telemetry),
  });
  const widget = createWidget({
    clock,
    lifecycle,
    logger,
    basePath: config.basePath,
    widget: config.widget,
    choiceCookie,
    visitorCookie,
    apis: { tcf: tcf.enabled, gpp: gpp.enabled },
    directory: platform.widgetDirectory,
  });
  const findings = createFindings({
    background,
    clock,
    database,
    logger,
    paging,
    runUnit,
    profiles: profiles.service,
    catalogue,
    readChoice: widget.readChoice,
    publications: profiles.publications,
    isOwnCookie: createIsOwnCookie(config),
    watcher,
    onNecessary: (tenantId) => guard.forget(tenantId),
  });
  const { basePath, publicPath = '' } = config;
  const guard = createGuard({
    clientFacts,
    clock,
    lifecycle,
    startWaitMs: config.database.timeoutMs,
    logger,
    compliance,
    choiceCookie,
    visitorCookie,
    readChoice: widget.readChoice,
    placeDependsOn: getDependence(geo),
    findTerms: bootstrap.findTerms,
    catalogue,
    necessaryCookies: findings.necessaryCookies,
    reporters: [createLeakEvents(platform)],
    onLeak(leak) {
      telemetry.count('leaks', { code: leak.code, action: leak.action });
      findings.noteLeak(leak);
    },
    seenCookies: findings.seenCookies,
    reportPath: (tenantId) =>
      `${publicPath}${basePath}/api/v1/reports${tenantId === 'default' ? '' : `?tenantId=${tenantId}`}`,
  });
  return { bootstrap, declaration, widget, findings, guard };
}

interface Rooms extends Pick<BannerFeatures, 'publishedFiles' | 'profiles'>, Pick<VisitFeatures, 'widget'> {
  readonly records: VisitorRecords;
}

export type VisitorPages = ReturnType<typeof createVisitorPages>;

/** Creates the pages of the service's own that visitors see, which also write decisions. */
export function createVisitorPages(
  { compliance }: ResolvedConfig,
  { clock, locate }: Platform,
  { publishedFiles, profiles, widget, records }: Rooms,
) {
  const preferences = createPreferences({
    clock,
    records,
    findPlace: createFindPlace({ clock, locate, compliance }),
    published: publishedFiles.published,
    catalogue: profiles.catalogue,
    readSheet: widget.readSheet,
  });
  return { preferences };
}
