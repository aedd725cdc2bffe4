import { createApiKey } from '../support/accounts';
import {
  allDenied,
  allGranted,
  choiceAfter,
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

async function open(config: TestAppOptions['config'] = {}): Promise<void> {
  app = await createTestApp({ config: { rateLimit: false, ...config } });
  calls = consentCalls(app);
  profileId = (await createActiveProfile(app)).id;
}
afterEach(() => app.close());

const submission = (more: object = {}) => ({ profileId, consentJson: allGranted, ...more });
const own = (method: 'get' | 'delete', headers: Record<string, string>) =>
  app.request[method](`${app.publicBase}/consent`).set(headers);
const askParent = (headers: Record<string, string>, body: object = { profileId }) =>
  app.request.post(`${app.publicBase}/consent/parental-consent-request`).set(headers).send(body);
const verdict = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** Pages that must not use the visitor's cookie while no list names them. */
const otherPages: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' },
  { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'null' },
];

describe('the record of the visitor in the cookie', () => {
  test('is answered with its verification, as by its id', async () => {
    await open();
    const Cookie = cookiesAfter(
      await calls.submit(submission({ method: 'accept', layer: 'banner' })).expect(200),
    );
    const { body } = await own('get', { Cookie }).expect(200);
    const { visitorId } = body.record;
    expect(body.record).toMatchObject({ method: 'accept', layer: 'banner' });
    expect(body).toEqual({
      record: (await calls.read(visitorId).expect(200)).body,
      verification: (await calls.verify(visitorId).expect(200)).body,
    });
    expect(body.record.expiresAt).toBe(body.verification.expiresAt);
  });

  test('is erased with all its cookies', async () => {
    await open();
    const Cookie = cookiesAfter(await calls.submit(submission()).expect(200));
    const erased = await own('delete', { Cookie }).expect(200);
    const ended = (erased.headers['set-cookie'] as unknown as string[]).map((line) => line.split(';', 2));
    expect(ended).toEqual([
      ['svc_vid=', ' Max-Age=0'],
      ['svc_own=', ' Max-Age=0'],
      ['svc_choice=', ' Max-Age=0'],
    ]);
    expect(verdict(await own('get', { Cookie }))).toEqual([404, 'consent_not_found']);
    expect(verdict(await own('delete', { Cookie }))).toEqual([404, 'consent_not_found']);
  });

  test('needs the cookie, and the proof where that is required', async () => {
    await open({ visitorCookie: { requireProof: true } });
    const answer = await calls.submit(submission()).expect(200);
    const refused = [403, 'visitor_cookie_required'];
    for (const Cookie of ['', 'svc_vid=two words', cookieOf(answer.body.visitorId), cookieOf('nobody')]) {
      expect(verdict(await own('get', { Cookie }))).toEqual(refused);
      expect(verdict(await own('delete', { Cookie }))).toEqual(refused);
    }
    await own('get', { Cookie: cookiesAfter(answer) }).expect(200);
  });

  test('of another tenant is not found', async () => {
    await open({ tenancy });
    const elsewhere = await createTenant(app, 'elsewhere');
    const Cookie = cookiesAfter(await calls.submit(submission()).expect(200));
    const at = (tenantId: string, method: 'get' | 'delete') =>
      app.request[method](`${app.publicBase}/consent?tenantId=${tenantId}`).set({ Cookie });
    expect(verdict(await at(elsewhere.id, 'get'))).toEqual([404, 'consent_not_found']);
    expect(verdict(await at(elsewhere.id, 'delete'))).toEqual([404, 'consent_not_found']);
    await at('default', 'get').expect(200);
    await own('get', { Cookie }).expect(200);
  });

  test.each(otherPages)('is out of reach for other sites while no list names them: %j', async (headers) => {
    await open();
    const Cookie = cookiesAfter(await calls.submit(submission()).expect(200));
    for (const answer of [
      await own('get', { ...headers, Cookie }),
      await own('delete', { ...headers, Cookie }),
      await askParent({ ...headers, Cookie }),
    ]) {
      expect(verdict(answer)).toEqual([403, 'origin_not_allowed']);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    await own('get', { Cookie }).expect(200);
  });

  test('is read by pages of the same site, and by listed ones of another', async () => {
    await open();
    const Cookie = cookiesAfter(await calls.submit(submission()).expect(200));
    await own('get', { Cookie, Origin: 'https://www.shop.example', 'Sec-Fetch-Site': 'same-site' }).expect(
      200,
    );
    const listed = await createProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out', allowedOrigins: ['https://shop.example'] }),
    });
    const theirs = cookiesAfter(await calls.submit(submission({ profileId: listed.id })).expect(200));
    const Origin = 'https://shop.example';
    const read = await own('get', { Cookie: theirs, Origin }).expect(200);
    expect(read.headers['access-control-allow-origin']).toBe(Origin);
    expect(verdict(await own('get', { Cookie, Origin }))).toEqual([403, 'origin_not_allowed']);
  });

  test('is read by the host’s server that forwards the cookie, with an API key', async () => {
    await open();
    const Cookie = cookiesAfter(await calls.submit(submission()).expect(200));
    const { key } = await createApiKey(app);
    const { body } = await own('get', { Cookie, 'X-API-Key': key }).expect(200);
    expect(body.record.consentJson).toEqual(allGranted);
    expect(verdict(await own('get', { 'X-API-Key': key }))).toEqual([403, 'visitor_cookie_required']);
  });
});

describe('asking a parent by the cookie', () => {
  test('makes a visitor, whose next decision then waits for the parent', async () => {
    await open({ visitorCookie: { requireProof: true } });
    const events = recordEvents(app);
    const asked = await askParent({}).expect(200);
    const Cookie = cookiesAfter(asked);
    expect(Cookie).toMatch(/^svc_vid=[0-9a-f-]{36}; svc_own=[\w-]{43}$/);
    const visitorId = (events[0]?.payload as { visitorId?: string } | undefined)?.visitorId ?? 'none';
    expect(Cookie).toContain(visitorId);
    const child = await calls
      .submit(submission({ parentalConsentToken: asked.body.token }))
      .set('Cookie', Cookie)
      .expect(200);
    expect(child.body).toMatchObject({ visitorId, parentalConsent: 'pending' });
  });

  test('means the visitor of the cookie, who keeps it', async () => {
    await open();
    const answer = await calls.submit(submission()).expect(200);
    const asked = await askParent({ Cookie: cookiesAfter(answer) }).expect(200);
    expect(asked.headers['set-cookie']).toBeUndefined();
    const child = await calls
      .submit(submission({ parentalConsentToken: asked.body.token }))
      .set('Cookie', cookiesAfter(answer))
      .expect(200);
    expect(child.body).toMatchObject({ visitorId: answer.body.visitorId, parentalConsent: 'pending' });
  });

  test('never gives the proof to a client that only knows the id', async () => {
    await open({ visitorCookie: { requireProof: true } });
    const { visitorId } = (await calls.submit(submission()).expect(200)).body;
    const asked = await askParent({ Cookie: cookieOf(visitorId) }).expect(200);
    expect(cookiesAfter(asked)).not.toContain(visitorId);
  });

  test('needs a profile, and a cookie from servers', async () => {
    await open();
    expect(verdict(await askParent({}, { profileId: 'nope' }))).toEqual([400, 'validation_failed']);
    const { key } = await createApiKey(app);
    expect(verdict(await askParent({ 'X-API-Key': key }))).toEqual([403, 'visitor_cookie_required']);
  });
});

describe('the choice cookie', () => {
  const states = (answer: { headers: Record<string, unknown> }) =>
    Object.fromEntries((choiceAfter(answer)?.categories ?? []).map(({ id, state }) => [id, state]));

  test('holds the decision with the facts of the version that was shown', async () => {
    await open();
    const at = Math.floor(app.clock.now() / 60_000) * 60_000;
    const answer = await calls
      .submit(submission({ consentJson: { analytics: 'granted' } }))
      .set('Sec-GPC', '1');
    expect(choiceAfter(answer)).toEqual({
      profileId,
      profileVersion: 1,
      decidedAt: at,
      expiresAt: at + 365 * 86_400_000,
      gpcMode: 'honor',
      gpcDetected: true,
      gpcOverride: false,
      asksFirst: true,
      submissionId: null,
      categories: [
        {
          id: 'necessary',
          state: null,
          mandatory: true,
          preGranted: false,
          listensToGpc: false,
          purposes: 'n',
        },
        {
          id: 'analytics',
          state: 'granted',
          mandatory: false,
          preGranted: false,
          listensToGpc: true,
          purposes: 'a',
        },
        {
          id: 'marketing',
          state: null,
          mandatory: false,
          preGranted: false,
          listensToGpc: true,
          purposes: 'm',
        },
      ],
    });
    const changed = await calls
      .update(answer.body.visitorId, { consentJson: allDenied })
      .set('Cookie', cookiesAfter(answer))
      .expect(200);
    expect(states(changed)).toEqual({ necessary: null, analytics: 'denied', marketing: 'denied' });
  });

  test('of an older version keeps the categories of that version', async () => {
    await open();
    const { preferenceModal, ...rest } = profileJson();
    const { analytics, ...categories } = preferenceModal?.categories ?? {};
    await app.request
      .put(`${app.adminBase}/profiles/${profileId}`)
      .set(await app.asAdmin())
      .send({
        profileJson: {
          ...rest,
          preferenceModal: { ...preferenceModal, categories: { ...categories, counting: analytics } },
        },
      })
      .expect(200);
    await app.request
      .post(`${app.adminBase}/profiles/${profileId}/activate`)
      .set(await app.asAdmin())
      .expect(200);
    const old = await calls.submit(submission({ profileVersion: 1 })).expect(200);
    expect(choiceAfter(old)?.profileVersion).toBe(1);
    expect(Object.keys(states(old))).toEqual(['necessary', 'analytics', 'marketing']);
    const current = await calls.submit(submission()).expect(200);
    expect(choiceAfter(current)?.profileVersion).toBe(2);
    expect(Object.keys(states(current))).toEqual(['necessary', 'marketing', 'counting']);
  });

  test('of a child allows what the parent has agreed to, and nothing before', async () => {
    await open();
    const asked = await askParent({}).expect(200);
    const Cookie = cookiesAfter(asked);
    const child = await calls
      .submit(submission({ parentalConsentToken: asked.body.token }))
      .set('Cookie', Cookie)
      .expect(200);
    expect(child.body.effectiveConsent).toMatchObject({ analytics: 'granted', marketing: 'denied' });
    expect(states(child)).toMatchObject({ analytics: 'granted', marketing: 'denied' });
    await calls.resolveParent(asked.body.token).expect(200);
    const renewed = await calls.submit(submission()).set('Cookie', Cookie).expect(200);
    expect(states(renewed)).toMatchObject({ analytics: 'granted', marketing: 'granted' });
  });

  test('is left out for strangers, for servers and where it is turned off', async () => {
    await open();
    await calls.submit(submission({ visitorId: 'known' })).expect(200);
    const stranger = await calls.submit(submission({ visitorId: 'known' })).expect(200);
    const { key } = await createApiKey(app);
    const server = await calls.submit(submission()).set('X-API-Key', key).expect(200);
    expect([choiceAfter(stranger), choiceAfter(server)]).toEqual([null, null]);
    await app.close();
    await open({ choiceCookie: { enabled: false } });
    const off = await calls.submit(submission()).expect(200);
    expect(off.headers['set-cookie']).toHaveLength(2);
    const erased = await own('delete', { Cookie: cookiesAfter(off) }).expect(200);
    expect(erased.headers['set-cookie']).toHaveLength(2);
  });
});
