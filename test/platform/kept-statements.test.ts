import createKnex, { type Knex } from 'knex';
import { createDatabase, type Database } from '#platform/database/database';

let knex: Knex;
let database: Database;
let prepared: string[];

beforeEach(async () => {
  prepared = [];
  knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate(connection: { prepare(sql: string): unknown }, done: () => void) {
        const prepare = connection.prepare.bind(connection);
        connection.prepare = (sql) => {
          prepared.push(sql);
          return prepare(sql);
        };
        done();
      },
    },
  });
  await knex.schema.createTable('svc_settings', (table) => void table.string('tenant_id'));
  await knex('svc_settings').insert({ tenant_id: 'default' });
  database = createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 20_000 });
  prepared.length = 0;
});
afterEach(() => knex.destroy());

const read = () => database.read((connection) => connection.tenant('default').from('settings'));
const selects = () => prepared.filter((sql) => sql.startsWith('select'));

test('a query is prepared once for a connection, also in transactions', async () => {
  for (const _time of [1, 2, 3]) expect(await read()).toEqual([{ tenant_id: 'default' }]);
  const rows = await database.transaction((connection) => connection.tenant('default').from('settings'));
  expect(rows).toEqual([{ tenant_id: 'default' }]);
  expect(selects()).toHaveLength(1);
});

test('a limit is written into the query: SQLite prepares again whenever one is bound', async () => {
  const first = () => database.read((connection) => connection.tenant('default').from('settings').first());
  for (const _time of [1, 2]) expect(await first()).toEqual({ tenant_id: 'default' });
  expect(selects().map((sql) => sql.slice(-7))).toEqual(['limit 1']);
});

test('inserts of any number of rows are one statement of one row', async () => {
  const insert = (...amounts: number[]) =>
    database.transaction(async (connection) => {
      for (const amount of amounts)
        await connection.tenant('new').insertAll(
          'settings',
          Array.from({ length: amount }, () => ({})),
        );
    });
  await insert(2, 3);
  await insert(1000);
  expect(await knex('svc_settings').where({ tenant_id: 'new' }).count({ count: '*' })).toEqual([
    { count: 1005 },
  ]);
  expect(prepared.filter((sql) => sql.startsWith('insert'))).toHaveLength(1);
});

test('a query sees the columns that a newer version has added', async () => {
  await read();
  await knex.schema.alterTable('svc_settings', (table) => void table.string('added').defaultTo('later'));
  expect(await read()).toEqual([{ tenant_id: 'default', added: 'later' }]);
});

test("the host's queries are prepared as before", async () => {
  await read();
  for (const _time of [1, 2]) await knex('svc_settings').where({ 'svc_settings.tenant_id': 'default' });
  expect(selects()).toHaveLength(3);
});

test("the host's listeners hear each query once, whenever they were added", async () => {
  const heard: string[] = [];
  knex.on('query', ({ sql }) => heard.push(sql));
  const opened = createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 20_000 });
  knex.on('query-response', (_rows, { sql }) => heard.push(sql));
  await opened.read((connection) => connection.tenant('default').from('settings'));
  await opened.transaction((connection) => connection.tenant('default').from('settings'));
  const own = heard.filter((sql) => sql.startsWith('select'));
  expect(own).toHaveLength(4);
});

test('a pool that the host destroys and creates again is followed', async () => {
  await read();
  await knex.destroy();
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
  knex.initialize();
  await knex.schema.createTable('svc_settings', (table) => void table.string('tenant_id'));
  expect(await read()).toEqual([]);
});
