import { Registry } from 'prom-client';
import { metricDefinitions, toPrometheusName } from '#platform/kernel/telemetry/metric-table';
import { addSignIn, openDevice } from '../support/account-devices';
import { allDenied, allGranted, consentCalls, cookiesAfter } from '../support/consent';
import { decide, type GuardedHost, type GuardedHostOptions, openGuardedHost } from '../support/guarded-host';
import { visitorCalls } from '../support/impressions';
import { createActiveProfile, profileJson } from '../support/profiles';
import { type MetricFamily, parsePrometheusText, sumOf } from '../support/prometheus-text';
import { testInAll, testInDeep } from '../support/scope';
import { createTestReceiver, until } from '../support/webhook-receiver';
import { createWebhook, localReceivers, quickWebhooks } from '../support/webhooks';
import { withoutPackage } from '../support/without-package';

let host: GuardedHost;
let registry: Registry;
let onTestEnd = async () => {};

/** Opens a host whose `/metrics` Prometheus reads. */
async function open({ config, ...options }: Partial<GuardedHostOptions> = {}): Promise<void> {
  registry = new Registry();
  host = await openGuardedHost({
    ...options,
    config: { rateLimit: false, ...config },
    routes(app) {
      app.get('/set-cookie', (_req, res) => res.cookie('_ga', '1').send('page'));
      app.get('/metrics', async (_req, res) => {
        res.type(registry.contentType).send(await registry.metrics());
      });
    },
  });
  await host.service.metrics.register(registry);
}
afterEach(async () => {
  await host.close();
  await onTestEnd();
});

async function scrape(): Promise<ReadonlyMap<string, MetricFamily>> {
  const { text, headers } = await host.request.get('/metrics').expect(200);
  // Express 4 writes the parameters in another order.
  expect(headers['content-type']?.split('; ').sort()).toEqual([
    'charset=utf-8',
    'text/plain',
    'version=0.0.4',
  ]);
  return parsePrometheusText(text);
}
const total = async (name: string, labels: Record<string, string> = {}) =>
  sumOf(await scrape(), `express_consent_${name}`, labels);
const publicPath = (path: string) => `${host.publicBase}${path}`;

test('a scrape has every metric of the table, with its type, sentence and labels', async () => {
  await open();
  await host.request.get(publicPath('/health')).expect(200);
  const families = await scrape();
  const expected = metricDefinitions.map(([name, { kind, help }]) => [toPrometheusName(name), kind, help]);
  expect([...families.values()].map(({ name, type, help }) => [name, type, help]).sort()).toEqual(
    expected.sort(),
  );
  for (const [name, { labels }] of metricDefinitions) {
    const known = Object.keys(labels).map((label) => label.replaceAll('.', '_'));
    for (const sample of families.get(toPrometheusName(name))?.samples ?? [])
      expect([...known, 'le']).toEqual(expect.arrayContaining(Object.keys(sample.labels)));
  }
});

test('requests are counted by route, method and class of status; nothing of a visitor is in the text', async () => {
  await open();
  const calls = consentCalls(host);
  await calls
    .submit({ visitorId: 'visitor-secret-1', profileId: host.profileId, consentJson: allGranted })
    .expect(200);
  await calls.read('visitor-secret-1').expect(200);
  await calls.read('visitor-secret-2').expect(404);
  await host.request.get(publicPath('/nowhere/visitor-secret-3')).expect(404);
  await host.request.get(`${host.adminBase}/profiles`).expect(401);
  const requests = (labels: Record<string, string>) => total('http_request_duration_seconds_count', labels);
  const record = { api: 'public', http_route: '/svc/api/v1/consent/:visitorId' };
  expect(await requests({ ...record, http_request_method: 'GET', status_class: '2xx' })).toBe(1);
  expect(await requests({ ...record, http_request_method: 'GET', status_class: '4xx' })).toBe(1);
  expect(await requests({ http_route: '/svc/api/v1/consent', http_request_method: 'POST' })).toBe(1);
  expect(await requests({ http_route: 'unknown' })).toBe(1);
  expect(await requests({ api: 'admin', http_route: '/svc/admin/v1/profiles', status_class: '4xx' })).toBe(1);
  expect((await host.request.get('/metrics')).text).not.toContain('secret');
});

test('a method that only scanners use does not make a new series', async () => {
  await open();
  await host.request.propfind(publicPath('/consent')).expect(405);
  expect(await total('http_request_duration_seconds_count', { http_request_method: '_OTHER' })).toBe(1);
});

test('decisions are counted by their result', async () => {
  await open();
  const calls = consentCalls(host);
  const { profileId } = host;
  const submit = (visitorId: string, consentJson: object, more: object = {}) =>
    calls.submit({ visitorId, profileId, consentJson, ...more }).expect(200);
  await submit('a', allGranted);
  await submit('b', allDenied);
  await submit('c', { ...allDenied, analytics: 'granted' });
  await submit('d', allDenied, { method: 'gpc', layer: 'gpc' });
  await calls.update('a', { consentJson: { ...allGranted, marketing: 'denied' } }).expect(200);
  await calls.update('b', { consentJson: allGranted }).expect(200);
  // The same choice again changes nothing.
  await calls.update('b', { consentJson: allGranted }).expect(200);
  const results = ['accepted', 'refused', 'saved', 'withdrawn', 'gpc'];
  const counts = await Promise.all(
    results.map((result) => total('decisions_total', { result, source: 'banner' })),
  );
  expect(counts).toEqual([2, 1, 1, 1, 1]);
});

test('a choice that an account takes over counts once, on the device on which it was made', async () => {
  await open();
  addSignIn(host);
  const { id } = await createActiveProfile(host, {
    profileJson: profileJson({ complianceGroup: 'opt-out', accountRule: 'strictest' }),
  });
  const phone = openDevice(host);
  await phone.decide(id, allGranted);
  expect(await phone.signIn('user-1')).toBe(true);
  expect(await total('decisions_total')).toBe(1);
});

test('an erasure and a refused submission are not decisions', async () => {
  await open();
  const calls = consentCalls(host);
  await calls.submit({ visitorId: 'a', profileId: host.profileId, consentJson: allGranted }).expect(200);
  await calls.submit({ visitorId: 'b', profileId: 'prof_none', consentJson: allGranted }).expect(400);
  await calls.erase('a').expect(200);
  expect(await total('decisions_total')).toBe(1);
});

test('impressions are counted, and wait to be written', async () => {
  await open();
  const visitor = visitorCalls(host);
  await visitor.visit({ profileId: host.profileId }, { seen: 3 });
  expect(await total('impressions_total')).toBe(3);
  expect(await total('queue_length', { queue: 'impressions' })).toBe(1);
  await host.service.maintenance();
  expect(await total('queue_length', { queue: 'impressions' })).toBe(0);
});

test('published texts are counted as answers from memory and from storage', async () => {
  await open();
  const file = publicPath('/profiles/default/opt-in/en');
  await host.request.get(file).expect(200);
  await host.request.get(file).expect(200);
  const { headers } = await host.request.get(file).expect(200);
  await host.request
    .get(file)
    .set('If-None-Match', headers.etag ?? '')
    .expect(304);
  await host.request.get(publicPath('/profiles/default/opt-in/no-such-file-at-all/1')).expect(404);
  await host.request.post(file).expect(405);
  const requests = (cache: string, status_class: string) =>
    total('published_files_requests_total', { cache, status_class });
  expect(await requests('miss', '2xx')).toBe(1);
  expect(await requests('hit', '2xx')).toBe(2);
  expect(await requests('hit', '3xx')).toBe(1);
  expect(await requests('miss', '4xx')).toBe(2);
  expect(
    await total('storage_operation_duration_seconds_count', { operation: 'read', outcome: 'ok' }),
  ).toBeGreaterThan(0);
});

test('lookups of bootstrap, declaration and notice are hits from the second on', async () => {
  await open({ profile: { allowReceipt: true } });
  const answer = await consentCalls(host)
    .submit({ visitorId: 'a', profileId: host.profileId, consentJson: allGranted })
    .expect(200);
  for (const path of ['/bootstrap?lang=en', '/declaration/en.json', '/consent/a/receipt'])
    for (let times = 0; times < 2; times += 1)
      await host.request.get(publicPath(path)).set('Cookie', cookiesAfter(answer)).expect(200);
  const families = await scrape();
  for (const cache of ['bootstrap', 'declarations', 'notices'])
    expect([
      cache,
      ...['miss', 'hit'].map((result) =>
        sumOf(families, 'express_consent_cache_lookups_total', { cache, result }),
      ),
    ]).toEqual([cache, 1, 1]);
});

test('cookies that the banner does not allow are counted for each answer', async () => {
  await open();
  await host.request.get('/set-cookie').expect(200);
  await host.request.get('/set-cookie').expect(200);
  const refused = await decide(host, allDenied);
  await host.request.get('/set-cookie').set('Cookie', refused).expect(200);
  expect(await total('leaks_total', { code: 'cookie_before_consent', action: 'reported' })).toBe(2);
  expect(await total('leaks_total', { code: 'cookie_after_refusal', action: 'reported' })).toBe(1);
});

test('webhooks: waiting messages, attempts that delivered and failed, messages that were given up', async () => {
  const receiver = await createTestReceiver();
  onTestEnd = receiver.goDown;
  await open({ webhookTimes: quickWebhooks, config: { webhooks: { ...localReceivers, giveUpDays: 1 } } });
  await createWebhook(host, receiver.url);
  const submit = (visitorId: string) =>
    consentCalls(host).submit({ visitorId, profileId: host.profileId, consentJson: allGranted }).expect(200);
  const reaches = (name: string, labels: Record<string, string>, value: number) =>
    until(async () => (await total(name, labels)) === value, `${value} of ${name}`);
  const attempts = 'webhook_delivery_duration_seconds_count';
  await submit('a');
  await reaches(attempts, { outcome: 'ok' }, 1);
  receiver.state.otherwise = 500;
  await submit('b');
  await reaches(attempts, { outcome: 'failed' }, 1);
  await reaches('queue_length', { queue: 'webhooks' }, 1);
  expect(await total('webhook_messages_given_up_total')).toBe(0);
  host.clock.advance(2 * 86_400_000);
  await reaches('webhook_messages_given_up_total', {}, 1);
  await reaches('queue_length', { queue: 'webhooks' }, 0);
  expect(await total(attempts, { outcome: 'failed' })).toBe(2);
});

test('the pool, the queues, the checks, the version and the upkeep are read when Prometheus asks', async () => {
  await open();
  const before = await scrape();
  expect(sumOf(before, 'express_consent_health_status', { check: 'database' })).toBe(1);
  expect(sumOf(before, 'express_consent_database_connections', { pool: 'primary' })).toBeGreaterThan(0);
  const failed = { outcome: 'failed' };
  expect(sumOf(before, 'express_consent_database_transaction_duration_seconds_count', failed)).toBe(0);
  expect(before.get('express_consent_build_info')?.samples).toMatchObject([
    { value: 1, labels: { version: expect.stringMatching(/^\d/) } },
  ]);
  expect(sumOf(before, 'express_consent_upkeep_last_success_timestamp_seconds')).toBe(
    Math.floor(host.clock.now() / 1000),
  );
  await consentCalls(host)
    .submit({ visitorId: 'a', profileId: host.profileId, consentJson: allGranted })
    .expect(200);
  expect(await total('queue_length', { queue: 'statistics' })).toBe(1);
  host.clock.advance(60_000);
  await host.service.maintenance();
  const after = await scrape();
  expect(sumOf(after, 'express_consent_queue_length', { queue: 'statistics' })).toBe(0);
  expect(sumOf(after, 'express_consent_upkeep_duration_seconds_count', { outcome: 'ok' })).toBe(1);
  expect(sumOf(after, 'express_consent_upkeep_last_success_timestamp_seconds')).toBe(
    Math.floor(host.clock.now() / 1000),
  );
});

test('a change that is refused does not count as a failed transaction', async () => {
  await open();
  await host.request
    .post(`${host.adminBase}/profiles/${host.profileId}/activate`)
    .set({ ...(await host.asAdmin()), 'If-Match': '"99"' })
    .expect(412);
  const transactions = 'database_transaction_duration_seconds_count';
  expect(await total(transactions, { outcome: 'ok' })).toBeGreaterThan(0);
  expect(await total(transactions, { outcome: 'failed' })).toBe(0);
});

test('a database that lost a table shows in audit failures, upkeep and failed transactions', async () => {
  await open();
  const admin = await host.asAdmin();
  await host.knex.schema.renameTable('svc_audit', 'svc_audit_gone');
  await host.request.patch(`${host.adminBase}/settings`).set(admin).send({ retentionDays: 100 });
  await host.knex.schema.renameTable('svc_statistics_changes', 'svc_statistics_changes_gone');
  host.clock.advance(60_000);
  const upkeepBefore = await total('upkeep_last_success_timestamp_seconds');
  await host.service.maintenance();
  const families = await scrape();
  expect(sumOf(families, 'express_consent_audit_failures_total')).toBe(1);
  expect(
    sumOf(families, 'express_consent_database_transaction_duration_seconds_count', { outcome: 'failed' }),
  ).toBeGreaterThan(0);
  expect(sumOf(families, 'express_consent_upkeep_duration_seconds_count', { outcome: 'failed' })).toBe(1);
  expect(sumOf(families, 'express_consent_upkeep_last_success_timestamp_seconds')).toBe(upkeepBefore);
  // What cannot be read is left out; the rest of the scrape is answered.
  const queues = families.get('express_consent_queue_length')?.samples.map(({ labels }) => labels.queue);
  expect(queues?.sort()).toEqual(['impressions', 'submissions', 'webhooks']);
});

test('a check that fails is 0', async () => {
  await open();
  expect(await total('health_status', { check: 'start' })).toBe(1);
  host.service.drain();
  expect(await total('health_status', { check: 'start' })).toBe(0);
  expect(await total('health_status', { check: 'database' })).toBe(1);
});

testInAll('checks are 0 in a scrape while the database is silent', async () => {
  await open();
  await host.request.get(publicPath('/health')).expect(200);
  // It has one connection.
  const held = await host.knex.transaction();
  const families = await scrape();
  await held.rollback();
  const status = (check: string) => sumOf(families, 'express_consent_health_status', { check });
  expect(['database', 'migrations', 'start'].map(status)).toEqual([0, 0, 1]);
  expect(await total('health_status', { check: 'database' })).toBe(1);
});

test('two services count apart, and one that closes takes its metrics out of the registry', async () => {
  await open();
  const first = host;
  await host.request.get(publicPath('/health')).expect(200);
  const firstRegistry = registry;
  await open();
  expect(await total('http_request_duration_seconds_count')).toBe(0);
  await first.close();
  expect(await firstRegistry.metrics()).toBe('\n');
  expect(await total('build_info')).toBe(1);
});

testInDeep(
  'without prom-client the service runs, and registering names the command that installs it',
  async () => {
    const answer = await withoutPackage(
      'prom-client',
      `const { createConsentService } = require('./src/index.ts');
     const createKnex = require('knex');
     const knex = createKnex({ client: 'better-sqlite3', connection: ':memory:', useNullAsDefault: true });
     const service = createConsentService({ knex, logger: { warn() {}, error() {} } });
     (async () => {
       await service.start();
       const { status } = await service.health();
       const error = await service.metrics.register({}).catch(({ code, message }) => ({ code, message }));
       await service.close();
       await knex.destroy();
       console.log(JSON.stringify({ status, error }));
     })();`,
    );
    expect(answer).toEqual({
      status: 'ok',
      error: {
        code: 'optional_dependency_missing',
        message: 'Metrics need an optional package: npm install prom-client',
      },
    });
  },
);
