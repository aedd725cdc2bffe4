import { createHmac, hkdfSync } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseSetCookie } from 'cookie';
import { createApiKey } from '../support/accounts';
import {
  allDenied,
  allGranted,
  auditedVisitor,
  cellsHolding,
  consentCalls,
  cookieOf,
  cookiesAfter,
  recordEvents,
} from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let profileId: string;

const shared: TestApp[] = [];

/** Opens an app for this test alone. */
async function open(options: TestAppOptions['config'] = {}): Promise<void> {
  app = await createTestApp({ config: { rateLimit: false, ...options } });
  calls = consentCalls(app);
  profileId = (await createActiveProfile(app)).id;
}

/** Opens one app for all tests of the file or `describe`. */
function openForAll(options: TestAppOptions['config'] = {}): void {
  let opened: { app: TestApp; calls: typeof calls; profileId: string };
  beforeAll(async () => {
    await open(options);
    opened = { app, calls, profileId };
    shared.push(app);
  });
  beforeEach(() => {
    ({ app, calls, profileId } = opened);
  });
}
openForAll();
afterEach(async () => {
  if (!shared.includes(app)) await app.close();
});
afterAll(() => Promise.all(shared.map((each) => each.close())));

const submission = (more: object = {}) => ({ profileId, consentJson: allGranted, ...more });
const setCookies = (response: { headers: Record<string, unknown> }) =>
  ((response.headers['set-cookie'] ?? []) as string[]).map((line) => parseSetCookie(line));
const stored = (visitorId: string) => app.knex('svc_consents').where({ visitor_id: visitorId }).first();
const days = (count: number) => count * 86_400_000;

describe('a submission', () => {
  test('makes a visitor with a random id when none is named, and hands out its cookie', async () => {
    const response = await calls.submit(submission()).expect(200);
    expect(response.body.visitorId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(response.headers['cache-control']).toBe('no-store');
    const lasting = { maxAge: 365 * 86_400, path: '/', sameSite: 'lax' };
    expect(setCookies(response)).toEqual([
      { name: 'svc_vid', value: response.body.visitorId, ...lasting },
      { name: 'svc_own', value: expect.stringMatching(/^[\w-]{43}$/), httpOnly: true, ...lasting },
      { name: 'svc_choice', value: expect.stringContaining('analytics~gla'), ...lasting },
    ]);
    await calls.read(response.body.visitorId).expect(200);
  });

  test('means the visitor of the cookie when the body names none', async () => {
    await calls.submit(submission({ visitorId: 'known' })).expect(200);
    const again = await calls
      .submit(submission({ consentJson: allDenied }))
      .set('Cookie', cookieOf('known'))
      .expect(200);
    expect(again.body.visitorId).toBe('known');
    expect((await calls.read('known')).body.consentJson).toEqual(allDenied);
    const first = await calls
      .submit(submission({ visitorId: null }))
      .set('Cookie', cookieOf('held-before'))
      .expect(200);
    expect(first.body.visitorId).toBe('held-before');
  });

  test.each(['', 'two words', '..', '.', 'x'.repeat(129), '%00', 'a/b'])(
    'passes over a cookie that holds no visitor id (%j)',
    async (value) => {
      const response = await calls.submit(submission()).set('Cookie', `svc_vid=${value}`).expect(200);
      expect(response.body.visitorId).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test('a visitor id in the body wins over the cookie', async () => {
    const response = await calls
      .submit(submission({ visitorId: 'in-the-body' }))
      .set('Cookie', cookieOf('in-the-cookie'))
      .expect(200);
    expect(response.body.visitorId).toBe('in-the-body');
    expect(setCookies(response)).toMatchObject([
      { value: 'in-the-body' },
      { name: 'svc_own' },
      { name: 'svc_choice' },
    ]);
  });

  test('of an existing visitor without its cookie is recorded, but hands out no ownership', async () => {
    await calls.submit(submission({ visitorId: 'someone' })).expect(200);
    for (const cookie of ['', cookieOf('somebody-else')]) {
      const response = await calls
        .submit(submission({ visitorId: 'someone', consentJson: allDenied }))
        .set('Cookie', cookie)
        .expect(200);
      expect(setCookies(response)).toEqual([]);
    }
    expect(
      (await calls.history('someone')).map((entry: { ownershipProven: boolean }) => entry.ownershipProven),
    ).toEqual([false, false, true]);
  });

  test('fills in what is not sent: English, from the banner, without GPC', async () => {
    const { body } = await calls
      .submit(
        submission({
          locale: null,
          gpcDetected: null,
          source: null,
          ageVerified: null,
          tcfString: null,
          parentalConsentToken: null,
        }),
      )
      .expect(200);
    expect(body).toMatchObject({ locale: 'en', gpcDetected: false, source: 'banner', profileVersion: 1 });
    for (const field of ['ageVerified', 'tcfString', 'gppString', 'parentalConsent'])
      expect(body).not.toHaveProperty(field);
  });

  test('accepts an empty map, categories that the profile does not have, and unknown fields', async () => {
    expect((await calls.submit(submission({ consentJson: {} })).expect(200)).body.consentJson).toEqual({});
    const consentJson = { 'not-in-the-profile': 'objected', analytics: 'granted' };
    expect(
      (await calls.submit(submission({ consentJson, somethingNew: { deep: [1] } })).expect(200)).body,
    ).not.toHaveProperty('somethingNew');
  });

  test('names the version that visitors see: the published one while active, else the current one', async () => {
    await open();
    const admin = await app.asAdmin();
    await app.request
      .put(`${app.adminBase}/profiles/${profileId}`)
      .set(admin)
      .send({ name: 'Edited' })
      .expect(200);
    expect((await calls.submit(submission()).expect(200)).body.profileVersion).toBe(1);
    await app.request.post(`${app.adminBase}/profiles/${profileId}/activate`).set(admin).expect(200);
    expect((await calls.submit(submission()).expect(200)).body.profileVersion).toBe(2);
    await app.request
      .put(`${app.adminBase}/profiles/${profileId}`)
      .set(admin)
      .send({ name: 'Edited again' })
      .expect(200);
    await app.request.post(`${app.adminBase}/profiles/${profileId}/deactivate`).set(admin).expect(200);
    expect((await calls.submit(submission()).expect(200)).body.profileVersion).toBe(3);
  });

  test.each([
    [allGranted, 'in'],
    [{ analytics: 'granted', marketing: 'granted' }, 'in'],
    [allDenied, 'out'],
    [{}, 'out'],
    [{ analytics: 'objected', marketing: 'denied', extra: 'granted' }, 'out'],
    [{ analytics: 'granted' }, 'partial'],
  ])('%j is kept as the choice "%s"', async (consentJson, choice) => {
    const { visitorId } = (await calls.submit(submission({ consentJson })).expect(200)).body;
    expect((await stored(visitorId)).choice).toBe(choice);
  });

  test('of an empty map to a notice is kept as no choice at all', async () => {
    const notice = await createProfile(app, {
      profileJson: profileJson({
        complianceGroup: 'notice-only',
        preferenceModal: { heading: 'Notice', buttons: [] },
      }),
    });
    await calls
      .submit(submission({ visitorId: 'reader', profileId: notice.id, consentJson: {} }))
      .expect(200);
    expect(await stored('reader')).toMatchObject({ choice: 'none', group_id: 'notice-only' });
  });
});

test('an update with the same map in another order keeps its signals', async () => {
  await calls
    .submit(
      submission({
        visitorId: 'same',
        tcfString: 'own',
        consentJson: { analytics: 'granted', marketing: 'denied' },
      }),
    )
    .expect(200);
  const update = async (consentJson: object) =>
    (await calls.update('same', { consentJson }).expect(200)).body;
  expect(await update({ marketing: 'denied', analytics: 'granted' })).toMatchObject({ tcfString: 'own' });
  expect(await update({ marketing: 'granted', analytics: 'granted' })).not.toHaveProperty('tcfString');
});

describe('the visitor cookie', () => {
  test('has the attributes that are configured', async () => {
    await open({
      visitorCookie: {
        name: 'cmp',
        ownershipName: 'cmp_proof',
        domain: 'shop.example',
        path: '/shop',
        sameSite: 'none',
        secure: true,
        httpOnly: true,
      },
    });
    const other = await createProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out', expiryDays: 30 }),
    });
    const response = await calls
      .submit(submission({ visitorId: 'dressed', profileId: other.id }))
      .expect(200);
    const attributes = {
      domain: 'shop.example',
      path: '/shop',
      sameSite: 'none',
      secure: true,
      httpOnly: true,
    };
    const lasting = { ...attributes, maxAge: 30 * 86_400 };
    const { httpOnly, ...readable } = attributes;
    expect(setCookies(response)).toEqual([
      { ...lasting, name: 'cmp', value: 'dressed' },
      { ...lasting, name: 'cmp_proof', value: expect.stringMatching(/^[\w-]{43}$/) },
      { ...readable, name: 'svc_choice', maxAge: 30 * 86_400, value: expect.stringContaining('analytics~') },
    ]);
    const erased = await app.request
      .delete(`${app.publicBase}/consent/dressed`)
      .set('Cookie', cookiesAfter(response))
      .expect(200);
    const ended = { ...attributes, value: '', maxAge: 0, expires: new Date(0) };
    expect(setCookies(erased)).toEqual([
      { ...ended, name: 'cmp' },
      { ...ended, name: 'cmp_proof' },
      { ...readable, name: 'svc_choice', value: '', maxAge: 0, expires: new Date(0) },
    ]);
  });

  test('is Secure as the request is, under the trust setting', async () => {
    await open({ trustProxy: true });
    const over = async (protocol: string) =>
      setCookies(await calls.submit(submission()).set('X-Forwarded-Proto', protocol).expect(200))[0]?.secure;
    expect(await over('https')).toBe(true);
    expect(await over('http')).toBeUndefined();
    await app.close();
    await open();
    expect(await over('https')).toBeUndefined();
  });

  test('is renewed by an update and left alone by reads', async () => {
    await calls.submit(submission({ visitorId: 'keeper' })).expect(200);
    expect(setCookies(await calls.read('keeper').expect(200))).toEqual([]);
    expect(setCookies(await calls.verify('keeper').expect(200))).toEqual([]);
    expect(setCookies(await calls.update('keeper', { consentJson: {} }).expect(200))).toMatchObject([
      { name: 'svc_vid', value: 'keeper', maxAge: 365 * 86_400 },
      { name: 'svc_choice', value: expect.stringContaining('analytics~u'), maxAge: 365 * 86_400 },
    ]);
  });
});

describe('a server with an API key', () => {
  let made: { id: string; key: string };
  beforeEach(async () => {
    made = await createApiKey(app);
  });
  const withKey = (test: ReturnType<TestApp['request']['get']>, { key } = made) => test.set('X-API-Key', key);

  test('submits, reads, verifies, updates and erases without receiving or sending a cookie', async () => {
    const first = await withKey(calls.submit(submission({ source: 'api', timezone: 'Europe/Paris' }))).expect(
      200,
    );
    const { visitorId } = first.body;
    const path = `${app.publicBase}/consent/${visitorId}`;
    const answers = [
      first,
      await withKey(calls.submit(submission({ visitorId }))).expect(200),
      await withKey(app.request.get(path)).expect(200),
      await withKey(app.request.get(`${path}/verify`)).expect(200),
      await withKey(app.request.put(path).send({ consentJson: allDenied })).expect(200),
    ];
    expect(
      (await calls.history(visitorId)).map((entry: { ownershipProven: boolean }) => entry.ownershipProven),
    ).toEqual([false, false, false]);
    const erased = await withKey(app.request.delete(path)).expect(200);
    answers.push(erased);
    expect(answers.flatMap(setCookies)).toEqual([]);
    const { changes } = await app
      .knex('svc_audit')
      .where({ action: 'consent:erased', resource_id: auditedVisitor(visitorId) })
      .first('changes');
    expect(JSON.parse(changes)).toEqual({
      apiKeyId: made.id,
      by: 'apiKey',
      certificate: erased.body.certificate.id,
      erased: { parentalRequests: 0, records: 1, states: 3 },
      erasedAt: erased.body.certificate.erasedAt,
      hashKey: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
  });

  test('reveals the visitor’s location only through the body: the server’s own address is not hashed', async () => {
    await withKey(calls.submit(submission({ visitorId: 'remote', timezone: 'Europe/Paris' }))).expect(200);
    expect(await stored('remote')).toMatchObject({ country: 'FR', ip_hash: null });
    await calls.submit(submission({ visitorId: 'remote' })).expect(200);
    expect((await stored('remote')).ip_hash).toMatch(/^[0-9a-f]{64}$/);
    await withKey(calls.submit(submission({ visitorId: 'remote' }))).expect(200);
    expect(await stored('remote')).toMatchObject({
      country: 'FR',
      ip_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('reaches its own tenant only', async () => {
    await open({ tenancy });
    await calls.submit(submission({ visitorId: 'ours' })).expect(200);
    const { id: tenantId } = await createTenant(app, 'other');
    const other = await createApiKey(app, tenantId);
    await withKey(app.request.get(`${app.publicBase}/consent/ours`), other).expect(404);
    await withKey(app.request.delete(`${app.publicBase}/consent/ours`), other).expect(404);
    const refused = await withKey(calls.submit(submission({ visitorId: 'theirs' })), other).expect(400);
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'profileId', message: 'does not match a profile' }],
    });
    const named = await app.request
      .post(`${app.publicBase}/consent?tenantId=${tenantId}`)
      .send(submission())
      .expect(400);
    expect(named.body.details[0].path).toBe('profileId');
    expect(await stored('theirs')).toBeUndefined();
  });
});

describe('Global Privacy Control', () => {
  test.each([
    ['1', undefined, true],
    ['1', false, true],
    ['0, 1', false, true],
    ['0', undefined, false],
    ['true', false, false],
    ['11', undefined, false],
    ['0', true, true],
  ])(
    'Sec-GPC: %s with gpcDetected %s in the body is recorded as %s',
    async (header, gpcDetected, recorded) => {
      const { body } = await calls.submit(submission({ gpcDetected })).set('Sec-GPC', header).expect(200);
      expect(body.gpcDetected).toBe(recorded);
      const { visitorId } = body;
      await calls
        .submit(submission({ visitorId, gpcDetected: false }))
        .set('Cookie', cookieOf(visitorId))
        .expect(200);
      const updated = await calls
        .update(visitorId, { consentJson: {}, gpcDetected })
        .set('Sec-GPC', header)
        .expect(200);
      expect(updated.body.gpcDetected).toBe(recorded);
    },
  );

  test('an update without header and field keeps it, and one with the field applies it, whatever the map', async () => {
    await calls
      .submit(submission({ visitorId: 'signal', consentJson: allDenied, gpcDetected: true }))
      .expect(200);
    const update = async (body: object) => (await calls.update('signal', body).expect(200)).body.gpcDetected;
    for (const consentJson of [allDenied, allGranted, allDenied])
      expect(await update({ consentJson })).toBe(true);
    for (const gpcDetected of [false, true, false]) {
      expect(await update({ consentJson: allDenied, gpcDetected })).toBe(gpcDetected);
      expect(await update({ consentJson: allGranted, gpcDetected: !gpcDetected })).toBe(!gpcDetected);
    }
  });
});

describe('the visitor record', () => {
  test('stores only the keyed hash of the client’s address, treating IPv4-mapped addresses as IPv4', async () => {
    await open({
      trustProxy: true,
      compliance: { dataSigningHash: 'a signing key of at least 32 characters' },
    });
    // A key for this purpose alone: whoever may have other values hashed cannot learn the hash of an address.
    const key = Buffer.from(
      hkdfSync('sha256', 'a signing key of at least 32 characters', '', 'ip-hash/1', 32),
    );
    const hash = (ip: string) => createHmac('sha256', key).update(`default ${ip}`).digest('hex');
    for (const [visitorId, forwarded, counted] of [
      ['v4', '203.0.113.77', '203.0.113.77'],
      ['mapped', '::ffff:203.0.113.77', '203.0.113.77'],
      ['v6', '2001:db8::77', '2001:db8::77'],
    ] as const) {
      await calls.submit(submission({ visitorId })).set('X-Forwarded-For', forwarded).expect(200);
      expect((await stored(visitorId)).ip_hash).toBe(hash(counted));
    }
    const update = calls.update('v6', { consentJson: {} });
    await update.set('X-Forwarded-For', '203.0.113.77').expect(200);
    expect((await stored('v6')).ip_hash).toBe(hash('203.0.113.77'));
    expect(await cellsHolding(app, '203.0.113')).toEqual([]);
    expect(app.logger.lines.join()).not.toContain('203.0.113');
  });

  test('shows no two tenants that they had the same visitor', async () => {
    await open({ tenancy, trustProxy: true });
    const north = await createTenant(app, 'north');
    const theirs = await createActiveProfile(app, {}, north.id);
    const decide = (body: object) =>
      calls.submit(submission(body)).set('X-Forwarded-For', '203.0.113.77').expect(200);
    await decide({ visitorId: 'here' });
    await decide({ visitorId: 'here-too' });
    await decide({ visitorId: 'there', profileId: theirs.id });
    const hashOf = async (visitorId: string) => (await stored(visitorId)).ip_hash;
    expect(await hashOf('here-too')).toBe(await hashOf('here'));
    expect(await hashOf('there')).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf('there')).not.toBe(await hashOf('here'));
  });

  test('stores the country from the geo provider, which receives the browser’s hints', async () => {
    const queries: unknown[] = [];
    await open({
      geo: {
        name: 'test',
        locate: ({ headers, ip, ...query }) => {
          queries.push({ ...query, ip, agent: headers['user-agent'] });
          return { country: 'us', region: 'US-CA' };
        },
      },
    });
    await calls
      .submit(submission({ visitorId: 'located', locale: 'es-US', timezone: 'America/Los_Angeles' }))
      .set({ 'Accept-Language': 'en-US, es;q=0.5', 'User-Agent': 'test' })
      .expect(200);
    expect(queries).toEqual([
      {
        ip: '127.0.0.1',
        timezone: 'America/Los_Angeles',
        languages: ['en-US', 'es'],
        language: null,
        locale: 'es-US',
        agent: 'test',
      },
    ]);
    expect(await stored('located')).toMatchObject({ country: 'US', region: 'CA' });
    expect(await cellsHolding(app, 'Los_Angeles')).toEqual([]);
  });

  test('a geo provider that fails leaves the place unknown and the consent recorded', async () => {
    await open({
      geo: {
        name: 'broken',
        locate: () => {
          throw new Error('down');
        },
      },
    });
    await calls.submit(submission({ visitorId: 'nowhere' })).expect(200);
    expect(await stored('nowhere')).toMatchObject({ country: null, region: null });
  });
});

describe('verification', () => {
  const reasonOf = async (visitorId: string) => (await calls.verify(visitorId).expect(200)).body.reason;
  const operate = async (path: string) =>
    app.request
      .post(`${app.adminBase}/profiles/${path}`)
      .set(await app.asAdmin())
      .expect(200);

  test('of a fresh consent says valid, and until when', async () => {
    await calls.submit(submission({ visitorId: 'fresh' })).expect(200);
    expect((await calls.verify('fresh').expect(200)).body).toEqual({
      valid: true,
      reason: null,
      visitorId: 'fresh',
      profileId,
      profileVersion: 1,
      activeProfileId: profileId,
      expiresAt: new Date(app.clock.now() + days(365)).toISOString(),
      gpcConflict: false,
      effectiveConsent: allGranted,
    });
  });

  test('is profile_inactive once the group has no active profile', async () => {
    await open();
    await calls.submit(submission({ visitorId: 'v' })).expect(200);
    await operate(`${profileId}/deactivate`);
    expect((await calls.verify('v')).body).toMatchObject({
      valid: false,
      reason: 'profile_inactive',
      activeProfileId: null,
    });
    await operate(`${profileId}/activate`);
    expect(await reasonOf('v')).toBeNull();
  });

  test('is profile_changed once another profile of the group is active, whatever other groups do', async () => {
    await open();
    await calls.submit(submission({ visitorId: 'v' })).expect(200);
    await createActiveProfile(app, {
      name: 'Elsewhere',
      profileJson: profileJson({ complianceGroup: 'opt-out' }),
    });
    expect(await reasonOf('v')).toBeNull();
    const next = await createActiveProfile(app, { name: 'Next' });
    expect((await calls.verify('v')).body).toMatchObject({
      valid: false,
      reason: 'profile_changed',
      profileId,
      activeProfileId: next.id,
    });
    await operate(`${profileId}/activate`);
    expect(await reasonOf('v')).toBeNull();
  });

  test('is reconsent_required once a version that asks for it is published, and only for earlier records', async () => {
    await open();
    await calls.submit(submission({ visitorId: 'v' })).expect(200);
    const edit = async (body: object) =>
      app.request
        .put(`${app.adminBase}/profiles/${profileId}`)
        .set(await app.asAdmin())
        .send(body)
        .expect(200);
    await edit({ name: 'A plain edit' });
    await operate(`${profileId}/activate`);
    expect(await reasonOf('v')).toBeNull();
    await edit({ name: 'A new partner', requireReconsent: true });
    expect(await reasonOf('v')).toBeNull();
    await operate(`${profileId}/activate`);
    expect((await calls.verify('v')).body).toMatchObject({
      valid: false,
      reason: 'reconsent_required',
      profileVersion: 1,
      activeProfileId: profileId,
    });
    await calls
      .submit(submission({ visitorId: 'v' }))
      .set('Cookie', cookieOf('v'))
      .expect(200);
    expect((await calls.verify('v')).body).toMatchObject({ valid: true, profileVersion: 3 });
  });

  test('is expired to the millisecond after the last change', async () => {
    await open();
    await calls.submit(submission({ visitorId: 'v' })).expect(200);
    app.clock.advance(days(100));
    await calls.update('v', { consentJson: allDenied }).expect(200);
    app.clock.advance(days(365) - 1);
    expect(await reasonOf('v')).toBeNull();
    app.clock.advance(1);
    expect((await calls.verify('v')).body).toMatchObject({
      valid: false,
      reason: 'expired',
      expiresAt: new Date(app.clock.now()).toISOString(),
    });
  });

  test('names the first of several reasons: inactive, changed, re-consent, expired', async () => {
    await open();
    await calls.submit(submission({ visitorId: 'v' })).expect(200);
    const admin = await app.asAdmin();
    await app.request
      .put(`${app.adminBase}/profiles/${profileId}`)
      .set(admin)
      .send({ requireReconsent: true })
      .expect(200);
    await operate(`${profileId}/activate`);
    const next = await createProfile(app, { name: 'Next' });
    app.clock.advance(days(400));
    expect(await reasonOf('v')).toBe('reconsent_required');
    await app.knex.transaction(async (trx) => {
      await trx('svc_profiles').where({ id: profileId }).update({ active_group: null });
      await trx('svc_profiles')
        .where({ id: next.id })
        .update({ active_group: 'opt-in', published_version: 1 });
      await trx('svc_revisions').increment('revision', 1);
    });
    app.clock.advance(1000);
    expect(await reasonOf('v')).toBe('profile_changed');
    await app.knex('svc_profiles').where({ id: next.id }).update({ active_group: null });
    await app.knex('svc_revisions').increment('revision', 1);
    app.clock.advance(1000);
    expect(await reasonOf('v')).toBe('profile_inactive');
  });

  test('of a record whose profile was deleted uses the group of the decision', async () => {
    await open();
    await calls.submit(submission({ visitorId: 'v' })).expect(200);
    const next = await createActiveProfile(app, { name: 'Next' });
    await app.knex('svc_profiles').where({ id: profileId }).delete();
    await app.knex('svc_revisions').increment('revision', 1);
    app.clock.advance(1000);
    expect((await calls.verify('v')).body).toMatchObject({
      valid: false,
      reason: 'profile_changed',
      activeProfileId: next.id,
      expiresAt: null,
    });
    expect((await calls.update('v', { consentJson: allDenied }).expect(200)).body.consentJson).toEqual(
      allDenied,
    );
    await calls.erase('v').expect(200);
  });

  test('of a consent to a profile without a group is profile_inactive', async () => {
    const { complianceGroup: _none, ...ungrouped } = profileJson();
    const loose = await createProfile(app, { profileJson: ungrouped });
    await calls.submit(submission({ visitorId: 'v', profileId: loose.id })).expect(200);
    expect((await calls.verify('v')).body).toMatchObject({
      valid: false,
      reason: 'profile_inactive',
      activeProfileId: null,
    });
  });
});

describe('the admin API', () => {
  const asAdmin = async (path: string) => app.request.get(`${app.adminBase}${path}`).set(await app.asAdmin());

  test('shows one visitor’s record as the visitor sees it', async () => {
    const made = (await calls.submit(submission({ visitorId: 'seen' })).expect(200)).body;
    const { body } = await asAdmin('/consents/seen');
    expect(body).toMatchObject(made);
    expect(body).toMatchObject({ profileName: 'Shop EU', complianceGroup: 'opt-in', country: null });
  });

  test.each(['/consents/nobody', '/consents/nobody/history'])(
    '%s of an unknown visitor is 404',
    async (path) => {
      const response = await asAdmin(path);
      expect([response.status, response.body.code]).toEqual([404, 'consent_not_found']);
    },
  );

  test.each(['/consents/seen', '/consents/seen/history'])(
    '%s needs a signed-in user, and no visitor cookie helps',
    async (path) => {
      await calls.submit(submission({ visitorId: 'seen' })).expect(200);
      await app.request.get(`${app.adminBase}${path}`).set('Cookie', cookieOf('seen')).expect(401);
    },
  );
});

describe('plugins', () => {
  type Draft = Record<string, unknown>;
  const seen: { hook: string; payload: unknown }[] = [];
  beforeEach(() => void seen.splice(0));
  const note = (hook: string) => (payload: unknown) => void seen.push({ hook, payload });
  const lifecycle = { initialize: () => {}, destroy: () => {} };

  test('see a decision before and after it is written, as a save, an update or an erasure', async () => {
    await open({
      plugins: [
        {
          name: 'watcher',
          ...lifecycle,
          beforeConsentSave: note('beforeConsentSave'),
          afterConsentSave: note('afterConsentSave'),
          beforeConsentUpdate: note('beforeConsentUpdate'),
          afterConsentUpdate: note('afterConsentUpdate'),
          beforeConsentErase: note('beforeConsentErase'),
          afterConsentErase: note('afterConsentErase'),
        },
      ],
    });
    const created = (await calls.submit(submission({ visitorId: 'v', tcfString: 'tc' })).expect(200)).body;
    const draft = {
      tenantId: 'default',
      visitorId: 'v',
      profileId,
      consentJson: allGranted,
      locale: 'en',
      gpcDetected: false,
      source: 'banner',
      tcfString: 'tc',
    };
    expect(seen.splice(0)).toEqual([
      { hook: 'beforeConsentSave', payload: draft },
      { hook: 'afterConsentSave', payload: { ...created, tenantId: 'default' } },
    ]);
    const { tcfString: _ofAnotherMap, ...withoutString } = draft;
    const replaced = (
      await calls
        .submit(submission({ visitorId: 'v', tcfString: 'tc2' }))
        .set('Cookie', cookieOf('v'))
        .expect(200)
    ).body;
    expect(seen.splice(0)).toEqual([
      { hook: 'beforeConsentUpdate', payload: { ...draft, tcfString: 'tc2' } },
      { hook: 'afterConsentUpdate', payload: { ...replaced, tenantId: 'default' } },
    ]);
    const updated = (await calls.update('v', { consentJson: allDenied, locale: 'de' }).expect(200)).body;
    expect(seen.splice(0)).toEqual([
      { hook: 'beforeConsentUpdate', payload: { ...withoutString, consentJson: allDenied, locale: 'de' } },
      { hook: 'afterConsentUpdate', payload: { ...updated, tenantId: 'default' } },
    ]);
    await calls.erase('v').expect(200);
    expect(seen).toEqual([
      { hook: 'beforeConsentErase', payload: { tenantId: 'default', visitorId: 'v' } },
      { hook: 'afterConsentErase', payload: { tenantId: 'default', visitorId: 'v' } },
    ]);
  });

  test('may change a decision, one after the other', async () => {
    let otherProfile = '';
    await open({
      plugins: [
        {
          name: 'denies',
          ...lifecycle,
          beforeConsentSave: (draft) => ({
            ...draft,
            consentJson: { ...draft.consentJson, marketing: 'denied' },
            locale: 'DE-ch',
          }),
        },
        {
          name: 'moves',
          ...lifecycle,
          beforeConsentSave: (draft) => ({
            ...draft,
            profileId: otherProfile,
            ageVerified: draft.locale === 'de-CH',
          }),
        },
        {
          name: 'adds',
          ...lifecycle,
          beforeConsentUpdate: (draft) => ({
            ...draft,
            tcfString: 'by the plugin',
            consentJson: { ...draft.consentJson, added: 'objected' },
          }),
        },
      ],
    });
    otherProfile = (
      await createActiveProfile(app, {
        name: 'Other',
        profileJson: profileJson({ complianceGroup: 'opt-out', expiryDays: 10 }),
      })
    ).id;
    const response = await calls.submit(submission({ visitorId: 'v' })).expect(200);
    expect(response.body).toMatchObject({
      profileId: otherProfile,
      consentJson: { ...allGranted, marketing: 'denied' },
      locale: 'de-CH',
      ageVerified: true,
    });
    expect(setCookies(response)).toMatchObject([
      { maxAge: 10 * 86_400 },
      { maxAge: 10 * 86_400 },
      { maxAge: 10 * 86_400 },
    ]);
    expect(await stored('v')).toMatchObject({ group_id: 'opt-out', choice: 'partial' });
    const updated = (
      await calls.update('v', { consentJson: { analytics: 'denied', marketing: 'denied' } }).expect(200)
    ).body;
    expect(updated).toMatchObject({
      consentJson: { analytics: 'denied', marketing: 'denied', added: 'objected' },
      tcfString: 'by the plugin',
      locale: 'de-CH',
    });
  });

  test('cannot move a decision to a profile whose notice no visitor was shown', async () => {
    let draftProfile = '';
    await open({
      plugins: [
        {
          name: 'moves',
          ...lifecycle,
          beforeConsentSave: (draft) => ({ ...draft, profileId: draftProfile, consentJson: allDenied }),
        },
      ],
    });
    draftProfile = (await createProfile(app, { name: 'Draft' })).id;
    const { body } = await calls.submit(submission({ visitorId: 'v' })).expect(200);
    expect(body).toMatchObject({ profileId, consentJson: allGranted });
    const { body: evidence } = await app.request
      .get(`${app.adminBase}/consents/v/evidence`)
      .set(await app.asAdmin())
      .expect(200);
    expect(evidence.notices.map((notice: { profileId: string }) => notice.profileId)).toEqual([profileId]);
  });

  test('that change the map of a decision remove the signals of the original map, unless they set them again', async () => {
    await open({
      plugins: [
        {
          name: 'denies',
          ...lifecycle,
          beforeConsentSave: (draft) => ({ ...draft, consentJson: allDenied }),
          beforeConsentUpdate: note('beforeConsentUpdate'),
        },
        {
          name: 'adds',
          ...lifecycle,
          beforeConsentUpdate: (draft) => ({
            ...draft,
            consentJson: { ...draft.consentJson, added: 'denied' },
            gppString: 'by the plugin',
          }),
        },
      ],
    });
    const strings = { tcfString: 'own', gppString: 'own', gpcOverride: true };
    const created = (await calls.submit(submission({ visitorId: 'v', ...strings })).expect(200)).body;
    expect(created.consentJson).toEqual(allDenied);
    for (const field of Object.keys(strings)) expect(created).not.toHaveProperty(field);
    const updated = (await calls.update('v', { consentJson: allGranted, ...strings }).expect(200)).body;
    expect(seen.at(-1)).toMatchObject({ hook: 'beforeConsentUpdate', payload: strings });
    expect(updated).toMatchObject({
      consentJson: { ...allGranted, added: 'denied' },
      gppString: 'by the plugin',
    });
    for (const field of ['tcfString', 'gpcOverride']) expect(updated).not.toHaveProperty(field);
  });

  describe('that misbehave', () => {
    let bad: (draft: Draft) => unknown;
    openForAll({
      plugins: [
        {
          name: 'bad',
          ...lifecycle,
          beforeConsentSave: ((draft: Draft) => bad(draft)) as never,
          beforeConsentUpdate: ((draft: Draft) => bad(draft)) as never,
          afterConsentSave: () => Promise.reject(new Error('after')),
        },
      ],
    });

    test.each<[string, (draft: Draft) => unknown]>([
      [
        'throws',
        () => {
          throw new Error('broken plugin');
        },
      ],
      ['changes the visitor', (draft) => ({ ...draft, visitorId: 'another' })],
      ['changes the tenant', (draft) => ({ ...draft, tenantId: 'another' })],
      ['names an unknown profile', (draft) => ({ ...draft, profileId: 'unknown' })],
      ['invents a state', (draft) => ({ ...draft, consentJson: { analytics: 'maybe' } })],
      ['makes a key too long', (draft) => ({ ...draft, consentJson: { ['k'.repeat(65)]: 'granted' } })],
      ['writes a NUL', (draft) => ({ ...draft, tcfString: 'a\u0000b' })],
      [
        'reaches for the prototype',
        (draft) => ({ ...draft, consentJson: JSON.parse('{"__proto__":"granted"}') }),
      ],
      ['names no language', (draft) => ({ ...draft, locale: 'not a language' })],
      ['drops a field', ({ consentJson: _dropped, ...draft }) => draft],
      ['returns something else', () => 'ok'],
      ['returns null', () => null],
      [
        'returns a cycle',
        (draft) => {
          const cycle: Draft = { ...draft };
          cycle.tcfString = cycle;
          return cycle;
        },
      ],
      ['returns a number that no JSON has', (draft) => ({ ...draft, ageVerified: 10n })],
    ])(
      'a hook that %s is passed over with a warning, and the visitor’s own decision is saved',
      async (what, hook) => {
        bad = hook;
        const visitorId = what.replaceAll(' ', '-');
        app.logger.lines.splice(0);
        const { body } = await calls.submit(submission({ visitorId, tcfString: 'own' })).expect(200);
        expect(body).toMatchObject({
          visitorId,
          profileId,
          consentJson: allGranted,
          locale: 'en',
          tcfString: 'own',
        });
        const updated = (
          await calls.update(visitorId, { consentJson: allDenied, tcfString: 'own' }).expect(200)
        ).body;
        expect(updated).toMatchObject({ profileId, consentJson: allDenied, locale: 'en', tcfString: 'own' });
        expect(
          app.logger.lines.filter((line) => line.includes('"warn"') && line.includes('hook')).length,
        ).toBeGreaterThanOrEqual(3);
      },
    );
  });

  test('a hook that hangs delays a request for at most its time limit', async () => {
    await open({
      pluginTimeoutMs: 50,
      plugins: [{ name: 'hangs', ...lifecycle, beforeConsentSave: () => new Promise(() => {}) }],
    });
    await calls.submit(submission({ visitorId: 'v' })).expect(200);
  });
});

test('a listener gets no refused changes, and a listener that throws has no effect', async () => {
  await open();
  const events = recordEvents(app);
  app.service.events.on('consent.created', () => {
    throw new Error('broken listener');
  });
  await calls.submit(submission({ consentJson: { analytics: 'maybe' } })).expect(400);
  await calls.erase('nobody').expect(404);
  expect(events).toEqual([]);
  await calls.submit(submission()).expect(200);
  expect(events).toHaveLength(1);
});

test('an update whose body arrives late is compared with the record as it is by then', async () => {
  await open();
  await calls.submit(submission({ visitorId: 'late' })).expect(200);
  const server = app.app.listen(0);
  const lateStatus = new Promise<number | undefined>((resolve, reject) => {
    const late = http.request(
      {
        port: (server.address() as AddressInfo).port,
        path: `${app.publicBase}/consent/late`,
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', Cookie: cookieOf('late') },
      },
      (response) => resolve(response.resume().statusCode),
    );
    late.on('error', reject);
    late.flushHeaders();
    // The guard of the late request has read the record.
    app.knex.once('query-response', async () => {
      await calls.update('late', { consentJson: allDenied }).expect(200);
      late.end(JSON.stringify({ consentJson: allGranted }));
    });
  });
  expect(await lateStatus).toBe(200);
  expect((await calls.read('late')).body.consentJson).toEqual(allGranted);
  server.close();
});
