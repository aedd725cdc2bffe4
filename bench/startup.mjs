/**
 * Measures how long a host's process takes to load the package, compared with Express in the same run, and to create and
 * start a service on a migrated SQLite database, and the memory of an idle host, with a service and without:
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
const openDatabase = `
  const knex = require('knex')({ client: 'better-sqlite3', useNullAsDefault: true, connection: { filename: ${JSON.stringify(join(directory, 'db.sqlite'))} } });
  await knex.raw('select 1');`;
const open = `
  const { createConsentService } = require('./dist/index.js');
  ${openDatabase}
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

const listen = `
  const app = require('express')();
  const server = app.listen(0);
  await require('node:events').once(server, 'listening');`;
const serve = `${listen}
  ${open}
  const service = create();
  app.use(service.publicRouter, service.adminRouter);
  await service.start();`;

/** Hosts whose memory is measured. */
const hosts = {
  'Express and Knex': `${listen} ${openDatabase}`,
  'with a service': serve,
  'with a service that has answered visitors and operators': `${serve}
    const base = 'http://127.0.0.1:' + server.address().port + '/svc';
    for (const path of ['/widget.js', '/api/v1/resolve-profile?tz=Europe/Berlin', '/admin/v1/health'])
      await (await fetch(base + path)).text();`,
};

const execute = (script) =>
  execFileSync(process.execPath, ['-e', script], { cwd: new URL('..', import.meta.url), encoding: 'utf8' });

/** Returns the resident memory (MiB) of a host that has been idle since the service has checked the first password. */
function measureMemory(statements) {
  const script = `(async () => {
    ${statements}
    setTimeout(() => {
      console.log(process.memoryUsage.rss() / 2 ** 20);
      process.exit();
    }, 4000);
  })()`;
  return Number(execute(script));
}

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
  return JSON.parse(execute(script));
}

// Migrates the database.
measure(load['start()']);
const results = Object.fromEntries(Object.keys(load).map((name) => [name, []]));
const memory = Object.fromEntries(Object.keys(hosts).map((name) => [name, []]));
for (let run = 0; run < runs; run += 1) {
  for (const [name, statement] of Object.entries(load)) results[name].push(measure(statement));
  for (const [name, statements] of Object.entries(hosts)) memory[name].push(measureMemory(statements));
}

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
console.log('\n| Idle host | Resident memory (MiB, median) | More than without a service (MiB) |');
console.log('| --- | --- | --- |');
const resident = Object.entries(memory).map(([name, all]) => ({ name, size: median(all) }));
for (const { name, size } of resident)
  console.log(`| ${name} | ${size.toFixed(0)} | ${(size - resident[0].size).toFixed(0)} |`);
rmSync(directory, { recursive: true });
