import createKnex, { type Knex } from 'knex';
import { createDatabase } from '#platform/database/database';
import { migrateUp } from '#platform/database/migrate';

/**
 * Migrates the database of `<config as JSON>` and is killed, as by the kernel, before the first statement
 * that matches `<pattern>`.
 */
const [config = '{}', pattern = ''] = process.argv.slice(2);
const knex = createKnex(JSON.parse(config) as Knex.Config);
knex.on('query', ({ sql }: { sql: string }) => {
  if (new RegExp(pattern, 'i').test(sql)) process.kill(process.pid, 'SIGKILL');
});
migrateUp(createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 5000 })).finally(() => knex.destroy());
