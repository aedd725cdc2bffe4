/**
 * Measures exports of all consents with several numbers of consents, on each database, over HTTP: their
 * duration, the memory of the service above idle, and the duration of a visitor's `GET /consent/:visitorId`
 * during the export. Compares them with the same request without an export, and with reading the same rows by
 * the driver alone.
 *
 *     node bench/exports.mjs [--consents 10000,1000000] [--databases sqlite,mysql,postgres] [--formats csv,json] [--directory .tmp-bench]
 *
 * Databases are created by `express-consent demo-data` and kept for the next run. Prints Markdown.
 */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import createKnex from 'knex';
import { openDataset } from './dataset.mjs';
import { describeMachine, knexConfig, serve } from './machine.mjs';

const { values } = parseArgs({
  options: {
    consents: { type: 'string', default: '10000,1000000' },
    databases: { type: 'string', default: 'sqlite,mysql,postgres' },
    formats: { type: 'string', default: 'csv,json' },
    directory: { type: 'string', default: '.tmp-bench' },
  },
});
const sizes = values.consents.split(',').map(Number);

/** Pause between two requests of the visitor (ms): long enough for the rate limit of a key. */
const paceMs = 20;

/**
 * Requests one visitor's record again and again until `until` is settled. Returns the durations (ms), sorted.
 */
async function visitorWhile(server, { key, visitorId }, until) {
  const times = [];
  let ended = false;
  const end = until.finally(() => {
    ended = true;
  });
  while (!ended) {
    const started = performance.now();
    const response = await fetch(`${server.public}/consent/${visitorId}`, { headers: { 'X-API-Key': key } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`GET consent: ${response.status}`);
    times.push(performance.now() - started);
    await pause(paceMs);
  }
  await end;
  return times.sort((a, b) => a - b);
}

/** Reads a whole export and measures the peak memory of the service. */
async function readExport(server, path) {
  const started = performance.now();
  let peak = 0;
  let ended = false;
  const watch = (async () => {
    while (!ended) {
      peak = Math.max(peak, await server.residentMebibytes());
      await pause(100);
    }
  })();
  const reader = new Worker(new URL('read-export.mjs', import.meta.url), {
    workerData: { url: server.admin + path, headers: server.headers },
  });
  const [{ status, bytes }] = await once(reader, 'message');
  if (status !== 200) throw new Error(`${path}: ${status}`);
  ended = true;
  await watch;
  return { seconds: (performance.now() - started) / 1000, bytes, peak };
}

/**
 * Returns the time in which the driver reads the same rows, page by page in the order of their ids, without
 * processing them (s).
 */
async function readRows(url) {
  const knex = createKnex(knexConfig(url));
  const started = performance.now();
  for (let rows = [{ id: '' }]; rows.length > 0; ) {
    rows = await knex('svc_consents').where('id', '>', rows.at(-1).id).orderBy('id').limit(250);
  }
  await knex.destroy();
  return (performance.now() - started) / 1000;
}

async function createKey(server) {
  const headers = { ...server.headers, 'Content-Type': 'application/json' };
  const response = await fetch(`${server.admin}/apikeys`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: `bench ${Date.now()}` }),
  });
  if (response.status !== 201) throw new Error(`POST /apikeys: ${response.status} ${await response.text()}`);
  return (await response.json()).key;
}

async function measure(kind, size) {
  const url = await openDataset(kind, size, values.directory);
  const driver = await readRows(url);
  const server = await serve(url);
  const { items } = (await server.ask('/consents')).body;
  const visitor = { key: await createKey(server), visitorId: items[0].visitorId };
  await visitorWhile(server, visitor, pause(2000)); // warms up
  const alone = await visitorWhile(server, visitor, pause(5000));
  const idle = await server.residentMebibytes();
  for (const format of values.formats.split(',')) {
    const reading = readExport(server, `/export/consents?format=${format}`);
    const during = await visitorWhile(server, visitor, reading);
    const { seconds, bytes, peak } = await reading;
    printRow(size, {
      driver,
      alone,
      format,
      seconds,
      mebibytes: bytes / 2 ** 20,
      above: peak - idle,
      during,
    });
  }
  await server.stop();
}

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
const shown = (times) => `${at(times, 0.5).toFixed(1)} / ${at(times, 0.99).toFixed(1)}`;

function printRow(size, { driver, alone, format, seconds, mebibytes, above, during }) {
  const rate = Math.round(size / seconds).toLocaleString('en');
  const cells = [
    size.toLocaleString('en'),
    format,
    seconds.toFixed(1),
    rate,
    (seconds / driver).toFixed(1),
    mebibytes.toFixed(0),
    above.toFixed(0),
  ];
  console.log(`| ${[...cells, shown(during), shown(alone)].join(' | ')} |`);
}

await mkdir(values.directory, { recursive: true });
console.log(
  '# Exports\n\n`node bench/exports.mjs`: every consent of a database, read over HTTP by one client, while another client requests one visitor’s record.\n',
);
console.log(await describeMachine());
for (const kind of values.databases.split(',')) {
  console.log(`\n## ${kind}\n`);
  console.log(
    '| consents | format | seconds | rows a second | times the driver’s own reading | MiB of file | MiB above idle | GET consent during the export, ms, median / 99th percentile | without export |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const size of sizes) {
    await measure(kind, size);
  }
}
