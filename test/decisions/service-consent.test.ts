import { randomUUID } from 'node:crypto';
import express from 'express';
import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { readChoiceStates, readServiceStates } from '#standards/choice/index';
import { allDenied, allGranted, choiceAfter, consentCalls, cookiesAfter } from '../support/consent';
import { createTestClock } from '../support/create-test-app';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, profileJson, serviceProfileJson } from '../support/profiles';
import { receiptCalls } from '../support/receipts';
import { createTenant, tenancy } from '../support/tenants';

/** Decisions about single services of a category: what is stored, what applies, and who learns of it. */

const app = openAdminApp(
  {
    clock: createTestClock(Date.parse('2026-03-01T10:00:00.000Z')),
    config: { rateLimit: false, tenancy },
  },
  'all tests',
);
/** A visitor of each test's own. */
let visitorId: string;
beforeEach(() => {
  visitorId = randomUUID();
});
const calls = () => consentCalls(app);
const youtubeOnly = { ga: false, youtube: true, meta: false };

async function publish(overrides: Partial<ProfileJson> = {}) {
  return (await createActiveProfile(app, { profileJson: serviceProfileJson(overrides), localeContent: {} }))
    .id;
}
const submit = async (profileId: string, body: object) =>
  (
    await calls()
      .submit({ visitorId, profileId, consentJson: allDenied, ...body })
      .expect(200)
  ).body;

describe('a decision', () => {
  test('about one service of a refused category grants the service, and not the category', async () => {
    const profileId = await publish();
    const record = await submit(profileId, { services: youtubeOnly });
    expect(record).toMatchObject({
      consentJson: allDenied,
      services: youtubeOnly,
      effectiveConsent: allDenied,
      effectiveServices: youtubeOnly,
    });
    expect((await calls().read(visitorId).expect(200)).body).toMatchObject({ services: youtubeOnly });
    expect((await calls().verify(visitorId).expect(200)).body).toMatchObject({
      effectiveServices: youtubeOnly,
    });
    expect((await calls().history(visitorId))[0]).toMatchObject({ services: youtubeOnly });
    const { body } = await app.call('get', `/consents/${visitorId}`).expect(200);
    expect(body).toMatchObject({ services: youtubeOnly });
    const { items } = (await app.call('get', '/consents?choice=partial').expect(200)).body;
    expect(items.filter((item: { visitorId: string }) => item.visitorId === visitorId)).toHaveLength(1);
  });

  test('that refuses one service of a granted category refuses the category too', async () => {
    const record = await submit(await publish(), { consentJson: allGranted, services: { meta: false } });
    expect(record.consentJson).toEqual({ ...allGranted, marketing: 'denied' });
    expect(record.services).toEqual({ ga: true, youtube: true, meta: false });
  });

  test.each([
    ['all granted', allGranted, true],
    ['all refused', allDenied, false],
  ])('about categories only answers their services: %s', async (_which, consentJson, answer) => {
    const record = await submit(await publish(), { consentJson });
    expect(record.consentJson).toEqual(consentJson);
    expect(record.services).toEqual({ ga: answer, youtube: answer, meta: answer });
  });

  test('that names no category of a service refuses the category', async () => {
    const record = await submit(await publish(), { consentJson: {}, services: { youtube: true } });
    expect(record.consentJson).toEqual({ marketing: 'denied' });
    expect(record.services).toEqual({ youtube: true, meta: false });
    expect(record.effectiveServices).toEqual({ ga: false, youtube: true, meta: false });
  });

  test.each([
    ['opt-in', {}, false],
    // Measurement that needs no consent may be granted before a choice in every group.
    ['opt-in', { preGranted: true, exemptMeasurement: true, firstParty: true, provider: undefined }, false],
    ['opt-out', {}, false],
    ['opt-out', { preGranted: true }, true],
    ['notice-only', {}, false],
    ['notice-only', { preGranted: true }, true],
  ] as const)(
    'that leaves a category out keeps its default where the law does not ask first, in the record as on the page: %s, %j',
    async (complianceGroup, more, isAllowed) => {
      const { cookies = {}, ...json } = serviceProfileJson({ complianceGroup });
      const profileId = await publish({
        ...json,
        cookies: { ...cookies, ga: { ...cookies.ga, ...more } as never },
      });
      const consentJson = { marketing: 'denied' };
      const answer = await calls().submit({ visitorId, profileId, consentJson }).expect(200);
      const services = { ga: isAllowed, youtube: false, meta: false };
      expect(answer.body.effectiveServices).toEqual(services);
      const choice = choiceAfter(answer);
      expect(choice && readServiceStates(choice, false)).toEqual(services);
      expect(choice && readChoiceStates(choice, false).analytics).toBe(isAllowed ? 'granted' : 'denied');
      expect(choice?.categories.find(({ id }) => id === 'analytics')?.services).toEqual({ ga: isAllowed });
    },
  );

  test('leaves out services that the profile does not have, and never lifts a refusal', async () => {
    const record = await submit(await publish(), {
      services: { ga: true, youtube: true, meta: true, vimeo: true },
    });
    expect(record.consentJson).toEqual(allDenied);
    expect(record.services).toEqual({ ga: true, youtube: true, meta: true });
  });

  test.each([
    ['no object', 'youtube'],
    ['a list', [true]],
    ['an answer that is not a boolean', { youtube: 'granted' }],
    ['an empty key', { '': true }],
    ['a key of every object', { constructor: true }],
    ['too many keys', Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`s${index}`, true]))],
  ])('with %s is refused with 400', async (_which, services) => {
    const profileId = await publish();
    const { body } = await calls().submit({ visitorId, profileId, consentJson: {}, services }).expect(400);
    expect(body.code).toBe('validation_failed');
    await calls().submit({ visitorId, profileId, consentJson: allGranted }).expect(200);
    await calls().update(visitorId, { consentJson: allGranted, services }).expect(400);
    expect((await calls().read(visitorId)).body.services).toEqual({ ga: true, youtube: true, meta: true });
  });

  test('under a profile that asks about categories only has no services', async () => {
    const { id } = await createActiveProfile(app, { profileJson: profileJson() });
    const record = await submit(id, { services: youtubeOnly });
    expect(record).not.toHaveProperty('services');
    expect(record).not.toHaveProperty('effectiveServices');
    const described = await createActiveProfile(app, {
      profileJson: serviceProfileJson({ granularity: 'category' }),
    });
    expect(await submit(described.id, { services: { meta: false }, consentJson: allGranted })).toMatchObject({
      consentJson: allGranted,
    });
  });

  test('can be repeated with the same id, and with other answers is another one', async () => {
    const profileId = await publish();
    const submissionId = '3f0c7a52-5c0b-4b0e-9d7e-0d6f3f6f0a11';
    const sent = { submissionId, services: youtubeOnly };
    const first = await calls().submit({ visitorId, profileId, consentJson: allDenied, ...sent });
    const again = { visitorId, profileId, consentJson: allDenied };
    const post = (body: object) =>
      calls()
        .submit({ ...again, ...body })
        .set('Cookie', cookiesAfter(first))
        .expect(200);
    await post(sent);
    expect(await calls().history(visitorId)).toHaveLength(1);
    const { body } = await post({ submissionId, services: { ...youtubeOnly, youtube: false } });
    expect(body.services.youtube).toBe(false);
    expect(await calls().history(visitorId)).toHaveLength(2);
  });

  test('of another tenant cannot be read', async () => {
    await submit(await publish(), { services: youtubeOnly });
    const other = await createTenant(app, 'services-elsewhere');
    await app.call('get', `/consents/${visitorId}`).set('X-Tenant-Id', other.id).expect(404);
  });
});

describe('an update', () => {
  test('without answers keeps those of the same choices, and follows the categories of others', async () => {
    await submit(await publish(), { services: youtubeOnly });
    const { body: same } = await calls()
      .update(visitorId, { consentJson: allDenied, locale: 'de' })
      .expect(200);
    expect(same.services).toEqual(youtubeOnly);
    const { body: other } = await calls()
      .update(visitorId, { consentJson: { ...allDenied, analytics: 'granted' } })
      .expect(200);
    expect(other.services).toEqual({ ga: true, youtube: false, meta: false });
  });

  test('of one service is a decision, and of none changes nothing', async () => {
    await submit(await publish(), { services: youtubeOnly });
    await calls().update(visitorId, { consentJson: allDenied, services: youtubeOnly }).expect(200);
    expect(await calls().history(visitorId)).toHaveLength(1);
    await calls()
      .update(visitorId, { consentJson: allDenied, services: { meta: true } })
      .expect(200);
    const [latest, first] = await calls().history(visitorId);
    expect(latest).toMatchObject({ decided: true, services: { ga: false, youtube: false, meta: true } });
    expect(first.services).toEqual(youtubeOnly);
  });
});

describe('what applies', () => {
  test('is denied by Global Privacy Control, as for the category of the service', async () => {
    const profileId = await publish({ gpcMode: 'strict' });
    await submit(profileId, { services: youtubeOnly });
    const { body } = await calls().verify(visitorId).set('Sec-GPC', '1').expect(200);
    expect(body).toMatchObject({
      gpcConflict: true,
      effectiveServices: { ga: false, youtube: false, meta: false },
    });
    expect((await calls().verify(visitorId)).body).toMatchObject({
      gpcConflict: false,
      effectiveServices: youtubeOnly,
    });
  });

  test('follows the profile: a refusal survives a moved cookie, a new service its category', async () => {
    const profileId = await publish();
    await submit(profileId, {
      consentJson: { ...allGranted, marketing: 'denied' },
      services: { youtube: true, meta: false },
    });
    const json = serviceProfileJson();
    const { pixel, ...cookies } = json.cookies ?? {};
    await app
      .call('put', `/profiles/${profileId}`, {
        profileJson: {
          ...json,
          services: {
            ...json.services,
            vimeo: { category: 'marketing', name: 'Vimeo' },
            hotjar: { category: 'analytics', name: 'Hotjar' },
          },
          cookies: { ...cookies, pixel: { ...pixel, service: 'youtube' } },
        },
      })
      .expect(200);
    await app.call('post', `/profiles/${profileId}/activate`).expect(200);
    // The cookie that was refused with Meta's service is YouTube's now.
    expect((await calls().read(visitorId).expect(200)).body.effectiveServices).toEqual({
      ga: true,
      youtube: false,
      meta: false,
      vimeo: false,
      hotjar: true,
    });
  });

  test('of an older decision about categories is that of the category', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: serviceProfileJson({ granularity: 'category' }),
      localeContent: {},
    });
    const old = await submit(id, { consentJson: { ...allGranted, marketing: 'denied' } });
    expect(old).not.toHaveProperty('services');
    await app.call('put', `/profiles/${id}`, { profileJson: serviceProfileJson() }).expect(200);
    await app.call('post', `/profiles/${id}/activate`).expect(200);
    const { body } = await calls().read(visitorId).expect(200);
    expect(body).not.toHaveProperty('services');
    expect(body.effectiveServices).toEqual({ ga: true, youtube: false, meta: false });
  });
});

describe('the evidence', () => {
  test('of a decision names each service: receipt, export, event and archive', async () => {
    const events: unknown[] = [];
    app.service.events.on('consent.created', ({ consent }) => void events.push(consent));
    await submit(await publish({ allowReceipt: true }), { services: youtubeOnly });
    expect(events).toEqual([
      expect.objectContaining({ services: youtubeOnly, effectiveServices: youtubeOnly }),
    ]);
    const { body: receipt } = await receiptCalls(app).json(visitorId).expect(200);
    const marketing = receipt.purposes.find(
      ({ categoryId }: { categoryId: string }) => categoryId === 'marketing',
    );
    expect(marketing.services).toEqual([
      {
        key: 'youtube',
        name: 'YouTube',
        provider: 'Google',
        allowed: true,
        effective: true,
        limitedBy: null,
      },
      {
        key: 'meta',
        name: 'Meta Pixel',
        provider: 'Meta',
        allowed: false,
        effective: false,
        limitedBy: null,
      },
    ]);
    expect(receipt.events.at(-1).services).toEqual(youtubeOnly);
    const { text: csv } = await app.call('get', '/export/consents').expect(200);
    const row = csv.split('\n').find((line) => line.includes(visitorId));
    expect(row).toContain('"{""ga"":false,""youtube"":true,""meta"":false}"');
    const { body: evidence } = await app.call('get', `/consents/${visitorId}/evidence`).expect(200);
    expect(evidence.record.services).toEqual(youtubeOnly);
    expect(evidence.history[0].services).toEqual(youtubeOnly);
  });
});

test('a single service is consent in the receipt, and taking it back a withdrawal', async () => {
  const id = await publish({ allowReceipt: true });
  await submit(id, { services: youtubeOnly });
  app.clock.advance(60_000);
  await submit(id, { services: { ga: false, youtube: false, meta: false } });
  const { body } = await receiptCalls(app).json(visitorId).expect(200);
  expect(
    body.events.map(({ event_state, states }: { event_state: string; states: object }) => [
      event_state,
      states,
    ]),
  ).toEqual([
    ['dpv:ConsentGiven', { analytics: 'dpv:ConsentRefused', marketing: 'dpv:ConsentGiven' }],
    ['dpv:ConsentWithdrawn', { marketing: 'dpv:ConsentWithdrawn' }],
  ]);
});

describe('the server of the host', () => {
  /** Returns what a request with the visitor's cookies is told, and what the guard does with its cookies. */
  async function visit(answer: Parameters<typeof choiceAfter>[0], signal = false) {
    const host = express();
    host.use(app.service.guard({ mode: 'enforce', tenantId: 'default', csp: { hosts: {} } }));
    host.get('/', (req, res) => {
      res.set('Content-Security-Policy', "frame-src 'self' https://youtube.com");
      res.type('html');
      res.append('Set-Cookie', 'VISITOR_INFO1_LIVE=1');
      res.append('Set-Cookie', '_fbp=1');
      res.set(
        'X-Answers',
        JSON.stringify({
          services: req.consent?.services,
          marketing: req.consent?.isGranted('marketing'),
          youtube: req.consent?.isServiceGranted('youtube'),
          unknown: req.consent?.isServiceGranted('vimeo'),
          plain: app.service.choice(req).isServiceGranted('meta'),
        }),
      );
      res.send('<p>Hello</p>');
    });
    const { default: supertest } = await import('supertest');
    const cookies = ((answer.headers['set-cookie'] ?? []) as string[]).map((line) => line.split(';', 1)[0]);
    const { headers } = await supertest(host)
      .get('/')
      .set('Host', 'consent.example')
      .set('Cookie', cookies.join('; '))
      .set(signal ? { 'Sec-GPC': '1' } : {})
      .expect(200);
    const names = ((headers['set-cookie'] ?? []) as unknown as string[]).map((line) => line.split('=', 1)[0]);
    const isFramed = headers['content-security-policy']?.includes('youtube.com');
    return { ...JSON.parse(headers['x-answers'] ?? ''), names, isFramed };
  }

  test('knows each service from the cookie, and the guard keeps only cookies of allowed ones', async () => {
    const profileId = await publish();
    const answer = await calls()
      .submit({ profileId, consentJson: allDenied, services: youtubeOnly })
      .expect(200);
    const choice = choiceAfter(answer);
    expect(choice?.categories.map(({ services }) => services)).toEqual([
      undefined,
      { ga: false },
      { youtube: true, meta: false },
    ]);
    expect(await visit(answer)).toEqual({
      services: youtubeOnly,
      marketing: false,
      youtube: true,
      unknown: false,
      plain: false,
      names: ['VISITOR_INFO1_LIVE'],
      isFramed: true,
    });
    expect(await visit(answer, true)).toMatchObject({ youtube: false, names: [], isFramed: false });
    expect(await visit({ headers: {} })).toMatchObject({ services: {}, youtube: false, names: [] });
  });

  test('of a profile that asks about categories only gets the cookie as before', async () => {
    const { id } = await createActiveProfile(app, { profileJson: profileJson(), localeContent: {} });
    const answer = await calls().submit({ profileId: id, consentJson: allGranted }).expect(200);
    const cookie = (answer.headers['set-cookie'] as unknown as string[]).find((line) =>
      line.startsWith('svc_choice='),
    );
    expect(cookie).toMatch(
      /\.0a\.necessary~mn!analytics~gla!marketing~glm;|\.1a\.necessary~mn!analytics~gla!marketing~glm;/,
    );
    expect(await visit(answer)).toMatchObject({ services: {}, marketing: true, youtube: false });
  });
});
