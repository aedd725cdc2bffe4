/**
 * Measures the import of consents from another product on each database, with the command line in a separate
 * process:
 *
 *     node bench/import.mjs [--rows 200000] [--databases sqlite,mysql,postgres] [--directory .tmp-bench]
 *
 * One row in ten is a later decision of an earlier visitor. Measured three times: into an empty database, the
 * same file again (nothing to write), and a dry run. Beside it, a bare loop inserts the rows that the first import wrote
 * into the same tables, emptied, with a prepared statement for each table and a transaction for a thousand decisions: it
 * reads no file, checks nothing and counts nothing. Prints Markdown.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import createKnex from 'knex';
import { cli, databaseUrl, describeMachine, dropDatabase, ensureDatabase, knexConfig } from './machine.mjs';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    databases: { type: 'string', default: 'sqlite,mysql,postgres' },
    directory: { type: 'string', default: '.tmp-bench' },
  },
});
const rows = Number(values.rows);
const file = `${values.directory}/import-${rows}.csv`;
const mapping = `${values.directory}/import-mapping.json`;

/** Returns a random-looking id, as visitors have, the same in every run. */
function visitorId(number) {
  const hex = createHash('md5').update(String(number)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

async function* lines() {
  yield 'visitor,decided,lang,country,analytics,marketing\n';
  let text = '';
  const countries = ['DE', 'FR', 'AT', 'IT', 'US'];
  for (let row = 0; row < rows; row += 1) {
    const visitor = row % 10 === 9 ? row - 5 : row;
    const decided = new Date(Date.UTC(2025, 0, 1) + row * 60).toISOString();
    text += `${visitorId(visitor)},${decided},de,${countries[row % 5]},${row % 2 === 0},${row % 4 === 0}\n`;
    if (row % 1000 === 999) {
      yield text;
      text = '';
    }
  }
  yield text;
}

/** Returns the duration of a command, including the start and end of its process (ms). */
async function timed(args) {
  const started = performance.now();
  const [code] = await once(cli(args, ['ignore', 'ignore', 'inherit']), 'close');
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
  return performance.now() - started;
}

/** Inserts rows one by one with the driver's prepared statements. */
const prepared = {
  sqlite(connection, { text }) {
    const statement = connection.prepare(text);
    return (values) => statement.run(values);
  },
  mysql(connection, { text }) {
    return (values) => connection.promise().execute(text, values);
  },
  postgres(connection, { text, table }) {
    const [head, ...tail] = text.split('?');
    const numbered = head + tail.map((part, index) => `$${index + 1}${part}`).join('');
    return (values) => connection.query({ name: table, text: numbered, values });
  },
};

/** Returns how long the inserts of all records and states take without a product around them (ms). */
async function insertAgain(kind, knex) {
  const filled = await Promise.all(
    ['svc_consents', 'svc_consent_history'].map(async (table) => ({ table, rows: await knex(table) })),
  );
  const tables = filled.filter(({ rows }) => rows.length > 0);
  for (const { table } of tables) await knex(table).delete();
  const connection = await knex.client.acquireConnection();
  const run = {
    sqlite: (sql) => connection.exec(sql),
    mysql: (sql) => connection.promise().query(sql),
    postgres: (sql) => connection.query(sql),
  }[kind];
  const inserts = tables.map(({ table, rows: [first] }) => {
    const columns = Object.keys(first);
    const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
    return prepared[kind](connection, { table, text });
  });
  const values = tables.map(({ rows }) => rows.map((row) => Object.values(row)));
  const started = performance.now();
  for (let start = 0; start < rows; start += 1000) {
    await run('begin');
    for (const [index, insert] of inserts.entries())
      for (const row of values[index].slice(start, start + 1000)) await insert(row);
    await run('commit');
  }
  const took = performance.now() - started;
  await knex.client.releaseConnection(connection);
  return took;
}

async function measure(kind) {
  const name = 'ec_bench_import';
  const url = databaseUrl(kind, name, values.directory);
  await dropDatabase(kind, name, values.directory, createKnex);
  await ensureDatabase(kind, name, createKnex);
  // Creates the tables, and a profile for each group.
  await timed(['demo-data', '--consents', '1', '--database', url]);
  const knex = createKnex(knexConfig(url));
  const { id } = await knex('svc_profiles').first('id');
  const args = ['import', file, '--database', url, '--profile', id, '--mapping', mapping];
  const times = [await timed(args), await timed(args), await timed([...args, '--dry-run'])];
  const [{ states }] = await knex('svc_consents').where({ source: 'import' }).sum({ states: 'revision' });
  if (Number(states) !== rows) throw new Error(`${kind}: ${states} of ${rows} states`);
  const bare = await insertAgain(kind, knex);
  await knex.destroy();
  return [...times.map((time) => time - started), bare];
}

await mkdir(values.directory, { recursive: true });
await pipeline(lines, createWriteStream(file));
await writeFile(
  mapping,
  JSON.stringify({
    visitorId: 'visitor',
    updatedAt: 'decided',
    locale: 'lang',
    country: 'country',
    decision: { in: 'columns' },
    categories: { analytics: 'analytics', marketing: 'marketing' },
  }),
);
// Builds the package before anything is timed.
await timed(['--version']);
const started = await timed(['--version']);
console.log(
  `# Import\n\n\`node bench/import.mjs --rows ${rows}\`: rows per second, without the ${Math.round(started)} ms that a process takes to start.\n`,
);
console.log(await describeMachine());
console.log(
  '\n| | into an empty database | the same file again | dry run | bare inserts | import to bare inserts |',
);
console.log('|---|---|---|---|---|---|');
for (const kind of values.databases.split(',')) {
  const times = await measure(kind);
  const rates = times.map((time) => Math.round(rows / (time / 1000)).toLocaleString('en'));
  console.log(`| ${kind} | ${[...rates, (times.at(-1) / times[0]).toFixed(2)].join(' | ')} |`);
}
await rm(file);
