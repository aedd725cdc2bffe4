import createKnex, { type Knex } from 'knex';
import { createDatabase } from '#platform/database/database';
import { createReads } from '#platform/database/reads';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem, type OpenDatabase } from '../support/databases';
import { asBytes, exportCalls, readWorkbook } from '../support/exports';
import { createActiveProfile } from '../support/profiles';
import { silentLogger } from '../support/published-files';
import { insertRecords, recordRow } from '../support/records';
import { testInDeep } from '../support/scope';
import { createTcpGate } from '../support/tcp-gate';

/** Both databases have different rows, which shows where a row was read. */
const start = Date.UTC(2026, 0, 1);
const recordsIn = (where: string, numbers: readonly number[]) =>
  numbers.map((number) =>
    recordRow({
      id: `record-${number}`,
      visitorId: `${where}-${number}`,
      createdAt: start + number,
      country: where === 'replica' ? 'FR' : 'AT',
    }),
  );

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

eachDatabaseSystem((driver) => {
  async function open(): Promise<OpenDatabase> {
    const opened = await driver.open();
    cleanUps.push(() => opened.close());
    return opened;
  }

  async function createApp(knex: Knex, readKnex?: Knex, timeoutMs = 20_000): Promise<TestApp> {
    const app = await createTestApp({
      knex,
      config: { database: { timeoutMs, ...(readKnex && { readKnex }) } },
    });
    cleanUps.push(() => app.close());
    return app;
  }

  async function migrate(knex: Knex): Promise<void> {
    const app = await createTestApp({ knex });
    await app.service.start();
    await app.close();
  }

  /** Two databases of one installation, the second of which is a replica that has other rows. */
  async function openPair() {
    const [primary, replica] = [await open(), await open()];
    for (const { knex } of [primary, replica]) await migrate(knex);
    const { value } = await primary.knex('svc_secrets').where({ name: 'installation' }).first('value');
    await replica.knex('svc_secrets').where({ name: 'installation' }).update({ value });
    return { primary, replica };
  }

  const get = async (app: TestApp, path: string, query: Readonly<Record<string, string | number>> = {}) => {
    const answer = await app.request
      .get(`${app.adminBase}${path}`)
      .query(query)
      .set(await app.asAdmin());
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const visitorsIn = ({ items }: { items: readonly { visitorId: string }[] }) =>
    items.map(({ visitorId }) => visitorId);
  const listed = async (app: TestApp) => visitorsIn(await get(app, '/consents'));
  const health = async (app: TestApp) => (await app.request.get(`${app.adminBase}/health`).expect(200)).body;

  describe('a service with a read replica', () => {
    let app: TestApp;
    let replica: OpenDatabase;
    const kept: (() => unknown)[] = [];

    beforeAll(async () => {
      const pair = await openPair();
      replica = pair.replica;
      await insertRecords(pair.primary.knex, recordsIn('primary', [1, 2, 3]));
      await insertRecords(replica.knex, recordsIn('replica', [1, 2]));
      await insertRecords(replica.knex, [recordRow({ visitorId: 'of-other', createdAt: start })], 'other');
      await replica
        .knex('svc_current_sums')
        .insert({ tenant_id: 'default', dimension: 'country', value: 'FR', amount: 2 });
      const [last] = await replica.knex('svc_audit').max({ sequence: 'sequence' });
      await replica.knex('svc_audit').insert({
        ...{ id: 'entry', tenant_id: 'default', sequence: Number(last?.sequence) + 1, action: 'on:replica' },
        ...{ resource_type: 'test', resource_id: 'one', user_id: 'u', user_email: null, changes: '{}' },
        ...{ request_id: null, created_at: start, previous_hash: '', hash: '' },
      });
      app = await createApp(pair.primary.knex, replica.reopen());
      await app.service.start();
      kept.push(...cleanUps.splice(0));
    });
    afterAll(async () => {
      for (const cleanUp of kept.reverse()) await cleanUp();
    });

    test('lists consents, visitors and audit entries from the replica', async () => {
      expect(await listed(app)).toEqual(['replica-2', 'replica-1']);
      expect(visitorsIn(await get(app, '/visitors'))).toEqual(['replica-2', 'replica-1']);
      expect((await get(app, '/audit')).items).toContainEqual(expect.objectContaining({ id: 'entry' }));
      expect(await get(app, '/consents')).toMatchObject({ total: 2 });
      expect(visitorsIn(await get(app, '/consents', { q: 'of-other' }))).toEqual([]);
    });

    test('exports from the replica', async () => {
      const { csv, json, get: download } = exportCalls(app);
      expect((await csv('/consents')).rows.map(({ visitorId }) => visitorId)).toEqual([
        'replica-2',
        'replica-1',
      ]);
      expect(await json('/audit')).toContainEqual(expect.objectContaining({ id: 'entry' }));
      const book = await app.request
        .get(`${app.adminBase}/export/consents/xlsx`)
        .set(await app.asAdmin())
        .buffer(true)
        .parse(asBytes);
      expect(JSON.stringify(readWorkbook(book.body))).toMatch(/replica-2.*replica-1/);
      expect((await download('/consents')).text).not.toContain('primary');
    });

    test('reads statistics from the replica', async () => {
      expect(await get(app, '/stats/overview')).toMatchObject({ totalConsents: 2 });
      expect(await get(app, '/stats/countries')).toEqual([{ country: 'FR', count: 2, share: 1 }]);
    });

    test('reads single records, and verifies the audit log, on the primary database', async () => {
      expect(await get(app, '/consents/primary-3')).toMatchObject({ visitorId: 'primary-3' });
      const { valid, checked } = await get(app, '/audit/verify');
      expect({ valid, isPrimary: checked > 1 }).toEqual({ valid: true, isPrimary: true });
      await app.request
        .get(`${app.adminBase}/consents/replica-1`)
        .set(await app.asAdmin())
        .expect(404);
    });

    test('a visitor reads the own decision at once', async () => {
      const { id } = await createActiveProfile(app);
      const calls = consentCalls(app);
      await calls.submit({ visitorId: 'new', profileId: id, consentJson: allGranted }).expect(200);
      await calls.read('new').expect(200);
      expect(await listed(app)).toEqual(['replica-2', 'replica-1']);
    });

    test('health reports that the replica is used', async () => {
      expect(await health(app)).toMatchObject({ status: 'ok', checks: { replica: 'ok' } });
    });

    test('a page continues on the primary database when the replica does not have its last row', async () => {
      const first = await get(app, '/consents', { limit: 1 });
      expect(visitorsIn(first)).toEqual(['replica-2']);
      const second = () => get(app, '/consents', { limit: 1, cursor: first.nextCursor });
      expect(visitorsIn(await second())).toEqual(['replica-1']);
      await replica.knex('svc_consents').where({ id: 'record-2' }).update({ id: 'record-9' });
      expect(visitorsIn(await second())).toEqual(['primary-1']);
      await replica.knex('svc_consents').where({ id: 'record-9' }).update({ id: 'record-2' });
    });
  });

  test('two pools on one database read the same rows, with identifiers that the host renames', async () => {
    const opened = await open();
    const { client, connection } = opened.config;
    const readKnex = createKnex({
      ...(opened.config as object),
      client,
      connection,
      wrapIdentifier: (name, wrap) => wrap(name === '*' ? name : `no_${name}`),
      postProcessResponse: () => {
        throw new Error('rows of the service are not for the host');
      },
    } as Knex.Config);
    cleanUps.push(() => readKnex.destroy());
    const app = await createApp(opened.knex, readKnex);
    await app.service.start();
    await insertRecords(opened.knex, recordsIn('shared', [1]));
    expect(await listed(app)).toEqual(['shared-1']);
    expect(await health(app)).toMatchObject({ checks: { replica: 'ok' } });
    await app.close();
    await expect(readKnex.raw('select 1')).rejects.toThrow('rows of the service are not for the host');
  });

  test('a replica without tables is left out until it has them', async () => {
    const [primary, replica] = [await open(), await open()];
    const app = await createApp(primary.knex, replica.reopen());
    await app.service.start();
    await insertRecords(primary.knex, recordsIn('primary', [1]));
    expect(await listed(app)).toEqual(['primary-1']);
    expect(await health(app)).toMatchObject({ status: 'ok', checks: { replica: 'degraded' } });
    expect(app.logger.lines.join('\n')).toContain('is not ready');

    await migrate(replica.knex);
    const { value } = await primary.knex('svc_secrets').where({ name: 'installation' }).first('value');
    await replica.knex('svc_secrets').where({ name: 'installation' }).update({ value });
    await insertRecords(replica.knex, recordsIn('replica', [1]));
    app.clock.advance(1000);
    expect(await health(app)).toMatchObject({ checks: { replica: 'ok' } });
    expect(await listed(app)).toEqual(['replica-1']);
  });

  test('the database of another installation is refused', async () => {
    const [primary, other] = [await open(), await open()];
    await migrate(other.knex);
    const app = await createApp(primary.knex, other.reopen());
    await expect(app.service.start()).rejects.toThrow(
      'database.readKnex: is the database of another installation, not a replica of the one in knex',
    );
  });

  test('a replica that loses a table fails no read, and is used again 10 seconds after it is whole', async () => {
    const { primary, replica } = await openPair();
    await insertRecords(primary.knex, recordsIn('primary', [1]));
    await insertRecords(replica.knex, recordsIn('replica', [1]));
    const app = await createApp(primary.knex, replica.reopen());
    await app.service.start();
    expect(await listed(app)).toEqual(['replica-1']);

    await replica.knex.schema.renameTable('svc_consents', 'away');
    expect(await listed(app)).toEqual(['primary-1']);
    expect(app.logger.lines.filter((line) => line.includes('The read replica'))).toHaveLength(2);
    expect(await health(app)).toMatchObject({ status: 'ok', checks: { replica: 'degraded' } });

    await replica.knex.schema.renameTable('away', 'svc_consents');
    expect(await listed(app)).toEqual(['primary-1']);
    app.clock.advance(10_000);
    // This read starts the check, and does not wait for it.
    expect(await listed(app)).toEqual(['primary-1']);
    await app.service.health();
    expect(await listed(app)).toEqual(['replica-1']);
  });

  test('a read that fails on both databases leaves the replica in use', async () => {
    const { primary, replica } = await openPair();
    await insertRecords(replica.knex, recordsIn('replica', [1]));
    const app = await createApp(primary.knex, replica.reopen());
    await app.service.start();
    for (const { knex } of [primary, replica]) await knex.schema.renameTable('svc_daily_sums', 'away');
    await app.request
      .get(`${app.adminBase}/stats/timeline`)
      .set(await app.asAdmin())
      .expect(500);
    expect(await listed(app)).toEqual(['replica-1']);
  });

  test('parts of one result stay on the primary database after one of them came from it', async () => {
    const { primary, replica } = await openPair();
    await insertRecords(primary.knex, recordsIn('primary', [1]));
    await insertRecords(replica.knex, recordsIn('replica', [1]));
    const clock = createTestClock();
    const database = (knex: Knex) => createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 5000 });
    const installed = await primary.knex('svc_secrets').where({ name: 'installation' }).first('value');
    const reads = createReads({
      primary: database(primary.knex),
      replica: database(replica.knex),
      installationId: async () => installed.value,
      clock,
      logger: silentLogger,
    });
    await reads.start();
    const read = reads.forOneResult();
    const visitors = () =>
      read((connection) => connection.tenant('default').from('consents').pluck('visitor_id'));
    expect(await visitors()).toEqual(['replica-1']);
    await replica.knex.schema.renameTable('svc_consents', 'away');
    expect(await visitors()).toEqual(['primary-1']);
    await replica.knex.schema.renameTable('away', 'svc_consents');
    await reads.check?.();
    expect(await visitors()).toEqual(['primary-1']);
    expect(
      await reads.forOneResult()((connection) =>
        connection.tenant('default').from('consents').pluck('visitor_id'),
      ),
    ).toEqual(['replica-1']);
    await reads.close();
  });

  if (driver.dialect !== 'sqlite') {
    test('a replica that cannot be reached fails no read', async () => {
      const { primary, replica } = await openPair();
      await insertRecords(primary.knex, recordsIn('primary', [1]));
      await insertRecords(replica.knex, recordsIn('replica', [1]));
      const connection = replica.config.connection as { host: string; port: number };
      const gate = await createTcpGate(connection);
      const readKnex = createKnex({
        ...replica.config,
        connection: { ...connection, port: gate.port },
      } as Knex.Config);
      cleanUps.push(
        () => gate.shut(),
        () => readKnex.destroy(),
      );
      const app = await createApp(primary.knex, readKnex);
      await app.service.start();
      expect(await listed(app)).toEqual(['replica-1']);

      await gate.shut();
      expect(await Promise.all([listed(app), listed(app)])).toEqual([['primary-1'], ['primary-1']]);
      expect((await exportCalls(app).csv('/consents')).rows).toHaveLength(1);
      expect(await health(app)).toMatchObject({ status: 'ok', checks: { replica: 'degraded' } });

      await gate.open();
      app.clock.advance(1000);
      expect(await health(app)).toMatchObject({ checks: { replica: 'ok' } });
      expect(await listed(app)).toEqual(['replica-1']);
    });

    testInDeep(
      'a replica that hangs costs a read half of the time limit, and later reads nothing',
      async () => {
        const { primary, replica } = await openPair();
        await insertRecords(primary.knex, recordsIn('primary', [1]));
        await insertRecords(replica.knex, recordsIn('replica', [1]));
        const timeoutMs = 6000;
        const app = await createApp(primary.knex, replica.reopen(), timeoutMs);
        await app.service.start();
        expect(await listed(app)).toEqual(['replica-1']);

        const locked = await replica.knex.transaction();
        await (driver.dialect === 'mysql'
          ? locked.raw('lock tables svc_consents write')
          : locked.raw('lock table svc_consents in access exclusive mode'));
        const startedAt = performance.now();
        expect(await listed(app)).toEqual(['primary-1']);
        const first = performance.now() - startedAt;
        expect(first).toBeGreaterThan(timeoutMs / 2 - 100);
        expect(first).toBeLessThan(timeoutMs);
        expect(await listed(app)).toEqual(['primary-1']);
        expect(performance.now() - startedAt - first).toBeLessThan(timeoutMs / 2);
        if (driver.dialect === 'mysql') await locked.raw('unlock tables');
        await locked.rollback();
        expect(await health(app)).toMatchObject({ checks: { replica: 'ok' } });
        expect(await listed(app)).toEqual(['replica-1']);
      },
    );
  }
});

test('a replica of another kind of database is refused with its name', async () => {
  const readKnex = createKnex({ client: 'pg' });
  const knex = createKnex({ client: 'better-sqlite3', connection: ':memory:', useNullAsDefault: true });
  await expect(createTestApp({ knex, config: { database: { readKnex } } })).rejects.toThrow(
    '- database.readKnex: must be a Knex for SQLite, as knex is; it is for PostgreSQL',
  );
});
