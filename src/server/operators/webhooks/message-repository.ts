import { countSome } from '#platform/database/count-some';
import type { Connection, Database, Query, Row, TenantScope } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';
import type { Clock } from '#platform/kernel/clock';
import type { Sealing } from './sealing';
import { type WebhookEvent, webhookEvents } from './webhook-events';

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
  /** Keyed hash of the device that decided for the visitor; null when the message names none. */
  readonly deviceHash: string | null;
}

/** Columns of a message that depend on the keys. */
export interface RenewedMessage {
  readonly body: string;
  readonly visitor_hash: string | null;
  readonly device_hash: string | null;
}

export interface MessageCounts {
  readonly waiting: number;
  readonly dead: number;
}

const reason = 'webhooks are delivered for all tenants';

/** Number of messages that one transaction of the upkeep changes. */
const changedAtOnce = 500;

/** Number of messages whose keys are read at once, and which are sealed one by one. */
const resealedAtOnce = 250;

/** Every erasure reaches its receivers: it is stored although the queue is full or the webhook is switched off. */
export const unlimitedEvent: WebhookEvent = 'consent.erased';

const limitedEvents = webhookEvents.filter((event) => event !== unlimitedEvent);

/** Returns when the next message of each webhook is due (epoch ms), earliest first. Webhooks without one are left out. */
export async function listNextTimes(connection: Connection): Promise<Map<string, number>> {
  // One entry of an index for each webhook, however many messages wait.
  const next = connection
    .acrossTenants('webhook_messages', reason)
    .select('due_at')
    .where({ status: 'waiting' })
    .whereRaw('?? = ??', ['webhook_id', 'w.id'])
    .orderBy('due_at')
    .limit(1);
  const rows: Row[] = await connection
    .acrossTenants('webhooks', reason, 'w')
    .select('w.id', next.as('due_at'));
  const times = rows.flatMap(({ id, due_at }) => (due_at === null ? [] : [[id, toNumber(due_at)] as const]));
  return new Map(times.sort(([, one], [, other]) => one - other));
}

/** Returns the message of a webhook that has been due longest; null when none is due. */
export async function findDueMessage(
  connection: Connection,
  webhookId: string,
  now: number,
): Promise<StoredMessage | null> {
  const row = await connection
    .acrossTenants('webhook_messages', reason)
    .where({ status: 'waiting', webhook_id: webhookId })
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .first();
  return row === undefined ? null : toMessage(row);
}

/** Returns the number of messages that wait, at most 10,000. */
export function countWaiting(connection: Connection): Promise<number> {
  const waiting = connection.acrossTenants('webhook_messages', reason).where({ status: 'waiting' });
  return countSome(connection, waiting.select('due_at') as Query);
}

/** Returns the webhooks with this many messages or more. Erasures do not count: they are stored beyond the limit too. */
export async function listFull(connection: Connection, maxMessages: number): Promise<string[]> {
  // At most `maxMessages` entries of an index for each webhook, however many erasures wait.
  const last = connection
    .acrossTenants('webhook_messages', reason)
    .select('event')
    .whereRaw('?? = ??', ['tenant_id', 'w.tenant_id'])
    .whereRaw('?? = ??', ['webhook_id', 'w.id'])
    .whereIn('event', limitedEvents)
    .offset(maxMessages - 1)
    .limit(1);
  const rows: Row[] = await connection.acrossTenants('webhooks', reason, 'w').select('w.id', last.as('last'));
  return rows.filter((row) => row.last !== null).map(({ id }) => id);
}

/** Removes messages that were given up, and can no longer be sent again. */
export async function removeDeadBefore(
  database: Database,
  time: number,
  isOver: () => boolean,
): Promise<void> {
  await inParts(
    database,
    (connection) => everyMessage(connection).where({ status: 'dead' }).where('created_at', '<', time),
    (messages) => messages.delete(),
    isOver,
  );
}

/**
 * Removes the waiting messages of a webhook that have been due since a time. Returns their number.
 * @param noteLoss called in each transaction that removes some
 */
export function removeDueBefore(
  database: Database,
  { id }: { readonly id: string },
  time: number,
  noteLoss: (connection: Connection) => Promise<void>,
  isOver: () => boolean,
): Promise<number> {
  // Also on removal: once the webhook is switched on, its messages are due from then on.
  const isDue = (messages: Query) => messages.where({ status: 'waiting' }).where('due_at', '<', time);
  return inParts(
    database,
    (connection) => isDue(everyMessage(connection).where({ webhook_id: id })),
    async (messages, connection) => {
      const removed = Number(await isDue(messages).delete());
      if (removed > 0) await noteLoss(connection);
      return removed;
    },
    isOver,
  );
}

interface WebhookKey {
  readonly tenantId: string;
  readonly id: string;
}

const messagesOf = (connection: Connection, { tenantId, id }: WebhookKey, status: StoredMessage['status']) =>
  connection.tenant(tenantId).from('webhook_messages').where({ webhook_id: id, status });

/** Returns the numbers of messages of a webhook, each at most 10,000. */
export async function countMessages(connection: Connection, webhook: WebhookKey): Promise<MessageCounts> {
  const count = (status: StoredMessage['status']) =>
    countSome(connection, messagesOf(connection, webhook, status).select('created_at') as Query);
  return { waiting: await count('waiting'), dead: await count('dead') };
}

/** Gives up the waiting messages of a webhook that are older than a time. Returns their number. */
export function giveUpBefore(
  database: Database,
  webhook: WebhookKey,
  time: number,
  error: string,
): Promise<number> {
  return inParts(
    database,
    (connection) => messagesOf(connection, webhook, 'waiting').where('created_at', '<', time),
    (messages) => messages.where({ status: 'waiting' }).update({ status: 'dead', last_error: error }),
  );
}

/**
 * Makes the waiting messages of a webhook due.
 * @param claimMs time of a claim: what is due within it can be in an attempt, which is left alone
 */
export async function hasten(
  database: Database,
  webhook: WebhookKey,
  clock: Clock,
  claimMs: number,
): Promise<void> {
  const areLater = (messages: Query) =>
    messages.where({ status: 'waiting' }).where('due_at', '>', clock.now() + claimMs);
  await inParts(
    database,
    (connection) => areLater(messagesOf(connection, webhook, 'waiting')),
    (messages) => areLater(messages).update({ due_at: clock.now() }),
  );
}

/** Makes the waiting messages of a webhook due as if they were new. `claimMs` as for `hasten`. */
export async function renew(
  database: Database,
  webhook: WebhookKey,
  clock: Clock,
  claimMs: number,
): Promise<void> {
  const startedAt = clock.now();
  const areOld = (messages: Query) => {
    const now = clock.now();
    return messages
      .where({ status: 'waiting' })
      .where('created_at', '<', startedAt)
      .where((query) => query.where('due_at', '<=', now).orWhere('due_at', '>', now + claimMs));
  };
  await inParts(
    database,
    (connection) => areOld(messagesOf(connection, webhook, 'waiting')),
    (messages) => areOld(messages).update({ due_at: startedAt, attempts: 0, created_at: startedAt }),
  );
}

/** Makes messages of a webhook wait again that were given up. Returns their number. */
export function revive(database: Database, webhook: WebhookKey, clock: Clock): Promise<number> {
  return inParts(
    database,
    (connection) => messagesOf(connection, webhook, 'dead'),
    (messages) => {
      const now = clock.now();
      return messages
        .where({ status: 'dead' })
        .update({ status: 'waiting', due_at: now, attempts: 0, created_at: now });
    },
  );
}

const everyMessage = (connection: Connection) => connection.acrossTenants('webhook_messages', reason);

/**
 * Changes messages some at a time, and returns the number of those that were changed. Erasures are stored without a limit, and
 * one statement for all of them could take longer than the database may.
 * @param change of the selected messages, which then must not be selected again
 * @param isOver asked after each part
 */
async function inParts(
  database: Database,
  select: (connection: Connection) => Query,
  change: (messages: Query, connection: Connection) => PromiseLike<number>,
  isOver: () => boolean = () => false,
): Promise<number> {
  const changeSome = async (connection: Connection) => {
    const ids: string[] = await select(connection).limit(changedAtOnce).pluck('id');
    if (ids.length === 0) return { found: 0, changed: 0 };
    const changed = Number(await change(everyMessage(connection).whereIn('id', ids), connection));
    return { found: ids.length, changed };
  };
  let total = 0;
  for (;;) {
    const { found, changed } = await database.transaction(changeSome);
    total += changed;
    if (found < changedAtOnce || isOver()) return total;
  }
}

/**
 * Renews the messages that another key than the current one has sealed, some at a time. Returns the numbers of those that
 * were renewed, and of those that cannot be.
 * @param renew returns null when no key opens the message
 * @param isOver asked after each part
 */
export async function resealMessages(
  database: Database,
  { isCurrent, keyIdLength }: Pick<Sealing, 'isCurrent' | 'keyIdLength'>,
  renew: (message: Pick<StoredMessage, 'id' | 'body'>) => RenewedMessage | null,
  isOver: () => boolean,
): Promise<{ readonly resealed: number; readonly unreadable: number }> {
  async function renewAll(connection: Connection, ids: readonly string[]) {
    const rows: Row[] = await everyMessage(connection).whereIn('id', ids).select('id', 'body');
    const changes = rows.map(({ id, body }) => ({ id, body, renewed: renew({ id, body }) }));
    // Unless an erasure has changed the message since.
    for (const { id, body, renewed } of changes)
      if (renewed !== null) await everyMessage(connection).where({ id, body }).update(renewed);
    return changes;
  }

  let resealed = 0;
  let unreadable = 0;
  let after = '';
  for (;;) {
    const found: Row[] = await database.read((connection) =>
      everyMessage(connection)
        .where('id', '>', after)
        .orderBy('id')
        .limit(resealedAtOnce)
        .select('id', connection.raw('substr(body, 1, ?) as key_id', [keyIdLength])),
    );
    const stale = found.filter(({ key_id }) => !isCurrent(key_id)).map(({ id }) => id);
    const changes =
      stale.length === 0 ? [] : await database.transaction((connection) => renewAll(connection, stale));
    const lost = changes.filter(({ renewed }) => renewed === null).length;
    unreadable += lost;
    resealed += changes.length - lost;
    const last = found.at(-1);
    if (last === undefined || found.length < resealedAtOnce || isOver()) return { resealed, unreadable };
    after = last.id;
  }
}

/** Removes the messages of webhooks that no longer exist: they were deleted, also while another process stored messages. */
export async function removeOrphans(database: Database, isOver: () => boolean): Promise<void> {
  const gone = await database.read(async (connection) => {
    // In this order: a webhook is there before its messages.
    const ids = await listReceivers(connection);
    const known = new Set(await connection.acrossTenants('webhooks', reason).pluck('id'));
    return ids.filter((id) => !known.has(id));
  });
  await removeOf(database, gone, isOver);
}

/** Returns the ids of all webhooks with messages: one entry of an index for each, however many messages there are. */
async function listReceivers(connection: Connection): Promise<string[]> {
  const ids = new Set<string>();
  for (const status of ['waiting', 'dead']) {
    const after = (id: string) =>
      everyMessage(connection)
        .where({ status })
        .where('webhook_id', '>', id)
        .orderBy('webhook_id')
        .first('webhook_id');
    for (let row: Row | undefined = await after(''); row !== undefined; row = await after(row.webhook_id))
      ids.add(row.webhook_id);
  }
  return [...ids];
}

/** Removes the messages of webhooks that were deleted. */
export async function removeOf(
  database: Database,
  webhookIds: readonly string[],
  isOver?: () => boolean,
): Promise<void> {
  if (webhookIds.length > 0)
    await inParts(
      database,
      (connection) =>
        everyMessage(connection).whereIn('status', ['waiting', 'dead']).whereIn('webhook_id', webhookIds),
      (messages) => messages.delete(),
      isOver,
    );
}

export function messageRepository(scope: TenantScope) {
  const all = () => scope.from('webhook_messages');
  /** The claim of a process; another process moves `due_at` or increases `attempts`. */
  const claimed = ({ id, attempts }: StoredMessage) => all().where({ id, attempts, status: 'waiting' });
  return {
    async insert(messages: readonly NewMessage[], now: number): Promise<void> {
      await scope.insertAll(
        'webhook_messages',
        messages.map(({ id, webhookId, event, visitorHash, deviceHash, body }) => ({
          id,
          webhook_id: webhookId,
          event,
          visitor_hash: visitorHash,
          device_hash: deviceHash,
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

    /** Removes a message that was delivered. Returns whether no other process has done so. */
    async remove({ id }: StoredMessage): Promise<boolean> {
      return (await all().where({ id }).delete()) === 1;
    },

    /** Moves the next attempt. Returns false when another process has taken over the message. */
    async postpone(message: StoredMessage, dueAt: number, error: string | null): Promise<boolean> {
      return (await claimed(message).update({ due_at: dueAt, last_error: error })) === 1;
    },

    /** Gives up a message. Returns false when another process has taken it over. */
    async giveUp(message: StoredMessage, error: string): Promise<boolean> {
      return (await claimed(message).update({ status: 'dead', last_error: error })) === 1;
    },

    /** Removes what is stored about visitors. */
    async forget(visitorHashes: readonly string[]): Promise<void> {
      await all().whereIn('visitor_hash', visitorHashes).delete();
    },

    /** Replaces the bodies of messages that name devices by ones without them. @param change returns the new body, sealed */
    async forgetDevices(
      deviceHashes: readonly string[],
      change: (message: Pick<StoredMessage, 'id' | 'body'>) => string,
    ): Promise<void> {
      const rows: Row[] = await all().whereIn('device_hash', deviceHashes).select('id', 'body');
      for (const { id, body } of rows)
        await all()
          .where({ id })
          .update({ body: change({ id, body }), device_hash: null });
    },

    /** Lists the oldest messages of a webhook. */
    async list(webhookId: string, limit: number): Promise<StoredMessage[]> {
      const rows = await all()
        .where({ webhook_id: webhookId })
        .orderBy(['status', 'created_at', 'id'])
        .limit(limit);
      return rows.map(toMessage);
    },
  };
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
