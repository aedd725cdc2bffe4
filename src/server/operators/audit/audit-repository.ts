import type { Connection, Query, Row, TenantScope } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';
import { toIso } from '#platform/kernel/clock';
import { defaultTenantId } from '#platform/kernel/ids';
import { canonicalJson } from '#platform/kernel/json';
import { type ChainEnd, chainStart, type LoggedEntry } from './audit-chain';
import type { AuditLogEntry } from './audit-schemas';

/** The expected and the actual end of a chain. */
export interface ChainState {
  /** The head, which is stored separately from the entries. */
  readonly head: ChainEnd;
  /** Position of the last stored entry; 0 when there is none. */
  readonly last: number;
  /** Id of an entry before the first position; the service never writes one there. */
  readonly beforeFirst: string | null;
}

/** A stored entry; `entry` is null when somebody has made it unreadable. */
export interface FoundEntry {
  readonly id: string;
  readonly entry: LoggedEntry | null;
}

/** Selects entries by action, resources and time. */
export interface ActionsOnResources {
  readonly action: string;
  readonly type: string;
  readonly ids: readonly string[];
  /** First and last moment (epoch ms). */
  readonly from: number;
  readonly to: number;
}

/** Lists the tenants that can have a chain: those that exist, and those of which there are entries or a head. */
export async function tenantsToVerify(connection: Connection): Promise<string[]> {
  const tenants = new Set([defaultTenantId, ...(await connection.global('tenants').pluck('id'))]);
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
  const ofAction = ({ action, type, ids }: Pick<ActionsOnResources, 'action' | 'type' | 'ids'>) =>
    scope.from('audit').whereIn('resource_id', ids).where({ action, resource_type: type });

  return {
    /** Reads the chain's state in one statement, so that no entry can be appended between two reads. */
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

    /** Returns whether the entry at a position has this hash. */
    async has(sequence: number, hash: string): Promise<boolean> {
      return (await scope.from('audit').where({ sequence, hash }).first('id')) !== undefined;
    },

    /** Entries are numbered without gaps, so the last number is also their count. */
    async count(): Promise<number> {
      return toNumber((await scope.from('audit').max({ last: 'sequence' }).first())?.last ?? 0);
    },

    /**
     * Returns the entries after one position and up to another, in chain order. MariaDB reads a range that is
     * open on one side from the beginning of the log; a range from `after + 1` would miss a position between
     * two integers, which SQLite can store.
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
     * Returns entries on one resource, the last in the chain first: the clocks of two processes can disagree about times.
     * @param range.before only entries before this position in the chain; null: all
     */
    async ofResource(
      type: string,
      id: string,
      { limit, before }: { readonly limit: number; readonly before: number | null },
    ): Promise<AuditLogEntry[]> {
      const entries = scope.from('audit').where({ resource_id: id, resource_type: type });
      if (before !== null) entries.where('sequence', '<', before);
      // A sum, so that query planners do not read the log in this order to find the few entries on the resource.
      const rows: Row[] = await entries.orderByRaw('?? + 0 desc', ['sequence']).limit(limit);
      return rows.map(shownEntry);
    },

    /** Returns entries of one action on these resources within a time, the oldest first, from a position in the chain on. */
    async ofResources(
      { action, type, ids, from, to }: ActionsOnResources,
      { after, limit }: { readonly after: number; readonly limit: number },
    ): Promise<AuditLogEntry[]> {
      const rows: Row[] = await ofAction({ action, type, ids })
        .whereBetween('created_at', [from, to])
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit);
      return rows.map(shownEntry);
    },

    /** Returns how often an action was done to a resource. */
    async countActions(action: string, type: string, ids: readonly string[]): Promise<number> {
      const row = await ofAction({ action, type, ids }).count({ total: '*' }).first();
      return toNumber(row?.total ?? 0);
    },

    /** Returns when an action was last done to a resource (epoch milliseconds); null: never. */
    async lastAction(action: string, type: string, ids: readonly string[]): Promise<number | null> {
      const row = await ofAction({ action, type, ids }).max({ at: 'created_at' }).first();
      return row?.at == null ? null : toNumber(row.at);
    },

    /** Returns the id of the next entry, when numbers are missing. */
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
    resourceName: row.resource_name,
    userId: row.user_id,
    userEmail: row.user_email,
    changes: JSON.parse(row.changes),
    requestId: row.request_id,
    createdAt: toIso(toNumber(row.created_at)),
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}
