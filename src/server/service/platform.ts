import { createPasswordHasher, passwordHashing } from '#operators/accounts/index';
import { writeAudit } from '#operators/audit/index';
import { createWebhookOutbox } from '#operators/webhooks/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { ConfigError, describeConfig } from '#platform/config/resolve-config';
import { createDatabase } from '#platform/database/database';
import { describeDatabase } from '#platform/database/describe-database';
import { createReads } from '#platform/database/reads';
import { createRevisionWatcher } from '#platform/database/revisions';
import { loadSecret } from '#platform/database/secrets';
import { createUnitOfWork } from '#platform/database/unit-of-work';
import { createLocate } from '#platform/geo/index';
import { createClientFacts } from '#platform/http/client-facts';
import { createCursors } from '#platform/http/cursors';
import { createInFlight } from '#platform/http/in-flight';
import { createPaging } from '#platform/http/paging';
import { createRateLimiter } from '#platform/http/rate-limit';
import { systemClock } from '#platform/kernel/clock';
import { createBackground } from '#platform/kernel/concurrency/background';
import { hmacSha256Hex } from '#platform/kernel/crypto';
import { SetupError } from '#platform/kernel/errors';
import { ServiceEventEmitter } from '#platform/kernel/events';
import { newId } from '#platform/kernel/ids';
import { createSecretRing } from '#platform/kernel/keyring';
import { isPlaceholder } from '#platform/kernel/known-secret';
import { createLifecycle } from '#platform/kernel/lifecycle';
import { describeError, type Logger, toServiceLogger } from '#platform/kernel/logger';
import { deriveSigningKeys } from '#platform/kernel/signing-keys';
import { createSummarizingLogger } from '#platform/kernel/summarizing-logger';
import { createTelemetry } from '#platform/kernel/telemetry/telemetry';
import { guardedStorage } from '#platform/storage/guarded-storage';
import { measuredStorage } from '#platform/storage/measured-storage';
import type { StorageOwner } from '#platform/storage/storage-binding';
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
  const requestLogger = createSummarizingLogger(logger, clock);
  const telemetry = createTelemetry({ clock, logger });
  const secrets = {
    master: createSecretRing(config.auth.masterSecret),
    signing: createSecretRing(compliance.dataSigningHash),
  };
  const hasLastingKeys = secrets.signing.isLasting;
  if (!hasLastingKeys) {
    logger.warn(
      { secrets: ['compliance.dataSigningHash'] },
      'compliance.dataSigningHash is not set. A random one is used, so ownership proofs, parental-consent tokens and hashes of addresses and erased visitors are valid only in this process. See docs/guide/troubleshooting.md#no-signing-hash',
    );
  }
  warnOfKnownSecrets(config, logger);
  const keys = deriveSigningKeys(secrets.signing);
  const cursors = createCursors(keys.cursors);
  const storage = measuredStorage(guardedStorage(config.storage, internals.storageTimeoutMs), telemetry);
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
  const onRetry = () => telemetry.count('database.retries', {});
  const database = createDatabase(config.knex, { ...databaseOptions, onRetry, telemetry });
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
  /** Detects changes to profiles, settings, tenants, keys and webhooks by other processes. */
  const watcher = createRevisionWatcher(database, 'content', clock);
  const webhookOutbox = createWebhookOutbox({
    database,
    watcher,
    clock,
    sealingKeys: keys.webhooks,
    visitorKeys: keys.webhookVisitors,
  });
  const runUnit = createUnitOfWork({
    database,
    events,
    outbox: webhookOutbox,
    writeAudit: (connection, entries) => writeAudit(connection, entries, clock),
    onAuditFailure: () => telemetry.count('audit.failures', {}),
  });
  const { enabled, store, ...buckets } = rateLimit;
  const rateLimiter = namingConfigKey('rateLimit.store', () =>
    createRateLimiter({
      enabled,
      store,
      buckets,
      hideClient: (client) => hmacSha256Hex(keys.rateLimitClients, client),
      clock,
      logger: requestLogger,
    }),
  );
  const lifecycle = createLifecycle({ logger, waitMs: timeoutMs });
  return {
    background: createBackground({ isOn: config.background, clock }),
    clientFacts: createClientFacts(config.trustProxy),
    clock,
    cursors,
    database,
    events,
    hasher: createPasswordHasher({ ...passwordHashing, ...internals.passwordHashing }),
    hasLastingKeys,
    hooks,
    inFlight: createInFlight(lifecycle),
    keys,
    lifecycle,
    locate: createLocate(config.geo, { logger: requestLogger }),
    logger,
    paging: createPaging(config.limits, cursors),
    rateLimiter,
    purgeTimes: internals.purgeTimes,
    reads,
    requestLogger,
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
    telemetry,
    translationTimeoutMs: internals.translationTimeoutMs,
    watcher,
    webhookOutbox,
    webhookTimes: internals.webhookTimes,
    widgetDirectory: internals.widgetDirectory,
    dashboardDirectory: internals.dashboardDirectory,
    workerOptions,
  };
}

/** Warns of secrets that were copied from an example, without their values. */
function warnOfKnownSecrets({ auth, compliance }: ResolvedConfig, logger: Logger): void {
  const values = {
    'auth.masterSecret': auth.masterSecret,
    'compliance.dataSigningHash': compliance.dataSigningHash,
    'auth.adminPassword': auth.mode === 'local' ? auth.adminPassword : undefined,
  };
  for (const [key, setting] of Object.entries(values)) {
    const [value] = [setting ?? []].flat();
    if (value !== undefined && isPlaceholder(value))
      logger.warn(
        { secrets: [key] },
        `${key} is a value from an example. ${key === 'auth.adminPassword' ? 'Set another password with `express-consent reset-password EMAIL`, then remove auth.adminPassword from the configuration.' : 'Draw a new one with `openssl rand -base64 48`.'} See docs/guide/troubleshooting.md#known-secret`,
      );
  }
}
