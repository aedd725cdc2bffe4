import { randomUUID } from 'node:crypto';
import createKnex from 'knex';
import { s3Storage } from '#platform/storage/s3/s3-storage';
import { allGranted } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { type S3Server, startS3Server } from '../support/s3-server';
import { pickSome, testInDeep } from '../support/scope';
import { createTcpGate, type TcpGate } from '../support/tcp-gate';
import { until } from '../support/webhook-receiver';

/** A service with its files in a bucket, and what can go wrong on the way there. */
let server: S3Server;
let gate: TcpGate;
let app: TestApp;
let profileId: string;
let bucket: string;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

beforeEach(async () => {
  gate = await createTcpGate({ host: '127.0.0.1', port: server.port });
  bucket = randomUUID();
  server.buckets.set(bucket, new Map());
  app = await createApp();
  profileId = (await createActiveProfile(app)).id;
  await published('en').expect(200);
});
afterEach(async () => {
  server.fault = () => null;
  await app.close();
  await gate.shut();
});

const createApp = (
  options: Parameters<typeof createTestApp>[0] = {},
  limits: object = { timeoutMs: 1000 },
) => {
  const { region, credentials } = server;
  const endpoint = `http://127.0.0.1:${gate.port}`;
  const storage = s3Storage({ bucket, prefix: 'live', endpoint, region, credentials, ...limits });
  return createTestApp({ ...options, config: { storage, ...options.config } });
};
const published = (locale: string) => app.request.get(`${app.publicBase}/profiles/default/opt-in/${locale}`);
const health = () => app.request.get(`${app.adminBase}/health`);
const save = async () =>
  app.request
    .post(`${app.adminBase}/profiles`)
    .set(await app.asAdmin())
    .send({ name: 'Another', defaultLocale: 'en', profileJson: profileJson() });
const activate = async () =>
  app.request.post(`${app.adminBase}/profiles/${profileId}/activate`).set(await app.asAdmin());

const faults: Record<string, { break(): Promise<unknown>; mend(): Promise<unknown> }> = {
  'is gone': { break: () => gate.shut(), mend: () => gate.open() },
  'does not answer': {
    break: async () => (server.fault = () => 'no reply'),
    mend: async () => (server.fault = () => null),
  },
  'is overloaded': {
    break: async () => (server.fault = () => ({ status: 503, code: 'SlowDown' })),
    mend: async () => (server.fault = () => null),
  },
  'refuses the credentials': {
    break: async () => (server.fault = () => ({ status: 403, code: 'AccessDenied' })),
    mend: async () => (server.fault = () => null),
  },
  'has lost the bucket': {
    break: async () => {
      server.buckets.set('elsewhere', server.buckets.get(bucket) ?? new Map());
      server.buckets.delete(bucket);
    },
    mend: async () => server.buckets.set(bucket, server.buckets.get('elsewhere') ?? new Map()),
  },
};

test.each(pickSome(Object.entries(faults), 2))(
  'while S3 %s, changes get 503 and visitors their files, until it is back',
  async (_name, fault) => {
    await fault.break();
    const refused = await save();
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.stringify(refused.body)).not.toContain(bucket);
    expect((await health().expect(503)).body.checks).toMatchObject({ storage: 'degraded', database: 'ok' });
    // The interval after which the pointer is read again has passed.
    app.clock.advance(5000);
    await published('en').expect(200);

    await fault.mend();
    await health().expect(200);
    expect((await activate()).status).toBe(200);
    app.clock.advance(5000);
    await published('de').expect(200);
  },
  60_000,
);

testInDeep('while a publication waits for S3, decisions of visitors are stored', async () => {
  // Each with its default limits: the database gives up after five seconds.
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
  });
  bucket = randomUUID();
  server.buckets.set(bucket, new Map());
  const other = await createApp({ knex, config: { database: {} } }, {});
  const { id } = await createActiveProfile(other);
  const headers = await other.asAdmin();
  const arrived = server.requests.length;
  server.fault = () => 'no reply';
  const activation = other.request
    .post(`${other.adminBase}/profiles/${id}/activate`)
    .set(headers)
    .then(({ status }) => status);
  await until(() => server.requests.length > arrived, 'a request to S3');
  const decision = await other.request
    .post(`${other.publicBase}/consent`)
    .send({ visitorId: 'visitor', profileId: id, consentJson: { ...allGranted } });
  expect([await activation, decision.status]).toEqual([503, 200]);
  await other.close();
  await knex.destroy();
});

test('a service whose bucket is missing does not start, says so, and starts once it is there', async () => {
  server.buckets.delete(bucket);
  const other = await createApp();
  await expect(other.service.start()).rejects.toThrow(
    'the storage "s3" cannot be used: This is NoSuchBucket.',
  );
  server.buckets.set(bucket, new Map());
  await other.service.start();
  await createProfile(other);
  await other.close();
});

test('the configuration that operators see names the storage and none of its credentials', async () => {
  const answer = await app.request
    .get(`${app.adminBase}/setup/config`)
    .set(await app.asAdmin())
    .expect(200);
  expect(answer.body.storage).toBe('s3');
  for (const secret of Object.values(server.credentials)) {
    expect(answer.text).not.toContain(secret);
    expect(app.logger.lines.join()).not.toContain(secret);
  }
});

test('two databases cannot share one prefix of a bucket', async () => {
  const other = await createApp();
  await expect(other.service.start()).rejects.toThrow(
    `The storage s3 (http://127.0.0.1:${gate.port}/${bucket}/live) belongs to another database`,
  );
  await other.close();
});

test('two processes on one database and bucket see each other’s publications', async () => {
  const other = await createApp({ knex: app.knex, clock: app.clock });
  await other.service.start();
  const path = `${other.publicBase}/profiles/default/opt-in/en`;
  const before = (await other.request.get(path).expect(200)).text;
  const next = await createActiveProfile(app, { name: 'Next' });
  app.clock.advance(5000);
  const after = (await other.request.get(path).expect(200)).text;
  expect(before).toContain(profileId);
  expect(after).toContain(next.id);
  await other.close();
});
