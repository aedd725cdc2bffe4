import type { Row, TenantScope } from '#platform/database/database';
import { forUpdate, toNumber } from '#platform/database/rows';
import { newVisitorId } from '#platform/kernel/ids';

// Why: docs/adr/0112-consent-per-account.md

/** Stores which visitor's record holds the choice of a host's user for all devices. */
export function accountRepository(scope: TenantScope) {
  const ofSubject = (subjectId: string) => scope.from('accounts').where({ subject_id: subjectId });
  return {
    /** Returns the visitor of an account, which a sign-in may have created just now. */
    async signIn(subjectId: string, at: number): Promise<string> {
      await scope
        .insert('accounts', { subject_id: subjectId, visitor_id: newVisitorId(), linked_at: at })
        .onConflict(['tenant_id', 'subject_id'])
        .merge({ linked_at: at });
      const row: Row = await ofSubject(subjectId).first('visitor_id');
      return row.visitor_id;
    },

    /** Returns the visitor of an account; null when the user has never signed in. */
    async visitorOf(subjectId: string): Promise<string | null> {
      const row: Row | undefined = await ofSubject(subjectId).first('visitor_id');
      return row?.visitor_id ?? null;
    },

    /** Returns when the user last signed in on a device; null: never. */
    async signedInAt(subjectId: string): Promise<number | null> {
      const row: Row | undefined = await ofSubject(subjectId).first('linked_at');
      return row === undefined ? null : Number(row.linked_at);
    },

    /** Returns the user whose account has this visitor; null for any other visitor. */
    async subjectOf(visitorId: string): Promise<string | null> {
      const row: Row | undefined = await scope
        .from('accounts')
        .where({ visitor_id: visitorId })
        .first('subject_id');
      return row?.subject_id ?? null;
    },

    /** Locks the accounts among these visitors, and returns when a device last signed in on each (epoch ms). */
    async lockSignIns(visitorIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const accounts = scope.from('accounts').whereIn('visitor_id', visitorIds).orderBy('visitor_id');
      const rows: Row[] = await forUpdate(accounts, scope.dialect).select('visitor_id', 'linked_at');
      return new Map(rows.map((row) => [row.visitor_id, toNumber(row.linked_at)]));
    },

    async remove(visitorId: string): Promise<number> {
      return Number(await scope.from('accounts').where({ visitor_id: visitorId }).delete());
    },
  };
}
