import { endConsent, openDevice } from '../support/account-devices';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

let app: TestApp;
let profileId: string;
let key: string;
let shared: { app: TestApp; profileId: string; key: string };

/** Opens an app for this test alone. */
async function open(config: TestAppOptions['config'] = {}): Promise<void> {
  app = await createTestApp({ config: { rateLimit: false, ...config } });
  profileId = (await createActiveProfile(app)).id;
  key = (await createApiKey(app)).key;
}
beforeAll(async () => {
  await open();
  shared = { app, profileId, key };
});
beforeEach(() => {
  ({ app, profileId, key } = shared);
});
afterEach(async () => {
  if (app !== shared.app) await app.close();
});
afterAll(() => shared.app.close());

type Device = ReturnType<typeof openDevice>;
const granted = { analytics: 'granted', marketing: 'granted' };
const denied = { analytics: 'denied', marketing: 'denied' };

async function accept(): Promise<Device> {
  const device = openDevice(app);
  await device.decide(profileId, allGranted);
  expect(device.states).toEqual(granted);
  return device;
}
const byServer = ({ visitorId }: Device, consentJson: object) =>
  app.request
    .put(`${app.publicBase}/consent/${visitorId}`)
    .set('X-API-Key', key)
    .send({ consentJson })
    .expect(200);
const eraseByOperator = async ({ visitorId }: Device) =>
  app.request
    .delete(`${app.adminBase}/visitors/${visitorId}`)
    .set(await app.asAdmin())
    .expect(200);
const read = (device: Device) => device.send('get', `${app.publicBase}/consent/${device.visitorId}`);
const reads = [
  ['GET /consent', (device: Device) => device.follow()],
  ['GET /consent/:visitorId', read],
] as const;
const cookieNames = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
  ((headers['set-cookie'] ?? []) as string[]).map((line) => line.split('=', 1)[0]);

describe.each(reads)('by %s, the choice cookie follows', (_name, ask) => {
  test('a withdrawal that a server has recorded, at once and with the lifetime of the decision', async () => {
    const device = await accept();
    await byServer(device, allDenied);
    const answer = await ask(device);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(device.states).toEqual(denied);
    expect(device.choice?.expiresAt).toBeGreaterThan(app.clock.now() + 364 * 86_400_000);
    expect(cookieNames(await ask(device))).toEqual([]);
  });

  test('a consent that a server has recorded later', async () => {
    const device = openDevice(app);
    await device.decide(profileId, allDenied);
    app.clock.advance(3_600_000);
    await byServer(device, allGranted);
    await ask(device);
    expect(device.states).toEqual(granted);
  });

  test('a consent that a server has recorded, and not again once it has ended on the page', async () => {
    const device = openDevice(app);
    await device.decide(profileId, allDenied);
    app.clock.advance(3_600_000);
    const partial = { analytics: 'granted', marketing: 'denied' };
    await byServer(device, partial);
    await ask(device);
    expect(device.states).toEqual(partial);
    endConsent(device);
    expect(cookieNames(await ask(device))).toEqual([]);
    expect(device.states).toEqual(denied);
    app.clock.advance(3_600_000);
    const next = { analytics: 'denied', marketing: 'granted' };
    await byServer(device, next);
    await ask(device);
    expect(device.states).toEqual(next);
  });

  test('what a parent has agreed to, beside what the child has refused', async () => {
    const device = openDevice(app);
    const path = `${app.publicBase}/consent/parental-consent-request`;
    const { token } = (await device.send('post', path, { profileId })).body as { token: string };
    const partial = { analytics: 'denied', marketing: 'granted' };
    await device.decide(profileId, partial, { parentalConsentToken: token });
    expect(device.states).toEqual(denied);
    await consentCalls(app).resolveParent(token).expect(200);
    await ask(device);
    expect(device.states).toEqual(partial);
  });

  test('an erasure by an operator', async () => {
    const device = await accept();
    await eraseByOperator(device);
    const answer = await ask(device);
    expect(answer.status).toBe(404);
    expect(cookieNames(answer)).toEqual(['svc_choice']);
    expect(device.choice).toBeNull();
  });

  test('no erasure where nobody is asked first: the choice can only take away', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out', countries: ['US'] }),
      localeContent: {},
    });
    const device = openDevice(app);
    await device.decide(id, allDenied);
    await eraseByOperator(device);
    const answer = await ask(device);
    expect({ status: answer.status, ends: cookieNames(answer) }).toEqual({ status: 404, ends: [] });
    expect(device.states).toEqual(denied);
  });

  test('nothing else: the visitor’s own decision needs no cookie again', async () => {
    const device = await accept();
    expect(cookieNames(await ask(device))).toEqual([]);
    await device.change(allDenied);
    expect(cookieNames(await ask(device))).toEqual([]);
  });

  test('nothing while the browser holds a later decision, or one that was not sent yet', async () => {
    const device = await accept();
    const held = device.jar.get('svc_choice') ?? '';
    await byServer(device, allDenied);
    device.jar.set('svc_choice', `${held}.0f0e0d0c-0b0a-4908-8706-050403020100`);
    expect(cookieNames(await ask(device))).toEqual([]);
    await eraseByOperator(device);
    expect(cookieNames(await ask(device))).toEqual([]);
    device.jar.set('svc_choice', held);
    await device.decide(profileId, allGranted);
    await byServer(device, allDenied);
    app.clock.advance(3_600_000);
    const later = openDevice(app);
    await later.decide(profileId, allGranted);
    device.jar.set('svc_choice', later.jar.get('svc_choice') ?? '');
    expect(cookieNames(await ask(device))).toEqual([]);
  });

  test('nothing without the proof, nor a stranger who knows the visitor id', async () => {
    const device = await accept();
    await consentCalls(app)
      .submit({ profileId, visitorId: device.visitorId, consentJson: allDenied })
      .set('Cookie', `svc_vid=${device.visitorId}`)
      .expect(200);
    expect(cookieNames(await ask(device))).toEqual([]);
    await byServer(device, allDenied);
    device.jar.delete('svc_own');
    expect(cookieNames(await ask(device))).toEqual([]);
    await eraseByOperator(device);
    expect(cookieNames(await ask(device))).toEqual([]);
    expect(device.states).toEqual(granted);
  });
});

describe.each(reads)('by %s, what another has limited since reaches the page', (_name, ask) => {
  test('an opt-out that another device of the user has signalled', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out-strict', countries: ['US'], gpcMode: 'strict' }),
      localeContent: {},
    });
    const laptop = openDevice(app);
    const phone = openDevice(app, { signal: true });
    for (const device of [laptop, phone]) await device.decide(id, allGranted);
    for (const { visitorId } of [laptop, phone])
      await app.request
        .put(`${app.publicBase}/consent/${visitorId}`)
        .set('X-API-Key', key)
        .send({ consentJson: allGranted, subjectId: `user-${id}` })
        .expect(200);
    expect(laptop.states).toEqual(granted);
    expect(cookieNames(await ask(laptop))).toContain('svc_choice');
    expect(laptop.states).toEqual(denied);
    expect(cookieNames(await ask(laptop))).toEqual([]);
  });
});

test.each(reads)('%s for another tenant of the host leaves the choice', async (_name, ask) => {
  await open({ tenancy });
  const other = await createTenant(app, 'other');
  const { id } = await createActiveProfile(app, {}, other.id);
  const device = await accept();
  const there = openDevice(app, { tenantId: other.id });
  await there.decide(id, allGranted);
  app.clock.advance(3_600_000);
  await app.request
    .put(`${app.publicBase}/consent/${there.visitorId}?tenantId=${other.id}`)
    .set('X-API-Key', (await createApiKey(app, other.id)).key)
    .send({ consentJson: allDenied })
    .expect(200);
  const held = device.jar.get('svc_choice') ?? '';
  there.jar.set('svc_choice', held);
  expect(cookieNames(await ask(there))).toEqual([]);
  expect(there.jar.get('svc_choice')).toBe(held);
});

test('a visitor who withdraws what a server has withdrawn already gets the cookie too', async () => {
  const device = await accept();
  await byServer(device, allDenied);
  await device.change(allDenied);
  expect(device.states).toEqual(denied);
});

test('an API key gets no cookies', async () => {
  const device = await accept();
  const answer = await byServer(device, allDenied);
  expect(cookieNames(answer)).toEqual([]);
  const Cookie = [...device.jar].map((pair) => pair.join('=')).join('; ');
  const forwarded = await app.request.get(`${app.publicBase}/consent`).set({ Cookie, 'X-API-Key': key });
  expect(cookieNames(forwarded)).toEqual([]);
});

test('a withdrawal after the profile was deleted is in the choice cookie', async () => {
  await open();
  const device = await accept();
  const admin = await app.asAdmin();
  await app.request.post(`${app.adminBase}/profiles/${profileId}/deactivate`).set(admin).expect(200);
  await app.request.delete(`${app.adminBase}/profiles/${profileId}`).set(admin).expect(200);
  const answer = await device.change(allDenied);
  expect(answer.status).toBe(200);
  expect(device.states).toEqual(denied);
  await byServer(device, allGranted);
  await device.follow();
  expect(device.states).toEqual(granted);
});

test('a withdrawal in a version of too many categories for a cookie ends the choice', async () => {
  await open();
  const device = await accept();
  const categories = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [
      `a-category-with-a-rather-long-name-${index}`,
      { heading: `Category ${index}`, htmlText: 'What it is for.', legalBasis: 'consent', cookies: [] },
    ]),
  );
  const content = profileJson();
  const modal = content.preferenceModal;
  const admin = await app.asAdmin();
  await app.request
    .put(`${app.adminBase}/profiles/${profileId}`)
    .set(admin)
    .send({
      profileJson: {
        ...content,
        preferenceModal: { ...modal, categories: { ...modal?.categories, ...categories } },
      },
      localeContent: { de: null },
    })
    .expect(200);
  await app.request.post(`${app.adminBase}/profiles/${profileId}/activate`).set(admin).expect(200);
  await device.change(allDenied);
  expect(device.choice).toBeNull();
});

test('the choice of another tenant of the host stays', async () => {
  await open({ tenancy });
  const other = await createTenant(app, 'elsewhere');
  const device = await accept();
  const there = openDevice(app, { tenantId: other.id });
  const { id } = await createActiveProfile(app, {}, other.id);
  await there.decide(id, allDenied);
  await app.request
    .delete(`${app.adminBase}/visitors/${there.visitorId}`)
    .set(await app.asAdmin())
    .set('X-Tenant-Id', other.id)
    .expect(200);
  there.jar.set('svc_choice', device.jar.get('svc_choice') ?? '');
  const answer = await there.follow();
  expect([answer.status, cookieNames(answer)]).toEqual([404, []]);
});

describe('the service asks for a later decision that it lacks', () => {
  /** The browser of a visitor whose record was put back by a restore. */
  async function goBack(device: Device): Promise<void> {
    await app.knex('svc_consents').where({ visitor_id: device.visitorId }).decrement('updated_at', 7_200_000);
  }

  test('unless its profile no longer exists: it could not be recorded', async () => {
    await open();
    const device = await accept();
    await goBack(device);
    expect((await device.follow()).body).toMatchObject({ sendAgain: true });
    const admin = await app.asAdmin();
    const profile = `${app.adminBase}/profiles/${profileId}`;
    await app.request.post(`${profile}/deactivate`).set(admin).expect(200);
    await app.request.delete(profile).set(admin).expect(200);
    app.clock.advance(1000);
    expect((await device.follow()).body).not.toHaveProperty('sendAgain');
  });

  test('and not for that of another tenant of the host, also after its profile was deleted', async () => {
    await open({ tenancy });
    const tenant = await createTenant(app, 'other');
    const other = await createActiveProfile(app, {}, tenant.id);
    const device = openDevice(app);
    await device.decide(profileId, allDenied);
    const own = device.jar.get('svc_vid') ?? '';
    const proof = device.jar.get('svc_own') ?? '';
    app.clock.advance(3_600_000);
    // The other site is on the same host, where the choice cookie is the same.
    await device.decide(other.id, allGranted);
    device.jar.set('svc_vid', own);
    device.jar.set('svc_own', proof);
    expect((await device.follow()).body).toMatchObject({ record: { consentJson: allDenied } });
    expect((await device.follow()).body).not.toHaveProperty('sendAgain');
    const admin = await app.asAdmin();
    const profile = `${app.adminBase}/profiles/${other.id}`;
    await app.request.post(`${profile}/deactivate`).set(admin).set(tenant.header).expect(200);
    await app.request.delete(profile).set(admin).set(tenant.header).expect(200);
    app.clock.advance(1000);
    const { status, body } = await device.follow();
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('sendAgain');
  });
});
