import { inBatches, type Row, type TenantScope } from '#platform/database/database';
import { forUpdate, fromJson, toBoolean, toNumber } from '#platform/database/rows';

// Why: docs/adr/0017-where-a-parents-consent-stands.md, docs/adr/0202-a-child-on-every-device.md

/** State of a parent's consent to a visitor's decisions under a profile. */
export type ParentalState = 'pending' | 'granted';

/** An answer of a parent. */
interface GivenAnswer {
  /** Epoch milliseconds. */
  readonly grantedAt: number;
  /** Ids of the categories to which the parent did not agree. */
  readonly denied: readonly string[];
}

/** @property grantedAt epoch milliseconds; null while the parent has not answered */
export interface ParentalRequest extends Omit<GivenAnswer, 'grantedAt'> {
  readonly profileId: string;
  readonly grantedAt: number | null;
  /** Answers that later ones replaced, oldest first: they prove what was allowed until then (GDPR, Article 7(1)). */
  readonly earlier: readonly GivenAnswer[];
}

/** Greatest number of replaced answers to keep: the newest ones. */
const maxEarlier = 50;

/** State of a parent's consent, with the categories to which the parent did not agree. */
export interface ParentalAnswer {
  readonly parentalConsent: ParentalState | null;
  readonly parentalDenied: readonly string[];
  /** Version of the profile to which the parent did not agree as a whole; null: the parent agreed to all, or has not answered. */
  readonly parentalVersion: number | null;
}

const limited = 'granted:';

/** Reads `granted`, `pending`, or `granted:` with the categories that the parent left out and the version that has them. */
export function readAnswer(text: string | null): ParentalAnswer {
  if (!text?.startsWith(limited))
    return { parentalConsent: text as ParentalState | null, parentalDenied: [], parentalVersion: null };
  const { denied, version } = JSON.parse(text.slice(limited.length)) as Refusals;
  return { parentalConsent: 'granted', parentalDenied: denied, parentalVersion: version };
}

interface Refusals {
  readonly denied: readonly string[];
  /** Version of the profile at the time of the answer. */
  readonly version: number;
}

/** Writes a parent’s consent without these categories; null: to all of them. */
export const writeAnswer = ({ denied, version }: Refusals): string | null =>
  denied.length === 0 ? null : `${limited}${JSON.stringify({ denied: [...denied].sort(), version })}`;

/**
 * Stores one row for each visitor and profile for which a parent was asked. Its state only moves from none to pending
 * to granted, so a submission and a resolve at the same time end alike in either order. It also stores the write of the
 * record that a grant followed, since a stranger's later decision is not covered by it.
 */
export function parentalRepository(scope: TenantScope) {
  /** Creates a missing row, which is pending, and locks it. @param change of a row that exists */
  async function ensureRow(visitorId: string, profileId: string, now: number, change: Row): Promise<void> {
    const row = { visitor_id: visitorId, profile_id: profileId, granted_at: null, updated_at: now };
    await scope
      .insert('parental_consents', row)
      .onConflict(['tenant_id', 'visitor_id', 'profile_id'])
      .merge(change);
  }

  return {
    /** Sets the state to pending, unless it is granted. Requests without a decision are kept from this time on. */
    markPending: (visitorId: string, profileId: string, now: number): Promise<void> =>
      ensureRow(visitorId, profileId, now, { updated_at: now }),

    /** Keeps a request from this time on, if there is one. Returns whether there is. */
    async renew(visitorId: string, profileId: string, now: number): Promise<boolean> {
      const request = scope.from('parental_consents').where({ visitor_id: visitorId, profile_id: profileId });
      return Number(await request.update({ updated_at: now })) > 0;
    },

    /** Returns those of the visitors for whom a parent was asked, under any profile. */
    async asked(visitorIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (visitorIds.length === 0) return new Set();
      const rows: Row[] = await scope
        .byKeys('parental_consents', 'visitor_id', visitorIds)
        .distinct('visitor_id');
      return new Set(rows.map((row) => String(row.visitor_id)));
    },

    /** Follows states that move up, from a revision on: a parent's consent continues to cover those that it covered. */
    async followStates(visitorId: string, from: number, by: number): Promise<void> {
      await scope
        .from('parental_consents')
        .where({ visitor_id: visitorId })
        .where('granted_revision', '>=', from)
        .update({ granted_revision: scope.raw('?? + ?', ['granted_revision', by]) });
    },

    /** Returns the states under all profiles for which a parent was asked, oldest grant first, open ones last. */
    async ofVisitor(visitorId: string): Promise<ParentalRequest[]> {
      const rows = await scope
        .from('parental_consents')
        .where({ visitor_id: visitorId })
        .select('profile_id', 'granted_at', 'answer', 'earlier_answers');
      const requests = rows.map((row) => ({
        profileId: row.profile_id as string,
        grantedAt: row.granted_at === null ? null : toNumber(row.granted_at),
        denied: readAnswer(row.answer).parentalDenied,
        earlier: readEarlier(row),
      }));
      const order = ({ grantedAt }: ParentalRequest) => grantedAt ?? Number.POSITIVE_INFINITY;
      return requests.sort((a, b) => order(a) - order(b) || (a.profileId < b.profileId ? -1 : 1));
    },

    /**
     * Stores the parent's answer: consent, except for the categories in `denied`. Returns true when this call changed
     * something, false when the visitor's decision under the profile was covered by the same answer already.
     */
    async grant(
      visitorId: string,
      profileId: string,
      { now, ...refusals }: Refusals & { readonly now: number },
    ): Promise<boolean> {
      // Changes nothing: an answer that is only repeated leaves the row as it is.
      await ensureRow(visitorId, profileId, now, { profile_id: profileId });
      const row = () =>
        scope.from('parental_consents').where({ visitor_id: visitorId, profile_id: profileId });
      // The row is locked by now, so no other process can grant it between the read and the update. The lock of the
      // record orders this and an erasure: the later one sees the result of the earlier one.
      const record: Row | undefined = await forUpdate(
        scope.from('consents').where({ visitor_id: visitorId }),
        scope.dialect,
      ).first();
      const granted: Row | undefined = await row().first();
      const isCovered = record === undefined || record.profile_id !== profileId || covers(granted, record);
      const answer = writeAnswer(refusals);
      const isSame = granted?.granted_at !== null && granted?.answer === answer;
      if (isSame && isCovered) return false;
      const earlier = [...readEarlier(granted), ...readGiven(granted)].slice(-maxEarlier);
      await row().update({
        granted_at: now,
        answer,
        granted_revision: record?.revision ?? null,
        earlier_answers: earlier.length === 0 ? null : JSON.stringify(earlier),
        updated_at: now,
      });
      return true;
    },
  };
}

/**
 * Leaves to the other records of a user that they are those of a known child, before the record of this visitor is erased or
 * unlinked: each that has no request of its own gets one that nobody has answered.
 */
export async function leaveChild(
  scope: TenantScope,
  { visitorId, subjectId }: { readonly visitorId: string; readonly subjectId: string },
  now: number,
): Promise<void> {
  const ownRequest = scope
    .from('parental_consents', 'p')
    .whereRaw('?? = ??', ['p.visitor_id', 'c.visitor_id'])
    .select('p.visitor_id');
  const others: Row[] = await scope
    .from('consents', 'c')
    .where('c.subject_id', subjectId)
    .whereNot('c.visitor_id', visitorId)
    .whereNotExists(ownRequest)
    .select('c.visitor_id', 'c.profile_id');
  if (others.length === 0) return;
  // Always in the same order, so that two processes do not wait for each other.
  others.sort((a, b) => (a.visitor_id < b.visitor_id ? -1 : 1));
  for (const some of inBatches(others)) await leaveToSome(scope, some, subjectId, now);
}

async function leaveToSome(
  scope: TenantScope,
  others: readonly Row[],
  subjectId: string,
  now: number,
): Promise<void> {
  const left = { granted_at: null, updated_at: now };
  await scope
    .insert(
      'parental_consents',
      others.map(({ visitor_id, profile_id }) => ({ visitor_id, profile_id, ...left })),
    )
    .onConflict(['tenant_id', 'visitor_id', 'profile_id'])
    // Changes nothing: a request of its own stays.
    .merge(['profile_id']);
  // Locked after the rows, as a submission does: an erasure or a change of user that was in progress is over by now.
  const ids = others.map(({ visitor_id }) => String(visitor_id));
  const stored: Row[] = await forUpdate(
    scope.byKeys('consents', 'visitor_id', ids).where({ subject_id: subjectId }).orderBy('visitor_id'),
    scope.dialect,
  ).select('visitor_id');
  const staying = new Set(stored.map((row) => String(row.visitor_id)));
  const gone = ids.filter((id) => !staying.has(id));
  if (gone.length > 0) await scope.byKeys('parental_consents', 'visitor_id', gone).where(left).delete();
}

function readEarlier(row: Row | undefined): GivenAnswer[] {
  return row?.earlier_answers ? fromJson(row.earlier_answers) : [];
}

function readGiven(row: Row | undefined): GivenAnswer[] {
  const grantedAt = row?.granted_at ?? null;
  if (grantedAt === null) return [];
  return [{ grantedAt: toNumber(grantedAt), denied: readAnswer(row?.answer ?? null).parentalDenied }];
}

/**
 * Returns whether a grant covers the current decision. A stranger's decision is covered only by a later grant: people
 * who know a child's visitor id must not act on what the parent allowed the child.
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
 * for most visitors: `granted`, with or without the categories after it (`readAnswer`), sorts before `pending`.
 * Source: 16 CFR § 312.2 and § 312.5 (actual knowledge is of the child, not of a page).
 */
export function parentalColumn(scope: TenantScope) {
  const [record, parental] = [scope.tableName('consents'), scope.tableName('parental_consents')];
  return scope.raw(`(select coalesce(
        (select min(case when p.profile_id = ${record}.profile_id and p.granted_at is not null
            and (not ${record}.by_stranger or p.granted_revision >= ${record}.revision) then coalesce(p.answer, 'granted') else 'pending' end)
          from ${parental} p where p.tenant_id = ${record}.tenant_id and p.visitor_id = ${record}.visitor_id),
        case when ${record}.subject_id is not null and exists (
          select 1 from ${record} d join ${parental} k on k.tenant_id = d.tenant_id and k.visitor_id = d.visitor_id
          where d.tenant_id = ${record}.tenant_id and d.subject_id = ${record}.subject_id) then 'pending' end)) as parental_consent`);
}
