import { parseSetCookie } from 'cookie';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf, cookiesAfter } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

/** A browser sends every cookie that matches by domain and path, so a name can occur several times. */
let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let profileId: string;

/** By configuration: each test has visitors of its own. */
const opened = new Map<string, { app: TestApp; profileId: string }>();
async function open(config: TestAppOptions['config'] = {}): Promise<void> {
  const key = JSON.stringify(config);
  const made = opened.get(key)?.app ?? (await createTestApp({ config: { rateLimit: false, ...config } }));
  profileId = opened.get(key)?.profileId ?? (await createActiveProfile(made)).id;
  opened.set(key, { app: made, profileId });
  app = made;
  calls = consentCalls(app);
}
afterAll(async () => {
  for (const each of opened.values()) await each.app.close();
});

const submission = (more: object = {}) => ({ profileId, consentJson: allGranted, ...more });
const verdict = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const setCookies = (response: { headers: Record<string, unknown> }) =>
  ((response.headers['set-cookie'] ?? []) as string[]).map((line) => parseSetCookie(line));

async function decide(held = '', more: object = {}) {
  const response = await calls.submit(submission(more)).set('Cookie', held).expect(200);
  const cookie = cookiesAfter(response);
  const [id = '', proof = ''] = cookie.split('; ');
  return { visitorId: response.body.visitorId as string, cookie, id, proof };
}

const own = (method: 'get' | 'delete', held: string) =>
  app.request[method](`${app.publicBase}/consent`).set('Cookie', held);
const visitors = (): Promise<string[]> => app.knex('svc_consents').orderBy('created_at').pluck('visitor_id');
const stateOf = async (visitorId: string) => {
  const row = await app.knex('svc_consents').where({ visitor_id: visitorId }).first('choice');
  return row?.choice;
};

/** Both orders: which one a browser sends first depends on paths and on the time of creation. */
const orders = (a: string, b: string) => [`${a}; ${b}`, `${b}; ${a}`];

describe.each([false, true])('two visitor ids with requireProof: %s', (requireProof) => {
  beforeEach(() => open({ visitorCookie: { requireProof } }));

  test('the proven one is read, verified, changed and decides again', async () => {
    const planted = await decide();
    const mine = await decide();
    for (const ids of orders(planted.id, mine.id)) {
      const held = `${ids}; ${mine.proof}`;
      expect((await own('get', held).expect(200)).body.record.visitorId).toBe(mine.visitorId);
      const path = `${app.publicBase}/consent/${mine.visitorId}`;
      await app.request.get(path).set('Cookie', held).expect(200);
      await app.request.get(`${path}/verify`).set('Cookie', held).expect(200);
      await app.request.put(path).set('Cookie', held).send({ consentJson: allGranted }).expect(200);
      const again = await calls
        .submit(submission({ consentJson: allDenied }))
        .set('Cookie', held)
        .expect(200);
      expect(again.body.visitorId).toBe(mine.visitorId);
      expect(await stateOf(mine.visitorId)).toBe('out');
      // The other record stays as it is, also where the page reads the wrong id from its cookies.
      expect(
        verdict(
          await app.request.delete(`${app.publicBase}/consent/${planted.visitorId}`).set('Cookie', held),
        ),
      ).toEqual([403, 'visitor_cookie_required']);
    }
    expect(await stateOf(planted.visitorId)).toBe('in');
    expect(await visitors()).toHaveLength(2);
  });

  test('the proven one is erased, and the other record stays', async () => {
    for (const order of [0, 1]) {
      const planted = await decide();
      const mine = await decide();
      const erased = await own('delete', `${orders(planted.id, mine.id)[order]}; ${mine.proof}`).expect(200);
      expect(erased.body).toMatchObject({ erased: true, visitorId: mine.visitorId });
      expect(await visitors()).toContain(planted.visitorId);
    }
  });

  test('proofs in two cookies are both tried and kept in one', async () => {
    const first = await decide();
    const mine = await decide();
    const held = `svc_own=nonsense; ${first.proof}; ${mine.id}; ${mine.proof}`;
    const again = await calls.submit(submission()).set('Cookie', held).expect(200);
    expect(again.body.visitorId).toBe(mine.visitorId);
    const kept = setCookies(again).find(({ name, maxAge }) => name === 'svc_own' && maxAge !== 0)?.value;
    expect(kept?.split('.').sort()).toEqual(
      [first.proof, mine.proof].map((proof) => proof.slice('svc_own='.length)).sort(),
    );
  });

  test('of two proven ones the latest decision counts', async () => {
    const older = await decide();
    app.clock.advance(60_000);
    const newer = await decide();
    for (const ids of orders(older.id, newer.id)) {
      const { body } = await own('get', `${ids}; ${older.proof}; ${newer.proof}`).expect(200);
      expect(body.record.visitorId).toBe(newer.visitorId);
    }
  });

  test('a child’s request to its parent is for the proven one', async () => {
    const planted = await decide();
    const mine = await decide();
    const asked = await app.request
      .post(`${app.publicBase}/consent/parental-consent-request`)
      .set('Cookie', `${planted.id}; ${mine.id}; ${mine.proof}`)
      .send({ profileId })
      .expect(200);
    const { body } = await calls.resolveParent(asked.body.token).expect(200);
    expect(body.visitorId).toBe(mine.visitorId);
  });

  test('a server that forwards the cookies gets the proven one', async () => {
    const planted = await decide();
    const mine = await decide();
    const { key } = await createApiKey(app);
    const { body } = await own('get', `${planted.id}; ${mine.id}; ${mine.proof}`)
      .set('X-API-Key', key)
      .expect(200);
    expect(body.record.visitorId).toBe(mine.visitorId);
  });
});

describe('without a proof', () => {
  beforeEach(() => open());

  test('the id with a record counts', async () => {
    const mine = await decide();
    for (const ids of orders(cookieOf('gone'), mine.id)) {
      expect((await own('get', ids).expect(200)).body.record.visitorId).toBe(mine.visitorId);
      const again = await calls
        .submit(submission({ consentJson: allDenied }))
        .set('Cookie', ids)
        .expect(200);
      expect(again.body.visitorId).toBe(mine.visitorId);
    }
    expect(await visitors()).toEqual([mine.visitorId]);
    const erased = await own('delete', `${cookieOf('gone')}; ${mine.id}`).expect(200);
    expect(erased.body.visitorId).toBe(mine.visitorId);
  });

  test('of two records the latest decision counts, and without any the first id', async () => {
    const older = await decide();
    app.clock.advance(60_000);
    const newer = await decide();
    for (const ids of orders(older.id, newer.id))
      expect((await own('get', ids).expect(200)).body.record.visitorId).toBe(newer.visitorId);
    const made = await calls.submit(submission()).set('Cookie', 'svc_vid=one; svc_vid=two').expect(200);
    expect(made.body.visitorId).toBe('one');
  });

  test('a value that is not a visitor id is ignored', async () => {
    const mine = await decide();
    const { body } = await own('get', `svc_vid=two words; svc_vid=; ${mine.id}`).expect(200);
    expect(body.record.visitorId).toBe(mine.visitorId);
  });

  test('hundreds of cookies of one name are read up to a limit, and cost no error', async () => {
    const mine = await decide();
    const many = Array.from(
      { length: 300 },
      (_, at) => `svc_vid=v${at}; svc_own=${'x'.repeat(43 - String(at).length)}${at}`,
    );
    const held = [mine.id, mine.proof, ...many].join('; ').slice(0, 14_000);
    expect((await own('get', held).expect(200)).body.record.visitorId).toBe(mine.visitorId);
  });
});

test('the record of the request’s tenant comes before that of another one', async () => {
  await open({ tenancy });
  const here = await decide();
  const tenant = await createTenant(app, 'elsewhere');
  const other = await createActiveProfile(app, { name: 'Elsewhere' }, tenant.id);
  app.clock.advance(60_000);
  const there = await decide('', { profileId: other.id });
  for (const ids of orders(here.id, there.id)) {
    const at = (tenantId: string) =>
      app.request.get(`${app.publicBase}/consent?tenantId=${tenantId}`).set('Cookie', ids).expect(200);
    expect((await at('default')).body.record.visitorId).toBe(here.visitorId);
    expect((await at(tenant.id)).body.record.visitorId).toBe(there.visitorId);
  }
});

describe('the answer', () => {
  /** A browser’s cookies by name, domain and path, as RFC 6265 stores them. */
  function createJar(host: string) {
    const jar = new Map<
      string,
      { name: string; value: string; domain: string; isHostOnly: boolean; path: string }
    >();
    const put = (name: string, value: string, domain: string | undefined, path: string, maxAge?: number) => {
      const key = JSON.stringify([name, domain ?? `=${host}`, path]);
      if (maxAge === 0) jar.delete(key);
      else jar.set(key, { name, value, domain: domain ?? host, isHostOnly: domain === undefined, path });
    };
    return {
      put,
      receive: (response: { headers: Record<string, unknown> }) => {
        for (const { name, value, domain, path, maxAge } of setCookies(response))
          put(name, value ?? '', domain, path ?? '/', maxAge);
      },
      places: (name: string) =>
        [...jar.values()]
          .filter((each) => each.name === name)
          .map(({ domain, path, value }) => [domain, path, value]),
      header: () => [...jar.values()].map(({ name, value }) => `${name}=${value}`).join('; '),
    };
  }

  const host = 'www.shop.example';
  const strayPlaces = [
    [undefined, '/svc'],
    ['www.shop.example', '/'],
    ['shop.example', '/'],
    ['shop.example', '/svc/api'],
    [undefined, '/svc/api/v1/consent'],
    ['shop.example', '/svc/'],
  ] as const;

  test.each(strayPlaces)('ends a planted visitor id on %s%s', async (domain, path) => {
    await open();
    const jar = createJar(host);
    jar.put('svc_vid', 'planted', domain, path);
    jar.receive(await calls.submit(submission()).set('Host', host).expect(200));
    // The first answer saw one cookie, the second one sees two.
    jar.receive(await calls.submit(submission()).set('Host', host).set('Cookie', jar.header()).expect(200));
    expect(jar.places('svc_vid')).toHaveLength(1);
    expect(jar.places('svc_vid')[0]?.slice(0, 2)).toEqual([host, '/']);
  });

  test('after a change of domain keeps one cookie of each name, at the new place', async () => {
    await open({ visitorCookie: { domain: 'shop.example' } });
    const jar = createJar(host);
    const mine = await decide();
    for (const [name, value] of [mine.id, mine.proof, 'svc_choice=1.old'].map((pair) => pair.split('=')))
      jar.put(name ?? '', value ?? '', undefined, '/');
    const send = () => calls.submit(submission()).set('Host', host).set('Cookie', jar.header()).expect(200);
    jar.receive(await send());
    const second = await send();
    jar.receive(second);
    for (const name of ['svc_vid', 'svc_own', 'svc_choice'])
      expect(jar.places(name).map((place) => place.slice(0, 2))).toEqual([['shop.example', '/']]);
    expect(jar.places('svc_vid')[0]?.[2]).toBe(mine.visitorId);
    // Header lines have to fit into the buffer of a proxy.
    expect(String(second.headers['set-cookie']).length).toBeLessThan(4096);
  });

  test('to an erasure ends all of them', async () => {
    await open();
    const jar = createJar(host);
    jar.put('svc_vid', 'planted', 'shop.example', '/');
    jar.put('svc_choice', '1.planted', undefined, '/svc');
    jar.receive(await calls.submit(submission()).set('Host', host).expect(200));
    jar.receive(await own('delete', jar.header()).set('Host', host).expect(200));
    expect(jar.header()).toBe('');
  });

  test('to a change by PUT ends strays too, and the proof’s host prefix needs none', async () => {
    await open({ trustProxy: true });
    const tls = { 'X-Forwarded-Proto': 'https', Host: host };
    const mine = await calls.submit(submission()).set(tls).expect(200);
    const held = `${cookieOf('planted')}; __Host-svc_own=x; ${cookiesAfter(mine)}`;
    const changed = await app.request
      .put(`${app.publicBase}/consent/${mine.body.visitorId}`)
      .set({ ...tls, Cookie: held })
      .send({ consentJson: allDenied })
      .expect(200);
    const ended = setCookies(changed).filter(({ maxAge }) => maxAge === 0);
    expect(new Set(ended.map(({ name, secure }) => [name, secure].join()))).toEqual(
      new Set(['svc_vid,true']),
    );
    expect(ended.map(({ domain, path }) => `${domain ?? ''}${path}`)).not.toContain('/');
  });

  test('with one cookie of each name ends nothing', async () => {
    await open();
    const mine = await decide();
    const again = await calls.submit(submission()).set('Cookie', mine.cookie).expect(200);
    expect(setCookies(again).map(({ name }) => name)).toEqual(['svc_vid', 'svc_own', 'svc_choice']);
  });

  test.each(['127.0.0.1:3000', 'localhost', '[::1]:3000', 'a_b.shop.example', 'not a host', ''])(
    'on the host %j names no domain that it cannot set, and causes no error',
    async (name) => {
      await open();
      const mine = await decide();
      const again = await calls
        .submit(submission())
        .set('Host', name)
        .set('Cookie', `${cookieOf('planted')}; ${mine.cookie}`)
        .expect(200);
      const domains = setCookies(again).flatMap(({ domain }) => domain ?? []);
      expect(domains.filter((domain) => !domain.endsWith('shop.example'))).toEqual([]);
    },
  );
});
