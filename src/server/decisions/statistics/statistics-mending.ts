import type { Database } from '#platform/database/database';
import type { Background } from '#platform/kernel/concurrency/background';
import { describeError, type Logger } from '#platform/kernel/logger';
import { isUncounted } from './rebuild-repository';
import type { RebuildReport } from './statistics-rebuild';

export interface MendingOptions {
  readonly background: Background;
  readonly database: Database;
  readonly logger: Logger;
  readonly rebuild: (report: RebuildReport) => Promise<unknown>;
}

/**
 * Repairs missing statistics. Records that bypassed the service (custom SQL, a restored table) are missing
 * from the sums. This is only visible when a tenant has records but no sums at all; a rebuild then repairs
 * it. In other cases an operator has to start a rebuild.
 */
export interface Mending {
  /** Checks a tenant without sums in the background, and rebuilds the statistics if it has records. */
  look(tenantId: string): void;
  /** Checks all tenants; resolves when done. */
  run(): Promise<void>;
  close(): Promise<void>;
}

export function createMending({ background, database, logger, rebuild }: MendingOptions): Mending {
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
    logger.warn({}, 'Some consents are missing from the statistics; rebuilding them');
    await rebuild(() => {
      if (closed) throw new Error('the service has been closed');
    });
  }

  return {
    look(tenantId) {
      if (!background.isOn) return;
      background
        .run(() => once(tenantId))
        .catch((error) => logger.warn({ error: describeError(error) }, 'Could not rebuild the statistics'));
    },
    run: () => once(null),
    async close() {
      closed = true;
      await looking?.catch(() => {});
    },
  };
}
