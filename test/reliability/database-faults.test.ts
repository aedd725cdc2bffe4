import createKnex, { type Knex } from 'knex';
import { createDatabase } from '#platform/database/database';
import { allGranted } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDialect } from '../support/databases';
import { createActiveProfile } from '../support/profiles';
import { until } from '../support/webhook-receiver';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const submit = (app: TestApp, profileId: string, visitorId: string) =>
  app.request
    .post(`${app.publicBase}/consent`)
    .send({ visitorId, profileId, consentJson: { ...allGranted } });
const probe = (app: TestApp) => app.request.get(`${app.adminBase}/health`);
/** After the second in which probes get the same result. */
function probeAgain(app: TestApp) {
  app.clock.advance(1000);
  return probe(app);
}

eachDialect((driver) => {
  /** A service whose pool has one connection, which a test can change. */
  async function openApp(): Promise<{ app: TestApp; knex: Knex; profileId: string }> {
    const opened = await driver.open();
    const knex = createKnex({ ...opened.config, pool: { min: 1, max: 1 } });
    const app = await createTestApp({ knex });
    cleanUps.push(
      () => opened.close(),
      () => knex.destroy(),
      () => app.close(),
    );
    return { app, knex, profileId: (await createActiveProfile(app)).id };
  }

  test('a database that became read-only: writes get 503 with Retry-After, health says so, and files are served', async () => {
    const statements = {
      sqlite: ['pragma query_only = on', 'pragma query_only = off'],
      mysql: ['set session transaction read only', 'set session transaction read write'],
      postgres: ['set default_transaction_read_only = on', 'set default_transaction_read_only = off'],
    } as const;
    const [readOnly, writable] = statements[driver.dialect];
    const { app, knex, profileId } = await openApp();
    await probe(app).expect(200);

    await knex.raw(readOnly);
    const answer = await submit(app, profileId, 'meanwhile').expect(503);
    expect(answer.body.code).toBe('unavailable');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await probeAgain(app).expect(503)).body.checks).toMatchObject({
      database: 'degraded',
      migrations: 'ok',
    });
    await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);

    // Each of these requests could be a stranger's, who would fill the disk with the log.
    const refusals = () =>
      app.logger.lines.map((line) => JSON.parse(line)).filter(({ code }) => code === 'unavailable');
    for (let number = 0; number < 20; number += 1) await submit(app, profileId, 'meanwhile').expect(503);
    expect(refusals()).toMatchObject([{ requestId: answer.headers['x-request-id'] }]);
    app.clock.advance(60_000);
    await submit(app, profileId, 'meanwhile').expect(503);
    expect(refusals()).toMatchObject([{}, { alsoLeftOut: 20 }]);

    await knex.raw(writable);
    await probe(app).expect(200);
    await submit(app, profileId, 'after').expect(200);
  });

  /** Raised by the server for a statement of the service, as it would be without the test's trigger. */
  const refusals: Record<typeof driver.dialect, Record<string, string>> = {
    sqlite: {},
    postgres: {
      'a lost connection': '08006',
      'a read-only server': '25006',
      'an idle transaction that was ended': '25P03',
      'a missing privilege': '42501',
      'a full disk': '53100',
      'no memory': '53200',
      'too many connections': '53300',
      'a cancelled statement': '57014',
      'a shutdown': '57P01',
      'a server that is still starting': '57P03',
      'a failing disk': '58030',
    },
    mysql: {
      'a full disk': '1021',
      'a failing disk': '1030',
      'no memory': '1041',
      'a cluster node that is not ready': '1047',
      'a shutdown': '1053',
      'a full table': '1114',
      'a missing privilege': '1142',
      'too many connections of the user': '1203',
      'a read-only server': '1290',
      'a cancelled statement': '1317',
      'a read-only mode': '1836',
      'a killed connection (MariaDB)': '1927',
      'a time limit (MariaDB)': '1969',
      'a time limit (MySQL)': '3024',
      'a disconnected client (MySQL)': '4031',
    },
  };

  /** Makes the server refuse every new consent record with this code. */
  async function refuseRecords(knex: Knex, code: string): Promise<void> {
    if (driver.dialect === 'mysql') {
      await knex.raw(
        `create trigger refuse before insert on svc_consents for each row signal sqlstate 'HY000' set mysql_errno = ${code}`,
      );
      return;
    }
    await knex.raw(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception using errcode = '${code}'; end $$`,
    );
    await knex.raw(
      'create trigger refuse before insert on svc_consents for each row execute function refuse()',
    );
  }

  if (driver.dialect !== 'sqlite') {
    test('whatever keeps the server from writing, the answer is 503 with Retry-After', async () => {
      const { app, knex, profileId } = await openApp();
      const answers: Record<string, unknown> = {};
      const cases = {
        ...refusals[driver.dialect],
        'a fault of the statement': driver.dialect === 'mysql' ? '1365' : '22012',
      };
      for (const [name, code] of Object.entries(cases)) {
        await refuseRecords(knex, code);
        const { status, body, headers } = await submit(app, profileId, 'meanwhile');
        answers[name] = [status, body.code, Number(headers['retry-after']) > 0];
        if (driver.dialect === 'mysql') await knex.raw('drop trigger refuse');
        else await knex.raw('drop function refuse() cascade');
      }
      expect(answers).toEqual({
        ...Object.fromEntries(Object.keys(cases).map((name) => [name, [503, 'unavailable', true]])),
        'a fault of the statement': [500, 'internal_error', false],
      });
      await submit(app, profileId, 'after').expect(200);
      expect(await knex('svc_consents').pluck('visitor_id')).toEqual(['after']);
    });

    test('a host that holds every connection of its pool: 503 in time, health says so, and recovery', async () => {
      const opened = await driver.open();
      const knex = createKnex({ ...opened.config, pool: { min: 0, max: 2 } });
      const app = await createTestApp({ knex });
      cleanUps.push(
        () => opened.close(),
        () => knex.destroy(),
        () => app.close(),
      );
      const { id } = await createActiveProfile(app);
      const hurried = await createTestApp({ knex, config: { database: { timeoutMs: 500 } } });
      cleanUps.push(() => hurried.close());
      await hurried.service.start();
      await hurried.request.get(`${hurried.publicBase}/profiles/default/opt-in/en`).expect(200);

      const held = await Promise.all([knex.transaction(), knex.transaction()]);
      const answers = await Promise.all(['a', 'b', 'c', 'd'].map((visitor) => submit(hurried, id, visitor)));
      for (const { status, headers } of answers)
        expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true]);
      expect((await probe(hurried).expect(503)).body.checks).toMatchObject({ database: 'degraded' });
      await hurried.request.get(`${hurried.publicBase}/profiles/default/opt-in/en`).expect(200);

      for (const transaction of held) await transaction.rollback();
      await submit(app, id, 'after').expect(200);
      await probe(app).expect(200);
      // What had waited for a connection got one afterwards, when its caller had gone.
      expect(await opened.knex('svc_consents').pluck('visitor_id')).toEqual(['after']);
    });
  }

  test('reads that wait for a connection do not run once their callers have got 503', async () => {
    const { app, knex } = await openApp();
    const hurried = await createTestApp({
      knex,
      config: { database: { timeoutMs: 300 }, rateLimit: false },
    });
    cleanUps.push(() => hurried.close());
    await hurried.service.start();
    await app.service.start();

    const held = await knex.transaction();
    const read = (visitorId: string) =>
      hurried.request.get(`${hurried.publicBase}/consent/${visitorId}`).set('Cookie', `svc_vid=${visitorId}`);
    const visitors = Array.from({ length: 20 }, (_item, index) => `late-${index}`);
    for (const { status } of await Promise.all(visitors.map(read))) expect(status).toBe(503);

    const bindings: unknown[] = [];
    knex.on('query', (query: { readonly bindings?: readonly unknown[] }) =>
      bindings.push(...(query.bindings ?? [])),
    );
    await held.rollback();
    // It got the connection after all of them.
    await until(async () => (await read('in-time')).status === 404, 'an answer');
    expect(bindings).toContain('in-time');
    expect(bindings.filter((value) => `${value}`.startsWith('late-'))).toEqual([]);
  });

  test.each(['read', 'transaction'] as const)(
    'a %s sends no further query once its caller has got 503',
    async (kind) => {
      const { knex } = await openApp();
      const database = createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 100 });
      let goOn = () => {};
      const expired = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      let rest: Promise<unknown> = Promise.resolve();
      const running = database[kind]((connection) => {
        rest = connection
          .global('revisions')
          .first()
          .then(() => expired)
          .then(() => connection.tenant('default').from('consents').first());
        rest.catch(() => {});
        return rest;
      });
      await expect(running).rejects.toMatchObject({ code: 'unavailable' });
      const queries: string[] = [];
      knex.on('query', ({ sql }: { readonly sql: string }) => queries.push(sql));
      goOn();
      await expect(rest).rejects.toMatchObject({ code: 'unavailable' });
      expect(queries.filter((sql) => /consents/.test(sql))).toEqual([]);
    },
  );

  test('a missing table is noticed by the probe', async () => {
    const { app, knex } = await openApp();
    await knex.schema.dropTable('svc_parental_consents');
    expect((await probe(app).expect(503)).body.checks).toMatchObject({ migrations: 'degraded' });
  });

  if (driver.dialect === 'mysql') {
    test.each(['latin1', 'utf8'])(
      'a connection with charset %s is refused, with what to change',
      async (charset) => {
        const opened = await driver.openEmpty();
        const knex = createKnex({
          ...opened.config,
          connection: { ...(opened.config.connection as object), charset },
        });
        const app = await createTestApp({ knex });
        cleanUps.push(
          () => opened.close(),
          () => knex.destroy(),
          () => app.close(),
        );
        await expect(app.service.start()).rejects.toThrow(
          /the connection uses the character set (latin1|utf8mb3), which would corrupt texts\. Set charset: 'utf8mb4'/,
        );
        expect(await opened.knex.schema.hasTable('svc_consents')).toBe(false);
      },
    );
  }

  if (driver.dialect === 'sqlite') {
    test('a full database answers 503, health says so, and both recover when there is room', async () => {
      const { app, knex, profileId } = await openApp();
      const [{ page_count: pages }] = await knex.raw('pragma page_count');
      await knex.raw(`pragma max_page_count = ${Number(pages)}`);
      const statuses: number[] = [];
      for (let visitor = 0; visitor < 200 && !statuses.includes(503); visitor += 1) {
        const answer = await submit(app, profileId, `visitor-${visitor}-${'x'.repeat(100)}`);
        statuses.push(answer.status);
      }
      expect([...new Set(statuses)]).toEqual([200, 503]);
      expect((await probe(app).expect(503)).body.checks).toMatchObject({
        database: 'degraded',
        migrations: 'ok',
      });
      await knex.raw('pragma max_page_count = 1000000');
      await probeAgain(app).expect(200);
      expect(await knex('svc_value_checks')).toEqual([]);
      await submit(app, profileId, 'after').expect(200);
    });
  }
});
