import createKnex, { type Knex } from 'knex';
import { createStatistics } from '#decisions/statistics/index';
import { createDatabase } from '#platform/database/database';
import { createReads } from '#platform/database/reads';
import { systemClock } from '#platform/kernel/clock';
import { createBackground } from '#platform/kernel/concurrency/background';
import { createTelemetry } from '#platform/kernel/telemetry/telemetry';
import { silentLogger } from './published-files';

/**
 * Folds or rebuilds the statistics of `<config as JSON>` and is killed, as by the kernel, before the first
 * statement that matches `<pattern>`.
 */
const [config = '{}', task, pattern = ''] = process.argv.slice(2);
const knex = createKnex(JSON.parse(config) as Knex.Config);
knex.on('query', ({ sql }: { sql: string }) => {
  if (new RegExp(pattern, 'i').test(sql)) process.kill(process.pid, 'SIGKILL');
});
const database = createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 5000 });
const clock = systemClock;
const logger = silentLogger;
const statistics = createStatistics({
  background: createBackground({ isOn: true, clock }),
  database,
  reads: createReads({ primary: database, replica: null, installationId: async () => '', clock, logger }),
  clock,
  logger,
  activeProfiles: async () => 0,
  visibleTenants: async () => [],
  impressionSample: async () => 1,
  telemetry: createTelemetry({ clock, logger }),
  publications: async () => ({ items: [], nextAfter: null }),
  findExperiment: async () => {
    throw new Error('there are none');
  },
});
const work = task === 'rebuild' ? statistics.rebuild(() => {}) : statistics.maintain();
work.finally(() => knex.destroy());
