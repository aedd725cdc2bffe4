import { databaseUrl, runCliOn } from '../support/cli';
import { eachDatabaseSystem } from '../support/databases';

eachDatabaseSystem((database) => {
  test('migrate lists pending migrations, runs them once, and drops everything only on explicit request', async () => {
    const opened = await database.openEmpty();
    const url = databaseUrl(opened);
    // SQLite makes the file with the first statement.
    await opened.knex.raw('select 1');
    const migrate = (...args: string[]) => runCliOn(opened, ['migrate', '--database', url, ...args]);

    expect(await migrate('--status')).toMatchObject({
      code: 1,
      stdout: 'pending  001-initial\n',
      stderr: '',
    });
    expect(await migrate()).toMatchObject({ code: 0, stdout: 'Ran 001-initial.\n', stderr: '' });
    expect(await migrate()).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
    expect(await migrate('--status')).toMatchObject({ code: 0, stdout: 'done     001-initial\n' });

    const next = { name: '002-next', batch: 2, migration_time: new Date() };
    await opened.knex('svc_migrations').insert(next);
    const newer = expect.stringMatching(
      /^A newer version of express-consent has migrated this database \(002-next\)\. .*#database-is-newer/m,
    );
    expect(await migrate('--status')).toMatchObject({
      code: 1,
      stdout: 'done     001-initial\nunknown  002-next\n',
      stderr: newer,
    });
    expect(await migrate()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'A newer version of express-consent has migrated this database (002-next)',
      ),
    });
    await opened.knex('svc_migrations').where({ name: next.name }).delete();

    expect(await migrate('--down')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--delete-all-data'),
    });
    expect(await opened.knex.schema.hasTable('svc_consents')).toBe(true);
    expect(await migrate('--down', '--delete-all-data')).toMatchObject({ code: 0 });
    expect(await opened.knex.schema.hasTable('svc_consents')).toBe(false);
  });
});
