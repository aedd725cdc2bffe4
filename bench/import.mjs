/**
 * Measures the import of consents from another product on each database, with the command line in a separate
 * process:
 *
 *     node bench/import.mjs [--rows 200000] [--databases sqlite,mysql,postgres] [--directory .tmp-bench]
 *
 * One row in ten is a later decision of an earlier visitor. Measured three times: into an empty database, the
 * same file again (nothing to write), and a dry run. Prints Markdown.
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

async function measure(kind) {
  const name = 'ec_bench_import';
  const url = databaseUrl(kind, name, values.directory);
  await dropDatabase(kind, name, values.directory, createKnex);
  await ensureDatabase(kind, name, createKnex);
  // Creates the tables, and a profile for each group.
  await timed([
    'demo-data',
    '--consents',
    '1',
    '--database',
    url,
    '--storage',
    `${values.directory}/storage-import`,
  ]);
  const knex = createKnex(knexConfig(url));
  const { id } = await knex('svc_profiles').first('id');
  const args = ['import', file, '--database', url, '--profile', id, '--mapping', mapping];
  const times = [await timed(args), await timed(args), await timed([...args, '--dry-run'])];
  const [{ count }] = await knex('svc_consent_history').where({ source: 'import' }).count({ count: '*' });
  if (Number(count) !== rows) throw new Error(`${kind}: ${count} of ${rows} states`);
  await knex.destroy();
  return times;
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
const started = await timed(['--version']);
console.log(
  `# Import\n\n\`node bench/import.mjs --rows ${rows}\`: rows per second, without the ${Math.round(started)} ms that a process takes to start.\n`,
);
console.log(await describeMachine());
console.log('\n| | into an empty database | the same file again | dry run |\n|---|---|---|---|');
for (const kind of values.databases.split(',')) {
  const rates = (await measure(kind)).map((time) =>
    Math.round(rows / ((time - started) / 1000)).toLocaleString('en'),
  );
  console.log(`| ${kind} | ${rates.join(' | ')} |`);
}
await rm(file);
