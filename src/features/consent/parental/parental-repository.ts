import type { Row, TenantScope } from '../../../database/database';
import { forUpdate, toBoolean, toNumber } from '../../../database/rows';

// Why: docs/adr/0017-where-a-parents-consent-stands.md

/** Where a parent's consent to what a visitor decides under a profile stands. */
export type ParentalState = 'pending' | 'granted';

/** @property grantedAt epoch milliseconds; null while the parent has not answered */
export interface ParentalRequest {
  readonly profileId: string;
  readonly grantedAt: number | null;
}

/**
 * One row for each visitor and profile of which a parent's consent was asked. It only ever goes from nothing
 * to pending to granted, so a submission and a resolve that meet end alike in either order. It also holds
 * which write of the record a grant came after, since a stranger's later decision is not covered by it.
 */
export function parentalRepository(scope: TenantScope) {
  /**
   * Pending from now on, unless it is granted: an upsert that changes nothing makes the row where there is
   * none, and locks it.
   */
  async function markPending(visitorId: string, profileId: string): Promise<void> {
    await scope
      .insert('parental_consents', { visitor_id: visitorId, profile_id: profileId, granted_at: null })
      .onConflict(['tenant_id', 'visitor_id', 'profile_id'])
      .merge({ profile_id: profileId });
  }

  return {
    markPending,

    /** Of every profile under which a parent was asked, oldest grant first, open ones last. */
    async ofVisitor(visitorId: string): Promise<ParentalRequest[]> {
      const rows = await scope
        .from('parental_consents')
        .where({ visitor_id: visitorId })
        .select('profile_id', 'granted_at');
      const requests = rows.map((row) => ({
        profileId: row.profile_id as string,
        grantedAt: row.granted_at === null ? null : toNumber(row.granted_at),
      }));
      const order = ({ grantedAt }: ParentalRequest) => grantedAt ?? Number.POSITIVE_INFINITY;
      return requests.sort((a, b) => order(a) - order(b) || (a.profileId < b.profileId ? -1 : 1));
    },

    /**
     * True when this granted it, false when what the visitor has decided under the profile was covered
     * already.
     */
    async grant(visitorId: string, profileId: string, now: number): Promise<boolean> {
      await markPending(visitorId, profileId);
      const row = () =>
        scope.from('parental_consents').where({ visitor_id: visitorId, profile_id: profileId });
      // The row is locked by now, so nobody grants it between the look and the update. Locking the record
      // lets an erasure and this meet: the one that comes second sees what the first has done.
      const record: Row | undefined = await forUpdate(
        scope.from('consents').where({ visitor_id: visitorId }),
        scope.dialect,
      ).first();
      const granted: Row | undefined = await row().first();
      const isCovered = record === undefined || record.profile_id !== profileId || covers(granted, record);
      if (granted?.granted_at !== null && isCovered) return false;
      await row().update({ granted_at: now, granted_revision: record?.revision ?? null });
      return true;
    },
  };
}

/**
 * Whether a grant covers the decision as it stands. One that came from a stranger is covered only by a grant
 * after it: whoever knows a child's visitor id must not act under what the parent allowed the child.
 */
function covers(granted: Row | undefined, record: Row): boolean {
  return (
    !toBoolean(record.by_stranger) || toNumber(granted?.granted_revision ?? 0) >= toNumber(record.revision)
  );
}

/**
 * The same in SQL, as a column `parental_consent` of a consent record: where the parental consent to its
 * profile stands. A visitor of whom any profile of the tenant asked a parent is a known child under every
 * other, also on another device of the same `subjectId`: `pending` until the parent agrees there. One search of an index
 * for most visitors: `granted` sorts before `pending`.
 * Source: 16 CFR § 312.2 and § 312.5 (actual knowledge is of the child, not of a page).
 */
export function parentalColumn(scope: TenantScope) {
  const [record, parental] = [scope.tableName('consents'), scope.tableName('parental_consents')];
  return scope.raw(`(select coalesce(
        (select min(case when p.profile_id = ${record}.profile_id and p.granted_at is not null
            and (not ${record}.by_stranger or p.granted_revision >= ${record}.revision) then 'granted' else 'pending' end)
          from ${parental} p where p.tenant_id = ${record}.tenant_id and p.visitor_id = ${record}.visitor_id),
        case when ${record}.subject_id is not null and exists (
          select 1 from ${record} d join ${parental} k on k.tenant_id = d.tenant_id and k.visitor_id = d.visitor_id
          where d.tenant_id = ${record}.tenant_id and d.subject_id = ${record}.subject_id) then 'pending' end)) as parental_consent`);
}
