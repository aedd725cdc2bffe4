import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createAuth } from './auth';
import type { ConsentServiceConfig } from './config/config-schema';
import { describeConfig, resolveConfig } from './config/resolve-config';
import { createDatabase } from './database/database';
import { dialectOf } from './database/dialect';
import { migrateUp, pendingMigrations } from './database/migrate';
import { createRevisionWatcher } from './database/revisions';
import { createUnitOfWork } from './database/unit-of-work';
import {
  accountRoutes,
  activeSuperadminExists,
  createPasswordHasher,
  type PasswordHasherOptions,
  passwordHashing as standardHashing,
} from './features/accounts';
import { apiKeyRoutes, createApiKeyAuthenticator, createApiKeyService } from './features/api-keys';
import { writeAudit } from './features/audit';
import { createConsentRoutes } from './features/consent';
import {
  createProfileCatalogue,
  createProfileService,
  createProfileSnapshots,
  createProfileVersions,
  profileComplianceRoutes,
  profileFetchHooks,
  profileFromTemplateRoutes,
  profileRoutes,
  profilesOfTemplate,
  profileVersionRoutes,
  publicProfileRoutes,
} from './features/profiles';
import { createHotServe, hotServeDescriptions } from './features/publishing';
import { createSettingsService, settingsRoutes } from './features/settings';
import { setupRoutes } from './features/setup';
import { cookieCatalogueRoutes, createTemplateLookup, templateRoutes } from './features/templates';
import { locateWithin, timezoneGeoProvider } from './geo';
import { createAdminRules } from './http/admin-rules';
import { checkTrustProxy, createClientFacts } from './http/client-facts';
import { withDescription } from './http/description-routes';
import { checkHealth, type Health, livenessRoute, readinessRoute } from './http/health-routes';
import { createInFlight } from './http/in-flight';
import { createPublicRules, takingApiKeys } from './http/public-rules';
import { createRateLimiter } from './http/rate-limit';
import type { Route } from './http/route';
import { createSurface, type RequestListener } from './http/surface';
import { type Clock, systemClock } from './kernel/clock';
import { hmacSha256Hex } from './kernel/crypto';
import { ServiceEventEmitter } from './kernel/events';
import { createLifecycle } from './kernel/lifecycle';
import { describeError } from './kernel/logger';
import { createPluginRegistry, type PluginRegistry } from './plugins/plugin-registry';
import { diskStorage } from './storage/disk/disk-storage';
import { guardedStorage } from './storage/guarded-storage';

export interface ConsentService {
  /** Serves `{basePath}/api/v1`: visitors' browsers. */
  readonly publicRouter: RequestListener;
  /** Serves `{basePath}/admin/v1`: operators. */
  readonly adminRouter: RequestListener;
  /** Typed events, emitted after the commit of what they tell of. */
  readonly events: ServiceEventEmitter;
  readonly plugins: PluginRegistry;
  /** Migrates, connects, repairs what a crash left. Idempotent; the first request calls it too. Rejects with the cause. */
  start(): Promise<void>;
  /** Finishes what is in flight, then lets go of everything but the host's Knex. May be called twice; afterwards every route is 503. */
  close(): Promise<void>;
  health(): Promise<Health>;
}

/** What tests replace; no part of the configuration. */
export interface Internals {
  readonly clock?: Clock;
  /** Nobody should lower it but a test in a hurry. */
  readonly passwordHashing?: Partial<PasswordHasherOptions>;
}

/** How long `close()` lets requests under way finish, in milliseconds. */
const closeGraceMs = 10_000;

/** Milliseconds between clean-ups of what has ended. */
const maintenanceEveryMs = 10 * 60_000;

/**
 * Makes a consent service from the host's configuration. Two services in one process share nothing.
 * @throws ConfigError naming every wrong key at once
 */
export function createConsentService(input: ConsentServiceConfig): ConsentService {
  return createService(input);
}

/** `createConsentService` with replaceable internals, for tests. */
export function createService(
  input: ConsentServiceConfig,
  { clock = systemClock, passwordHashing }: Internals = {},
): ConsentService & { readonly routes: { readonly public: readonly Route[]; readonly admin: readonly Route[] } } {
  const config = resolveConfig(input, {
    storage: () => diskStorage({ directory: './consent-data' }),
    geo: () => timezoneGeoProvider(),
    checks: { knex: dialectOf, trustProxy: checkTrustProxy },
  });
  const { logger, geo } = config;
  const storage = guardedStorage(config.storage);
  if (config.compliance.dataSigningHash === undefined) {
    logger.warn({}, 'compliance.dataSigningHash is not set: a random one is used, so hashes of addresses and parental tokens do not outlive this process');
  }
  const signingKey = config.compliance.dataSigningHash ?? randomBytes(32).toString('hex');

  const events = new ServiceEventEmitter((error, event) => logger.error({ event, error: describeError(error) }, 'An event listener failed'));
  const shownConfig = describeConfig(config);
  const hooks = createPluginRegistry(config.plugins, {
    context: { storage, config: shownConfig, knex: config.knex, events, logger },
    timeoutMs: config.pluginTimeoutMs,
    logger,
  });

  const database = createDatabase(config.knex, config.database);
  const runUnit = createUnitOfWork({ database, events, writeAudit: (connection, entries) => writeAudit(connection, entries, clock) });
  const watcher = createRevisionWatcher(database, 'content', clock);

  const clientFacts = createClientFacts(config.trustProxy);
  const { enabled, store, ...buckets } = config.rateLimit;
  const rateLimiter = createRateLimiter({ enabled, store, buckets, hideClient: (client) => hmacSha256Hex(signingKey, client), logger });
  const hotServe = createHotServe({
    storage,
    config,
    logger,
    clock,
    limiter: enabled ? { consume: (client) => rateLimiter.consume('hotServe', client) } : undefined,
    clientIp: clientFacts.network,
  });

  const settings = createSettingsService({ database, runUnit, watcher, clock });
  const catalogue = createProfileCatalogue(database, watcher);
  const snapshots = createProfileSnapshots(storage);
  const profiles = createProfileService({
    complianceRules: config.compliance.rules,
    database,
    runUnit,
    storage,
    snapshots,
    templates: createTemplateLookup(database),
    clock,
    logger,
    onChange({ tenantId, group }) {
      watcher.expire();
      if (group !== null) hotServe.forget({ tenantId, group });
    },
  });
  const locate = (query: Parameters<typeof locateWithin>[1]) => locateWithin(geo, query, { logger });
  const tenantOrigins = async (tenantId: string) => (await settings.current(tenantId)).allowedOrigins;
  const consents = createConsentRoutes({
    database,
    runUnit,
    catalogue,
    tenantOrigins,
    locate,
    hooks,
    clock,
    logger,
    visitorCookie: config.visitorCookie,
    signingKey,
  });
  const hasher = createPasswordHasher({ ...standardHashing, ...passwordHashing });
  const auth = createAuth({ config, database, runUnit, hasher, clock, logger });
  const apiKeys = createApiKeyAuthenticator({ database, watcher, clock, logger });

  let maintenance: NodeJS.Timeout | undefined;
  const inFlight = createInFlight();
  const lifecycle = createLifecycle({
    logger,
    waitMs: config.database.timeoutMs,
    async start() {
      if (config.database.migrate) await migrateUp(database);
      await storage.connect();
      await auth.start();
      await profiles.reconcileAll();
      await hooks.initialize();
      maintenance = setInterval(
        () => void auth.maintenance().catch((error) => logger.warn({ error: describeError(error) }, 'Clean-up failed')),
        maintenanceEveryMs,
      );
      maintenance.unref();
    },
    async close() {
      clearInterval(maintenance);
      await inFlight.finished(closeGraceMs);
      await apiKeys.flush();
      await hooks.destroy();
      hotServe.close();
      await storage.disconnect();
    },
  });

  const health = () =>
    checkHealth({
      database: () => database.read((connection) => connection.raw('select 1')),
      async storage() {
        // A probe starts the service as a request would; why it does not start is told by the checks themselves.
        await lifecycle.ready()?.catch(() => {});
        await storage.check();
      },
      async migrations() {
        if ((await database.read(() => pendingMigrations(database))).length > 0) throw new Error('migrations are pending');
      },
    });

  const publicRoutes = withDescription(
    {
      name: 'Public',
      title: 'express-consent public API',
      description: 'What visitors’ browsers call: resolve a profile, submit, read, verify, change and erase consent.',
      servedBefore: hotServeDescriptions,
    },
    takingApiKeys([
      ...publicProfileRoutes({ catalogue, snapshots, routing: config.compliance, locate, hooks: profileFetchHooks(hooks, catalogue, logger), clock }),
      ...consents.publicRoutes,
      livenessRoute(),
    ]),
  );
  const adminRoutes = withDescription({ name: 'Admin', title: 'express-consent admin API', description: 'What operators and privacy officers call.' }, [
    ...auth.routes,
    ...profileVersionRoutes(profiles, createProfileVersions(database, storage, snapshots), clock),
    ...profileComplianceRoutes(profiles),
    ...profileFromTemplateRoutes(profiles),
    ...profileRoutes(profiles),
    ...templateRoutes({ database, runUnit, clock, usage: profilesOfTemplate }),
    ...cookieCatalogueRoutes(),
    ...consents.adminRoutes,
    ...settingsRoutes(settings),
    ...accountRoutes({ database, runUnit, hasher, hooks, clock, defaultRole: config.auth.defaultRole }),
    ...apiKeyRoutes(createApiKeyService({ database, runUnit, watcher, clock })),
    ...setupRoutes({
      config,
      shownConfig,
      settings,
      profiles,
      database,
      runUnit,
      clock,
      visitorCookie: config.visitorCookie.name,
      health: async () => (await health()).checks,
      adminExists: () => database.read(activeSuperadminExists),
    }),
    readinessRoute(health),
  ]);

  const publicBase = `${config.basePath}/api/v1`;
  const shared = { clientFacts, rateLimiter, logger };
  const publicSurface = createSurface({
    ...shared,
    base: publicBase,
    routes: publicRoutes,
    rules: createPublicRules({
      lifecycle,
      bodyBytes: config.limits.publicBodyBytes,
      authenticateKey: apiKeys.authenticate,
      tenantOrigins,
      anyProfileLists: catalogue.anyLists,
    }),
  });
  const adminSurface = createSurface({
    ...shared,
    base: `${config.basePath}/admin/v1`,
    routes: adminRoutes,
    rules: createAdminRules({
      lifecycle,
      bodyBytes: config.limits.adminBodyBytes,
      authenticate: auth.authenticate,
      adminOrigins: async (tenantId) => (await settings.current(tenantId)).adminAllowedOrigins,
    }),
  });

  const countedPublic = inFlight.counted(publicSurface);

  return {
    publicRouter(req: IncomingMessage, res, next) {
      // Published files come from memory, before anything else; only a service that has not started is started first.
      if (lifecycle.isStarted || !req.url?.startsWith(`${publicBase}/profiles/`)) {
        hotServe.handle(req, res, () => countedPublic(req, res, next));
        return;
      }
      const serve = () => void hotServe.handle(req, res, () => countedPublic(req, res, next));
      Promise.resolve()
        .then(lifecycle.ready)
        .then(serve, () => hotServe.refuse(req, res));
    },
    adminRouter: inFlight.counted(adminSurface),
    events,
    plugins: { register: hooks.register, names: hooks.names },
    start: lifecycle.start,
    close: lifecycle.close,
    health,
    routes: { public: publicRoutes, admin: adminRoutes },
  };
}
