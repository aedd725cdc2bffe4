import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { describeError } from '#platform/kernel/logger';
import { s3Storage } from '#platform/storage/s3/s3-storage';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { storageContract } from '#platform/storage/storage-contract';
import { type S3Fault, type S3Server, startS3Server } from '../support/s3-server';
import { isDeep, pickSome } from '../support/scope';
import { withoutPackage } from '../support/without-package';

let server: S3Server;
let opened: StorageAdapter[];

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

beforeEach(() => {
  opened = [];
  server.buckets.set('files', new Map());
});
afterEach(async () => {
  server.fault = () => null;
  server.requests.length = 0;
  server.buckets.clear();
  for (const storage of opened) await storage.disconnect();
});

function createStorage(options: object = {}): StorageAdapter {
  const { endpoint, region, credentials } = server;
  const storage = s3Storage({ bucket: 'files', endpoint, region, credentials, ...options });
  opened.push(storage);
  return storage;
}

async function connected(options: object = {}): Promise<StorageAdapter> {
  const storage = createStorage(options);
  await storage.connect();
  server.requests.length = 0;
  return storage;
}

/** Every method of the storage. */
const attempts = (storage: StorageAdapter) => [
  () => storage.read('a/b'),
  () => storage.write('a/b', Buffer.from('x')),
  () => storage.remove('a/b'),
  () => storage.list('a'),
  () => storage.listDirectories('a'),
  () => storage.check(),
];

describe.each(
  pickSome(
    [
      ['a folder of the bucket', { prefix: 'consent/live' }],
      ['the whole bucket', {}],
    ],
    1,
  ),
)('the storage contract holds for %s', (_name, options) => {
  const cases = storageContract(async () => {
    const bucket = randomUUID();
    server.buckets.set(bucket, new Map());
    return {
      open: () => createStorage({ bucket, ...options }),
      remove: async () => void server.buckets.delete(bucket),
    };
  });
  // Writes a thousand objects: once is enough, below a prefix.
  const isLong = (name: string) => name.startsWith('lists every key below a prefix');
  for (const { name, run } of cases) if (isDeep || !isLong(name) || 'prefix' in options) it(name, run);
});

test('keeps objects under their keys below the prefix, as JSON for whoever reads the bucket', async () => {
  const storage = await connected({ prefix: 'consent/' });
  await storage.write('default/opt-in/en.json', Buffer.from('{}'));
  await storage.write('default/opt-in/other', Buffer.from('x'));
  const types = [...(server.buckets.get('files') ?? [])].map(([key, { contentType }]) => [key, contentType]);
  expect(types).toEqual([
    ['consent/default/opt-in/en.json', 'application/json; charset=utf-8'],
    ['consent/default/opt-in/other', 'application/octet-stream'],
  ]);
});

test('lists no object of other programs whose key the service cannot use', async () => {
  const storage = await connected({ prefix: 'consent' });
  await storage.write('t/p/en.json', Buffer.from('{}'));
  await storage.check();
  const bucket = server.buckets.get('files');
  const object = { body: Buffer.from('x'), contentType: 'text/plain', modifiedAt: 0 };
  for (const key of ['t/', 't/a b', 't//x', 't/../p', 'consent-other/t/x', 'consent/t/', 'consent/t/a b'])
    bucket?.set(key, object);
  expect((await storage.list('t')).map(({ key }) => key)).toEqual(['t/p/en.json']);
  expect(await storage.listDirectories()).toEqual(['t']);
  expect(await storage.listDirectories('t')).toEqual(['p']);
});

test('lists more directories than one page has', async () => {
  const storage = await connected();
  const object = { body: Buffer.from('x'), contentType: 'text/plain', modifiedAt: 0 };
  for (let index = 0; index < 2500; index += 1)
    server.buckets.get('files')?.set(`t/${index}/en.json`, object);
  expect(new Set(await storage.listDirectories('t')).size).toBe(2500);
  expect(server.requests).toHaveLength(3);
});

test('stops when a server returns the same page again and again', async () => {
  const storage = await connected();
  const real = new Map(server.buckets.get('files'));
  for (let index = 0; index < 1500; index += 1)
    real.set(`t/${index}`, { body: Buffer.from('x'), contentType: 'text/plain', modifiedAt: 0 });
  server.buckets.set('files', real);
  // The token of a page never advances.
  server.fault = ({ query }) => {
    query.delete('continuation-token');
    return null;
  };
  await expect(storage.list('t')).rejects.toMatchObject({ code: 'unavailable' });
  expect(server.requests).toHaveLength(2);
});

test('accepts a client of the host and leaves it open', async () => {
  const { endpoint, region, credentials } = server;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const first = s3Storage({ bucket: 'files', client });
  await first.connect();
  await first.write('a/b', Buffer.from('x'));
  await first.disconnect();
  const second = s3Storage({ bucket: 'files', client });
  await second.connect();
  expect(String((await second.read('a/b'))?.body)).toBe('x');
  client.destroy();
});

const refusals: [string, S3Fault, string][] = [
  ['is overloaded', { status: 503, code: 'SlowDown' }, 'SlowDown'],
  ['fails', { status: 500, code: 'InternalError' }, 'InternalError'],
  ['forbids the request', { status: 403, code: 'AccessDenied' }, 'AccessDenied'],
  ['answers as another server', { status: 404, code: 'NotFound' }, 'NotFound'],
];

test.each(refusals)(
  'is unavailable, not empty, while the server %s, and recovers',
  async (_name, fault, code) => {
    const storage = await connected();
    await storage.write('a/b', Buffer.from('kept'));
    server.fault = () => fault;
    // At once, because each is tried again after a pause.
    const refused = attempts(storage).map((attempt) =>
      expect(attempt()).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The storage for locale files cannot be used right now.',
        headers: { 'Retry-After': '5' },
        cause: { code },
      }),
    );
    await Promise.all(refused);
    server.fault = () => null;
    expect(String((await storage.read('a/b'))?.body)).toBe('kept');
  },
);

test('is unavailable, not empty, while the bucket is missing', async () => {
  const storage = await connected();
  const bucket = server.buckets.get('files') ?? new Map();
  server.buckets.delete('files');
  for (const attempt of attempts(storage))
    await expect(attempt()).rejects.toMatchObject({ code: 'unavailable', cause: { code: 'NoSuchBucket' } });
  server.buckets.set('files', bucket);
  expect(await storage.read('a/b')).toBeNull();
});

test.each(['no reply', 'stalled body'] as const)('gives up when there is %s', async (fault) => {
  const storage = await connected({ timeoutMs: 300 });
  await storage.write('a/b', Buffer.from('a body'));
  server.fault = () => fault;
  await expect(storage.read('a/b')).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: 'S3 did not answer within 300 ms' },
  });
});

test('rejects a body that ends too early, instead of returning a part', async () => {
  const storage = await connected();
  await storage.write('a/b', Buffer.alloc(100_000, 'x'));
  server.fault = () => 'half a body';
  await expect(storage.read('a/b')).rejects.toMatchObject({ code: 'unavailable' });
});

test('repeats a request that failed for a moment', async () => {
  const storage = await connected();
  let failures = 0;
  server.fault = () => (failures++ === 0 ? { status: 503, code: 'SlowDown' } : null);
  await storage.write('a/b', Buffer.from('x'));
  expect(server.requests).toHaveLength(2);
});

test('refuses work before connect and after disconnect', async () => {
  const storage = createStorage();
  await expect(storage.read('a')).rejects.toMatchObject({ code: 'unavailable' });
  await storage.connect();
  await storage.disconnect();
  await expect(storage.write('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
});

test('does not connect when one of the permissions is missing, and leaves nothing behind otherwise', async () => {
  for (const denied of ['PUT', 'GET', 'DELETE', 'list']) {
    server.fault = ({ method, key }) =>
      (denied === 'list' ? key === '' : method === denied && key !== '')
        ? { status: 403, code: 'AccessDenied' }
        : null;
    await expect(createStorage().connect()).rejects.toMatchObject({ cause: { code: 'AccessDenied' } });
  }
  server.buckets.get('files')?.clear();
  server.fault = () => null;
  await connected();
  expect(server.buckets.get('files')?.size).toBe(0);
});

test('shows no credentials in errors or in its location', async () => {
  const { accessKeyId } = server.credentials;
  const wrong = createStorage({
    credentials: { accessKeyId, secretAccessKey: 'not the secret of the server' },
  });
  const error = await wrong.connect().catch((reason) => reason);
  expect(error).toMatchObject({ code: 'unavailable', cause: { code: 'SignatureDoesNotMatch' } });
  for (const text of [describeError(error), JSON.stringify({ ...error.cause }), String(wrong.location)]) {
    expect(text).not.toContain(accessKeyId);
    expect(text).not.toContain('not the secret');
  }
  expect(describeError(error)).toContain('HTTP 403, request TESTREQUEST');
  expect(wrong.location).toBe(`${server.endpoint}/files`);
  expect(s3Storage({ bucket: 'files', prefix: 'a/b/' }).location).toBe('s3://files/a/b');
});

test.each([
  ['no bucket', {}, /bucket/],
  ['a bucket with a path', { bucket: 'files/a' }, /bucket/],
  ['a prefix that climbs', { bucket: 'files', prefix: '../a' }, /prefix/],
  ['a long prefix', { bucket: 'files', prefix: 'x'.repeat(201) }, /prefix/],
  ['an endpoint with a password', { bucket: 'files', endpoint: 'https://a:b@s3.example' }, /endpoint/],
  ['an endpoint that is none', { bucket: 'files', endpoint: 's3.example' }, /endpoint/],
  ['a client that is none', { bucket: 'files', client: {} }, /client/],
  ['a client and a region', { bucket: 'files', client: { send() {} }, region: 'x' }, /not both/],
  ['a time limit of zero', { bucket: 'files', timeoutMs: 0 }, /timeoutMs/],
])('rejects %s', (_name, options, message) => {
  expect(() => s3Storage(options as never)).toThrow(
    expect.objectContaining({ name: 'SetupError', message: expect.stringMatching(message) }),
  );
});

test('names the package to install where it is missing', async () => {
  const program = `
    require('./src/server/platform/storage/s3/s3-storage')
      .s3Storage({ bucket: 'files' })
      .connect()
      .catch(({ name, message }) => console.log(JSON.stringify({ name, message })));
  `;
  expect(await withoutPackage('@aws-sdk/client-s3', program)).toEqual({
    name: 'SetupError',
    message: 'Storages in S3 need an optional package: npm install @aws-sdk/client-s3',
  });
});
