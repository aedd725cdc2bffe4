import type { ResolvedConfig } from '../config/config-schema';
import { ConfigError, describeConfig } from '../config/resolve-config';
import { createDatabase } from '../database/database';
import { describeDatabase } from '../database/describe-database';
import { createReads } from '../database/reads';
import { createRevisionWatcher } from '../database/revisions';
import { loadSecret } from '../database/secrets';
import { createUnitOfWork } from '../database/unit-of-work';
import { createPasswordHasher, passwordHashing } from '../features/accounts';
import { writeAudit } from '../features/audit';
import { type GeoQuery, locateWithin } from '../geo';
import { createClientFacts } from '../http/client-facts';
import { createCursors } from '../http/cursors';
import { createInFlight } from '../http/in-flight';
import { createPaging } from '../http/paging';
import { createRateLimiter } from '../http/rate-limit';
import { systemClock } from '../kernel/clock';
import { hmacSha256Hex } from '../kernel/crypto';
import { SetupError } from '../kernel/errors';
import { ServiceEventEmitter } from '../kernel/events';
import { newId } from '../kernel/ids';
import { createSecretRing } from '../kernel/keyring';
import { createLifecycle } from '../kernel/lifecycle';
import { describeError, toServiceLogger } from '../kernel/logger';
import { deriveSigningKeys } from '../kernel/signing-keys';
import { guardedStorage } from '../storage/guarded-storage';
import type { StorageOwner } from '../storage/storage-binding';
import type { Internals } from './consent-service';
import { createHooks } from './create-hooks';
import { createSecretFingerprints } from './secret-fingerprints';

export type Platform = ReturnType<typeof createPlatform>;

/** @throws ConfigError when the step rejects the host's configuration; other errors are thrown unchanged */
function namingConfigKey<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw error instanceof SetupError
      ? new ConfigError([{ path, message: error.message }], { cause: error })
      : error;
  }
}

/** Creates the shared services that every feature uses. */
export function createPlatform(config: ResolvedConfig, internals: Internals) {
  const { clock = systemClock, workerOptions } = internals;
  const { compliance, database: databaseOptions, rateLimit } = config;
  const logger = toServiceLogger(config.logger);
  const secrets = {
    master: createSecretRing(config.auth.masterSecret),
    signing: createSecretRing(compliance.dataSigningHash),
  };
  const hasLastingKeys = secrets.signing.isLasting;
  if (!hasLastingKeys) {
    logger.warn(
      {},
      'compliance.dataSigningHash is not set. A random one is used, so ownership proofs, parental-consent tokens and hashes of addresses and erased visitors are valid only in this process. See docs/guide/troubleshooting.md#no-signing-hash',
    );
  }
  const keys = deriveSigningKeys(secrets.signing);
  const cursors = createCursors(keys.cursors);
  const storage = guardedStorage(config.storage, internals.storageTimeoutMs);
  const events = new ServiceEventEmitter((error, event) =>
    logger.error({ event, error: describeError(error) }, 'An event listener failed'),
  );
  const shownConfig = describeConfig(config);
  const hooks = createHooks(
    {
      context: Object.freeze({
        storage: Object.freeze({ ...storage }),
        config: shownConfig,
        knex: config.knex,
        events,
        logger,
      }),
      timeoutMs: config.pluginTimeoutMs,
      strict: config.strictPlugins,
      logger,
    },
    config.plugins,
  );
  const database = createDatabase(config.knex, databaseOptions);
  const { readKnex, tablePrefix, timeoutMs } = databaseOptions;
  const installationId = () => loadSecret(database, 'installation', newId);
  const reads = createReads({
    primary: database,
    // The other half is left for the primary.
    replica:
      readKnex === undefined || readKnex === config.knex
        ? null
        : createDatabase(readKnex, { tablePrefix, timeoutMs: timeoutMs / 2 }),
    installationId,
    clock,
    logger,
  });
  const runUnit = createUnitOfWork({
    database,
    events,
    writeAudit: (connection, entries) => writeAudit(connection, entries, clock),
  });
  const { enabled, store, ...buckets } = rateLimit;
  const rateLimiter = namingConfigKey('rateLimit.store', () =>
    createRateLimiter({
      enabled,
      store,
      buckets,
      hideClient: (client) => hmacSha256Hex(keys.rateLimitClients, client),
      clock,
      logger,
    }),
  );
  const lifecycle = createLifecycle({ logger, waitMs: timeoutMs });
  return {
    clientFacts: createClientFacts(config.trustProxy),
    clock,
    cursors,
    database,
    events,
    hasher: createPasswordHasher({ ...passwordHashing, ...internals.passwordHashing }),
    hasLastingKeys,
    hooks,
    inFlight: createInFlight(() => lifecycle.isClosed),
    keys,
    lifecycle,
    locate: (query: GeoQuery) => locateWithin(config.geo, query, { logger }),
    logger,
    paging: createPaging(config.limits, cursors),
    rateLimiter,
    purgeTimes: internals.purgeTimes,
    reads,
    registryTimeoutMs: internals.registryTimeoutMs,
    runUnit,
    secrets,
    secretFingerprints: createSecretFingerprints(
      { 'auth.masterSecret': secrets.master, 'compliance.dataSigningHash': secrets.signing },
      database,
      clock,
      logger,
    ),
    shownConfig,
    storage,
    storageOwner: async (): Promise<StorageOwner> => ({
      id: await installationId(),
      description: describeDatabase(config.knex, database.dialect, database.prefix),
    }),
    /** Detects changes to profiles, settings, tenants and keys by other processes. */
    watcher: createRevisionWatcher(database, 'content', clock),
    widgetDirectory: internals.widgetDirectory,
    dashboardDirectory: internals.dashboardDirectory,
    workerOptions,
  };
}
