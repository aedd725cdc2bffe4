import type { Database } from '../../database/database';
import { countRows, readBatch } from '../../database/listing';
import type { Batch, BatchRequest } from '../../kernel/lists';
import type { TimeRange } from '../../kernel/time-range';
import { auditRepository, shownEntry } from './audit-repository';
import type { AuditLogEntry } from './audit-schemas';

/** Reads any number of a tenant's entries in batches, newest first. */
export interface AuditReader {
  entries(tenantId: string, range: TimeRange, request: BatchRequest): Promise<Batch<AuditLogEntry>>;
  count(tenantId: string, range: TimeRange): Promise<number>;
  /** Returns the sequence number of the last entry; 0 when there is none. */
  last(tenantId: string): Promise<number>;
}

const selectionOf = (range: TimeRange) => ({ table: 'audit', equals: {}, range }) as const;

export function createAuditReader(database: Database): AuditReader {
  const last = (tenantId: string) =>
    database.read((connection) => auditRepository(connection.tenant(tenantId)).count());
  return {
    last,
    async entries(tenantId, range, request) {
      const { items, nextAfter } = await database.read((connection) =>
        readBatch(connection.tenant(tenantId), selectionOf(range), request),
      );
      return { items: items.map(shownEntry), nextAfter };
    },
    count: (tenantId, range) =>
      database.read((connection) =>
        countRows(connection.tenant(tenantId), selectionOf(range), () => last(tenantId)),
      ),
  };
}
