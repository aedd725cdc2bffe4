import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { allGranted, cookieOf } from '../support/consent';
import { adminEmail, adminPassword, createTestApp, type TestApp } from '../support/create-test-app';
import { eachDialect } from '../support/databases';
import { createFaultyProxy, type Fault, type FaultyProxy, type PlannedFault } from '../support/faulty-proxy';
import { plainMapping } from '../support/imports';
import { createActiveProfile, profileJson } from '../support/profiles';
import { isDeep, testInDeep } from '../support/scope';
import { type Answer, type Request, type ServingProcess, startServing } from '../support/serving-process';
import { until } from '../support/webhook-receiver';
import { expectWhole } from '../support/whole-data';

/**
 * A service whose connection to the database fails at each message of a conversation in turn: what it asks, and what
 * the database answers.
 */

const timeoutMs = 2000;
/** For a process that loses many messages without learning it: each costs this time. */
const shortTimeoutMs = 500;
const smallPool = { min: 0, max: 3 };
/** Sign-in and imports use the database several times, and a busy machine takes its time. */
const boundMs = 3 * timeoutMs;

/** One request, in as many versions as there are messages to lose. */
interface Operation {
  /** The state that is needed before a request for version `n`. */
  readonly prepare?: (n: string) => Promise<unknown>;
  readonly request: (n: string) => readonly [path: string, request: Request];
  /** Whether all of it is stored; null when a part of it is. */
  readonly isStored: (n: string) => Promise<boolean | null>;
  /** Statuses of a retry, which may come when the first attempt has done its work but its answer was lost. */
  readonly retried?: readonly number[];
}

// Every message of every operation is lost in several ways.
jest.setTimeout(120_000);

// A SQLite file has no connection that can be lost.
eachDialect(
  (driver) => {
    let proxy: FaultyProxy;
    let served: ServingProcess;
    let impatient: ServingProcess;
    /** Another process on the same database, which no fault meets. */
    let observer: TestApp;
    let db: Knex;
    let profileId: string;
    let admin: Record<string, string>;

    beforeAll(async () => {
      const opened = await driver.open();
      db = opened.knex;
      observer = await createTestApp({ knex: db, config: { rateLimit: false } });
      profileId = (await createActiveProfile(observer)).id;
      admin = await observer.asAdmin();
      const connection = opened.config.connection as { host: string; port: number };
      proxy = await createFaultyProxy(connection);
      const through = { ...connection, host: '127.0.0.1', port: proxy.port };
      const connectLimits = {
        mysql: { connectTimeout: 1000 },
        postgres: { connectionTimeoutMillis: 1000 },
        sqlite: {},
      };
      [served, impatient] = await Promise.all([
        startServing({ ...opened.config, connection: through }, { database: { timeoutMs } }),
        startServing(
          { ...opened.config, connection: { ...through, ...connectLimits[driver.dialect] }, pool: smallPool },
          { database: { timeoutMs: shortTimeoutMs } },
        ),
      ]);
    });
    afterAll(async () => {
      await served.end();
      await impatient.end();
      await proxy.close();
      await observer.close();
    });

    const visitor = (id: string) => db('svc_consents').where({ visitor_id: id }).first();
    const submit = (visitorId: string) =>
      [
        '/api/v1/consent',
        { method: 'POST', body: { visitorId, profileId, consentJson: allGranted } },
      ] as const;
    const operate = (method: string, path: string, body?: object) =>
      [`/admin/v1${path}`, { method, body, headers: admin }] as const;
    const file = () => served.ask('/api/v1/profiles/default/opt-in/en');
    const expectOk = async ([path, request]: readonly [string, Request]) => {
      const { status, body } = await served.ask(path, request);
      expect([status, body]).toEqual([200, expect.anything()]);
    };

    const operations: Record<string, Operation> = {
      'a first decision': {
        request: submit,
        isStored: async (n) => (await visitor(n)) !== undefined,
      },
      'a changed decision': {
        prepare: (n) => expectOk(submit(n)),
        request: (n) => [
          `/api/v1/consent/${n}`,
          {
            method: 'PUT',
            headers: { Cookie: cookieOf(n) },
            body: { consentJson: { marketing: 'denied' } },
          },
        ],
        isStored: async (n) => JSON.parse((await visitor(n)).consent_json).marketing === 'denied',
      },
      'an erasure': {
        prepare: (n) => expectOk(submit(n)),
        request: (n) => [`/api/v1/consent/${n}`, { method: 'DELETE', headers: { Cookie: cookieOf(n) } }],
        isStored: async (n) => (await visitor(n)) === undefined,
        retried: [404],
      },
      'a save of a profile': {
        request: (n) => operate('PUT', `/profiles/${profileId}`, { name: n }),
        isStored: async (n) => (await db('svc_profiles').where({ name: n }).first()) !== undefined,
      },
      'an activation': {
        prepare: (n) =>
          expectOk(
            operate('PUT', `/profiles/${profileId}`, {
              profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading: n } }),
            }),
          ),
        request: () => operate('POST', `/profiles/${profileId}/activate`),
        isStored: async () => {
          const row = await db('svc_profiles').where({ id: profileId }).first();
          return row.published_version === row.version;
        },
      },
      'an import': {
        request: (n) => {
          const decided = new Date(Date.now() - 3_600_000).toISOString();
          const rows = ['a', 'b', 'c'].map((part) => `${n}-${part},${decided},yes,yes,DE\n`);
          const imported = `visitor,decided,analytics,ads,country\n${rows.join('')}`;
          return operate('POST', '/imports', { file: imported, profileId, mapping: plainMapping });
        },
        isStored: async (n) => {
          const found = await db('svc_consents').where('visitor_id', 'like', `${n}-%`);
          return found.length === 3 ? true : found.length === 0 ? false : null;
        },
      },
      'a change of settings': {
        request: (n) => operate('PATCH', '/settings', { allowedOrigins: [`https://${n}.example`] }),
        isStored: async (n) =>
          (await db('svc_settings').pluck('allowed_origins')).join().includes(`https://${n}.example`),
      },
      'a sign-in': {
        request: () => [
          '/admin/v1/auth/login',
          { method: 'POST', body: { email: adminEmail, password: adminPassword } },
        ],
        isStored: async () => true,
      },
    };

    function expectRefusal({ status, headers, body }: Answer): void {
      expect([status, body]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }

    /** Loses one message of version `n`. Returns false when it has fewer messages. */
    async function lose(operation: Operation, n: string, fault: PlannedFault): Promise<boolean> {
      await operation.prepare?.(n);
      const [path, request] = operation.request(n);
      proxy.plan(fault);
      const startedAt = performance.now();
      const answer = await served.ask(path, request);
      expect(performance.now() - startedAt).toBeLessThan(boundMs);
      expect((await file()).status).toBe(200);
      const hasOccurred = proxy.mend();
      if (answer.status !== 200) expectRefusal(answer);

      // The server may still be ending a transaction whose connection it has lost.
      await until(() => operation.isStored(n).then((stored) => stored !== null), 'a whole state');
      if (answer.status === 200) expect(await operation.isStored(n)).toBe(true);
      const retry = await served.ask(path, request);
      expect([200, ...(operation.retried ?? [])]).toContain(retry.status);
      expect(await operation.isStored(n)).toBe(true);
      return hasOccurred;
    }

    /** Loses the messages in turn, and the last one in any case. Returns their number. */
    async function loseEach(
      name: string,
      fault: Fault,
      on: PlannedFault['on'],
      { last = 100, step = 1 } = {},
    ): Promise<number> {
      const operation = operations[name] as Operation;
      async function loseAt(at: number): Promise<boolean> {
        const n = `${name.replaceAll(' ', '-')}-${fault}-${on}-${at}`;
        try {
          return await lose(operation, n, { fault, on, at });
        } catch (error) {
          throw new Error(`${fault} at ${on} ${at} of ${name}: ${(error as Error).message}`, {
            cause: error,
          });
        }
      }
      let at = 1;
      while (at <= last && (await loseAt(at))) at += step;
      for (let skipped = at - 1; skipped > at - step; skipped -= 1) if (await loseAt(skipped)) return skipped;
      return at - step;
    }

    /**
     * A lost request leaves in the database what the lost answer before it does: every other one of each kind makes every
     * state.
     */
    const step = isDeep ? 1 : 2;

    async function expectAllWell(): Promise<void> {
      await until(async () => (await served.ask('/admin/v1/health')).status === 200, 'health');
      const active = await db('svc_profiles').where({ id: profileId }).first();
      const published = await served.ask(
        `/api/v1/profiles/default/${profileId}/${active.published_version}/en`,
      );
      await until(async () => isDeepStrictEqual((await file()).body, published.body), 'the published file');
      await expectWhole(observer);
    }

    /** A decision, an erasure, and what an operator saves; they take few messages. */
    const main = ['a first decision', 'an erasure', 'a save of a profile'];

    test.each(isDeep ? Object.keys(operations) : main)(
      '%s: wherever its connection is lost, it is done or refused as a whole, and a retry succeeds',
      async (name) => {
        await expectAllWell();
        const before = await served.countDescriptors();
        expect(await loseEach(name, 'reset', 'request', { step })).toBeGreaterThan(2);
        expect(await loseEach(name, 'cut', 'answer', { step })).toBeGreaterThan(2);
        await expectAllWell();
        await until(async () => (await served.countDescriptors()) <= before + 5, 'closed descriptors');
      },
    );

    test('answers that are late are waited for', async () => {
      expect(await loseEach('a first decision', 'delay', 'answer', { last: 3 })).toBe(3);
    });

    /** Asks, and expects an answer in time even from a service that gets none itself. */
    async function askInTime([path, request]: readonly [string, Request]): Promise<Answer> {
      const startedAt = performance.now();
      const answer = await impatient.ask(path, request);
      expect(performance.now() - startedAt).toBeLessThan(boundMs);
      return answer;
    }
    const isOk = async (request: readonly [string, Request]) => (await askInTime(request)).status === 200;
    const filePath = ['/api/v1/profiles/default/opt-in/en', {}] as const;
    const healthPath = ['/admin/v1/health', {}] as const;

    testInDeep('connections that hang at any message of a decision do not use up the pool', async () => {
      await until(() => isOk(healthPath), 'health');
      const before = await impatient.countDescriptors();
      let hung = 0;
      for (const on of ['request', 'answer'] as const) {
        for (let at = 1; ; at += step) {
          const n = `hang-${on}-${at}`;
          proxy.plan({ fault: 'hang', on, at });
          const answer = await askInTime(submit(n));
          expect(await isOk(filePath)).toBe(true);
          if (answer.status !== 200) expectRefusal(answer);
          const hasOccurred = proxy.mend();
          // What the hanging connection has locked is free once the service has given it up.
          await until(() => isOk(submit(n)), 'a retry');
          expect(await visitor(n)).toBeDefined();
          if (!hasOccurred) break;
          hung += 1;
        }
      }
      // More than the pool has connections.
      expect(hung).toBeGreaterThan(smallPool.max);
      await until(() => proxy.hanging === 0, 'connections that are given up');
      await until(async () => (await impatient.countDescriptors()) <= before + 5, 'closed descriptors');
    });

    test('a database that answers nothing: 503 in time, files from memory, health says so; then all recovers', async () => {
      await until(() => isOk(healthPath), 'health');
      expect(await isOk(filePath)).toBe(true);
      const before = await impatient.countDescriptors();
      proxy.plan({ fault: 'hang', on: 'request', at: 'each' });
      // Far more than the pool has connections.
      const asked = Array.from({ length: 20 }, (_item, index) => askInTime(submit(`silence-${index}`)));
      for (const answer of await Promise.all(asked)) expectRefusal(answer);
      await until(async () => {
        const { status, body } = await askInTime(healthPath);
        return status === 503 && body.checks.database === 'degraded';
      }, 'a degraded database');
      expect(await isOk(filePath)).toBe(true);
      expect(await isOk(['/api/v1/health', {}])).toBe(true);

      proxy.mend();
      await until(() => isOk(submit('afterwards')), 'a decision');
      await until(() => isOk(healthPath), 'health');
      await until(() => proxy.hanging === 0, 'connections that are given up');
      await until(async () => (await impatient.countDescriptors()) <= before + 5, 'closed descriptors');
      await expectWhole(observer);
    });
  },
  'mysql',
  'postgres',
);
