import type { ResolvedConfig } from '#platform/config/config-schema';
import { ConfigError } from '#platform/config/resolve-config';
import { migrateUp, requireMigrated } from '#platform/database/migrate';
import { acceptsAuditChanges, protectAuditLog } from '#platform/database/protect-audit-log';
import { requireRights } from '#platform/database/require-rights';
import { requireUnchangedRows } from '#platform/database/require-unchanged-values';
import { requireUsableServer } from '#platform/database/require-usable-server';
import { emptyWriteAheadLog } from '#platform/database/write-ahead-log';
import type { Feature } from '#platform/feature';
import { SetupError } from '#platform/kernel/errors';
import { startStep } from '#platform/kernel/lifecycle';
import { describeError } from '#platform/kernel/logger';
import { loadSchemaChecks } from '#platform/kernel/schema-check';
import { announceStart } from './announce-start';
import type { ConsentService, MaintenanceOutcome } from './consent-service';
import type { Features } from './features';
import type { Platform } from './platform';
import { warnOfUnknownGroups } from './warn-of-groups';
import { watchGauges } from './watch-gauges';

const auditLogCanBeChanged =
  'Entries of the audit log can be changed: the triggers that keep it append-only are missing, as after a restore without triggers. Run `express-consent migrate` as a user who can create them. See docs/guide/troubleshooting.md#audit-log-can-be-changed';

/** Longest time that `close()` waits for running requests (ms). */
const closeGraceMs = 10_000;

/** Part of it that is left for the 503 of requests that still wait for the database (ms). */
const lastAnswersMs = 1000;

/** Time before that in which features write what they hold: afterwards the database accepts nothing (ms). */
const lastWritesMs = 1000;

interface UpkeepResult {
  readonly outcome: MaintenanceOutcome;
  /** Whether a task has more to do, also when another one has failed. */
  readonly isUnfinished: boolean;
}

const measuredUpkeep = {
  metric: 'upkeep.duration',
  labels: {},
  span: { name: 'upkeep', role: 'root', attributes: {} },
  failureOf: ({ outcome }: UpkeepResult) => (outcome === 'failed' ? 'task_failed' : null),
  outcomeOf: ({ outcome }: UpkeepResult) => outcome,
} as const;

/** Time between two runs of the upkeep (ms). */
const upkeepEveryMs = 10 * 60_000;
/** Time until the next run while expired data is left (ms): visitors' requests have the database to themselves meanwhile. */
const unfinishedPauseMs = 15_000;

/** Defines the steps of the service at start, every ten minutes and on close. */
export function createServiceLifecycle(
  config: ResolvedConfig,
  platform: Platform,
  features: Features,
): Pick<ConsentService, 'start' | 'drain' | 'close' | 'maintenance'> {
  const {
    background,
    clock,
    database,
    hooks,
    inFlight,
    lifecycle,
    logger,
    reads,
    secretFingerprints,
    storage,
    telemetry,
  } = platform;
  const { knex, geo } = config;
  const databaseFailure = `the database (${String(knex.client?.driverName ?? database.dialect)}) cannot be used`;
  let upkeepSucceededAt = clock.now();
  watchGauges(config, platform, { health: features.health, upkeepSucceededAt: () => upkeepSucceededAt });

  let hasBacklog = false;
  /** Runs of the upkeep: that of the timer, and those of callers of `maintenance()`. */
  const running = new Set<Promise<unknown>>();

  async function runUpkeep(isOver: () => boolean): Promise<UpkeepResult> {
    const run = (task: () => Promise<unknown>) =>
      task().catch((error) => {
        logger.warn({ error: describeError(error) }, 'Upkeep failed');
        return 'failed';
      });
    const results: unknown[] = [];
    for (const feature of features.all)
      results.push(lifecycle.isClosed ? 'unfinished' : await run(async () => feature.maintain?.(isOver)));
    // Runs after every task that erases data.
    results.push(await run(() => emptyWriteAheadLog(database)));
    if (!background.isOn && !lifecycle.isClosed)
      results.push(
        ...(await Promise.all(features.all.map((feature) => run(async () => feature.catchUp?.(isOver))))),
      );
    const isUnfinished = results.includes('unfinished');
    const outcome = results.includes('failed') ? 'failed' : isUnfinished ? 'unfinished' : 'ok';
    return { outcome, isUnfinished };
  }

  async function runMeasuredUpkeep(withinMs = Number.POSITIVE_INFINITY): Promise<UpkeepResult> {
    const endsAt = clock.elapsed() + withinMs;
    const isOver = () => lifecycle.isClosed || clock.elapsed() > endsAt;
    const run = telemetry.measure(measuredUpkeep, () => runUpkeep(isOver));
    running.add(run);
    try {
      const result = await run;
      if (result.outcome === 'ok') upkeepSucceededAt = clock.now();
      noteBacklog(result);
      return result;
    } finally {
      running.delete(run);
    }
  }

  /** Logs the beginning and the end of a backlog, not each run. A task that fails neither hides one nor ends it. */
  function noteBacklog({ outcome, isUnfinished }: UpkeepResult): void {
    if (lifecycle.isClosed || hasBacklog === isUnfinished || (outcome === 'failed' && hasBacklog)) return;
    hasBacklog = isUnfinished;
    if (hasBacklog)
      logger.warn(
        {},
        'The upkeep has left expired data, or messages that are due, and the next runs continue. See docs/guide/retention.md#schedule',
      );
    else logger.info({}, 'The upkeep has removed all expired data');
  }

  const upkeepTimer = background.timer(async () => {
    let isUnfinished = false;
    try {
      ({ isUnfinished } = await runMeasuredUpkeep());
    } catch (error) {
      // A meter or tracer of the host can throw, for example.
      logger.warn({ error: describeError(error) }, 'Upkeep failed');
    } finally {
      if (!lifecycle.isClosed) upkeepTimer.set(isUnfinished ? unfinishedPauseMs : upkeepEveryMs);
    }
  });

  async function startFeature({ start, startFailure }: Feature): Promise<void> {
    if (startFailure === undefined) await startStep(databaseFailure, async () => start?.());
    else
      await startStep(startFailure.meaning, () =>
        namingConfigKey(startFailure.configKey, async () => start?.()),
      );
  }

  /** Decisions are recorded without the triggers too: a log that cannot be protected is a warning. */
  async function requireAppendOnly(): Promise<void> {
    try {
      if (config.database.migrate) await protectAuditLog(database);
      else if (await acceptsAuditChanges(database)) logger.warn({}, auditLogCanBeChanged);
    } catch (error) {
      logger.warn({ error: describeError(error) }, auditLogCanBeChanged);
    }
  }

  async function start(): Promise<void> {
    await telemetry.start();
    upkeepSucceededAt = clock.now();
    await startStep(databaseFailure, async () => {
      await requireUsableServer(database, (message) => logger.warn({}, message));
      if (config.database.migrate) await migrateUp(database);
      else await requireMigrated(database);
      await requireRights(database);
      await requireUnchangedRows(database);
      await requireAppendOnly();
    });
    await startStep('the read replica cannot be used', () =>
      namingConfigKey('database.readKnex', reads.start),
    );
    await startStep(`the storage "${storage.name}" cannot be used`, storage.connect);
    await startStep(`the geo provider "${geo.name}" cannot be used`, () =>
      namingConfigKey('geo', async () => geo.open?.()),
    );
    for (const feature of features.all) await startFeature(feature);
    await secretFingerprints.warnOfChanged();
    await hooks.initialize();
    await warnOfUnknownGroups(config.compliance, features.profiles.service, logger);
    loadSchemaChecks();
    await announceStart(config, platform, features);
    upkeepTimer.set(upkeepEveryMs);
  }

  async function flush(): Promise<void> {
    for (const feature of features.all)
      await feature
        .flush?.()
        .catch((error) =>
          logger.warn(
            { error: describeError(error) },
            'Some counts could not be written before the service closed',
          ),
        );
  }

  lifecycle.setSteps({
    // A request can be what starts the service.
    start: () => background.run(start),
    async close() {
      upkeepTimer.clear();
      const lastWrites = setTimeout(flush, closeGraceMs - lastAnswersMs - lastWritesMs);
      const lastAnswers = setTimeout(() => {
        reads.end();
        database.end();
      }, closeGraceMs - lastAnswersMs);
      await inFlight.finished(closeGraceMs);
      clearTimeout(lastWrites);
      for (const feature of features.all.toReversed()) await feature.close?.();
      // It stops after its batch. Hooks about what the batch has erased run before plugins are destroyed.
      await Promise.allSettled(running);
      clearTimeout(lastAnswers);
      await reads.close();
      await hooks.destroy();
      // Everything else has ended: there is nothing that the host could try again.
      await storage
        .disconnect()
        .catch((error) =>
          logger.warn(
            { error: describeError(error) },
            `The storage "${storage.name}" could not be disconnected`,
          ),
        );
      telemetry.close();
    },
  });

  return {
    start: lifecycle.start,
    drain: lifecycle.drain,
    close: lifecycle.close,
    async maintenance({ withinMs } = {}) {
      await lifecycle.start();
      return (await runMeasuredUpkeep(withinMs)).outcome;
    },
  };
}

/** @throws ConfigError when the step rejects the host's set-up; other errors are thrown unchanged */
async function namingConfigKey(path: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    throw error instanceof SetupError
      ? new ConfigError([{ path, message: error.message }], { cause: error })
      : error;
  }
}
