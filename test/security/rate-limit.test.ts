import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import supertest from 'supertest';
import type { RateLimitStore } from '#platform/kernel/host-types';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { describeWith, serviceAddresses } from '../support/services';
import { createTcpGate } from '../support/tcp-gate';
import { until } from '../support/webhook-receiver';

const five = { limit: 5, windowSeconds: 60 };

async function limited(config: TestAppOptions['config'] = {}): Promise<TestApp> {
  const app = await createTestApp({
    config: {
      trustProxy: 1,
      rateLimit: { consentWrites: five, publicReads: five, hotServe: five, admin: five },
      ...config,
    },
  });
  await app.service.start();
  return app;
}

describe('every request counts, whatever becomes of it', () => {
  test.each([
    ['a read', 'get', '/resolve-profile'],
    ['a repeated parameter', 'get', '/resolve-profile?tz=a&tz=b'],
    ['an unknown path', 'get', '/nothing'],
    ['a wrong method', 'delete', '/resolve-profile'],
    ['a preflight', 'options', '/resolve-profile'],
    ['a path that cannot be decoded', 'get', '/profiles/%E0%A4%A'],
    ['a visitor without the cookie', 'get', '/consent/somebody'],
    ['an unknown key', 'get', '/health', { 'X-API-Key': 'svck_nothing' }],
    ['a wrong body', 'post', '/consent', {}],
    ['a published file', 'get', '/profiles/default/opt-in/en'],
  ] as const)('%s', async (_what, method, path, headers: Record<string, string> = {}) => {
    const app = await limited();
    const send = () => app.request[method](`${app.publicBase}${path}`).set(headers);
    const statuses = [];
    for (let request = 0; request < 7; request += 1) statuses.push((await send()).status);
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses.slice(5)).toEqual([429, 429]);
    const refused = await send();
    expect(refused.body.code).toBe('rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await app.close();
  });

  test('a refused origin', async () => {
    const app = await limited();
    await app.knex('svc_settings').insert({
      tenant_id: 'default',
      allowed_origins: '["https://shop.example"]',
      admin_allowed_origins: '[]',
      setup_completed: false,
      updated_at: 1,
    });
    const send = () =>
      app.request.get(`${app.publicBase}/consent/somebody`).set('Origin', 'https://evil.example');
    for (let request = 0; request < 5; request += 1) await send().expect(403);
    await send().expect(429);
    await app.close();
  });
});

describe('who is counted', () => {
  const read = (app: TestApp, address: string) =>
    app.request.get(`${app.publicBase}/resolve-profile`).set('X-Forwarded-For', address);

  test('is one client behind all spellings of its address', async () => {
    const app = await limited();
    for (const address of [
      '203.0.113.9',
      '::ffff:203.0.113.9',
      '203.0.113.9:1',
      '203.0.113.9:2',
      '::ffff:cb00:7109',
    ])
      await read(app, address).expect(200);
    await read(app, '203.0.113.9').expect(429);
    await read(app, '203.0.113.10').expect(200);
    await app.close();
  });

  test('is the whole /64 of an IPv6 client', async () => {
    const app = await limited();
    for (let host = 1; host <= 5; host += 1) await read(app, `2001:db8::${host}`).expect(200);
    await read(app, '2001:db8::ffff').expect(429);
    await app.close();
  });

  describe('at a Unix socket, where connections have no address', () => {
    test.each([
      ['is the client that a trusted proxy names', { trustProxy: 1 }, true],
      ['is the client that a proxy names which the host’s app trusts', { trustProxy: undefined }, true],
      ['is everybody together without trust', { trustProxy: false }, false],
      ['is everybody together for a list of addresses', { trustProxy: 'loopback, 203.0.113.0/24' }, false],
      [
        'is everybody together for a function that knows addresses only',
        { trustProxy: (ip: string) => ip.startsWith('127.') },
        false,
      ],
    ])('%s', async (_what, config, isNamed) => {
      const app = await limited(config);
      if (config.trustProxy === undefined) app.app.set('trust proxy', 1);
      const directory = await mkdtemp(join(tmpdir(), 'ec_test_socket_'));
      const path = join(directory, 'app.sock');
      const server = createServer(app.app).listen(path);
      await once(server, 'listening');
      const request = supertest(`http+unix://${encodeURIComponent(path)}`);
      const visit = (address: string) =>
        request
          .get(`${app.publicBase}/resolve-profile`)
          // What the client itself claims, and what the proxy has seen.
          .set('X-Forwarded-For', `198.51.100.${address.length}, ${address}`);
      for (let visitor = 1; visitor <= 5; visitor += 1) await visit('203.0.113.9').expect(200);
      await visit('203.0.113.9').expect(429);
      await visit('203.0.113.10').expect(isNamed ? 200 : 429);
      server.close();
      await rm(directory, { recursive: true });
      await app.close();
    });
  });

  test('reaches the host’s store only as a hash', async () => {
    const keys: string[] = [];
    const store: RateLimitStore = () => ({
      consume: async (key) => {
        keys.push(key);
        return { remainingPoints: 1, msBeforeNext: 1000 };
      },
    });
    const app = await limited({ rateLimit: { store } });
    await read(app, '203.0.113.9').expect(200);
    await app.request
      .get(`${app.publicBase}/profiles/default/opt-in/en`)
      .set('X-Forwarded-For', '203.0.113.9');
    expect(keys).toHaveLength(2);
    expect(keys.join()).not.toContain('203.0.113');
    await app.close();
  });
});

test('a store that is down lets requests through and is logged', async () => {
  const store: RateLimitStore = () => ({ consume: async () => Promise.reject(new Error('connection lost')) });
  const app = await limited({ rateLimit: { store } });
  await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
  expect(app.logger.lines.join()).toMatch(/rate-limit store failed/);
  await app.close();
});

test('a store that never answers holds up no request for long, and health not at all', async () => {
  let asked = 0;
  const store: RateLimitStore = () => ({
    consume() {
      asked += 1;
      return new Promise(() => {});
    },
  });
  const app = await limited({ rateLimit: { store } });
  const warnings = () => app.logger.lines.filter((line) => line.includes('rate-limit store failed'));
  const startedAt = performance.now();
  await app.request.get(`${app.publicBase}/health`).expect(200);
  await app.request.get(`${app.adminBase}/health`).expect(200);
  expect(asked).toBe(0);
  await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
  // Until the pause is over nobody waits for the store again.
  for (let request = 0; request < 20; request += 1)
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
  expect(performance.now() - startedAt).toBeLessThan(3000);
  expect(asked).toBe(1);
  expect(warnings()).toHaveLength(1);
  expect(warnings().join()).toContain('The store did not answer within 500 ms');
  app.clock.advance(61_000);
  await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
  expect(asked).toBe(2);
  expect(warnings()).toHaveLength(2);
  await app.close();
});

test('a store that is down is asked by one request at a time, and counts again once it answers', async () => {
  let asked = 0;
  let isDown = true;
  const store: RateLimitStore = () => ({
    consume() {
      asked += 1;
      return isDown ? new Promise(() => {}) : Promise.resolve({ remainingPoints: 4, msBeforeNext: 60_000 });
    },
  });
  const app = await limited({ rateLimit: { store } });
  const read = () => app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
  await read();
  app.clock.advance(61_000);
  await Promise.all(Array.from({ length: 20 }, read));
  expect(asked).toBe(2);
  isDown = false;
  app.clock.advance(61_000);
  expect((await read()).headers.ratelimit).toBe('"publicReads";r=4;t=60');
  expect((await read()).headers.ratelimit).toBe('"publicReads";r=4;t=60');
  await app.close();
});

test('probes are not limited', async () => {
  const app = await limited();
  for (let request = 0; request < 8; request += 1) {
    await app.request.get(`${app.publicBase}/health`).expect(200);
    await app.request.get(`${app.adminBase}/health`).expect(200);
  }
  await app.close();
});

test('a store that creates no counter is a fault of the configuration', async () => {
  await expect(limited({ rateLimit: { store: (() => ({})) as never } })).rejects.toThrow(
    'rateLimit.store: must return an object with the method consume()',
  );
});

describeWith('redis', 'a shared store', () => {
  test('makes two processes count together', async () => {
    const client = createClient({ url: serviceAddresses.redis });
    await client.connect();
    const keyPrefix = `ec_test_${Date.now()}`;
    const store: RateLimitStore = ({ name, limit, windowSeconds }) =>
      new RateLimiterRedis({
        storeClient: client,
        useRedisPackage: true,
        keyPrefix: `${keyPrefix}_${name}`,
        points: limit,
        duration: windowSeconds,
      });
    const rateLimit = { publicReads: five, store };
    const [one, two] = [await limited({ rateLimit }), await limited({ rateLimit })];
    for (const app of [one, two, one, two, one])
      await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
    await two.request.get(`${two.publicBase}/resolve-profile`).expect(429);
    await one.close();
    await two.close();
    for await (const keys of client.scanIterator({ MATCH: `${keyPrefix}*` }))
      if (keys.length > 0) await client.del(keys);
    await client.close();
  });

  test('that goes away lets requests through, leaves health alone, and counts again when it is back', async () => {
    const { hostname, port } = new URL(serviceAddresses.redis);
    const gate = await createTcpGate({ host: hostname, port: Number(port || 6379) });
    const client = createClient({
      url: `redis://127.0.0.1:${gate.port}`,
      socket: { reconnectStrategy: 20 },
    });
    client.on('error', () => {});
    await client.connect();
    const store: RateLimitStore = ({ name, limit, windowSeconds }) =>
      new RateLimiterRedis({
        storeClient: client,
        useRedisPackage: true,
        keyPrefix: `ec_test_${Date.now()}_${name}`,
        points: limit,
        duration: windowSeconds,
      });
    const app = await limited({ rateLimit: { publicReads: five, store } });
    const ask = async () => {
      const startedAt = performance.now();
      const { status } = await app.request.get(`${app.publicBase}/resolve-profile`);
      expect(performance.now() - startedAt).toBeLessThan(5000);
      return status;
    };
    expect(await ask()).toBe(200);
    await gate.shut();
    const meanwhile: number[] = [];
    for (let number = 0; number < 10; number += 1) meanwhile.push(await ask());
    expect(new Set(meanwhile)).toEqual(new Set([200]));
    await app.request.get(`${app.adminBase}/health`).expect(200);
    expect(app.logger.lines.join()).toContain('The rate-limit store failed');

    await gate.open();
    await until(async () => {
      app.clock.advance(1000);
      return (await ask()) === 429;
    }, 'a limit');
    await app.close();
    client.destroy();
    await gate.shut();
  });
});
