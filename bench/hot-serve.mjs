/**
 * Measures published locale files under load, compared with `express.static` and the same file in the same
 * run:
 *
 *     node bench/hot-serve.mjs [seconds per round]
 *
 * Each runs in an Express app in a separate process; the load comes from this one. Rounds alternate, so that
 * a busy machine slows both; the medians are compared.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const seconds = Number(process.argv[2] ?? 4);
const rounds = 3;
const urlPath = '/svc/api/v1/profiles/default/opt-in/en';
const profileId = '01980000-0000-7000-8000-000000000001';

/** Returns a file of about the size of a profile with eight categories and sixty cookies. */
function localeFile() {
  const cookies = Object.fromEntries(
    Array.from({ length: 60 }, (_item, index) => [
      `parameter-${index}`,
      {
        name: `_ck_${index * 7919}`,
        purpose: 'analytics',
        listenGpc: index % 2 === 0,
        description: `Remembers choice ${index} until the visit ends.`,
        duration: `${index} days`,
      },
    ]),
  );
  return JSON.stringify({
    id: profileId,
    currentLocale: 'en',
    mainBanner: { htmlText: 'We use cookies to understand how our site is used. '.repeat(8) },
    cookies,
  });
}

const servers = {
  hotServe: `
    const hotServe = createHotServe({
      storage,
      basePath: '/svc',
      hotServe: { maxAge: 3600, staleWhileRevalidate: 60, cacheBytes: 67108864, revalidateMs: 1000 },
      logger: console,
      clock: { now: () => Date.now(), elapsed: () => performance.now() },
    });
    app.use((req, res, next) => void hotServe.handle(req, res, next));`,
  'express.static': `
    app.use('/svc/api/v1/profiles', express.static(directory + '/static', { extensions: ['json'], maxAge: 3600000 }));`,
};

function startServer(name, directory) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const script = `
    const express = require('express');
    const { createHotServe } = require('./src/features/publishing/index.ts');
    const { diskStorage } = require('./src/storage/disk/disk-storage.ts');
    const directory = process.argv[1];
    const storage = diskStorage({ directory });
    const app = express();
    ${servers[name]}
    storage.connect().then(() => {
      const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
    });`;
  const child = spawn(process.execPath, ['-r', './test/support/typescript.js', '-e', script, directory], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) =>
    createInterface({ input: child.stdout }).once('line', (port) =>
      resolve({ name, child, url: `http://127.0.0.1:${port}${urlPath}` }),
    ),
  );
}

async function measure({ url }, headers) {
  const result = await autocannon({ url, connections: 50, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} responses other than 200, ${result.errors} errors`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const directory = await mkdtemp(join(tmpdir(), 'express-consent-bench-'));
const text = localeFile();
const groupDirectory = join(directory, 'default/opt-in');
await mkdir(join(groupDirectory, `${profileId}.1.1`), { recursive: true });
await writeFile(join(groupDirectory, `${profileId}.1.1/en.json`), text);
const pointer = {
  profileId,
  version: 1,
  revision: 1,
  defaultLocale: 'en',
  locales: ['en'],
  publishedAt: new Date().toISOString(),
};
await writeFile(join(groupDirectory, 'published.json'), JSON.stringify(pointer));
await mkdir(join(directory, 'static/default/opt-in'), { recursive: true });
await writeFile(join(directory, 'static/default/opt-in/en.json'), text);

const started = await Promise.all(Object.keys(servers).map((name) => startServer(name, directory)));
try {
  console.log(
    `A file of ${text.length} bytes, 50 connections, ${rounds} rounds of ${seconds} s each, Node ${process.version}`,
  );
  for (const coding of ['identity', 'gzip, deflate, br']) {
    const headers = { 'accept-encoding': coding };
    const results = new Map(started.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const server of started) results.get(server.name).push(await measure(server, headers));
    const rates = [...results].map(([name, list]) => {
      const rate = median(list.map(({ perSecond }) => perSecond));
      console.log(
        `Accept-Encoding: ${coding.padEnd(18)} ${name.padEnd(15)} ${Math.round(rate)} requests/s, p99 ${median(list.map(({ p99 }) => p99))} ms`,
      );
      return rate;
    });
    console.log(`  hotServe / express.static = ${(rates[0] / rates[1]).toFixed(2)}`);
  }
} finally {
  for (const { child } of started) child.kill();
  await rm(directory, { recursive: true });
}
