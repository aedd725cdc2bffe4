/**
 * Measures how long a host's process takes to load the package, compared with Express in the same run, and to create and
 * start a service on a migrated SQLite database:
 *
 *     node bench/startup.mjs [--runs 15]
 *
 * Each run is a separate process; the runs of all rows alternate, so that a busy moment affects every row.
 * Needs `npm run build`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, median } from './machine.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const runs = Number(values.runs);

const directory = mkdtempSync(join(tmpdir(), 'ec-startup-'));
const open = `
  const { createConsentService } = require('./dist/index.js');
  const knex = require('knex')({ client: 'better-sqlite3', useNullAsDefault: true, connection: { filename: ${JSON.stringify(join(directory, 'db.sqlite'))} } });
  await knex.raw('select 1');
  const create = () => createConsentService({
    knex,
    logger: { debug() {}, info() {}, warn: console.error, error: console.error },
    compliance: { dataSigningHash: 'a signing hash, long enough to be valid' },
    auth: { masterSecret: 'a master secret, long enough to be valid', adminEmail: 'a@shop.example', adminPassword: 'correct horse battery staple' },
  });`;

/** Statements to measure. Code before `---` runs first and is not measured. */
const load = {
  "require('express')": "require('express')",
  "require('knex')": "require('knex')",
  "require('express-consent')": "require('./dist/index.js')",
  "import 'express-consent'": "await import(require('node:url').pathToFileURL('dist/index.mjs'))",
  'createConsentService()': `${open}---create()`,
  'start()': `${open}; const service = create();---await service.start()`,
};

function measure(statement) {
  const [measured, before = ''] = statement.split('---').reverse();
  const script = `(async () => {
    ${before}
    const cpu = process.cpuUsage(); const from = performance.now();
    ${measured};
    const { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify({ wall: performance.now() - from, cpu: (user + system) / 1000, files: Object.keys(require.cache).length }));
    process.exit();
  })()`;
  return JSON.parse(
    execFileSync(process.execPath, ['-e', script], { cwd: new URL('..', import.meta.url), encoding: 'utf8' }),
  );
}

// Migrates the database.
measure(load['start()']);
const results = Object.fromEntries(Object.keys(load).map((name) => [name, []]));
for (let run = 0; run < runs; run += 1)
  for (const [name, statement] of Object.entries(load)) results[name].push(measure(statement));

const rows = Object.entries(results).map(([name, all]) => ({
  name,
  wall: median(all.map(({ wall }) => wall)),
  cpu: median(all.map(({ cpu }) => cpu)),
  files: all[0].files,
}));
const [baseline] = rows;
console.log(`${await describeMachine()}\n`);
console.log(
  '| Load | Time (ms, median) | CPU (ms, median) | Files | Time relative to Express | CPU relative to Express |',
);
console.log('| --- | --- | --- | --- | --- | --- |');
for (const { name, wall, cpu, files } of rows)
  console.log(
    `| \`${name}\` | ${wall.toFixed(0)} | ${cpu.toFixed(0)} | ${files} | ${(wall / baseline.wall).toFixed(2)} | ${(cpu / baseline.cpu).toFixed(2)} |`,
  );
rmSync(directory, { recursive: true });
