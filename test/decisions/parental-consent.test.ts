import { createHmac } from 'node:crypto';
import type { ServiceEvents } from 'express-consent';
import { readChoiceStates } from '#standards/choice/index';
import { createApiKey } from '../support/accounts';
import {
  allDenied,
  allGranted,
  choiceAfter,
  consentCalls,
  consentTables,
  cookieOf,
  cookiesAfter,
  recordEvents,
} from '../support/consent';
import {
  createTestApp,
  type TestApp,
  type TestAppOptions,
  testSigningHash,
} from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let profileId: string;

async function open(config: TestAppOptions['config'] = {}): Promise<void> {
  app = await createTestApp({ config: { tenancy, ...config } });
  calls = consentCalls(app);
  profileId = (await createActiveProfile(app)).id;
}

const hours = (count: number) => count * 3_600_000;
const tokenFor = async (visitorId: string, profile = profileId): Promise<string> =>
  (await calls.askParent(visitorId, { profileId: profile }).expect(200)).body.token;
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

describe('asking a parent', () => {
  beforeAll(() => open());
  afterAll(() => app.close());

  test('answers a token and how long it counts, tells the host the same, and stores nothing', async () => {
    const before = await consentTables(app);
    const events = recordEvents(app);
    const { body } = await calls.askParent('child', { profileId }).expect(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^pcon_[A-Za-z0-9_-]+$/),
      expiresAt: new Date(app.clock.now() + hours(72)).toISOString(),
    });
    expect(body.token.length).toBeLessThan(250);
    const occurredAt = new Date(app.clock.now()).toISOString();
    expect(events).toEqual([
      {
        name: 'consent.parentalConsentRequired',
        payload: { tenantId: 'default', occurredAt, visitorId: 'child', profileId, consent: null, ...body },
      },
    ]);
    expect(await consentTables(app)).toEqual(before);
    expect(app.logger.lines.join('\n')).not.toContain(body.token);
  });

  test('in the name of a visitor makes nobody a child, also when the token comes with a decision', async () => {
    const answer = await calls.submit({ profileId, consentJson: allGranted }).expect(200);
    const { visitorId } = answer.body;
    const Cookie = cookiesAfter(answer);
    const body = { visitorId, profileId, consentJson: allGranted };
    const withToken = { ...body, parentalConsentToken: await tokenFor(visitorId) };
    await calls.submit(withToken).expect(200);
    await calls.submit(withToken).set('Cookie', cookieOf(visitorId)).expect(200);
    const read = async () => (await calls.read(visitorId).set('Cookie', Cookie).expect(200)).body;
    expect(await read()).toMatchObject({ effectiveConsent: allGranted });
    expect(await read()).not.toHaveProperty('parentalConsent');
    expect(await app.knex('svc_parental_consents').where({ visitor_id: visitorId })).toEqual([]);
    // Those who may speak for the visitor.
    const { key } = await createApiKey(app);
    for (const header of [{ Cookie }, { 'X-API-Key': key }]) {
      const { body: decided } = await calls.submit(withToken).set(header).expect(200);
      expect(decided).toMatchObject({ parentalConsent: 'pending' });
      await app.knex('svc_parental_consents').where({ visitor_id: visitorId }).delete();
    }
    const created = { profileId, visitorId: 'first-time', consentJson: allGranted };
    const first = { ...created, parentalConsentToken: await tokenFor('first-time') };
    expect((await calls.submit(first).expect(200)).body).toMatchObject({ parentalConsent: 'pending' });
  });

  test('from a browser with the proof of its record, or from a server, makes the consent pending', async () => {
    const answer = await calls.submit({ profileId, consentJson: allGranted }).expect(200);
    const { visitorId } = answer.body;
    const Cookie = cookiesAfter(answer);
    const read = async () => (await calls.read(visitorId).set('Cookie', Cookie).expect(200)).body;
    const granted = { effectiveConsent: allGranted };
    // Somebody who only knows the id must not limit the visitor.
    await calls.askParent(visitorId, { profileId }).expect(200);
    expect(await read()).toMatchObject(granted);
    expect(await read()).not.toHaveProperty('parentalConsent');

    const events = recordEvents(app);
    await calls.askParent(visitorId, { profileId }).set('Cookie', Cookie).expect(200);
    const pending = { parentalConsent: 'pending', effectiveConsent: { marketing: 'denied' } };
    expect(await read()).toMatchObject(pending);
    expect(events).toMatchObject([{ payload: { visitorId, consent: pending } }]);
    // Also for what the child decides without the token.
    const body = { visitorId, profileId, consentJson: allGranted, ageVerified: false };
    expect((await calls.submit(body).set('Cookie', Cookie).expect(200)).body).toMatchObject(pending);
    const asked = events[0]?.payload as ServiceEvents['consent.parentalConsentRequired'] | undefined;
    await calls.resolveParent(asked?.token ?? '').expect(200);
    expect(await read()).toMatchObject({ parentalConsent: 'granted', ...granted });
    // Asking again takes nothing away.
    await calls.askParent(visitorId, { profileId }).set('Cookie', Cookie).expect(200);
    expect(await read()).toMatchObject({ parentalConsent: 'granted', ...granted });

    const { key } = await createApiKey(app);
    const path = `${app.publicBase}/consent/of-a-server/parental-consent-request`;
    await app.request.post(path).set('X-API-Key', key).send({ profileId }).expect(200);
    const decided = await calls.submit({ visitorId: 'of-a-server', profileId, consentJson: allGranted });
    expect(decided.body).toMatchObject(pending);
  });

  test('by a visitor without a record stores nothing, also with the proof', async () => {
    const request = () => app.request.post(`${app.publicBase}/consent/parental-consent-request`);
    const asked = await request().set('Sec-Fetch-Site', 'same-origin').send({ profileId }).expect(200);
    const before = await consentTables(app);
    await request().set('Cookie', cookiesAfter(asked)).send({ profileId }).expect(200);
    expect(await consentTables(app)).toEqual(before);
  });

  test('gives the host the record under that profile, if any', async () => {
    const record = (
      await calls.submit({ visitorId: 'known', profileId, consentJson: allGranted }).expect(200)
    ).body;
    const other = await createProfile(app, {
      name: 'Inactive',
      profileJson: profileJson({ complianceGroup: 'opt-out' }),
    });
    const events = recordEvents(app);
    await calls.askParent('known', { profileId }).expect(200);
    await calls.askParent('known', { profileId: other.id }).expect(200);
    expect(
      events.map(({ payload }) => (payload as ServiceEvents['consent.parentalConsentRequired']).consent),
    ).toEqual([record, null]);
  });

  test('a server may ask with its API key, for its own tenant only', async () => {
    const path = `${app.publicBase}/consent/somebody/parental-consent-request`;
    const [{ key }, { key: others }] = [
      await createApiKey(app),
      await createApiKey(app, (await createTenant(app, 'servers')).id),
    ];
    expect(
      (await app.request.post(path).set('X-API-Key', key).send({ profileId }).expect(200)).body.token,
    ).toMatch(/^pcon_/);
    const refused = await app.request.post(path).set('X-API-Key', others).send({ profileId });
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'profileId', message: 'does not match a profile' }],
    });
  });

  test.each([
    { profileId: 'unknown' },
    { profileId: '' },
    { profileId: 1 },
    { profileId: null },
    {},
    [],
    'text',
  ])('%j is 400', async (body) => {
    const events = recordEvents(app);
    const response = await calls.askParent('child', body as object).set('Content-Type', 'application/json');
    expect(response.status).toBe(400);
    expect(['validation_failed', 'malformed_json']).toContain(response.body.code);
    expect(events).toEqual([]);
  });

  test.each([{}, { Cookie: cookieOf('somebody-else') }, { Cookie: 'vid=child' }])(
    'without the visitor’s cookie (%j) it is 403, whatever the body',
    async (headers) => {
      for (const body of [{ profileId }, { profileId: 'unknown' }, {}]) {
        const response = await app.request
          .post(`${app.publicBase}/consent/child/parental-consent-request`)
          .set(headers)
          .send(body);
        expect(refusal(response)).toEqual([403, 'visitor_cookie_required']);
      }
    },
  );
});

describe('the parent’s answer', () => {
  beforeAll(() => open());
  afterAll(() => app.close());

  test('needs nothing but the token, and counts until its last millisecond', async () => {
    const token = await tokenFor('in-time');
    app.clock.advance(hours(72) - 1);
    expect((await calls.resolveParent(token).expect(200)).body).toEqual({
      visitorId: 'in-time',
      profileId,
      granted: true,
    });
    app.clock.advance(1);
    expect(refusal(await calls.resolveParent(token))).toEqual([400, 'invalid_parental_token']);
  });

  test('does not count once the profile is gone', async () => {
    const doomed = await createProfile(app, { name: 'Doomed' });
    const token = await tokenFor('late', doomed.id);
    await calls
      .submit({
        visitorId: 'late',
        profileId: doomed.id,
        consentJson: allGranted,
        parentalConsentToken: token,
      })
      .expect(200);
    await app.request
      .delete(`${app.adminBase}/profiles/${doomed.id}`)
      .set(await app.asAdmin())
      .expect(200);
    expect(refusal(await calls.resolveParent(token))).toEqual([400, 'invalid_parental_token']);
    const { body } = await calls.read('late').expect(200);
    expect(body.parentalConsent).toBe('pending');
    expect(body).not.toHaveProperty('effectiveConsent');
  });

  test.each([{}, { token: 1 }, { token: null }, { token: ['pcon_'] }, [], { visitorId: 'child' }])(
    '%j is 400',
    async (body) => {
      const response = await app.request
        .post(`${app.publicBase}/consent/parental-consent-resolve`)
        .send(body);
      expect(refusal(response)).toEqual([400, 'validation_failed']);
    },
  );

  test('is what an operator sees, too', async () => {
    const token = await tokenFor('seen');
    await calls
      .submit({ visitorId: 'seen', profileId, consentJson: allGranted, parentalConsentToken: token })
      .expect(200);
    await calls.resolveParent(token).expect(200);
    const seen = await app.request.get(`${app.adminBase}/consents/seen`).set(await app.asAdmin());
    expect(seen.body.parentalConsent).toBe('granted');
  });

  test('a listener that throws harms nobody', async () => {
    app.service.events.once('consent.parentalConsentGranted', () => {
      throw new Error('broken listener');
    });
    await calls.resolveParent(await tokenFor('unlucky')).expect(200);
  });
});

describe('a token that does not count', () => {
  let token: string;
  let bytes: Buffer;
  beforeAll(async () => {
    await open();
    token = await tokenFor('child');
    bytes = Buffer.from(token.slice(5), 'base64url');
  });
  afterAll(() => app.close());

  /** 400 wherever it is shown, and nothing comes of it. */
  async function expectRefused(forged: string, visitorId = 'child', profile = profileId): Promise<void> {
    const before = await consentTables(app);
    const events = recordEvents(app);
    expect(refusal(await calls.resolveParent(forged))).toEqual([400, 'invalid_parental_token']);
    const submission = {
      visitorId,
      profileId: profile,
      consentJson: { ...allGranted, fresh: 'granted' },
      parentalConsentToken: forged,
    };
    expect(refusal(await calls.submit(submission).set('Cookie', cookieOf(visitorId)))).toEqual([
      400,
      'invalid_parental_token',
    ]);
    expect(await consentTables(app)).toEqual(before);
    expect(events).toEqual([]);
  }

  test.each<[string, (token: string) => string]>([
    ['is empty', () => ''],
    ['is only the prefix', () => 'pcon_'],
    ['has no prefix', (text) => text.slice(5)],
    ['has another prefix', (text) => `svck_${text.slice(5)}`],
    ['is cut at its end', (text) => text.slice(0, -1)],
    ['has more at its end', (text) => `${text}A`],
    ['has padding', (text) => `${text}=`],
    ['has a line feed at its end', (text) => `${text}\n`],
    ['has a space in it', (text) => `${text.slice(0, 20)} ${text.slice(20)}`],
    [
      'is in the other base64',
      (text) => `pcon_${Buffer.from(text.slice(5), 'base64url').toString('base64')}!`,
    ],
    ['is said twice', (text) => text + text],
    ['is not base64 at all', () => 'pcon_🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪'],
    ['is long', () => `pcon_${'A'.repeat(20_000)}`],
    [
      'is unsigned',
      (text) =>
        `pcon_${Buffer.concat([Buffer.alloc(36), Buffer.from(text.slice(5), 'base64url').subarray(36)]).toString('base64url')}`,
    ],
    [
      'is a signature without claims',
      (text) => `pcon_${Buffer.from(text.slice(5), 'base64url').subarray(0, 36).toString('base64url')}`,
    ],
  ])('because it %s', (_what, forge) => expectRefused(forge(token)));

  test('because any single character of it is another one', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const before = await consentTables(app);
    for (let index = 5; index < token.length; index += 1) {
      const other = alphabet[(alphabet.indexOf(token[index] as string) + 1) % 64];
      const response = await calls.resolveParent(token.slice(0, index) + other + token.slice(index + 1));
      expect([index, ...refusal(response)]).toEqual([index, 400, 'invalid_parental_token']);
    }
    expect(await consentTables(app)).toEqual(before);
  });

  test('because its claims were exchanged for others', async () => {
    const claims = JSON.parse(bytes.subarray(36).toString());
    expect(claims).toEqual(['default', 'child', profileId, app.clock.now() + hours(72), 0]);
    for (const [index, value] of [
      [0, 'other'],
      [1, 'somebody'],
      [2, 'profile'],
      [3, app.clock.now() + hours(10_000)],
    ] as const) {
      const changed = Buffer.from(JSON.stringify(claims.with(index, value)));
      await expectRefused(`pcon_${Buffer.concat([bytes.subarray(0, 36), changed]).toString('base64url')}`);
    }
  });

  test('because it is for another visitor or another profile than the submission’s', async () => {
    const other = (await createProfile(app, { name: 'Other' })).id;
    const before = await consentTables(app);
    for (const submission of [
      { visitorId: 'sibling', profileId },
      { visitorId: 'child', profileId: other },
      { profileId }, // a new visitor has no token yet
    ]) {
      const response = await calls.submit({
        ...submission,
        consentJson: allGranted,
        parentalConsentToken: token,
      });
      expect(refusal(response)).toEqual([400, 'invalid_parental_token']);
    }
    expect(await consentTables(app)).toEqual(before);
    // The visitor of the cookie is meant where the body names none.
    await calls
      .submit({ profileId, consentJson: allGranted, parentalConsentToken: token })
      .set('Cookie', cookieOf('child'))
      .expect(200);
  });

  test('because the visitor was erased after it was made, also when it comes with a submission', async () => {
    const visitorId = 'erased-child';
    const decide = (more: object) => calls.submit({ visitorId, profileId, consentJson: allGranted, ...more });
    await decide({}).expect(200);
    const parentalConsentToken = await tokenFor(visitorId);
    await calls.erase(visitorId).expect(200);
    const before = await consentTables(app);
    expect(refusal(await decide({ parentalConsentToken }))).toEqual([400, 'invalid_parental_token']);
    expect(await consentTables(app)).toEqual(before);
    // A decision that allows nothing is stored, and does not make the visitor a known child again.
    const refused = await decide({ parentalConsentToken, consentJson: allDenied }).expect(200);
    expect(refused.body.warnings).toMatchObject([{ code: 'invalid_parental_token' }]);
    expect(refused.body).not.toHaveProperty('parentalConsent');
    const fresh = await decide({ parentalConsentToken: await tokenFor(visitorId) })
      .set('Cookie', cookiesAfter(refused))
      .expect(200);
    expect(fresh.body.parentalConsent).toBe('pending');
    await calls.erase(visitorId).expect(200);
  });

  test('because it is expired', async () => {
    const late = await tokenFor('latecomer');
    app.clock.advance(hours(72));
    await expectRefused(late, 'latecomer');
  });

  test('because another tenant is asked', async () => {
    const fresh = await tokenFor('child');
    const other = await createTenant(app, 'other');
    const { key } = await createApiKey(app, other.id);
    const asked = { 'by its key': { 'X-API-Key': key }, 'by its host': other.host };
    for (const headers of Object.values(asked))
      expect(refusal(await calls.resolveParent(fresh).set(headers))).toEqual([400, 'invalid_parental_token']);
    const resolve = (tenant: string) =>
      app.request.post(`${app.publicBase}/consent/parental-consent-resolve${tenant}`).send({ token: fresh });
    expect(refusal(await resolve(`?tenantId=${other.id}`))).toEqual([400, 'invalid_parental_token']);
    await resolve('?tenantId=default').expect(200);
    await resolve('').expect(200);
  });

  test('because a service with another key issued it', async () => {
    const foreign = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      clock: app.clock,
      config: { compliance: { dataSigningHash: 'another signing key, of a service elsewhere' } },
    });
    const { body } = await consentCalls(foreign).askParent('child', { profileId }).expect(200);
    await consentCalls(foreign).resolveParent(body.token).expect(200);
    await expectRefused(body.token);
    await foreign.close();
  });

  test('because the key that hashes addresses signed it, which is none for tokens', async () => {
    const claims = Buffer.from((await tokenFor('child')).slice(5), 'base64url').subarray(36);
    const mac = createHmac('sha256', testSigningHash).update(claims).digest();
    await expectRefused(`pcon_${Buffer.concat([mac, claims]).toString('base64url')}`);
  });
});

describe('a parent who decides by category', () => {
  beforeAll(() => open());
  afterAll(() => app.close());
  const decide = (visitorId: string) =>
    calls.submit({ visitorId, profileId, consentJson: allGranted }).expect(200);
  const answer = (visitorId: string, token: string, consentJson: object) =>
    calls
      .resolveParent(token, { consentJson })
      .expect(200)
      .expect(({ body }) => expect(body.visitorId).toBe(visitorId));

  test('can agree to statistics without agreeing to disclosure for advertising', async () => {
    await decide('half');
    const events = recordEvents(app);
    const { body } = await answer('half', await tokenFor('half'), {
      analytics: 'granted',
      marketing: 'denied',
    });
    expect(body).toEqual({ visitorId: 'half', profileId, granted: true, denied: ['marketing'] });
    const record = (await calls.read('half').expect(200)).body;
    expect(record).toMatchObject({
      parentalConsent: 'granted',
      parentalDenied: ['marketing'],
      consentJson: { analytics: 'granted', marketing: 'granted' },
      effectiveConsent: { analytics: 'granted', marketing: 'denied' },
    });
    expect(events.map(({ name }) => name)).toEqual([
      'consent.parentalConsentRequired',
      'consent.parentalConsentGranted',
    ]);
    expect((await decide('half')).body.effectiveConsent.marketing).toBe('denied');
  });

  test('denies what the answer leaves out, and categories that nobody has are ignored', async () => {
    await decide('silent');
    const { body } = await answer('silent', await tokenFor('silent'), { unknown: 'granted' });
    expect(body.denied).toEqual(['analytics', 'marketing']);
    expect((await calls.read('silent')).body.effectiveConsent).toMatchObject({
      analytics: 'denied',
      marketing: 'denied',
    });
  });

  test('can change the answer: each new one counts and is reported once', async () => {
    await decide('again');
    const token = await tokenFor('again');
    const events = recordEvents(app);
    for (const marketing of ['denied', 'denied', 'granted', 'denied'])
      await answer('again', token, { analytics: 'granted', marketing });
    expect(events).toHaveLength(3);
    expect((await calls.read('again')).body.parentalDenied).toEqual(['marketing']);
    await calls.resolveParent(token).expect(200);
    expect((await calls.read('again')).body).not.toHaveProperty('parentalDenied');
  });

  test('refuses uses and not names: the refusal follows a moved cookie and a renamed category', async () => {
    const pixel = { purpose: 'marketing', listenGpc: true, cpraCategory: 'sharing' } as const;
    const ga = { purpose: 'analytics', listenGpc: true } as const;
    const { preferenceModal, cookies = {}, ...json } = profileJson();
    const { necessary, analytics, marketing } = preferenceModal?.categories ?? {};
    const version = (categories: object) =>
      ({
        ...json,
        cookies: { ...cookies, ga, pixel },
        preferenceModal: { ...preferenceModal, categories },
      }) as never;
    const moved = {
      necessary,
      analytics: { ...analytics, cookies: ['ga', 'pixel'] },
      marketing: { ...marketing, cookies: [] },
    };
    const renamed = { necessary, analytics, ads: marketing };
    const profile = await createActiveProfile(app, {
      profileJson: version({ necessary, analytics, marketing }),
      localeContent: {},
    });
    const publish = async (categories: object) => {
      const as = await app.asAdmin();
      const path = `${app.adminBase}/profiles/${profile.id}`;
      await app.request
        .put(path)
        .set(as)
        .send({ profileJson: version(categories) })
        .expect(200);
      await app.request.post(`${path}/activate`).set(as).expect(200);
    };
    const consentJson = { ...allGranted, ads: 'granted' };
    const submit = () =>
      calls
        .submit({ visitorId: 'moved', profileId: profile.id, consentJson })
        .set('Cookie', cookieOf('moved'));
    await submit().expect(200);
    const answered = { analytics: 'granted', marketing: 'denied' };
    await answer('moved', await tokenFor('moved', profile.id), answered);
    for (const [categories, effective] of [
      [moved, { analytics: 'denied', marketing: 'denied' }],
      [renamed, { analytics: 'granted', ads: 'denied' }],
    ] as const) {
      await publish(categories);
      expect((await calls.read('moved')).body.effectiveConsent).toMatchObject(effective);
      const again = await submit().expect(200);
      expect(again.body).toMatchObject({ parentalDenied: ['marketing'], effectiveConsent: effective });
      expect((await calls.verify('moved')).body.effectiveConsent).toMatchObject(effective);
      const choice = choiceAfter(again);
      expect(choice && readChoiceStates(choice, false)).toMatchObject(effective);
    }
  });

  test.each([[{ marketing: 'maybe' }], ['granted'], [[]]])('%j is not an answer', async (consentJson) => {
    const token = await tokenFor('child');
    expect(refusal(await calls.resolveParent(token, { consentJson }))).toEqual([400, 'validation_failed']);
  });
});

describe('by configuration', () => {
  afterEach(() => app.close());

  test('the answer leaves the token out, and only the event carries it', async () => {
    await open({ compliance: { parentalTokenInResponse: false } });
    const tokens: string[] = [];
    app.service.events.on('consent.parentalConsentRequired', ({ token }) => void tokens.push(token));
    const { body } = await calls.askParent('child', { profileId }).expect(200);
    expect(body).toEqual({ expiresAt: new Date(app.clock.now() + hours(72)).toISOString() });
    const { key } = await createApiKey(app);
    const asked = await app.request
      .post(`${app.publicBase}/consent/child/parental-consent-request`)
      .set('X-API-Key', key)
      .send({ profileId })
      .expect(200);
    expect(asked.body).not.toHaveProperty('token');
    await calls.submit({ visitorId: 'child', profileId, consentJson: allGranted }).expect(200);
    await calls.resolveParent(tokens[0] as string).expect(200);
    expect((await calls.read('child').expect(200)).body.parentalConsent).toBe('granted');
  });

  test('tokens live as long as is configured', async () => {
    await open({ compliance: { parentalTokenHours: 1 } });
    const token = await tokenFor('child');
    app.clock.advance(hours(1));
    expect(refusal(await calls.resolveParent(token))).toEqual([400, 'invalid_parental_token']);
  });

  test('without a signing hash tokens do not outlive the process, and the log says so at start', async () => {
    await open({ compliance: {} });
    const token = await tokenFor('child');
    expect(app.logger.lines.join('\n')).toMatch(
      /dataSigningHash is not set.*parental-consent tokens.*valid only in this process/,
    );
    const restarted = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      clock: app.clock,
      config: { compliance: {} },
    });
    expect(refusal(await consentCalls(restarted).resolveParent(token))).toEqual([
      400,
      'invalid_parental_token',
    ]);
    await restarted.close();
    await calls.resolveParent(token).expect(200);
  });
});

describe('from which site', () => {
  const [shop, stranger] = ['https://shop.example', 'https://evil.example'];
  beforeAll(async () => {
    await open();
    profileId = (
      await createProfile(app, {
        profileJson: profileJson({ complianceGroup: 'opt-out', allowedOrigins: [shop] }),
      })
    ).id;
    await app.request
      .patch(`${app.adminBase}/settings`)
      .set(await app.asAdmin())
      .send({ allowedOrigins: ['https://tenant.example'] })
      .expect(200);
  });
  afterAll(() => app.close());

  test('the profile’s list says who may ask and answer, else the tenant’s', async () => {
    const token = await tokenFor('child');
    for (const [origin, status] of [
      [shop, 200],
      ['https://tenant.example', 403],
      [stranger, 403],
    ] as const) {
      const asked = await calls.askParent('child', { profileId }).set('Origin', origin);
      const answered = await calls.resolveParent(token).set('Origin', origin);
      expect([origin, asked.status, answered.status]).toEqual([origin, status, status]);
      if (status === 403)
        expect([refusal(asked), refusal(answered)]).toEqual([
          [403, 'origin_not_allowed'],
          [403, 'origin_not_allowed'],
        ]);
    }
    // What names no profile is judged by the tenant's list, before it is said what is wrong with it.
    expect(refusal(await calls.resolveParent('pcon_forged').set('Origin', stranger))).toEqual([
      403,
      'origin_not_allowed',
    ]);
    expect(refusal(await calls.resolveParent('pcon_forged').set('Origin', 'https://tenant.example'))).toEqual(
      [400, 'invalid_parental_token'],
    );
    expect(
      (await calls.askParent('child', { profileId: 'unknown' }).set('Origin', 'https://tenant.example'))
        .status,
    ).toBe(400);
  });
});

test('the word of the resolve route is not a valid visitor id, because its record could not be read or erased', async () => {
  await open();
  const response = await calls.submit({
    visitorId: 'parental-consent-resolve',
    profileId,
    consentJson: allGranted,
  });
  expect(response.body).toMatchObject({ code: 'validation_failed', details: [{ path: 'visitorId' }] });
  const { body } = await calls
    .submit({ profileId, consentJson: allGranted })
    .set('Cookie', cookieOf('parental-consent-resolve'))
    .expect(200);
  expect(body.visitorId).toMatch(/^[0-9a-f-]{36}$/);
  await app.close();
});
