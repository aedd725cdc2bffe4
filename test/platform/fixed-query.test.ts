import type { Knex } from 'knex';
import { connectionOn, createDatabase, type FixedQuery, type Row } from '#platform/database/database';
import { eachDatabase } from '../support/databases';

interface HeardQuery {
  readonly sql: string;
  readonly bindings: readonly unknown[];
  readonly __knexQueryUid: string;
}

eachDatabase((database) => {
  let knex: Knex;
  let builds: number;
  let heard: HeardQuery[];

  const findValue: FixedQuery<'value', Row | undefined> = (scope, value) => {
    builds += 1;
    return scope
      .from('settings')
      .where({ value: value('value') })
      .first('tenant_id', 'value', scope.raw(`? as fixed`, ['always']));
  };

  const open = () => createDatabase(knex, { tablePrefix: 'fixed_', timeoutMs: 20_000 });
  const find = (opened: ReturnType<typeof open>, tenantId: string, value: string) =>
    opened.read((connection) => connection.tenant(tenantId).run(findValue, { value }));

  beforeAll(async () => {
    knex = (await database.open()).knex;
    await knex.schema.createTable('fixed_settings', (table) => {
      table.string('tenant_id');
      table.string('value');
    });
    await knex('fixed_settings').insert([
      { tenant_id: 'one', value: 'a' },
      { tenant_id: 'one', value: `'; --` },
      { tenant_id: 'two', value: 'a' },
    ]);
    knex.on('query', (query: HeardQuery) => {
      if (/fixed_settings/.test(query.sql)) heard.push(query);
    });
  });
  beforeEach(() => {
    builds = 0;
    heard = [];
  });

  test('a query is built once, and runs with the values and the tenant of each call', async () => {
    const opened = open();
    expect(await find(opened, 'one', 'a')).toEqual({ tenant_id: 'one', value: 'a', fixed: 'always' });
    expect(await find(opened, 'two', 'a')).toMatchObject({ tenant_id: 'two' });
    expect(await find(opened, 'one', `'; --`)).toMatchObject({ value: `'; --` });
    expect(await find(opened, 'two', `'; --`)).toBeUndefined();
    expect(await find(opened, 'three', 'a')).toBeUndefined();
    expect(builds).toBe(1);
  });

  test('concurrent runs do not mix their values', async () => {
    const opened = open();
    const calls = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 'one' : 'two'));
    const rows = await Promise.all(calls.map((tenantId) => find(opened, tenantId, 'a')));
    expect(rows.map((row) => row?.tenant_id)).toEqual(calls);
    expect(builds).toBe(1);
  });

  test('in a transaction it sees what the transaction wrote', async () => {
    const opened = open();
    expect(await find(opened, 'four', 'new')).toBeUndefined();
    const inside = opened.transaction(async (connection) => {
      const scope = connection.tenant('four');
      await scope.insert('settings', { value: 'new' });
      expect(await scope.run(findValue, { value: 'new' })).toMatchObject({ tenant_id: 'four' });
      throw new Error('back');
    });
    await expect(inside).rejects.toThrow('back');
    expect(await find(opened, 'four', 'new')).toBeUndefined();
  });

  test('the host hears each run with its own values and id', async () => {
    const opened = open();
    for (const value of ['a', 'b']) await find(opened, 'one', value);
    expect(heard.map(({ bindings }) => bindings.filter((value) => value !== 1))).toEqual([
      ['always', 'one', 'a'],
      ['always', 'one', 'b'],
    ]);
    expect(new Set(heard.map(({ sql }) => sql)).size).toBe(1);
    expect(new Set(heard.map((query) => query.__knexQueryUid)).size).toBe(2);
  });

  test('databases with different prefixes do not share the text of a query', async () => {
    await find(open(), 'one', 'a');
    const other = connectionOn(knex, 'other_').tenant('one');
    const failure = await other.run(findValue, { value: 'a' }).then(() => null, String);
    expect(failure).toContain('other_settings');
    expect(builds).toBe(2);
  });
});
