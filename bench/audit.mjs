/**
 * Measures the audit log with several numbers of entries, on each database: reading it over HTTP, and
 * verifying its chain.
 *
 *     node bench/audit.mjs [--entries 10000,1000000] [--databases sqlite,mysql,postgres] [--rounds 60] [--directory .tmp-bench]
 *
 * Entries are written by the service's own writer and kept for the next run. Verification runs in this
 * process, which measures its memory and how long it blocks the event loop. Prints Markdown.
 */
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import createKnex from 'knex';
import {
  analyzeTables,
  databaseUrl,
  describeMachine,
  ensureDatabase,
  knexConfig,
  serve,
  spread,
} from './machine.mjs';

const require = createRequire(import.meta.url);
require('../test/support/typescript.js');
const { createDatabase } = require('../src/server/platform/database/database.ts');
const { migrateUp } = require('../src/server/platform/database/migrate.ts');
const { writeAudit } = require('../src/server/operators/audit/index.ts');
const { verifyChain } = require('../src/server/operators/audit/verify-chain.ts');

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '10000,1000000' },
    databases: { type: 'string', default: 'sqlite,mysql,postgres' },
    rounds: { type: 'string', default: '60' },
    directory: { type: 'string', default: '.tmp-bench' },
  },
});
const sizes = values.entries.split(',').map(Number);
const rounds = Number(values.rounds);

const users = Array.from({ length: 50 }, (_, index) => ({
  userId: `user-${index}`,
  userEmail: `user${index}@shop.example`,
  requestId: `request-${index}`,
}));
const actions = ['auth:login', 'auth:logout', 'profile:updated', 'settings:updated', 'user:updated'];

function entry(index) {
  const action = actions[index % actions.length];
  const changes = { name: { before: `Name ${index}`, after: `Name ${index + 1}` } };
  const resourceId = `resource-${index % 1000}`;
  return {
    tenantId: 'default',
    action,
    resourceType: action.split(':')[0],
    resourceId,
    actor: users[index % users.length],
    changes,
  };
}

async function fill(database, size) {
  await migrateUp(database);
  const [{ rows }] = await database.knex('svc_audit').where({ tenant_id: 'default' }).count({ rows: '*' });
  const year = 365 * 86_400_000;
  for (let index = Number(rows); index < size; index += 500) {
    const at = Date.now() - year + Math.floor((index / size) * year);
    await database.transaction((connection) =>
      writeAudit(
        connection,
        Array.from({ length: 500 }, (_, offset) => entry(index + offset)),
        { now: () => at },
      ),
    );
  }
}

async function verify(database) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  global.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  delay.enable();
  const started = performance.now();
  const { valid, checked } = await verifyChain(database, 'default');
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  clearInterval(watch);
  if (!valid) throw new Error('the chain is broken');
  return { seconds, checked, mebibytes: (peak - before) / 2 ** 20, blocked: delay.percentile(99.9) / 1e6 };
}

async function measure(kind) {
  const servers = [];
  for (const size of sizes) {
    const name = `ec_bench_audit_${size}`;
    const url = databaseUrl(kind, name, values.directory);
    await ensureDatabase(kind, name, createKnex);
    const knex = createKnex(knexConfig(url));
    const database = createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 60_000 });
    await fill(database, size);
    await analyzeTables(kind, knex);
    const verified = await verify(database);
    await knex.destroy();
    const server = await serve(url);
    const deep = await server.ask(`/audit?page=${Math.floor((size * 0.8) / 25)}`);
    const old = deep.body.items.at(-1);
    const questions = {
      'first page': '/audit',
      'page after a cursor at four fifths': `/audit?cursor=${encodeURIComponent(deep.body.nextCursor)}`,
      'one resource': `/audit?resourceId=${old.resourceId}`,
      'search, beginning of a resource id': `/audit?q=${old.resourceId}`,
      'search, middle of a text': '/audit?q=ogi',
      'one week, long ago': `/audit?from=${old.createdAt.slice(0, 7)}-01&to=${old.createdAt.slice(0, 7)}-07`,
    };
    servers.push({
      server,
      size,
      verified,
      questions,
      times: Object.fromEntries(Object.keys(questions).map((question) => [question, []])),
    });
  }
  for (let round = -5; round < rounds; round += 1) {
    for (const { server, questions, times } of servers) {
      for (const [question, path] of Object.entries(questions)) {
        const { time } = await server.ask(path);
        if (round >= 0) times[question].push(time);
      }
    }
  }
  for (const { server } of servers) await server.stop();
  return servers;
}

const shown = ({ median, p95 }) => `${median.toFixed(1)} (${p95.toFixed(1)})`;

await mkdir(values.directory, { recursive: true });
console.log(
  `# Audit log\n\n\`node --expose-gc bench/audit.mjs\`. Reading: milliseconds over HTTP, median (95th percentile) of ${rounds} requests.\n`,
);
console.log(await describeMachine());
for (const kind of values.databases.split(',')) {
  const measured = await measure(kind);
  console.log(
    `\n## ${kind}\n\n| | ${sizes.map((size) => `${size.toLocaleString('en')} entries`).join(' | ')} | ratio |`,
  );
  console.log(`|---|${sizes.map(() => '---').join('|')}|---|`);
  for (const question of Object.keys(measured[0].questions)) {
    const spreads = measured.map(({ times }) => spread(times[question]));
    console.log(
      `| ${question} | ${spreads.map(shown).join(' | ')} | ${(spreads.at(-1).median / spreads[0].median).toFixed(2)} |`,
    );
  }
  const row = (name, toCell) =>
    console.log(`| ${name} | ${measured.map(({ verified }) => toCell(verified)).join(' | ')} | |`);
  row('verification, entries a second', ({ checked, seconds }) =>
    Math.round(checked / seconds).toLocaleString('en'),
  );
  row('verification, seconds', ({ seconds }) => seconds.toFixed(1));
  row('memory above idle, MiB', ({ mebibytes }) => mebibytes.toFixed(0));
  row('event loop blocked, ms (99.9th percentile)', ({ blocked }) => blocked.toFixed(0));
}
