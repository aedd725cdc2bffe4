import type { IncomingMessage, ServerResponse } from 'node:http';
import { PublishedProfile } from '#banners/profiles/index';
import { hotServeDescriptions } from '#banners/publishing/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { acceptingScopedKeys, createAdminApiPolicy } from '#platform/http/admin-api-policy';
import { createApiRouter, type RequestListener } from '#platform/http/api-router';
import { withDescription } from '#platform/http/description-routes';
import { livenessRoute, readinessRoute } from '#platform/http/health-routes';
import { acceptingApiKeys, createPublicApiPolicy } from '#platform/http/public-api-policy';
import { readRequestPath } from '#platform/http/request-head';
import { createRequestNotices } from '#platform/http/request-notices';
import type { Route } from '#platform/http/route';
import { createTenantLookup, createTenantResolver } from '#platform/http/tenant-resolution';
import { findDashboard } from '#platform/kernel/dashboard-address';
import { apiComponents } from './api-components';
import type { ConsentService } from './consent-service';
import { type Accounts, createAccounts } from './create-accounts';
import { createTags, type Tags } from './create-tags';
import type { Features } from './features';
import { createProbe } from './health';
import { createPageTenantLookup } from './page-tenant';
import type { Platform } from './platform';

/** Returns the paths of the two APIs, relative to the host's mount point. */
export const apiBases = ({ basePath }: Pick<ResolvedConfig, 'basePath'>) => ({
  public: `${basePath}/api/v1`,
  admin: `${basePath}/admin/v1`,
});

export interface Apis {
  readonly publicRouter: RequestListener;
  readonly adminRouter: RequestListener;
  readonly wrap: ConsentService['wrap'];
  readonly guard: ConsentService['guard'];
  /** Writes the widget's tags into the host's own pages. */
  readonly tags: Tags;
  /** Signs devices in to the accounts of the host's users. */
  readonly accounts: Accounts;
  readonly routes: { readonly public: readonly Route[]; readonly admin: readonly Route[] };
}

/** Creates the public and the admin API from the routes of all features. */
export function createApis(config: ResolvedConfig, platform: Platform, features: Features): Apis {
  const {
    background,
    clientFacts,
    clock,
    inFlight,
    lifecycle,
    logger,
    rateLimiter,
    requestLogger,
    telemetry,
  } = platform;
  const { all, auth, apiKeys, dashboard, publishedFiles, profiles, refusals, settings, tenants, widget } =
    features;
  const { basePath, limits, publicPath, tenancy } = config;
  const bases = apiBases(config);
  const notices = createRequestNotices({
    basePath,
    publicPath,
    cookiePath: config.visitorCookie.path,
    addresses: {
      public: { publicApi: bases.public },
      admin: {
        adminApi: bases.admin,
        ...(config.dashboard.enabled && { dashboard: findDashboard(bases.admin, config.dashboard.path) }),
      },
    },
    clientFacts,
    lifecycle,
    logger,
  });
  /** Notes what the requests of a router show about the host. */
  const noticing =
    (router: 'public' | 'admin', listener: RequestListener): RequestListener =>
    (req, res, next) => {
      notices.look(req, router);
      listener(req, res, (error) => {
        notices.passedOn(req);
        next(error);
      });
    };
  const publicRoutes = withDescription(
    {
      name: 'Public',
      title: 'express-consent public API',
      description:
        'API for visitors’ browsers: resolve a profile; submit, read, verify, change and erase consent.',
      cacheControl: 'public, max-age=300',
      links: { description: '/openapi.json', health: '/health', resolveProfile: '/resolve-profile' },
      servedBefore: hotServeDescriptions(PublishedProfile),
      components: apiComponents,
    },
    acceptingApiKeys([...all.flatMap((feature) => feature.publicRoutes ?? []), livenessRoute()]),
  );
  const adminRoutes = withDescription(
    {
      name: 'Admin',
      title: 'express-consent admin API',
      description: 'API for operators and privacy officers.',
      cacheControl: 'private, no-cache',
      links: { description: '/openapi.json', health: '/health' },
      components: apiComponents,
    },
    [
      ...acceptingScopedKeys(all.flatMap((feature) => feature.adminRoutes ?? [])),
      readinessRoute(createProbe(features.health, clock)),
    ],
  );
  const tenantLookup = createTenantLookup({
    tenants: tenants.directory,
    baseDomain: tenancy.baseDomain,
    hostname: clientFacts.hostname,
  });
  const { find: resolveRequestedTenant, nameOf } = createTenantResolver(
    tenantLookup,
    tenancy.resolve,
    requestLogger,
  );
  const findPageTenant = createPageTenantLookup(resolveRequestedTenant);
  const shared = {
    publicPath,
    lifecycle,
    clientFacts,
    rateLimiter,
    stallMs: limits.stallMs,
    telemetry,
    logger,
    requestLogger,
  };
  const publicApi = inFlight.counted(
    createApiRouter({
      ...shared,
      api: 'public',
      base: bases.public,
      routes: publicRoutes,
      policy: createPublicApiPolicy({
        bodyBytes: limits.publicBodyBytes,
        tenants: tenantLookup,
        resolveRequestedTenant,
        authenticateKey: apiKeys.authenticate,
        tenantOrigins: settings.allowedOrigins,
        anyProfileLists: profiles.catalogue.anyLists,
        auditRejection: refusals.note,
      }),
      // What earlier requests have left in memory, where no timer writes it.
      ...(!background.isOn && { beforeRoute: background.runDueWrites }),
    }),
  );
  const adminApi = inFlight.counted(
    createApiRouter({
      ...shared,
      api: 'admin',
      base: bases.admin,
      routes: adminRoutes,
      policy: createAdminApiPolicy({
        lifecycle,
        bodyBytes: limits.adminBodyBytes,
        mode: auth.mode,
        tenants: tenantLookup,
        authenticate: auth.authenticate,
        renewUser: auth.renew,
        authenticateKey: apiKeys.authenticateOperator,
        adminOrigins: settings.adminAllowedOrigins,
        existsInAnotherTenant: tenants.existsInAnotherTenant,
        auditRejection: refusals.note,
      }),
    }),
  );
  /** Files come from memory, before anything else. Of the paths of the API only these can be those of a file. */
  const publishedPaths = `${bases.public}/profiles/`;
  return {
    publicRouter: inFlight.closingConnections(
      noticing('public', (req, res, next) => {
        const path = readRequestPath(req);
        const isOfApi = path.startsWith(`${bases.public}/`) && !path.startsWith(publishedPaths);
        if (isOfApi) publicApi(req, res, next);
        else publishedFiles.handle(req, res, () => widget.serve(req, res, () => publicApi(req, res, next)));
      }),
    ),
    adminRouter: inFlight.closingConnections(
      noticing('admin', (req, res, next) => dashboard.serve(req, res, () => adminApi(req, res, next))),
    ),
    wrap: (app) => {
      clientFacts.setWrappedApp(app);
      const files = inFlight.closingConnections(
        (req, res, next) => void publishedFiles.handle(req, res, () => next()),
      );
      const wrapped = (req: IncomingMessage, res: ServerResponse) => files(req, res, () => app(req, res));
      const passed = new WeakSet<IncomingMessage>();
      // Express calls with a third argument. An app that wraps itself would call itself without end.
      return (req: IncomingMessage, res: ServerResponse, next?: unknown) => {
        if (next !== undefined) {
          if (passed.has(req))
            throw new TypeError(
              'consent.wrap(app) cannot be middleware of the same app; write http.createServer(consent.wrap(app))',
            );
          passed.add(req);
        }
        wrapped(req, res);
      };
    },
    guard: (options) =>
      features.guard.create(options, tenancy.enabled ? { nameOf, find: findPageTenant } : null),
    tags: createTags(config, features, { clientFacts, clock, findPageTenant, logger, notices }),
    accounts: createAccounts(config, features, {
      clientFacts,
      findPageTenant,
      inFlight,
      lifecycle,
      publicApi: bases.public,
    }),
    routes: { public: publicRoutes, admin: adminRoutes },
  };
}
