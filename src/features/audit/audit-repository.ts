import type { Connection, Query, Row, TenantScope } from '../../database/database';
import { newestFirst } from '../../database/keyset';
import { toNumber } from '../../database/rows';
import { toIso } from '../../kernel/clock';
import { canonicalJson } from '../../kernel/json';
import { type ChainEnd, chainStart, type LoggedEntry } from './audit-chain';
import type { AuditLogEntry } from './audit-schemas';

/** Where a chain should end, and where it does. */
export interface ChainState {
  /** The head, which is kept apart from the entries. */
  readonly head: ChainEnd;
  /** Place of the last entry that is there; 0 when there is none. */
  readonly last: number;
  /** Id of an entry that stands before the first place: none of the service's does. */
  readonly beforeFirst: string | null;
}

/** An entry as found: `entry` is null when somebody has made it unreadable. */
export interface FoundEntry {
  readonly id: string;
  readonly entry: LoggedEntry | null;
}

/** Every tenant that has a chain, or what is left of one. */
export async function tenantsWithAudit(connection: Connection): Promise<string[]> {
  const tenants = new Set<string>();
  for (const table of ['audit_heads', 'audit'] as const) {
    const ids: string[] = await connection
      .acrossTenants(table, 'a whole installation is verified')
      .distinct('tenant_id')
      .pluck('tenant_id');
    for (const id of ids) tenants.add(id);
  }
  return [...tenants].sort();
}

/**
 * Removes entries on users, sign-ins, roles and tenants from a query. They are in the chain of `default` and
 * concern people of all tenants.
 */
export function withoutAccounts(entries: Query): void {
  for (const resource of ['user', 'auth', 'role', 'tenant'])
    entries.where('action', 'not like', `${resource}:%`);
}

export function auditRepository(scope: TenantScope) {
  return {
    /** In one statement, so that no entry can be appended between the two looks. */
    async chainState(): Promise<ChainState> {
      const head = (column: string) => scope.from('audit_heads').select(column).as(column);
      const beforeFirst = scope
        .from('audit')
        .where('sequence', '<', 1)
        .orderBy('sequence')
        .limit(1)
        .select('id')
        .as('before_first');
      const row: Row | undefined = await scope
        .from('audit')
        .select(head('hash'), head('sequence'), beforeFirst)
        .max({ last: 'sequence' })
        .first();
      return {
        head: row?.hash == null ? chainStart : { sequence: toNumber(row.sequence), hash: String(row.hash) },
        last: toNumber(row?.last ?? 0),
        beforeFirst: row?.before_first ?? null,
      };
    },

    /** Entries are numbered without gaps, so that the last number tells how many there are. */
    async count(): Promise<number> {
      return toNumber((await scope.from('audit').max({ last: 'sequence' }).first())?.last ?? 0);
    },

    /**
     * The entries behind a place and up to another, in the order of the chain. A range that is open to one
     * side MariaDB reads from the log's beginning; one from `after + 1` on would miss a place between two,
     * which SQLite can store.
     */
    async between(after: number, last: number): Promise<FoundEntry[]> {
      const rows = await scope
        .from('audit')
        .where('sequence', '>', after)
        .where('sequence', '<=', last)
        .orderBy('sequence');
      return rows.map((row) => ({ id: String(row.id), entry: readable(row) }));
    },

    /**
     * Entries on one resource, newest first. @param range.before only entries before this place in the
     * chain; null: all
     */
    async ofResource(
      type: string,
      id: string,
      { limit, before }: { readonly limit: number; readonly before: number | null },
    ): Promise<AuditLogEntry[]> {
      const entries = scope.from('audit').where({ resource_id: id, resource_type: type });
      if (before !== null) entries.where('sequence', '<', before);
      const rows: Row[] = await newestFirst(entries as Query).limit(limit);
      return rows.map(shownEntry);
    },

    /** How often something was done to a resource. */
    async countOf(action: string, type: string, id: string): Promise<number> {
      const row = await scope
        .from('audit')
        .where({ resource_id: id, resource_type: type, action })
        .count({ total: '*' })
        .first();
      return toNumber(row?.total ?? 0);
    },

    /** Id of the next entry, when numbers are missing. */
    async idAfter(sequence: number): Promise<string | null> {
      const row = await scope.from('audit').where('sequence', '>', sequence).orderBy('sequence').first('id');
      return row === undefined ? null : String(row.id);
    },
  };
}

/** Returns the entry in a row; null when the row holds values that the service never writes. */
function readable(row: Row): LoggedEntry | null {
  try {
    const entry = toEntry(row);
    // Other spellings of the same JSON would have the same hash.
    return canonicalJson(entry.changes) === row.changes ? entry : null;
  } catch {
    return null;
  }
}

/**
 * Returns an entry for display. An entry that somebody made unreadable is listed too; verification reports
 * it.
 */
export function shownEntry(row: Row): AuditLogEntry {
  return (
    readable(row) ?? {
      ...toEntry({ ...row, changes: '{}', created_at: 0 }),
      changes: { unreadable: String(row.changes) },
    }
  );
}

function toEntry(row: Row): LoggedEntry {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    sequence: toNumber(row.sequence),
    action: row.action,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    userId: row.user_id,
    userEmail: row.user_email,
    changes: JSON.parse(row.changes),
    requestId: row.request_id,
    createdAt: toIso(toNumber(row.created_at)),
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}
