import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { createDatabase, type Database } from '#platform/database/database';
import { migrateDown, migrateUp, pendingMigrations } from '#platform/database/migrate';
import { globalTables, tenantTables } from '#platform/database/tables';
import { createTestApp } from '../support/create-test-app';
import { eachDatabase, type OpenDatabase } from '../support/databases';
import { testInDeep } from '../support/scope';

const root = join(__dirname, '../..');
const tables = [...tenantTables, ...globalTables];
const open = (knex: Knex, tablePrefix = 'svc_') => createDatabase(knex, { tablePrefix, timeoutMs: 20_000 });

/** Names among `tables` that exist, without the prefix. */
async function existing({ knex, prefix }: Database): Promise<string[]> {
  const found = await Promise.all(tables.map((table) => knex.schema.hasTable(`${prefix}${table}`)));
  return tables.filter((_table, index) => found[index]);
}

interface Outcome {
  readonly code: unknown;
  readonly complaints: string;
}

/** A process of its own that has everything loaded; `migrate` tells it to start. */
async function otherProcess(config: Knex.Config): Promise<{ migrate(): Promise<Outcome> }> {
  const script = `
    const knex = require('knex')(${JSON.stringify(config)});
    const { createDatabase } = require('./src/server/platform/database/database');
    const { migrateUp } = require('./src/server/platform/database/migrate');
    process.stdin.once('data', () => {
      migrateUp(createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 20000 })).finally(() => { knex.destroy(); process.stdin.destroy(); });
    });
    console.log('ready');`;
  const child = spawn(process.execPath, ['-r', join(root, 'test/support/typescript.js'), '-e', script], {
    cwd: root,
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  await once(child.stdout, 'data');
  return {
    async migrate() {
      child.stdin.write('go');
      const [code] = await once(child, 'close');
      return { code, complaints };
    },
  };
}

eachDatabase((driver) => {
  let opened: OpenDatabase;
  let database: Database;

  beforeEach(async () => {
    opened = await driver.openEmpty();
    database = open(opened.knex);
  });
  afterEach(() => opened.close());

  test('migrating up creates every table once, and migrating up again changes nothing', async () => {
    expect(await pendingMigrations(database)).not.toEqual([]);
    await migrateUp(database);
    expect(await existing(database)).toEqual(tables);
    expect(await pendingMigrations(database)).toEqual([]);
    await migrateUp(database);
    expect(await existing(database)).toEqual(tables);
  });

  testInDeep('only the call that migrated reports what ran', async () => {
    const results = await Promise.all([migrateUp(database), migrateUp(database), migrateUp(database)]);
    expect(results.flat()).toEqual(['001-initial']);
  });

  test('migrating down drops every table, so that migrating up works again', async () => {
    await migrateUp(database);
    await migrateDown(database);
    expect(await existing(database)).toEqual([]);
    for (const table of ['svc_migrations', 'svc_migrations_lock'])
      expect(await opened.knex.schema.hasTable(table)).toBe(false);
    await migrateUp(database);
    expect(await existing(database)).toEqual(tables);
  });

  testInDeep('two prefixes live side by side in one database', async () => {
    const other = open(opened.knex, 'other_');
    await migrateUp(database);
    await migrateUp(other);
    await migrateDown(database);
    expect(await existing(database)).toEqual([]);
    expect(await existing(other)).toEqual(tables);
  });

  testInDeep("the host's own migrations are left alone", async () => {
    const migrationSource = {
      getMigrations: async () => ['host'],
      getMigrationName: (name: string) => name,
      getMigration: async () => ({
        up: (knex: Knex) => knex.schema.createTable('orders', (table) => void table.integer('id')),
        down: (knex: Knex) => knex.schema.dropTable('orders'),
      }),
    };
    await opened.knex.migrate.latest({ migrationSource });
    await migrateUp(database);
    expect(await opened.knex.migrate.list({ migrationSource })).toEqual([
      [expect.objectContaining({ name: 'host' })],
      [],
    ]);
    await migrateDown(database);
    expect(await opened.knex.schema.hasTable('orders')).toBe(true);
  });

  test('processes that start at once all end with the schema in place', async () => {
    const processes = await Promise.all(Array.from({ length: 4 }, () => otherProcess(opened.config)));
    const results = await Promise.all(processes.map((process) => process.migrate()));
    expect(results).toEqual(results.map(() => ({ code: 0, complaints: '' })));
    expect(await existing(database)).toEqual(tables);
    expect(await pendingMigrations(database)).toEqual([]);
  });

  test('a database that a newer version has migrated is refused, naming what this version does not have', async () => {
    await migrateUp(database);
    await opened.knex('svc_migrations').insert({ name: '002-next', batch: 2, migration_time: new Date() });
    const refusal = 'A newer version of express-consent has migrated this database (002-next)';
    await expect(migrateUp(database)).rejects.toThrow(refusal);
    for (const migrate of [true, false]) {
      const app = await createTestApp({ knex: opened.knex, config: { database: { migrate } } });
      await expect(app.service.start()).rejects.toThrow(refusal);
      await app.close();
    }
  });

  test('a process that died while migrating does not block the next one', async () => {
    await migrateUp(database);
    await opened.knex('svc_migrations_lock').update({ is_locked: 1 });
    await migrateUp(database);
    expect(await pendingMigrations(database)).toEqual([]);
  });

  if (driver.dialect === 'mysql') {
    /** Every index of our tables, as MySQL lists it. */
    const indexes = () =>
      opened
        .knex('information_schema.statistics')
        .where({ table_schema: opened.knex.raw('database()') })
        .whereIn(
          'table_name',
          tables.map((table) => `svc_${table}`),
        )
        .orderByRaw('1, 2, 3')
        .select(
          opened.knex.raw('table_name as tbl, index_name as idx, seq_in_index as seq, column_name as col'),
          'non_unique',
        );

    test('a migration that was killed is finished by the next one, keys and indexes included', async () => {
      await migrateUp(database);
      const whole = await indexes();
      // What a process leaves that is killed right after it has created the table.
      await opened.knex.raw(
        'alter table svc_consents drop index svc_consents_visitor, drop index svc_consents_created',
      );
      await opened.knex.raw('drop table svc_files');
      await opened.knex('svc_migrations').delete();
      expect(await indexes()).not.toEqual(whole);
      expect(await migrateUp(database)).toEqual(['001-initial']);
      expect(await indexes()).toEqual(whole);
    });

    test('a user who cannot create triggers gets an error with the missing privilege; migration works after the grant', async () => {
      const { database: name } = opened.config.connection as { database: string };
      const user = `'${name}'@'%'`;
      await opened.knex.raw(`create user ${user} identified by 'secret'`);
      const silent = { warn() {}, error() {}, deprecate() {}, debug() {} };
      // Rights on a database count for connections made after they were granted.
      async function migrateAsUser(): Promise<void> {
        const knex = createKnex({
          ...opened.config,
          connection: { ...(opened.config.connection as object), user: name, password: 'secret' },
          log: silent,
        });
        await migrateUp(open(knex)).finally(() => knex.destroy());
      }
      try {
        await opened.knex.raw(`grant all on ${name}.* to ${user}`);
        await opened.knex.raw(`revoke trigger on ${name}.* from ${user}`);
        await expect(migrateAsUser()).rejects.toThrow('grant it TRIGGER');
        expect(await pendingMigrations(database)).toEqual(['001-initial']);
        await opened.knex.raw(`grant trigger on ${name}.* to ${user}`);
        await migrateAsUser();
        expect(await pendingMigrations(database)).toEqual([]);
      } finally {
        await opened.knex.raw(`drop user ${user}`);
      }
    });
  }
});
