import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { setTimeout as wait } from 'node:timers/promises';
import { createCircuits } from '#operators/webhooks/circuits';
import { createDelivery } from '#operators/webhooks/delivery';
import { askNameServers } from '#operators/webhooks/name-servers';
import { createReceiverAddresses } from '#operators/webhooks/receiver-address';
import type { StoredWebhook } from '#operators/webhooks/webhook-repository';
import { verifyWebhook } from '../../examples/webhook-receiver/receiver';
import type { SignedIn } from '../support/accounts';
import { allDenied, allGranted, cellsHolding, consentCalls } from '../support/consent';
import {
  createTestApp,
  createTestClock,
  runningClock,
  type TestApp,
  type TestAppOptions,
} from '../support/create-test-app';
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
const hasFailed = ({ failingSince }: { readonly failingSince: string | null }) => failingSince !== null;
const rows = () => app.knex('svc_webhook_messages');
/** Whether a receiver with these secrets accepts the request that arrived. */
const accepts = (index: number, ...secrets: string[]) => {
  const { headers, body } = receiver.received[index] ?? { headers: {}, body: '' };
  return verifyWebhook(headers, Buffer.from(body), secrets);
};

test('a change can name the state that it was made for; deliveries and new secrets do not count', async () => {
  await open();
  const { id } = await createWebhook(app, receiver.url);
  const read = await call('get', `/${id}`).expect(200);
  expect(read.body).toEqual(await only());
  const change = (name: string, etag = '') => call('put', `/${id}`).set('If-Match', etag).send({ name });
  await decide('visitor');
  await delivered(1);
  await call('post', `/${id}/rotate-secret`).expect(200);
  const saved = await change('First', read.headers.etag).expect(200);
  const late = await change('Second', read.headers.etag).expect(412);
  expect([late.body.code, late.headers.etag]).toEqual(['version_conflict', saved.headers.etag]);
  expect((await only()).name).toBe('First');
  await call('put', `/${id}`).send({ name: 'Third' }).expect(200);
  await call('get', '/unknown').expect(404);
});

test('the audit log says that the address has changed, also below the same host, and keeps its path secret', async () => {
  await open();
  const { id } = await createWebhook(app, receiver.url);
  const changes = async (body: object) => {
    await call('put', `/${id}`).send(body).expect(200);
    const entries = await app.knex('svc_audit').where({ action: 'webhook:updated' }).orderBy('sequence');
    return JSON.parse(entries.at(-1).changes);
  };
  const { origin } = new URL(receiver.url);
  const moved = { name: expect.anything(), addressChanged: true };
  expect(await changes({ url: `${origin}/secret-path` })).toEqual(moved);
  expect(await changes({ url: `${origin}/secret-path?secret-query` })).toEqual(moved);
  expect(await changes({ name: 'Other' })).not.toHaveProperty('addressChanged');
  expect(await changes({ url: 'http://127.0.0.1:9999/' })).toMatchObject({
    url: { before: origin, after: 'http://127.0.0.1:9999' },
    addressChanged: true,
  });
  expect(JSON.stringify(await app.knex('svc_audit'))).not.toContain('secret-');
});

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

  test('receivers that hang, however many, do not hold up one that answers', async () => {
    await open();
    const other = await createTestReceiver();
    receiver.state.otherwise = 'hangs';
    for (let webhook = 0; webhook < 10; webhook += 1) await createWebhook(app, receiver.url);
    for (let visitor = 0; visitor < 10; visitor += 1) await decide(`visitor-${visitor}`);
    const failing = async () => (await call('get').expect(200)).body.filter(hasFailed).length;
    await until(async () => (await failing()) === 10, 'ten webhooks that fail');
    await createWebhook(app, other.url);
    const before = receiver.received.length;
    await decide('visitor-last');
    await until(() => other.received.length === 1, 'the answer of the working receiver');
    // About a hundred older messages wait.
    expect(receiver.received.length - before).toBeLessThan(16);
    await other.goDown();
  });

  test('webhooks take turns, those that work before those that fail', async () => {
    await open();
    const clock = createTestClock();
    const circuits = createCircuits(clock, { firstRetryMs: 1, longestPauseMs: 1 });
    const webhook = (id: string, failingSince: number | null) => ({ id, failingSince }) as StoredWebhook;
    const all = ['fails', 'fails too', 'works', 'works too'].map((id) =>
      webhook(id, id.startsWith('fails') ? 1 : null),
    );
    const turns = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const order = circuits.inOrder(all);
      turns.push(order.map(({ id }) => id).join(', '));
      for (const next of [order[0], order[2]]) circuits.start(next as StoredWebhook);
      clock.advance(1);
    }
    const [one, other] = ['works, works too, fails, fails too', 'works too, works, fails too, fails'];
    expect(turns).toEqual([one, other, one, other]);
  });

  test('a receiver that is down gets one attempt after a pause, and all that is too old is given up with it', async () => {
    const minute = { firstRetryMs: 60_000, longestRetryMs: 60_000, longestPauseMs: 60_000 };
    await open({ webhookTimes: { ...quickWebhooks, ...minute } });
    const { id } = await createWebhook(app, receiver.url);
    receiver.state.otherwise = 503;
    for (let visitor = 0; visitor < 3; visitor += 1) {
      await decide(`visitor-${visitor}`);
      await until(async () => (await rows()).every(({ last_error }) => last_error === 'HTTP 503'));
    }
    for (let visitor = 3; visitor < 12; visitor += 1) await decide(`visitor-${visitor}`);
    await rows().update({ created_at: Date.now() - 4 * 86_400_000 });
    await call('post', `/${id}/replay`).expect(200);
    await until(async () => (await only()).dead === 12, 'messages given up');
    expect(receiver.received).toHaveLength(4);
  });

  test('any number of messages is given up, sent again and removed with its webhook, some at a time', async () => {
    const minute = { firstRetryMs: 60_000, longestRetryMs: 60_000, longestPauseMs: 60_000 };
    await open({ webhookTimes: { ...quickWebhooks, ...minute } });
    const { id } = await createWebhook(app, receiver.url);
    receiver.state.otherwise = 503;
    for (let visitor = 0; visitor < 3; visitor += 1) {
      await decide(`visitor-${visitor}`);
      await until(async () => (await rows()).every(({ last_error }) => last_error === 'HTTP 503'));
    }
    const [sample] = await rows();
    const createdAt = Date.now() - 4 * 86_400_000;
    for (let batch = 0; batch < 12; batch += 1)
      await rows().insert(
        Array.from({ length: 100 }, (_, index) => ({
          ...sample,
          id: `old-${batch}-${index}`,
          attempts: 0,
          due_at: createdAt,
          created_at: createdAt,
        })),
      );
    await rows().update({ created_at: createdAt });
    /** Statements about several messages, with their numbers; statements without a list are about any number. */
    const changed: [string, number][] = [];
    app.knex.on('query-response', (_response, { sql }) => {
      const [, verb = '', condition = ''] =
        /^(update|delete) .*svc_webhook_messages.* where (.*)/.exec(sql) ?? [];
      if (verb === '' || condition.includes('`id` = ?')) return;
      const [, ids] = /`id` in \(([^)]*)\)/.exec(condition) ?? [];
      changed.push([verb, ids?.split(',').length ?? Number.POSITIVE_INFINITY]);
    });
    const parts = () => changed.splice(0);
    await call('post', `/${id}/replay`).expect(200);
    await until(async () => (await only()).dead === 1203, 'messages given up');
    expect(parts().length).toBeGreaterThanOrEqual(3);

    const inThree = (verb: string) => [500, 500, 203].map((count) => [verb, count]);
    expect((await call('post', `/${id}/replay`).expect(200)).body).toEqual({ replayed: 1203 });
    expect(parts()).toEqual(inThree('update'));
    await call('put', `/${id}`).send({ enabled: false }).expect(200);
    await rows().update({ due_at: createdAt, created_at: createdAt });
    parts();
    await call('put', `/${id}`).send({ enabled: true }).expect(200);
    expect(parts()).toEqual(inThree('update'));
    await rows().update({ due_at: Date.now() + 86_400_000 });
    parts();
    await call('post', `/${id}/replay`).expect(200);
    expect(parts()).toEqual(inThree('update'));
    await call('delete', `/${id}`).expect(200);
    expect(await rows()).toEqual([]);
    expect(parts()).toEqual(inThree('delete'));
  });

  test('while all that is due waits for attempts in progress, the database is left alone', async () => {
    await open({ webhookTimes: { ...quickWebhooks, timeoutMs: 20_000, pollMs: 5_000 } });
    await createWebhook(app, receiver.url);
    receiver.state.otherwise = 'hangs';
    for (let visitor = 0; visitor < 5; visitor += 1) await decide(`visitor-${visitor}`);
    await until(() => receiver.received.length === 2);
    let statements = 0;
    app.knex.on('query', ({ sql }) => {
      if (/webhook_messages/.test(sql)) statements += 1;
    });
    await wait(400);
    expect(statements).toBeLessThan(4);
  });

  test('an attempt whose message was taken over by then changes nothing, however it ends', async () => {
    // The claim ends before the attempt, as in a process that was stopped for a while.
    await open({ webhookTimes: { ...quickWebhooks, timeoutMs: 600, claimMs: 100 } });
    await createWebhook(app, receiver.url);
    receiver.state.plan = ['hangs'];
    await decide('visitor-1');
    await until(() => receiver.received.length === 1);
    await rows().update({ created_at: Date.now() - 4 * 86_400_000 });
    await until(async () => (await rows()).length === 0, 'a delivery by another attempt');
    expect(receiver.ids()).toHaveLength(1);
    await until(async () => (await receiver.connections()) === 0, 'the end of the first attempt');
    receiver.state.plan = ['hangs'];
    await decide('visitor-2');
    await until(() => receiver.ids().length === 2);
    expect(await only()).toMatchObject({ dead: 0, failingSince: null, lastError: null });
    expect(app.logger.lines.filter((line) => /given up|tried again/.test(line))).toEqual([]);
  });

  test('a replay does not send what is being sent', async () => {
    await open({ webhookTimes: { ...quickWebhooks, timeoutMs: 20_000, claimMs: 30_000 } });
    const { id } = await createWebhook(app, receiver.url);
    receiver.state.plan = ['hangs'];
    await decide('visitor-1');
    await until(() => receiver.received.length === 1);
    await call('post', `/${id}/replay`).expect(200);
    await decide('visitor-2');
    await until(() => receiver.received.length === 2);
    expect(messages().map(({ data }) => data.visitorId)).toEqual(['visitor-1', 'visitor-2']);
  });

  test.each([
    ['seconds', () => '120'],
    ['a date', () => new Date(Date.now() + 120_000).toUTCString()],
  ])(
    'a receiver that asks for a pause in %s gets it, unless an operator sends what waits',
    async (_, retryAfter) => {
      await open({ webhookTimes: { ...quickWebhooks, longestRetryMs: 3_600_000 } });
      const { id } = await createWebhook(app, receiver.url);
      receiver.state.plan = [{ status: 429, headers: { 'retry-after': retryAfter() } }];
      await decide('visitor-1');
      await until(async () => (await only()).lastError === 'HTTP 429');
      const [{ due_at: dueAt }] = await rows();
      expect(Number(dueAt) - Date.now()).toBeGreaterThan(100_000);
      expect(Number(dueAt) - Date.now()).toBeLessThanOrEqual(120_000);
      await decide('visitor-2');
      const other = await createTestReceiver();
      await createWebhook(app, other.url);
      await decide('visitor-3');
      await until(() => other.received.length === 1);
      expect(receiver.received).toHaveLength(1);
      await other.goDown();
      await call('post', `/${id}/replay`).expect(200);
      await until(async () => (await rows()).length === 0);
      expect(receiver.received).toHaveLength(4);
    },
  );

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

  test('erasures do not fill a queue: decisions are still stored', async () => {
    await open({ config: { webhooks: { ...localReceivers, maxMessages: 10 } } });
    await createWebhook(app, receiver.url);
    await receiver.goDown();
    for (let visitor = 0; visitor < 12; visitor += 1) {
      await decide(`visitor-${visitor}`);
      await consentCalls(app).erase(`visitor-${visitor}`).expect(200);
    }
    const attempts = async () => (await rows()).reduce((sum, row) => sum + row.attempts, 0);
    const before = await attempts();
    // Each look at what is due also counts the messages.
    await until(async () => (await attempts()) >= before + 2, 'two more attempts');
    await decide('visitor-new');
    expect((await rows()).map(({ event }) => event).sort()).toEqual([
      'consent.created',
      ...Array(12).fill('consent.erased'),
    ]);
  });

  test('a webhook that is switched off keeps what waits and stores erasures only, until it is on again', async () => {
    await open();
    const { id } = await createWebhook(app, receiver.url);
    await decide('visitor-0');
    await until(async () => receiver.received.length === 1 && (await rows()).length === 0);
    await receiver.goDown();
    await decide('visitor-1');
    await until(async () => (await only()).lastError !== null);
    const off = await call('put', `/${id}`).send({ enabled: false }).expect(200);
    expect(off.body).toMatchObject({ enabled: false, waiting: 1, dead: 0 });
    await decide('visitor-2');
    await consentCalls(app).erase('visitor-0').expect(200);
    const rotated = await call('post', `/${id}/rotate-secret`).expect(200);
    expect(rotated.body).toMatchObject({ enabled: false, waiting: 2, dead: 0 });

    // Weeks later.
    const longAgo = Date.now() - 60 * 86_400_000;
    await rows().update({ created_at: longAgo, due_at: longAgo, attempts: 7 });
    const other = await createTestReceiver();
    const { id: otherId } = await createWebhook(app, other.url);
    await decide('visitor-3');
    await until(() => other.received.length === 1);
    await app.service.maintenance();
    const kept = await rows().where({ webhook_id: id }).orderBy('event');
    expect(kept.map(({ event, attempts }) => [event, attempts])).toEqual([
      ['consent.created', 7],
      ['consent.erased', 7],
    ]);
    await call('delete', `/${otherId}`).expect(200);
    await other.goDown();

    await receiver.reset();
    receiver.state.plan = [502];
    await call('put', `/${id}`).send({ enabled: true }).expect(200);
    await until(async () => (await rows()).length === 0, 'an empty outbox');
    expect(types().slice(-2).sort()).toEqual(['consent.created', 'consent.erased']);
    expect(receiver.ids()).toHaveLength(2);
    expect(app.logger.lines.filter((line) => line.includes('given up'))).toEqual([]);
  });

  test('what has waited for a year is removed from a webhook that is switched off, which says so', async () => {
    await open();
    const { id } = await createWebhook(app, receiver.url);
    const { id: otherId } = await createWebhook(app, receiver.url);
    for (const webhook of [id, otherId])
      await call('put', `/${webhook}`).send({ enabled: false }).expect(200);
    await decide('visitor-1');
    await consentCalls(app).erase('visitor-1').expect(200);
    const waitingOf = (webhook: string) => rows().where({ webhook_id: webhook });
    const setAge = (webhook: string, days: number) => {
      const at = Date.now() - days * 86_400_000;
      return waitingOf(webhook).update({ created_at: at, due_at: at });
    };
    await setAge(id, 366);
    await setAge(otherId, 364);
    // No event goes without the note: a process that ends in between loses neither.
    await app.knex.raw(
      "create trigger no_note before update of lost_at on svc_webhooks begin select raise(abort, 'full disk'); end",
    );
    await app.service.maintenance();
    expect(await waitingOf(id)).toHaveLength(1);
    await app.knex.raw('drop trigger no_note');
    await app.service.maintenance();
    expect([await waitingOf(id), await waitingOf(otherId)]).toEqual([[], [expect.anything()]]);
    const views = (await call('get').expect(200)).body;
    const lost = (webhook: string) => views.find((view: { id: string }) => view.id === webhook).lostAt;
    expect([lost(id), lost(otherId)]).toEqual([expect.any(String), null]);
    const lines = app.logger.lines.filter((line) => line.includes('waited for a year'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', webhookId: id, messages: 1 }),
    ]);
  });

  test('what is stored for a webhook that another process has just deleted is removed; no read is about all messages', async () => {
    await open();
    const reads: string[] = [];
    app.knex.on('query', ({ sql }) => {
      if (/^select .*svc_webhook_messages/.test(sql)) reads.push(sql);
    });
    await createWebhook(app, receiver.url);
    expect(await only()).toMatchObject({ waiting: 0, dead: 0 });
    const { id } = await createWebhook(app, receiver.url);
    await call('delete', `/${id}`).expect(200);
    const row = {
      tenant_id: 'default',
      event: 'consent.erased',
      body: '',
      attempts: 0,
      created_at: Date.now(),
    };
    await rows().insert({ ...row, id: 'late', webhook_id: id, status: 'waiting', due_at: Date.now() });
    await app.service.maintenance();
    expect(reads.filter((sql) => !/ limit | exists /.test(sql))).toEqual([]);
    expect(await rows()).toEqual([]);
  });
});

describe('secrets', () => {
  test('for a day after a rotation, messages are signed with each replaced secret too, up to ten in all', async () => {
    await open();
    const { id, secret } = await createWebhook(app, receiver.url);
    const rotate = async () => (await call('post', `/${id}/rotate-secret`).expect(200)).body;
    const secrets = [secret, (await rotate()).secret];
    const { secret: newest, previousSecretUntil } = await rotate();
    secrets.push(newest);
    expect(new Set(secrets).size).toBe(3);
    expect(Date.parse(previousSecretUntil) - Date.now()).toBeGreaterThan(86_000_000);
    await decide('visitor-1');
    await delivered(1);
    expect(secrets.map((each) => accepts(0, each))).toEqual([true, true, true]);

    const { previous_secrets: stored } = await app.knex('svc_webhooks').first('previous_secrets');
    const [replaced, first] = JSON.parse(stored);
    await app.knex('svc_webhooks').update({
      previous_secrets: JSON.stringify([replaced, { ...first, until: Date.now() - 1 }]),
    });
    // Another process changed it.
    await call('put', `/${id}`).send({ name: 'Renamed' }).expect(200);
    await decide('visitor-2');
    await delivered(2);
    expect(secrets.map((each) => accepts(1, each))).toEqual([false, true, true]);

    for (let count = 0; count < 12; count += 1) await rotate();
    await decide('visitor-3');
    await delivered(3);
    expect(String(receiver.received[2]?.headers['webhook-signature']).split(' ')).toHaveLength(10);
  });

  test('appear in their own reply only, and are stored encrypted; upkeep and rotation seal them and what waits with a new key', async () => {
    await open();
    const { id, secret } = await createWebhook(app, receiver.url);
    const { body: rotated } = await call('post', `/${id}/rotate-secret`).expect(200);
    for (const each of [secret, rotated.secret]) {
      expect(JSON.stringify(await only())).not.toContain(each);
      expect(await cellsHolding(app, each)).toEqual([]);
    }
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
    /** The ids of the keys that sealed the secrets. */
    const keys = async () => {
      const webhook = await app.knex('svc_webhooks').first('secret', 'previous_secrets');
      const sealed = [webhook.secret, JSON.parse(webhook.previous_secrets)[0].secret];
      return sealed.map((text) => text.split('.')[0]);
    };
    const [old] = await keys();
    await next.service.maintenance();
    const [renewed] = await keys();
    expect(renewed).not.toBe(old);
    expect(await keys()).toEqual([renewed, renewed]);
    expect(
      (
        await next.request
          .post(`${next.adminBase}/webhooks/${id}/test`)
          .set(await next.asAdmin())
          .expect(200)
      ).body,
    ).toMatchObject({ delivered: true });
    expect([accepts(0, secret), accepts(0, rotated.secret)]).toEqual([true, true]);

    // The other process still seals with the old key.
    await receiver.goDown();
    await decide('visitor-1');
    const [waiting] = await rows();
    await rows().insert({ ...waiting, id: 'lost', body: `0${waiting.body}` });
    const { dataSigningHash } = await next.service.operations.rotateSecrets();
    expect(dataSigningHash).toMatchObject({ resealed: 1, unreadableSecrets: [], unreadableMessages: 1 });
    const [sealed] = await rows().where({ id: waiting.id });
    expect(sealed.body.split('.')[0]).toBe(renewed);
    // An erasure finds it also when the old key is gone.
    expect(sealed.visitor_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(sealed.visitor_hash).not.toBe(waiting.visitor_hash);
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
    await open({
      config: { webhooks: { allowedHosts: ['Intranet.example', 'FD00:0:0:0:0:0:0:8', 'bücher.internal'] } },
    });
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
    for (const host of [
      'intranet.example',
      'intranet.example:8080',
      '[fd00::8]:8080',
      'xn--bcher-kva.internal',
    ])
      await call('put', `/${id}`)
        .send({ url: `http://${host}/in` })
        .expect(200);
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
        await pin('rebind.example', new AbortController().signal).then(
          ([{ address }]) => address,
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

  test('are connected to for longer than the way to a far receiver takes, also while others are left', async () => {
    await open();
    /** The connection is open before, but the process learns of it only after this, and after its timers. */
    const learnLate = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    const found: [LookupAddress, LookupAddress] = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
    const deliver = createDelivery(
      {
        fault: () => null,
        async pin() {
          process.nextTick(learnLate);
          return found;
        },
      },
      5_000,
    );
    const target = { url: receiver.url.replace('127.0.0.1', 'far.example'), secrets: [] };
    const message = { id: 'far', body: '{}', now: 0 };
    await new Promise((resolve) => setImmediate(resolve));
    expect(await deliver(target, message, new AbortController().signal)).toEqual({
      delivered: true,
      status: 204,
    });
  });
});

test('names are asked from name servers, which can hang without holding a thread', async () => {
  /** Answers questions for addresses (RFC 1035, 4.1): `public` and `half` have an IPv4 address, `hangs` gets no answer. */
  const server = createSocket('udp4', (question, { port }) => {
    const end = question.indexOf(0, 12) + 5;
    const name = question.toString('latin1', 13, 13 + (question[12] ?? 0));
    const isAboutIpv4 = question.readUInt16BE(end - 4) === 1;
    if (name === 'hangs' || (name === 'half' && !isAboutIpv4)) return;
    const isFound = name !== 'unknown' && isAboutIpv4;
    const header = Buffer.from([
      0x81,
      isFound || name === 'public' ? 0x80 : 0x83,
      0,
      1,
      0,
      Number(isFound),
      0,
      0,
      0,
      0,
    ]);
    const address = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 8, 8, 8, 8]);
    const parts = [
      question.subarray(0, 2),
      header,
      question.subarray(12, end),
      ...(isFound ? [address] : []),
    ];
    server.send(Buffer.concat(parts), port);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const ask = (name: string, signal = new AbortController().signal) =>
    askNameServers(name, signal, [`127.0.0.1:${server.address().port}`], 50).catch(({ code }) => code);
  expect(await ask('public.example')).toEqual([{ address: '8.8.8.8', family: 4 }]);
  const from = performance.now();
  expect(await ask('half.example')).toEqual([{ address: '8.8.8.8', family: 4 }]);
  expect(performance.now() - from).toBeLessThan(1_500);
  expect(await ask('unknown.example')).toBe('ENOTFOUND');
  expect(await ask('hangs.example', AbortSignal.timeout(50))).toBe('EAI_AGAIN');
  expect(await ask('public.example', AbortSignal.abort())).toBe(DOMException.ABORT_ERR);
  server.close();
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
