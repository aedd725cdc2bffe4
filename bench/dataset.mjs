import { once } from 'node:events';
import createKnex from 'knex';
import { addressOf, cli, countTables, ensureDatabase, knexConfig } from './machine.mjs';

/**
 * A database with so many made-up visitors, always the same ones; kept for the next run. Gives its address.
 */
export async function openDataset(kind, consents, directory) {
  const name = `ec_bench_${consents}`;
  const url = addressOf(kind, name, directory);
  await ensureDatabase(kind, name, createKnex);
  if ((await filled(url)) >= consents) return url;
  // What was cut off goes on.
  const visitors = ['--consents', String(consents), '--seed', 'lists', '--until', '2026-06-30', '--force'];
  const storage = ['--storage', `${directory}/storage`];
  const [code] = await once(
    cli(['demo-data', ...visitors, '--database', url, ...storage], ['ignore', 'ignore', 'inherit']),
    'close',
  );
  if (code !== 0) throw new Error(`demo-data ended with ${code}`);
  const knex = createKnex(knexConfig(url));
  await countTables(kind, knex).finally(() => knex.destroy());
  return url;
}

async function filled(url) {
  const knex = createKnex(knexConfig(url));
  try {
    return Number((await knex('svc_consents').count({ rows: '*' }).first()).rows);
  } catch {
    return 0;
  } finally {
    await knex.destroy();
  }
}
