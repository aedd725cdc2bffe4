import type { Connection, Row, TenantScope } from '#platform/database/database';
import { forUpdate, toNumber } from '#platform/database/rows';
import { accountRepository } from '../account/account-repository';
import { forgetDevices } from '../account/device-repository';

export const tablesOfVisitors = ['consents', 'parental_consents', 'accounts'] as const;

/** Lists the tenants with rows in any of the tables, deleted tenants too, with one index seek for each. */
export async function tenantsWithRows(
  connection: Connection,
  tables: readonly (typeof tablesOfVisitors)[number][],
): Promise<string[]> {
  const found = new Set<string>();
  for (const table of tables) {
    let last = '';
    for (;;) {
      const row = await connection
        .acrossTenants(table, 'retention counts for every tenant')
        .where('tenant_id', '>', last)
        .min('tenant_id as id')
        .first();
      if (row?.id === null || row?.id === undefined) break;
      last = String(row.id);
      found.add(last);
    }
  }
  return [...found].sort();
}

/** A position in the history, in the order of its index. */
export interface HistoryPlace {
  readonly createdAt: number;
  readonly id: string;
}

export interface HistoryPart {
  readonly ids: string[];
  /** Null when the part goes up to the cutoff. */
  readonly end: HistoryPlace | null;
}

export interface InactiveVisitor {
  readonly id: string;
  /** When the record was last written (epoch ms). */
  readonly updatedAt: number;
}

/** Numbers of a batch. Fewer are removed than were found when someone else changes or removes them meanwhile. */
export interface Batch {
  readonly found: number;
  readonly removed: number;
}

/** Times before which requests to parents of visitors without a record are removed (epoch ms). */
export interface ParentCutoffs {
  /** Not the later one; 0: those with an answer are kept. */
  readonly answered: number;
  readonly unanswered: number;
}

export function retentionRepository(scope: TenantScope) {
  /**
   * Finds what keeps the requests of a visitor `p.visitor_id`: one that is young enough, or whose visitor has an account on
   * which somebody has signed in as recently.
   */
  const youngRequest = ({ answered, unanswered }: ParentCutoffs) =>
    scope
      .join(scope.from('parental_consents', 'k'), 'accounts', 'a', 'a.visitor_id', 'k.visitor_id')
      .whereRaw('?? = ??', ['k.visitor_id', 'p.visitor_id'])
      .where((young) => {
        for (const time of ['k.updated_at', 'a.linked_at'])
          young
            .orWhere(time, '>=', unanswered)
            .orWhere((kept) => void kept.whereNotNull('k.granted_at').where(time, '>=', answered));
      })
      .select('k.visitor_id');

  return {
    /** Returns whether any record was last written before `cutoff`. */
    async hasDecidedBefore(cutoff: number): Promise<boolean> {
      const old = scope.from('consents').where('updated_at', '<', cutoff).orderBy('updated_at');
      return (await old.first('id')) !== undefined;
    },

    /**
     * Lists visitors whose record was last written before `cutoff`, and on whose account nobody has signed in since, the
     * longest inactive first.
     * @param since passes over records that were last written before it (epoch ms)
     */
    async inactiveVisitors(cutoff: number, since: number, limit: number): Promise<InactiveVisitor[]> {
      const rows: Row[] = await scope
        .join(scope.from('consents', 'c'), 'accounts', 'a', 'a.visitor_id', 'c.visitor_id')
        .where('c.updated_at', '<', cutoff)
        .where('c.updated_at', '>=', since)
        .where((old) => void old.whereNull('a.linked_at').orWhere('a.linked_at', '<', cutoff))
        .orderBy('c.updated_at')
        .limit(limit)
        .select('c.visitor_id', 'c.updated_at');
      return rows.map((row) => ({ id: String(row.visitor_id), updatedAt: toNumber(row.updated_at) }));
    },

    /**
     * Lists visitors without a record for whom a parent was asked, all of whose requests are older than the cutoffs.
     * @param kind of the requests by which they are found
     */
    async parentsOnly(cutoffs: ParentCutoffs, kind: keyof ParentCutoffs, limit: number): Promise<string[]> {
      const time = kind === 'answered' ? 'p.granted_at' : 'p.updated_at';
      const query = scope
        .join(scope.from('parental_consents', 'p'), 'consents', 'c', 'c.visitor_id', 'p.visitor_id')
        .where(time, '<', cutoffs[kind])
        .whereNull('c.id')
        .whereNotExists(youngRequest(cutoffs))
        .orderBy(time)
        .limit(limit)
        .distinct('p.visitor_id', time);
      if (kind === 'unanswered') query.whereNull('p.granted_at');
      const rows: Row[] = await query;
      return [...new Set(rows.map((row) => String(row.visitor_id)))];
    },

    /**
     * Removes what parents were asked and have answered for a visitor without a record, with the account, unless one of the
     * requests or the last sign-in is younger than the cutoffs. Returns whether there were any.
     */
    async removeParents(visitorId: string, cutoffs: ParentCutoffs): Promise<boolean> {
      const requests = () => scope.from('parental_consents').where({ visitor_id: visitorId });
      // Locked, as by a submission that asks the parent: it finds them removed, or has made them younger.
      const found: Row[] = await forUpdate(requests(), scope.dialect).select('granted_at', 'updated_at');
      const accounts = accountRepository(scope);
      const signedInAt = (await accounts.lockSignIns([visitorId])).get(visitorId) ?? 0;
      const isOld = ({ granted_at, updated_at }: Row) =>
        Math.max(toNumber(updated_at), signedInAt) <
        (granted_at === null ? cutoffs.unanswered : cutoffs.answered);
      if (!found.every(isOld)) return false;
      // In the same statement, so that no visitor decides in between.
      const record = scope.from('consents').where({ visitor_id: visitorId }).select('id');
      if (Number(await requests().whereNotExists(record).delete()) === 0) return false;
      await accounts.remove(visitorId);
      await forgetDevices(scope, [visitorId]);
      return true;
    },

    /**
     * Returns a part of the history before `cutoff`, oldest first and after `after`: its end, and the entries that a
     * later decision superseded before `cutoff`. An entry proves the consent until then (GDPR, Article 7(1)). Never
     * returns the decision in effect, nor the changes since then.
     */
    async supersededStates(cutoff: number, after: HistoryPlace | null, limit: number): Promise<HistoryPart> {
      const query = scope.from('consent_history', 'h').where('h.created_at', '<', cutoff);
      if (after !== null) {
        query
          .where('h.created_at', '>=', after.createdAt)
          .whereNot((same) => void same.where('h.created_at', after.createdAt).where('h.id', '<=', after.id));
      }
      const rows: Row[] = await query
        .orderBy(['h.created_at', 'h.id'])
        .limit(limit)
        .select('h.id', 'h.created_at', nextDecision(scope));
      const last = rows.length < limit ? undefined : rows.at(-1);
      return {
        ids: rows
          .filter((row) => row.superseded_at !== null && toNumber(row.superseded_at) < cutoff)
          .map((row) => String(row.id)),
        end: last === undefined ? null : { createdAt: toNumber(last.created_at), id: String(last.id) },
      };
    },

    /** Removes accounts without a choice, and without a request to a parent, on which no device has signed in since `cutoff`. */
    async removeEmptyAccounts(cutoff: number, limit: number): Promise<Batch> {
      const rows: Row[] = await scope
        .join(scope.from('accounts', 'a'), 'consents', 'c', 'c.visitor_id', 'a.visitor_id')
        .where('a.linked_at', '<', cutoff)
        .whereNull('c.id')
        .whereNotExists(
          scope
            .from('parental_consents', 'k')
            .whereRaw('?? = ??', ['k.visitor_id', 'a.visitor_id'])
            .select('k.visitor_id'),
        )
        .orderBy('a.linked_at')
        .limit(limit)
        .select('a.visitor_id');
      const ids = rows.map((row) => String(row.visitor_id));
      if (ids.length === 0) return { found: 0, removed: 0 };
      // One that has signed in, asked a parent or decided meanwhile stays.
      const record = scope.from('consents').whereIn('visitor_id', ids).select('visitor_id');
      const asked = scope.from('parental_consents').whereIn('visitor_id', ids).select('visitor_id');
      const removed = await scope
        .from('accounts')
        .whereIn('visitor_id', ids)
        .where('linked_at', '<', cutoff)
        .whereNotIn('visitor_id', record)
        .whereNotIn('visitor_id', asked)
        .delete();
      return { found: ids.length, removed: Number(removed) };
    },

    async removeStates(ids: readonly string[]): Promise<number> {
      return ids.length === 0 ? 0 : Number(await scope.byKeys('consent_history', 'id', ids).delete());
    },
  };
}

/** Returns a column `superseded_at` next to those of a state `h`: the time of the next decision; null: none. */
function nextDecision(scope: TenantScope) {
  return scope.raw(
    `(select d.created_at from ${scope.tableName('consent_history')} d
      where d.tenant_id = h.tenant_id and d.consent_id = h.consent_id and d.revision > h.revision
        and d.is_decision = ? order by d.revision limit 1) as superseded_at`,
    [true],
  );
}
