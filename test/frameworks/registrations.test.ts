import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { createUser } from '../support/accounts';
import { allGranted, consentCalls } from '../support/consent';
import { adminEmail, createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { cmpList, createFakeRegistry, type FakeRegistry, paths } from '../support/fake-registry';
import { createActiveProfile } from '../support/profiles';
import { makeTcString, type TcStringWishes, vendorList } from '../support/tc-strings';
import { createTenant, tenancy } from '../support/tenants';
import { until } from '../support/webhook-receiver';

const day = 86_400_000;
const mspa = { coveredTransaction: true, optOutOptionMode: true, serviceProviderMode: false };
const draft = { cmpId: 31, cmpVersion: 2, publisherCC: 'DE' };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

type Options = NonNullable<Parameters<typeof createTestApp>[0]>;

let registry: FakeRegistry;
/** One service for most tests, with what is asked of it. */
let app: TestApp;
let service: Awaited<ReturnType<typeof begin>>;
const others: TestApp[] = [];

/** A service, and ways to ask it as its superadmin. */
async function begin({ config = {}, ...options }: Options = {}) {
  const made = await createTestApp({
    ...options,
    config: {
      rateLimit: false,
      tenancy,
      tcf: registry.tcf,
      gpp: { enabled: true, cmpId: 31, sections: ['usnat', 'usca'], mspa },
      ...config,
    },
  });
  await made.service.start();
  const get = async (path: string, headers: object = {}) =>
    made.request.get(`${made.adminBase}${path}`).set({ ...(await made.asAdmin()), ...headers });
  const confirm = async (
    framework: string,
    { query = '', body = { acknowledge: true } as object, headers = {} as object } = {},
  ) =>
    made.request
      .post(`${made.adminBase}/${framework}/confirm-registration${query}`)
      .set({ ...(await made.asAdmin()), ...headers })
      .send(body);
  const status = async (query = '') => (await get(`/tcf/registration-status${query}`)).body;
  return { app: made, get, confirm, status };
}

/** Another service, for one test. */
async function beginAnother(options: Options = {}) {
  const another = await begin({ clock: app.clock, ...options });
  others.push(another.app);
  return another;
}

/** Another process of the same service, or the same service after a restart. */
const beginBeside = (options: Options = {}) =>
  beginAnother({ knex: app.knex, directory: app.directory, ...options });

const now = () => new Date(app.clock.now()).toISOString();
/** As TC strings have it. */
const today = () => new Date(Math.floor(app.clock.now() / day) * day);
const stored = (name: string) => join(app.directory, '_registries', `${name}.json`);
const confirmations = () => app.knex('svc_registrations');
const isDown = () => {
  for (const path of Object.values(paths)) registry.misbehaving[path] = 500;
};

beforeAll(async () => {
  registry = await createFakeRegistry();
  service = await begin({ clock: createTestClock(Date.parse('2026-11-21T12:00:00.000Z')), onDisk: true });
  app = service.app;
});
beforeEach(async () => {
  // Nothing is confirmed, every copy is too old to serve, and the registry is asked again.
  registry.reset();
  await confirmations().delete();
  app.clock.advance(60 * day);
  await app.service.maintenance();
  registry.requests.splice(0);
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
});
afterAll(async () => {
  await app.close();
  await registry.close();
});

/** Makes the registry answer this, and the service know it. */
async function listed(cmp: object | null): Promise<void> {
  registry.lists[paths.cmps] = cmpList(cmp);
  await service.status('?refresh=true');
}

/** Ways to ask the one service, which is there only once tests run. */
function asked(): Pick<typeof service, 'get' | 'confirm' | 'status'> {
  return {
    get: (...input) => service.get(...input),
    confirm: (...input) => service.confirm(...input),
    status: (...input) => service.status(...input),
  };
}

describe('the registration of a CMP', () => {
  const { get, confirm, status } = asked();

  test('combines the configuration, the confirmation and the CMP list', async () => {
    expect(await status()).toEqual({
      draft,
      confirmed: null,
      changed: false,
      status: 'unconfirmed',
      registry: {
        status: 'registered',
        name: 'Shop CMP',
        deletedDate: null,
        checkedAt: now(),
        fromCache: true,
        stale: false,
      },
    });
  });

  test('is confirmed by an operator; only a hash of it is kept', async () => {
    const heard: unknown[] = [];
    app.service.events.once('tcf.confirmed', (event) => void heard.push(event));
    const answer = await confirm('tcf');
    const expected = {
      confirmed: { confirmedAt: now(), confirmedBy: adminEmail },
      changed: false,
      status: 'confirmed',
    };
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ draft, ...expected })]);
    expect(await status()).toMatchObject(expected);

    const hash = sha256('{"cmpId":31,"cmpVersion":2,"publisherCC":"DE"}');
    expect(await confirmations()).toEqual([
      {
        tenant_id: 'default',
        framework: 'tcf',
        hash,
        confirmed_by: adminEmail,
        confirmed_at: app.clock.now(),
      },
    ]);
    const [entry] = (await get('/audit?action=tcf:confirmed')).body.items;
    expect(entry).toMatchObject({
      resourceType: 'registration',
      resourceId: 'tcf',
      userEmail: adminEmail,
      changes: { hash: { before: null, after: hash } },
    });
    expect(heard).toEqual([{ tenantId: 'default', occurredAt: now(), confirmedBy: adminEmail }]);
  });

  test('is reported as changed after a configuration change, until it is confirmed again', async () => {
    await confirm('tcf');
    const later = await beginBeside({ config: { tcf: { ...registry.tcf, cmpVersion: 3 } } });
    expect(await later.status()).toMatchObject({
      draft: { ...draft, cmpVersion: 3 },
      confirmed: { confirmedBy: adminEmail },
      changed: true,
      status: 'changed',
    });
    expect((await later.confirm('tcf')).body).toMatchObject({ changed: false, status: 'confirmed' });
    expect((await status()).status).toBe('changed');
  });

  test('is not confirmed when it is not in the list', async () => {
    await listed(null);
    expect((await status()).registry).toMatchObject({ status: 'not_found', name: null, deletedDate: null });
    const answer = await confirm('tcf');
    expect([answer.status, answer.body.code, await confirmations()]).toEqual([404, 'cmp_not_listed', []]);
  });

  test('is not confirmed when it was deregistered, and is until its end has come', async () => {
    await listed({
      id: 31,
      name: 'Leaving CMP',
      deletedDate: new Date(app.clock.now() + 1000).toISOString(),
    });
    expect((await confirm('tcf')).body.registry).toMatchObject({
      status: 'registered',
      name: 'Leaving CMP',
      deletedDate: expect.any(String),
    });
    await confirmations().delete();
    app.clock.advance(1000);
    expect((await status()).registry).toMatchObject({ status: 'deregistered', deletedDate: now() });
    const answer = await confirm('tcf');
    expect([answer.status, answer.body.code, await confirmations()]).toEqual([409, 'cmp_deregistered', []]);
  });

  test('makes strings worthless once it was deregistered, while refusals are still recorded', async () => {
    registry.lists[paths.cmps] = cmpList({
      id: 31,
      name: 'Leaving CMP',
      deletedDate: new Date(app.clock.now() + 1000).toISOString(),
    });
    const other = await beginAnother();
    await other.app.service.maintenance();
    const { id: profileId } = await createActiveProfile(other.app);
    const submit = (consentJson: object) => {
      const tcfString = makeTcString({ created: today() });
      return consentCalls(other.app)
        .submit({ visitorId: 'v', profileId, consentJson, tcfString })
        .set('Cookie', 'svc_vid=v');
    };
    await submit(allGranted).expect(200);
    app.clock.advance(1000);
    expect((await submit({ ...allGranted, more: 'granted' }).expect(400)).body).toMatchObject({
      code: 'invalid_tc_string',
      reason: 'cmp_deregistered',
    });
    expect((await submit({ marketing: 'denied' }).expect(200)).body.warnings).toMatchObject([
      { reason: 'cmp_deregistered' },
    ]);
  });

  test.each([{}, { acknowledge: false }, { acknowledge: 'true' }, { acknowledge: 1 }, []])(
    'is not confirmed by %j',
    async (body) => {
      for (const framework of ['tcf', 'gpp']) {
        const answer = await confirm(framework, { body });
        expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
      }
      expect(await confirmations()).toEqual([]);
    },
  );

  test('is visible to viewers, and only permitted users can confirm it', async () => {
    const { as } = await createUser(app, { role: 'viewer' });
    for (const framework of ['tcf', 'gpp']) {
      await app.request.get(`${app.adminBase}/${framework}/registration-status`).set(as).expect(200);
      await app.request
        .post(`${app.adminBase}/${framework}/confirm-registration`)
        .set(as)
        .send({ acknowledge: true })
        .expect(403);
    }
  });

  test('is each tenant’s own', async () => {
    const [north, south] = [await createTenant(app, 'north'), await createTenant(app, 'south')];
    await confirm('tcf', { headers: north.header });
    expect((await get('/tcf/registration-status', north.header)).body.status).toBe('confirmed');
    expect((await get('/tcf/registration-status', south.header)).body.status).toBe('unconfirmed');
  });

  test('confirmed by many at once is one row, and an entry for each', async () => {
    const entries = async () =>
      (await app.knex('svc_audit').where({ action: 'tcf:confirmed', tenant_id: 'default' })).length;
    const before = await entries();
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm('tcf')));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect([(await confirmations()).length, (await entries()) - before]).toEqual([1, 5]);
  });
});

describe('the registration for GPP', () => {
  const { get, confirm } = asked();

  test('is what an operator stands for', async () => {
    const heard: string[] = [];
    app.service.events.once('gpp.confirmed', ({ tenantId }) => void heard.push(tenantId));
    const gpp = { cmpId: 31, sections: ['usnat', 'usca'], mspa };
    expect((await get('/gpp/registration-status')).body).toEqual({
      draft: gpp,
      confirmed: null,
      changed: false,
      status: 'unconfirmed',
    });
    const answer = await confirm('gpp');
    const state = {
      confirmed: { confirmedAt: now(), confirmedBy: adminEmail },
      changed: false,
      status: 'confirmed',
    };
    expect([answer.status, answer.body]).toEqual([200, { draft: gpp, ...state }]);
    expect((await get('/audit?action=gpp:confirmed')).body.items).toHaveLength(1);
    expect(heard).toEqual(['default']);

    const later = await beginBeside({ config: { gpp: { enabled: true } } });
    const { draft: changedDraft, ...standing } = (await later.get('/gpp/registration-status')).body;
    expect(standing).toEqual({ ...state, changed: true, status: 'changed' });
    expect(changedDraft).toMatchObject({
      cmpId: null,
      sections: expect.arrayContaining(['usnat', 'ustx']),
      mspa: null,
    });
  });
});

test('no list is fetched while both frameworks are off', async () => {
  const off = await beginAnother({ config: { tcf: { ...registry.tcf, enabled: false }, gpp: {} } });
  await off.app.service.maintenance();
  for (const path of [
    '/tcf/vendors',
    '/tcf/purposes',
    '/tcf/registration-status',
    '/gpp/registration-status',
  ]) {
    const answer = await off.get(path);
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, `${path.slice(1, 4)}_disabled`]);
  }
  for (const framework of ['tcf', 'gpp']) {
    const answer = await off.confirm(framework, { body: { acknowledge: 'nonsense' } });
    expect([answer.status, answer.body.code]).toEqual([404, `${framework}_disabled`]);
  }
  expect(registry.requests).toEqual([]);
});

describe('the vendor list', () => {
  const { get } = asked();

  test('is returned with the texts of its ids', async () => {
    const { status, body } = await get('/tcf/vendors');
    expect([status, body]).toEqual([200, { ...vendorList(), language: 'en', stale: false }]);
    const { vendors: _, ...purposes } = body;
    expect((await get('/tcf/purposes')).body).toEqual(purposes);
  });

  test('is returned in a language, with English for missing texts and languages', async () => {
    for (const lang of ['de', 'de-AT', 'DE']) {
      const { body } = await get(`/tcf/purposes?lang=${lang}`);
      expect([lang, body.language, body.purposes['1'].name, body.purposes['2'].name]).toEqual([
        lang,
        'de',
        'Speichern von Informationen',
        'Basic advertising',
      ]);
    }
    for (const lang of ['en', 'fr', 'xx', 'pt'])
      expect((await get(`/tcf/purposes?lang=${lang}`)).body).toMatchObject({ language: 'en', stale: false });
    const files = registry.requests.map(({ path }) => path).filter((path) => path.includes('purposes'));
    expect(files).toEqual(['de', 'fr', 'pt-br'].map((language) => `/v3/purposes-${language}.json`));
    expect((await get('/tcf/purposes?lang=../secret')).status).toBe(400);
  });

  test('can be of TCF 2.4: standard texts are passed on, and unknown keys are accepted', async () => {
    const standardTexts = { features: 'Used along with purposes', more: { nested: [1] } };
    registry.lists[paths.vendors] = {
      ...vendorList(),
      gvlSpecificationVersion: 4,
      standardTexts,
      somethingNew: { a: 1 },
    };
    app.clock.advance(8 * day);
    expect((await get('/tcf/purposes')).body).toMatchObject({ gvlSpecificationVersion: 4, standardTexts });
    expect((await get('/tcf/purposes?lang=de')).body.standardTexts).toEqual({
      ...standardTexts,
      features: 'Zusammen mit Zwecken',
    });
  });

  test('gives decoded strings their names', async () => {
    const { body } = await get(`/tcf/decode?string=${makeTcString()}&lang=de`);
    expect(body.vendors[0]).toMatchObject({ id: 1, name: 'Vendor 1' });
    expect(body.purposes.map(({ name }: { name: string }) => name)).toEqual([
      'Speichern von Informationen',
      'Basic advertising',
      'Measure advertising',
    ]);
    expect(body.specialFeatureOptIns).toEqual([{ id: 1, name: 'Precise geolocation' }]);
  });

  test('rejects impossible strings, and is fetched again when one names a newer list', async () => {
    const other = await beginAnother();
    await other.app.service.maintenance();
    const { id: profileId } = await createActiveProfile(other.app);
    const submit = (vendorListVersion: number) => {
      const tcfString = makeTcString({ vendorListVersion, created: today() });
      return consentCalls(other.app).submit({ profileId, consentJson: allGranted, tcfString });
    };
    registry.lists[paths.vendors] = vendorList(101);
    expect((await submit(101).expect(400)).body).toMatchObject({
      code: 'invalid_tc_string',
      reason: 'unknown_vendor_list',
    });
    await until(async () => (await submit(101)).status === 200, 'the newer list');
    await submit(102).expect(400);
    app.clock.advance(3_599_999);
    await submit(102).expect(400);
    expect(registry.asked(paths.vendors)).toHaveLength(2);
    // An hour later it is looked for again.
    registry.lists[paths.vendors] = vendorList(102);
    app.clock.advance(1);
    await until(async () => (await submit(102)).status === 200, 'the next list');

    // For a week the newest list is unknown, so a string that names a newer one is valid.
    isDown();
    app.clock.advance(8 * day);
    await submit(103).expect(200);
  });

  test('bounds the policy version, purposes and vendors of strings, until it was not confirmed for a week', async () => {
    const other = await beginAnother();
    await other.app.service.maintenance();
    const { id: profileId } = await createActiveProfile(other.app);
    const submit = (wish: TcStringWishes) => {
      const tcfString = makeTcString({ ...wish, created: today() });
      return consentCalls(other.app).submit({ profileId, consentJson: allGranted, tcfString });
    };
    const wishes = [
      { policyVersion: 6 },
      { purposeConsents: [12] },
      { vendorsDisclosed: [1, 2, 3, 4] },
      { vendorListVersion: 1 },
    ];
    const reasons = ['wrong_policy_version', 'unknown_purpose', 'unknown_vendor', 'vendor_list_too_old'];
    for (const [index, wish] of wishes.entries())
      expect((await submit(wish).expect(400)).body.reason).toBe(reasons[index]);
    isDown();
    app.clock.advance(8 * day);
    for (const wish of wishes) await submit(wish).expect(200);
  });

  test('is not replaced by an older one that some cache still holds', async () => {
    registry.lists[paths.vendors] = vendorList(99);
    app.clock.advance(8 * day);
    expect((await get('/tcf/vendors')).body).toMatchObject({ vendorListVersion: 100, stale: false });
  });
});

describe('the registry is asked', () => {
  const { confirm, status } = asked();

  test('once a week, and then only whether something changed', async () => {
    app.clock.advance(6 * day);
    await app.service.maintenance();
    expect((await status()).registry).toMatchObject({ fromCache: true, stale: false });
    expect(registry.requests).toEqual([]);
    app.clock.advance(2 * day);
    expect((await status()).registry).toMatchObject({
      status: 'registered',
      fromCache: false,
      checkedAt: now(),
      stale: false,
    });
    expect(registry.asked(paths.cmps)).toEqual([
      expect.objectContaining({
        headers: expect.objectContaining({
          'if-none-match': expect.stringMatching(/^"[0-9a-f]+"$/),
          'if-modified-since': 'Thu, 19 Nov 2026 16:00:00 GMT',
          'user-agent': expect.stringMatching(/^express-consent\//),
        }),
      }),
    ]);
    // Not changed: it holds for another week.
    app.clock.advance(6 * day);
    expect((await status()).registry.fromCache).toBe(true);
  });

  test('as often as it says itself, the time in caches counted', async () => {
    Object.assign(registry.headers, { 'Cache-Control': 'public, max-age=7200', Age: '3600' });
    await status('?refresh=true');
    app.clock.advance(3_599_000);
    expect((await status()).registry.fromCache).toBe(true);
    app.clock.advance(1000);
    expect((await status()).registry.fromCache).toBe(false);
  });

  test('a minute later at the earliest, and thirty days later at the latest, whatever it says', async () => {
    const isCachedAfter = async (maxAge: number, ms: number) => {
      registry.headers['Cache-Control'] = `max-age=${maxAge}`;
      expect((await status('?refresh=true')).registry.stale).toBe(false);
      app.clock.advance(ms);
      return (await status()).registry.fromCache;
    };
    expect([await isCachedAfter(0, 59_999), await isCachedAfter(0, 60_000)]).toEqual([true, false]);
    const ages = [await isCachedAfter(9_999_999, 30 * day - 1), await isCachedAfter(9_999_999, 30 * day)];
    expect(ages).toEqual([true, false]);
  });

  test('at the address to which it redirects, three times at most', async () => {
    const ways = ['/a', '/b', '/c', '/d'];
    const redirect = (from: string, to: string, status: number) => {
      registry.misbehaving[from] = { redirect: to, status };
    };
    registry.lists['/end'] = cmpList({ id: 31, name: 'At the end' });
    for (const [one, two, three] of [
      [301, 302, 303],
      [307, 308, 301],
    ]) {
      redirect(paths.cmps, '/a', one ?? 0);
      redirect('/a', '/b', two ?? 0);
      redirect('/b', '/end', three ?? 0);
      expect((await status('?refresh=true')).registry).toMatchObject({ name: 'At the end', stale: false });
    }
    registry.lists[paths.moreCmps] = cmpList({ id: 31, name: 'Of the next address' });
    redirect('/b', '/c', 302);
    redirect('/c', '/end', 302);
    expect((await status('?refresh=true')).registry.name).toBe('Of the next address');
    registry.requests.splice(0);
    // A choice between several places is not a redirect.
    redirect(paths.cmps, '/a', 300);
    await status('?refresh=true');
    expect(ways.flatMap((path) => registry.asked(path))).toEqual([]);
  });

  test('by upkeep when the time has come', async () => {
    app.clock.advance(8 * day);
    await app.service.maintenance();
    await app.service.maintenance();
    expect([registry.asked(paths.cmps).length, registry.asked(paths.vendors).length]).toEqual([1, 1]);
  });

  test('at once with refresh, on both routes, and ten times in ten minutes at most', async () => {
    app.clock.advance(600_000);
    registry.lists[paths.cmps] = cmpList({ id: 31, name: 'Renamed CMP' });
    expect((await status()).registry.name).toBe('Shop CMP');
    expect((await status('?refresh=false')).registry.name).toBe('Shop CMP');
    expect((await status('?refresh=true')).registry).toMatchObject({ name: 'Renamed CMP', fromCache: false });
    registry.lists[paths.cmps] = cmpList({ id: 31, name: 'Gone CMP', deletedDate: '2026-11-01' });
    expect((await confirm('tcf')).status).toBe(200);
    expect((await confirm('tcf', { query: '?refresh=true' })).status).toBe(409);
    for (let round = 0; round < 20; round += 1)
      expect((await status('?refresh=true')).registry).toMatchObject({
        status: 'deregistered',
        stale: false,
      });
    expect(registry.asked(paths.cmps)).toHaveLength(10);
    app.clock.advance(600_000);
    expect((await status('?refresh=true')).registry.fromCache).toBe(false);
    expect((await status('?refresh=maybe')).code).toBe('validation_failed');
  });

  test('once by all who ask at the same time', async () => {
    app.clock.advance(8 * day);
    await app.asAdmin();
    const release = registry.hold();
    const asking = Promise.all(
      Array.from({ length: 8 }, (_, index) => status(index % 2 ? '?refresh=true' : '')),
    );
    await until(() => registry.asked(paths.cmps).length > 0, 'the question');
    release();
    for (const { registry: cmp } of await asking)
      expect(cmp).toMatchObject({ status: 'registered', stale: false });
    // Who came after the answer with refresh asked once more, together.
    expect(registry.asked(paths.cmps).length).toBeLessThan(8);
  });

  test('by one process for all that share a storage', async () => {
    const beside = await beginBeside();
    expect((await beside.status()).registry).toMatchObject({ status: 'registered', fromCache: true });
    expect(registry.requests).toEqual([]);
    await listed({ id: 31, name: 'Gone CMP', deletedDate: '2026-11-01' });
    expect((await beside.status()).registry).toMatchObject({ status: 'deregistered', fromCache: true });
  });

  test('at the next address when one fails', async () => {
    registry.misbehaving[paths.cmps] = 503;
    registry.lists[paths.moreCmps] = cmpList({ id: 31, name: 'From the second' });
    expect((await status('?refresh=true')).registry).toMatchObject({ name: 'From the second', stale: false });
  });

  test('with the password that a mirror needs, which goes nowhere else', async () => {
    const [cmps = ''] = registry.tcf.cmpListUrls;
    registry.misbehaving[paths.cmps] = { redirect: paths.moreCmps };
    const beside = await beginBeside({
      config: { tcf: { ...registry.tcf, cmpListUrls: [cmps.replace('//', '//mirror:hunt%20er2@')] } },
    });
    expect((await beside.status()).registry.status).toBe('registered');
    expect(registry.asked(paths.cmps)[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('mirror:hunt er2').toString('base64')}`,
    );
    expect(registry.asked(paths.moreCmps)[0]?.headers).not.toHaveProperty('authorization');
    registry.misbehaving[paths.cmps] = 500;
    await beside.status('?refresh=true');
    expect(beside.app.logger.lines.join('\n')).toContain('answered 500');
    for (const text of [beside.app.logger.lines.join('\n'), await readFile(stored('tcf-cmp-list'), 'utf8')])
      expect(text).not.toContain('hunt');
  });
});

describe('a registry that misbehaves', () => {
  const { get, confirm, status } = asked();
  /** Waits less than the others. */
  let impatient: Awaited<ReturnType<typeof begin>>;
  beforeAll(async () => {
    impatient = await begin({
      clock: app.clock,
      knex: app.knex,
      directory: app.directory,
      registryTimeoutMs: 300,
    });
  });
  afterAll(() => impatient.app.close());

  const wrong = (changes: object) => ({ json: { ...vendorList(), ...changes } });

  test.each([
    ['answers an error', 'answered 500', 500],
    ['answers that nothing is there', 'answered 404', 404],
    ['answers without content', 'answered 204', 204],
    [
      'answers HTML',
      'answered with something other than this list',
      { text: '<!doctype html><title>Sign in to the network</title>' },
    ],
    [
      'answers garbage',
      'answered with something other than this list',
      { text: '{"vendorListVersion": 101, ' },
    ],
    ['answers nothing', 'answered with something other than this list', { text: '' }],
    [
      'answers what reaches prototypes',
      'answered with something other than this list',
      {
        text: JSON.stringify(vendorList(101)).replace(
          '"vendors":{',
          '"more":{"__proto__":{"a":1}},"vendors":{',
        ),
      },
    ],
    [
      'answers a million tiny things',
      'answered with something other than this list',
      { text: `${JSON.stringify(vendorList(101)).slice(0, -1)},"more":[${'0,'.repeat(1_000_000)}0]}` },
    ],
    ['answers another shape', 'answered with something other than this list', { json: [vendorList(101)] }],
    ['answers no vendors', 'answered with something other than this list', wrong({ vendors: {} })],
    [
      'answers a vendor under another id',
      'answered with something other than this list',
      wrong({ vendors: { '5': { id: 6, name: 'Six' } } }),
    ],
    [
      'answers a version that is none',
      'answered with something other than this list',
      wrong({ vendorListVersion: '101' }),
    ],
    [
      'answers a format of the past',
      'answered with something other than this list',
      wrong({ gvlSpecificationVersion: 2 }),
    ],
    [
      'answers a date that is none',
      'answered with something other than this list',
      wrong({ lastUpdated: 'yesterday' }),
    ],
    ['never ends its answer', 'answered more than 8388608 bytes', 'floods'],
    ['packs much into little', 'answered more than 8388608 bytes', 'bombs'],
    ['answers letter by letter', 'within 300 ms', 'drips'],
    ['never answers', 'within 300 ms', 'hangs'],
    ['hangs up', 'cannot be reached', 'hangs up'],
    ['stops half-way', 'cannot be reached', 'breaks off'],
    ['redirects to itself', 'redirects too often', { redirect: paths.vendors }],
    ['redirects to the plain web', 'without TLS', { redirect: 'http://lists.example/v3.json' }],
    ['redirects to a file', 'without TLS', { redirect: 'file:///etc/passwd' }],
    ['redirects to nowhere', 'redirects to an invalid address', { redirect: 'http://[' }],
  ] as const)('and %s replaces no good copy', async (_how, reason, misbehaviour) => {
    const before = await readFile(stored('tcf-vendor-list'), 'utf8');
    registry.misbehaving[paths.vendors] = misbehaviour;
    app.clock.advance(8 * day);
    const asking = misbehaviour === 'drips' || misbehaviour === 'hangs' ? impatient : service;
    asking.app.logger.lines.splice(0);
    const { status, body } = await asking.get('/tcf/vendors');
    expect([status, body.vendorListVersion, body.stale]).toEqual([200, 100, true]);
    expect(await readFile(stored('tcf-vendor-list'), 'utf8')).toBe(before);
    expect(asking.app.logger.lines.join('\n')).toContain(reason);
  });

  test('and claims that nothing changed, to one who has nothing, is not believed', async () => {
    registry.misbehaving['/v3/purposes-it.json'] = 304;
    expect((await get('/tcf/purposes?lang=it')).body.language).toBe('en');
  });

  test('from the first on leaves a service that works without', async () => {
    for (const path of Object.values(paths)) registry.misbehaving[path] = 'hangs';
    const without = await beginAnother({ registryTimeoutMs: 200 });
    expect((await without.status()).registry).toEqual({
      status: 'unavailable',
      name: null,
      deletedDate: null,
      checkedAt: null,
      fromCache: false,
      stale: false,
    });
    for (const path of ['/tcf/vendors', '/tcf/purposes?lang=de']) {
      const answer = await without.get(path);
      expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
        503,
        'unavailable',
        '60',
      ]);
    }
    const answer = await without.confirm('tcf');
    expect([answer.status, answer.body.code, await without.app.knex('svc_registrations')]).toEqual([
      503,
      'unavailable',
      [],
    ]);

    const { id: profileId } = await createActiveProfile(without.app);
    const tcfString = makeTcString({ vendorListVersion: 4000, created: today() });
    await consentCalls(without.app)
      .submit({ visitorId: 'v', profileId, consentJson: allGranted, tcfString })
      .expect(200);
    expect((await without.get(`/tcf/decode?string=${tcfString}`)).body).toMatchObject({
      vendors: [{ id: 1, name: null }, {}, {}],
      check: { valid: true },
    });
    const files = await readdir(join(without.app.directory, '_registries')).catch(() => []);
    expect(files.filter((name) => !name.startsWith('tcf-purposes'))).toEqual([]);
  });

  test('is heard again once it is back, and not asked more often for being down', async () => {
    isDown();
    app.clock.advance(60 * day);
    for (let round = 0; round < 15; round += 1) expect((await status()).registry.status).toBe('unavailable');
    expect(registry.asked(paths.cmps)).toHaveLength(10);
    app.clock.advance(600_000);
    for (const path of Object.values(paths)) delete registry.misbehaving[path];
    expect((await status()).registry.status).toBe('registered');
  });

  test('is covered by the last good copy for 30 days', async () => {
    const checkedAt = now();
    isDown();
    app.clock.advance(30 * day - 1);
    expect((await status()).registry).toMatchObject({
      status: 'registered',
      checkedAt,
      fromCache: true,
      stale: true,
    });
    expect((await confirm('tcf')).status).toBe(200);
    app.clock.advance(1);
    expect((await status()).registry.status).toBe('unavailable');
    expect((await confirm('tcf')).status).toBe(503);
    expect((await get('/tcf/vendors')).status).toBe(503);
  });

  test('holds up neither the start nor the end of the service', async () => {
    for (const path of Object.values(paths)) registry.misbehaving[path] = 'hangs';
    const patient = await createTestApp({ config: { tcf: registry.tcf }, registryTimeoutMs: 3_600_000 });
    await expect(patient.service.start()).resolves.toBeUndefined();
    await until(() => registry.asked(paths.vendors).length > 0, 'the question');
    await expect(patient.close()).resolves.toBeUndefined();
  });

  test('is written by no service that has been closed: its end waits for a copy that is being written', async () => {
    const disk = diskStorage({ directory: app.directory });
    const order: string[] = [];
    const write: typeof disk.write = async (...given) => {
      order.push('begun');
      await new Promise((resolve) => setTimeout(resolve, 200));
      await disk.write(...given);
      order.push('written');
    };
    app.clock.advance(8 * day);
    const slow = await createTestApp({
      clock: app.clock,
      knex: app.knex,
      config: { tcf: registry.tcf, storage: { ...disk, write } },
    });
    await slow.service.start();
    await until(() => order.length === 2, 'both copies');
    await slow.service.close();
    expect(order).toEqual(['begun', 'begun', 'written', 'written']);
    await slow.close();
  });
});

describe('the copy in storage', () => {
  test.each(['', '{"list":', '{"list":{}}'])('is fetched again when it was damaged (%j)', async (damage) => {
    await writeFile(stored('tcf-cmp-list'), damage);
    // A process that has it in memory goes on with that.
    expect((await service.status()).registry).toMatchObject({ status: 'registered', fromCache: true });
    const beside = await beginBeside();
    expect((await beside.status()).registry.status).toBe('registered');
    expect(JSON.parse(await readFile(stored('tcf-cmp-list'), 'utf8')).list).toEqual(cmpList());
  });

  test('of an address that is configured no more is not used', async () => {
    registry.lists[paths.moreCmps] = cmpList({ id: 31, name: 'Of the other address' });
    const beside = await beginBeside({
      config: { tcf: { ...registry.tcf, cmpListUrls: registry.tcf.cmpListUrls.slice(1) } },
    });
    expect((await beside.status()).registry.name).toBe('Of the other address');
  });
});

describe('readiness', () => {
  const { get, confirm } = asked();
  const readiness = async () => {
    const { tcf, gpp } = (await get('/setup/config')).body.readiness;
    return { tcf, gpp };
  };

  test('lists what to do about each framework, and when it is done', async () => {
    const undone = { ok: false, message: expect.stringContaining('not confirmed') };
    expect(await readiness()).toEqual({ tcf: undone, gpp: undone });
    await confirm('tcf');
    await confirm('gpp');
    const done = { ok: true, message: expect.stringContaining(now().slice(0, 10)) };
    expect(await readiness()).toEqual({ tcf: done, gpp: done });
    const config = { tcf: { ...registry.tcf, cmpVersion: 3 }, gpp: { enabled: true } };
    const changed = { ok: false, message: expect.stringContaining('changed since') };
    const later = await beginBeside({ config });
    expect((await later.get('/setup/config')).body.readiness).toMatchObject({ tcf: changed, gpp: changed });
    await listed(null);
    expect((await readiness()).tcf).toEqual({
      ok: false,
      message: expect.stringContaining('does not contain tcf.cmpId'),
    });
    await listed({ id: 31, name: 'Gone CMP', deletedDate: '2026-11-01' });
    expect((await readiness()).tcf).toEqual({ ok: false, message: expect.stringContaining('deregistered') });
  });

  test('sends no request', async () => {
    await confirm('tcf');
    isDown();
    app.clock.advance(60 * day);
    expect((await readiness()).tcf).toEqual({
      ok: false,
      message: expect.stringContaining('have not been fetched yet'),
    });
    expect(registry.requests).toEqual([]);
  });
});
