const { randomUUID } = require('node:crypto');

/**
 * The table of what is still to be delivered. One row a message; delivered ones are deleted. Columns are
 * single words, so that a Knex which renames columns (snake case to camel case) leaves them alone. Times are
 * epoch milliseconds.
 *
 * A process takes a row by moving its `due` to the end of a lease, under the condition that nobody else has:
 * this works the same on every database. A process that dies leaves the row to whoever looks after the lease.
 * `attempts` counts when a row is taken, so that a message that kills processes ends as dead too.
 */
function createOutbox({ knex, name, sealing }) {
  const table = `${name}_outbox`;
  const rows = () => knex(table);
  let creating = null;

  /** Makes the table once; tried again by the next call when it failed. */
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
      // Another process was faster.
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

    /** Takes up to `limit` messages that are due, for `leaseMs`. */
    async take(limit, leaseMs) {
      await ready();
      const now = Date.now();
      const due = await rows()
        .where({ status: 'waiting' })
        .andWhere('due', '<=', now)
        .orderBy('due')
        .limit(limit);
      const taken = [];
      for (const row of due) {
        const attempts = row.attempts + 1;
        const changed = await rows()
          .where({ id: row.id, status: 'waiting', due: row.due, attempts: row.attempts })
          .update({ due: now + leaseMs, attempts });
        if (changed === 1)
          taken.push({ id: row.id, event: row.event, body: sealing.open(row.id, row.body), attempts });
      }
      return taken;
    },

    /** Delivered, by whoever held it: nothing of it stays. */
    async remove({ id }) {
      await rows().where({ id }).delete();
    },

    async postpone({ id, attempts }, due, error) {
      await rows().where({ id, attempts }).update({ due, error });
    },

    async bury({ id, attempts }, error) {
      await rows().where({ id, attempts }).update({ status: 'dead', error });
    },

    /** Takes out everything about a visitor but the message that it was erased. */
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

    /** Gives up messages another round of attempts. @returns how many */
    async revive() {
      await ready();
      return rows().where({ status: 'dead' }).update({ status: 'waiting', due: Date.now(), attempts: 0 });
    },

    async counts() {
      await ready();
      const found = await rows()
        .select('status')
        .count({ count: '*' })
        .min({ oldest: 'created' })
        .groupBy('status');
      const of = (status) => found.find((row) => row.status === status);
      return {
        waiting: Number(of('waiting')?.count ?? 0),
        dead: Number(of('dead')?.count ?? 0),
        oldest: of('waiting') ? Number(of('waiting').oldest) : null,
      };
    },
  };
}

module.exports = { createOutbox };
