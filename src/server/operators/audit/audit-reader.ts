import { countRows, readBatch } from '#platform/database/listing';
import type { Read } from '#platform/database/reads';
import type { Batch, BatchRequest } from '#platform/kernel/lists';
import type { TimeRange } from '#platform/kernel/time-range';
import { auditRepository, shownEntry, withoutAccounts } from './audit-repository';
import type { AuditLogEntry } from './audit-schemas';

/** Selection of a tenant's entries. */
export interface AuditSelection {
  readonly range: TimeRange;
  /** Leaves out entries on users, sign-ins, roles and tenants. */
  readonly hidesAccounts?: boolean;
}

/** Reads any number of a tenant's entries in batches, newest first. */
export interface AuditReader {
  entries(tenantId: string, selection: AuditSelection, request: BatchRequest): Promise<Batch<AuditLogEntry>>;
  count(tenantId: string, selection: AuditSelection): Promise<number>;
  /** Returns the sequence number of the last entry; 0 when there is none. */
  last(tenantId: string): Promise<number>;
}

const toSelection = ({ range, hidesAccounts }: AuditSelection) =>
  ({ table: 'audit', equals: {}, range, narrow: hidesAccounts ? withoutAccounts : undefined }) as const;

export function createAuditReader(read: Read): AuditReader {
  const last = (tenantId: string) =>
    read((connection) => auditRepository(connection.tenant(tenantId)).count());
  return {
    last,
    async entries(tenantId, selection, request) {
      const { items, nextAfter } = await read((connection) =>
        readBatch(connection.tenant(tenantId), toSelection(selection), request),
      );
      return { items: items.map(shownEntry), nextAfter };
    },
    count: (tenantId, selection) =>
      read((connection) =>
        countRows(connection.tenant(tenantId), toSelection(selection), async () =>
          selection.hidesAccounts ? null : last(tenantId),
        ),
      ),
  };
}
