import { AsyncLocalStorage } from 'node:async_hooks';
import express from 'express';
import type { CachePurge } from '#platform/kernel/host-types';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, runningClock, type TestApp } from '../support/create-test-app';
import { visitorCalls } from '../support/impressions';
import { createActiveProfile } from '../support/profiles';
import { createTestReceiver, type TestReceiver, until } from '../support/webhook-receiver';
import { createWebhook, localReceivers, quickWebhooks } from '../support/webhooks';

let receiver: TestReceiver;
let app: TestApp;
let purges: CachePurge[];
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
  app = await createTestApp({
    clock: runningClock,
    webhookTimes: quickWebhooks,
    purgeTimes: { marginMs: 10 },
    ...options,
    config: {
      rateLimit: false,
      webhooks: localReceivers,
      ...config,
      hotServe: { revalidateMs: 10, purge: (purge) => void purges.push(purge) },
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

  test('what is counted in memory is written by the first request after a second', async () => {
    const clock = createTestClock();
    await open({ clock, config: { background: false } });
    const { id: profileId } = await createActiveProfile(app);
    const ask = () => app.request.get(`${app.publicBase}/health`).expect(200);
    await visitorCalls(app).visit({ profileId }, { seen: 2 });
    await ask();
    expect(await rows('svc_banner_sums')).toBe(0);
    clock.advance(1000);
    await ask();
    expect(await app.knex('svc_banner_sums').pluck('shown')).toEqual([2]);
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
