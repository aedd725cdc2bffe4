import { setTimeout as wait } from 'node:timers/promises';
import {
  verifyWebhook,
  type WebhookOptions,
  type WebhookPlugin,
  webhookPlugin,
} from '../../examples/plugin-webhook';
import { allDenied, allGranted, cellsHolding, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import {
  createTestReceiver,
  newSecret,
  type Reaction,
  type Received,
  type TestReceiver,
  until,
} from '../support/webhook-receiver';

const secret = newSecret();
/** Seconds become milliseconds. */
const quick = { firstRetryMs: 10, maxRetryMs: 80, pollMs: 10, timeoutMs: 150, leaseMs: 600 };

let app: TestApp;
let receiver: TestReceiver;
let plugin: WebhookPlugin;
let profileId: string;
let calls: ReturnType<typeof consentCalls>;
/** What is open, by the options it was opened with: the next test with the same goes on with it. */
let openedWith: string | null = null;
/** Begins the ids of this test's visitors. */
let who = '';

beforeAll(async () => {
  receiver = await createTestReceiver();
});
beforeEach(async () => {
  who = `visitor-${Math.floor(performance.now())}`;
  await receiver.reset();
});
afterAll(async () => {
  await close();
  await receiver.goDown();
});

function make(options: Partial<WebhookOptions> = {}): WebhookPlugin {
  return webhookPlugin({ url: receiver.url, secret, ...quick, ...options });
}

async function close(): Promise<void> {
  if (openedWith !== null) await app.close();
  openedWith = null;
}

async function open(options: Partial<WebhookOptions> = {}): Promise<void> {
  if (openedWith !== JSON.stringify(options)) {
    await close();
    plugin = make(options);
    app = await createTestApp({
      config: { plugins: [plugin], pluginTimeoutMs: 10_000, rateLimit: false, trustProxy: true },
    });
    openedWith = JSON.stringify(options);
    ({ id: profileId } = await createActiveProfile(app));
    calls = consentCalls(app);
    if (options.events !== undefined) await empty();
    await receiver.reset();
  }
  await rows().delete();
  app.logger.lines.splice(0);
}

const decide = (visitorId: string) =>
  calls
    .submit({ visitorId, profileId, consentJson: allGranted })
    .set('X-Forwarded-For', '198.51.100.23')
    .set('User-Agent', 'distinctive-agent')
    .expect(200);
const messages = () => receiver.received.map(({ body }) => JSON.parse(body));
const typesReceived = () => messages().map(({ type }) => type);
const delivered = (count: number) => until(() => receiver.ids().length >= count, `${count} messages`);
const empty = () => until(async () => (await plugin.counts()).waiting === 0, 'an empty outbox');
const rows = () => app.knex('webhook_outbox');
/** Long enough for a message too many to arrive: the plugin polls every 10 ms. */
const severalPolls = () => wait(60);

/** Neither the log nor a table tells who the visitor is, or what signs. */
async function tellsNothing(visitorId: string): Promise<void> {
  const table = JSON.stringify(await rows());
  const log = app.logger.lines.join('\n');
  for (const text of [
    visitorId,
    secret,
    secret.slice('whsec_'.length),
    'distinctive-token',
    '198.51.100.23',
    'distinctive-agent',
  ]) {
    expect(table).not.toContain(text);
    expect(log).not.toContain(text);
  }
}

describe('a message', () => {
  test('reports a first decision, a change and an erasure, and leaves nothing behind', async () => {
    await open();
    const created = (await decide(`${who}-1`)).body;
    await delivered(1);
    const updated = (await calls.update(`${who}-1`, { consentJson: allDenied }).expect(200)).body;
    await delivered(2);
    await calls.erase(`${who}-1`).expect(200);
    await delivered(3);
    const ofVisitor = { tenantId: 'default', visitorId: `${who}-1` };
    expect(messages()).toEqual([
      { type: 'consent.created', timestamp: created.updatedAt, data: { ...ofVisitor, consent: created } },
      { type: 'consent.updated', timestamp: updated.updatedAt, data: { ...ofVisitor, consent: updated } },
      { type: 'consent.erased', timestamp: expect.stringMatching(/^20\d\d-.*Z$/), data: ofVisitor },
    ]);
    await empty();
    expect(await rows()).toEqual([]);
    expect(receiver.received.map(({ body }) => body).join()).not.toMatch(
      /198\.51\.100\.23|ipHash|distinctive-agent/,
    );
  });

  test('is signed over id, time and body', async () => {
    await open();
    await decide(`${who}-1`);
    await delivered(1);
    const { headers, body } = receiver.received[0] as Received;
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    expect(headers['idempotency-key']).toBe(headers['webhook-id']);
    expect(verifyWebhook({ headers, body, secrets: [secret] })).toBe(true);
    expect(verifyWebhook({ headers, body: body.replace('granted', 'denied!'), secrets: [secret] })).toBe(
      false,
    );
  });

  test('also tells of what has no hook, and of publications', async () => {
    await open({ events: ['settings.updated', 'profile.activated'] });
    const patched = app.request.patch(`${app.adminBase}/settings`).set(await app.asAdmin());
    await patched.send({ allowedOrigins: ['https://shop.example'] }).expect(200);
    const { id } = await createActiveProfile(app, { name: 'Second' });
    await decide(`${who}-1`);
    await delivered(2);
    expect(messages()).toEqual(
      expect.arrayContaining([
        {
          type: 'settings.updated',
          timestamp: expect.any(String),
          data: { tenantId: 'default', changed: ['allowedOrigins'] },
        },
        {
          type: 'profile.activated',
          timestamp: expect.any(String),
          data: { tenantId: 'default', profileId: id, name: 'Second', version: 1, complianceGroup: 'opt-in' },
        },
      ]),
    );
    await severalPolls();
    expect(receiver.received).toHaveLength(2);
  });

  test('may carry a parent’s token to who mails it, which stands in no table or log', async () => {
    await open({ events: ['consent.parentalConsentRequired'] });
    await receiver.goDown();
    const visitorId = `${who}-1`;
    const asked = app.request
      .post(`${app.publicBase}/consent/${visitorId}/parental-consent-request`)
      .set('Cookie', cookieOf(visitorId));
    const { token } = (await asked.send({ profileId }).expect(200)).body;
    await until(async () => (await rows()).length === 1);
    expect(JSON.stringify([await rows(), app.logger.lines])).not.toContain(token);
    await tellsNothing(visitorId);
    await receiver.comeBack();
    await delivered(1);
    expect(messages()[0]).toMatchObject({
      type: 'consent.parentalConsentRequired',
      data: { tenantId: 'default', visitorId, profileId, token },
    });
  });

  test('of several plugins goes to each of their receivers', async () => {
    const other = await createTestReceiver();
    const second = newSecret();
    await close();
    plugin = make();
    const crm = webhookPlugin({
      ...quick,
      url: other.url,
      secret: second,
      name: 'crm',
      events: ['consent.erased'],
    });
    app = await createTestApp({ config: { plugins: [plugin, crm] } });
    openedWith = 'two of them';
    ({ id: profileId } = await createActiveProfile(app));
    calls = consentCalls(app);
    await decide(`${who}-1`);
    await calls.erase(`${who}-1`).expect(200);
    await delivered(2);
    await until(() => other.received.length === 1);
    const { headers, body } = other.received[0] as Received;
    expect(verifyWebhook({ headers, body, secrets: [second] })).toBe(true);
    expect(await app.knex.schema.hasTable('crm_outbox')).toBe(true);
    await other.goDown();
  });
});

describe('a receiver', () => {
  const badly: readonly (readonly [string, Reaction])[] = [
    ['answers 500', 500],
    ['answers 503', 503],
    ['answers 404', 404],
    ['answers 401', 401],
    ['sends it elsewhere', { status: 302, headers: { location: '/elsewhere' } }],
    ['hangs', 'hangs'],
    ['hangs up', 'hangs up'],
    ['breaks off', 'breaks off'],
    ['babbles', 'babbles'],
  ];

  test.each(badly)(
    'that %s gets the message again, the same and newly signed, until it takes it',
    async (_what, reaction) => {
      await open();
      receiver.state.plan = [reaction, reaction];
      await decide(`${who}-1`);
      await until(() => receiver.state.plan.length === 0 && receiver.received.length > 0);
      await empty();
      const bodies = receiver.received.map(({ body }) => body);
      expect(receiver.ids()).toHaveLength(1);
      expect(new Set(bodies).size).toBe(1);
      expect(receiver.received.length).toBe(reaction === 'hangs up' ? 1 : 3);
      for (const { headers, body } of receiver.received)
        expect(verifyWebhook({ headers, body, secrets: [secret] })).toBe(true);
      expect(app.logger.lines.filter((line) => line.includes('"warn"'))).toEqual([
        expect.stringContaining('does not accept messages'),
      ]);
      expect(app.logger.lines.filter((line) => line.includes('accepts messages again'))).toHaveLength(1);
      await tellsNothing(`${who}-1`);
    },
  );

  test('that takes it but goes on talking has taken it', async () => {
    await open();
    receiver.state.otherwise = 'takes it and talks on';
    await decide(`${who}-1`);
    await empty();
    await severalPolls();
    expect(receiver.received).toHaveLength(1);
  });

  test('that was down gets everything once it is back', async () => {
    await open();
    await receiver.goDown();
    for (let visitor = 1; visitor <= 5; visitor += 1) await decide(`${who}-${visitor}`);
    await until(async () => (await rows()).every(({ attempts }) => attempts > 1));
    expect(await plugin.counts()).toMatchObject({ waiting: 5, dead: 0, oldest: expect.any(Number) });
    await tellsNothing(`${who}-1`);
    await receiver.comeBack();
    await delivered(5);
    await empty();
    expect(
      messages()
        .map(({ data }) => data.visitorId)
        .sort(),
    ).toEqual([1, 2, 3, 4, 5].map((visitor) => `${who}-${visitor}`));
    expect(receiver.received).toHaveLength(5);
  });

  test('is given longer and longer pauses', async () => {
    await open({ firstRetryMs: 40, maxRetryMs: 160 });
    receiver.state.plan = [500, 500, 500, 500, 500];
    await decide(`${who}-1`);
    await until(() => receiver.received.length === 6);
    const gaps = receiver.received.slice(1).map(({ at }, index) => at - (receiver.received[index]?.at ?? 0));
    // Half of each pause is fixed: 40, 80, 160, 160, 160.
    expect(gaps.map((gap, index) => gap >= ([20, 40, 80, 80, 80][index] ?? 0) - 2)).toEqual(
      gaps.map(() => true),
    );
  });

  test('that says when to come again is left alone until then', async () => {
    await open({ maxRetryMs: 1000 });
    receiver.state.plan = [{ status: 429, headers: { 'retry-after': '1' } }];
    await decide(`${who}-1`);
    await until(() => receiver.received.length === 2);
    expect((receiver.received[1]?.at ?? 0) - (receiver.received[0]?.at ?? 0)).toBeGreaterThan(950);
  });

  test('that says to come again in a year is asked again within the longest pause', async () => {
    await open();
    receiver.state.plan = [
      { status: 503, headers: { 'retry-after': '31536000' } },
      { status: 503, headers: { 'retry-after': 'Fri, 31 Dec 2199 23:59:59 GMT' } },
    ];
    await decide(`${who}-1`);
    await empty();
    expect(receiver.received).toHaveLength(3);
    expect(receiver.ids()).toHaveLength(1);
  });

  test('that hangs on some messages holds up neither visitors nor the other messages', async () => {
    await open({ timeoutMs: 60_000, leaseMs: 120_000 });
    receiver.state.plan = ['hangs', 'hangs', 'hangs'];
    for (let visitor = 1; visitor <= 10; visitor += 1) await decide(`${who}-${visitor}`);
    await delivered(10);
    // The receiver has a message before the outbox forgets it.
    await until(async () => (await plugin.counts()).waiting === 3, 'three messages that hang');
    await close();
  });
});

describe('a message that cannot be delivered', () => {
  test('is laid aside after so many attempts, told once, and can be sent again', async () => {
    await open({ maxAttempts: 3 });
    receiver.state.otherwise = 500;
    await decide(`${who}-1`);
    await until(async () => (await plugin.counts()).dead === 1);
    await severalPolls();
    expect(receiver.received).toHaveLength(3);
    expect(
      app.logger.lines.filter((line) => line.includes('"error"') && line.includes('kept as undeliverable')),
    ).toEqual([expect.stringMatching(/"event":"consent\.created","attempts":3,"reason":"HTTP 500"/)]);
    await tellsNothing(`${who}-1`);
    receiver.state.otherwise = 204;
    expect(await plugin.retryDead()).toBe(1);
    await empty();
    expect(await plugin.counts()).toEqual({ waiting: 0, dead: 0, oldest: null });
    expect(receiver.ids()).toHaveLength(1);
  });

  test('is not kept for ever', async () => {
    await open({ maxAttempts: 1 });
    receiver.state.otherwise = 500;
    await decide(`${who}-1`);
    await until(async () => (await plugin.counts()).dead === 1);
    await rows().update({ created: Date.now() - 31 * 86_400_000 });
    const later = make();
    const again = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      config: { plugins: [later] },
    });
    await again.service.start();
    await until(async () => (await later.counts()).dead === 0);
    await again.close();
  });

  test('because the outbox cannot be written is lost, and the decision is recorded all the same', async () => {
    await open();
    await app.knex.schema.renameTable('webhook_outbox', 'gone');
    await decide(`${who}-1`);
    expect(app.logger.lines.filter((line) => line.includes('"hook":"afterConsentSave"'))).toHaveLength(1);
    expect((await calls.read(`${who}-1`).expect(200)).body.consentJson).toEqual(allGranted);
    await app.knex.schema.renameTable('gone', 'webhook_outbox');
    await decide(`${who}-2`);
    await delivered(1);
    await tellsNothing(`${who}-1`);
  });
});

describe('an erased visitor', () => {
  test.each([
    ['waits', {}],
    ['was laid aside', { maxAttempts: 1 }],
  ])(
    'is forgotten in the outbox when a message about it %s; only its erasure is still told',
    async (_what, options) => {
      await open(options);
      await receiver.goDown();
      await decide(`${who}-1`);
      await calls.update(`${who}-1`, { consentJson: allDenied }).expect(200);
      await decide(`${who}-2`);
      await until(async () => (await rows()).every(({ attempts }) => attempts >= 1));
      await calls.erase(`${who}-1`).expect(200);
      expect((await rows()).map(({ event }) => event).sort()).toEqual(['consent.created', 'consent.erased']);
      expect(await cellsHolding(app, `${who}-1`)).toEqual([]);
      await tellsNothing(`${who}-1`);
      await receiver.comeBack();
      // A message can be laid aside until the receiver's return is noticed.
      await until(async () => {
        await plugin.retryDead();
        return receiver.ids().length === 2;
      }, '2 messages');
      expect(typesReceived().sort()).toEqual(['consent.created', 'consent.erased']);
      await empty();
      expect(await rows()).toEqual([]);
    },
  );

  test('is forgotten also when its erasure is not to be told', async () => {
    await open({ events: ['consent.created'] });
    await receiver.goDown();
    await decide(`${who}-1`);
    await calls.erase(`${who}-1`).expect(200);
    expect(await rows()).toEqual([]);
  });

  test('stands in no table in clear at any time, also when the process dies before it is forgotten', async () => {
    await open();
    await receiver.goDown();
    await decide(`${who}-1`);
    const [row] = await rows();
    expect(JSON.stringify(row)).not.toContain(`${who}-1`);
    expect(Buffer.from(row.body, 'base64').toString('latin1')).not.toContain(`${who}-1`);
  });
});

describe('a secret that is replaced', () => {
  afterEach(close);

  test('still opens what it sealed, when it is named; what goes out is signed with the new one', async () => {
    await open();
    await receiver.goDown();
    await decide(`${who}-1`);
    await decide(`${who}-2`);
    await app.service.close();
    await receiver.comeBack();
    const next = newSecret();
    const rotated = make({ secret: next, previousSecrets: [secret] });
    const again = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      config: { plugins: [rotated] },
    });
    await again.service.start();
    await delivered(2);
    for (const { headers, body } of receiver.received) {
      expect(verifyWebhook({ headers, body, secrets: [next] })).toBe(true);
      expect(verifyWebhook({ headers, body, secrets: [secret] })).toBe(false);
    }
    await again.close();
  });

  test('lays aside what it cannot open, and says which option to set', async () => {
    await open();
    await receiver.goDown();
    await decide(`${who}-1`);
    await app.service.close();
    await receiver.comeBack();
    const stranger = make({ secret: newSecret() });
    const again = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      config: { plugins: [stranger] },
    });
    await again.service.start();
    await until(async () => (await stranger.counts()).dead === 1);
    expect(again.logger.lines.join()).toContain('previousSecrets');
    expect(receiver.received).toEqual([]);
    await again.close();
  });
});

describe('closing the service', () => {
  afterEach(close);

  test('lets an attempt under way end, and makes no other', async () => {
    await open({ timeoutMs: 1500, leaseMs: 5000 });
    receiver.state.delayMs = 300;
    await decide(`${who}-1`);
    await until(() => receiver.received.length === 1);
    await app.service.close();
    expect(await rows()).toEqual([]);
    const seen = receiver.received.length;
    await severalPolls();
    expect(receiver.received).toHaveLength(seen);
  });

  test('does not wait for a receiver that hangs, and leaves the message to the next process at once', async () => {
    await open({ timeoutMs: 60_000, leaseMs: 600_000 });
    receiver.state.plan = ['hangs'];
    await decide(`${who}-1`);
    await until(() => receiver.received.length === 1);
    const begun = performance.now();
    await app.service.close();
    expect(performance.now() - begun).toBeLessThan(20_000);
    const next = make();
    const again = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      config: { plugins: [next] },
    });
    await again.service.start();
    await until(() => receiver.received.length === 2);
    expect(receiver.ids()).toHaveLength(1);
    await again.close();
  });

  test('waits for the writing down of events without a hook', async () => {
    await open({ events: ['settings.updated'] });
    await receiver.goDown();
    const patched = app.request.patch(`${app.adminBase}/settings`).set(await app.asAdmin());
    await patched.send({ allowedOrigins: ['https://shop.example'] }).expect(200);
    await app.service.close();
    expect(await rows()).toHaveLength(1);
    expect(app.service.events.listenerCount('settings.updated')).toBe(0);
  });
});

describe('options', () => {
  test.each<[string, object, RegExp]>([
    ['no url', { url: undefined }, /url must be an absolute address/],
    ['a relative url', { url: '/hooks' }, /url must be an absolute address/],
    ['http to another machine', { url: 'http://hooks.example/in' }, /https, or http on this machine/],
    ['another scheme', { url: 'file:///etc/passwd', allowHttp: true }, /https, or http on this machine/],
    ['a name and password in the url', { url: 'https://user:distinctive@hooks.example' }, /name or password/],
    ['no secret', { secret: undefined }, /a secret must be whsec_/],
    [
      'a short secret',
      { secret: `whsec_${Buffer.from('distinctive').toString('base64')}` },
      /24 random bytes/,
    ],
    ['a secret of another form', { secret: 'distinctive-but-not-base64-with-a-prefix' }, /whsec_/],
    ['a bad previous secret', { previousSecrets: ['distinctive'] }, /whsec_/],
    ['a name that is no table', { name: 'web hook; drop table' }, /name must consist of/],
    ['no events', { events: [] }, /events must be/],
    ['a time of nothing', { timeoutMs: 0 }, /timeoutMs must be/],
    ['attempts that are no number', { maxAttempts: 'many' }, /maxAttempts must be/],
    ['a lease shorter than an attempt', { timeoutMs: 500, leaseMs: 400 }, /leaseMs must be above/],
    ['one that is misspelt', { retries: 3 }, /unknown option: retries/],
  ])('%s is refused, without telling its value', (_what, options, message) => {
    const making = () =>
      webhookPlugin({ url: 'https://hooks.example/in', secret, ...options } as WebhookOptions);
    expect(making).toThrow(TypeError);
    expect(making).toThrow(message);
    expect(making).not.toThrow(/distinctive/);
  });

  test('http to another machine can be allowed', () => {
    expect(() => webhookPlugin({ url: 'http://hooks.internal/in', secret, allowHttp: true })).not.toThrow();
  });

  test('one plugin serves one service', async () => {
    await open();
    const again = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      config: { plugins: [plugin], strictPlugins: true },
    });
    await expect(again.service.start()).rejects.toThrow('used by one service only');
    await again.close();
  });
});

describe('verifying', () => {
  const body = '{"type":"consent.created"}';
  const now = Date.UTC(2026, 10, 20);
  const vector = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };

  test('takes the example that the specification gives', () => {
    const request = {
      headers: vector,
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      now: 1614265330_000,
    };
    expect(verifyWebhook(request)).toBe(true);
    expect(verifyWebhook({ ...request, body: Buffer.from('{"test": 2432232314}') })).toBe(true);
    expect(
      verifyWebhook({
        ...request,
        headers: { ...vector, 'webhook-signature': `v2,abc v1,AAAA ${vector['webhook-signature']}` },
      }),
    ).toBe(true);
    expect(verifyWebhook({ ...request, secrets: [secret, ...request.secrets] })).toBe(true);
  });

  test.each<[string, Record<string, unknown>]>([
    ['of five minutes and a second ago', { now: 1614265330_000 + 301_000 }],
    ['of five minutes and a second ahead', { now: 1614265330_000 - 301_000 }],
    ['of now', { now }],
    ['under another secret', { secrets: [secret] }],
    ['under none', { secrets: [] }],
    ['with another body', { body: `${body} ` }],
    ['with another id', { headers: { ...vector, 'webhook-id': 'msg_other' } }],
    ['with another time', { headers: { ...vector, 'webhook-timestamp': '1614265331' } }],
    ['with a time that is none', { headers: { ...vector, 'webhook-timestamp': '1614265330e0' } }],
    [
      'with a cut signature',
      { headers: { ...vector, 'webhook-signature': vector['webhook-signature'].slice(0, -4) } },
    ],
    ['with an empty signature', { headers: { ...vector, 'webhook-signature': 'v1,' } }],
    [
      'with a signature of another version',
      { headers: { ...vector, 'webhook-signature': vector['webhook-signature'].replace('v1', 'v1a') } },
    ],
    ['without an id', { headers: { ...vector, 'webhook-id': undefined } }],
    ['without a time', { headers: { ...vector, 'webhook-timestamp': undefined } }],
    ['without a signature', { headers: { ...vector, 'webhook-signature': undefined } }],
    ['with a header twice', { headers: { ...vector, 'webhook-signature': [vector['webhook-signature']] } }],
  ])('refuses one %s', (_what, changes) => {
    const request = {
      headers: vector,
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      now: 1614265330_000,
      ...changes,
    };
    expect(verifyWebhook(request as Parameters<typeof verifyWebhook>[0])).toBe(false);
  });
});
