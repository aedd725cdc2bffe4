import type { Connection, Row, TenantScope } from '#platform/database/database';
import { inBatches } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';
import {
  type CountedFinding,
  type Finding,
  type FindingSource,
  type FindingStatus,
  type StoredFinding,
  subjectOf,
} from './finding';

/**
 * Most open findings of each source. Browsers can report anything, so they get a room of their own, which cannot crowd out
 * what the guard finds.
 */
const maxOpen: Readonly<Record<FindingSource, number>> = { guard: 500, browser: 200, scan: 200 };

/** Most ignored findings of a tenant. */
const maxIgnored = 1000;
const maxNecessary = 1000;

type Subject = Pick<Finding, 'code' | 'kind' | 'name'>;

/** A decision, in place of another one. */
interface StatusChange {
  readonly from: FindingStatus;
  readonly to: FindingStatus;
  readonly reason?: string | null;
}

export function findingRepository(scope: TenantScope) {
  const incoming = scope.dialect === 'mysql' ? 'values(??)' : 'excluded.??';
  const stored = (column: string) => `${scope.tableName('findings')}.${column}`;
  const lastSeenFirst = [
    { column: 'last_seen_at', order: 'desc' },
    { column: 'id', order: 'asc' },
  ];

  async function change(
    matching: Readonly<Record<string, string>>,
    { from, to, reason = null }: StatusChange,
  ): Promise<number> {
    const query = scope.from('findings').where({ ...matching, status: from });
    return Number(await query.update({ status: to, reason }));
  }

  async function removeBeyond(kept: number, matching: Readonly<Record<string, string>>): Promise<void> {
    const surplus: string[] = await scope
      .from('findings')
      .where(matching)
      .orderBy(lastSeenFirst)
      .offset(kept)
      .limit(1000)
      .pluck('id');
    for (const ids of inBatches(surplus)) await scope.byKeys('findings', 'id', ids).delete();
  }

  return {
    /** Adds to the counts. What an operator has decided stays; what is ignored is not found on further pages either. */
    async add(findings: readonly CountedFinding[]): Promise<void> {
      const ignored = await scope
        .from('findings')
        .where({ status: 'ignored' })
        .limit(maxIgnored)
        .select('id', 'code', 'kind', 'name');
      const known = new Set(ignored.map(({ id }) => id));
      const subjects = new Set(ignored.map((row) => subjectOf(row as Subject)));
      // In one order, so that processes that save at the same time wait for each other instead of blocking.
      const rows = findings
        .filter((finding) => known.has(finding.id) || !subjects.has(subjectOf(finding)))
        .map(toRow)
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      for (const batch of inBatches(rows))
        await scope
          .insert('findings', batch)
          .onConflict('id')
          .merge({
            amount: scope.raw(`?? + ${incoming}`, [stored('amount'), 'amount']),
            last_seen_at: scope.raw(incoming, ['last_seen_at']),
          });
    },

    /** Removes the open and the ignored findings that were seen longest ago, beyond the number that is kept. */
    async removeSurplus(): Promise<void> {
      for (const [source, kept] of Object.entries(maxOpen))
        await removeBeyond(kept, { source, status: 'open' });
      await removeBeyond(maxIgnored, { status: 'ignored' });
    },

    /** Returns the findings with these ids that exist. */
    async findAll(ids: readonly string[]): Promise<StoredFinding[]> {
      const found: Row[] = [];
      for (const batch of inBatches(ids)) found.push(...(await scope.byKeys('findings', 'id', batch)));
      return found.map(toFinding);
    },

    /** Returns the findings that nobody has decided about, the last seen first. */
    async open(): Promise<StoredFinding[]> {
      const most = Object.values(maxOpen).reduce((sum, each) => sum + each, 0);
      const rows = await scope.from('findings').where({ status: 'open' }).orderBy(lastSeenFirst).limit(most);
      return rows.map(toFinding);
    },

    /** Changes the decision about a finding on every page, and returns how many rows had the one before. */
    setStatus: ({ code, kind, name }: Subject, status: StatusChange) => change({ code, kind, name }, status),

    /** Changes the decision about all findings of a cookie, and returns how many had the one before. */
    setStatusOfCookie: (name: string, status: StatusChange) => change({ kind: 'cookie', name }, status),

    /** Returns the names of the cookies that operators have called necessary. */
    necessaryCookies: (): Promise<string[]> =>
      scope
        .from('findings')
        .where({ status: 'necessary', kind: 'cookie' })
        .distinct('name')
        .orderBy('name')
        .limit(maxNecessary)
        .pluck('name'),
  };
}

/** Removes open findings that have not been seen since a time (epoch ms). Decisions stay. */
export async function removeFindingsBefore(connection: Connection, time: number): Promise<void> {
  await connection
    .acrossTenants('findings', 'old findings of every tenant are removed together')
    .where('last_seen_at', '<', time)
    .where({ status: 'open' })
    .delete();
}

const toRow = ({ tenantId: _tenant, count, firstSeenAt, lastSeenAt, ...facts }: CountedFinding) => ({
  ...facts,
  amount: count,
  status: 'open',
  reason: null,
  created_at: firstSeenAt,
  last_seen_at: lastSeenAt,
});

export const toFinding = (row: Row): StoredFinding => ({
  id: row.id,
  tenantId: row.tenant_id,
  source: row.source,
  code: row.code,
  kind: row.kind,
  name: row.name,
  directive: row.directive,
  page: row.page,
  category: row.category,
  count: toNumber(row.amount),
  status: row.status,
  reason: row.reason,
  firstSeenAt: toNumber(row.created_at),
  lastSeenAt: toNumber(row.last_seen_at),
});
