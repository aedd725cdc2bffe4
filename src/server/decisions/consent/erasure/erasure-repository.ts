import type { Connection, Row, TenantScope } from '#platform/database/database';
import { readListPage } from '#platform/database/listing';
import { toBooleanOrNull, toNumber } from '#platform/database/rows';
import { newId } from '#platform/kernel/ids';
import type { ListPage, PageSelection } from '#platform/kernel/lists';
import type { TimeRange } from '#platform/kernel/time-range';

/** Rows that one erasure of a visitor removed. */
export interface ErasedCounts {
  /** 1, or 0 for a visitor for whom only a parent was asked. */
  readonly records: number;
  readonly states: number;
  readonly parentalRequests: number;
}

/** Who erased whom; the same for all visitors of an erasure. */
export interface ErasureFacts {
  readonly id: string;
  /** Keyed hash of the host's id of the user who was erased on all devices; null: one visitor was erased. */
  readonly subjectHash: string | null;
  readonly by: 'visitor' | 'apiKey' | 'operator';
  readonly userId: string | null;
  readonly userEmail: string | null;
  readonly apiKeyId: string | null;
  readonly ownershipProven: boolean | null;
  readonly reason: string | null;
}

export interface StoredErasure extends ErasureFacts, ErasedCounts {
  readonly visitors: number;
  /** Time of the first visitor's erasure (epoch ms). */
  readonly createdAt: number;
  /** Whether all of its visitors are erased. */
  readonly complete: boolean;
}

export interface ErasedVisitor extends ErasedCounts {
  /** The name of the visitor in the audit log. */
  readonly visitorHash: string;
  /** Epoch ms. */
  readonly erasedAt: number;
}

/** Lists the tenants that have erasures, deleted tenants too, with one index seek for each. */
export async function tenantsWithErasures(connection: Connection): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const row = await connection
      .acrossTenants('erasures', 'retention applies to every tenant')
      .where('tenant_id', '>', found.at(-1) ?? '')
      .min('tenant_id as id')
      .first();
    if (row?.id === null || row?.id === undefined) return found;
    found.push(String(row.id));
  }
}

/** Stores who was erased, when and by whom, with keyed hashes in place of the ids. */
export function erasureRepository(scope: TenantScope) {
  return {
    /** Adds a visitor to an erasure, which begins with the first one. @param isOnly no other visitor follows */
    async add(
      facts: ErasureFacts,
      { visitorHash, erasedAt, ...counts }: ErasedVisitor,
      isOnly: boolean,
    ): Promise<void> {
      const sums = countColumns(counts);
      const isBegun = await scope
        .from('erasures')
        .where({ id: facts.id })
        .increment({ visitors: 1, ...sums });
      if (Number(isBegun) === 0)
        await scope.insert('erasures', {
          ...toRow(facts),
          visitors: 1,
          ...sums,
          created_at: erasedAt,
          completed_at: isOnly ? erasedAt : null,
        });
      await scope.insert('erased_visitors', {
        id: newId(),
        erasure_id: facts.id,
        visitor_hash: visitorHash,
        ...sums,
        created_at: erasedAt,
      });
    },

    /** Notes that the last visitor of an erasure has been erased. */
    async complete(id: string, at: number): Promise<void> {
      await scope.from('erasures').where({ id }).update({ completed_at: at });
    },

    async find(id: string): Promise<StoredErasure | null> {
      const row: Row | undefined = await scope.from('erasures').where({ id }).first();
      return row === undefined ? null : fromRow(row);
    },

    /** Returns the last erasure of one of the host's users. @param hashes of the user's id, by all keys */
    async lastOfSubject(hashes: readonly string[]): Promise<StoredErasure | null> {
      const row: Row | undefined = await scope
        .from('erasures')
        .whereIn('subject_hash', hashes)
        .orderBy('created_at', 'desc')
        .first();
      return row === undefined ? null : fromRow(row);
    },

    /** Returns the visitors of an erasure in the order in which they were erased. */
    async visitors(id: string, limit: number): Promise<ErasedVisitor[]> {
      const rows: Row[] = await scope
        .from('erased_visitors')
        .where({ erasure_id: id })
        .orderBy('id')
        .limit(limit);
      return rows.map((row) => ({
        visitorHash: row.visitor_hash,
        erasedAt: toNumber(row.created_at),
        ...toCounts(row),
      }));
    },

    /** Returns a page of the erasures, newest first. */
    async list(
      request: PageSelection,
      { range, id }: { readonly range: TimeRange; readonly id: string | undefined },
    ): Promise<ListPage<StoredErasure>> {
      const found = await readListPage(scope, request, {
        table: 'erasures',
        equals: { id },
        range,
        search: { text: undefined, columns: [], indexed: [], rows: 0 },
        knownTotal: async () => null,
      });
      return { ...found, items: found.items.map(fromRow) };
    },

    /** Returns whether an erasure began before `cutoff`. */
    async hasBefore(cutoff: number): Promise<boolean> {
      return (await scope.from('erasures').where('created_at', '<', cutoff).first('id')) !== undefined;
    },

    /** Removes erasures that began before `cutoff`, with their visitors. Returns the number of removed erasures. */
    async remove(cutoff: number, limit: number): Promise<number> {
      const old: Row[] = await scope
        .from('erasures')
        .where('created_at', '<', cutoff)
        .orderBy('created_at')
        .limit(limit)
        .select('id');
      const ids = old.map((row) => String(row.id));
      if (ids.length === 0) return 0;
      await scope.from('erased_visitors').whereIn('erasure_id', ids).delete();
      return Number(await scope.from('erasures').whereIn('id', ids).delete());
    },
  };
}

const countColumns = ({ records, states, parentalRequests }: ErasedCounts) => ({
  records,
  states,
  parental_requests: parentalRequests,
});

const toCounts = (row: Row): ErasedCounts => ({
  records: toNumber(row.records),
  states: toNumber(row.states),
  parentalRequests: toNumber(row.parental_requests),
});

const toRow = (facts: ErasureFacts): Row => ({
  id: facts.id,
  subject_hash: facts.subjectHash,
  erased_by: facts.by,
  user_id: facts.userId,
  user_email: facts.userEmail,
  api_key_id: facts.apiKeyId,
  ownership_proven: facts.ownershipProven,
  reason: facts.reason,
});

const fromRow = (row: Row): StoredErasure => ({
  id: row.id,
  subjectHash: row.subject_hash,
  by: row.erased_by,
  userId: row.user_id,
  userEmail: row.user_email,
  apiKeyId: row.api_key_id,
  ownershipProven: toBooleanOrNull(row.ownership_proven),
  reason: row.reason,
  visitors: toNumber(row.visitors),
  ...toCounts(row),
  createdAt: toNumber(row.created_at),
  complete: row.completed_at !== null,
});
