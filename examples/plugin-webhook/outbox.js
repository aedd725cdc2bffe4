const { randomUUID } = require('node:crypto');

/**
 * Creates the outbox: a table of the messages that are still to be delivered. Each message is a row;
 * delivered ones are deleted. Column names are single words, so that a Knex that renames columns (snake case
 * to camel case) does not change them. Times are epoch milliseconds.
 *
 * A process reserves a row by moving its `due` to the end of a lease, on the condition that no other process
 * has done so: this works the same on every database. When a process dies, another one takes the row after
 * the lease. `attempts` is increased when a row is reserved, so that a message that kills processes also ends
 * as dead.
 */
function createOutbox({ knex, name, sealing }) {
  const table = `${name}_outbox`;
  const rows = () => knex(table);
  let creating = null;

  /** Creates the table once; the next call retries after a failure. */
  function ready() {
    creating ??= create().catch((error) => {
      creating = null;
      throw error;
    });
    return creating;
  }

  async function create() {
    if (await knex.schema.hasTable(table)) return;
    try {
      await knex.schema.createTable(table, (columns) => {
        columns.string('id', 36).primary();
        columns.string('event', 100).notNullable();
        columns.string('visitor', 64).nullable().index(`${table}_visitor`);
        columns.text('body', 'longtext').notNullable();
        columns.string('status', 10).notNullable();
        columns.bigInteger('due').notNullable();
        columns.integer('attempts').notNullable();
        columns.bigInteger('created').notNullable();
        columns.string('error', 100).nullable();
        columns.index(['status', 'due'], `${table}_due`);
      });
    } catch (error) {
      // Another process may have created it first.
      if (!(await knex.schema.hasTable(table))) throw error;
    }
  }

  return {
    ready,

    /** @returns the id, which is the idempotency key of every attempt */
    async add({ event, body, visitor }) {
      await ready();
      const id = randomUUID();
      const now = Date.now();
      await rows().insert({
        id,
        event,
        visitor: visitor === null ? null : sealing.visitorKeys(...visitor)[0],
        body: sealing.seal(id, body),
        status: 'waiting',
        due: now,
        attempts: 0,
        created: now,
      });
      return id;
    },

    /** Reserves up to `limit` due messages for `leaseMs`. */
    async take(limit, leaseMs) {
      await ready();
      const now = Date.now();
      const due = await rows()
        .where({ status: 'waiting' })
        .andWhere('due', '<=', now)
        .orderBy('due')
        .limit(limit);
      const reserved = [];
      for (const row of due) {
        const attempts = row.attempts + 1;
        const changed = await rows()
          .where({ id: row.id, status: 'waiting', due: row.due, attempts: row.attempts })
          .update({ due: now + leaseMs, attempts });
        if (changed === 1)
          reserved.push({ id: row.id, event: row.event, body: sealing.open(row.id, row.body), attempts });
      }
      return reserved;
    },

    /** Deletes a delivered message, whichever process has reserved it. */
    async remove({ id }) {
      await rows().where({ id }).delete();
    },

    async postpone({ id, attempts }, due, error) {
      await rows().where({ id, attempts }).update({ due, error });
    },

    async bury({ id, attempts }, error) {
      await rows().where({ id, attempts }).update({ status: 'dead', error });
    },

    /** Deletes all messages about a visitor except the one about the erasure. */
    async forget(tenantId, visitorId) {
      await ready();
      await rows()
        .whereIn('visitor', sealing.visitorKeys(tenantId, visitorId))
        .andWhereNot({ event: 'consent.erased' })
        .delete();
    },

    async removeDeadBefore(time) {
      await rows().where({ status: 'dead' }).andWhere('created', '<', time).delete();
    },

    /** Gives dead messages another round of attempts. @returns their number */
    async revive() {
      await ready();
      return rows().where({ status: 'dead' }).update({ status: 'waiting', due: Date.now(), attempts: 0 });
    },

    async counts() {
      await ready();
      const groups = await rows()
        .select('status')
        .count({ count: '*' })
        .min({ oldest: 'created' })
        .groupBy('status');
      const byStatus = (status) => groups.find((row) => row.status === status);
      return {
        waiting: Number(byStatus('waiting')?.count ?? 0),
        dead: Number(byStatus('dead')?.count ?? 0),
        oldest: byStatus('waiting') ? Number(byStatus('waiting').oldest) : null,
      };
    },
  };
}

module.exports = { createOutbox };
