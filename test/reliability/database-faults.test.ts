import createKnex, { type Knex } from 'knex';
import { allGranted } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const submit = (app: TestApp, profileId: string, visitorId: string) =>
  app.request
    .post(`${app.publicBase}/consent`)
    .send({ visitorId, profileId, consentJson: { ...allGranted } });
const probe = (app: TestApp) => app.request.get(`${app.adminBase}/health`);

eachDatabase((driver) => {
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
    expect((await probe(app).expect(503)).body.checks).toMatchObject({
      database: 'degraded',
      migrations: 'ok',
    });
    await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);

    await knex.raw(writable);
    await probe(app).expect(200);
    await submit(app, profileId, 'after').expect(200);
  });

  test('a missing table is noticed by the probe', async () => {
    const { app, knex } = await openApp();
    await knex.schema.dropTable('svc_parental_consents');
    expect((await probe(app).expect(503)).body.checks).toMatchObject({ migrations: 'degraded' });
  });

  if (driver.dialect === 'mysql') {
    test.each(['latin1', 'utf8'])(
      'a connection with charset %s is refused, with what to change',
      async (charset) => {
        const opened = await driver.open();
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
    test('a full database answers 503, and works again when there is room', async () => {
      const { app, knex, profileId } = await openApp();
      const [{ page_count: pages }] = await knex.raw('pragma page_count');
      await knex.raw(`pragma max_page_count = ${Number(pages)}`);
      const statuses: number[] = [];
      for (let visitor = 0; visitor < 200 && !statuses.includes(503); visitor += 1) {
        const answer = await submit(app, profileId, `visitor-${visitor}-${'x'.repeat(100)}`);
        statuses.push(answer.status);
      }
      expect([...new Set(statuses)]).toEqual([200, 503]);
      await knex.raw('pragma max_page_count = 1000000');
      await submit(app, profileId, 'after').expect(200);
    });
  }
});
