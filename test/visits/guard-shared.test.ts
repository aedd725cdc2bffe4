import type express from 'express';
import type { GuardOptions } from '../../src/index';
import { allDenied, allGranted } from '../support/consent';
import {
  addGuardedHost,
  decide,
  type GuardedHost,
  type GuardedHostOptions,
  openGuardedHost,
  setCookies,
} from '../support/guarded-host';
import { createActiveProfile, profileJson, serviceProfileJson } from '../support/profiles';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const byHeader = {
  name: 'by header',
  dependsOn: { headers: ['x-country', 'x-region'] },
  locate: ({ headers }: { headers: Record<string, unknown> }) => ({
    country: String(headers['x-country'] ?? 'XX'),
    region: String(headers['x-region'] ?? ''),
  }),
};
const analytics = 'www.googletagmanager.com';
const csp = { hosts: { analytics: [analytics] }, others: ['cdn.example'] };
const guard: GuardOptions = { mode: 'enforce', csp };
const shared = { 'Cache-Control': 'public, s-maxage=600' };
const page = { Accept: 'text/html' };

const config: GuardedHostOptions['config'] = { compliance: { type: 'auto' }, geo: byHeader };

/**
 * The page of a site: sets cookies of analytics, of marketing and of a session.
 * @param headers of the page
 */
const routesWith = (headers: Readonly<Record<string, string>>) => (app: ReturnType<typeof express>) =>
  app.get('/', (_req, res) => {
    res.set(headers).set('Content-Security-Policy', `script-src 'self' https://${analytics}`);
    res.cookie('_ga', '1').cookie('_fbp', '1').cookie('connect.sid', '1').send('<p>');
  });

/** Opens a site with profiles of its own, whose visitors come from the country in `X-Country`. */
async function open(
  headers: Readonly<Record<string, string>>,
  profile: GuardedHostOptions['profile'] = {},
): Promise<GuardedHost> {
  const host = await openGuardedHost({ config, profile, guard, routes: routesWith(headers) });
  cleanUps.push(() => host.close());
  return host;
}

let europe: GuardedHost;
beforeAll(async () => {
  europe = await openGuardedHost({ config, routes: () => {} });
});
afterAll(() => europe.close());
/** Opens a site of the service that has only a profile for Europe. */
const add = (headers: Readonly<Record<string, string>>, options = guard) =>
  addGuardedHost(europe, { guard: options, routes: routesWith(headers) });

/** Returns what a visitor gets: the names of the cookies, and whether scripts of the analytics company can run. */
async function visit(host: GuardedHost, country: string, Cookie = '', more: Record<string, string> = {}) {
  const answer = await host.request.get('/').set({ ...page, 'X-Country': country, Cookie, ...more });
  return {
    cookies: setCookies(answer).map((line) => line.split('=', 1)[0]),
    analytics: answer.headers['content-security-policy']?.includes(analytics),
    vary: answer.headers.vary,
  };
}

const strict = { cookies: ['connect.sid'], analytics: false };
const open3 = { cookies: ['_ga', '_fbp', 'connect.sid'], analytics: true };

describe('an answer that shared caches may keep', () => {
  test('is the same for every visitor, also those whose place has no profile', async () => {
    const host = add(shared);
    expect(await visit(host, 'DE')).toMatchObject(strict);
    expect(await visit(host, 'US')).toMatchObject(strict);
    expect(await visit(host, 'DE', await decide(host, allGranted))).toMatchObject(strict);
    expect(await visit(host, 'DE', await decide(host, allDenied))).toMatchObject(strict);
  });

  test('lacks what any active profile makes optional, and keeps what all need', async () => {
    const { cookies: listed = {}, preferenceModal } = profileJson();
    const host = await open(shared, {
      cookies: {
        ...listed,
        ga: { ...listed.ga, firstParty: false, domains: ['maps.example'] } as never,
        pixel: { ...listed.pixel, name: 'promo' } as never,
      },
    });
    // In the United States the maps and the promotion are necessary, and a cookie is optional that Europe does not list.
    await createActiveProfile(host, {
      profileJson: profileJson({
        complianceGroup: 'opt-out-strict',
        cookies: {
          ...listed,
          session: {
            ...listed.session,
            firstParty: false,
            domains: ['maps.example', 'login.example'],
          } as never,
          promo: { purpose: 'necessary', listenGpc: false, name: 'promo' },
          pixel: { ...listed.pixel, name: 'usads', firstParty: false, domains: ['ads.example'] } as never,
        },
        preferenceModal: {
          ...preferenceModal,
          categories: {
            ...preferenceModal?.categories,
            necessary: { ...preferenceModal?.categories?.necessary, cookies: ['session', 'promo'] } as never,
          },
        } as never,
      }),
      localeContent: {},
    });
    const [cookies, policies] = [new Set<string>(), new Set<string>()];
    host.app.get('/two', (_req, res) => {
      res
        .set(shared)
        .set('Content-Security-Policy', "img-src https://ads.example https://maps.example 'self'");
      res.cookie('promo', '1').cookie('usads', '1').cookie('sid', '1').send('<p>');
    });
    for (const country of ['DE', 'US', 'IN']) {
      const answer = await host.request.get('/two').set({ ...page, 'X-Country': country });
      cookies.add(setCookies(answer).join());
      policies.add(String(answer.headers['content-security-policy']));
    }
    expect([...cookies]).toEqual(['sid=1; Path=/']);
    expect([...policies]).toEqual([expect.stringMatching(/^img-src 'self', .*login\.example/)]);
    expect([...policies].join()).not.toMatch(/maps|ads\.example/);
    expect(host.leaks.filter(({ cookie }) => cookie === 'usads')).toMatchObject([
      { code: 'cookie_in_shared_answer', category: 'marketing', action: 'dropped' },
    ]);
    expect(host.leaks.find(({ cookie }) => cookie === 'usads')?.profileId).not.toBe(host.profileId);
  });

  test('lacks the services of a profile that asks about services', async () => {
    const host = await open(shared);
    const { cookies = {} } = serviceProfileJson();
    const { id } = await createActiveProfile(host, {
      profileJson: serviceProfileJson({
        complianceGroup: 'opt-out-strict',
        cookies: { ...cookies, yt: { ...cookies.yt, firstParty: false } as never },
      }),
      localeContent: {},
    });
    const video = (isShared: boolean) => (_req: unknown, res: express.Response) =>
      void res
        .set(isShared ? shared : {})
        .set('Content-Security-Policy', "frame-src 'self' https://www.youtube.com")
        .cookie('VISITOR_INFO1_LIVE', '1')
        .send('<p>');
    host.app.get('/shared', video(true)).get('/own', video(false));
    const ask = async (path: string, country: string) => {
      const answer = await host.request.get(path).set({ ...page, 'X-Country': country });
      return [setCookies(answer).length, answer.headers['content-security-policy']?.includes('youtube')];
    };
    expect(await ask('/own', 'US')).toEqual([1, true]);
    for (const country of ['US', 'DE']) expect(await ask('/shared', country)).toEqual([0, false]);
    expect(host.leaks).toMatchObject([{ code: 'cookie_in_shared_answer', profileId: id }]);
  });

  test('is reported, once for all visitors', async () => {
    const host = add(shared, {});
    expect(await visit(host, 'DE', await decide(host, allGranted))).toMatchObject(open3);
    await visit(host, 'US');
    expect(host.leaks).toMatchObject([
      { code: 'cookie_in_shared_answer', cookie: '_ga', action: 'reported', profileId: host.profileId },
      { code: 'cookie_in_shared_answer', cookie: '_fbp', action: 'reported' },
    ]);
  });

  test('ends no cookie, and does not claim to', async () => {
    const host = add(shared);
    const answer = await visit(host, 'DE', `${await decide(host, allDenied)}; _ga=1`);
    expect(answer).toMatchObject(strict);
    expect(host.leaks.find(({ code }) => code === 'cookie_after_withdrawal')).toMatchObject({
      cookie: '_ga',
      action: 'reported',
    });
  });

  const later = new Date(Date.now() + 86_400_000).toUTCString();
  test.each([
    ['max-age', { 'Cache-Control': 'max-age=60' }],
    ['public without an age', { 'Cache-Control': 'public, max-age=0' }],
    ['a date', { Expires: later }],
    ['headers that are private', { 'Cache-Control': 'public, max-age=60, private="X-Id, X-Name"' }],
    [
      'a field for a CDN next to private',
      { 'Cache-Control': 'private, no-store', 'CDN-Cache-Control': 'max-age=60' },
    ],
    [
      'a field for a surrogate next to no-store',
      { 'Cache-Control': 'no-store', 'Surrogate-Control': 'max-age=60' },
    ],
  ] as const)('is recognised by %s', async (_name, headers) => {
    const host = add(headers as never);
    expect(await visit(host, 'US')).toMatchObject(strict);
  });

  test.each([
    ['private', { 'Cache-Control': 'private, max-age=60' }],
    ['no age', { 'Cache-Control': 'max-age=0' }],
    ['a date in the past', { Expires: '0' }],
    ['a date and private', { Expires: later, 'Cache-Control': 'private' }],
    ['a field for a CDN that forbids it', { 'Cache-Control': 'private', 'CDN-Cache-Control': 'no-store' }],
    ['Vary: *', { ...shared, Vary: '*' }],
  ] as const)('is not one with %s', async (_name, headers) => {
    const host = add(headers as never);
    expect(await visit(host, 'US')).toMatchObject(open3);
    expect(await visit(host, 'DE', await decide(host, allGranted))).toMatchObject(open3);
  });

  test('for visitors with the same cookies does not depend on their place', async () => {
    const host = await open({ ...shared, Vary: 'Accept-Encoding, Cookie' });
    await createActiveProfile(host, {
      profileJson: profileJson({ complianceGroup: 'opt-out-strict' }),
      localeContent: {},
    });
    const vary = 'Accept-Encoding, Cookie, Sec-GPC';
    for (const country of ['DE', 'US', 'IN']) expect(await visit(host, country)).toEqual({ ...strict, vary });
    const granted = await decide(host, allGranted);
    expect(await visit(host, 'US', granted)).toEqual({ ...open3, vary });
  });

  test('for visitors with the same cookies is that of the group where all have one', async () => {
    const host = await openGuardedHost({
      profile: { complianceGroup: 'opt-out' },
      guard: { mode: 'enforce' },
      routes: (app) =>
        app.get(
          '/',
          (_req, res) =>
            void res
              .set({ ...shared, Vary: 'Cookie' })
              .cookie('_ga', '1')
              .send('<p>'),
        ),
    });
    cleanUps.push(() => host.close());
    expect(await visit(host, 'DE')).toMatchObject({ cookies: ['_ga'], vary: 'Cookie, Sec-GPC' });
    expect((await visit(host, 'DE', '', { 'Sec-GPC': '1' })).cookies).toEqual([]);
  });
});

describe('a visitor whose group has no active profile', () => {
  test('is allowed nothing optional where the law asks first, also where the place is unknown', async () => {
    const host = await open({}, { complianceGroup: 'opt-out-strict' });
    host.app.get('/granted', (req, res) => {
      res.json(['necessary', 'analytics'].filter((id) => req.consent?.isGranted(id)));
    });
    for (const country of ['DE', 'XX']) {
      expect(await visit(host, country)).toMatchObject(strict);
      expect((await host.request.get('/granted').set('X-Country', country)).body).toEqual(['necessary']);
    }
    expect(await visit(host, 'US')).toMatchObject(open3);
  });

  test('is allowed everything where the law does not ask first', async () => {
    const host = add({});
    expect(await visit(host, 'US')).toMatchObject(open3);
    expect(host.leaks).toEqual([]);
  });

  test('is allowed nothing optional by a signal that the law makes binding, like in the banner', async () => {
    const host = add({});
    host.app.get('/granted', (req, res) => {
      res.json(['necessary', 'analytics'].filter((id) => req.consent?.isGranted(id)));
    });
    const signal = { 'Sec-GPC': '1' };
    const places = [
      { region: 'CA', isBinding: true },
      { region: 'OH', isBinding: false },
    ];
    for (const { region, isBinding } of places) {
      const from = { 'X-Country': 'US', 'X-Region': region };
      expect(await visit(host, 'US', '', from)).toMatchObject(open3);
      expect(await visit(host, 'US', '', { ...from, ...signal })).toMatchObject(isBinding ? strict : open3);
      const granted = (await host.request.get('/granted').set({ ...from, ...signal })).body;
      expect(granted).toEqual(['necessary']);
      const { body } = await host.request.get(`${host.publicBase}/bootstrap`).set(from);
      expect(body).toMatchObject({ found: false, asksFirst: false, gpcBinding: isBinding });
    }
    expect(host.leaks).toMatchObject([
      { code: 'gpc_ignored', cookie: '_ga', category: 'analytics', action: 'dropped' },
      { code: 'gpc_ignored', cookie: '_fbp', category: 'marketing', action: 'dropped' },
    ]);
  });

  test('gets the cookies of an answer for visitors with the same cookies only without a binding signal', async () => {
    const host = await openGuardedHost({
      config: { compliance: { type: 'opt-out-strict' } },
      guard: { mode: 'enforce' },
      routes: routesWith({ ...shared, Vary: 'Cookie' }),
    });
    cleanUps.push(() => host.close());
    const vary = 'Cookie, Sec-GPC';
    expect(await visit(host, 'US')).toMatchObject({ cookies: open3.cookies, vary });
    expect(await visit(host, 'US', '', { 'Sec-GPC': '1' })).toMatchObject({ cookies: strict.cookies, vary });
  });
});
