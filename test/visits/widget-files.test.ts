import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createTestApp, type TestAppOptions } from '../support/create-test-app';
import { listen } from '../support/published-files';

const express4 = require('express4');
const built = join(__dirname, '../../dist/widget');
const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8'));
const source = (name: string) => readFileSync(join(built, name));

const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of close.splice(0).reverse()) await end();
});

async function serve(options: TestAppOptions = {}) {
  const app = await createTestApp(options);
  close.push(app.close);
  app.app.use(((_req: unknown, res: { status(code: number): { end(text: string): void } }) =>
    res.status(418).end('passed on')) as never);
  const server = await listen(app.app);
  close.push(server.close);
  return { ...server, app };
}

describe.each<[string, TestAppOptions, string]>([
  ['Express 5', {}, '/svc'],
  ['Express 5 below a prefix', { prefix: '/privacy' }, '/privacy/svc'],
  ['Express 5 with an empty basePath', { config: { basePath: '' } }, ''],
  ['Express 4', { host: express4 }, '/svc'],
  ['Express 4 below a prefix', { host: express4, prefix: '/privacy' }, '/privacy/svc'],
])('mounted on %s', (_host, options, base) => {
  test('serves the script, its style sheet and every part', async () => {
    const { request } = await serve(options);
    for (const path of ['/widget.js', '/widget.css?x=1']) {
      const answer = await request(`${base}${path}`);
      expect([answer.status, answer.body]).toEqual([200, source(path.slice(1).replace('?x=1', ''))]);
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      });
      expect(answer.headers['content-type']).toMatch(/^text\/(javascript|css); charset=utf-8$/);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    for (const name of ['banner.js', 'preferences.js', 'widget.css', 'embeds.js', 'withdraw.js']) {
      const answer = await request(`${base}/w/${manifest.hash}/${name}`);
      expect([name, answer.status, answer.body]).toEqual([name, 200, source(name)]);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  test('passes on what is not the widget’s', async () => {
    const { request } = await serve(options);
    for (const path of [
      '/widget.js.map',
      '/widget.json',
      '/w',
      '/w/',
      '/w/short/banner.js',
      `/w/${manifest.hash}/`,
      `/w/${manifest.hash}/../banner.js`,
      `/w/${manifest.hash}/%2e%2e%2fmanifest.json`,
      `/w/${manifest.hash}/..%2f..%2fpackage.json`,
      `/w/${manifest.hash}/manifest.json`,
      `/w/${manifest.hash}/banner.js/x`,
    ])
      expect([path, (await request(`${base}${path}`)).status]).toEqual([path, 418]);
  });
});

test('is the same in every coding, of which each has its own tag', async () => {
  const { request } = await serve();
  const get = (coding: string) => request('/svc/widget.js', { headers: { 'Accept-Encoding': coding } });
  const [plain, brotli, gzip] = [await get('identity'), await get('gzip, br'), await get('gzip')];
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  expect(brotli.body).toHaveLength(manifest.files['widget.js'].brotli);
  expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  expect((await get('identity;q=0, *;q=0')).status).toBe(406);
});

test('answers HEAD, 304, OPTIONS, and 405 to the rest', async () => {
  const { request } = await serve();
  const full = await request('/svc/widget.js');
  const head = await request('/svc/widget.js', { method: 'HEAD' });
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
    200,
    0,
    String(full.body.length),
  ]);
  const same = { headers: { 'If-None-Match': `W/${full.headers.etag}` } };
  const again = await request('/svc/widget.js', same);
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, full.headers.etag]);
  expect((await request('/svc/widget.js', { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD, OPTIONS');
  const post = await request('/svc/widget.js', { method: 'POST' });
  expect([post.status, JSON.parse(post.body.toString()).code]).toEqual([405, 'method_not_allowed']);
});

test('answers a cached script of another version with the parts of this one, not to be kept', async () => {
  const { request } = await serve();
  expect(manifest.hash).toMatch(/^01[0-9a-f]{10}$/);
  for (const name of ['banner.js', 'widget.css']) {
    const answer = await request(`/svc/w/010000000000/${name}`);
    expect([answer.status, answer.body]).toEqual([200, source(name)]);
    expect(answer.headers['cache-control']).toBe('no-cache');
  }
});

test.each(['00', '02'])(
  'answers a script of contract %s with the part that replaces it',
  async (contract) => {
    const { request } = await serve();
    const ask = (name: string) => request(`/svc/w/${contract}0000000000/${name}`);
    for (const name of ['banner.js', 'preferences.js']) {
      const answer = await ask(name);
      expect([answer.status, answer.body]).toEqual([200, source('restart.js')]);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
    expect((await ask('page.css')).body).toEqual(source('page.css'));
    expect((await ask('unknown.js')).status).toBe(404);
    expect((await request(`/svc/w/${manifest.hash}/restart.js`)).status).toBe(404);
  },
);

test('knows no file that is not a part', async () => {
  const { request } = await serve();
  for (const path of [
    '000000000000/widget.js',
    '000000000000/unknown.js',
    `${manifest.hash}/widget.js`,
    `${manifest.hash}/head.js`,
    `${manifest.hash}/constructor.js`,
    `${manifest.hash}/manifest.css`,
  ]) {
    const answer = await request(`/svc/w/${path}`);
    expect([path, answer.status, answer.headers['cache-control']]).toEqual([path, 404, 'no-store']);
  }
});

test('states the integrity of every file', async () => {
  const { request } = await serve();
  const { hash, integrity } = JSON.parse((await request('/svc/w/integrity.json')).body.toString());
  expect(hash).toBe(manifest.hash);
  for (const name of ['widget.js', 'banner.js'])
    expect(integrity[name]).toBe(`sha384-${createHash('sha384').update(source(name)).digest('base64')}`);
});

test('is not served where it is turned off', async () => {
  const { request } = await serve({ config: { widget: { enabled: false } } });
  for (const path of ['/svc/widget.js', `/svc/w/${manifest.hash}/banner.js`, '/svc/w/integrity.json'])
    expect((await request(path)).status).toBe(418);
});

test('starts without its files, warns, and says so to who asks for them', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'ec_test_widget_'));
  close.push(() => rm(directory, { recursive: true }));
  const { app, request } = await serve({ widgetDirectory: directory });
  await app.service.start();
  expect(
    app.logger.lines.filter((line) => line.includes('The files of the widget are missing')),
  ).toHaveLength(1);
  const answer = await request('/svc/widget.js');
  expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([
    503,
    {
      error: expect.stringMatching(
        /^The files of the widget are missing: bundle your server with `--external:express-consent`, /,
      ),
      code: 'unavailable',
    },
  ]);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' });
  await app.request.get(`${app.publicBase}/bootstrap`).expect(200);
});

test('is 503 once the service is closed', async () => {
  const { app, request } = await serve();
  await app.service.close();
  const { status, headers } = await request('/svc/widget.js');
  expect([status, headers['retry-after']]).toEqual([503, '5']);
});
