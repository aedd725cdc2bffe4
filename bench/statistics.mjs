/**
 * Measures statistics with several numbers of consents, on each database, over HTTP, compared with counting
 * the records themselves:
 *
 *     node bench/statistics.mjs [--consents 10000,1000000] [--databases sqlite,mysql,postgres] [--rounds 60] [--without-rebuild] [--directory .tmp-bench]
 *
 * Databases are created by `express-consent demo-data` and kept for the next run. A separate process serves
 * each size of each database, and rounds alternate between the sizes, so that a busy machine slows all of
 * them. Prints Markdown.
 */
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import createKnex from 'knex';
import { openDataset } from './dataset.mjs';
import { cli, describeMachine, knexConfig, serve, spread } from './machine.mjs';

const { values } = parseArgs({
  options: {
    consents: { type: 'string', default: '10000,1000000' },
    databases: { type: 'string', default: 'sqlite,mysql,postgres' },
    rounds: { type: 'string', default: '60' },
    directory: { type: 'string', default: '.tmp-bench' },
    // A rebuild of a million takes minutes.
    'without-rebuild': { type: 'boolean', default: false },
  },
});
const sizes = values.consents.split(',').map(Number);
const rounds = Number(values.rounds);
const warmUps = 5;

/**
 * Paths of the measured requests. The generated visitors came in the first half of 2026, so the timeline
 * reaches back far enough to include them all.
 */
const paths = [
  '/stats/overview',
  '/stats/timeline?days=365',
  '/stats/categories',
  '/stats/countries',
  '/stats/gpc',
  '/analytics/opt-in',
  '/analytics/opt-in?from=2026-06-01',
];

/** Runs the query that the overview would need without sums. */
const countRecords = (knex) =>
  knex('svc_consents')
    .where({ tenant_id: 'default' })
    .groupBy('choice', 'source', 'group_id', 'gpc_detected')
    .count({ rows: '*' });

async function measure(kind) {
  const opened = [];
  for (const size of sizes) {
    const url = await openDataset(kind, size, values.directory);
    const knex = createKnex(knexConfig(url));
    const server = await serve(url);
    const { totalConsents } = (await server.ask('/stats/overview')).body;
    if (totalConsents !== size)
      throw new Error(`${kind}: the statistics count ${totalConsents} of ${size} consents`);
    opened.push({
      size,
      url,
      knex,
      server,
      times: Object.fromEntries(paths.map((path) => [path, []])),
      counting: [],
    });
  }
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const { knex, server, times, counting } of opened) {
      for (const path of paths) {
        const { time } = await server.ask(path);
        if (round >= 0) times[path].push(time);
      }
      if (round < 0 || round % 10 !== 0) continue;
      const started = performance.now();
      await countRecords(knex);
      counting.push(performance.now() - started);
    }
  }
  const rows = [
    ...paths.map((path) => [`\`${path}\``, opened.map(({ times }) => spread(times[path]))]),
    ['counting the records with SQL', opened.map(({ counting }) => spread(counting))],
  ];
  const rebuilt = [];
  for (const { url, size } of values['without-rebuild'] ? [] : opened)
    rebuilt.push([size, await rebuild(url)]);
  for (const { knex, server } of opened) {
    await server.stop();
    await knex.destroy();
  }
  return { rows, rebuilt };
}

/**
 * Rebuilds the statistics while the service runs. Returns the time, including the start of the command (s).
 */
async function rebuild(url) {
  const started = performance.now();
  const child = cli(['rebuild-statistics', '--database', url], ['ignore', 'ignore', 'inherit']);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`rebuild-statistics ended with ${code}`);
  return (performance.now() - started) / 1000;
}

const shown = ({ median, p95 }) => `${median.toFixed(1)} (${p95.toFixed(1)})`;
const count = (size) => size.toLocaleString('en');

await mkdir(values.directory, { recursive: true });
console.log(
  `# Statistics\n\n\`node bench/statistics.mjs\`: milliseconds over HTTP, median (95th percentile) of ${rounds} requests.\n`,
);
console.log(await describeMachine());
for (const kind of values.databases.split(',')) {
  const load = loadavg()[0];
  const { rows, rebuilt } = await measure(kind);
  console.log(`\n## ${kind}\n\n| | ${sizes.map((size) => `${count(size)} consents`).join(' | ')} | ratio |`);
  console.log(`|---|${sizes.map(() => '---').join('|')}|---|`);
  for (const [name, spreads] of rows) {
    const [first, last] = [spreads[0], spreads.at(-1)];
    console.log(
      `| ${name} | ${spreads.map(shown).join(' | ')} | ${(last.median / first.median).toFixed(2)} |`,
    );
  }
  const seconds = rebuilt.map(([size, time]) => `${count(size)} records in ${time.toFixed(1)} s`).join(', ');
  if (rebuilt.length > 0)
    console.log(
      `\n\`rebuild-statistics\` while the service runs: ${seconds}. Load of the machine before: ${load.toFixed(1)}.`,
    );
}
