import type { Database } from '../../database/database';
import { countRows, type FoundRows, readStretch } from '../../database/listing';
import type { ListPosition } from '../../kernel/paging';
import type { TimeRange } from '../../kernel/time-range';
import { auditRepository, shownEntry } from './audit-repository';
import type { AuditLogEntry } from './audit-schemas';

/** Some entries, and where the log goes on; null: nowhere. */
export interface AuditStretch {
  readonly items: readonly AuditLogEntry[];
  readonly goesOnAfter: ListPosition | null;
}

/** Reads of any number of a tenant's entries, a stretch at a time and newest first. */
export interface AuditStretches {
  entries(
    tenantId: string,
    range: TimeRange,
    request: { readonly after: ListPosition | null; readonly limit: number },
  ): Promise<AuditStretch>;
  count(tenantId: string, range: TimeRange): Promise<number>;
  /** Place of the last entry that there is; 0: none. */
  last(tenantId: string): Promise<number>;
}

const selectionOf = (range: TimeRange) => ({ table: 'audit', equals: {}, range }) as const;

export function createAuditStretches(database: Database): AuditStretches {
  const last = (tenantId: string) =>
    database.read((connection) => auditRepository(connection.tenant(tenantId)).count());
  return {
    last,
    async entries(tenantId, range, request) {
      const { items, goesOnAfter }: FoundRows = await database.read((connection) =>
        readStretch(connection.tenant(tenantId), selectionOf(range), request),
      );
      return { items: items.map(shownEntry), goesOnAfter };
    },
    count: (tenantId, range) =>
      database.read((connection) =>
        countRows(connection.tenant(tenantId), selectionOf(range), () => last(tenantId)),
      ),
  };
}
