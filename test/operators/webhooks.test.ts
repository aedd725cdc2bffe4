import { createReceiverAddresses } from '#operators/webhooks/receiver-address';
import { verifyWebhook } from '../../examples/webhook-receiver/receiver';
import type { SignedIn } from '../support/accounts';
import { allDenied, allGranted, cellsHolding, consentCalls } from '../support/consent';
import { createTestApp, runningClock, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, createProfile } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';
import { createTestReceiver, type TestReceiver, until } from '../support/webhook-receiver';
import { createWebhook, localReceivers, quickWebhooks } from '../support/webhooks';

let app: TestApp;
let admin: SignedIn;
let receiver: TestReceiver;
let profileId: string;

async function open({ config, ...options }: TestAppOptions = {}): Promise<void> {
  app = await createTestApp({
    clock: runningClock,
    webhookTimes: quickWebhooks,
    ...options,
    config: { rateLimit: false, webhooks: localReceivers, ...config },
  });
  admin = await app.asAdmin();
  ({ id: profileId } = await createActiveProfile(app));
}
beforeAll(async () => {
  receiver = await createTestReceiver();
});
beforeEach(() => receiver.reset());
afterEach(() => app.close());
afterAll(() => receiver.goDown());

const call = (method: 'get' | 'post' | 'put' | 'delete', path = '') =>
  app.request[method](`${app.adminBase}/webhooks${path}`).set(admin);
const only = async () => (await call('get').expect(200)).body[0];
const create = (body: object) =>
  call('post').send({ name: 'Warehouse', url: receiver.url, events: ['consent.created'], ...body });
const decide = (visitorId: string, consentJson: Record<string, string> = allGranted) =>
  consentCalls(app).submit({ visitorId, profileId, consentJson }).expect(200);
const messages = () => receiver.received.map(({ body }) => JSON.parse(body));
const types = () => messages().map(({ type }) => type);
const delivered = (count: number) => until(() => receiver.ids().length >= count, `${count} messages`);
const rows = () => app.knex('svc_webhook_messages');
/** Whether a receiver with these secrets accepts the request that arrived. */
const accepts = (index: number, ...secrets: string[]) => {
  const { headers, body } = receiver.received[index] ?? { headers: {}, body: '' };
  return verifyWebhook(headers, Buffer.from(body), secrets);
};

describe('delivery', () => {
  test('a decision, its change and the erasure arrive, each signed, with the record of the public API', async () => {
    await open();
    const { secret } = await createWebhook(app, receiver.url);
    const { body: record } = await decide('visitor-1');
    await delivered(1);
    await consentCalls(app).update('visitor-1', { consentJson: allDenied }).expect(200);
    await delivered(2);
    await consentCalls(app).erase('visitor-1').expect(200);
    await delivered(3);
    expect(types()).toEqual(['consent.created', 'consent.updated', 'consent.erased']);
    const { effectiveConsent, ...stored } = record;
    expect(messages()[0]).toEqual({
      type: 'consent.created',
      timestamp: expect.any(String),
      data: { tenantId: 'default', visitorId: 'visitor-1', consent: expect.objectContaining(stored) },
    });
    expect(messages()[2].data).toEqual({ tenantId: 'default', visitorId: 'visitor-1' });
    expect([0, 1, 2].map((index) => accepts(index, secret))).toEqual([true, true, true]);
    expect(accepts(0, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
    await until(async () => (await rows()).length === 0);
    expect(await only()).toMatchObject({ waiting: 0, dead: 0, failingSince: null, lastError: null });
  });

  test('what a rolled back transaction would have reported is not stored', async () => {
    await open();
    await createWebhook(app, receiver.url, ['profile.activated', 'consent.created']);
    await app.knex.schema.renameTable('svc_audit', 'svc_audit_away');
    await app.request.post(`${app.adminBase}/profiles/${profileId}/activate`).set(admin).expect(500);
    await app.knex.schema.renameTable('svc_audit_away', 'svc_audit');
    expect(await rows()).toEqual([]);
    await app.request.post(`${app.adminBase}/profiles/${profileId}/activate`).set(admin).expect(200);
    await delivered(1);
    expect(types()).toEqual(['profile.activated']);
  });

  test('a decision is not recorded when its message cannot be stored', async () => {
    await open();
    await createWebhook(app, receiver.url);
    await app.knex.schema.renameTable('svc_webhook_messages', 'away');
    await consentCalls(app)
      .submit({ visitorId: 'visitor-1', profileId, consentJson: allGranted })
      .expect(500);
    await app.knex.schema.renameTable('away', 'svc_webhook_messages');
    expect(await app.knex('svc_consents')).toEqual([]);
  });

  test('every fault of a receiver is tried again under the same id, and each attempt has its own time', async () => {
    await open();
    await createWebhook(app, receiver.url);
    receiver.state.plan = [500, 302, 'hangs up', 'babbles', 'breaks off', 'hangs', 429];
    await decide('visitor-1');
    await until(async () => receiver.received.length >= 7 && (await rows()).length === 0);
    expect(receiver.ids()).toHaveLength(1);
    // A redirect is a fault: nothing was sent elsewhere.
    expect(await only()).toMatchObject({ waiting: 0, failingSince: null });
  });

  test('messages wait while the receiver is down, name no visitor, and go with an erasure', async () => {
    await open();
    await createWebhook(app, receiver.url);
    await receiver.goDown();
    await decide('visitor-x');
    await until(async () => (await only()).lastError === 'ECONNREFUSED');
    expect(await only()).toMatchObject({ waiting: 1, failingSince: expect.any(String) });
    expect(JSON.stringify(await rows())).not.toContain('visitor-x');
    await consentCalls(app).erase('visitor-x').expect(200);
    expect((await rows()).map(({ event }) => event)).toEqual(['consent.erased']);
    expect(await cellsHolding(app, 'visitor-x')).toEqual([]);
    await receiver.reset();
    await delivered(1);
    expect(types()).toEqual(['consent.erased']);
  });

  test('a slow receiver does not hold up the others', async () => {
    await open({ webhookTimes: { ...quickWebhooks, timeoutMs: 20_000 } });
    const other = await createTestReceiver();
    await createWebhook(app, receiver.url);
    receiver.state.otherwise = 'hangs';
    for (let visitor = 0; visitor < 12; visitor += 1) await decide(`visitor-${visitor}`);
    await createWebhook(app, other.url);
    await decide('visitor-last');
    await until(() => other.received.length === 1);
    expect(receiver.received.length).toBeLessThanOrEqual(2);
    await other.goDown();
  });

  test('after its days a message is given up, and a replay delivers it', async () => {
    await open();
    const { id } = await createWebhook(app, receiver.url);
    receiver.state.otherwise = 503;
    await decide('visitor-1');
    await until(() => receiver.received.length > 0);
    await rows().update({ created_at: Date.now() - 4 * 86_400_000 });
    await until(async () => (await only()).dead === 1);
    expect((await call('get', `/${id}/messages`).expect(200)).body).toEqual([
      expect.objectContaining({
        event: 'consent.created',
        status: 'dead',
        lastError: 'HTTP 503',
        dueAt: null,
        id: receiver.ids()[0],
      }),
    ]);
    receiver.state.otherwise = 204;
    expect((await call('post', `/${id}/replay`).expect(200)).body).toEqual({ replayed: 1 });
    await until(async () => (await rows()).length === 0);
    expect(receiver.ids()).toHaveLength(1);
  });

  test('a full queue loses no erasure, and says that it loses other events', async () => {
    await open({ config: { webhooks: { ...localReceivers, maxMessages: 10 } } });
    await createWebhook(app, receiver.url);
    await receiver.goDown();
    for (let visitor = 0; visitor < 10; visitor += 1) await decide(`visitor-${visitor}`);
    await until(async () => {
      await decide(`visitor-more-${performance.now()}`);
      return (await only()).lostAt !== null;
    });
    const before = (await rows()).length;
    await decide('visitor-lost');
    expect(await rows()).toHaveLength(before);
    await consentCalls(app).erase('visitor-lost').expect(200);
    expect(await rows()).toHaveLength(before + 1);
    expect(app.logger.lines.some((line) => line.includes('lost events'))).toBe(true);
  });

  test('a webhook that is switched off stores nothing, and what waited goes out when it is on again', async () => {
    await open();
    const { id } = await createWebhook(app, receiver.url);
    await receiver.goDown();
    await decide('visitor-1');
    const off = await call('put', `/${id}`).send({ enabled: false }).expect(200);
    expect(off.body).toMatchObject({ enabled: false, waiting: 1, dead: 0 });
    await decide('visitor-2');
    expect(await rows()).toHaveLength(1);
    const rotated = await call('post', `/${id}/rotate-secret`).expect(200);
    expect(rotated.body).toMatchObject({ enabled: false, waiting: 1, dead: 0 });
    await receiver.reset();
    await call('put', `/${id}`).send({ enabled: true }).expect(200);
    await delivered(1);
    expect(messages().map(({ data }) => data.visitorId)).toEqual(['visitor-1']);
  });
});

describe('secrets', () => {
  test('for a day after a rotation, messages are signed with both secrets', async () => {
    await open();
    const { id, secret } = await createWebhook(app, receiver.url);
    const { body: rotated } = await call('post', `/${id}/rotate-secret`).expect(200);
    expect(rotated.secret).not.toBe(secret);
    await decide('visitor-1');
    await delivered(1);
    expect([accepts(0, secret), accepts(0, rotated.secret)]).toEqual([true, true]);
    await app.knex('svc_webhooks').update({ previous_until: Date.now() - 1 });
    // Another process changed it.
    await call('put', `/${id}`).send({ name: 'Renamed' }).expect(200);
    await decide('visitor-2');
    await delivered(2);
    expect([accepts(1, secret), accepts(1, rotated.secret)]).toEqual([false, true]);
  });

  test('appear in their own reply only, and are stored encrypted; upkeep seals them with a new key', async () => {
    await open();
    const { secret } = await createWebhook(app, receiver.url);
    expect(JSON.stringify(await only())).not.toContain(secret);
    expect(await cellsHolding(app, secret)).toEqual([]);
    const { body: audit } = await app.request.get(`${app.adminBase}/audit`).set(admin).expect(200);
    // The query of a receiver can contain a token.
    expect(JSON.stringify([audit, app.logger.lines])).not.toMatch(/whsec_|distinctive-token/);
    const next = await createTestApp({
      knex: app.knex,
      config: {
        webhooks: localReceivers,
        compliance: {
          dataSigningHash: [
            'another data signing hash, long enough',
            'test data signing hash, long enough too',
          ],
        },
      },
      clock: runningClock,
    });
    const sealed = async () => (await app.knex('svc_webhooks').first('secret')).secret;
    const before = await sealed();
    await next.service.maintenance();
    expect(await sealed()).not.toBe(before);
    const { id } = await only();
    expect(
      (
        await next.request
          .post(`${next.adminBase}/webhooks/${id}/test`)
          .set(await next.asAdmin())
          .expect(200)
      ).body,
    ).toMatchObject({ delivered: true });
    expect(accepts(0, secret)).toBe(true);
    await next.close();
  });
});

describe('addresses', () => {
  /** By what is wrong with them. */
  const refused = {
    'must begin with https://': ['http://hooks.example.com/', 'ftp://hooks.example.com/'],
    'must be a public address; `webhooks.allowedHosts` allows internal ones': [
      'https://localhost/',
      'https://hooks.localhost/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://10.0.0.8/',
      'https://172.16.3.4/',
      'https://192.168.1.1/',
      'https://169.254.169.254/latest/meta-data/',
      'https://100.64.0.1/',
      'https://0.0.0.0/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.8]/',
      'https://[fd00::1]/',
      'https://[fe80::1]/',
      'https://[64:ff9b::a00:8]/',
      'https://[::127.0.0.1]/',
      'https://[::a9fe:a9fe]/',
      'https://[fec0::1]/',
      'https://168.63.129.16/',
    ],
    'must not contain a user name or password': [
      'https://user:word@hooks.example.com/',
      'https://user@hooks.example.com/',
      'https://:word@hooks.example.com/',
    ],
    'must not contain control characters': [
      'https://hooks.example.com/\r\nHost: intranet.example',
      'https://hooks.example.com/\tin',
      '\u0001https://hooks.example.com/',
    ],
    'must not contain a fragment': ['https://hooks.example.com/#part'],
    'must be an absolute address, such as https://hooks.example.com/consent': ['hooks.example.com'],
  };
  const rules: Readonly<Record<string, string>> = {
    'must begin with https://': 'https',
    'must be a public address; `webhooks.allowedHosts` allows internal ones': 'public_address',
    'must not contain a user name or password': 'no_user_name',
    'must not contain a fragment': 'no_fragment',
    'must be an absolute address, such as https://hooks.example.com/consent': 'web_address',
    'must not contain control characters': 'web_address',
  };
  const faults = Object.entries(refused).flatMap(([message, urls]) => urls.map((url) => ({ url, message })));

  test('that are too long once they are encoded are refused', async () => {
    await open();
    const url = `https://hooks.example.com/${'ü'.repeat(400)}`;
    const tooLong = [
      {
        path: 'url',
        message: 'must have at most 2000 characters after encoding',
        rule: 'max_length',
        limit: 2000,
      },
    ];
    expect((await create({ url }).expect(400)).body).toMatchObject({
      code: 'validation_failed',
      details: tooLong,
    });
    const { id } = (await create({ url: url.slice(0, -80) }).expect(201)).body;
    expect((await call('put', `/${id}`).send({ url }).expect(400)).body.details).toEqual(tooLong);
  });

  test('inside the network are refused when they are saved, also after a change', async () => {
    await open({ config: { webhooks: { allowedHosts: ['intranet.example'] } } });
    const fault = ({ status, body }: { status: number; body: { details?: object } }) => [
      status,
      body.details,
    ];
    for (const { url, message } of faults)
      expect([url, fault(await create({ url })), (await only()) ?? null]).toEqual([
        url,
        [400, [{ path: 'url', message, rule: rules[message] }]],
        null,
      ]);
    const { id } = (await create({ url: 'https://hooks.example.com/in' }).expect(201)).body;
    for (const { url } of faults) await call('put', `/${id}`).send({ url }).expect(400);
    expect(await only()).toMatchObject({ url: 'https://hooks.example.com/in' });
    // Stored as requests use it.
    await call('put', `/${id}`).send({ url: ' https://Hooks.Example.com:443/a/../in ' }).expect(200);
    expect(await only()).toMatchObject({ url: 'https://hooks.example.com/in' });
    await call('put', `/${id}`).send({ url: 'http://intranet.example/in' }).expect(200);
    const { body } = await call('put', `/${id}`).send({ url: 'ftp://intranet.example/in' }).expect(400);
    expect(body.details).toEqual([
      { path: 'url', message: 'must begin with https:// or http://', rule: 'web_address' },
    ]);
  });

  test('are refused at the delivery when the configuration allows them no longer', async () => {
    await open();
    const { id } = await createWebhook(app, receiver.url);
    const next = await createTestApp({ knex: app.knex, clock: runningClock, webhookTimes: quickWebhooks });
    const { body } = await next.request
      .post(`${next.adminBase}/webhooks/${id}/test`)
      .set(await next.asAdmin())
      .expect(200);
    expect(body).toMatchObject({ delivered: false, status: null, error: 'address_refused' });
    expect(receiver.received).toEqual([]);
    await next.close();
  });

  test('are looked up once for a request: a name that changes its address reaches only the one that was checked', async () => {
    await open();
    const answers = [['203.0.113.9'], ['8.8.8.8'], ['8.8.8.8', '10.0.0.8'], ['127.0.0.1'], []];
    const { pin } = createReceiverAddresses([], async () =>
      (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    );
    const outcomes = [];
    for (let look = 0; look < 5; look += 1)
      outcomes.push(
        await pin('rebind.example').then(
          ({ address }) => address,
          ({ code }) => code,
        ),
      );
    // 203.0.113.0/24 is for documentation.
    expect(outcomes).toEqual([
      'address_refused',
      '8.8.8.8',
      'address_refused',
      'address_refused',
      'address_refused',
    ]);
  });
});

describe('the admin API', () => {
  test('sends a test event at once and reports how the receiver answered', async () => {
    await open();
    const { id, secret } = await createWebhook(app, receiver.url);
    const test = async () => (await call('post', `/${id}/test`).expect(200)).body;
    expect(await test()).toEqual({
      delivered: true,
      status: 204,
      error: null,
      durationMs: expect.any(Number),
    });
    expect([types(), accepts(0, secret)]).toEqual([['webhook.test'], true]);
    receiver.state.otherwise = { status: 302, headers: { location: 'http://127.0.0.1:1/' } };
    expect(await test()).toMatchObject({ delivered: false, status: 302, error: 'HTTP 302' });
    receiver.state.otherwise = 'hangs';
    expect(await test()).toMatchObject({ delivered: false, status: null, error: 'timeout' });
  });

  test('refuses unknown events and webhooks, and more than fifty', async () => {
    await open();
    for (const body of [{ events: ['user.invited'] }, { events: [] }, { name: ' ' }, { url: 7 }])
      expect([body, (await create(body)).status]).toEqual([body, 400]);
    for (const [method, path] of [
      ['put', ''],
      ['delete', ''],
      ['post', '/rotate-secret'],
      ['post', '/test'],
      ['get', '/messages'],
      ['post', '/replay'],
    ] as const)
      expect(
        (await call(method, `/unknown${path}`).send(method === 'put' ? {} : undefined)).body,
      ).toMatchObject({
        code: 'webhook_not_found',
      });
    for (let count = 0; count < 50; count += 1) await create({}).expect(201);
    expect((await create({}).expect(422)).body.code).toBe('webhook_limit');
  });

  test('a webhook gets the events of its own tenant only, and ends with what waits for it', async () => {
    await open({ config: { tenancy } });
    const { id: tenantId } = await createTenant(app, 'north');
    const other = await createWebhook(app, receiver.url, ['profile.created'], tenantId);
    await receiver.goDown();
    await createProfile(app, { name: 'Of default' });
    await createProfile(app, { name: 'Of north' }, tenantId);
    expect(await rows()).toMatchObject([{ tenant_id: tenantId, event: 'profile.created' }]);
    expect((await call('get')).body).toEqual([]);
    await call('delete', `/${other.id}`).expect(404);
    await call('delete', `/${other.id}`).set('X-Tenant-Id', tenantId).expect(200);
    expect(await rows()).toEqual([]);
  });
});
