import type { ResolvedConfig } from '../config/config-schema';
import { ConfigError } from '../config/resolve-config';
import { migrateUp, requireMigrated } from '../database/migrate';
import { requireUnchangedRows } from '../database/require-unchanged-values';
import { requireUsableServer } from '../database/require-usable-server';
import { emptyWriteAheadLog } from '../database/write-ahead-log';
import type { Feature } from '../features/feature';
import { SetupError } from '../kernel/errors';
import { startStep } from '../kernel/lifecycle';
import { describeError } from '../kernel/logger';
import { announceStart } from './announce-start';
import type { ConsentService } from './consent-service';
import type { Features } from './features';
import type { Platform } from './platform';
import { warnOfUnknownGroups } from './warn-of-groups';

/** How long `close()` lets running requests finish (ms). */
const closeGraceMs = 10_000;

/** Part of it that is left for the 503 of requests that still wait for the database (ms). */
const lastAnswersMs = 1000;

/** Time between two runs of the upkeep (ms). */
const maintenanceEveryMs = 10 * 60_000;

/** Defines the steps of the service at start, every ten minutes and on close. */
export function createServiceLifecycle(
  config: ResolvedConfig,
  platform: Platform,
  features: Features,
): Pick<ConsentService, 'start' | 'drain' | 'close' | 'maintenance'> {
  const { database, hooks, inFlight, lifecycle, logger, reads, secretFingerprints, storage } = platform;
  const { knex, geo } = config;
  const databaseFailure = `the database (${String(knex.client?.driverName ?? database.dialect)}) cannot be used`;
  let maintenanceTimer: NodeJS.Timeout | undefined;

  async function runUpkeep(): Promise<void> {
    const tasks = [
      ...features.all.map((feature) => async () => feature.maintain?.(() => lifecycle.isClosed)),
      // Runs after every task that erases data.
      () => emptyWriteAheadLog(database),
    ];
    for (const task of tasks)
      await task().catch((error) => logger.warn({ error: describeError(error) }, 'Upkeep failed'));
  }

  async function startFeature({ start, startFailure }: Feature): Promise<void> {
    if (startFailure === undefined) await startStep(databaseFailure, async () => start?.());
    else
      await startStep(startFailure.meaning, () =>
        namingConfigKey(startFailure.configKey, async () => start?.()),
      );
  }

  lifecycle.setSteps({
    async start() {
      await startStep(databaseFailure, async () => {
        await requireUsableServer(database, (message) => logger.warn({}, message));
        if (config.database.migrate) await migrateUp(database);
        else await requireMigrated(database);
        await requireUnchangedRows(database);
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
      await announceStart(config, platform, features);
      maintenanceTimer = setInterval(() => void runUpkeep(), maintenanceEveryMs);
      maintenanceTimer.unref();
    },
    async close() {
      clearInterval(maintenanceTimer);
      const lastAnswers = setTimeout(() => {
        reads.end();
        database.end();
      }, closeGraceMs - lastAnswersMs);
      await inFlight.finished(closeGraceMs);
      for (const feature of features.all.toReversed()) await feature.close?.();
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
    },
  });

  return {
    start: lifecycle.start,
    drain: lifecycle.drain,
    close: lifecycle.close,
    async maintenance() {
      await lifecycle.start();
      await runUpkeep();
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
