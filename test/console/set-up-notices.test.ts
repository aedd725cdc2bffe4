import express from 'express';

import supertest from 'supertest';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';

const express4 = require('express4') as typeof express;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function open(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(options);
  cleanUps.push(app.close);
  return app;
}

const linesWith = (app: TestApp, text: string) =>
  app.logger.lines.map((line) => JSON.parse(line)).filter(({ message }) => String(message).includes(text));

describe('a proxy in front of the app', () => {
  const forwarded = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https' };
  const warnings = (app: TestApp) => linesWith(app, 'troubleshooting.md#proxy-not-trusted');

  test.each([
    ['Express 5', express],
    ['Express 4', express4],
  ])('that %s does not trust is reported once, without the address of the visitor', async (_, host) => {
    const app = await open({ host });
    for (const path of [app.publicBase, app.adminBase, app.publicBase])
      await app.request.get(`${path}/health`).set(forwarded);
    expect(warnings(app)).toEqual([
      expect.objectContaining({ level: 'warn', headers: ['x-forwarded-for', 'x-forwarded-proto'] }),
    ]);
    expect(app.logger.lines.join()).not.toContain('203.0.113.9');
  });

  test('that sends the header of RFC 7239 is reported', async () => {
    const app = await open();
    await app.request.get(`${app.publicBase}/health`).set('Forwarded', 'for=203.0.113.9;proto=https');
    expect(warnings(app)).toMatchObject([{ headers: ['forwarded'] }]);
  });

  test.each([true, false, 1, 'loopback'])('is not reported with trustProxy: %j', async (trustProxy) => {
    const app = await open({ config: { trustProxy } });
    await app.request.get(`${app.publicBase}/health`).set(forwarded);
    expect(warnings(app)).toEqual([]);
  });

  test.each([1, '10.0.0.0/8'])('is not reported when the app trusts %j', async (trust) => {
    const app = await open({ host: () => express().set('trust proxy', trust) });
    await app.request.get(`${app.publicBase}/health`).set(forwarded);
    expect(warnings(app)).toEqual([]);
  });

  test('is not reported without its headers', async () => {
    const app = await open();
    await app.request.get(`${app.publicBase}/health`);
    expect(warnings(app)).toEqual([]);
  });
});

describe('a router that is mounted at its own base path', () => {
  const warnings = (app: TestApp) => linesWith(app, 'troubleshooting.md#doubled-prefix');

  test.each([
    ['/svc', '/svc/api/v1/bootstrap', 'app.use(consent.publicRouter)'],
    ['/svc', '/svc/admin/v1/health', 'app.use(consent.publicRouter)'],
    ['/svc', '/svc/widget.js', 'app.use(consent.publicRouter)'],
    ['/shop/svc', '/shop/svc/api/v1/bootstrap', "app.use('/shop', consent.publicRouter)"],
  ])('at %s is named once, with the right line, when %s finds nothing', async (prefix, path, line) => {
    const app = await open({ prefix });
    for (let count = 0; count < 3; count += 1) await app.request.get(path).expect(404);
    expect(warnings(app)).toEqual([
      expect.objectContaining({ level: 'warn', mountedAt: prefix, message: expect.stringContaining(line) }),
    ]);
    // What the line says works.
    const host = express();
    host.use(prefix.replace(/\/svc$/, '') || '/', app.service.publicRouter, app.service.adminRouter);
    expect((await supertest(host).get(path)).status).not.toBe(404);
  });

  test.each([
    ['/privacy', {}, '/privacy/api/v1/bootstrap'],
    ['/svc', {}, '/svc/cart'],
    ['/svc', { basePath: '' }, '/svc/missing'],
    ['/', {}, '/svc/missing'],
  ])('mounted at %s with %j, the path %s is none of it', async (prefix, config, path) => {
    const app = await open({ prefix, config });
    await app.request.get(path).expect(404);
    expect(warnings(app)).toEqual([]);
  });
});

describe('cookies of a path', () => {
  const warnings = (app: TestApp) => linesWith(app, 'troubleshooting.md#path-of-the-cookies');
  const withPath = (path: string): TestAppOptions['config'] => ({ visitorCookie: { path } });

  test('that does not cover the service are reported once, with both paths', async () => {
    const app = await open({ prefix: '/privacy', config: withPath('/shop') });
    for (let count = 0; count < 2; count += 1) await app.request.get(`${app.publicBase}/health`).expect(200);
    expect(warnings(app)).toEqual([
      expect.objectContaining({ level: 'warn', cookiePath: '/shop', path: '/privacy/svc' }),
    ]);
  });

  test.each([
    ['/', '/svc'],
    ['/', '/svc/'],
    ['/shop', '/shop'],
    ['/shop', '/'],
  ])('of a service below %s, at %s, have nothing to say', async (prefix, path) => {
    const app = await open({ prefix, config: withPath(path) });
    await app.request.get(`${app.publicBase}/health`).expect(200);
    expect(warnings(app)).toEqual([]);
  });
});

describe('a page that the host writes', () => {
  const warnings = (app: TestApp) => linesWith(app, 'troubleshooting.md#mounted-under-a-path');
  async function openPage(options: TestAppOptions): Promise<TestApp> {
    const app = await open(options);
    app.app.get('/shop', async (req, res) => void res.send((await app.service.page(req)).head));
    return app;
  }

  test('names its mistake once, with the right line, when the routers are mounted under a path', async () => {
    const app = await openPage({ prefix: '/privacy' });
    await app.request.get('/privacy/svc/widget.js').expect(200);
    for (let count = 0; count < 2; count += 1) await app.request.get('/shop').expect(/"\/svc\/widget\.js"/);
    expect(warnings(app)).toEqual([
      expect.objectContaining({
        level: 'warn',
        mountedAt: '/privacy',
        message: expect.stringContaining("Set `publicPath: '/privacy'`."),
      }),
    ]);
    // What the line says works.
    const mended = await openPage({ prefix: '/privacy', config: { publicPath: '/privacy' } });
    const [, address = ''] = / src="([^"]+)"/.exec((await mended.request.get('/shop')).text) ?? [];
    await mended.request.get(address).expect(200);
    expect(warnings(mended)).toEqual([]);
  });

  test('says so after ten pages for which no request has reached a router', async () => {
    const app = await openPage({ prefix: '/privacy' });
    for (let count = 0; count < 9; count += 1) await app.request.get('/shop').expect(200);
    expect(warnings(app)).toEqual([]);
    for (let count = 0; count < 2; count += 1) await app.request.get('/shop').expect(200);
    expect(warnings(app)).toMatchObject([{ message: expect.stringContaining('set `publicPath`') }]);
  });

  test('has nothing to say where the router at the root comes after it, and the other one under a path', async () => {
    const { service, logger } = await open();
    const host = express();
    host.use('/ops', service.adminRouter);
    host.get('/shop', async (req, res) => void res.send((await service.page(req)).head));
    host.use(service.publicRouter);
    const request = supertest(host);
    await request.get('/ops/svc/admin/v1/health');
    await request.get('/shop').expect(200);
    await request.get('/svc/widget.js').expect(200);
    for (let count = 0; count < 10; count += 1) await request.get('/shop').expect(200);
    expect(logger.lines.join()).not.toContain('mounted-under-a-path');
  });

  test('has nothing to say where the router is in front of it', async () => {
    const app = await openPage({});
    await app.request.get('/shop').expect(200);
    expect(warnings(app)).toEqual([]);
  });
});

describe('a page that asks for its banner', () => {
  const warnings = (app: TestApp) => linesWith(app, 'A page asked for its banner');
  const ask = (app: TestApp) => app.request.get(`${app.publicBase}/bootstrap`).expect(200);

  test.each(['opt-in', 'opt-out'])('while no profile is active is reported once (%s)', async (type) => {
    const app = await open({ config: { compliance: { type } } });
    await ask(app);
    await ask(app);
    expect(warnings(app)).toEqual([
      expect.objectContaining({ level: 'warn', tenantId: 'default', group: type }),
    ]);
  });

  test('from a place that asks first is reported while only other groups have a profile', async () => {
    const app = await open({ config: { compliance: { type: 'opt-in-explicit' } } });
    await createActiveProfile(app);
    await ask(app);
    expect(warnings(app)).toMatchObject([{ group: 'opt-in-explicit' }]);
  });

  test('from a place that does not ask first is not, then: the host may want no banner there', async () => {
    const app = await open({ config: { compliance: { type: 'unregulated' } } });
    await createActiveProfile(app);
    await ask(app);
    expect(warnings(app)).toEqual([]);
  });

  test('that has a profile is not reported', async () => {
    const app = await open();
    await createActiveProfile(app);
    await ask(app);
    expect(warnings(app)).toEqual([]);
  });
});

describe('the first request after the start', () => {
  const lines = (app: TestApp) => linesWith(app, 'Addresses of the consent service');

  test('on the own machine prints whole addresses of the routers that are mounted, once', async () => {
    const app = await open({ prefix: '/shop', config: { dashboard: { enabled: true } } });
    await app.service.start();
    const get = () => app.request.get(`${app.publicBase}/health`).set('Host', 'localhost:3000').expect(200);
    for (let count = 0; count < 3; count += 1) await get();
    const message = 'Addresses of the consent service';
    const ofPublic = { level: 'info', message, publicApi: 'http://localhost:3000/shop/svc/api/v1' };
    expect(lines(app)).toEqual([ofPublic]);
    for (let count = 0; count < 2; count += 1)
      await app.request.get('/shop/page').set('Host', 'localhost:3000').expect(404);
    expect(lines(app)).toEqual([
      ofPublic,
      {
        level: 'info',
        message,
        adminApi: 'http://localhost:3000/shop/svc/admin/v1',
        dashboard: 'http://localhost:3000/shop/svc/',
      },
    ]);
  });

  test.each(['shop.example', 'localhost.evil.example', '127.0.0.1@evil.example'])(
    'to %s prints none: its sender may have made it up',
    async (host) => {
      const app = await open();
      await app.service.start();
      await app.request.get(`${app.publicBase}/health`).set('Host', host);
      expect(lines(app)).toEqual([]);
    },
  );
});
