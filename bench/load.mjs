/**
 * Measures whether a service under full mixed load keeps its memory, its descriptors and its event loop:
 *
 *     node bench/load.mjs [--database sqlite|mysql|postgres] [--minutes 10] [--warm-up 2] [--clients 20]
 *       [--consents 1000] [--directory .tmp-bench] [--snapshots]
 *
 * The service runs in a process of its own with `--expose-gc`; the load comes from this one, as fast as it is answered.
 * After the warm-up (minutes), at every quarter and at the end the clients pause, the service collects its garbage and
 * reports its memory. `--snapshots` also writes a heap snapshot each time. Ends with 1 when a request failed, or when the
 * heap at the end is more than 10 % above the one after the warm-up. Needs `npm run build`. Prints Markdown.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import createKnex from 'knex';
import { openDataset } from './dataset.mjs';
import { databaseUrl, describeMachine, dropDatabase } from './machine.mjs';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    minutes: { type: 'string', default: '10' },
    'warm-up': { type: 'string', default: '2' },
    clients: { type: 'string', default: '20' },
    consents: { type: 'string', default: '1000' },
    directory: { type: 'string', default: '.tmp-bench' },
    snapshots: { type: 'boolean', default: false },
  },
});
const kind = values.database;
const [minutes, warmUp] = [Number(values.minutes), Number(values['warm-up'])];

/** Heap at the end, compared with the one after the warm-up. */
const maxGrowth = 1.1;

/** Returns the address of a database with the given number of records. */
async function openDatabase() {
  const name = 'ec_load';
  await mkdir(values.directory, { recursive: true });
  await dropDatabase(kind, name, values.directory, createKnex);
  if (kind !== 'sqlite') return openDataset(kind, Number(values.consents), values.directory, name);
  const url = databaseUrl(kind, name, values.directory);
  await copyFile(await openDataset(kind, Number(values.consents), values.directory), url);
  return url;
}

const child = fork(fileURLToPath(new URL('load-server.mjs', import.meta.url)), [await openDatabase()], {
  execArgv: ['--expose-gc'],
  env: { ...process.env, NODE_ENV: 'production' },
});
const ended = once(child, 'exit').then(() => {
  throw new Error('the service ended');
});
ended.catch(() => {});
const [{ port, profileId, profileVersion, consentJson }] = await Promise.race([
  once(child, 'message'),
  ended,
]);

/** Replaced after each pause: the service closes connections that are idle for five seconds. */
let agent = new Agent({ keepAlive: true });
const counts = new Map();
const failures = new Map();
const count = (map, name) => map.set(name, (map.get(name) ?? 0) + 1);

/** Sends a request and reads its answer. A failure is counted; its answer is null. */
async function ask(name, path, { method = 'GET', headers = {}, body } = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent = request({
    port,
    agent,
    method,
    path: `/svc${path}`,
    headers: {
      'cf-ipcountry': 'DE',
      'accept-language': 'de-DE',
      'accept-encoding': 'gzip',
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  count(counts, name);
  try {
    sent.end(text);
    const [answer] = await once(sent, 'response');
    const chunks = [];
    for await (const chunk of answer) chunks.push(chunk);
    if (answer.statusCode < 300) return { headers: answer.headers, body: Buffer.concat(chunks) };
    count(failures, `${name}: ${answer.statusCode} ${Buffer.concat(chunks).toString().slice(0, 200)}`);
  } catch (error) {
    count(failures, `${name}: ${error.code ?? error.message}`);
  }
  return null;
}

const api = '/api/v1';
const admin = '/admin/v1';
const operator = { email: 'admin@shop.example', password: 'correct horse battery staple' };
let authorization = '';
async function signIn() {
  const answer = await ask('sign-in', `${admin}/auth/login`, { method: 'POST', body: operator });
  if (answer !== null) authorization = `Bearer ${JSON.parse(answer.body).token}`;
}
await signIn();
const asAdmin = (name, path, options) =>
  ask(name, admin + path, { ...options, headers: { authorization, ...options?.headers } });

const decision = () => ({
  profileId,
  profileVersion,
  submissionId: randomUUID(),
  consentJson,
  locale: 'de',
  method: 'save',
  layer: 'preferences',
});

/** Visitors of whom the next requests are, with their cookies. */
const visitors = [];
/** Not one of the first, who are erased next. */
const anyVisitor = () => visitors[50 + Math.floor(Math.random() * (visitors.length - 50))];
async function decide() {
  const answer = await ask('decision', `${api}/consent`, { method: 'POST', body: decision() });
  if (answer === null) return;
  const cookie = answer.headers['set-cookie'].map((line) => line.split(';', 1)[0]).join('; ');
  visitors.push({ id: JSON.parse(answer.body).visitorId, cookie });
  if (visitors.length > 500) visitors.shift();
}
const ofVisitor = (name, visitor, rest, options) =>
  ask(name, `${api}/consent/${visitor.id}${rest}`, { ...options, headers: { cookie: visitor.cookie } });

async function erase() {
  if (visitors.length <= 100) return decide();
  const visitor = visitors.shift();
  await ofVisitor('erasure', visitor, '', { method: 'DELETE' });
}

/** Requests and their shares. */
const mix = [
  [30, () => ask('published file', `${api}/profiles/default/opt-in/default`)],
  [20, () => ask('bootstrap', `${api}/bootstrap?lang=de&tz=Europe/Berlin`)],
  [12, () => ask('resolve', `${api}/resolve-profile?tz=Europe/Berlin`)],
  [3, () => ask('script', '/widget.js')],
  [15, decide],
  [
    6,
    () =>
      ofVisitor('change', anyVisitor(), '', { method: 'PUT', body: { ...decision(), profileId: undefined } }),
  ],
  [5, () => ofVisitor('record', anyVisitor(), '')],
  [3, () => ofVisitor('verify', anyVisitor(), '/verify')],
  [2, erase],
  [2, () => asAdmin('list', '/consents?limit=25')],
  [0.5, () => asAdmin('statistics', '/stats/overview')],
  [0.5, () => asAdmin('audit log', '/audit?limit=25')],
  [0.3, () => asAdmin('publication', `/profiles/${profileId}/activate`, { method: 'POST' })],
  [0.2, signIn],
];
const total = mix.reduce((sum, [share]) => sum + share, 0);
async function next() {
  let at = Math.random() * total;
  for (const [share, send] of mix) {
    at -= share;
    if (at < 0) return send();
  }
}

/** Keeps all clients busy for a time (minutes), and returns the figures of the service afterwards. */
async function load(duration, name) {
  const end = performance.now() + duration * 60_000;
  const work = async () => {
    while (performance.now() < end) await next();
  };
  await Promise.race([Promise.all(Array.from({ length: Number(values.clients) }, work)), ended]);
  agent.destroy();
  agent = new Agent({ keepAlive: true });
  // What is answered is written and folded afterwards.
  await pause(2000);
  child.send({ snapshot: values.snapshots ? `${values.directory}/load-${name}.heapsnapshot` : undefined });
  const [figures] = await once(child, 'message');
  console.error(`${name}: heap ${(figures.heapUsed / 2 ** 20).toFixed(1)} MiB, ${requests()} requests`);
  return figures;
}
const requests = () => [...counts.values()].reduce((sum, number) => sum + number, 0);

for (let number = 0; number < 100; number += 1) await decide();
const steps = [['after warm-up', await load(warmUp, 'warm-up')]];
const before = requests();
for (const quarter of [1, 2, 3, 4])
  steps.push([
    `after ${Number(((minutes * quarter) / 4).toFixed(1))} min`,
    await load(minutes / 4, `quarter-${quarter}`),
  ]);
const answered = requests() - before;
child.removeAllListeners('exit');
child.disconnect();
agent.destroy();

const mebibytes = (bytes) => (bytes / 2 ** 20).toFixed(1);
const milliseconds = (number) => number.toFixed(1);
console.log(
  `${kind}, ${values.clients} clients, ${minutes} minutes after ${warmUp} of warm-up: ${answered} requests, ` +
    `${Math.round(answered / minutes / 60)} a second\n`,
);
console.log(
  '| | heapUsed (MiB) | external (MiB) | RSS (MiB) | descriptors | event loop, mean (ms) | 99 % | max |',
);
console.log('|---|---|---|---|---|---|---|---|');
for (const [name, { heapUsed, external, rss, descriptors, delays }] of steps)
  console.log(
    `| ${[name, mebibytes(heapUsed), mebibytes(external), mebibytes(rss), descriptors, ...[delays.mean, delays.p99, delays.max].map(milliseconds)].join(' | ')} |`,
  );
console.log(`\nRequests: ${[...counts].map(([name, number]) => `${number} ${name}`).join(', ')}.`);
console.log(
  failures.size === 0
    ? '\nNo request failed.'
    : `\nFailed:\n${[...failures].map(([name, number]) => `- ${number} × ${name}`).join('\n')}`,
);
console.log(`\n${await describeMachine()}`);
const growth = steps.at(-1)[1].heapUsed / steps[0][1].heapUsed;
console.error(`heap at the end: ${((growth - 1) * 100).toFixed(1)} % above the one after the warm-up`);
process.exitCode = growth > maxGrowth || failures.size > 0 ? 1 : 0;
