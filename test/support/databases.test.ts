import { existsSync } from 'node:fs';
import createKnex from 'knex';
import { eachDatabase, type OpenDatabase } from './databases';

eachDatabase((database) => {
  let first: OpenDatabase;
  beforeAll(async () => {
    first = await database.openEmpty();
  });

  test('gives every call an empty database of its own that a second pool shares', async () => {
    await first.knex.schema.createTable('notes', (table) => void table.bigInteger('at'));
    await first.knex('notes').insert({ at: 1 });
    expect(await first.reopen()('notes').first()).toEqual({ at: database.dialect === 'postgres' ? '1' : 1 });
    const second = await database.openEmpty();
    expect(await second.knex.schema.hasTable('notes')).toBe(false);
  });

  test('drops a database even while a transaction holds it open', async () => {
    const stuck = await database.openEmpty();
    await stuck.knex.schema.createTable('notes', (table) => void table.bigInteger('at'));
    const transaction = await stuck.knex.transaction();
    await transaction('notes').insert({ at: 1 });
    await stuck.close();
    const { filename } = stuck.config.connection as { filename?: string };
    if (filename) {
      expect(existsSync(filename)).toBe(false);
    } else {
      const late = createKnex({
        ...stuck.config,
        acquireConnectionTimeout: 500,
        log: { warn() {}, error() {} },
      });
      await expect(late('notes')).rejects.toThrow(/unknown database|does not exist/i);
      await late.destroy();
    }
  });
});
