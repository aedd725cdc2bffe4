import { AsyncLocalStorage } from 'node:async_hooks';
import express from 'express';
import { createBackground } from '#platform/kernel/concurrency/background';
import type { CachePurge } from '#platform/kernel/host-types';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, runningClock, type TestApp } from '../support/create-test-app';
import { visitorCalls } from '../support/impressions';
import { createActiveProfile } from '../support/profiles';
import { testInAll } from '../support/scope';
import { createTestReceiver, type TestReceiver, until } from '../support/webhook-receiver';
import { createWebhook, localReceivers, quickWebhooks } from '../support/webhooks';

let receiver: TestReceiver;
let app: TestApp;
let purges: CachePurge[];
let purge: (purge: CachePurge) => void;
beforeAll(async () => {
  receiver = await createTestReceiver();
});
afterAll(() => receiver.goDown());
afterEach(async () => {
  jest.useRealTimers();
  await app.close();
  await receiver.reset();
});

async function open({ config, ...options }: Parameters<typeof createTestApp>[0] = {}): Promise<void> {
  purges = [];
  purge = (asked) => void purges.push(asked);
  app = await createTestApp({
    clock: runningClock,
    webhookTimes: quickWebhooks,
    purgeTimes: { marginMs: 10 },
    ...options,
    config: {
      rateLimit: false,
      webhooks: localReceivers,
      ...config,
      hotServe: { revalidateMs: 10, purge: (asked) => purge(asked) },
    },
  });
}

const rows = async (table: string) => Number((await app.knex(table).count({ count: '*' }))[0]?.count);

describe('with background: false', () => {
  test('no timer does anything; maintenance() does it all, and decisions are in the statistics at once', async () => {
    await open({ config: { background: false } });
    await createWebhook(app, receiver.url);
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime'],
    });
    const { id: profileId } = await createActiveProfile(app);
    await consentCalls(app).submit({ visitorId: 'a', profileId, consentJson: allGranted }).expect(200);
    await jest.advanceTimersByTimeAsync(30 * 60_000);
    jest.useRealTimers();
    expect([await rows('svc_statistics_changes'), await rows('svc_webhook_messages')]).toEqual([1, 1]);
    expect([purges, receiver.received]).toEqual([[], []]);
    const { body } = await app.request
      .get(`${app.adminBase}/stats/overview`)
      .set(await app.asAdmin())
      .expect(200);
    expect(body.totalConsents).toBe(1);

    expect(await app.service.maintenance()).toBe('ok');
    expect([await rows('svc_statistics_changes'), await rows('svc_webhook_messages')]).toEqual([0, 0]);
    expect(receiver.received).toHaveLength(1);
    expect(purges).toHaveLength(1);
  });

  test('another process folds the statistics without being asked', async () => {
    await open({ config: { background: false } });
    const { id: profileId } = await createActiveProfile(app);
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime'],
    });
    const other = await createTestApp({ knex: app.knex, clock: runningClock, config: { rateLimit: false } });
    await other.service.start();
    await jest.advanceTimersByTimeAsync(1000);
    await consentCalls(app).submit({ visitorId: 'a', profileId, consentJson: allGranted }).expect(200);
    expect(await rows('svc_statistics_changes')).toBe(1);
    await jest.advanceTimersByTimeAsync(10_000);
    jest.useRealTimers();
    expect(await rows('svc_statistics_changes')).toBe(0);
    await other.close();
  });

  test('what is counted in memory is written by the first request of a route after a second', async () => {
    const clock = createTestClock();
    await open({ clock, config: { background: false } });
    const { id: profileId } = await createActiveProfile(app);
    const ask = () => app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
    await visitorCalls(app).visit({ profileId }, { seen: 2 });
    await ask();
    expect(await rows('svc_banner_sums')).toBe(0);
    clock.advance(1000);
    // Pages of the host and probes do not wait for the database.
    await app.request.get('/page').expect(404);
    await app.request.get(`${app.publicBase}/unknown`).expect(404);
    await app.request.get(`${app.publicBase}/health`).expect(200);
    expect(await rows('svc_banner_sums')).toBe(0);
    await ask();
    expect(await app.knex('svc_banner_sums').pluck('shown')).toEqual([2]);
  });

  test('a request makes all writes that are due at once, so that it waits for the slowest alone', async () => {
    await open();
    const { writeTimer, runDueWrites } = createBackground({ isOn: false, clock: runningClock });
    let end: () => void = () => {};
    const first = writeTimer(() => new Promise<void>((resolve) => (end = resolve)));
    const second = writeTimer(async () => end());
    for (const timer of [first, second]) timer.set(0);
    await runDueWrites();
    expect([first.isSet, second.isSet]).toEqual([false, false]);
  });

  describe('maintenance()', () => {
    const decide = (profileId: string, visitorId: string) =>
      consentCalls(app).submit({ visitorId, profileId, consentJson: allGranted }).expect(200);

    test('removes expired data before it sends, and sends nothing when its time is over', async () => {
      await open({ config: { background: false, retention: { inactiveVisitorsMonths: 12 } } });
      await createWebhook(app, receiver.url, ['consent.created']);
      const { id: profileId } = await createActiveProfile(app);
      await decide(profileId, 'expired');
      await app.knex('svc_consents').update({ updated_at: 0 });
      await decide(profileId, 'current');
      expect(await app.service.maintenance({ withinMs: 0 })).toBe('unfinished');
      expect(receiver.received).toEqual([]);
      receiver.state.plan = ['hangs'];
      const ended = app.service.maintenance();
      await until(() => receiver.received.length === 1, 'the attempt');
      expect(await app.knex('svc_consents').pluck('visitor_id')).toEqual(['current']);
      await ended;
    });

    testInAll('sends all that is due to a receiver while others hang', async () => {
      await open({ config: { background: false }, webhookTimes: { ...quickWebhooks, timeoutMs: 2000 } });
      const hanging = await createTestReceiver();
      hanging.state.otherwise = 'hangs';
      for (const { url } of [hanging, receiver]) await createWebhook(app, url, ['consent.created']);
      const { id: profileId } = await createActiveProfile(app);
      for (let visitor = 0; visitor < 9; visitor += 1) await decide(profileId, `visitor-${visitor}`);
      const ended = app.service.maintenance();
      await until(() => receiver.received.length === 9, 'all messages');
      expect(hanging.received).toHaveLength(2);
      hanging.state.otherwise = 204;
      expect(await ended).toBe('ok');
      expect(await rows('svc_webhook_messages')).toBe(0);
      await hanging.goDown();
    });

    testInAll('fails when messages cannot be claimed, and when a purge has failed', async () => {
      await open({ config: { background: false } });
      await createWebhook(app, receiver.url, ['consent.created']);
      const { id: profileId } = await createActiveProfile(app);
      purge = () => {
        throw new Error('the CDN is down');
      };
      expect(await app.service.maintenance()).toBe('failed');
      purge = () => {};
      await until(async () => (await app.service.maintenance()) === 'ok', 'the purge');

      await decide(profileId, 'a');
      await app.knex.raw(
        "create trigger locked before update on svc_webhook_messages begin select raise(fail, 'no'); end",
      );
      expect(await app.service.maintenance()).toBe('failed');
      await app.knex.raw('drop trigger locked');
      expect(await app.service.maintenance()).toBe('ok');
      expect(receiver.received).toHaveLength(1);
    });
  });

  test('requests find full queues and note lost events, until maintenance() has sent what waits', async () => {
    const clock = createTestClock();
    const webhooks = { ...localReceivers, maxMessages: 10 };
    await open({ clock, config: { background: false, webhooks } });
    await createWebhook(app, receiver.url, ['consent.created']);
    const { id: profileId } = await createActiveProfile(app);
    let visitors = 0;
    const decideLater = async () => {
      clock.advance(quickWebhooks.pollMs);
      visitors += 1;
      await consentCalls(app)
        .submit({ visitorId: `visitor-${visitors}`, profileId, consentJson: allGranted })
        .expect(200);
      return rows('svc_webhook_messages');
    };
    const waiting = [];
    for (let decision = 0; decision < 13; decision += 1) waiting.push(await decideLater());
    expect(waiting).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]);
    expect((await app.knex('svc_webhooks').first()).lost_at).not.toBeNull();
    // The purge would wait for the clock, which stands still.
    await app.knex('svc_purges').delete();
    await app.service.maintenance();
    expect(receiver.received).toHaveLength(10);
    expect(await decideLater()).toBe(1);
  });
});

test('background work does not keep the context of the request that caused it', async () => {
  const requests = new AsyncLocalStorage<string>();
  const inContext: string[] = [];
  const note = (what: string) => {
    const request = requests.getStore();
    if (request !== undefined) inContext.push(`${what}, of ${request}`);
  };
  const plugin = { name: 'witness', initialize: () => note('initialize'), destroy() {} };
  await open({
    config: { plugins: [plugin] },
    host: () => express().use((req, _res, next) => requests.run(`${req.method} ${req.path}`, next)),
  });
  const { id: profileId } = await createActiveProfile(app);
  receiver.state.plan = [503];
  await createWebhook(app, receiver.url);
  let isAnswered = false;
  app.knex.on('query', ({ sql }: { sql: string }) => {
    if (isAnswered) note(sql);
  });
  await visitorCalls(app).visit({ profileId }, { seen: 1 });
  await consentCalls(app).submit({ visitorId: 'a', profileId, consentJson: allGranted }).expect(200);
  isAnswered = true;
  await until(async () => (await rows('svc_statistics_changes')) === 0, 'the fold');
  await until(async () => (await rows('svc_banner_sums')) > 0, 'the write of shown banners');
  await until(() => receiver.received.length === 2, 'the second attempt');
  await until(() => purges.length > 0, 'the purge');
  expect(inContext).toEqual([]);
});
