import { Registry } from 'prom-client';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { createActiveProfile } from '../support/profiles';
import { parsePrometheusText, sumOf } from '../support/prometheus-text';

eachDatabaseSystem((database) => {
  let app: TestApp;
  const registry = new Registry();
  beforeAll(async () => {
    const { knex } = await database.open();
    app = await createTestApp({ knex, config: { rateLimit: false, database: { timeoutMs: 60_000 } } });
    await app.service.metrics.register(registry);
  });
  afterAll(() => app.close());

  const total = async (name: string, labels: Record<string, string>) =>
    sumOf(parsePrometheusText(await registry.metrics()), `express_consent_${name}`, labels);

  test('counts what waits in the database, up to 10,000 rows, and the connections of the pool', async () => {
    const { id: profileId } = await createActiveProfile(app);
    await consentCalls(app).submit({ visitorId: 'a', profileId, consentJson: allGranted }).expect(200);
    expect(await total('decisions_total', { result: 'accepted' })).toBe(1);
    await app.service.maintenance();
    expect(await total('queue_length', { queue: 'statistics' })).toBe(0);
    const message = {
      tenant_id: 'default',
      webhook_id: 'none',
      event: 'consent.created',
      body: '',
      status: 'waiting',
      due_at: 9e12,
      attempts: 0,
      created_at: app.clock.now(),
    };
    const add = async (from: number, count: number, status: string) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        ...message,
        status,
        id: `m${from + index}`,
      }));
      await app.knex.batchInsert('svc_webhook_messages', rows, 100);
    };
    await add(0, 3, 'waiting');
    await add(10, 2, 'dead');
    expect(await total('queue_length', { queue: 'webhooks' })).toBe(3);
    await add(100, 10_500, 'waiting');
    expect(await total('queue_length', { queue: 'webhooks' })).toBe(10_000);
    expect(await total('database_connections', { pool: 'primary' })).toBeGreaterThan(0);
    expect(await total('health_status', { check: 'database' })).toBe(1);
  });
});
