import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { apiComponents } from '../api-components';
import { createAuth, createRefusalLog } from '../auth';
import type { ConsentServiceConfig, ResolvedConfig } from '../config/config-schema';
import { ConfigError, describeConfig, resolveConfig } from '../config/resolve-config';
import { createDatabase } from '../database/database';
import { describeDatabase } from '../database/describe-database';
import { dialectOf } from '../database/dialect';
import { listMigrations, migrateDown, migrateUp, pendingMigrations } from '../database/migrate';
import { createRevisionWatcher, readRevision } from '../database/revisions';
import { keptValue } from '../database/secrets';
import { createUnitOfWork } from '../database/unit-of-work';
import { emptyWriteAheadLog } from '../database/write-ahead-log';
import {
  accountRoutes,
  activeSuperadminExists,
  createPasswordHasher,
  createProviderUsers,
  passwordHashing as standardHashing,
} from '../features/accounts';
import { apiKeyRoutes, createApiKeyAuthenticator, createApiKeyService } from '../features/api-keys';
import { auditRoutes, createAuditReader, tenantsWithAudit, verifyChain, writeAudit } from '../features/audit';
import { createConsents, createFrameworkStrings, ownershipCookieName } from '../features/consent';
import { createConsentImport } from '../features/consent-import';
import { createDemoData } from '../features/demo-data';
import { createEvidence } from '../features/evidence';
import { createExports } from '../features/exports';
import {
  createProfileCatalogue,
  createProfileRepair,
  createProfileService,
  createProfileSnapshots,
  createProfileVersions,
  PublishedProfile,
  profileComplianceRoutes,
  profileFetchHooks,
  profileFromTemplateRoutes,
  profileRoutes,
  profilesOfTemplate,
  profileVersionRoutes,
  publicProfileRoutes,
} from '../features/profiles';
import { createHotServe, hotServeDescriptions } from '../features/publishing';
import { createReceipts } from '../features/receipts';
import { createRegistrations } from '../features/registrations';
import { createSettingsService, settingsRoutes } from '../features/settings';
import { createSeeding, setupRoutes } from '../features/setup';
import { createStatistics } from '../features/statistics';
import { decodeRoutes } from '../features/string-decoder';
import { cookieCatalogueRoutes, createTemplateLookup, templateRoutes } from '../features/templates';
import {
  createControllerName,
  createTenantDirectory,
  createTenantService,
  existsInAnotherTenant,
  hasRetainedData,
  tenantRoutes,
} from '../features/tenants';
import { visitorRoutes } from '../features/visitors';
import { locateWithin, timezoneGeoProvider } from '../geo';
import { createAdminApiPolicy } from '../http/admin-api-policy';
import { createApiRouter } from '../http/api-router';
import { checkTrustProxy, createClientFacts } from '../http/client-facts';
import { createCursors } from '../http/cursors';
import { withDescription } from '../http/description-routes';
import { checkHealth, livenessRoute, readinessRoute } from '../http/health-routes';
import { createInFlight } from '../http/in-flight';
import { createPaging } from '../http/paging';
import { acceptingApiKeys, createPublicApiPolicy } from '../http/public-api-policy';
import { createRateLimiter } from '../http/rate-limit';
import { createTenantLookup, createTenantResolver } from '../http/tenant-resolution';
import { serveWellKnown } from '../http/well-known';
import { systemClock } from '../kernel/clock';
import { hmacSha256Hex } from '../kernel/crypto';
import { ServiceError, SetupError } from '../kernel/errors';
import { ServiceEventEmitter } from '../kernel/events';
import { defaultTenantId, newId } from '../kernel/ids';
import { createLifecycle, startStep } from '../kernel/lifecycle';
import { describeError, toServiceLogger } from '../kernel/logger';
import { deriveSigningKeys } from '../kernel/signing-keys';
import type { PluginInput } from '../plugins/plugin-contract';
import { createPluginRegistry, type PluginRegistry } from '../plugins/plugin-registry';
import { gpcResourcePath, gpcSupport } from '../standards/gpc';
import { copyStorage } from '../storage/copy-storage';
import { databaseStorage, isDatabaseStorage } from '../storage/database/database-storage';
import { guardedStorage } from '../storage/guarded-storage';
import type { StorageOwner } from '../storage/storage-binding';
import { isTransactional } from '../storage/storage-within';
import type { ConsentService, InternalService, Internals } from './consent-service';

/** How long `close()` lets requests under way finish, in milliseconds. */
const closeGraceMs = 10_000;

/** Milliseconds between clean-ups of what has ended. */
const maintenanceEveryMs = 10 * 60_000;

const secondsPerDay = 86_400;

/** Most groups that the log of a start names. */
const maxGroupsAnnounced = 20;

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
  { clock = systemClock, passwordHashing, workerOptions, registryTimeoutMs }: Internals = {},
): InternalService {
  const config = resolveConfig(input, {
    storage: ({ knex, database: { tablePrefix, timeoutMs } }) =>
      databaseStorage(knex, { tablePrefix, timeoutMs }),
    geo: () => timezoneGeoProvider(),
    checks: { knex: dialectOf, trustProxy: checkTrustProxy },
  });
  requireOwnDatabase(config);
  const { geo } = config;
  const logger = toServiceLogger(config.logger);
  const storage = guardedStorage(config.storage);
  const hasLastingKeys = config.compliance.dataSigningHash !== undefined;
  if (!hasLastingKeys) {
    logger.warn(
      {},
      'compliance.dataSigningHash is not set. A random one is used, so ownership proofs of visitors, parental-consent tokens and hashes of addresses and erased visitors are valid in this process only.',
    );
  }
  const keys = deriveSigningKeys(config.compliance.dataSigningHash ?? randomBytes(32).toString('hex'));
  const cursors = createCursors(keys.cursors);

  const events = new ServiceEventEmitter((error, event) =>
    logger.error({ event, error: describeError(error) }, 'An event listener failed'),
  );
  const shownConfig = describeConfig(config);
  const hooks = createPluginRegistry({
    context: Object.freeze({
      storage: Object.freeze({ ...storage }),
      config: shownConfig,
      knex: config.knex,
      events,
      logger,
    }),
    timeoutMs: config.pluginTimeoutMs,
    disableFailed: config.disableFailedPlugins,
    logger,
  });
  registerAll(hooks, config.plugins);

  const database = createDatabase(config.knex, config.database);
  const databaseFailure = `the database (${String(config.knex.client?.driverName ?? database.dialect)}) cannot be used`;
  const runUnit = createUnitOfWork({
    database,
    events,
    writeAudit: (connection, entries) => writeAudit(connection, entries, clock),
  });
  const watcher = createRevisionWatcher(database, 'content', clock);

  const publicBase = `${config.basePath}/api/v1`;
  const adminBase = `${config.basePath}/admin/v1`;
  const clientFacts = createClientFacts(config.trustProxy);
  const { enabled, store, ...buckets } = config.rateLimit;
  const rateLimiter = createRateLimiter({
    enabled,
    store,
    buckets,
    hideClient: (client) => hmacSha256Hex(keys.rateLimitClients, client),
    logger,
  });
  const hotServe = createHotServe({
    storage,
    revision: isTransactional(storage)
      ? () => database.read((connection) => readRevision(connection, 'published'))
      : undefined,
    config,
    logger,
    clock,
    limiter: enabled ? { consume: (client) => rateLimiter.consume('hotServe', client) } : undefined,
    clientIp: clientFacts.network,
  });

  const several = config.tenancy.enabled;
  const directory = createTenantDirectory({ database, watcher, several });
  const tenants = createTenantService({ database, runUnit, watcher, clock, several });
  const settings = createSettingsService({ database, runUnit, watcher, clock });
  const catalogue = createProfileCatalogue(database, watcher, directory.exists);
  const snapshots = createProfileSnapshots({ database, storage, logger });
  const controllerName = createControllerName(database, config.receipts.controllerName);
  const profiles = createProfileService({
    complianceRules: config.compliance.rules,
    controllerName,
    database,
    runUnit,
    storage,
    snapshots,
    templates: createTemplateLookup(database),
    hooks,
    clock,
    logger,
    onChange({ tenantId, group }) {
      watcher.expire();
      if (group !== null) hotServe.forget({ tenantId, group });
    },
  });
  const owner = async (): Promise<StorageOwner> => ({
    id: await keptValue(database, 'installation', newId),
    description: describeDatabase(config.knex, database.dialect, database.prefix),
  });
  const repair = createProfileRepair({
    database,
    storage,
    snapshots,
    reconcile: profiles.reconcile,
    owner,
    logger,
  });
  const locate = (query: Parameters<typeof locateWithin>[1]) => locateWithin(geo, query, { logger });
  const tenantOrigins = async (tenantId: string) => (await settings.current(tenantId)).allowedOrigins;
  const statistics = createStatistics({
    database,
    clock,
    logger,
    activeProfiles: async (tenantId) => (await catalogue.active(tenantId)).length,
    visibleTenants: async (caller) => (await tenants.list(caller)).map(({ id }) => id),
  });
  const paging = createPaging(config.limits, cursors);
  const registrations = createRegistrations({
    config,
    database,
    runUnit,
    storage,
    clock,
    logger,
    timeoutMs: registryTimeoutMs,
  });
  const { registry } = registrations;
  const consents = createConsents({
    paging,
    cursors,
    maxPageSize: config.limits.maxPageSize,
    totalConsents: statistics.total,
    database,
    runUnit,
    catalogue,
    severalTenants: several,
    tenantOrigins,
    locate,
    hooks,
    recordChanges: statistics.recordChanges,
    events,
    clock,
    visitorCookie: config.visitorCookie,
    strings: createFrameworkStrings({ tcf: config.tcf, gpp: config.gpp, registry, clock }),
    retention: config.retention,
    compliance: config.compliance,
    keys,
  });
  const receipts = createReceipts({
    records: consents.records,
    catalogue,
    storage,
    config,
    clock,
    logger,
    workerOptions,
  });
  const evidence = createEvidence({
    database,
    runUnit,
    records: consents.records,
    catalogue,
    receipts,
    clock,
  });
  const dataExports = createExports({
    dialect: database.dialect,
    runUnit,
    consentReader: consents.records.reader,
    toRecord: consents.records.toRecord,
    auditReader: createAuditReader(database),
    catalogue,
    limits: config.limits,
    clock,
    workerOptions,
  });
  const hasher = createPasswordHasher({ ...standardHashing, ...passwordHashing });
  const providerUsers = createProviderUsers({
    database,
    runUnit,
    hooks,
    clock,
    logger,
    defaultRole: config.auth.defaultRole,
    tenants: directory,
  });
  const auth = createAuth({ config, database, runUnit, hasher, users: providerUsers, clock, logger });
  const apiKeys = createApiKeyAuthenticator({
    database,
    watcher,
    tenantExists: directory.exists,
    clock,
    logger,
  });
  const refusals = createRefusalLog({ runUnit, clock, logger });

  const upkeep: readonly (() => Promise<void>)[] = [
    auth.maintenance,
    statistics.maintenance,
    refusals.flush,
    () => consents.applyRetention(() => lifecycle.isClosed),
    registry.maintenance,
    // After what erases.
    () => emptyWriteAheadLog(database),
  ];
  async function maintenance(): Promise<void> {
    for (const task of upkeep)
      await task().catch((error) => logger.warn({ error: describeError(error) }, 'Upkeep failed'));
  }

  /**
   * Says once where to find what; whoever starts the service for the first time has no other sign that it
   * works.
   */
  async function announce(): Promise<void> {
    const groups = await profiles.activeGroups(maxGroupsAnnounced);
    const published = several
      ? groups.map(({ tenantId, group }) => `${tenantId}/${group}`)
      : groups.filter(({ tenantId }) => tenantId === defaultTenantId).map(({ group }) => group);
    logger.info(
      {
        publicApi: publicBase,
        publicDescription: `${publicBase}/openapi.json`,
        adminApi: adminBase,
        adminDescription: `${adminBase}/openapi.json`,
        health: `${adminBase}/health`,
        published,
      },
      published.length === 0
        ? 'The consent service is ready; no profile is active yet'
        : 'The consent service is ready',
    );
  }

  let maintenanceTimer: NodeJS.Timeout | undefined;
  const inFlight = createInFlight();
  const lifecycle = createLifecycle({
    logger,
    waitMs: config.database.timeoutMs,
    async start() {
      await startStep(databaseFailure, async () => {
        if (config.database.migrate) await migrateUp(database);
      });
      await startStep(`the storage "${storage.name}" cannot be used`, storage.connect);
      await startStep(`the geo provider "${geo.name}" cannot be used`, () =>
        setUp('geo', async () => geo.open?.()),
      );
      await startStep(databaseFailure, tenants.start);
      await startStep('sign-in cannot be set up', () => setUp('auth.mode', auth.start));
      await startStep('published files cannot be brought up to date', () => setUp('storage', repair.start));
      await registry.start();
      await hooks.initialize();
      statistics.start();
      await announce();
      maintenanceTimer = setInterval(() => void maintenance(), maintenanceEveryMs);
      maintenanceTimer.unref();
    },
    async close() {
      clearInterval(maintenanceTimer);
      await inFlight.finished(closeGraceMs);
      await apiKeys.flush();
      await statistics.close();
      await hooks.destroy();
      await receipts.close();
      await registry.close();
      hotServe.close();
      await storage.disconnect();
    },
  });

  const { visitorCookie } = config;
  // As visitors meet them over TLS, unless the configuration rules that out.
  const cookieNames = {
    id: visitorCookie.name,
    ownership: ownershipCookieName(visitorCookie, visitorCookie.secure !== false),
  };

  const health = () =>
    checkHealth({
      database: () => database.read((connection) => connection.raw('select 1')),
      async storage() {
        await lifecycle.ready()?.catch(() => {}); // a probe starts the service as a request would
        await storage.check();
      },
      async migrations() {
        if ((await database.read(() => pendingMigrations(database))).length > 0)
          throw new Error('migrations are pending');
      },
      start: async () => lifecycle.ready(),
      async publications() {
        await lifecycle.ready();
        await repair.check();
      },
    });

  const publicRoutes = withDescription(
    {
      name: 'Public',
      title: 'express-consent public API',
      description:
        'What visitors’ browsers call: resolve a profile, submit, read, verify, change and erase consent.',
      cacheControl: 'public, max-age=300',
      links: { description: '/openapi.json', health: '/health', resolveProfile: '/resolve-profile' },
      servedBefore: hotServeDescriptions(PublishedProfile),
      components: apiComponents,
    },
    acceptingApiKeys([
      ...publicProfileRoutes({
        catalogue,
        snapshots,
        routing: config.compliance,
        locate,
        hooks: profileFetchHooks(hooks, catalogue),
        clock,
      }),
      ...consents.publicRoutes,
      ...receipts.publicRoutes,
      livenessRoute(),
    ]),
  );
  const adminRoutes = withDescription(
    {
      name: 'Admin',
      title: 'express-consent admin API',
      description: 'What operators and privacy officers call.',
      cacheControl: 'private, no-cache',
      links: { description: '/openapi.json', health: '/health' },
      components: apiComponents,
    },
    [
      ...auth.routes,
      ...profileVersionRoutes(profiles, createProfileVersions(database, snapshots), clock),
      ...profileComplianceRoutes(profiles),
      ...profileFromTemplateRoutes(profiles),
      ...profileRoutes(profiles),
      ...templateRoutes({ database, runUnit, clock, usage: profilesOfTemplate }),
      ...cookieCatalogueRoutes(),
      ...consents.adminRoutes,
      ...evidence.adminRoutes,
      ...dataExports.routes,
      ...statistics.routes,
      ...decodeRoutes({
        tcf: config.tcf,
        gpp: config.gpp,
        names: registry.names,
        newestLists: registry.newest,
        clock,
      }),
      ...registrations.routes,
      ...visitorRoutes({ database, paging, totalVisitors: statistics.total }),
      ...auditRoutes({ database, paging }),
      ...settingsRoutes(settings),
      ...tenantRoutes(tenants),
      ...accountRoutes({
        database,
        runUnit,
        hasher,
        hooks,
        clock,
        defaultRole: config.auth.defaultRole,
        confirmOwner: auth.confirmOwner,
        // What other tenants there are is not known while there is one.
        tenantExists: several ? directory.exists : async () => true,
      }),
      ...apiKeyRoutes(createApiKeyService({ database, runUnit, watcher, clock })),
      ...setupRoutes({
        config,
        shownConfig: () => ({ ...shownConfig, plugins: hooks.names() }),
        settings,
        profiles,
        controllerName,
        runUnit,
        clock,
        visitorCookies: cookieNames,
        health: async () => (await health()).checks,
        adminExists: () => database.read(activeSuperadminExists),
        registrations: registrations.readiness,
        receipts: receipts.readiness,
      }),
      readinessRoute(health),
    ],
  );

  const tenantLookup = createTenantLookup({
    tenants: directory,
    baseDomain: config.tenancy.baseDomain,
    hostname: clientFacts.hostname,
  });
  const shared = {
    publicPath: config.publicPath,
    clientFacts,
    rateLimiter,
    stallMs: config.limits.stallMs,
    logger,
  };
  const publicApi = createApiRouter({
    ...shared,
    base: publicBase,
    routes: publicRoutes,
    policy: createPublicApiPolicy({
      lifecycle,
      bodyBytes: config.limits.publicBodyBytes,
      tenants: tenantLookup,
      resolveRequestedTenant: createTenantResolver(tenantLookup, config.tenancy.resolve, logger),
      authenticateKey: apiKeys.authenticate,
      tenantOrigins,
      anyProfileLists: catalogue.anyLists,
    }),
  });
  const adminApi = createApiRouter({
    ...shared,
    base: adminBase,
    routes: adminRoutes,
    policy: createAdminApiPolicy({
      lifecycle,
      bodyBytes: config.limits.adminBodyBytes,
      mode: auth.mode,
      tenants: tenantLookup,
      authenticate: auth.authenticate,
      adminOrigins: async (tenantId) => (await settings.current(tenantId)).adminAllowedOrigins,
      existsInAnotherTenant: (...asked) =>
        database.read((connection) => existsInAnotherTenant(connection, ...asked)),
      auditRejection: refusals.note,
    }),
  });

  const countedPublic = inFlight.counted(publicApi);

  return {
    publicRouter(req: IncomingMessage, res, next) {
      // Published files come from memory, before anything else; only a service that has not started is
      // started first.
      if (lifecycle.isStarted || !hotServe.isFor(req)) {
        hotServe.handle(req, res, () => countedPublic(req, res, next));
        return;
      }
      const serve = () => void hotServe.handle(req, res, () => countedPublic(req, res, next));
      Promise.resolve()
        .then(lifecycle.ready)
        .then(serve, () => hotServe.refuse(req, res));
    },
    adminRouter: inFlight.counted(adminApi),
    events,
    wellKnownGpc: serveWellKnown({
      path: gpcResourcePath,
      body: gpcSupport(config.compliance.gpcLastUpdate),
      maxAge: secondsPerDay,
    }),
    plugins: { register: hooks.register, names: hooks.names },
    start: lifecycle.start,
    close: lifecycle.close,
    health,
    async maintenance() {
      await lifecycle.start();
      await maintenance();
    },
    routes: { public: publicRoutes, admin: adminRoutes },
    operations: {
      migrations: {
        list: () => listMigrations(database),
        pending: () => pendingMigrations(database),
        up: () => migrateUp(database),
        down: () => migrateDown(database),
      },
      audit: {
        tenants: () => database.read(tenantsWithAudit),
        verify: (tenantId, progress) => verifyChain(database, tenantId, progress),
      },
      async copyStorage(source, target, report) {
        for (const place of [source, target]) await place.connect();
        const result = await copyStorage({ source, target, owner: await owner() }, report);
        for (const place of [source, target]) await place.disconnect();
        return result;
      },
      statistics: { rebuild: statistics.rebuild },
      demoData: createDemoData({
        database,
        runUnit,
        catalogue,
        tenantExists: directory.exists,
        seedProfiles: createSeeding({ controllerName, runUnit, profiles, visitorCookies: cookieNames }),
        recordChanges: statistics.recordChanges,
        foldStatistics: statistics.maintenance,
        clock,
      }),
      exports: dataExports.service,
      consentImport: createConsentImport({
        database,
        runUnit,
        catalogue,
        tenantExists: directory.exists,
        recordChanges: statistics.recordChanges,
        foldStatistics: statistics.maintenance,
        // A random secret would hash differently in every run.
        visitorIdKey: hasLastingKeys ? keys.importedVisitorIds : null,
        auditedVisitor: hasLastingKeys ? consents.records.auditedVisitor : null,
        clock,
      }),
      async requireTenant(tenantId) {
        if (
          (await directory.exists(tenantId)) ||
          (await database.read((connection) => hasRetainedData(connection, tenantId)))
        )
          return;
        throw new ServiceError('tenant_not_found');
      },
    },
  };
}

/**
 * @throws ConfigError when the files would be in another database than the rows, whose transactions write
 * them
 */
function requireOwnDatabase({ storage, knex, database }: ResolvedConfig): void {
  if (!isDatabaseStorage(storage) || (storage.knex === knex && storage.tablePrefix === database.tablePrefix))
    return;
  throw new ConfigError([
    {
      path: 'storage',
      message:
        'databaseStorage must get the same Knex and tablePrefix as the service, whose transactions write the files',
    },
  ]);
}

/** @throws ConfigError when the step says that the host's set-up is wrong; what else it throws as it is */
async function setUp(path: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    throw error instanceof SetupError
      ? new ConfigError([{ path, message: error.message }], { cause: error })
      : error;
  }
}

/**
 * @throws ConfigError naming every plugin that cannot be registered: what a function makes is known only now
 */
function registerAll(registry: PluginRegistry, plugins: readonly PluginInput[]): void {
  const faults = plugins.flatMap((plugin, index) => {
    try {
      registry.register(plugin);
      return [];
    } catch (error) {
      return [
        { path: `plugins.${index}`, message: error instanceof Error ? error.message : 'cannot be made' },
      ];
    }
  });
  if (faults.length > 0) throw new ConfigError(faults);
}
