/**
 * Measures what visitors' browsers request most, with a thousand consents in the database and with a million:
 *
 *     node bench/scale.mjs [--database sqlite|mysql|postgres] [--sizes 1000,1000000] [--connections 20] [--seconds 3]
 *       [--rounds 3] [--directory .tmp-bench]
 *
 * Each size has a server process of its own; the load comes from this one. Rounds alternate, so that a busy machine slows
 * both; medians are compared. Requests are about visitors from all over the table. Needs `npm run build`. Prints Markdown.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import createKnex from 'knex';
import { openDataset } from './dataset.mjs';
import { databaseUrl, describeMachine, dropDatabase, knexConfig, median, startServer } from './machine.mjs';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    sizes: { type: 'string', default: '1000,1000000' },
    connections: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    directory: { type: 'string', default: '.tmp-bench' },
  },
});
const kind = values.database;
const sizes = values.sizes.split(',').map(Number);
const rounds = Number(values.rounds);
const connections = Number(values.connections);
const base = '/svc/api/v1';

/** Visitors who are erased in one round. */
const erasedPerRound = 500;

/** Returns the address of a database with the given number of records that the measurement may change. */
async function openCopy(size) {
  const name = `ec_scale_${size}`;
  await dropDatabase(kind, name, values.directory, createKnex);
  if (kind !== 'sqlite') return openDataset(kind, size, values.directory, name);
  const url = databaseUrl(kind, name, values.directory);
  await copyFile(await openDataset(kind, size, values.directory), url);
  return url;
}

/** Returns visitors whose ids are evenly spread. */
async function pickVisitors(url) {
  const knex = createKnex(knexConfig(url));
  const prefixes = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'));
  const found = [];
  for (const prefix of prefixes) {
    const rows = knex('svc_consents').where({ tenant_id: 'default' }).where('visitor_id', '>=', prefix);
    found.push(...(await rows.orderBy('visitor_id').limit(4).pluck('visitor_id')));
  }
  await knex.destroy();
  return [...new Set(found)];
}

async function serveSize(size) {
  const url = await openCopy(size);
  const visitors = await pickVisitors(url);
  const { port, ...facts } = await startServer('submission-server.mjs', 'ours', url);
  return { size, origin: `http://127.0.0.1:${port}`, visitors, ...facts };
}

const common = { 'content-type': 'application/json', 'accept-language': 'de-DE', 'cf-ipcountry': 'DE' };
/** Autocannon modifies the headers that it receives, so each request gets its own object. */
const headersOf = (visitorId) => ({ ...common, ...(visitorId && { cookie: `svc_vid=${visitorId}` }) });
const decisionOf = ({ profileId, consentJson }) => ({ profileId, submissionId: randomUUID(), consentJson });
const post = (server, more) => ({
  method: 'POST',
  path: `${base}/consent`,
  body: JSON.stringify(decisionOf(server)),
  ...more,
});
const ofVisitor = (method, end, body) => (server, visitorId) => ({
  method,
  path: `${base}/consent/${visitorId}${end}`,
  headers: headersOf(visitorId),
  ...(body && { body: JSON.stringify(body(server, visitorId)) }),
});

const flipped = new Set();

/** Returns the opposite of this visitor's last choice, so that every update changes the record. */
function otherChoice({ size, consentJson }, visitorId) {
  const key = `${size} ${visitorId}`;
  const state = flipped.delete(key) ? 'granted' : 'denied';
  if (state === 'denied') flipped.add(key);
  return { consentJson: { ...consentJson, [Object.keys(consentJson).at(-1)]: state } };
}

const routes = {
  'POST /consent, new visitor': (server) => post(server, { headers: headersOf() }),
  'POST /consent, known visitor': (server, visitorId) => post(server, { headers: headersOf(visitorId) }),
  'GET /consent/:visitorId': ofVisitor('GET', ''),
  'GET /consent/:visitorId/verify': ofVisitor('GET', '/verify'),
  'PUT /consent/:visitorId': ofVisitor('PUT', '', otherChoice),
  'POST /consent/:visitorId/parental-consent-request': ofVisitor(
    'POST',
    '/parental-consent-request',
    ({ profileId }) => ({ profileId }),
  ),
  'DELETE /consent/:visitorId': ofVisitor('DELETE', ''),
  'GET /resolve-profile': () => ({ path: `${base}/resolve-profile?tz=Europe/Berlin`, headers: headersOf() }),
  'GET /bootstrap': () => ({ path: `${base}/bootstrap?tz=Europe/Berlin`, headers: headersOf() }),
};

/** Creates new visitors for one round of erasures, because each visitor can be erased only once. */
async function createVisitors(server) {
  const created = [];
  while (created.length < erasedPerRound)
    created.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, async () => {
          const { path, body } = post(server);
          const response = await fetch(server.origin + path, { method: 'POST', headers: common, body });
          return (await response.json()).visitorId;
        }),
      )),
    );
  return created;
}

async function measure(server, name) {
  const isErasure = name.startsWith('DELETE');
  const visitors = isErasure ? await createVisitors(server) : server.visitors;
  let next = Math.floor(Math.random() * visitors.length);
  const result = await autocannon({
    url: server.origin,
    connections,
    ...(isErasure ? { amount: erasedPerRound } : { duration: Number(values.seconds) }),
    requests: [
      {
        setupRequest(request) {
          next = (next + 1) % visitors.length;
          return { ...request, method: 'GET', ...routes[name](server, visitors[next]) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${name} at ${server.size}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`,
    );
  // Autocannon counts in whole seconds, which is too coarse: a round of erasures takes less than a few seconds.
  return isErasure ? (1000 * connections) / result.latency.average : result.requests.average;
}

await mkdir(values.directory, { recursive: true });
const servers = [];
for (const size of sizes) servers.push(await serveSize(size));
const shown = sizes.map((size) => size.toLocaleString('en'));
console.log(
  `${kind}, ${connections} connections, ${rounds} rounds of ${values.seconds} s; answers a second\n`,
);
console.log(`| Route | ${shown.map((size) => `${size} consents`).join(' | ')} | ratio |`);
console.log('|---|---|---|---|');
for (const name of Object.keys(routes)) {
  const rates = servers.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, server] of servers.entries()) {
      const rate = await measure(server, name);
      // The first round warms up.
      if (round > 0) rates[index].push(rate);
    }
  const medians = rates.map(median);
  const ratio = (medians.at(-1) / medians[0]).toFixed(2);
  console.log(`| \`${name}\` | ${[...medians.map((rate) => rate.toFixed(0)), ratio].join(' | ')} |`);
}
console.log(`\n${await describeMachine()}`);
process.exit();
