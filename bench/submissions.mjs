/**
 * Measures how many decisions of new visitors a second are stored and answered, compared in the same run with c15t, with
 * an Express route that stores nothing, and with one that writes the same rows with the driver (`inserts`):
 *
 *     node bench/submissions.mjs [--database sqlite|mysql|postgres] [--connections 20] [--seconds 5] [--rounds 3]
 *       [--consents 1] [--processes 1] [--peers express,inserts,c15t] [--directory .tmp-bench]
 *
 * Each server runs in its own process; ours runs in `--processes` processes, which share one database and divide the
 * connections. Each database contains `--consents` records at the start. The load comes from this process. Rounds alternate, so that a busy machine
 * slows all; medians are compared. On SQLite all use the write-ahead log with `synchronous=FULL`. c15t's earlier records
 * are copies of one that it stored, on SQLite only. Needs `npm run build` and, for c15t, `npm ci --prefix bench/peers`.
 * Prints Markdown.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import createKnex from 'knex';
import { openDataset } from './dataset.mjs';
import {
  databaseUrl,
  describeMachine,
  dropDatabase,
  ensureDatabase,
  median,
  startServer,
} from './machine.mjs';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    connections: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    consents: { type: 'string', default: '1' },
    processes: { type: 'string', default: '1' },
    peers: { type: 'string', default: 'express,inserts,c15t' },
    directory: { type: 'string', default: '.tmp-bench' },
  },
});
const kind = values.database;
const connections = Number(values.connections);
const rounds = Number(values.rounds);
const consents = Number(values.consents);

/** Returns the address of a database with the given number of records. */
async function openDatabase(name) {
  const database = `ec_submissions_${name}`;
  const url = databaseUrl(kind, database, values.directory);
  await dropDatabase(kind, database, values.directory, createKnex);
  const hasOurTables = name === 'ours' || name === 'inserts';
  if (hasOurTables && kind === 'sqlite') {
    await copyFile(await openDataset(kind, consents, values.directory), url);
    return url;
  }
  if (hasOurTables) return openDataset(kind, consents, values.directory, database);
  await ensureDatabase(kind, database, createKnex);
  return url;
}

const newSubmission = ({ profileId = randomUUID(), profileVersion = 1, consentJson }) => ({
  profileId,
  profileVersion,
  submissionId: randomUUID(),
  consentJson: consentJson ?? { necessary: true, analytics: false, marketing: true },
  locale: 'de',
  timezone: 'Europe/Berlin',
  method: 'save',
  layer: 'preferences',
});

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const newSubject = () =>
  `sub_${Array.from(randomUUID().replaceAll('-', ''), (digit) => alphabet[Number.parseInt(digit, 16) * 3]).join('')}`;

const requests = {
  c15t: () => ({
    path: '/api/c15t/subjects',
    body: {
      type: 'cookie_banner',
      subjectId: newSubject(),
      domain: 'shop.example',
      preferences: { necessary: true, measurement: false, marketing: true },
      givenAt: Date.now(),
      uiSource: 'banner',
      consentAction: 'custom',
    },
  }),
};

/** Starts the processes of a server on one database. */
async function startProcesses(name) {
  const url = name === 'express' ? '' : await openDatabase(name);
  const processes = [];
  const wanted = name === 'ours' ? Number(values.processes) : 1;
  while (processes.length < wanted) processes.push(await startServer('submission-server.mjs', name, url));
  return { name, processes };
}

/** Returns the total answers a second of all processes, and the latencies of the slowest process. */
async function measureAll({ name, processes }) {
  const results = await Promise.all(processes.map((facts) => measure({ name, ...facts }, processes.length)));
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
  };
}

async function measure(server, processes) {
  const next =
    requests[server.name] ?? (() => ({ path: '/svc/api/v1/consent', body: newSubmission(server) }));
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}`,
    connections: Math.round(connections / processes),
    duration: Number(values.seconds),
    requests: [
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-language': 'de-DE',
          'cf-ipcountry': 'DE',
          'x-c15t-country': 'DE',
        },
        setupRequest(request) {
          const { path, body } = next();
          return { ...request, path, body: JSON.stringify(body) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Gives c15t as many records as ours has, as copies of one that it stored itself. */
async function fillPeer(server) {
  const { path, body } = requests.c15t();
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-c15t-country': 'DE' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`c15t: ${answer.status}`);
  const file = databaseUrl(kind, 'ec_submissions_c15t', values.directory);
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
  });
  for (const table of ['subject', 'consent']) {
    const columns = Object.keys(await knex(table).first()).map((column) => `"${column}"`);
    const copied = columns.map((column) =>
      ['"id"', '"subjectId"'].includes(column) ? `${column} || '-' || number` : column,
    );
    await knex.raw(
      `with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ${consents})
       insert into ${table} (${columns}) select ${copied} from (select * from ${table} limit 1), numbers`,
    );
  }
  await knex.destroy();
}

await mkdir(values.directory, { recursive: true });
const names = ['ours', ...values.peers.split(',').filter(Boolean)];
const servers = [];
for (const name of names) servers.push(await startProcesses(name));
const peer = servers.find(({ name }) => name === 'c15t');
if (peer !== undefined && consents > 1) await fillPeer({ name: peer.name, ...peer.processes[0] });
const measured = new Map(names.map((name) => [name, []]));
for (let round = 0; round <= rounds; round += 1)
  for (const server of servers) {
    const result = await measureAll(server);
    // The first round warms up.
    if (round > 0) measured.get(server.name).push(result);
  }

const of = (name, field) => measured.get(name).map((result) => result[field]);
const rate = (name) => median(of(name, 'perSecond'));
console.log(
  `${kind}, ${connections} connections, ${values.processes} processes, ${consents} records before, ${rounds} rounds of ${values.seconds} s\n`,
);
console.log(
  '| Server | answers a second | spread | ms, median | ms, 99 % | ours to it |\n|---|---|---|---|---|---|',
);
for (const name of names) {
  const rates = of(name, 'perSecond');
  const ratio = name === 'ours' ? '' : (rate('ours') / rate(name)).toFixed(2);
  const cells = [
    name,
    rate(name).toFixed(0),
    `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`,
  ];
  console.log(`| ${[...cells, median(of(name, 'p50')), median(of(name, 'p99')), ratio].join(' | ')} |`);
}
console.log(`\n${await describeMachine()}`);
process.exit();
