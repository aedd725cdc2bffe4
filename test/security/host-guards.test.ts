import express, { type RequestHandler } from 'express';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { type RawServer, serveRaw } from '../support/raw-http';

// It has no types of its own.
const express4: typeof express = require('express4');

/** Other spellings of a path: none may reach the service past middleware that a host has mounted on `/svc`. */
const spellings = [
  'http://h/x/../svc',
  'http://h/./svc',
  'http://h/%2e/svc',
  'http://h/%2e%2e/svc',
  'http:///x/svc',
  'http:////x/svc',
  'http://h;x/svc',
  "http://h'x/svc",
  'http://h/x\\../svc',
  'ftp://h/x/../svc',
  'http://h/svc',
  '//svc',
  '/./svc',
  '/x/../svc',
  '/%73vc',
  '/SVC',
  '/svc;x',
  '/svc#x',
  '/\\svc',
  '\\svc',
];

describe.each([
  ['Express 5', express],
  ['Express 4', express4],
])('%s', (_name, host) => {
  let app: TestApp;
  let server: RawServer;
  let seenRoutes: unknown[];
  const guard: RequestHandler = (_req, res) => void res.status(403).send('refused');
  const refusesLogin: RequestHandler = (_req, res) => void res.status(403).send('no login');

  beforeAll(async () => {
    app = await createTestApp({ config: { dashboard: { enabled: true } } });
    await app.service.start();
    const guarded = host();
    guarded.use((req, res, next) => {
      res.on('finish', () => seenRoutes.push(req.route));
      next();
    });
    guarded.use('/late', (req, res, next) => {
      res.status(503).send('too late');
      req.url = '/svc/api/v1/health';
      setImmediate(next);
    });
    guarded.use('/late', app.service.publicRouter);
    guarded.use('/open/svc/admin/v1/auth/login', refusesLogin);
    guarded.use('/open', app.service.publicRouter, app.service.adminRouter);
    guarded.use('/svc', guard);
    guarded.use(app.service.publicRouter, app.service.adminRouter);
    guarded.use((_req, res) => void res.status(418).send('host'));
    guarded.use(((_error, _req, res, next) =>
      res.headersSent ? next() : res.end()) as express.ErrorRequestHandler);
    server = await serveRaw(guarded);
  });
  beforeEach(() => {
    seenRoutes = [];
  });
  afterAll(async () => {
    await server.close();
    await app.close();
  });

  const get = (path: string) => server.send({ path });

  test.each(spellings)('a guard on /svc holds for %s', async (spelling) => {
    for (const end of [
      '/admin/v1/auth/mode',
      '/admin/v1/health',
      '/api/v1/health',
      '/',
      '/preview.html',
      '/widget.js',
    ]) {
      const { status, text } = await get(spelling + end);
      // Node.js itself refuses some.
      if (status !== 400 || text !== '')
        expect([end, text]).toEqual([end, status === 403 ? 'refused' : 'host']);
    }
  });

  test('a guard on the name of a route holds for other spellings of the name', async () => {
    expect((await get('/open/svc/admin/v1/auth/login')).text).toBe('no login');
    for (const path of ['/auth/%6Cogin', '/%61uth/login', '/auth%2Flogin']) {
      const { status, text } = await server.send({ method: 'POST', path: `/open/svc/admin/v1${path}` });
      expect([path, status, JSON.parse(text).code]).toEqual([path, 404, 'route_not_found']);
    }
  });

  test('a request that the host has answered before it passes it on harms nothing', async () => {
    expect((await get('/late')).text).toBe('too late');
    expect((await get('/open/svc/api/v1/health')).status).toBe(200);
  });

  test('hosts see which route a request matched', async () => {
    await get('/open/svc/api/v1/consent/somebody/verify');
    expect(seenRoutes).toEqual([{ path: '/svc/api/v1/consent/:visitorId/verify' }]);
  });
});

test('without Express, only the plain form of an absolute URL reaches the service', async () => {
  const app = await createTestApp({ config: { dashboard: { enabled: true } } });
  const { publicRouter, adminRouter } = app.service;
  const server = await serveRaw((req, res) =>
    publicRouter(req, res, () => adminRouter(req, res, () => res.writeHead(418).end('host'))),
  );
  try {
    const odd = [
      'http://h:80',
      'HTTP://h',
      'http://u:p@h',

      'http://[::1]:80',
      'http://h/%2e%2e',
    ];
    const reached: string[] = [];
    for (const spelling of [...spellings, ...odd.map((start) => `${start}/svc`), 'http://h/svc"']) {
      for (const end of ['/api/v1/health?x=1', '/admin/v1/auth/mode', '/preview.html']) {
        const { status } = await server.send({ path: spelling + end });
        if (status !== 418 && status !== 400) reached.push(spelling);
      }
    }
    expect([...new Set(reached)]).toEqual(['http://h/svc', 'http://h:80/svc', 'http://[::1]:80/svc']);
  } finally {
    await server.close();
    await app.close();
  }
});
