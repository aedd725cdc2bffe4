import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import type { ConsentServiceConfig } from '#platform/config/config-schema';
import { createTestApp, type TestAppOptions } from '../support/create-test-app';
import { listen, type TestServer } from '../support/published-files';

const express4 = require('express4');
const built = join(__dirname, '../../dist/dashboard');
const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8'));
const source = (name: string) => readFileSync(join(built, name));

type Config = Partial<ConsentServiceConfig>;
const dashboard = { enabled: true };
const ownPath = { basePath: '', dashboard: { enabled: true, path: '/consent-admin/' } };

const oidcAuth = (more: object = {}) => ({
  mode: 'oidc' as const,
  masterSecret: 'test master secret, long enough to count',
  oidc: {
    issuer: 'https://id.example',
    clientId: 'shop',
    clientSecret: 'client secret, long enough to count',
    redirectUri: 'https://shop.example/svc/admin/v1/auth/oidc/callback',
    ...more,
  },
});

const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of close.splice(0).reverse()) await end();
});

const createApp = async (options: TestAppOptions) => {
  const app = await createTestApp(options);
  close.push(app.close);
  return app;
};
const serveApp = async (app: Parameters<typeof listen>[0]) => {
  const server = await listen(app);
  close.push(server.close);
  return server;
};
const passedOn = (_req: IncomingMessage, res: ServerResponse) => {
  res.statusCode = 418;
  res.end('passed on');
};

async function serve(config: Config = {}, options: Omit<TestAppOptions, 'config'> = {}) {
  const app = await createApp({ ...options, config: { dashboard, ...config } });
  app.app.use(passedOn as never);
  return { ...(await serveApp(app.app)), app };
}

const find = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found = '']) =>
    found.replace(/&(?:quot|amp|#39|lt|gt);/g, (entity) => entities[entity] ?? ''),
  );
const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&amp;': '&',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

/** Opens an address of the dashboard as a browser does: `files` are the paths that it would load next. */
async function open({ request }: Pick<TestServer, 'request'>, path: string) {
  const { status, headers, body } = await request(path);
  const html = body.toString('utf8');
  const [base = ''] = find(html, /<base href="([^"]*)">/g);
  const absolute = (address: string) =>
    new URL(address, new URL(base, `http://shop.example${path}`)).href.replace('http://shop.example', '');
  return {
    status,
    headers,
    html,
    base,
    csp: String(headers['content-security-policy']),
    config: JSON.parse(
      find(html, /<script type="application\/json" id="config">(.*?)<\/script>/gs)[0] ?? '{}',
    ),
    files: [
      ...find(html, /<link rel="stylesheet" href="([^"]*)">/g),
      ...find(html, /<link rel="modulepreload"[^>]* href="([^"]*)">/g),
      ...find(html, /<script type="module"[^>]* src="([^"]*)">/g),
    ].map(absolute),
  };
}

/** Expects that everything works which a browser does next with the page. */
async function expectToWork(
  server: Pick<TestServer, 'request'>,
  path: string,
  prefix: string,
  mount: string,
) {
  const page = await open(server, path);
  expect([path, page.status, page.base]).toEqual([path, 200, prefix]);
  expect(page.config).toMatchObject({
    adminBase: `${mount}/admin/v1`,
    publicBase: `${mount}/api/v1`,
    prefix,
  });
  expect(page.files).toHaveLength(2 + manifest.main.imports.length);
  for (const file of page.files) {
    const { status, headers } = await server.request(file);
    expect([file, status, headers['content-type']]).toEqual([
      file,
      200,
      `text/${file.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
    ]);
  }
  for (const api of [page.config.adminBase, page.config.publicBase])
    expect([api, (await server.request(`${api}/health`)).status]).toEqual([api, 200]);
  return page;
}

describe.each<[string, string, string, Config, Omit<TestAppOptions, 'config'>]>([
  ['Express 5', '/svc/', '/svc', {}, {}],
  ['Express 5 below a prefix', '/privacy/svc/', '/privacy/svc', {}, { prefix: '/privacy' }],
  ['Express 5 with an empty basePath', '/consent-admin/', '', ownPath, {}],
  ['Express 5 with both', '/privacy/consent-admin/', '/privacy', ownPath, { prefix: '/privacy' }],
  ['Express 4', '/svc/', '/svc', {}, { host: express4 }],
  ['Express 4 below a prefix', '/privacy/svc/', '/privacy/svc', {}, { host: express4, prefix: '/privacy' }],
])('mounted on %s', (_host, prefix, mount, config, options) => {
  test('serves the page at every address of a screen, and what the page loads', async () => {
    const server = await serve(config, options);
    for (const below of ['', 'banners', 'banners/0f7c/texts?locale=de&q=a.b', 'consents/', 'no-such-screen'])
      await expectToWork(server, `${prefix}${below}`, prefix, mount);
  });

  test('leads to the address with a slash at its end, on which relative addresses depend', async () => {
    const { request } = await serve(config, options);
    for (const query of ['', '?tab=a&q=%2F'])
      expect(await request(`${prefix.slice(0, -1)}${query}`)).toMatchObject({
        status: 308,
        headers: { location: `${prefix}${query}` },
      });
  });

  test('passes on what is not the dashboard’s', async () => {
    const { request } = await serve(config, options);
    const others = [
      'logo.png',
      'robots.txt',
      '.well-known/gpc.json',
      'index.html',
      'assets/x/y.js',
      '..%2f.env',
    ];
    for (const below of others)
      expect([below, (await request(`${prefix}${below}`)).status]).toEqual([below, 418]);
    for (const path of ['/', '/shop', `${prefix.slice(0, -1)}x/`])
      expect([path, (await request(path)).status]).toEqual([path, 418]);
    for (const path of ['/admin/v1/no-such-route', '/api/v1/no-such-route'])
      expect((await request(`${mount}${path}`)).headers['content-type']).toMatch('application/json');
    expect((await request(`${mount}/w/integrity.json`)).status).toBe(200);
  });
});

describe('the page', () => {
  test('is complete, in one piece, and without anything inline that runs', async () => {
    const server = await serve();
    const { html, headers, config } = await open(server, '/svc/');
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toMatch(/<noscript>[^<]+<\/noscript>/);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('<link rel="icon" href="data:image/svg+xml,');
    expect(html).not.toMatch(/<style|\son\w+=|<script(?! type="(module|application\/json)")/);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(html)));
    expect(Buffer.byteLength(html)).toBeLessThan(3000);
    expect(config).toEqual({
      translates: false,
      retention: { history: null, inactiveVisitors: null, erasures: 36 },
      tcf: false,
      gpp: false,
      adminBase: '/svc/admin/v1',
      publicBase: '/svc/api/v1',
      version: require('../../package.json').version,
      mode: 'local',
      sessionMinutes: 30,
      providerName: null,
      signInUrl: null,
      tenancy: false,
      baseDomain: null,
      prefix: '/svc/',
    });
  });

  test('comes with a strict policy, whose nonce is another one each time', async () => {
    const server = await serve();
    const { headers, csp, html } = await open(server, '/svc/');
    const [nonce = ''] = find(html, /<meta property="csp-nonce" content="([\w-]{22,})">/g);
    expect(csp.split('; ').sort()).toEqual(
      [
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-src 'self'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types rich-text',
      ].sort(),
    );
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('set-cookie');
    expect((await open(server, '/svc/')).csp).not.toBe(csp);
  });

  test('keeps its own policy behind a host that sets one for its pages', async () => {
    const app = await createApp({ config: { dashboard } });
    const host = express();
    // As helmet does.
    host.use((_req, res, next) => {
      res.set({
        'Content-Security-Policy':
          "default-src 'self';script-src-attr 'none';style-src 'self' 'unsafe-inline'",
        'X-Frame-Options': 'SAMEORIGIN',
        'Referrer-Policy': 'no-referrer',
        'Cross-Origin-Resource-Policy': 'same-origin',
      });
      next();
    });
    host.use(app.app);
    const { headers, csp } = await expectToWork(await serveApp(host), '/svc/', '/svc/', '/svc');
    expect(csp).toMatch(/^default-src 'none'; /);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' });
  });

  test('cannot be broken by what the configuration names', async () => {
    const displayName = `</script><script>alert(1)</script><!--"'&\u2028 Ada’s`;
    const server = await serve({ auth: oidcAuth({ displayName }) });
    const { config, html } = await open(server, '/svc/');
    expect(config).toMatchObject({ mode: 'oidc', providerName: displayName });
    expect(html).not.toContain('alert(1)</script>');
    expect(html).not.toContain('<!--');
    expect(html).not.toContain('\u2028');
  });

  test('names the page on which the host signs operators in', async () => {
    const signInUrl = 'https://intranet.example/sign-in?to=consent&x="';
    const server = await serve({
      auth: { mode: 'jwt', masterSecret: 'test master secret, long enough to count' },
      dashboard: { enabled: true, signInUrl },
    });
    expect((await open(server, '/svc/banners')).config).toMatchObject({ mode: 'jwt', signInUrl });
  });

  test('says whether there are several tenants, and which hosts name one', async () => {
    const server = await serve({ tenancy: { enabled: true, baseDomain: 'Consent.Example' } });
    expect((await open(server, '/svc/')).config).toMatchObject({
      tenancy: true,
      baseDomain: 'consent.example',
    });
  });

  test('never has a base on another host', async () => {
    const app = await createApp({ config: { dashboard } });
    const host = express();
    host.use('/:any', app.app);
    host.use(app.app);
    const server = await serveApp((req, res) => host(req as never, res as never));
    for (const path of ['//evil.example/svc/', '/%2F%2Fevil.example/svc/', '/\\evil.example/svc/'])
      for (const address of [path, path.slice(0, -1)]) {
        const { status, headers, base } = await open(server, address);
        expect([address, String(headers.location ?? base)]).toEqual([
          address,
          expect.stringMatching(status === 308 || status === 200 ? /^\/(?![/\\])/ : /^$/),
        ]);
      }
    const quoted = await open(server, '/a"><script>x/svc/');
    expect(quoted.html).not.toContain('"><script>x');
  });
});

describe('behind a proxy that changes the path', () => {
  /** A proxy at `/edge` that sends requests on without that prefix, and passes nothing else on. */
  const proxy = (inner: ReturnType<typeof express>) =>
    express().use('/edge', (req, res) => {
      req.baseUrl = '';
      inner(req, res);
    });

  test.each<[string, Config, string, string]>([
    ['basePath', {}, '/edge/svc/', '/edge/svc'],
    ['a path of its own', ownPath, '/edge/consent-admin/', '/edge'],
  ])('publicPath leads every address through it, with %s', async (_name, config, prefix, mount) => {
    const app = await createApp({ config: { dashboard, publicPath: '/edge', ...config } });
    const server = await serveApp(proxy(app.app));
    await expectToWork(server, `${prefix}banners/1`, prefix, mount);
    expect((await server.request(prefix.slice(0, -1))).headers.location).toBe(prefix);
  });

  test('a prefix in a header, which anyone can send, changes nothing', async () => {
    const { request } = await serve();
    const { body } = await request('/svc/', {
      headers: { 'X-Forwarded-Prefix': '/edge', 'X-Forwarded-Host': 'evil.example', Host: 'evil.example' },
    });
    expect(body.toString('utf8')).toContain('<base href="/svc/">');
    expect(body.toString('utf8')).not.toContain('evil');
  });
});

test('two services in one app have a dashboard each', async () => {
  const one = await createApp({ config: { basePath: '/one', dashboard } });
  const two = await createApp({ config: { basePath: '/two', dashboard, tenancy: { enabled: true } } });
  const server = await serveApp(express().use(one.app, two.app));
  for (const [name, tenancy] of [
    ['one', false],
    ['two', true],
  ] as const) {
    const { config } = await expectToWork(server, `/${name}/banners`, `/${name}/`, `/${name}`);
    expect(config.tenancy).toBe(tenancy);
  }
});

describe('the files', () => {
  const names: readonly string[] = Object.keys(manifest.files);

  test('never change under their names, so caches may keep them, and come compressed as they were built', async () => {
    const { request } = await serve();
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
    for (const name of names)
      for (const coding of ['br', 'gzip', 'identity'] as const) {
        const { status, headers, body } = await request(`/svc/assets/${name}`, {
          headers: { 'Accept-Encoding': coding },
        });
        expect([name, status, headers['content-encoding'] ?? 'identity']).toEqual([name, 200, coding]);
        expect(decode[coding](body).equals(source(name))).toBe(true);
        expect(headers).toMatchObject({
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          vary: 'Accept-Encoding',
          'content-length': String(body.length),
        });
      }
  });

  test('are not sent again to a browser that has them', async () => {
    const { request } = await serve();
    const path = `/svc/assets/${manifest.main.script}`;
    const { etag = '' } = (await request(path)).headers;
    const again = await request(path, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await request(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  test.each(['main-AAAAAAAA.js', 'style.css', 'constructor.js', '__proto__.js'])(
    '%s, which is none, is 404 and never the page',
    async (name) => {
      const { request } = await serve();
      const { status, headers } = await request(`/svc/assets/${name}`);
      expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    },
  );

  test('are 503 with the reason until they have been built', async () => {
    const { request } = await serve({}, { dashboardDirectory: join(tmpdir(), 'no-such-directory') });
    const { status, body } = await request('/svc/');
    expect(status).toBe(503);
    expect(JSON.parse(body.toString('utf8')).error).toContain('npm run build');
  });
});

describe('requests', () => {
  test('HEAD gets the headers of GET and no body', async () => {
    const { request } = await serve();
    for (const path of ['/svc/', `/svc/assets/${manifest.main.script}`]) {
      const [head, get] = [await request(path, { method: 'HEAD' }), await request(path)];
      expect([path, head.status, head.body.length]).toEqual([path, 200, 0]);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
    expect((await request('/svc', { method: 'HEAD' })).status).toBe(308);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s is not answered with the page',
    async (method) => {
      const { request } = await serve();
      for (const path of ['/svc', '/svc/', '/svc/banners', `/svc/assets/${manifest.main.script}`])
        expect([path, (await request(path, { method })).status]).toEqual([path, 418]);
    },
  );

  test('work before the start, and end with the service', async () => {
    const { request, app } = await serve();
    expect((await request('/svc/')).status).toBe(200);
    await app.service.close();
    for (const path of ['/svc/', `/svc/assets/${manifest.main.script}`])
      expect((await request(path)).status).toBe(503);
  });
});

test('without dashboard.enabled nothing is served', async () => {
  const { request } = await serve({ dashboard: {} });
  for (const path of [
    '/svc',
    '/svc/',
    '/svc/banners',
    '/svc/preview.html',
    `/svc/assets/${manifest.main.script}`,
  ])
    expect([path, (await request(path)).status]).toEqual([path, 418]);
});

describe.each<[string, Config, string]>([
  ['basePath', {}, '/svc/'],
  ['publicPath', { publicPath: '/edge' }, '/edge/svc/'],
  ['a path of its own', ownPath, '/consent-admin/'],
])('with %s', (_name, config, page) => {
  test('links to choose a password lead to the dashboard', async () => {
    const app = await createApp({ config: { dashboard, ...config } });
    const { body } = await app.request
      .post(`${app.adminBase}/users`)
      .set(await app.asAdmin())
      .send({ name: 'Nora', email: 'nora@shop.example', invite: true })
      .expect(201);
    const { pathname, hash } = new URL(body.invitation.link);
    expect([pathname, hash]).toEqual([page, expect.stringMatching(/^#accept=/)]);
  });

  test('a sign-in through a provider that is refused ends at the dashboard', async () => {
    const app = await createApp({ config: { dashboard, auth: oidcAuth(), ...config } });
    const answer = await app.request
      .get(`${app.adminBase}/auth/oidc/callback`)
      .query({ state: 'unknown.dashboard', code: 'code' });
    expect([answer.status, answer.headers.location]).toEqual([302, `${page}#error=sign_in_expired`]);
  });
});
