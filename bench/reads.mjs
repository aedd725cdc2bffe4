/**
 * Measures how many reads of visitors a second are answered, compared in the same run with an Express app and a bare
 * `http.createServer` that answer the same bytes from memory:
 *
 *     node bench/reads.mjs [--database sqlite|mysql|postgres] [--consents 1000] [--connections 20] [--seconds 3]
 *       [--rounds 3] [--reads file,resolve,consent,verify] [--directory .tmp-bench]
 *
 * Each server runs in a process of its own; the load comes from this one. Rounds alternate, so that a busy machine slows
 * all; medians are compared. Needs `npm run build`. Prints Markdown.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { openDataset } from './dataset.mjs';
import { describeMachine, median, startServer } from './machine.mjs';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    consents: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    reads: { type: 'string', default: 'file,resolve,consent,verify' },
    directory: { type: 'string', default: '.tmp-bench' },
  },
});
const rounds = Number(values.rounds);
const base = '/svc/api/v1';
const headers = { 'cf-ipcountry': 'DE', 'accept-language': 'de-DE', 'accept-encoding': 'identity' };

async function startNamed(name, address) {
  const { port } = await startServer('read-server.mjs', name, address);
  return { name, origin: `http://127.0.0.1:${port}` };
}

/** Returns the path of each read, and the headers it needs. */
async function chooseReads({ origin }) {
  const ask = async (path, init) => {
    const response = await fetch(origin + base + path, {
      ...init,
      headers: { ...headers, ...init?.headers },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const resolve = '/resolve-profile?tz=Europe/Berlin';
  const { profileId, path: file } = await ask(resolve);
  const { visitorId } = await ask('/consent', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ profileId, submissionId: randomUUID(), consentJson: {} }),
  });
  const own = { cookie: `svc_vid=${visitorId}` };
  const reads = {
    file: { path: file },
    resolve: { path: base + resolve },
    consent: { path: `${base}/consent/${visitorId}`, headers: own },
    verify: { path: `${base}/consent/${visitorId}/verify`, headers: own },
  };
  return values.reads.split(',').map((name) => ({ name, ...reads[name] }));
}

async function measure(server, read) {
  const result = await autocannon({
    url: server.origin + read.path,
    connections: Number(values.connections),
    duration: Number(values.seconds),
    headers: { ...headers, ...read.headers },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
}

await mkdir(values.directory, { recursive: true });
const database = await openDataset(values.database, Number(values.consents), values.directory);
const mounted = await startNamed('mounted', database);
const reads = await chooseReads(mounted);

const answers = `${values.directory}/read-answers.json`;
const texts = reads.map(async ({ path, headers: own }) => {
  const response = await fetch(mounted.origin + path, { headers: { ...headers, ...own } });
  return [path.split('?', 1)[0], await response.text()];
});
await writeFile(answers, JSON.stringify(Object.fromEntries(await Promise.all(texts))));
const servers = [
  mounted,
  await startNamed('wrapped', database),
  await startNamed('express', answers),
  await startNamed('node:http', answers),
];

const kept = `${values.database}, ${values.consents} records, ${values.connections} connections`;
console.log(`${kept}, ${rounds} rounds of ${values.seconds} s; answers a second\n`);
console.log(
  '| Read | mounted in Express | around the app | bare Express | bare node:http | mounted to Express | around to node:http |',
);
console.log('|---|---|---|---|---|---|---|');
for (const read of reads) {
  const measured = new Map(servers.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const server of servers) {
      const rate = await measure(server, read);
      // The first round warms up.
      if (round > 0) measured.get(server.name).push(rate);
    }
  const [inside, around, bare, plain] = servers.map(({ name }) => median(measured.get(name)));
  const rates = [inside, around, bare, plain].map((rate) => rate.toFixed(0));
  console.log(
    `| ${[read.name, ...rates, (inside / bare).toFixed(2), (around / plain).toFixed(2)].join(' | ')} |`,
  );
}
console.log(`\n${await describeMachine()}`);
process.exit();
