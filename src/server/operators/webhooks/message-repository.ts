import { countSome } from '#platform/database/count-some';
import type { Connection, Query, Row, TenantScope } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';

/** A message that waits for its delivery, or that was given up. Times are epoch milliseconds. */
export interface StoredMessage {
  readonly id: string;
  readonly tenantId: string;
  readonly webhookId: string;
  readonly event: string;
  /** Sealed. */
  readonly body: string;
  readonly status: 'waiting' | 'dead';
  /** Time of the next attempt, or the end of the claim of a process. */
  readonly dueAt: number;
  readonly attempts: number;
  readonly createdAt: number;
  readonly lastError: string | null;
}

export interface NewMessage extends Pick<StoredMessage, 'id' | 'webhookId' | 'event' | 'body'> {
  /** Keyed hash of the visitor; null when the message is about none. */
  readonly visitorHash: string | null;
}

export interface MessageCounts {
  readonly waiting: number;
  readonly dead: number;
}

const reason = 'webhooks are delivered for all tenants';

/** Returns the messages that have been due longest, except those of some webhooks. */
export async function listDueMessages(
  connection: Connection,
  now: number,
  { limit, except }: { readonly limit: number; readonly except: readonly string[] },
): Promise<StoredMessage[]> {
  const rows = await connection
    .acrossTenants('webhook_messages', reason)
    .where({ status: 'waiting' })
    .where('due_at', '<=', now)
    .whereNotIn('webhook_id', except)
    .orderBy('due_at')
    .limit(limit);
  return rows.map(toMessage);
}

/** Returns the earliest time at which a message is due (epoch ms); null when none waits. */
export async function nextMessageAt(connection: Connection): Promise<number | null> {
  const row = await connection
    .acrossTenants('webhook_messages', reason)
    .where({ status: 'waiting' })
    .min({ at: 'due_at' })
    .first();
  return row?.at == null ? null : Number(row.at);
}

/** Returns the number of messages that wait, at most 10,000. */
export function countWaiting(connection: Connection): Promise<number> {
  const waiting = connection.acrossTenants('webhook_messages', reason).where({ status: 'waiting' });
  return countSome(connection, waiting.select('due_at') as Query);
}

/** Returns the number of messages of each webhook that has any. */
export async function countMessages(connection: Connection): Promise<Map<string, MessageCounts>> {
  const rows = await connection
    .acrossTenants('webhook_messages', reason)
    .select('webhook_id', 'status')
    .count({ amount: '*' })
    .groupBy('webhook_id', 'status');
  return toCounts(rows);
}

/** Removes messages that nobody will deliver any more. */
export async function removeMessagesBefore(connection: Connection, time: number): Promise<void> {
  await connection.acrossTenants('webhook_messages', reason).where('created_at', '<', time).delete();
}

export function messageRepository(scope: TenantScope) {
  const all = () => scope.from('webhook_messages');
  /** The claim of a process; another process moves `due_at` or increases `attempts`. */
  const claimed = ({ id, attempts }: StoredMessage) => all().where({ id, attempts, status: 'waiting' });
  return {
    async insert(messages: readonly NewMessage[], now: number): Promise<void> {
      await scope.insertAll(
        'webhook_messages',
        messages.map(({ id, webhookId, event, visitorHash, body }) => ({
          id,
          webhook_id: webhookId,
          event,
          visitor_hash: visitorHash,
          body,
          status: 'waiting',
          due_at: now,
          attempts: 0,
          created_at: now,
        })),
      );
    },

    /** Takes a due message: other processes leave it alone until then. Null when another one was faster. */
    async claim(message: StoredMessage, until: number): Promise<StoredMessage | null> {
      const attempts = message.attempts + 1;
      const changed = await claimed(message)
        .where({ due_at: message.dueAt })
        .update({ due_at: until, attempts });
      return changed === 1 ? { ...message, dueAt: until, attempts } : null;
    },

    async remove({ id }: StoredMessage): Promise<void> {
      await all().where({ id }).delete();
    },

    async postpone(message: StoredMessage, dueAt: number, error: string | null): Promise<void> {
      await claimed(message).update({ due_at: dueAt, last_error: error });
    },

    async giveUp(message: StoredMessage, error: string): Promise<void> {
      await claimed(message).update({ status: 'dead', last_error: error });
    },

    /** Removes what is stored about visitors. */
    async forget(visitorHashes: readonly string[]): Promise<void> {
      await all().whereIn('visitor_hash', visitorHashes).delete();
    },

    /** Makes the waiting messages of a webhook due. */
    async hasten(webhookId: string, now: number): Promise<void> {
      await all()
        .where({ webhook_id: webhookId, status: 'waiting' })
        .where('due_at', '>', now)
        .update({ due_at: now });
    },

    /** Makes messages of a webhook wait again that were given up. Returns their number. */
    async revive(webhookId: string, now: number): Promise<number> {
      return all()
        .where({ webhook_id: webhookId, status: 'dead' })
        .update({ status: 'waiting', due_at: now, attempts: 0, created_at: now });
    },

    /** Lists the oldest messages of a webhook. */
    async list(webhookId: string, limit: number): Promise<StoredMessage[]> {
      const rows = await all()
        .where({ webhook_id: webhookId })
        .orderBy(['status', 'created_at', 'id'])
        .limit(limit);
      return rows.map(toMessage);
    },

    async counts(): Promise<Map<string, MessageCounts>> {
      return toCounts(
        await all().select('webhook_id', 'status').count({ amount: '*' }).groupBy('webhook_id', 'status'),
      );
    },
  };
}

function toCounts(rows: readonly Row[]): Map<string, MessageCounts> {
  const counts = new Map<string, MessageCounts>();
  for (const { webhook_id: id, status, amount } of rows)
    counts.set(id, { waiting: 0, dead: 0, ...counts.get(id), [status]: Number(amount) });
  return counts;
}

function toMessage(row: Row): StoredMessage {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    webhookId: row.webhook_id,
    event: row.event,
    body: row.body,
    status: row.status,
    dueAt: toNumber(row.due_at),
    attempts: toNumber(row.attempts),
    createdAt: toNumber(row.created_at),
    lastError: row.last_error,
  };
}
