import createKnex, { type Knex } from 'knex';
import { createDatabase } from '../../src/database/database';
import { createReads } from '../../src/database/reads';
import { createStatistics } from '../../src/features/statistics';
import { systemClock } from '../../src/kernel/clock';
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
  database,
  reads: createReads({ primary: database, replica: null, installationId: async () => '', clock, logger }),
  clock,
  logger,
  activeProfiles: async () => 0,
  visibleTenants: async () => [],
});
const work = task === 'rebuild' ? statistics.rebuild(() => {}) : statistics.maintain();
work.finally(() => knex.destroy());
