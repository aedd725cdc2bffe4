import createKnex, { type Knex } from 'knex';
import { databaseUrl, runCliHere } from '../support/cli';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { eachDatabase, newName, type OpenDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const password = 'a-password-of-a-test';

eachDatabase(
  (driver) => {
    const isPostgres = driver.dialect === 'postgres';

    interface LimitedUser {
      readonly opened: OpenDatabase;
      /** The name of the user in statements. */
      readonly user: string;
      /** The database as the user connects to it. */
      readonly limited: OpenDatabase;
      readonly knex: Knex;
    }

    /** Creates a user who has no right on the migrated tables, and is dropped after the test. */
    async function createUser(): Promise<LimitedUser> {
      const opened = await driver.open();
      const name = newName();
      const user = isPostgres ? name : `'${name}'@'%'`;
      await opened.knex.raw(
        isPostgres
          ? `create role ${user} login password '${password}'`
          : `create user ${user} identified by '${password}'`,
      );
      const config = {
        ...opened.config,
        connection: { ...(opened.config.connection as object), user: name, password },
      };
      const knex = createKnex(config);
      cleanUps.push(
        async () => {
          if (isPostgres) await opened.knex.raw(`drop owned by ${user}`);
          await opened.knex.raw(isPostgres ? `drop role ${user}` : `drop user ${user}`);
        },
        () => knex.destroy(),
      );
      return { opened, user, knex, limited: { ...opened, config } };
    }

    const everyTable = ({ opened }: LimitedUser) =>
      isPostgres
        ? 'all tables in schema public'
        : `${(opened.config.connection as { database: string }).database}.*`;

    /** Grants what docs/guide/database.md asks for. */
    async function grantAsDocumented(limited: LimitedUser): Promise<void> {
      await limited.opened.knex.raw(
        `grant select, insert, update, delete on ${everyTable(limited)} to ${limited.user}`,
      );
    }

    function openApp(
      knex: Knex,
      options: Partial<Parameters<typeof createTestApp>[0]> = {},
    ): Promise<TestApp> {
      return createTestApp({ knex, ...options }).then((app) => {
        cleanUps.push(() => app.close());
        return app;
      });
    }
    const checks = async (app: TestApp) => (await app.service.health()).checks;

    test.each([true, false])(
      'a user with the documented rights can do everything (database.migrate: %s)',
      async (migrate) => {
        const limited = await createUser();
        await grantAsDocumented(limited);
        const app = await openApp(limited.knex, { config: { database: { migrate } } });
        await app.service.start();
        const { id: profileId } = await createActiveProfile(app);
        const calls = consentCalls(app);
        const { body } = await calls.submit({ profileId, consentJson: allGranted }).expect(200);
        await calls.update(body.visitorId, { consentJson: allDenied }).expect(200);
        await calls.erase(body.visitorId).expect(200);
        await app.service.maintenance();
        expect((await app.service.health()).status).toBe('ok');
        expect(await runCliHere(['migrate', '--database', databaseUrl(limited.limited)])).toMatchObject({
          code: 0,
          stdout: 'The database is up to date.\n',
        });
      },
    );

    test('tables without a right are named at the start and by doctor, with the statement that grants it', async () => {
      const limited = await createUser();
      await limited.opened.knex.raw(`grant select, update on ${everyTable(limited)} to ${limited.user}`);
      const app = await openApp(limited.knex, { config: { database: { migrate: false } } });
      const account = isPostgres ? `"${limited.user}"` : limited.user;
      const lacking =
        /lacks INSERT on svc_settings, svc_profiles, svc_profile_versions and \d+ more; DELETE on svc_settings, /;
      const grant = isPostgres
        ? `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "public" TO ${account}`
        : `GRANT SELECT, INSERT, UPDATE, DELETE ON \`${everyTable(limited).replace('.', '`.')} TO ${account}`;
      await expect(app.service.start()).rejects.toThrow(lacking);
      await expect(app.service.start()).rejects.toThrow(`Run: ${grant}.`);

      const doctor = async () => {
        const { stdout } = await runCliHere(['doctor', '--database', databaseUrl(limited.limited), '--json']);
        const { findings } = JSON.parse(stdout) as {
          findings: { code: string; what: string; change: string }[];
        };
        return findings.filter(({ code }) => code === 'database-rights-missing');
      };
      expect(await doctor()).toMatchObject([{ what: expect.stringMatching(lacking), change: grant }]);

      await limited.opened.knex.raw(grant);
      // Connections to MySQL keep the rights with which they began.
      await limited.knex.destroy();
      limited.knex.initialize();
      await app.service.start();
      expect(await doctor()).toEqual([]);
    });

    test('a command that the database refuses prints the reason', async () => {
      const limited = await createUser();
      await limited.opened.knex.raw(`grant select on ${everyTable(limited)} to ${limited.user}`);
      const args = ['rebuild-statistics', '--database', databaseUrl(limited.limited)];
      const reason = isPostgres
        ? 'permission denied for table svc_leases'
        : 'INSERT.* command denied to user';
      expect(await runCliHere(args)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(`^express-consent rebuild-statistics failed: ${reason}`),
      });
    });

    test('a single right that is revoked later shows in the readiness, and so does its return', async () => {
      const limited = await createUser();
      const { opened, user } = limited;
      const tables = (await opened
        .knex('information_schema.tables')
        .where({ table_type: 'BASE TABLE' })
        .whereIn('table_schema', isPostgres ? ['public'] : [opened.knex.raw('database()')])
        .pluck('table_name')) as string[];
      for (const table of tables)
        await opened.knex.raw(`grant select, insert, update, delete on ${table} to ${user}`);
      const clock = createTestClock();
      const app = await openApp(limited.knex, { clock });
      await app.service.start();
      expect(await checks(app)).toMatchObject({ database: 'ok' });

      for (const right of ['insert', 'delete']) {
        await opened.knex.raw(`revoke ${right} on svc_consents from ${user}`);
        clock.advance(30_000);
        expect(await checks(app)).toMatchObject({ database: 'degraded', migrations: 'ok' });
        await opened.knex.raw(`grant ${right} on svc_consents to ${user}`);
        expect(await checks(app)).toMatchObject({ database: 'ok' });
      }
      // Nobody needs the right to change the audit log.
      await opened.knex.raw(`revoke update, delete on svc_audit from ${user}`);
      clock.advance(30_000);
      expect(await checks(app)).toMatchObject({ database: 'ok' });
    });
  },
  'mysql',
  'postgres',
);
