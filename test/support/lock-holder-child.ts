import createKnex from 'knex';

/**
 * Holds the write lock of the SQLite file `<filename>` until it reads a line. A process that is blocked by the lock
 * can never send one: after the deadline the lock is released all the same, and the last line says so.
 */
const [filename = ''] = process.argv.slice(2);
const deadlineMs = 15_000;
const knex = createKnex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });

async function release(word: string): Promise<void> {
  await knex.raw('rollback');
  await knex.destroy();
  process.stdout.write(`${word}\n`, () => process.exit());
}

knex.raw('begin immediate').then(() => {
  process.stdout.write('locked\n');
  const deadline = setTimeout(() => void release('gave up'), deadlineMs);
  process.stdin.once('data', () => {
    clearTimeout(deadline);
    void release('released');
  });
});
