import type { Clock } from '../kernel/clock';
import { SetupError } from '../kernel/errors';
import type { ListPosition } from '../kernel/lists';
import { describeError, type Logger } from '../kernel/logger';
import type { Connection, Database, TenantScope } from './database';
import { isContention } from './dialect';
import { pendingMigrations, requireTables } from './migrate';
import { requireUsableServer } from './require-usable-server';
import type { TenantTable } from './tables';

// Why: docs/adr/0063-reads-from-a-replica.md

/** Runs a read under the database deadline. */
export type Read = <T>(work: (connection: Connection) => PromiseLike<T>) => Promise<T>;

/** A list of a tenant's rows. */
export interface ListedRows {
  readonly tenantId: string;
  readonly table: TenantTable;
}

/**
 * Reads whose results can lack the newest writes, from the read replica where there is one, else from the primary.
 * `work` must only read, because it runs again on the primary when the replica fails.
 */
export interface Reads {
  readonly read: Read;
  /**
   * Reads the page of a list after a position; null: from its beginning. A replica that does not have the row of
   * that position yet is not read: rows between the two pages would be missing.
   */
  readPage<T>(
    list: ListedRows,
    after: ListPosition | null,
    work: (scope: TenantScope) => PromiseLike<T>,
  ): Promise<T>;
  /**
   * Returns a reader for the parts of one result. Once a part came from the primary, all later ones do: a replica
   * would lack rows between them.
   */
  forOneResult(): Read;
}

export interface ServiceReads extends Reads {
  /**
   * Checks the replica. One that does not answer or is not up to date is left out until it is.
   * @throws SetupError when it can never be used
   */
  start(): Promise<void>;
  /** Checks the replica now; rejects when reads do not use it. Undefined without a replica. */
  readonly check: (() => Promise<void>) | undefined;
  /** Ends what runs on the replica, as its deadline would; later reads go to the primary. */
  end(): void;
  /** Ends what runs on the replica, and waits for a check of it. */
  close(): Promise<void>;
}

export interface ReadsOptions {
  readonly primary: Database;
  /** Its deadline is a part of the primary's: the remainder is left for the primary when the replica fails. */
  readonly replica: Database | null;
  /** Returns the id that all processes of an installation share. */
  readonly installationId: () => Promise<string>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Time after which a replica that failed is checked again, when there is a read (ms). */
const restMs = 10_000;

/** Result of a read for which the replica cannot be used. */
const unread = Symbol('unread');

export function createReads(options: ReadsOptions): ServiceReads {
  const { primary, replica } = options;
  if (replica !== null) return withReplica({ ...options, replica });
  const read: Read = (work) => primary.read(work);
  return {
    read,
    readPage: ({ tenantId }, _after, work) => read((connection) => work(connection.tenant(tenantId))),
    forOneResult: () => read,
    start: async () => {},
    check: undefined,
    end: () => {},
    close: async () => {},
  };
}

function withReplica({
  primary,
  replica,
  installationId,
  clock,
  logger,
}: ReadsOptions & { readonly replica: Database }): ServiceReads {
  /** Whether reads use the replica. Each change is logged once. */
  let isUsed = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let checking: Promise<void> | undefined;
  let ownId: string | undefined;

  function leaveOut(error: unknown): void {
    if (isUsed && !isClosed)
      logger.warn(
        { error: describeError(error) },
        'The read replica (database.readKnex) failed, so its reads go to the primary database until it answers. See docs/guide/troubleshooting.md#read-replica',
      );
    isUsed = false;
  }

  function rest(error: unknown): void {
    checkedAt = clock.elapsed();
    leaveOut(error);
  }

  async function requireUsable(): Promise<void> {
    await requireUsableServer(replica, () => {});
    const pending = await replica.read(() => pendingMigrations(replica));
    if (pending.length > 0) throw new Error(`It lacks ${pending.join(', ')}`);
    await replica.read(requireTables);
    const row = await replica.read((connection) =>
      connection.global('secrets').where({ name: 'installation' }).first('value'),
    );
    ownId ??= await installationId();
    if (row === undefined) throw new Error('It does not have the id of this installation yet');
    if (row.value !== ownId)
      throw new SetupError('is the database of another installation, not a replica of the one in knex');
  }

  async function checkOnce(): Promise<void> {
    checkedAt = clock.elapsed();
    try {
      await requireUsable();
    } catch (error) {
      leaveOut(error);
      throw error;
    }
    if (!isUsed) logger.info?.({}, 'The read replica (database.readKnex) is used');
    isUsed = true;
  }

  function check(): Promise<void> {
    checking ??= checkOnce().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  /** Returns whether to read from the replica. Checks one that failed in the background, so that no read waits. */
  function uses(): boolean {
    if (!isUsed && !isClosed && clock.elapsed() - checkedAt >= restMs) check().catch(() => {});
    return isUsed && !isClosed;
  }

  /** @param isUpToDate returns whether the replica has what the result continues from */
  async function read<T>(
    work: (connection: Connection) => PromiseLike<T>,
    isUpToDate: (connection: Connection) => Promise<boolean> = async () => true,
    onPrimary: () => void = () => {},
  ): Promise<T> {
    if (!uses()) {
      onPrimary();
      return primary.read(work);
    }
    const startedAt = clock.elapsed();
    let failure: unknown;
    try {
      const result = await replica.read(async (connection) =>
        (await isUpToDate(connection)) ? work(connection) : unread,
      );
      if (result !== unread) return result as T;
    } catch (error) {
      // A replica that applies changes of the primary cancels queries in their way, and answers the next.
      if (!isContention((error as Error).cause)) failure = error;
    }
    onPrimary();
    const ofPrimary = await primary.read(work, primary.timeoutMs - (clock.elapsed() - startedAt));
    // A read that fails on both is not the fault of the replica.
    if (failure !== undefined) rest(failure);
    return ofPrimary;
  }

  function end(): void {
    isClosed = true;
    replica.end();
  }

  return {
    read: (work) => read(work),
    readPage: (list, after, work) =>
      read(
        (connection) => work(connection.tenant(list.tenantId)),
        async (connection) => after === null || hasRow(connection, list, after.id),
      ),
    forOneResult() {
      let isOnPrimary = false;
      const onPrimary = () => {
        isOnPrimary = true;
      };
      return (work) => (isOnPrimary ? primary.read(work) : read(work, undefined, onPrimary));
    },
    async start() {
      await check().catch((error) => {
        if (error instanceof SetupError) throw error;
        logger.warn(
          { error: describeError(error) },
          'The read replica (database.readKnex) is not ready, so its reads go to the primary database until it is. See docs/guide/troubleshooting.md#read-replica',
        );
      });
    },
    check,
    end,
    async close() {
      end();
      await checking?.catch(() => {});
    },
  };
}

async function hasRow(connection: Connection, { tenantId, table }: ListedRows, id: string): Promise<boolean> {
  return (await connection.tenant(tenantId).byKeys(table, 'id', [id]).first('id')) !== undefined;
}
