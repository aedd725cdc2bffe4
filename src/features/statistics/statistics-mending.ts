import type { Connection, Database } from '../../database/database';
import { describeError, type Logger } from '../../kernel/logger';
import type { RebuildReport } from './statistics-rebuild';

export interface MendingOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly rebuild: (report: RebuildReport) => Promise<unknown>;
}

/**
 * Records that came past the service (someone's own SQL, a restored table) are in no sum. Where nothing at
 * all is counted that shows, and a rebuild puts it right; elsewhere an operator has to ask for one.
 */
export interface Mending {
  /**
   * Looks in the background, for a tenant whose records come to nothing, and rebuilds where they should not.
   */
  look(tenantId: string): void;
  /** The same for all tenants, and resolves when it is done. */
  run(): Promise<void>;
  close(): Promise<void>;
}

export function createMending({ database, logger, rebuild }: MendingOptions): Mending {
  let looking: Promise<void> | undefined;
  let closed = false;

  function once(tenantId: string | null): Promise<void> {
    looking ??= mend(tenantId).finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function mend(tenantId: string | null): Promise<void> {
    if (closed || !(await database.read((connection) => isUncounted(connection, tenantId)))) return;
    logger.warn({}, 'There are consents that no statistics count: they are counted anew');
    await rebuild(() => {
      if (closed) throw new Error('the service has been closed');
    });
  }

  return {
    look: (tenantId) =>
      void once(tenantId).catch((error) =>
        logger.warn({ error: describeError(error) }, 'Statistics could not be counted anew'),
      ),
    run: () => once(null),
    async close() {
      closed = true;
      await looking?.catch(() => {});
    },
  };
}

/** Whether there are records and no sum of any. */
async function isUncounted(connection: Connection, tenantId: string | null): Promise<boolean> {
  const has = async (table: 'consents' | 'statistics_changes' | 'current_sums') => {
    const query =
      tenantId === null
        ? connection.acrossTenants(table, 'upkeep over all tenants')
        : connection.tenant(tenantId).from(table);
    return (await query.first('tenant_id')) !== undefined;
  };
  if (await has('current_sums')) return false;
  // In this order: a record that is seen is in the journal then, or already in the sums.
  return (await has('consents')) && !(await has('statistics_changes')) && !(await has('current_sums'));
}
