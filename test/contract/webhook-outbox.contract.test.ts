import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type WebhookOptions, type WebhookPlugin, webhookPlugin } from '../../examples/plugin-webhook';
import { ServiceEventEmitter } from '../../src/kernel/events';
import { cellsHolding, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase, type OpenDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';
import { silentLogger } from '../support/published-files';
import { createTestReceiver, newSecret, type TestReceiver, until } from '../support/webhook-receiver';

const secret = newSecret();

/** What a plugin is told of a decision. */
function record(visitorId: string, more: object = {}) {
  const now = new Date().toISOString();
  return {
    tenantId: 'default',
    id: randomUUID(),
    visitorId,
    profileId: 'p',
    profileVersion: 1,
    locale: 'en',
    consentJson: { analytics: 'granted' as const },
    gpcDetected: false,
    source: 'banner' as const,
    by: 'visitor' as const,
    createdAt: now,
    updatedAt: now,
    ...more,
  };
}

eachDatabase((database) => {
  let open: OpenDatabase;
  let receiver: TestReceiver;
  const started: WebhookPlugin[] = [];

  beforeAll(async () => {
    open = await database.open();
    receiver = await createTestReceiver();
  });
  beforeEach(() => receiver.reset());
  afterEach(async () => {
    for (const plugin of started.splice(0)) await plugin.destroy();
    if (await open.knex.schema.hasTable('webhook_outbox')) await open.knex('webhook_outbox').delete();
  });
  afterAll(() => receiver.goDown());

  /** The plugin as a process of its own would have it. */
  async function start(knex: Knex, options: Partial<WebhookOptions> = {}): Promise<WebhookPlugin> {
    const plugin = webhookPlugin({
      url: receiver.url,
      secret,
      firstRetryMs: 10,
      maxRetryMs: 50,
      pollMs: 10,
      timeoutMs: 2000,
      leaseMs: 4000,
      ...options,
    });
    const events = new ServiceEventEmitter(() => {});
    await plugin.initialize({ knex, events, logger: silentLogger, config: {}, storage: {} as never }); // the plugin stores nothing there
    started.push(plugin);
    return plugin;
  }

  test('processes that start at once share one table', async () => {
    const plugins = await Promise.all(Array.from({ length: 4 }, () => start(open.reopen())));
    await receiver.goDown();
    await Promise.all(plugins.map((plugin, index) => plugin.afterConsentSave?.(record(`visitor-${index}`))));
    expect(await Promise.all(plugins.map(async (plugin) => (await plugin.counts()).waiting))).toEqual([
      4, 4, 4, 4,
    ]);
    await receiver.comeBack();
    await until(() => receiver.ids().length === 4);
    const visitors = receiver.received.map(({ body }) => JSON.parse(body).data.consent.visitorId);
    expect([...new Set(visitors)].sort()).toEqual(['visitor-0', 'visitor-1', 'visitor-2', 'visitor-3']);
  });

  test('processes share the messages and deliver each one once', async () => {
    receiver.state.delayMs = 5;
    const [first, ...others] = await Promise.all(Array.from({ length: 3 }, () => start(open.reopen())));
    for (let visitor = 0; visitor < 40; visitor += 1)
      await first?.afterConsentSave?.(record(`visitor-${visitor}`));
    await until(() => receiver.ids().length === 40, '40 messages', 20_000);
    await until(async () => (await others[0]?.counts())?.waiting === 0);
    expect(receiver.received).toHaveLength(40);
  });

  test('a message of a dead process is delivered when its lease expires', async () => {
    const plugin = await start(open.knex, { pollMs: 20 });
    await receiver.goDown();
    await plugin.afterConsentSave?.(record('visitor-1'));
    await plugin.destroy();
    started.splice(0);
    const lease = Date.now() + 300;
    await open.knex('webhook_outbox').update({ due: lease });
    await receiver.comeBack();
    await start(open.knex);
    await until(() => receiver.received.length === 1);
    expect(Date.now()).toBeGreaterThanOrEqual(lease);
  });

  test('a large message and times beyond 2038 come through', async () => {
    const plugin = await start(open.knex);
    const tcfString = 'é'.repeat(60_000);
    await plugin.afterConsentSave?.(record('visitor-1', { tcfString }));
    await until(() => receiver.received.length === 1);
    expect(JSON.parse(receiver.received[0]?.body ?? '{}').data.consent.tcfString).toBe(tcfString);
    // The message leaves the outbox a moment after it has arrived.
    await until(async () => (await plugin.counts()).waiting === 0);
    await receiver.goDown();
    await plugin.afterConsentSave?.(record('visitor-2'));
    const oldest = Date.UTC(2100, 0, 1);
    await open.knex('webhook_outbox').update({ created: oldest });
    expect(await plugin.counts()).toEqual({ waiting: 1, dead: 0, oldest });
  });

  test('messages laid aside are counted, and sent again when asked', async () => {
    receiver.state.otherwise = 500;
    const plugin = await start(open.knex, { maxAttempts: 2 });
    await plugin.afterConsentSave?.(record('visitor-1'));
    await until(async () => (await plugin.counts()).dead === 1);
    expect(await plugin.counts()).toEqual({ waiting: 0, dead: 1, oldest: null });
    receiver.state.otherwise = 204;
    expect(await plugin.retryDead()).toBe(1);
    await until(async () => (await plugin.counts()).waiting === 0);
    expect(receiver.received).toHaveLength(3);
  });

  test('works inside a service: an erased visitor is in no table, including the outbox', async () => {
    const plugin = webhookPlugin({ url: receiver.url, secret, firstRetryMs: 10, maxRetryMs: 50, pollMs: 10 });
    const app: TestApp = await createTestApp({ knex: open.knex, config: { plugins: [plugin] } });
    await app.service.start();
    const { id: profileId } = await createActiveProfile(app);
    await receiver.goDown();
    const calls = consentCalls(app);
    await calls
      .submit({ visitorId: 'visitor-x', profileId, consentJson: { analytics: 'granted' } })
      .expect(200);
    await calls.erase('visitor-x').expect(200);
    const rows = await open.knex('webhook_outbox');
    expect(rows.map(({ event }) => event)).toEqual(['consent.erased']);
    expect([JSON.stringify(rows), await cellsHolding(app, 'visitor-x')]).toEqual([
      expect.not.stringContaining('visitor-x'),
      [],
    ]);
    await receiver.comeBack();
    await until(async () => (await plugin.counts()).waiting === 0);
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['consent.erased']);
    await app.service.close();
  });
});
