import type { Row, TenantScope } from '#platform/database/database';
import { forUpdate, toBooleanOrNull, toNumber } from '#platform/database/rows';
import type { VersionAuthors } from '../versions/profile-version-repository';
import { type Person, toPerson } from '../versions/version-facts';

/** A request to publish one version of a profile, which waits for a second person. Times are Unix times (ms). */
export interface StoredRequest {
  readonly id: string;
  readonly profileId: string;
  readonly version: number;
  /** Whether visitors are asked again; null: as the versions were saved. */
  readonly requireReconsent: boolean | null;
  readonly note: string | null;
  readonly requestedBy: Person | null;
  readonly requestedAt: number;
}

/** A request with facts of its profile. */
export interface RequestOfProfile extends StoredRequest {
  readonly profileName: string;
  readonly group: string | null;
  readonly currentVersion: number;
}

/** A request with the facts that a list shows. */
export interface ListedRequest extends RequestOfProfile, VersionAuthors {}

/** Returns what the audit log says about a request. */
export function describeRequest({ version, requireReconsent, note, requestedBy }: StoredRequest) {
  return {
    version,
    ...(requireReconsent !== null && { requireReconsent }),
    ...(note !== null && { note }),
    requestedBy: requestedBy?.email ?? requestedBy?.id ?? null,
  };
}

/** Requests that nobody has decided on: at most one for each profile, which its primary key ensures. */
export function publicationRequestRepository(scope: TenantScope) {
  const ofProfile = (profileId: string) =>
    scope.from('publication_requests').where({ profile_id: profileId });

  return {
    /** Lists the requests, oldest first; there are no more than profiles. */
    async list(): Promise<RequestOfProfile[]> {
      const requests = scope.from('publication_requests', 'r');
      const rows = await scope
        .join(requests, 'profiles', 'p', 'p.id', 'r.profile_id')
        .select({
          id: 'r.id',
          profile_id: 'r.profile_id',
          version: 'r.version',
          require_reconsent: 'r.require_reconsent',
          note: 'r.note',
          requested_by: 'r.requested_by',
          requested_by_email: 'r.requested_by_email',
          created_at: 'r.created_at',
          profile_name: 'p.name',
          group_id: 'p.group_id',
          current_version: 'p.version',
        })
        .orderBy([{ column: 'r.created_at' }, { column: 'r.id' }]);
      return rows.map((row) => ({
        ...fromRow(row),
        profileName: row.profile_name,
        group: row.group_id,
        currentVersion: toNumber(row.current_version),
      }));
    },

    async find(id: string): Promise<StoredRequest | null> {
      const row = await scope.from('publication_requests').where({ id }).first();
      return row === undefined ? null : fromRow(row);
    },

    /** Returns the request about a profile, locked until the transaction ends. The profile's row is locked before. */
    async lockOf(profileId: string): Promise<StoredRequest | null> {
      const row = await forUpdate(ofProfile(profileId), scope.dialect).first();
      return row === undefined ? null : fromRow(row);
    },

    async insert(request: StoredRequest): Promise<void> {
      await scope.insert('publication_requests', {
        id: request.id,
        profile_id: request.profileId,
        version: request.version,
        require_reconsent: request.requireReconsent,
        note: request.note,
        requested_by: request.requestedBy?.id ?? null,
        requested_by_email: request.requestedBy?.email ?? null,
        created_at: request.requestedAt,
      });
    },

    /** Removes the request about a profile, if there is one. */
    async removeOf(profileId: string): Promise<void> {
      await ofProfile(profileId).delete();
    },
  };
}

function fromRow(row: Row): StoredRequest {
  return {
    id: row.id,
    profileId: row.profile_id,
    version: toNumber(row.version),
    requireReconsent: toBooleanOrNull(row.require_reconsent),
    note: row.note,
    requestedBy: toPerson(row.requested_by, row.requested_by_email),
    requestedAt: toNumber(row.created_at),
  };
}
