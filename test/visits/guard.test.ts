import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import request from 'supertest';
import { encodeChoice } from '#standards/choice/index';
import type { GuardOptions } from '../../src/index';
import { allDenied, allGranted } from '../support/consent';
import { createTestApp } from '../support/create-test-app';
import {
  addGuardedHost,
  decide,
  type GuardedHost,
  type GuardedHostOptions,
  openGuardedHost,
  setCookies,
} from '../support/guarded-host';
import { compression, policy, session } from '../support/host-middlewares';
import { createActiveProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

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
const fbp = '_fbp=fb.1; Domain=shop.example; Path=/';
const sid = 'connect.sid=s%3Aabc.def; Path=/; Expires=Fri, 01 Jan 2100 00:00:00 GMT; HttpOnly';
const basket = 'basket_7=1; Path=/';
const ended = '_gid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
const all = [ga, fbp, sid];
/** A cookie that only the profile knows. */
const promo = 'promo=1; Path=/';
const base = profileJson();
const withPromo: Parameters<typeof profileJson>[0] = {
  cookies: { ...base.cookies, pixel: { ...base.cookies?.pixel, name: 'promo' } as never },
};
const setPromo = (app: ReturnType<typeof express>) =>
  app.get('/', (_req, res) => void res.setHeader('Set-Cookie', [promo, ga, sid]).send('home'));
const setAll = (app: ReturnType<typeof express>) =>
  app.get('/', (_req, res) => void res.setHeader('Set-Cookie', all).send('home'));

describe('cookies that an answer sets', () => {
  test('pass in the mode report, and each finding is reported once, without data of the visitor', async () => {
    const host = add({
      routes: (app) => {
        app.get(
          '/orders/:id',
          (_req, res) =>
            void res.setHeader('Set-Cookie', [ga, 'seen_4711=jane@example.com', sid]).send('order'),
        );
      },
    });
    for (const path of ['/orders/1', '/orders/2?mail=jane@example.com', '/orders/1'])
      expect(setCookies(await host.request.get(path))).toEqual([ga, 'seen_4711=jane@example.com', sid]);
    expect(host.leaks).toMatchObject([
      { code: 'cookie_before_consent', category: 'analytics', cookie: '_ga', path: '/orders/:id' },
      { code: 'cookie_not_listed', category: null, cookie: 'seen_*', path: '/orders/:id' },
    ]);
    expect(host.leaks).toMatchObject(Array(2).fill({ action: 'reported', profileId: host.profileId }));
    expect(JSON.stringify(host.leaks)).not.toMatch(/jane|4711|GA1/);
    host.clock.advance(3_600_001);
    await host.request.get('/orders/1');
    expect(host.leaks).toHaveLength(4);
  });

  test.each([
    ['nothing was decided', null, [sid], 'cookie_before_consent'],
    ['everything is refused', allDenied, [sid], 'cookie_after_refusal'],
    ['analytics is granted', { ...allDenied, analytics: 'granted' }, [ga, sid], 'cookie_after_refusal'],
    ['everything is granted', allGranted, all, undefined],
  ])('are those of the choice: %s', async (_name, choice, expected, code) => {
    const host = add({ guard: enforce, routes: setAll });
    const cookie = choice === null ? '' : await decide(host, choice);
    expect(setCookies(await host.request.get('/').set('Cookie', cookie))).toEqual(expected);
    expect(host.leaks.map((leak) => leak.code)).toEqual(
      all.filter((each) => !expected.includes(each)).map(() => code),
    );
  });

  test('pass before a choice where the law lets the visitor opt out, but not against a signal', async () => {
    const host = await open({
      guard: enforce,
      profile: { complianceGroup: 'opt-out', gpcMode: 'strict' },
      routes: setAll,
    });
    expect(setCookies(await host.request.get('/'))).toEqual(all);
    expect(setCookies(await host.request.get('/').set('Sec-GPC', '1'))).toEqual([sid]);
    expect(host.leaks.map(({ code }) => code)).toEqual(['gpc_ignored', 'gpc_ignored']);
  });

  test('are dropped where the visitor has opted out and no choice cookie says so', async () => {
    const host = await open({
      guard: enforce,
      profile: { complianceGroup: 'opt-out', gpcMode: 'honor' },
      config: { choiceCookie: { enabled: false } },
      routes: setAll,
    });
    expect(setCookies(await host.request.get('/'))).toEqual(all);
    const cookie = await decide(host, allDenied);
    expect(cookie).not.toContain('svc_choice');
    expect(setCookies(await host.request.get('/').set('Cookie', cookie))).toEqual([sid]);
  });

  test('are dropped where the visitor has opted out and the choice is too long for its cookie', async () => {
    const { preferenceModal, ...profile } = profileJson();
    const long = Array.from({ length: 30 }, (_, index) => [
      `${'ü'.repeat(30)}-${index}`,
      { heading: 'More', htmlText: 'More.', legalBasis: 'consent' as const, cookies: [] },
    ]);
    const categories = { ...preferenceModal?.categories, ...Object.fromEntries(long) };
    const host = await open({
      guard: enforce,
      profile: {
        ...profile,
        complianceGroup: 'opt-out',
        gpcMode: 'honor',
        preferenceModal: { ...preferenceModal, categories },
      },
      routes: setAll,
    });
    const { body } = await host.request.get(`${host.publicBase}/bootstrap`).expect(200);
    expect(body.cookies.choice).toBeNull();
    expect(setCookies(await host.request.get('/'))).toEqual(all);
    const cookie = await decide(host, allDenied);
    expect(cookie).not.toContain('svc_choice');
    expect(setCookies(await host.request.get('/').set('Cookie', cookie))).toEqual([sid]);
  });

  test('do not pass before a choice where the visitor’s age is asked first', async () => {
    const host = await open({
      guard: enforce,
      profile: { complianceGroup: 'opt-out', ageGate: { minimumAge: 16 } },
      routes: setAll,
    });
    expect(setCookies(await host.request.get('/'))).toEqual([sid]);
    const accepted = await decide(host, { analytics: 'granted', marketing: 'granted' });
    expect(setCookies(await host.request.get('/').set('Cookie', accepted))).toEqual(all);
  });

  test('pass when they end a cookie, are allowed by name, or are only known to nobody', async () => {
    const kept = [
      '_ga=; Max-Age=0; Path=/',
      '_fbp=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      '_gid_own=1',
      'basket=1',
    ];
    const lost = [
      '_ga=; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      '_gid=GA1',
      ' _fbp = x',
      '=_ga=1',
      '__Host-_ga=1; Secure; Path=/',
      '__Http-_ga=1; Secure; HttpOnly; Path=/',
      '__Host-Http-_ga=1; Secure; HttpOnly; Path=/',
    ];
    const routes = (app: ReturnType<typeof express>) =>
      app.get('/', (_req, res) => void res.setHeader('Set-Cookie', [...kept, ...lost]).send(''));
    const host = add({ guard: { ...enforce, allow: ['_gid_*'] }, routes });
    expect(setCookies(await host.request.get('/'))).toEqual(kept);
    const strict = add({ guard: { ...enforce, allow: ['_gid_*'], undeclared: 'block' }, routes });
    expect(setCookies(await strict.request.get('/'))).toEqual(kept.slice(0, 3));
  });

  test('pass when they are the service’s own, under every name that these can have', async () => {
    let own: string[] = [];
    const host = await open({
      guard: { ...enforce, undeclared: 'block' },
      config: {
        trustProxy: 1,
        visitorCookie: { name: 'cmp_vid', ownershipName: 'cmp_proof', deviceName: 'cmp_device' },
        choiceCookie: { name: 'cmp_choice' },
      },
      routes: (app) => app.get('/', (_req, res) => void res.setHeader('Set-Cookie', own).send('home')),
    });
    for (const proto of ['http', 'https']) {
      const answer = await host.request
        .post(`${host.publicBase}/consent`)
        .set('X-Forwarded-Proto', proto)
        .send({ profileId: host.profileId, consentJson: allDenied })
        .expect(200);
      own = [...setCookies(answer), 'cmp_device=1; Path=/'];
      expect(own.join()).toContain(proto === 'https' ? '__Host-cmp_proof=' : ',cmp_proof=');
      expect(setCookies(await host.request.get('/'))).toEqual(own);
    }
    expect(host.leaks).toEqual([]);
    own = ['__Host-cmp_other=1; Secure; Path=/'];
    expect(setCookies(await host.request.get('/'))).toEqual([]);
  });

  describe('of a purpose that no category of the profile covers', () => {
    const { marketing: _marketing, ...categories } = profileJson().preferenceModal?.categories ?? {};
    const withoutMarketing = { preferenceModal: { ...profileJson().preferenceModal, categories } };
    const google = '_gcl_au=1.1; Path=/';
    const routes = (app: ReturnType<typeof express>) =>
      app.get('/', (_req, res) => void res.setHeader('Set-Cookie', [ga, google, sid]).send('home'));

    test('have no consent where the law asks first, whatever the visitor accepts', async () => {
      const host = await open({ guard: enforce, profile: withoutMarketing, routes });
      expect(setCookies(await host.request.get('/'))).toEqual([sid]);
      const accepted = await decide(host, { analytics: 'granted' });
      const answer = await host.request.get('/').set(page).set('Cookie', `${accepted}; _gcl_au=1.1`);
      const [first, second, ...ended] = setCookies(answer);
      expect([first, second]).toEqual([ga, sid]);
      expect(ended[0]).toMatch(/^_gcl_au=; Max-Age=0/);
      expect(host.leaks.filter(({ cookie }) => cookie === '_gcl_au')).toMatchObject([
        { code: 'cookie_not_listed', category: null, action: 'dropped' },
        { code: 'cookie_not_listed', category: null, action: 'expired' },
      ]);
    });

    test('pass where visitors opt out, until they do or a signal does', async () => {
      const profile = { ...withoutMarketing, complianceGroup: 'opt-out', gpcMode: 'strict' } as const;
      const host = await open({ guard: enforce, profile, routes });
      expect(setCookies(await host.request.get('/'))).toEqual([ga, google, sid]);
      expect(setCookies(await host.request.get('/').set('Sec-GPC', '1'))).toEqual([sid]);
      const accepted = await decide(host, { analytics: 'granted' });
      expect(setCookies(await host.request.get('/').set('Cookie', accepted))).toEqual([ga, google, sid]);
      const refused = await decide(host, { analytics: 'denied' });
      expect(setCookies(await host.request.get('/').set('Cookie', refused))).toEqual([sid]);
    });

    test('pass despite a signal to which they do not listen', async () => {
      const language = 'NEXT_LOCALE=de; Path=/';
      const host = await open({
        guard: enforce,
        profile: { complianceGroup: 'opt-out', gpcMode: 'strict' },
        routes: (app) =>
          app.get('/', (_req, res) => void res.setHeader('Set-Cookie', [ga, language]).send('')),
      });
      const visit = (cookie = '') => host.request.get('/').set({ 'Sec-GPC': '1', Cookie: cookie });
      expect(setCookies(await visit())).toEqual([language]);
      const accepted = await decide(host, { analytics: 'granted', marketing: 'granted' });
      expect(setCookies(await visit(accepted))).toEqual([language]);
      const refused = await decide(host, { analytics: 'granted', marketing: 'denied' });
      expect(setCookies(await visit(refused))).toEqual([]);
    });
  });

  test('are judged by the profile that was published last', async () => {
    const host = await open({ guard: enforce, routes: setAll });
    expect(setCookies(await host.request.get('/'))).toEqual([sid]);
    const admin = await host.asAdmin();
    const path = `${host.adminBase}/profiles/${host.profileId}`;
    const { body } = await host.request.get(path).set(admin).expect(200);
    const categories = body.profileJson.preferenceModal.categories;
    categories.necessary.cookies.push('ga');
    categories.analytics.cookies = [];
    body.profileJson.cookies.ga.purpose = 'necessary';
    const saved = await host.request
      .put(path)
      .set(admin)
      .send({ profileJson: body.profileJson, version: body.version });
    expect(saved.status).toBe(200);
    expect(setCookies(await host.request.get('/'))).toEqual([sid]);
    await host.request.post(`${path}/activate`).set(admin).expect(200);
    expect(setCookies(await host.request.get('/'))).toEqual([ga, sid]);
  });

  test('cost no query', async () => {
    const host = await open({ guard: enforce, routes: setAll });
    await host.request.get('/');
    // Others, such as those of statistics, run in the background at any time.
    const queries: string[] = [];
    host.knex.on('query', ({ sql }: { readonly sql: string }) => {
      if (/svc_(?:profiles|profile_versions|revisions|tenants|files|consents)/.test(sql)) queries.push(sql);
    });
    const choice = encodeChoice({
      profileId: host.profileId,
      profileVersion: 1,
      decidedAt: host.clock.now(),
      expiresAt: host.clock.now() + 3_600_000,
      gpcMode: 'honor',
      gpcDetected: false,
      gpcOverride: false,
      asksFirst: true,
      submissionId: null,
      categories: [],
    });
    for (const cookie of ['', `svc_choice=${choice}`, '_ga=1'])
      for (let count = 0; count < 10; count += 1)
        expect(setCookies(await host.request.get('/').set({ ...page, Cookie: cookie }))).toEqual([sid]);
    expect(queries).toEqual([]);
  });
});

describe.each([
  ['4', express4],
  ['5', express],
])('in Express %s', (_version, framework) => {
  const ways: Record<string, express.RequestHandler> = {
    'res.cookie': (_req, res) => void res.cookie('_ga', '1').cookie('connect.sid', 'x').send('a'),
    'setHeader with one value': (_req, res) => void res.setHeader('set-cookie', ga).end(),
    appendHeader: (_req, res) =>
      void res.appendHeader('Set-Cookie', ga).appendHeader('Set-Cookie', sid).end(),
    setHeaders: (_req, res) =>
      void res
        .setHeaders(
          new Headers([
            ['set-cookie', ga],
            ['set-cookie', sid],
          ]),
        )
        .end(),
    'writeHead with an object': (_req, res) => void res.writeHead(200, { 'Set-Cookie': [ga, sid] }).end(),
    'writeHead with a reason': (_req, res) =>
      void res.writeHead(200, 'Fine', { 'set-COOKIE': ga, 'X-Other': '1' }).end('x'),
    'writeHead without a reason': (_req, res) =>
      void res.writeHead(200, undefined, { 'Set-Cookie': [ga, sid] }).end('x'),
    'writeHead with a flat list': (_req, res) =>
      void res.writeHead(200, ['Set-Cookie', ga, 'Set-Cookie', sid, 'X-Other', '1']).end(),
    'writeHead over setHeader': (_req, res) =>
      void res.setHeader('Set-Cookie', 'old=1').writeHead(200, { 'Set-Cookie': ga }).end(),
    flushHeaders: (_req, res) => {
      res.setHeader('Set-Cookie', [ga, sid]);
      res.flushHeaders();
      res.end('x');
    },
    streaming: (_req, res) => {
      res.setHeader('Set-Cookie', [ga, sid]);
      res.write('a');
      setImmediate(() => res.end('b'));
    },
    redirect: (_req, res) => void res.setHeader('Set-Cookie', [ga, sid]).redirect('/x'),
    json: (_req, res) => void res.setHeader('Set-Cookie', [ga, sid]).json({}),
    sendFile: (_req, res) => void res.setHeader('Set-Cookie', [ga, sid]).sendFile(__filename),
    'not modified': (req, res) => {
      req.headers['if-none-match'] = '"a"';
      res.setHeader('ETag', '"a"').setHeader('Set-Cookie', [ga, sid]).send('x');
    },
    'a list of pairs': (_req, res) => {
      for (const name of res.getHeaderNames()) res.removeHeader(name);
      res.setHeader('Set-Cookie', [ga, sid]).end();
    },
    'a thrown error': (_req, res) => {
      res.setHeader('Set-Cookie', [ga, sid]);
      throw new Error('broken');
    },
  };

  test.each(Object.entries(ways))('drops cookies from answers by %s', async (name, handler) => {
    const onError: ErrorRequestHandler = (_error, _req, res, _next) => void res.status(500).send('sorry');
    const host = add({
      host: framework,
      guard: enforce,
      routes: (app) => {
        app.all('/', handler);
        app.use(onError);
      },
    });
    for (const method of ['get', 'head'] as const) {
      const answer = await host.request[method]('/');
      const names = setCookies(answer).map((line) => line.split('=', 1)[0]);
      expect(names.filter((each) => each !== 'connect.sid')).toEqual([]);
      if (!/one value|a reason$|over/.test(name) || name.includes('without'))
        expect(names).toEqual(['connect.sid']);
      if (name === 'not modified') expect(answer.status).toBe(304);
    }
  });

  test('keeps sessions and compressed streams of middlewares that hook into the headers', async () => {
    const host = add({
      host: framework,
      guard: enforce,
      routes: (app) => {
        app.use(session() as express.RequestHandler, compression() as express.RequestHandler);
        app.get('/', (_req, res) => {
          res.cookie('_ga', '1');
          res.write('one ');
          setImmediate(() => res.end('two'));
        });
        app.get('/object', (_req, res) => void res.writeHead(200, { 'Set-Cookie': ga }).end('three'));
      },
    });
    for (const [path, text] of [
      ['/', 'one two'],
      ['/object', 'three'],
    ] as const) {
      const answer = await host.request.get(path);
      expect(answer.text).toBe(text);
      expect(answer.headers['content-encoding']).toBe('gzip');
      expect(setCookies(answer)).toEqual(['connect.sid=s%3Aabc.def; Path=/; HttpOnly; SameSite=Lax']);
    }
  });

  test('gives only routes behind it the choice, also once such a route was asked for', async () => {
    const { service } = shared;
    const host = framework();
    const tell: RequestHandler = (req, res) => void res.json(typeof req.consent);
    host.get('/before', tell).use('/shop', service.guard()).get('/shop', tell).get('/other', tell);
    for (const [path, type] of [
      ['/before', 'undefined'],
      ['/shop', 'object'],
      ['/before', 'undefined'],
      ['/other', 'undefined'],
    ] as const)
      await request(host).get(path).expect(200, `"${type}"`);
  });

  test('gives routes the choice of the visitor', async () => {
    const host = add({
      host: framework,
      routes: (app) => {
        app.get('/', (req, res) => {
          const { consent } = req;
          if (consent === undefined) throw new Error('No guard is in front');
          res.json({
            ...consent,
            visitorId: consent.visitorId,
            analytics: consent.isGranted('analytics'),
            necessary: consent.isGranted('necessary'),
            isFrozen: Object.isFrozen(consent) && Object.isFrozen(consent.states),
            isSame: consent === req.consent,
            json: JSON.parse(JSON.stringify(consent)),
          });
        });
      },
    });
    const undecided = await host.request.get('/').expect(200);
    expect(undecided.body).toMatchObject({
      decided: false,
      visitorId: null,
      analytics: false,
      necessary: true,
    });
    const cookie = await decide(host, { ...allDenied, analytics: 'granted' });
    const { body } = await host.request.get('/').set('Cookie', cookie);
    const visitorId = /svc_vid=([^;]+)/.exec(cookie)?.[1];
    expect(body).toMatchObject({ decided: true, visitorId, analytics: true, isFrozen: true, isSame: true });
    // Pages contain this, and the visitor id can be in an HttpOnly cookie.
    expect(Object.keys(body.json)).toEqual(['decided', 'states', 'profileId', 'expiresAt', 'gpc']);
  });
});

describe('cookies that a browser still has after a withdrawal', () => {
  const routes = (app: ReturnType<typeof express>) => {
    app.get('/shop/item', (_req, res) => void res.cookie('connect.sid', 'x').send('item'));
    app.get('/public', (_req, res) => void res.setHeader('Cache-Control', 'public, max-age=60').send('item'));
  };

  test('are ended where they can be, on pages alone', async () => {
    const host = add({ guard: enforce, routes });
    const cookie = `${await decide(host, allDenied)}; _ga=1; _ga=2; connect.sid=x; theme=dark; _hjid=1`;
    const ask = (path: string) =>
      host.request.get(path).set('Host', 'www.shop.example').set('Cookie', cookie);
    const lines = setCookies(await ask('/shop/item').set(page));
    expect(lines[0]).toBe('connect.sid=x; Path=/');
    const ended = lines.slice(1).map((line) => line.replace('; Max-Age=0', ''));
    expect(ended).toEqual(
      expect.arrayContaining([
        '_ga=; Path=/',
        '_ga=; Domain=www.shop.example; Path=/',
        '_ga=; Domain=shop.example; Path=/',
        '_ga=; Path=/shop',
        '_ga=; Domain=shop.example; Path=/shop/item',
      ]),
    );
    expect(ended.every((line) => /^_(ga|hjid)=;/.test(line))).toBe(true);
    expect(ended.length).toBeLessThanOrEqual(24);
    expect(lines.slice(1).every((line) => line.includes('Max-Age=0'))).toBe(true);
    expect(host.leaks.map(({ code, cookie: name, action }) => [code, name, action])).toEqual([
      ['cookie_after_withdrawal', '_ga', 'expired'],
      ['cookie_after_withdrawal', '_hjid', 'expired'],
    ]);
    expect(setCookies(await ask('/shop/item'))).toEqual(['connect.sid=x; Path=/']);
    expect(setCookies(await ask('/shop/item').set('Sec-Fetch-Dest', 'empty').set(page))).toHaveLength(1);
    expect(setCookies(await ask('/public').set(page))).toEqual([]);
  });

  test('are ended with the attributes that their prefixes demand', async () => {
    const host = add({ guard: enforce, routes });
    const prefixes = ['__Secure-', '__Host-', '__Http-', '__Host-Http-'];
    const cookie = [await decide(host, allDenied), ...prefixes.map((prefix) => `${prefix}_ga=1`)].join('; ');
    const lines = setCookies(await host.request.get('/shop/item').set({ ...page, Cookie: cookie }));
    const first = (prefix: string) => lines.filter((line) => line.startsWith(`${prefix}_ga=`))[0];
    expect(prefixes.map(first)).toEqual([
      '__Secure-_ga=; Max-Age=0; Path=/; Secure',
      '__Host-_ga=; Max-Age=0; Path=/; Secure',
      '__Http-_ga=; Max-Age=0; Path=/; HttpOnly; Secure',
      '__Host-Http-_ga=; Max-Age=0; Path=/; HttpOnly; Secure',
    ]);
    expect(lines.filter((line) => line.startsWith('__Host-'))).toHaveLength(2);
  });

  test('stay in the mode report, before a choice, and when they are granted', async () => {
    const host = add({ guard: enforce, routes });
    const granted = await decide(host, allGranted);
    for (const cookie of ['_ga=1', `${granted}; _ga=1`])
      expect(setCookies(await host.request.get('/shop/item').set(page).set('Cookie', cookie))).toHaveLength(
        1,
      );
    const quiet = add({ routes });
    const cookie = `${await decide(quiet, allDenied)}; _ga=1`;
    expect(setCookies(await quiet.request.get('/shop/item').set(page).set('Cookie', cookie))).toHaveLength(1);
    expect(quiet.leaks).toMatchObject([{ code: 'cookie_after_withdrawal', action: 'reported' }]);
  });
});

describe('the policy of a page', () => {
  const hosts = {
    analytics: ['https://www.googletagmanager.com', '*.google-analytics.com'],
    marketing: ['connect.facebook.net', 'www.facebook.com'],
  };
  const own =
    "default-src 'self'; script-src 'self' 'nonce-abc' https://www.googletagmanager.com https://connect.facebook.net; connect-src 'self' https://region1.google-analytics.com; img-src https: data:";
  const routes = (app: ReturnType<typeof express>) => {
    app.get('/own', policy(own) as express.RequestHandler, (_req, res) => void res.send('<p>own'));
    app.get('/none', (_req, res) => void res.send('<p>none'));
    app.get('/json', (_req, res) => void res.json({}));
    app.get(
      '/shared',
      policy(own) as express.RequestHandler,
      (_req, res) => void res.setHeader('Cache-Control', 'public, s-maxage=60').send('<p>shared'),
    );
    app.get(
      '/head',
      (_req, res) =>
        void res.writeHead(200, ['Content-Type', 'text/html', 'Content-Security-Policy', own]).end('<p>'),
    );
  };
  const read = (answer: { headers: Record<string, string> }) => answer.headers['content-security-policy'];

  test('lacks the hosts of refused categories, and stays the same when all are granted', async () => {
    const host = add({ guard: { ...enforce, csp: { hosts } }, routes });
    const strict = own
      .replace(' https://www.googletagmanager.com https://connect.facebook.net', '')
      .replace(' https://region1.google-analytics.com', '');
    for (const path of ['/own', '/head', '/shared']) expect(read(await host.request.get(path))).toBe(strict);
    const some = await decide(host, { ...allDenied, analytics: 'granted' });
    expect(read(await host.request.get('/own').set('Cookie', some))).toBe(
      own.replace(' https://connect.facebook.net', ''),
    );
    const granted = await decide(host, allGranted);
    const answer = await host.request.get('/own').set('Cookie', granted);
    expect(read(answer)).toBe(own);
    expect(answer.headers.vary).toMatch(/Cookie, Sec-GPC/);
    // Caches give this page to others.
    expect(read(await host.request.get('/shared').set('Cookie', granted))).toBe(strict);
    expect(read(await host.request.get('/none').set('Cookie', granted))).toBeUndefined();
  });

  test('gets a second policy, which forbids hosts and nothing else', async () => {
    const others = ['https://cdn.shop.example'];
    const host = add({ guard: { ...enforce, csp: { hosts, others } }, routes });
    const open4 = "'self' 'unsafe-inline' 'unsafe-eval' data: blob:";
    expect(read(await host.request.get('/none'))).toBe(
      [
        ...['script-src', 'connect-src', 'img-src', 'frame-src'].map(
          (name) => `${name} ${open4} https://cdn.shop.example`,
        ),
        'report-uri /svc/api/v1/reports',
      ].join('; '),
    );
    const cookie = await decide(host, { ...allDenied, analytics: 'granted' });
    const both = read(await host.request.get('/own').set('Cookie', cookie));
    expect(both).toContain(
      `${own.replace(' https://connect.facebook.net', '')}, script-src ${open4} 'nonce-abc' https://cdn`,
    );
    expect(both).toContain('img-src https: data:, ');
    expect(both).toMatch(
      /, script-src .*googletagmanager.*; frame-src [^;]*google-analytics\.com; report-uri [^;]*$/,
    );
    const json = await host.request.get('/json').expect(200);
    expect(read(json)).toBeUndefined();
    expect(json.headers.vary).toBeUndefined();
  });

  test('is only reported in the mode report, and left alone in caches when asked', async () => {
    const host = add({ guard: { csp: { hosts, cached: 'none' } }, routes });
    const answer = await host.request.get('/own');
    expect(read(answer)).toBe(own);
    expect(answer.headers['content-security-policy-report-only']).not.toContain('googletagmanager');
    expect(answer.headers.vary).toBeUndefined();
    const shared = await host.request.get('/shared');
    expect(shared.headers['content-security-policy-report-only']).toBeUndefined();
  });

  test('is renewed by answers that let the browser keep its copy', async () => {
    const host = add({
      guard: { ...enforce, csp: { hosts, others: [] } },
      routes: (app) => app.get('/', (_req, res) => void res.setHeader('ETag', '"a"').send('<p>')),
    });
    const answer = await host.request.get('/').set(page).set('If-None-Match', '"a"').expect(304);
    expect(read(answer)).toMatch(/^script-src 'self'/);
  });
});

describe('while the process starts', () => {
  /** A process on the database of another one, whose start includes `work`. */
  async function openStarting(options: GuardOptions, work: () => Promise<void>) {
    const first = await open({ profile: withPromo, routes: () => {} });
    let begun: () => void = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const openGeo = async () => {
      begun();
      await work();
    };
    const host = await createTestApp({
      knex: first.knex,
      clock: first.clock,
      config: { compliance: { type: 'opt-in' }, geo: { name: 'slow', locate: () => null, open: openGeo } },
    });
    cleanUps.push(() => host.close());
    host.app.use(host.service.guard(options));
    setPromo(host.app);
    return { ...host, hasBegun };
  }

  test('answers wait for the rules where the choice is enforced', async () => {
    const { request: own } = await openStarting(enforce, () => setTimeout(300));
    const answers = await Promise.all([1, 2].map(() => own.get('/').expect(200)));
    expect(answers.map(setCookies)).toEqual([[sid], [sid]]);
  });

  test('they do not wait in the mode report', async () => {
    let end: () => void = () => {};
    const start = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { request: own } = await openStarting({}, () => start);
    expect(setCookies(await own.get('/').expect(200))).toEqual([promo, ga, sid]);
    end();
  });

  test('a start that does not end delays pages once, and then the cookie catalogue decides', async () => {
    let end: () => void = () => {};
    const start = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { request: own, clock, hasBegun } = await openStarting(enforce, () => start);
    const first = own.get('/').expect(200).then(setCookies);
    await hasBegun;
    clock.advance(20_000);
    expect(setCookies(await own.get('/').expect(200))).toEqual([promo, sid]);
    end();
    expect(await first).toEqual([sid]);
  });
});

describe('faults', () => {
  test('pass the answer on unchanged, and are logged once', async () => {
    const host = await open({
      guard: enforce,
      routes: (app) => {
        app.use((_req, res, next) => {
          const { getHeader } = res;
          res.getHeader = () => {
            res.getHeader = getHeader;
            throw new Error('a broken middleware');
          };
          next();
        });
        app.get('/', (_req, res) => void res.writeHead(200, ['Set-Cookie', ga, 'Set-Cookie', sid]).end('x'));
        app.get('/set', (_req, res) => {
          res.setHeader('Set-Cookie', all);
          res.end('x');
        });
      },
    });
    for (const path of ['/set', '/set']) expect(setCookies(await host.request.get(path))).toEqual(all);
    expect(host.logger.lines.filter((line) => line.includes('The guard failed'))).toHaveLength(1);
  });

  test('of the database at the first request leave what the cookie catalogue knows, and change no report', async () => {
    const sent = [ga, fbp, basket, ended, sid];
    for (const [guard, received] of [
      [{ ...enforce, allow: ['_fb*'] }, [fbp, basket, ended, sid]],
      [{}, sent],
    ] as const) {
      const host = await open({
        guard,
        routes: (app) => app.get('/', (_req, res) => void res.setHeader('Set-Cookie', sent).send('home')),
      });
      await host.service.close();
      await host.knex.destroy();
      // The browser keeps what it has: the visitor may have agreed to it.
      const answer = await host.request.get('/').set('Cookie', '_gid=1').set(page).expect(200);
      expect(setCookies(answer)).toEqual(received);
      expect(host.leaks).toEqual([]);
    }
  });

  test('of the database after a publication leave the rules of before', async () => {
    const host = await open({ guard: enforce, profile: withPromo, routes: setPromo });
    expect(setCookies(await host.request.get('/'))).toEqual([sid]);
    const activate = host.request.post(`${host.adminBase}/profiles/${host.profileId}/activate`);
    await activate.set(await host.asAdmin()).expect(200);
    await host.service.close();
    await host.knex.destroy();
    expect(setCookies(await host.request.get('/'))).toEqual([sid]);
  });

  describe('with several tenants', () => {
    /** A page that a visitor of a tenant asks for who has agreed, or who has not decided. */
    async function openTenant(resolve?: (id: string) => Promise<string>) {
      let north = '';
      const host = await open({
        guard: enforce,
        config: {
          tenancy: { ...tenancy, ...(resolve && { resolve: () => (north ? resolve(north) : null) }) },
        },
        routes: setPromo,
      });
      const tenant = await createTenant(host, 'north');
      const content = { profileJson: profileJson(withPromo), localeContent: {} };
      const { id: profileId } = await createActiveProfile(host, content, tenant.id);
      if (resolve !== undefined) north = tenant.id;
      const headers: Record<string, string> = resolve === undefined ? tenant.host : {};
      const { publicBase } = host;
      const tenantHost = {
        publicBase,
        profileId,
        request: request.agent(host.app).set(headers) as never as typeof host.request,
      };
      const agreed = await decide(tenantHost, allGranted);
      const ask = async (cookie: string) =>
        setCookies(await host.request.get('/').set(headers).set('Cookie', cookie).expect(200));
      return { ...host, agreed, ask };
    }

    test.each([
      ['a host', undefined],
      ['tenancy.resolve', async (id: string) => id],
    ])('of the database leave each the rules of before: named by %s', async (_, resolve) => {
      const { ask, agreed, knex, clock, logger } = await openTenant(resolve);
      const answers = async () => [await ask(agreed), await ask('')];
      const before = await answers();
      expect(before).toEqual([[promo, ga, sid], [sid]]);
      await knex.schema.renameTable('svc_revisions', 'away');
      clock.advance(10_000);
      expect(await answers()).toEqual(before);
      await knex.schema.renameTable('away', 'svc_revisions');
      expect(logger.lines.filter((line) => line.includes('look up the tenant'))).toHaveLength(1);
    });

    test('of tenancy.resolve, when it is slow, make answers wait', async () => {
      const { ask, agreed } = await openTenant(async (id) => {
        await setTimeout(200);
        return id;
      });
      expect([await ask(agreed), await ask('')]).toEqual([[promo, ga, sid], [sid]]);
    });
  });

  test('of before a pause, in which another process has published, do not judge the first page after it', async () => {
    const host = await open({ guard: enforce, profile: withPromo, routes: setPromo });
    const ask = async () => setCookies(await host.request.get('/').expect(200));
    expect(await ask()).toEqual([sid]);
    const other = await createTestApp({ knex: host.knex, directory: host.directory, clock: host.clock });
    cleanUps.push(() => other.close());
    const call = async (method: 'put' | 'post', path: string, body: object = {}) =>
      other.request[method](`${other.adminBase}/profiles/${host.profileId}${path}`)
        .set(await other.asAdmin())
        .send(body)
        .expect(200);
    // The list no longer has the cookie, so nothing decides about it.
    await call('put', '', { profileJson: profileJson() });
    await call('post', '/activate');
    host.clock.advance(3_600_000);
    expect(await ask()).toEqual([promo, sid]);
  });

  test('in how it is mounted are explained', async () => {
    const report: ErrorRequestHandler = (error, _req, res, _next) => void res.status(500).send(error.message);
    const { service } = shared;
    const host = express().use(service.guard as unknown as RequestHandler, report);
    await request(host)
      .get('/')
      .expect(500, /call it: app\.use\(consent\.guard\(\)\)/);

    // @ts-expect-error: without the guard it is undefined
    const unguarded = express().get('/', (req, res) => void res.json(req.consent.decided));
    await request(unguarded).get('/').expect(500);
  });

  test('in options are refused', async () => {
    const { service } = shared;
    for (const [options, message] of [
      [{ mode: 'on' }, /mode must be 'report' or 'enforce'/],
      [{ undeclared: 'drop' }, /undeclared must be/],
      [{ allow: 'sid' }, /allow must be a list/],
      [{ alow: [] }, /alow is not an option; did you mean allow\?/],
      [{ csp: { host: {}, hosts: {} } }, /host is not an option; did you mean hosts\?/],
      ['enforce', /options must be an object/],
      [{ csp: { hosts: { analytics: ["'self'"] } } }, /csp\.hosts\.analytics must be a list of hosts/],
      [{ csp: { hosts: {}, others: ['a.example; script-src *'] } }, /csp\.others/],
    ] as const)
      expect(() => service.guard(options as never)).toThrow(message);
  });
});

describe('over HTTP/2', () => {
  test.each(['/end', '/object', '/list', '/stream', '/empty'])('drops cookies from %s', async (path) => {
    const guard = shared.service.guard(enforce);
    const server = createHttp2Server((req, res) => {
      // The compatibility API has the methods of node:http that the guard uses.
      guard(req as never, res as never, () => {
        if (path === '/object') res.writeHead(200, { 'set-cookie': [ga, sid] });
        else if (path === '/list') res.writeHead(200, ['set-cookie', ga, 'set-cookie', sid] as never);
        else res.setHeader('set-cookie', [ga, sid]);
        if (path === '/stream') res.write('a');
        if (path === '/empty') res.statusCode = 204;
        if (path === '/empty') res.end();
        else res.end('x');
      });
    }).listen(0);
    await once(server, 'listening');
    const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    cleanUps.push(
      () => server.close(),
      () => client.close(),
    );
    const stream = client.request({ ':path': path });
    const [headers] = (await once(stream, 'response')) as [Record<string, string[]>];
    stream.resume();
    await once(stream, 'close');
    expect(headers['set-cookie']).toEqual([sid]);
  });
});

test('works around a plain listener of node:http, with headers as a list of pairs', async () => {
  const guard = shared.service.guard(enforce);
  const server = createServer((req, res) =>
    guard(req, res, () =>
      res
        .writeHead(200, [
          ['Set-Cookie', ga],
          ['Set-Cookie', sid],
        ] as never)
        .end(),
    ),
  ).listen(0);
  await once(server, 'listening');
  cleanUps.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(answer.headers.getSetCookie()).toEqual([sid]);
});
