import net from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import {
  createHotServe,
  type HotServeOptions,
  publish,
  snapshotKey,
  withdraw,
} from '#banners/publishing/index';
import { ServiceError } from '#platform/kernel/errors';
import type { Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import {
  type Answer,
  type DiskPlace,
  diskPlace,
  listen,
  localeText,
  saveSnapshot,
  silentLogger,
  type TestServer,
} from '../support/published-files';
import { isCore } from '../support/scope';

const express4 = require('express4') as typeof express;

const profile = '01980000-0000-7000-8000-000000000001';
const other = '01980000-0000-7000-8000-000000000002';
const group = { tenantId: 'default', group: 'opt-in' };
const hotServe = { maxAge: 3600, staleWhileRevalidate: 60, cacheBytes: 1_000_000, revalidateMs: 1000 };

let place: DiskPlace;
let time: number;
const clock = { now: () => time, elapsed: () => time };
const context = { logger: silentLogger, clock };
const opened: { close(): unknown }[] = [];

beforeEach(async () => {
  place = await diskPlace();
  time = Date.now();
  await saveSnapshot(place.storage, 'default', profile, 3, ['en', 'de', 'pt-BR']);
  await publish(place.storage, { ...group, profileId: profile, version: 3, revision: 1 }, context);
});

afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close();
  await place.remove();
});

function makeHotServe(options: Partial<HotServeOptions> = {}, basePath = '/svc') {
  const made = createHotServe({
    storage: place.storage,
    basePath,
    hotServe,
    logger: silentLogger,
    clock,
    ...options,
  });
  opened.push(made);
  return made;
}

async function serve(options: Partial<HotServeOptions> = {}): Promise<TestServer & { forget(): void }> {
  const made = makeHotServe(options);
  const server = await listen((req, res) => {
    made.handle(req, res, () => res.writeHead(418).end('passed on'));
  });
  opened.push(server);
  return { ...server, forget: () => made.forget(group) };
}

const path = '/svc/api/v1/profiles/default/opt-in/en';
const json = (answer: Answer) => JSON.parse(answer.body.toString('utf8'));
const notFound = { error: 'No locale file is published at this path.', code: 'locale_file_not_found' };

/** The disk adapter with a count of its reads, and a switch that makes it fail or hang. */
function watched(storage: StorageAdapter) {
  const state = { reads: [] as string[], mode: 'up' as 'up' | 'down' | 'hanging' };
  const read: StorageAdapter['read'] = async (key) => {
    state.reads.push(key);
    if (state.mode === 'down') throw new Error('connection refused');
    if (state.mode === 'hanging') return new Promise(() => {});
    return storage.read(key);
  };
  return { state, storage: { ...storage, read } };
}

describe.each([
  ['plain Node', '', '/svc'],
  ['plain Node with an empty basePath', '', ''],
  ['Express 5', '', '/svc'],
  ['Express 5 below a prefix', '/privacy', '/svc'],
  ['Express 5 below a prefix with an empty basePath', '/privacy/v2', ''],
  ['Express 4', '', '/svc'],
  ['Express 4 below a prefix', '/privacy', '/svc/deep'],
])('mounted on %s', (host, prefix, basePath) => {
  const base = `${prefix}${basePath}/api/v1/profiles`;
  let server: TestServer;

  beforeEach(async () => {
    const made = makeHotServe({}, basePath);
    if (host.startsWith('Express')) {
      const app = (host.startsWith('Express 5') ? express : express4)();
      const router = (host.startsWith('Express 5') ? express : express4).Router();
      router.use((req, res, next) => void made.handle(req, res, next));
      router.use((req, res) => void res.status(418).json({ url: req.url }));
      app.use(prefix || '/', router);
      server = await listen(app);
    } else {
      server = await listen((req, res) => void made.handle(req, res, () => res.writeHead(418).end()));
    }
    opened.push(server);
  });

  test('serves the published file of a group', async () => {
    const answer = await server.request(`${base}/default/opt-in/de`);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(localeText(profile, 3, 'de'));
  });

  test('serves snapshots by version', async () => {
    const answer = await server.request(`${base}/default/${profile}/3/pt-BR`);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(localeText(profile, 3, 'pt-BR'));
  });

  test('redirects a missing locale to the default one, under the same prefix', async () => {
    const answer = await server.request(`${base}/default/opt-in/fr?x=//evil.example`);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(`${base}/default/opt-in/default`);
    expect(answer.headers['cache-control']).toBe('public, max-age=60');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.body).toHaveLength(0);
    const followed = await server.request(String(answer.headers.location));
    expect(followed.body.toString()).toBe(localeText(profile, 3, 'en'));
  });

  test('answers unknown groups, tenants, profiles and versions with 404, also for their default file', async () => {
    for (const missing of [
      'default/opt-out/en',
      'default/opt-out/default',
      'shop/opt-in/en',
      `default/${other}/3/en`,
      `default/${profile}/4/en`,
      `default/${profile}/3/fr`,
    ]) {
      const answer = await server.request(`${base}/${missing}`);
      expect([missing, answer.status, json(answer)]).toEqual([missing, 404, notFound]);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
  });

  test('passes all other paths on to later handlers', async () => {
    for (const [method, elsewhere] of [
      ['GET', `${base}/${profile}`],
      ['GET', `${base}/${profile}/en`],
      ['GET', `${base}/auto/en`],
      ['GET', `${base}/a/b/c/d/e`],
      ['GET', `${prefix}${basePath}/api/v1/resolve-profile`],
      ['POST', `${prefix}${basePath}/api/v1/consent`],
      ['GET', `${prefix}/`],
    ] as const) {
      expect([elsewhere, (await server.request(elsewhere, { method })).status]).toEqual([elsewhere, 418]);
    }
  });
});

describe('a published file', () => {
  test('carries every header that caches and other origins need', async () => {
    const server = await serve();
    const { headers } = await server.request(path);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(localeText(profile, 3, 'en').length),
      'cache-control': 'public, max-age=3600, stale-while-revalidate=60',
      vary: 'Accept-Encoding',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[A-Za-z0-9_-]{27}"$/),
    });
    expect(Math.abs(Date.parse(String(headers['last-modified'])) - Date.now())).toBeLessThan(60_000);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(
      (await server.request(`/svc/api/v1/profiles/default/${profile}/3/en`)).headers['cache-control'],
    ).toBe('public, max-age=31536000, immutable');
  });

  test('answers HEAD with the same headers and no body', async () => {
    const server = await serve();
    const got = await server.request(path, { headers: { 'accept-encoding': 'br' } });
    const asked = await server.request(path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect(asked.status).toBe(200);
    expect(asked.body).toHaveLength(0);
    expect({ ...asked.headers, date: '' }).toEqual({ ...got.headers, date: '' });
    expect(
      (await server.request('/svc/api/v1/profiles/default/none/en', { method: 'HEAD' })).body,
    ).toHaveLength(0);
  });

  test.each([
    [undefined, null],
    ['', null],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP , Deflate', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['br;q=0.5, gzip;q=0.5, identity;q=1', null],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['deflate, zstd', null],
    ['br;q=0, gzip;q=0', null],
    ['br;q=nonsense, gzip;q=0.001', 'gzip'],
    ['br ; q=1.000', 'br'],
    ['gzip;level=9;q=0', null],
    [`${'x,'.repeat(150)}gzip`, 'gzip'],
  ])('to Accept-Encoding %j is sent as %s', async (accepted, coding) => {
    const server = await serve();
    for (const _again of [1, 2]) {
      const answer = await server.request(path, {
        headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-encoding'] ?? null).toBe(coding);
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
      const plain =
        coding === 'br'
          ? brotliDecompressSync(answer.body)
          : coding === 'gzip'
            ? gunzipSync(answer.body)
            : answer.body;
      expect(plain.toString()).toBe(localeText(profile, 3, 'en'));
    }
  });

  test.each(['identity;q=0', '*;q=0', 'zstd, identity;q=0', 'br;q=0, gzip;q=0, *;q=0.000'])(
    'is refused with 406 to %j, which refuses all that there is',
    async (accepted) => {
      const server = await serve();
      const answer = await server.request(path, { headers: { 'accept-encoding': accepted } });
      expect(answer.status).toBe(406);
      expect(json(answer).code).toBe('not_acceptable');
      expect(answer.headers.vary).toBe('Accept-Encoding');
    },
  );

  test('is sent as it is while many files wait to be compressed, and compressed later', async () => {
    const letters = [...'abcdefghijklmnopqrst'];
    const locales = letters.flatMap((letter) => [`x${letter}`, `y${letter}`]);
    const address = { tenantId: 'default', profileId: profile, version: 4 };
    await saveSnapshot(place.storage, 'default', profile, 4, locales);
    // Takes brotli some hundredths of a second, while reading it takes a thousandth.
    const numbers = Array.from({ length: 1000 }, (_, index) => (index * 2654435761) % 2 ** 32);
    const textOf = (locale: string) => JSON.stringify({ currentLocale: locale, numbers });
    for (const locale of locales)
      await place.storage.write(snapshotKey(address, `${locale}.json`), Buffer.from(textOf(locale)));
    const server = await serve();
    const get = async (locale: string) => {
      const { headers, body } = await server.request(`/svc/api/v1/profiles/default/${profile}/4/${locale}`, {
        headers: { 'accept-encoding': 'br' },
      });
      const isCompressed = headers['content-encoding'] === 'br';
      expect(String(isCompressed ? brotliDecompressSync(body) : body)).toBe(textOf(locale));
      expect(String(headers.etag).endsWith('-br"')).toBe(isCompressed);
      return isCompressed;
    };
    const atOnce = await Promise.all(locales.map(get));
    expect(new Set(atOnce)).toEqual(new Set([true, false]));
    const later = locales[atOnce.indexOf(false)] ?? '';
    expect([await get(later), await get(later)]).toEqual([true, true]);
  });

  test('has another strong ETag in each coding, the same in every process', async () => {
    const [one, two] = [await serve(), await serve()];
    const tags = new Set<unknown>();
    for (const coding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': coding };
      const { etag } = (await one.request(path, { headers })).headers;
      expect(etag).toMatch(/^"[^"]+"$/);
      expect((await two.request(path, { headers })).headers.etag).toBe(etag);
      tags.add(etag);
    }
    expect(tags.size).toBe(3);
  });

  test('is not sent again when unchanged: If-None-Match', async () => {
    const server = await serve();
    const { etag = '', 'last-modified': modified = '' } = (await server.request(path)).headers;
    const gzipTag = String(
      (await server.request(path, { headers: { 'accept-encoding': 'gzip' } })).headers.etag,
    );
    const status = async (headers: Record<string, string>) =>
      (await server.request(path, { headers })).status;

    expect(await status({ 'if-none-match': etag })).toBe(304);
    expect(await status({ 'if-none-match': `W/${etag}` })).toBe(304);
    expect(await status({ 'if-none-match': `"a", W/"b,c" ,${etag}` })).toBe(304);
    expect(await status({ 'if-none-match': ' * ' })).toBe(304);
    expect(await status({ 'if-none-match': gzipTag, 'accept-encoding': 'gzip' })).toBe(304);
    expect(await status({ 'if-none-match': gzipTag })).toBe(200);
    expect(await status({ 'if-none-match': '"other"' })).toBe(200);
    expect(await status({ 'if-none-match': etag.replaceAll('"', '') })).toBe(200);
    expect(await status({ 'if-none-match': '' })).toBe(200);
    expect(await status({ 'if-none-match': '"other"', 'if-modified-since': modified })).toBe(200);

    const unchanged = await server.request(path, { headers: { 'if-none-match': etag } });
    expect(unchanged.body).toHaveLength(0);
    expect(unchanged.headers).toMatchObject({
      etag,
      'last-modified': modified,
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=60',
      'access-control-allow-origin': '*',
    });
    expect(unchanged.headers).not.toHaveProperty('content-type');
    expect((await server.request(path, { method: 'HEAD', headers: { 'if-none-match': etag } })).status).toBe(
      304,
    );
  });

  test('is not sent again when unchanged: If-Modified-Since', async () => {
    const server = await serve();
    const modified = String((await server.request(path)).headers['last-modified']);
    const status = async (since: string) =>
      (await server.request(path, { headers: { 'if-modified-since': since } })).status;
    const offset = (seconds: number) => new Date(Date.parse(modified) + seconds * 1000).toUTCString();
    expect(await status(modified)).toBe(304);
    expect(await status(offset(60))).toBe(304);
    expect(await status(offset(-1))).toBe(200);
    expect(await status('no date')).toBe(200);
  });

  test('ignores the query', async () => {
    const server = await serve();
    expect((await server.request(`${path}?a=/b/c&locale=de`)).body.toString()).toBe(
      localeText(profile, 3, 'en'),
    );
    expect((await server.request(`${path}?`)).status).toBe(200);
  });

  test('overrules headers that the host set on everything', async () => {
    const made = makeHotServe();
    const app = express();
    app.use((_req, res, next) => {
      res.set({
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': 'no-store',
        Vary: 'Origin',
        'X-Host': 'kept',
      });
      next();
    });
    app.use((req, res, next) => void made.handle(req, res, next));
    const server = await listen(app);
    opened.push(server);
    expect((await server.request(path)).headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=60',
      vary: 'Accept-Encoding',
      'x-host': 'kept',
    });
  });
});

describe('methods', () => {
  test('answers OPTIONS for any origin', async () => {
    const server = await serve();
    const answer = await server.request(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
    });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('refuses %s with 405', async (method) => {
    const server = await serve();
    const answer = await server.request(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(json(answer)).toEqual({
      error: 'Method not allowed for this path.',
      code: 'method_not_allowed',
    });
  });
});

describe('a path that is not exactly one of the two forms', () => {
  const steps = [
    '..',
    '.',
    '...',
    '%2e%2e',
    '%2E%2e',
    '.%2e',
    '%252e%252e',
    '..%2f..',
    '..%5c..',
    '..\\..',
    '\\',
    '%2f',
    '%5C',
    '%00',
    'en%00',
    'en%2ejson',
    'en.json',
    '%c0%ae%c0%ae',
    '%uff0e',
  ];
  const strange = [
    '',
    '%',
    '%zz',
    '%e0%a4',
    'en;x=1',
    'en:1',
    '~',
    'en~',
    '_admin',
    '_admin.json',
    '*',
    "'",
    '"',
    '<script>',
    '%c3%a4',
    'en#x',
    '@',
    'x'.repeat(65),
    'published.json',
    '%65n',
  ];
  const table = [...steps, ...strange].flatMap((segment) => [
    `default/opt-in/${segment}`,
    `default/${segment}/en`,
    `${segment}/opt-in/en`,
    `default/${profile}/3/${segment}`,
    `default/${profile}/${segment}/en`,
    `default/${segment}/3/en`,
    `${segment}/${profile}/3/en`,
  ]);
  // A file name that a careless join would reach from somewhere in storage.
  table.push(
    `default/opt-in/${profile}.3.1/en`,
    `default/${profile}/3/`,
    `default/opt-in/en/`,
    '//default/opt-in',
    `default/${profile}/03/en`,
    `default/${profile}/-1/en`,
    `default/${profile}/3.0/en`,
  );

  test('gets 404, in every encoding, never a file and never another handler', async () => {
    const server = await serve();
    for (const target of table) {
      const answer = await raw(server.port, `/svc/api/v1/profiles/${target}`);
      expect([target, answer.status, answer.code]).toEqual([target, 404, 'locale_file_not_found']);
    }
  });

  test('does not touch storage', async () => {
    const { state, storage } = watched(place.storage);
    const server = await serve({ storage });
    for (const target of table) await raw(server.port, `/svc/api/v1/profiles/${target}`);
    expect(state.reads).toEqual([]);
  });

  /** http.request would refuse or tidy up some of these. */
  async function raw(port: number, target: string): Promise<{ status: number; code: string }> {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () =>
        socket.end(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1'),
      );
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')));
      socket.on('error', reject);
    });
    return {
      status: Number(text.split(' ', 2)[1]),
      code: JSON.parse(text.split('\r\n\r\n')[1] || '{}').code,
    };
  }

  test('cannot be made to redirect to another site', async () => {
    const made = makeHotServe();
    const server = await listen((req, res) => {
      const baseUrl = req.headers['x-base'];
      made.handle(Object.assign(req, { baseUrl: String(baseUrl) }), res);
    });
    opened.push(server);
    for (const base of ['//evil.example', '/\\evil.example', 'https://evil.example', '/']) {
      const answer = await server.request('/svc/api/v1/profiles/default/opt-in/fr', {
        headers: { 'x-base': base },
      });
      expect(answer.headers.location).toBe('/svc/api/v1/profiles/default/opt-in/default');
    }
  });
});

describe('freshness', () => {
  async function publishNext(revision: number, version = 4) {
    await saveSnapshot(place.storage, 'default', profile, version, ['en', 'fr']);
    await publish(place.storage, { ...group, profileId: profile, version, revision }, context);
  }
  const versionOf = async (server: TestServer) => json(await server.request(path)).version;

  test('looks at the pointer at most once per interval and reads each file once', async () => {
    const { state, storage } = watched(place.storage);
    const server = await serve({ storage });
    await Promise.all(
      Array.from({ length: 50 }, () => server.request(path, { headers: { 'accept-encoding': 'br' } })),
    );
    await server.request(path, { headers: { 'accept-encoding': 'gzip' } });
    expect(state.reads).toEqual(['default/opt-in/published.json', `default/opt-in/${profile}.3.1/en.json`]);
    time += 999;
    await server.request(path);
    expect(state.reads).toHaveLength(2);
    time += 2;
    await Promise.all(Array.from({ length: 50 }, () => server.request(path)));
    expect(state.reads).toHaveLength(3);
  });

  test('serves what another process published at once after a silence', async () => {
    const server = await serve();
    expect(await versionOf(server)).toBe(3);
    await publishNext(2);
    time += 1500;
    expect(await versionOf(server)).toBe(4);
  });

  test('serves what another process published within two seconds under steady traffic', async () => {
    const server = await serve();
    expect(await versionOf(server)).toBe(3);
    await publishNext(2);
    const seen: number[] = [];
    for (let step = 0; step < 20; step += 1) {
      time += 100;
      seen.push(await versionOf(server));
    }
    expect(seen.at(-1)).toBe(4);
    expect(seen).toEqual([...seen].sort());
  });

  test('has the new files in the next answer of the process that published', async () => {
    const server = await serve();
    expect(await versionOf(server)).toBe(3);
    for (const revision of [2, 3, 4]) {
      const before = server.request(path);
      await publishNext(revision, revision + 2);
      server.forget();
      const [answer, during] = await Promise.all([versionOf(server), before]);
      expect(answer).toBe(revision + 2);
      expect(during.status).toBe(200);
    }
    await withdraw(place.storage, group, context);
    server.forget();
    expect((await server.request(path)).status).toBe(404);
    expect((await server.request('/svc/api/v1/profiles/default/opt-in/default')).status).toBe(404);
    await publishNext(5);
    server.forget();
    expect(await versionOf(server)).toBe(4);
  });

  /** Holds the next read of the pointer back after it has read, until `release` is called. */
  function heldLook() {
    const storage = { ...place.storage };
    let hasRead = () => {};
    let release = () => {};
    const reading = new Promise<void>((resolve) => {
      hasRead = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold = () => {
      storage.read = async (key) => {
        storage.read = place.storage.read;
        const stored = await place.storage.read(key);
        hasRead();
        await released;
        return stored;
      };
    };
    return { storage, hold, reading, release };
  }

  test('does not treat a check that began before the publication as one after it', async () => {
    const { storage, hold, reading, release } = heldLook();
    const server = await serve({ storage });
    await versionOf(server);
    hold();
    time += 5000;
    const early = server.request(path);
    await reading;
    await publishNext(2);
    server.forget();
    const late = await versionOf(server);
    release();
    expect(late).toBe(4);
    expect(json(await early).version).toBe(4);
    expect(await versionOf(server)).toBe(4);
  });

  test('does not trust a look under way when a file has gone away under a reader', async () => {
    const { storage, hold, reading, release } = heldLook();
    const server = await serve({ storage });
    await versionOf(server);
    hold();
    time += 1200;
    expect(await versionOf(server)).toBe(3);
    await reading;
    await publishNext(2, 4);
    await publishNext(3, 5);
    storage.read = async (key) => {
      const stored = await place.storage.read(key);
      if (stored === null) setImmediate(release);
      return stored;
    };
    expect(json(await server.request(path.replace(/en$/, 'default'))).version).toBe(5);
  });

  test('drops its cache when other bytes are published under the same revision', async () => {
    const server = await serve();
    expect(await versionOf(server)).toBe(3);
    await place.storage.write(
      snapshotKey({ tenantId: 'default', profileId: profile, version: 3 }, 'en.json'),
      Buffer.from('{"version":"retried"}'),
    );
    time += 1500;
    await publish(place.storage, { ...group, profileId: profile, version: 3, revision: 1 }, context);
    expect(await versionOf(server)).toBe('retried');
  });

  test('follows the pointer when a file goes away under a reader', async () => {
    const server = await serve();
    expect((await server.request(path.replace(/en$/, 'de'))).status).toBe(200);
    await publishNext(2, 4);
    await publishNext(3, 5);
    // The pointer in memory names revision 1, whose files are gone from disk; en was never read.
    expect(await versionOf(server)).toBe(5);
    expect((await server.request(path.replace(/en$/, 'de'))).status).toBe(303);
  });

  test('treats a listed file that is lost like a missing locale, without asking for it again and again', async () => {
    const { state, storage } = watched(place.storage);
    const server = await serve({ storage });
    await place.storage.remove(`default/opt-in/${profile}.3.1/en.json`);
    for (const _again of [1, 2, 3, 4, 5]) expect((await server.request(path)).status).toBe(303);
    expect(state.reads.filter((key) => key.endsWith('/en.json'))).toHaveLength(1);
    expect((await server.request(path.replace(/en$/, 'default'))).status).toBe(200);
  });

  test('treats a corrupt pointer or manifest as missing and logs it', async () => {
    const warnings: string[] = [];
    const logger: Logger = { ...silentLogger, warn: (_facts, message) => warnings.push(String(message)) };
    for (const corrupt of [
      '',
      '{',
      'null',
      '[]',
      '{"profileId":"x"}',
      JSON.stringify({
        profileId: '../x',
        version: 3,
        revision: 1,
        defaultLocale: 'en',
        locales: ['en'],
        publishedAt: '',
      }),
    ]) {
      const server = await serve({ logger });
      await place.storage.write('default/opt-in/published.json', Buffer.from(corrupt));
      expect((await server.request(path)).status).toBe(404);
    }
    expect(warnings).toHaveLength(6);
    await place.storage.write(
      snapshotKey({ tenantId: 'default', profileId: profile, version: 3 }, '_manifest.json'),
      Buffer.from('{}'),
    );
    expect(
      (await (await serve({ logger })).request(`/svc/api/v1/profiles/default/${profile}/3/en`)).status,
    ).toBe(404);
    expect(warnings).toHaveLength(7);
  });

  test('serves no snapshot whose marker is not there yet, and no file that the marker does not list', async () => {
    const server = await serve();
    const address = { tenantId: 'default', profileId: other, version: 1 };
    const url = (locale: string) => `/svc/api/v1/profiles/default/${other}/1/${locale}`;
    await place.storage.write(snapshotKey(address, 'fr.json'), Buffer.from('{"left":"over"}'));
    await place.storage.write(snapshotKey(address, 'en.json'), Buffer.from('{}'));
    expect((await server.request(url('en'))).status).toBe(404);
    await saveSnapshot(place.storage, 'default', other, 1, ['en']);
    time += 1000;
    expect((await server.request(url('en'))).status).toBe(200);
    expect((await server.request(url('fr'))).status).toBe(404);
  });
});

describe('when storage is down', () => {
  test.each(isCore ? (['down'] as const) : (['down', 'hanging'] as const))(
    '(%s) still serves what is in memory, and 503 for the rest',
    async (mode) => {
      const { state, storage } = watched(place.storage);
      const server = await serve({ storage });
      const { headers } = await server.request(path);
      expect(headers['cache-control']).toMatch(/^public, max-age=[1-9]/);
      const unchanged = { headers: { 'if-none-match': String(headers.etag) } };
      state.mode = mode;
      // A CDN does not keep for long what another process may have replaced meanwhile.
      const brief = { 'cache-control': 'public, max-age=0, s-maxage=10' };
      time += 5000;
      expect(await server.request(path)).toMatchObject({ status: 200, headers: brief });
      time += 1100;
      expect(await server.request(path)).toMatchObject({ status: 200, headers: brief });
      expect(await server.request(path, unchanged)).toMatchObject({ status: 304, headers: brief });
      const cold = ['default/opt-out/en', 'default/opt-in/de', `default/${profile}/3/en`].map((rest) =>
        server.request(`/svc/api/v1/profiles/${rest}`),
      );
      for (const answer of await Promise.all(cold)) {
        expect(answer.status).toBe(503);
        expect(answer.headers['retry-after']).toMatch(/^\d+$/);
        expect(json(answer).code).toBe('unavailable');
      }
      state.mode = 'up';
      time += 20_000;
      expect((await server.request('/svc/api/v1/profiles/default/opt-in/de')).status).toBe(200);
      const again = await server.request(path);
      expect(again.headers['cache-control']).toBe(headers['cache-control']);
    },
  );

  test('serves the previous publication when the files of a new one cannot be read', async () => {
    let fails = false;
    const read: StorageAdapter['read'] = async (key) => {
      if (fails && key.endsWith('/en.json')) throw new Error('connection refused');
      return place.storage.read(key);
    };
    const server = await serve({ storage: { ...place.storage, read } });
    const lifetimes: unknown[] = [];
    const versionServed = async (coding: string) => {
      const { headers } = await server.request(path, { headers: { 'accept-encoding': coding } });
      lifetimes.push(headers['cache-control']);
      return headers.etag;
    };
    const codings = ['identity', 'br'];
    const before = await Promise.all(codings.map(versionServed));
    fails = true;
    await saveSnapshot(place.storage, 'default', profile, 4, ['en']);
    await publish(place.storage, { ...group, profileId: profile, version: 4, revision: 2 }, context);
    server.forget();
    expect(await Promise.all(codings.map(versionServed))).toEqual(before);
    expect(lifetimes.slice(2)).toEqual(Array(2).fill('public, max-age=0, s-maxage=10'));

    fails = false;
    expect(json(await server.request(path)).version).toBe(4);
    await withdraw(place.storage, group, context);
    server.forget();
    expect((await server.request(path)).status).toBe(404);
  });

  test('asks a failing storage once per interval, not once per request, and does not flood the log', async () => {
    let logged = 0;
    const { state, storage } = watched(place.storage);
    const server = await serve({ storage, logger: { ...silentLogger, warn: () => (logged += 1) } });
    await server.request(path);
    state.mode = 'down';
    time += 5000;
    for (let round = 0; round < 50; round += 1) await server.request(path);
    expect(state.reads.slice(2)).toHaveLength(1);
    expect(logged).toBe(1);
  });

  test('logs why, and no address of a client', async () => {
    const lines: unknown[] = [];
    const { state, storage } = watched(place.storage);
    state.mode = 'down';
    const server = await serve({ storage, logger: { ...silentLogger, warn: (...line) => lines.push(line) } });
    await server.request(path);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('127.0.0.1');
    expect(JSON.stringify(lines)).toContain('connection refused');
  });
});

describe('an attacker who asks for random names', () => {
  test('costs one look per name and interval, and only so many at once', async () => {
    const { state, storage } = watched(place.storage);
    const names = Array.from(
      { length: 200 },
      (_item, index) => `/svc/api/v1/profiles/random-${index}/opt-in/en`,
    );
    let [arrived, inside, most] = [0, 0, 0];
    let open = () => {};
    const allArrived = new Promise<void>((resolve) => {
      open = resolve;
    });
    const limiter = {
      consume: async () => {
        arrived += 1;
        if (arrived === names.length) open();
        return {};
      },
    };
    const read: StorageAdapter['read'] = async (key) => {
      inside += 1;
      most = Math.max(most, inside);
      await allArrived;
      inside -= 1;
      return storage.read(key);
    };
    const server = await serve({ storage: { ...storage, read }, limiter });
    for (const _again of [1, 2, 3]) {
      const answers = await Promise.all(names.map((name) => server.request(name)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    }
    expect(state.reads).toHaveLength(200);
    expect(most).toBe(16);
    time += 1000;
    await server.request(names[0] ?? '');
    expect(state.reads).toHaveLength(201);
  });

  test('cannot push known groups out of service while storage is slow', async () => {
    const { state, storage } = watched(place.storage);
    const server = await serve({ storage });
    await server.request(path);
    state.mode = 'hanging';
    const flood = Array.from({ length: 100 }, (_item, index) =>
      server.request(`/svc/api/v1/profiles/default/random-${index}/en`).catch(() => null),
    );
    expect((await server.request(path)).status).toBe(200);
    state.mode = 'up';
    time += 5000;
    expect((await server.request(path)).status).toBe(200);
    opened.push({ close: () => Promise.all(flood) });
  });

  test('gets no disk reads for locales that are not published', async () => {
    const { state, storage } = watched(place.storage);
    const server = await serve({ storage });
    for (let index = 0; index < 100; index += 1)
      await server.request(`/svc/api/v1/profiles/default/opt-in/x${index}`);
    expect(state.reads).toHaveLength(1);
  });
});

describe('before the service has started', () => {
  test('serves once the start has succeeded', async () => {
    let started = false;
    const ready = () => {
      if (started) return undefined;
      return Promise.resolve().then(() => {
        started = true;
      });
    };
    const server = await serve({ ready });
    expect((await server.request(path)).status).toBe(200);
    expect(started).toBe(true);
    expect((await server.request(path)).status).toBe(200);
  });

  test.each([
    ['the start fails', () => Promise.reject(new Error('connection refused'))],
    [
      'the service is closed',
      () => {
        throw new Error('closed');
      },
    ],
  ])('answers 503 with Retry-After while %s, and passes other paths on', async (_case, ready) => {
    const server = await serve({ ready });
    const answer = await server.request(path);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    expect((await server.request('/svc/api/v1/consent')).status).toBe(418);
  });
});

describe('memory', () => {
  test('stays within cacheBytes: what is dropped is read again', async () => {
    const { state, storage } = watched(place.storage);
    const server = await serve({ storage, hotServe: { ...hotServe, cacheBytes: 65_536 } });
    const locales = Array.from({ length: 60 }, (_item, index) => `x${index}`);
    await saveSnapshot(place.storage, 'default', profile, 4, locales);
    await publish(place.storage, { ...group, profileId: profile, version: 4, revision: 2 }, context);
    const files = () => state.reads.filter((key) => !key.endsWith('published.json')).length;
    for (const locale of locales)
      expect((await server.request(path.replace(/en$/, locale))).status).toBe(200);
    expect(files()).toBe(60);
    for (const locale of locales)
      expect((await server.request(path.replace(/en$/, locale))).status).toBe(200);
    expect(files()).toBe(120);
    await server.request(path.replace(/en$/, 'x59'));
    expect(files()).toBe(120);
  });
});

describe('the rate limit', () => {
  const refusal = new ServiceError('rate_limited', {
    headers: { 'Retry-After': '7', RateLimit: '"hotServe";r=0;t=7' },
  });

  test('limits requests by the client address that the host trusts, with 429 above the limit', async () => {
    const clients: string[] = [];
    let left = 3;
    const limiter = {
      consume: async (client: string) => {
        clients.push(client);
        left -= 1;
        if (left < 0) throw refusal;
        return { RateLimit: `"hotServe";r=${left};t=7` };
      },
    };
    const server = await serve({ limiter, clientIp: (req) => String(req.headers['x-client']) });
    const headers = { 'x-client': '203.0.113.9' };
    const answers: Answer[] = [];
    for (const target of [path, `${path}/../x`, path, path])
      answers.push(await server.request(target, { headers }));
    expect(answers.map(({ status }) => status)).toEqual([200, 418, 200, 200]);
    expect(answers[3]?.headers.ratelimit).toBe('"hotServe";r=0;t=7');
    const refused = await server.request(path, { headers });
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      'retry-after': '7',
      ratelimit: '"hotServe";r=0;t=7',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
    expect(json(refused).code).toBe('rate_limited');
    expect(clients).toEqual(Array(4).fill('ip:203.0.113.9'));
  });

  test('lets requests through when the limiter itself fails', async () => {
    const server = await serve({ limiter: { consume: () => Promise.reject(new Error('redis is gone')) } });
    expect((await server.request(path)).status).toBe(200);
  });
});

test('answers 503 to everything once it is closed', async () => {
  const made = makeHotServe();
  const server = await listen((req, res) => void made.handle(req, res));
  opened.push(server);
  expect((await server.request(path)).status).toBe(200);
  made.close();
  expect((await server.request(path)).status).toBe(503);
});
