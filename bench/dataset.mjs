import { once } from 'node:events';
import createKnex from 'knex';
import { analyzeTables, cli, databaseUrl, ensureDatabase, knexConfig } from './machine.mjs';

/**
 * Opens a database with this number of generated visitors, the same ones in every run, and keeps it for the
 * next run. Returns its address.
 */
export async function openDataset(kind, consents, directory, name = `ec_bench_${consents}`) {
  const url = databaseUrl(kind, name, directory);
  await ensureDatabase(kind, name, createKnex);
  if ((await countConsents(url)) >= consents) return url;
  // An interrupted run continues.
  const visitors = ['--consents', String(consents), '--seed', 'lists', '--until', '2026-06-30', '--force'];
  const [code] = await once(
    cli(['demo-data', ...visitors, '--database', url], ['ignore', 'ignore', 'inherit']),
    'close',
  );
  if (code !== 0) throw new Error(`demo-data ended with ${code}`);
  const knex = createKnex(knexConfig(url));
  await analyzeTables(kind, knex).finally(() => knex.destroy());
  return url;
}

async function countConsents(url) {
  const knex = createKnex(knexConfig(url));
  try {
    return Number((await knex('svc_consents').count({ rows: '*' }).first()).rows);
  } catch {
    return 0;
  } finally {
    await knex.destroy();
  }
}
