// Lists the files and functions of src/ that run during one `POST /consent` of a new visitor, on a warm service with
// SQLite: `node --import ./scripts/from-source.mjs scripts/count-calls.mjs [--known] [--functions]`. V8 counts the calls.
// `--known` sends the second decision of a visitor instead; `--functions` lists the functions below each file.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createRequire, SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import express from 'express';
import { createConsentService, headerGeoProvider } from 'express-consent';
import createKnex from 'knex';

const { compile, sourceMaps } = createRequire(import.meta.url)('../test/support/typescript.js');
const { values } = parseArgs({ options: { known: { type: 'boolean' }, functions: { type: 'boolean' } } });
const root = fileURLToPath(new URL('..', import.meta.url));
const sources = new URL('../src/', import.meta.url).href;

const operator = { email: 'admin@shop.example', password: 'correct horse battery staple' };
const knex = createKnex({
  client: 'better-sqlite3',
  connection: { filename: ':memory:' },
  useNullAsDefault: true,
});
const service = createConsentService({
  knex,
  logger: { debug() {}, info() {}, warn: console.error, error: console.error },
  geo: headerGeoProvider({ country: 'cf-ipcountry' }),
  compliance: { dataSigningHash: 'a signing hash, long enough to be valid' },
  auth: {
    mode: 'local',
    masterSecret: 'a master secret, long enough to be valid',
    adminEmail: operator.email,
    adminPassword: operator.password,
  },
});
await service.start();
const app = express().use(service.publicRouter, service.adminRouter);
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${server.address().port}/svc`;

/** Sends a POST as a browser does. Returns the reply's body and the cookies that it sets. */
async function post(path, body, headers = {}) {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-IPCountry': 'DE', ...headers },
    body: JSON.stringify(body),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(reply)}`);
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { reply, cookie: cookie.join('; ') };
}

const profile = JSON.parse(readFileSync(`${root}examples/minimal/profiles/eu-opt-in.json`, 'utf8'));
const { reply: session } = await post('/admin/v1/auth/login', operator);
const asOperator = { Authorization: `Bearer ${session.token}` };
const { reply: saved } = await post('/admin/v1/profiles', profile, asOperator);
await post(`/admin/v1/profiles/${saved.id}/activate`, {}, asOperator);

const categories = Object.keys(profile.profileJson.preferenceModal.categories);
const decision = {
  profileId: saved.id,
  profileVersion: 1,
  consentJson: Object.fromEntries(categories.map((id) => [id, 'granted'])),
  locale: 'de',
  timezone: 'Europe/Berlin',
  method: 'save',
  layer: 'preferences',
};
const page = {
  Origin: new URL(origin).origin,
  'Sec-Fetch-Site': 'same-origin',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Accept-Language': 'de-DE,de;q=0.9,en;q=0.5',
};
const submit = (cookie) => post('/api/v1/consent', decision, { ...page, ...(cookie && { Cookie: cookie }) });

// Warm: every lazy value is made, and V8 has compiled what it inlines.
for (let round = 0; round < 20; round += 1) await submit((await submit()).cookie);
const inspector = new Session();
inspector.connect();
await inspector.post('Profiler.enable');
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** Returns the calls of each function during one submission, by script and place. */
async function countCalls() {
  const { cookie } = values.known ? await submit() : {};
  await inspector.post('Profiler.takePreciseCoverage');
  await submit(cookie);
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  const calls = new Map();
  for (const { url, functions } of result)
    if (url.startsWith(sources))
      for (const { functionName, ranges } of functions) {
        const [{ startOffset, endOffset, count }] = ranges;
        if (count > 0)
          calls.set(`${url}:${startOffset}`, { url, functionName, startOffset, endOffset, count });
      }
  return calls;
}

// What runs beside some of the submissions, such as the counting of statistics, is not on their path.
const rounds = [];
for (let round = 0; round < 8; round += 1) rounds.push(await countCalls());
const onThePath = [...rounds[0]].flatMap(([place, call]) => {
  const count = Math.min(...rounds.map((calls) => calls.get(place)?.count ?? 0));
  return count === 0 ? [] : [{ ...call, count }];
});
await inspector.post('Profiler.stopPreciseCoverage');
server.close();
server.closeAllConnections();
await service.close();
await knex.destroy();

// The compiler writes a getter for each export, which is not in the sources.
const isExportGetter = (text) => /^(?:get \w+|function)\s*\(\)\s*\{\s*return [\w.]+;\s*\}$/.test(text);

/** Returns the functions of one file, with their calls and their line in the source. */
function functionsOf(url, calls) {
  const file = fileURLToPath(url);
  const code = compile(file);
  const map = new SourceMap(JSON.parse(readFileSync(sourceMaps.get(file), 'utf8')));
  return calls.flatMap(({ functionName, startOffset, endOffset, count }) => {
    if (isExportGetter(code.slice(startOffset, endOffset))) return [];
    const before = code.slice(0, startOffset).split('\n');
    const { originalLine } = map.findEntry(before.length - 1, before.at(-1).length);
    return [{ name: functionName, count, line: originalLine + 1 }];
  });
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const urls = [...new Set(onThePath.map(({ url }) => url))];
const files = urls
  .map((url) => ({
    file: `src/${url.slice(sources.length)}`,
    functions: functionsOf(
      url,
      onThePath.filter((call) => call.url === url),
    ),
  }))
  .filter(({ functions }) => functions.length > 0)
  .map((file) => ({ ...file, calls: sum(file.functions.map(({ count }) => count)) }))
  .sort((a, b) => b.calls - a.calls);
const all = files.flatMap(({ functions }) => functions);
console.log(`${files.length} files, ${all.length} functions, ${sum(all.map(({ count }) => count))} calls\n`);
for (const { file, functions, calls } of files) {
  console.log(`${String(calls).padStart(5)} ${file} (${functions.length})`);
  if (values.functions)
    for (const { name, count, line } of functions.sort((a, b) => b.count - a.count))
      console.log(`${String(count).padStart(11)} ${name || '(anonymous)'}:${line}`);
}
