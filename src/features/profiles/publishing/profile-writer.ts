import type { Database } from '../../../database/database';
import type { UnitOfWork } from '../../../database/unit-of-work';
import { type Clock, toIso } from '../../../kernel/clock';
import { ServiceError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { describeError, type Logger } from '../../../kernel/logger';
import type { StorageAdapter } from '../../../storage/storage-adapter';
import { isTransactional } from '../../../storage/storage-within';
import type { TemplateLookup } from '../../templates';
import { findMovedRefusals } from '../drafts/moved-refusals';
import type { ProfileDraft } from '../drafts/profile-draft';
import { holdLinks } from '../drafts/template-links';
import { profileRepository, type StoredProfile } from '../profile-repository';
import type { Finding } from '../profile-schemas';
import { findOutdatedTexts, type OutdatedTexts, type ReviewedTexts } from '../versions/outdated-texts';
import type { ProfileSnapshots } from '../versions/profile-snapshots';
import {
  toVersionAddress,
  type VersionAddress,
  type VersionRecord,
} from '../versions/profile-version-repository';
import { auditedChanges } from '../versions/version-diff';
import { toPerson } from '../versions/version-facts';
import { type ProfilePublisher, versionConflict } from './profile-publisher';
import type { ProfileContext, ProfileTransaction } from './profile-transaction';

/** Saves versions: rows and files together. Throws `TemplatesChanged` when the draft is out of date. */

export interface ProfileWriterOptions {
  readonly transaction: ProfileTransaction;
  readonly publisher: Pick<ProfilePublisher, 'activateIfGroupIsFree' | 'publishUnderLock'>;
  readonly database: Database;
  readonly storage: StorageAdapter;
  readonly snapshots: ProfileSnapshots;
  readonly templates: TemplateLookup;
  readonly clock: Clock;
  readonly logger: Logger;
}

export type ProfileWriter = ReturnType<typeof createProfileWriter>;

export interface SavedProfile {
  readonly profile: StoredProfile;
  readonly warnings: readonly Finding[];
  /** The group's active profile, when it prevented the requested activation. The save itself was done. */
  readonly conflict: { readonly id: string; readonly name: string } | null;
  /** Whether this save published the profile. */
  readonly activated: boolean;
}

/** A change of a profile, as the audit log and events record it. */
export interface ProfileAction {
  readonly kind: 'created' | 'copied' | 'updated' | 'rolledBack';
  readonly changes: Readonly<Record<string, unknown>>;
}

export interface NextVersion {
  readonly name?: string | undefined;
  readonly draft: ProfileDraft;
  readonly requireReconsent?: boolean | undefined;
  /** The operator's note about this version. */
  readonly note?: string | undefined;
  /** Translations that the operator calls still right. */
  readonly reviewedTexts?: ReviewedTexts | undefined;
  /** The version whose texts these are, if not those of the version before. */
  readonly restored?: VersionRecord;
  /** Whether `isActive: true` was requested. */
  readonly activate?: boolean;
  readonly action: ProfileAction;
}

interface VersionFacts extends Pick<NextVersion, 'requireReconsent' | 'note'> {
  /** Number of warnings that the save returns. */
  readonly warnings: number;
  readonly outdatedTexts: OutdatedTexts;
}

export function createProfileWriter({
  transaction,
  publisher,
  database,
  storage,
  snapshots,
  templates,
  clock,
  logger,
}: ProfileWriterOptions) {
  const { get, inPublicationTransaction, record } = transaction;
  const { activateIfGroupIsFree, publishUnderLock } = publisher;

  function newProfile({ tenantId }: ProfileContext, name: string, draft: ProfileDraft): StoredProfile {
    const now = clock.now();
    return {
      id: newId(),
      tenantId,
      name: name.trim(),
      defaultLocale: draft.defaultLocale,
      version: 1,
      publishedVersion: null,
      group: draft.group,
      isActive: false,
      profileJson: draft.profileJson,
      publishedJson: null,
      publishedVersions: [],
      reconsentVersions: [],
      knownNames: { categories: [], locales: [] },
      createdAt: now,
      updatedAt: now,
      activatedAt: null,
    };
  }

  async function saveNew(
    context: ProfileContext,
    name: string,
    draft: ProfileDraft,
    action: ProfileAction,
    activate: boolean,
    outdatedTexts: OutdatedTexts = {},
  ): Promise<SavedProfile> {
    const fresh = newProfile(context, name, draft);
    const group = activate ? draft.group : null;
    const saved = await inPublicationTransaction(context.tenantId, group, async (unit) => {
      const revision =
        group === null
          ? null
          : await profileRepository(unit.tenant(context.tenantId)).lockGroup(group, 'next');
      await insertNew(unit, context, fresh, draft, action, outdatedTexts);
      return { ...(await activateIfGroupIsFree(unit, context, fresh, revision)), warnings: draft.warnings };
    });
    await sealQuietly(fresh);
    return saved;
  }

  /** Creates and publishes a profile; returns null and writes nothing when its group has an active one. */
  async function saveFirstOfGroup(
    context: ProfileContext,
    name: string,
    draft: ProfileDraft,
    action: ProfileAction,
  ): Promise<Pick<SavedProfile, 'profile' | 'warnings'> | null> {
    const { group } = draft;
    if (group === null) throw new ServiceError('compliance_group_required');
    const fresh = newProfile(context, name, draft);
    return inPublicationTransaction(context.tenantId, group, async (unit) => {
      const repository = profileRepository(unit.tenant(context.tenantId));
      const revision = await repository.lockGroup(group, 'next');
      if ((await repository.findActive(group)) !== null) return null;
      await insertNew(unit, context, fresh, draft, action);
      const { profile } = await publishUnderLock(unit, context, fresh, revision); // seals it
      return { profile, warnings: draft.warnings };
    });
  }

  async function insertNew(
    unit: UnitOfWork,
    context: ProfileContext,
    fresh: StoredProfile,
    draft: ProfileDraft,
    action: ProfileAction,
    outdatedTexts: OutdatedTexts = {},
  ): Promise<void> {
    const scope = unit.tenant(context.tenantId);
    await holdLinks(templates, scope, draft.links);
    await profileRepository(scope).insert(fresh);
    await writeVersion(unit, context, fresh, draft, {
      warnings: draft.warnings.length,
      outdatedTexts,
    });
    record(unit, context, action.kind, fresh, action.changes);
  }

  /**
   * Writes the next version, which `make` creates from `before`, the profile as it was read.
   * @param expectedVersion the version that the operator has seen (`If-Match`); null: any version
   */
  async function saveNext(
    context: ProfileContext,
    before: StoredProfile,
    expectedVersion: number | null,
    make: (before: StoredProfile, record: VersionRecord) => Promise<NextVersion> | NextVersion,
  ): Promise<SavedProfile> {
    if (expectedVersion !== null && before.version !== expectedVersion) throw versionConflict(before);
    const previous = (await snapshots.find(toVersionAddress(before))) ?? rebuildRecord(before);
    const made = await make(before, previous);
    const { name, draft, requireReconsent = false, note, activate = false, action } = made;
    const { restored = previous, reviewedTexts } = made;
    if (before.isActive && draft.group !== before.group) throw new ServiceError('active_group_change');
    const version = await unusedVersion(toVersionAddress(before));
    const warnings =
      requireReconsent || before.publishedJson === null || !before.isActive
        ? draft.warnings
        : [...draft.warnings, ...findMovedRefusals(before.publishedJson, draft.profileJson)];
    const next: StoredProfile = {
      ...before,
      name: name?.trim() ?? before.name,
      defaultLocale: draft.defaultLocale,
      version,
      group: draft.group,
      profileJson: draft.profileJson,
      reconsentVersions: requireReconsent ? [...before.reconsentVersions, version] : before.reconsentVersions,
      updatedAt: clock.now(),
    };
    const changes = auditedChanges(previous, { version, name: next.name, ...draft, ui: draft.links.ui });
    const group = activate ? draft.group : null;
    const saved = await inPublicationTransaction(context.tenantId, group, async (unit) => {
      const scope = unit.tenant(context.tenantId);
      await holdLinks(templates, scope, draft.links);
      const repository = profileRepository(scope);
      const revision = group === null ? null : await repository.lockGroup(group, 'next');
      if (!(await repository.saveVersion(next, before.version))) return null;
      // `isActive` may have changed since `before` was read; the row's lock now prevents that.
      const current = await repository.find(before.id);
      if (current === null) return null;
      if (current.isActive && draft.group !== before.group) throw new ServiceError('active_group_change');
      await writeVersion(unit, context, current, draft, {
        warnings: warnings.length,
        requireReconsent,
        note,
        outdatedTexts: findOutdatedTexts(restored, draft, version, reviewedTexts),
      });
      record(unit, context, action.kind, current, {
        ...changes,
        ...action.changes,
        version: { before: before.version, after: version },
      });
      return {
        ...(await activateIfGroupIsFree(unit, context, current, current.isActive ? null : revision)),
        warnings,
      };
    });
    if (saved !== null) {
      await sealQuietly(saved.profile);
      return saved;
    }
    // Another save came in between. An operator who named a version gets the conflict; without one, the save
    // is repeated.
    const current = await get(context.tenantId, before.id);
    if (expectedVersion !== null) throw versionConflict(current);
    return saveNext(context, current, null, make);
  }

  /**
   * Returns the number of the next version. A number whose files visitors may have seen is never reused:
   * storage outside the database can contain versions that a restored or failed database lacks.
   */
  async function unusedVersion(before: VersionAddress): Promise<number> {
    for (let version = before.version + 1; ; version += 1) {
      if (isTransactional(storage) || !(await snapshots.isSealed({ ...before, version }))) return version;
    }
  }

  /**
   * Seals a saved version. A failure here is harmless: the save is committed, and the next start seals it.
   */
  async function sealQuietly(profile: StoredProfile): Promise<void> {
    if (isTransactional(storage)) return;
    const sealing = database.read((connection) => snapshots.seal(connection, toVersionAddress(profile)));
    await sealing.catch((error) =>
      logger.warn({ error: describeError(error) }, 'A saved version could not be sealed yet'),
    );
  }

  function writeVersion(
    unit: UnitOfWork,
    { actor }: ProfileContext,
    profile: StoredProfile,
    draft: ProfileDraft,
    { warnings, outdatedTexts, requireReconsent = false, note }: VersionFacts,
  ): Promise<void> {
    const saved = {
      name: profile.name,
      createdAt: profile.updatedAt,
      createdBy: toPerson(actor.userId, actor.userEmail),
      note: note?.trim() || null,
      requireReconsent,
      warnings,
      outdatedTexts,
    };
    return snapshots.write(unit, toVersionAddress(profile), saved, draft);
  }

  return { saveNew, saveFirstOfGroup, saveNext };
}

/**
 * Rebuilds what it can of a version whose row is missing, so that an operator can repair it by saving again.
 */
function rebuildRecord({
  id,
  version,
  name,
  defaultLocale,
  profileJson,
  updatedAt,
}: StoredProfile): VersionRecord {
  return {
    profileId: id,
    version,
    name,
    createdAt: toIso(updatedAt),
    defaultLocale,
    profileJson,
    localeContent: {},
    outdatedTexts: {},
    ui: null,
  };
}
