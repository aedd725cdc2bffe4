import { countNextRows, readBatch } from '#platform/database/listing';
import type { Read } from '#platform/database/reads';
import type { Batch, BatchRequest, CountedRows, ListPosition } from '#platform/kernel/lists';
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
  /** Counts the next entries. */
  count(tenantId: string, selection: AuditSelection, after: ListPosition | null): Promise<CountedRows>;
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
    async count(tenantId, selection, after) {
      const { from, to } = selection.range;
      if (from === null && to === null && !selection.hidesAccounts)
        return { rows: await last(tenantId), nextAfter: null };
      return read((connection) => countNextRows(connection.tenant(tenantId), toSelection(selection), after));
    },
  };
}
