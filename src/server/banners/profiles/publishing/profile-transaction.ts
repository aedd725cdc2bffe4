import type { Database } from '#platform/database/database';
import { bumpContent } from '#platform/database/revisions';
import type { AuditEntry, RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import type { Actor } from '#platform/kernel/caller';
import { type Clock, toIso } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { isTransactional } from '#platform/storage/storage-within';
import { holdTenant } from '#sites/tenants/index';
import { describeRequest, type StoredRequest } from '../approval/publication-request-repository';
import { TemplatesChanged } from '../drafts/template-links';
import { profileRepository, type StoredProfile } from '../profile-repository';
import type { PublishedFilesOptions } from './published-files';
import type { Reconciliation } from './reconciliation';

/**
 * Transactions over profile rows, published files, audit and events. Locks are taken in one order everywhere:
 * the tenant, templates, then the group, then the profile's row.
 */

export interface ProfileTransactionOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly storage: StorageAdapter;
  readonly reconciliation: Pick<Reconciliation, 'ensure'>;
  readonly clock: Clock;
  readonly onChange: PublishedFilesOptions['onChange'];
}

/** The actor and the tenant of a change. */
export interface ProfileContext {
  readonly tenantId: string;
  readonly actor: Actor;
  /** Why, for the audit log, and for the version of a new profile. */
  readonly note?: string;
}

export type ProfileTransaction = ReturnType<typeof createProfileTransaction>;

/** Number of times that a profile's group can change during an operation before it fails. */
const maxMoves = 5;

const profileEvents = {
  created: 'profile.created',
  copied: 'profile.created',
  updated: 'profile.updated',
  rolledBack: 'profile.updated',
  activated: 'profile.activated',
  deactivated: 'profile.deactivated',
  deleted: 'profile.deleted',
  approvalRequested: 'profile.approvalRequested',
  approvalWithdrawn: 'profile.approvalWithdrawn',
  approved: 'profile.approved',
  declined: 'profile.declined',
} as const;

/** Actions on a request for approval. */
type RequestAction = 'approvalRequested' | 'approvalWithdrawn' | 'approved' | 'declined';

export function createProfileTransaction({
  database,
  runUnit,
  storage,
  reconciliation,
  clock,
  onChange,
}: ProfileTransactionOptions) {
  /** @throws ServiceError `profile_not_found` */
  async function get(tenantId: string, id: string): Promise<StoredProfile> {
    const profile = await database.read((connection) =>
      profileRepository(connection.tenant(tenantId)).find(id),
    );
    if (profile === null) throw new ServiceError('profile_not_found');
    return profile;
  }

  /**
   * Runs one transaction over rows and published files. When storage is outside the database and a
   * transaction fails after switching the files, or may have been committed although its connection was lost,
   * resets the files to the state in the database, as soon as that can be read.
   */
  async function inPublicationTransaction<T>(
    tenantId: string,
    group: string | null,
    work: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    try {
      return await runUnit(async (unit) => {
        await holdTenant(unit, tenantId);
        const result = await work(unit);
        await bumpContent(unit, tenantId);
        unit.afterCommit(() => onChange({ tenantId, group }));
        return result;
      });
    } catch (error) {
      const refused =
        error instanceof TemplatesChanged || (error instanceof ServiceError && error.status < 500);
      if (group !== null && !refused && !isTransactional(storage))
        await reconciliation.ensure({ tenantId, group });
      throw error;
    }
  }

  /**
   * Runs `work` on a profile under the locks that protect publication: the group's, then the row's. Retries
   * when the group changed before the locks were taken.
   */
  async function underLocks<T>(
    { tenantId }: ProfileContext,
    { id, group: groupAtFirst }: StoredProfile,
    work: (unit: UnitOfWork, profile: StoredProfile) => Promise<T>,
  ): Promise<T> {
    let group = groupAtFirst;
    for (let tries = 1; tries <= maxMoves; tries += 1) {
      const outcome = await inPublicationTransaction(tenantId, group, async (unit) => {
        const repository = profileRepository(unit.tenant(tenantId));
        if (group !== null) await repository.lockGroup(group);
        const profile = await repository.findLocked(id);
        if (profile === null) throw new ServiceError('profile_not_found');
        return profile.group === group ? { result: await work(unit, profile) } : null;
      });
      if (outcome !== null) return outcome.result;
      ({ group } = await get(tenantId, id));
    }
    throw new ServiceError('version_conflict', {
      message: 'The compliance group of this profile keeps changing. Try again.',
    });
  }

  /** Adds the audit entry and the event of a change to its transaction. */
  function record(
    unit: UnitOfWork,
    { tenantId, actor, note }: ProfileContext,
    action: keyof typeof profileEvents,
    profile: StoredProfile,
    changes: AuditEntry['changes'] & object,
  ): void {
    unit.audit({
      tenantId,
      action: `profile:${action}`,
      resourceType: 'profile',
      resourceId: profile.id,
      resourceName: profile.name,
      actor,
      changes: { ...changes, ...(note !== undefined && { note }) },
    });
    unit.emit(profileEvents[action], {
      tenantId,
      occurredAt: toIso(clock.now()),
      profileId: profile.id,
      name: profile.name,
      version: profile.version,
      complianceGroup: profile.group,
    });
  }

  /**
   * Records what happened to a request for approval, with the version and the note of the request: those of the change that
   * ends it can be others.
   */
  function recordRequest(
    unit: UnitOfWork,
    { tenantId, actor }: ProfileContext,
    action: RequestAction,
    profile: StoredProfile,
    request: StoredRequest,
    reason?: string,
  ): void {
    record(
      unit,
      { tenantId, actor },
      action,
      { ...profile, version: request.version },
      { ...describeRequest(request), ...(reason !== undefined && { reason }) },
    );
  }

  return { get, inPublicationTransaction, underLocks, record, recordRequest };
}
