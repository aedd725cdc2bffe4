import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { allDenied, allGranted } from '../support/consent';
import {
  addGuardedHost,
  decide,
  type GuardedHost,
  type GuardedHostOptions,
  openGuardedHost,
  setCookies,
} from '../support/guarded-host';
import { compression, policy, session } from '../support/host-middlewares';
import { profileJson } from '../support/profiles';

// Without types of its own.
const express4: typeof express = require('express4');

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(options: GuardedHostOptions): Promise<GuardedHost> {
  const host = await openGuardedHost(options);
  cleanUps.push(() => host.close());
  return host;
}

let shared: GuardedHost;
beforeAll(async () => {
  shared = await openGuardedHost({ routes: () => {} });
});
afterAll(() => shared.close());
/** Opens a host of the service that tests share which need no other profile or configuration. */
const add = (options: Parameters<typeof addGuardedHost>[1]) => addGuardedHost(shared, options);

const enforce = { mode: 'enforce' } as const;
const page = { Accept: 'text/html' };
const ga = '_ga=GA1.1.1; Path=/; Max-Age=34128000; SameSite=Lax';
const sid = 'connect.sid=s%3Aabc.def; Path=/; HttpOnly; SameSite=Lax';
const names = (lines: readonly string[]) => lines.map((line) => line.split('=', 1)[0]);

describe.each([
  ['4', express4],
  ['5', express],
])('a shop on Express %s', (_version, framework) => {
  const shop = (app: ReturnType<typeof express>) => {
    app.use(session() as express.RequestHandler, compression() as express.RequestHandler);
    app.use(policy("default-src 'self'") as express.RequestHandler);
    // A double-submit token, and the tracker of somebody's middleware.
    app.use((_req, res, next) => {
      res.cookie('__Host-psifi.x-csrf-token', 'a.b', { secure: true, path: '/' }).cookie('_ga', 'GA1.1.1');
      next();
    });
    app.post('/sign-in', (_req, res) => {
      res.cookie('flash', 'welcome').cookie('session.sig', 'x').cookie('remember_me', '1').redirect(303, '/');
    });
    app.get('/events', (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      res.write('data: 1\n\n');
      setImmediate(() => res.end('data: 2\n\n'));
    });
    app.get('/file', (_req, res) => res.sendFile(__filename));
    app.get('/broken', () => {
      throw new Error('broken');
    });
    const sub = framework();
    sub.get('/item', (req, res) => void res.cookie('_gid', '1').json(req.consent?.isGranted('analytics')));
    app.use('/shop', sub);
    app.use(((_error, _req, res, _next) => {
      res.cookie('_ga', 'again').cookie('_fbp', 'fb.1').status(500).send('sorry');
    }) satisfies ErrorRequestHandler);
  };

  test.each([
    ['POST', '/sign-in', 303],
    ['GET', '/events', 200],
    ['GET', '/file', 200],
    ['HEAD', '/file', 200],
    ['GET', '/shop/item', 200],
    ['GET', '/broken', 500],
    ['GET', '/missing', 404],
  ] as const)('keeps its sessions and loses its trackers: %s %s', async (method, path, status) => {
    const host = add({ host: framework, guard: enforce, routes: shop });
    const answer = await host.request[method.toLowerCase() as 'get'](path).redirects(0).set(page);
    expect(answer.status).toBe(status);
    const expected = ['__Host-psifi.x-csrf-token', 'connect.sid'];
    if (path === '/sign-in') expected.push('flash', 'session.sig', 'remember_me');
    expect(names(setCookies(answer)).sort()).toEqual(expected.sort());
    if (path === '/events') expect(answer.headers['content-encoding']).toBe('gzip');
  });

  test('answers a second time, guarded, after Node has refused the first', async () => {
    const host = add({
      host: framework,
      guard: enforce,
      routes: (app) => {
        app.get('/', (_req, res) => {
          res.statusCode = 9999;
          res.end('never');
        });
        app.use(((_error, _req, res, _next) => {
          res.setHeader('Set-Cookie', [ga, sid]).status(500).send('sorry');
        }) satisfies ErrorRequestHandler);
      },
    });
    const answer = await host.request.get('/').expect(500);
    expect(setCookies(answer)).toEqual([sid]);
  });

  test('keeps its sessions in an answer that changes nothing', async () => {
    const host = add({ host: framework, guard: enforce, routes: shop });
    const { headers } = await host.request.get('/file');
    const answer = await host.request.get('/file').set('If-None-Match', String(headers.etag));
    expect(answer.status).toBe(304);
    expect(names(setCookies(answer))).toEqual(['__Host-psifi.x-csrf-token', 'connect.sid']);
  });
});

test('answers of a proxy keep the order and number of their headers', async () => {
  const upstream = createServer((_req, res) =>
    res
      .writeHead(200, [
        'X-One',
        '1',
        'Set-Cookie',
        ga,
        'Set-Cookie',
        sid,
        'X-One',
        '2',
        'Set-Cookie',
        'theme=a',
      ])
      .end('x'),
  ).listen(0);
  await once(upstream, 'listening');
  cleanUps.push(() => upstream.close());
  const { port } = upstream.address() as AddressInfo;
  const host = add({
    guard: enforce,
    routes: (app) =>
      // With headers of its own, Node keeps only the last of several with one name.
      app.disable('x-powered-by').get('/', (_req, res) => {
        httpRequest({ port }, (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
          answer.pipe(res);
        }).end();
      }),
  });
  const answer = await host.request.get('/');
  expect(setCookies(answer)).toEqual([sid, 'theme=a']);
  expect(answer.headers['x-one']).toBe('1, 2');
  expect(answer.text).toBe('x');
});

test('pipelined requests of one connection are judged by their own choice', async () => {
  const host = add({
    guard: enforce,
    routes: (app) => app.get('/:id', (req, res) => void res.cookie('_ga', String(req.params.id)).send('x')),
  });
  const [granted, denied] = [await decide(host, allGranted), await decide(host, allDenied)];
  const server = host.app.listen(0);
  cleanUps.push(() => server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port);
  const ask = (path: string, cookie: string, more = '') =>
    `GET ${path} HTTP/1.1\r\nHost: shop.example\r\nCookie: ${cookie}\r\n${more}\r\n`;
  socket.write(ask('/1', denied) + ask('/2', granted) + ask('/3', denied, 'Connection: close\r\n'));
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  expect(text.match(/Set-Cookie: _ga=\d/g)).toEqual(['Set-Cookie: _ga=2']);
});

test('a request with a deep path, a long host and hundreds of refused cookies is answered within bounds', async () => {
  const host = add({
    guard: { mode: 'enforce' },
    routes: (app) => void app.use((_req, res) => void res.type('html').send('page')),
  });
  const choice = await decide(host, allDenied);
  const names = Array.from({ length: 190 }, (_item, index) => `_hjSession_${index}=1`);
  const answer = await host.request
    .get(`/${'a/'.repeat(2000)}`)
    .set({
      Host: `${'a.'.repeat(2000)}example`,
      Accept: 'text/html',
      Cookie: `${choice}; ${names.join('; ')}`,
    })
    .expect(200);
  const lines = setCookies(answer);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.join('').length).toBeLessThan(2600);
});

test('a name with thousands of parts is answered before it can keep the process busy', async () => {
  const host = add({
    guard: { mode: 'enforce' },
    routes: (app) => void app.use((_req, res) => void res.type('html').send('page')),
  });
  // Node reads 16 KiB of headers unless told otherwise; with more, the work for a name shows.
  const server = createServer({ maxHeaderSize: 2_000_000 }, host.app).listen();
  cleanUps.push(() => server.close());
  await once(server, 'listening');
  const name = `_ga${'.1'.repeat(100_000)}x`;
  const request = httpRequest({
    port: (server.address() as AddressInfo).port,
    headers: { ...page, Cookie: `${await decide(host, allDenied)}; ${name}=1` },
  }).end();
  const [answer] = await once(request, 'response');
  expect(answer.resume().statusCode).toBe(200);
});

test('two guards end a cookie and restrict a policy once', async () => {
  const csp = { hosts: { analytics: ['a.example'] }, others: [] };
  const host = add({ guard: { ...enforce, csp }, routes: () => {} });
  const read = async () => {
    const answer = await host.request
      .get('/')
      .set({ ...page, Cookie: `${await decide(host, allDenied)}; _ga=1` });
    return [setCookies(answer), answer.headers['content-security-policy'], answer.headers.vary];
  };
  let isTwice = false;
  const second = host.service.guard({ ...enforce, csp });
  host.app.use((req, res, next) => (isTwice ? second(req, res, next) : next()));
  host.app.get('/', (_req, res) => void res.send('<p>'));
  const once = await read();
  isTwice = true;
  expect(await read()).toEqual(once);
});

describe('a refused cookie does not get through', () => {
  test('while the visitor’s place takes long to find', async () => {
    let answer: (place: { country: string }) => void = () => {};
    const host = await open({
      config: {
        compliance: { type: 'auto' },
        geo: {
          name: 'slow',
          locate: () =>
            new Promise((resolve) => {
              answer = resolve as never;
            }),
        },
      },
      profile: { complianceGroup: 'opt-in' },
      guard: enforce,
      routes: (app) => app.get('/', (_req, res) => void res.setHeader('Set-Cookie', [ga, sid]).send('x')),
    });
    expect(setCookies(await host.request.get('/'))).toEqual([sid]);
    answer({ country: 'DE' });
  });

  test('when the profile has a path that no header can contain', async () => {
    const base = profileJson();
    const host = await open({
      profile: { cookies: { ...base.cookies, ga: { ...base.cookies?.ga, path: '/münchen' } } } as never,
      guard: enforce,
      routes: (app) => app.get('/', (_req, res) => void res.setHeader('Set-Cookie', [ga, sid]).send('x')),
    });
    const cookie = `${await decide(host, allDenied)}; _ga=1`;
    const lines = setCookies(await host.request.get('/').set({ ...page, Cookie: cookie }));
    expect(names(lines)).not.toContain(undefined);
    expect(lines.filter((line) => /^_ga=GA/.test(line))).toEqual([]);
    expect(lines.filter((line) => /^_ga=; /.test(line)).length).toBeGreaterThan(0);
  });

  test('with names that only look like those of this library or of a session', async () => {
    const names = [
      'svc_tracker',
      'session_analytics',
      'web_analytics_session',
      'KC_pixel',
      'state.x',
      '_ga.1',
    ];
    const host = add({
      guard: { ...enforce, undeclared: 'block' },
      routes: (app) =>
        app.get(
          '/',
          (_req, res) =>
            void res
              .setHeader(
                'Set-Cookie',
                names.map((name) => `${name}=1`),
              )
              .send('x'),
        ),
    });
    expect(setCookies(await host.request.get('/'))).toEqual([]);
  });

  test('with a general name that the profile gives to a category', async () => {
    const base = profileJson();
    const host = await open({
      profile: { cookies: { ...base.cookies, ga: { ...base.cookies?.ga, name: 'session_id' } } } as never,
      guard: enforce,
      routes: (app) =>
        app.get('/', (_req, res) => void res.cookie('session_id', '1').cookie('sid', '1').send('x')),
    });
    expect(names(setCookies(await host.request.get('/')))).toEqual(['sid']);
  });

  test('on a page whose cookies have long names, without headers that a proxy would refuse', async () => {
    const host = add({
      guard: enforce,
      routes: (app) => app.get('/', (_req, res) => void res.send('x')),
    });
    const cookie = `${await decide(host, allDenied)}; _ga_${'x'.repeat(3000)}=1; _ga=1`;
    const answer = await host.request.get('/').set({ ...page, Cookie: cookie });
    expect(setCookies(answer).join('').length).toBeLessThan(3000);
    expect(names(setCookies(answer))).toContain('_ga');
  });
});

describe('the hosts of a refused category', () => {
  test('are refused with their subdomains, except those that the host needs', async () => {
    const base = profileJson();
    const cookies = {
      ...base.cookies,
      ga: {
        ...base.cookies?.ga,
        firstParty: false,
        domains: ['.tracker.example', 'bad; script-src *', 'a b'],
      },
    };
    const own = "script-src 'self' https://cdn.tracker.example https://maps.tracker.example";
    const host = await open({
      profile: { cookies } as never,
      guard: { ...enforce, csp: { hosts: { necessary: ['maps.tracker.example'] }, others: [] } },
      routes: (app) => {
        app.get('/', policy(own) as express.RequestHandler, (_req, res) => void res.send('<p>'));
      },
    });
    const read = async (cookie = '') =>
      String(
        (await host.request.get('/').set({ ...page, Cookie: cookie })).headers['content-security-policy'],
      );
    const refused = await read();
    expect(refused).toMatch(/^script-src 'self' https:\/\/maps\.tracker\.example, /);
    expect(refused).not.toMatch(/cdn|\*|bad/);
    const granted = await read(await decide(host, allGranted));
    expect(granted).toContain('cdn.tracker.example');
    expect(granted).toMatch(/frame-src [^;]*tracker\.example \*\.tracker\.example/);
    expect(granted).not.toContain('bad');
  });

  test('are not the site’s own, which a trusted proxy names', async () => {
    const base = profileJson();
    const ga = { ...base.cookies?.ga, firstParty: false, domains: ['shop.example'] };
    const host = await open({
      profile: { cookies: { ...base.cookies, ga } } as never,
      guard: { ...enforce, csp: { hosts: {} } },
      routes: (app) => {
        const own = policy("script-src 'self' https://cdn.shop.example") as express.RequestHandler;
        app.get('/', own, (_req, res) => void res.send('<p>'));
      },
    });
    const read = async () =>
      (
        await host.request
          .get('/')
          .set({ ...page, Host: 'internal:8080', 'X-Forwarded-Host': 'www.shop.example' })
      ).headers['content-security-policy'];
    expect(await read()).toBe("script-src 'self'");
    host.app.set('trust proxy', 1);
    expect(await read()).toBe("script-src 'self' https://cdn.shop.example");
  });

  test('include those of parameters that are not cookies', async () => {
    const base = profileJson();
    const pixel = { ...base.cookies?.pixel, kind: 'other', domains: ['pixel.example'] };
    const host = await open({
      profile: { cookies: { ...base.cookies, pixel } } as never,
      guard: { ...enforce, csp: { hosts: {}, others: [] } },
      routes: (app) => {
        const own = policy("img-src 'self' https://pixel.example") as express.RequestHandler;
        app.get('/', own, (_req, res) => void res.send('<p>'));
      },
    });
    const read = async (cookie: string) =>
      (await host.request.get('/').set({ ...page, Cookie: cookie })).headers['content-security-policy'];
    expect(await read(await decide(host, allDenied))).toMatch(/^img-src 'self', /);
    expect(await read(await decide(host, allGranted))).toMatch(/^img-src 'self' https:\/\/pixel\.example, /);
  });

  test('are refused on a page that does not state its type', async () => {
    const host = add({
      guard: { ...enforce, csp: { hosts: { analytics: ['a.example'] }, others: [] } },
      routes: (app) => app.get('/', (_req, res) => void res.end('<!doctype html><p>')),
    });
    const { headers } = await host.request.get('/').set(page);
    expect(headers['content-security-policy']).toMatch(/^script-src 'self'/);
  });

  test('of a category without parameters are not allowed before a choice', async () => {
    const base = profileJson();
    const categories = {
      ...base.preferenceModal?.categories,
      media: { heading: 'Media', htmlText: 'Shows videos.', legalBasis: 'consent', cookies: [] },
    };
    const host = await open({
      profile: { preferenceModal: { ...base.preferenceModal, categories } } as never,
      guard: { ...enforce, csp: { hosts: { media: ['video.example'] }, others: [] } },
      routes: (app) => app.get('/', (req, res) => void res.send(`<p>${req.consent?.isGranted('media')}`)),
    });
    const answer = await host.request.get('/').set(page);
    expect(answer.text).toBe('<p>false');
    expect(answer.headers['content-security-policy']).not.toContain('video.example');
  });
});

describe('req.consent.isGranted before a choice', () => {
  const routes = (app: ReturnType<typeof express>) =>
    app.get('/', (req, res) => {
      const { consent } = req;
      if (consent === undefined) throw new Error('No guard is in front');
      const granted = ['necessary', 'analytics', 'marketing', 'nothing'].filter(consent.isGranted);
      res.json({ granted, states: consent.states, decided: consent.decided });
    });

  test('follows the profile of the visitor’s place, and the signal', async () => {
    const host = await open({ profile: { complianceGroup: 'opt-out', gpcMode: 'strict' }, routes });
    const read = async (headers = {}) => (await host.request.get('/').set(headers)).body;
    expect(await read()).toEqual({
      granted: ['necessary', 'analytics', 'marketing'],
      states: {},
      decided: false,
    });
    expect((await read({ 'Sec-GPC': '1' })).granted).toEqual(['necessary']);
    // Of a visitor who has decided only the choice counts.
    const cookie = await decide(host, allDenied);
    expect(await read({ Cookie: cookie })).toMatchObject({ granted: ['necessary'], decided: true });
  });

  test('grants nothing optional where the law asks first, or without a guard', async () => {
    const host = add({ routes });
    expect((await host.request.get('/')).body.granted).toEqual(['necessary']);
    const other = await open({ profile: { complianceGroup: 'opt-out' }, routes: () => {} });
    await other.request.get('/');
    expect(other.service.choice({ headers: {} }).isGranted('analytics')).toBe(true);
    expect(host.service.choice({ headers: {} }).isGranted('analytics')).toBe(false);
  });
});
