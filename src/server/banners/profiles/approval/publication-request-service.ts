import type { Database, TenantScope } from '#platform/database/database';
import type { UnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { requiresApproval } from '#sites/settings/index';
import type { StoredProfile } from '../profile-repository';
import {
  type ProfilePublisher,
  type PublishDecision,
  type Published,
  versionConflict,
} from '../publishing/profile-publisher';
import type { ProfileContext, ProfileTransaction } from '../publishing/profile-transaction';
import { publicationPeriodRepository } from '../publishing/publication-period-repository';
import { profileVersionRepository, type VersionAuthors } from '../versions/profile-version-repository';
import { type Person, toPerson } from '../versions/version-facts';
import {
  type ListedRequest,
  publicationRequestRepository,
  type StoredRequest,
} from './publication-request-repository';

export interface PublicationRequestOptions {
  readonly database: Database;
  readonly transaction: Pick<ProfileTransaction, 'get' | 'underLocks' | 'recordRequest'>;
  readonly publisher: Pick<ProfilePublisher, 'publishUnderLock'>;
  readonly afterActivate: (profile: StoredProfile) => Promise<void>;
  readonly clock: Clock;
}

export type PublicationRequests = ReturnType<typeof createPublicationRequests>;

/** Returns whether a person asked for the publication or is an author of the version, and so cannot approve it. */
export const isOwn = (
  userId: string | null,
  requestedBy: Person | null,
  { authors }: Pick<VersionAuthors, 'authors'>,
): boolean => userId === null || requestedBy?.id === userId || authors.some(({ id }) => id === userId);

/** Returns who wrote what a publication would bring to visitors. */
async function findAuthors(
  scope: TenantScope,
  { profileId, version }: Pick<StoredRequest, 'profileId' | 'version'>,
): Promise<VersionAuthors> {
  const served = await publicationPeriodRepository(scope).servedVersions(profileId);
  return profileVersionRepository(scope).findAuthors(profileId, version, (number) => served.has(number));
}

/** Asks a second person for a publication, and publishes what that person approves. */
export function createPublicationRequests({
  database,
  transaction,
  publisher,
  afterActivate,
  clock,
}: PublicationRequestOptions) {
  const { get, underLocks, recordRequest } = transaction;

  const list = (tenantId: string): Promise<{ required: boolean; requests: ListedRequest[] }> =>
    database.read(async (connection) => {
      const scope = connection.tenant(tenantId);
      const requests: ListedRequest[] = [];
      for (const found of await publicationRequestRepository(scope).list())
        requests.push({ ...found, ...(await findAuthors(scope, found)) });
      return { required: await requiresApproval(scope), requests };
    });

  /** Runs `work` on a request under the locks of its profile. @throws ServiceError `publication_request_not_found` */
  async function onRequest<T>(
    context: ProfileContext,
    id: string,
    work: (unit: UnitOfWork, request: StoredRequest, profile: StoredProfile) => Promise<T>,
  ): Promise<T> {
    const { tenantId } = context;
    const found = await database.read((connection) =>
      publicationRequestRepository(connection.tenant(tenantId)).find(id),
    );
    if (found === null) throw new ServiceError('publication_request_not_found');
    const profile = await get(tenantId, found.profileId);
    return underLocks(context, profile, async (unit, current) => {
      const request = await publicationRequestRepository(unit.tenant(tenantId)).lockOf(current.id);
      // Somebody else can have decided by now.
      if (request?.id !== id) throw new ServiceError('publication_request_not_found');
      return work(unit, request, current);
    });
  }

  /**
   * Asks for the publication of the current version. Replaces a request about an earlier one.
   * @param expectedVersion see `ProfilePublisher.activate`
   * @throws ServiceError `version_conflict`, `compliance_group_required`, `approval_pending`; `forbidden` for an API key
   */
  async function request(
    context: ProfileContext,
    found: StoredProfile,
    expectedVersion: number | null,
    { requireReconsent, note }: PublishDecision,
  ): Promise<ListedRequest> {
    // A person who knows the key's secret could ask as its holder, and approve as themselves.
    if (context.actor.apiKeyId !== undefined)
      throw new ServiceError('forbidden', { message: 'Only a person can ask for approval.' });
    return underLocks(context, found, async (unit, profile) => {
      if (expectedVersion !== null && profile.version !== expectedVersion) throw versionConflict(profile);
      if (profile.group === null) throw new ServiceError('compliance_group_required');
      const scope = unit.tenant(context.tenantId);
      const requests = publicationRequestRepository(scope);
      const pending = await requests.lockOf(profile.id);
      if (pending?.version === profile.version) throw new ServiceError('approval_pending');
      if (pending !== null) {
        await requests.removeOf(profile.id);
        recordRequest(unit, context, 'approvalWithdrawn', profile, pending, 'replaced');
      }
      const { actor } = context;
      const made: StoredRequest = {
        id: newId(),
        profileId: profile.id,
        version: profile.version,
        requireReconsent: requireReconsent ?? null,
        note: note?.trim() || null,
        requestedBy: toPerson(actor.userId, actor.userEmail),
        requestedAt: clock.now(),
      };
      await requests.insert(made);
      recordRequest(unit, context, 'approvalRequested', profile, made);
      return {
        ...made,
        ...(await findAuthors(scope, made)),
        profileName: profile.name,
        group: profile.group,
        currentVersion: profile.version,
      };
    });
  }

  /**
   * Publishes exactly the version of the request, with the decisions of the person who asked.
   * @throws ServiceError `own_approval`, `version_conflict` once another version was saved
   */
  async function approve(context: ProfileContext, id: string): Promise<Published> {
    const published = await onRequest(context, id, async (unit, asked, profile) => {
      const written = await findAuthors(unit.tenant(context.tenantId), asked);
      if (isOwn(context.actor.userId, asked.requestedBy, written)) throw new ServiceError('own_approval');
      if (profile.version !== asked.version) throw versionConflict(profile);
      if (profile.group === null) throw new ServiceError('compliance_group_required');
      recordRequest(unit, context, 'approved', profile, asked);
      const { requireReconsent, note, requestedBy } = asked;
      const decision = { requireReconsent: requireReconsent ?? undefined, note: note ?? undefined };
      return publisher.publishUnderLock(unit, context, profile, decision, {
        kind: 'approved',
        requestedBy,
      });
    });
    await afterActivate(published.profile);
    return published;
  }

  /** Ends a request without publishing. */
  function decline(context: ProfileContext, id: string, reason: string): Promise<void> {
    return onRequest(context, id, async (unit, asked, profile) => {
      await publicationRequestRepository(unit.tenant(context.tenantId)).removeOf(profile.id);
      recordRequest(unit, context, 'declined', profile, asked, reason.trim());
    });
  }

  /** Takes a request back. */
  function withdraw(context: ProfileContext, id: string): Promise<void> {
    return onRequest(context, id, async (unit, asked, profile) => {
      await publicationRequestRepository(unit.tenant(context.tenantId)).removeOf(profile.id);
      recordRequest(unit, context, 'approvalWithdrawn', profile, asked);
    });
  }

  return { list, request, approve, decline, withdraw };
}
