import { setTimeout as wait } from 'node:timers/promises';
import { addSignIn, openDevice } from '../support/account-devices';
import { allDenied, allGranted, cellsHolding, consentCalls } from '../support/consent';
import { createTestApp, runningClock, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem, type OpenDatabase } from '../support/databases';
import { createActiveProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';
import { createTestReceiver, type TestReceiver, until } from '../support/webhook-receiver';
import { createWebhook, localReceivers, quickWebhooks } from '../support/webhooks';

eachDatabaseSystem((database) => {
  let opened: OpenDatabase;
  let receiver: TestReceiver;
  const apps: TestApp[] = [];
  const first = () => apps[0] as TestApp;
  const waiting = () => opened.knex('svc_webhook_messages');

  beforeAll(async () => {
    opened = await database.open();
    receiver = await createTestReceiver();
    for (const knex of [opened.knex, opened.reopen(), opened.reopen()])
      apps.push(
        await createTestApp({
          knex,
          clock: runningClock,
          webhookTimes: { ...quickWebhooks, timeoutMs: 5_000, claimMs: 10_000 },
          config: { rateLimit: false, tenancy, webhooks: localReceivers },
        }),
      );
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await receiver.goDown();
  });

  test('processes share the messages, and each arrives once', async () => {
    const { id: profileId } = await createActiveProfile(first());
    await createWebhook(first(), receiver.url);
    receiver.state.delayMs = 5;
    // The others notice the new webhook within half a second.
    await wait(600);
    for (let visitor = 0; visitor < 24; visitor += 1)
      await consentCalls(apps[visitor % apps.length] as TestApp)
        .submit({ visitorId: `visitor-${visitor}`, profileId, consentJson: { analytics: 'granted' } })
        .expect(200);
    await until(async () => (await waiting()).length === 0, 'an empty outbox');
    expect([receiver.ids().length, receiver.received.length]).toEqual([24, 24]);
  });

  test('an erased device is not named in what waits about its account, and nothing of the account is lost', async () => {
    await receiver.reset();
    await receiver.goDown();
    const app = first();
    addSignIn(app);
    const json = profileJson({ accountRule: 'strictest', complianceGroup: 'opt-out' });
    const { id } = await createActiveProfile(app, { profileJson: json });
    const phone = openDevice(app);
    await phone.decide(id, allGranted);
    const device = phone.visitorId ?? '';
    await phone.signIn('wanda');
    await phone.change(allDenied);
    await app.request
      .delete(`${app.adminBase}/visitors/${device}`)
      .set(await app.asAdmin())
      .expect(200);
    expect(await cellsHolding(app, device)).toEqual([]);
    await receiver.reset();
    await until(async () => (await waiting()).length === 0, 'an empty outbox');
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    const ofAccount = bodies.filter(({ data }) => data.visitorId === phone.visitorId);
    expect(ofAccount.map(({ type }) => type).sort()).toEqual(['consent.created', 'consent.updated']);
    expect(ofAccount.map(({ data }) => data.consent.consentJson)).toContainEqual(allDenied);
    expect(ofAccount.filter(({ data }) => 'deviceId' in data.consent)).toEqual([]);
    await app.request.delete(`${app.adminBase}/subjects/wanda`).set(await app.asAdmin());
    await until(async () => (await waiting()).length === 0, 'an empty outbox');
  });

  test('an erasure by one process removes what another one stored, and a replay delivers what was given up', async () => {
    await receiver.reset();
    await receiver.goDown();
    const [{ profile_id: profileId }] = await opened.knex('svc_consents').limit(1);
    for (const visitorId of ['gone', 'stays'])
      await consentCalls(first())
        .submit({ visitorId, profileId, consentJson: { analytics: 'granted' } })
        .expect(200);
    await consentCalls(apps[1] as TestApp)
      .erase('gone')
      .expect(200);
    expect((await waiting()).map(({ event }) => event).sort()).toEqual(['consent.created', 'consent.erased']);
    const { dataSigningHash } = await first().service.operations.rotateSecrets();
    expect(dataSigningHash).toMatchObject({ resealed: 0, unreadableSecrets: [], unreadableMessages: 0 });
    await opened.knex('svc_webhook_messages').update({ created_at: Date.now() - 4 * 86_400_000 });
    await until(async () => (await waiting()).every(({ status }) => status === 'dead'), 'messages given up');
    await receiver.reset();
    const call = async (method: 'get' | 'post', path: string) =>
      first()
        .request[method](`${first().adminBase}/webhooks${path}`)
        .set(await first().asAdmin())
        .expect(200);
    const [{ id, dead, waiting: left }] = (await call('get', '')).body;
    expect({ dead, left }).toEqual({ dead: 2, left: 0 });
    expect((await call('post', `/${id}/replay`)).body).toEqual({ replayed: 2 });
    await until(async () => (await waiting()).length === 0, 'an empty outbox');
    expect(receiver.ids()).toHaveLength(2);
  });

  test('the upkeep removes any number of messages that can no longer be sent, some at a time', async () => {
    const now = Date.now();
    const [{ id: webhookId }] = await opened.knex('svc_webhooks').limit(1);
    const message = (id: string, fields: object) => ({
      id,
      tenant_id: 'default',
      webhook_id: webhookId,
      event: 'consent.erased',
      body: '',
      status: 'dead',
      due_at: now,
      attempts: 1,
      created_at: now,
      ...fields,
    });
    const numbers = Array.from({ length: 700 }, (_none, index) => index);
    await opened.knex.batchInsert(
      'svc_webhook_messages',
      [
        message('young', {}),
        ...numbers.map((number) => message(`old-${number}`, { created_at: now - 60 * 86_400_000 })),
        ...numbers.map((number) => message(`orphan-${number}`, { webhook_id: 'deleted' })),
      ],
      50,
    );
    const deletions: string[] = [];
    first().knex.on('query', ({ sql }: { readonly sql: string }) => {
      if (/^delete from .?svc_webhook_messages/i.test(sql)) deletions.push(sql);
    });
    await first().service.maintenance();
    expect(await waiting().pluck('id')).toEqual(['young']);
    expect(deletions).toHaveLength(4);
    await waiting().delete();
  });

  test('a tenant has no more webhooks than it can, however many processes create them at once', async () => {
    const admin = await first().asAdmin();
    const north = await createTenant(first(), 'north');
    const create = (number: number, tenantId: string) =>
      (apps[number % apps.length] as TestApp).request
        .post(`${first().adminBase}/webhooks`)
        .set(admin)
        .set('X-Tenant-Id', tenantId)
        .send({ name: `Receiver ${number}`, url: receiver.url, events: ['consent.created'] });
    const count = async (tenantId: string) =>
      (await opened.knex('svc_webhooks').where({ tenant_id: tenantId })).length;
    for (let number = await count('default'); number < 48; number += 1)
      await create(number, 'default').expect(201);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, number) => create(number, 'default')));
    const codes = answers.map(({ status, body }) => (status === 201 ? 201 : body.code)).sort();
    expect(codes).toEqual([201, 201, ...Array(10).fill('webhook_limit')]);
    expect(await count('default')).toBe(50);
    await create(0, north.id).expect(201);
  });
});
