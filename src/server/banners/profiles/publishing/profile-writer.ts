import type { Database } from '#platform/database/database';
import type { UnitOfWork } from '#platform/database/unit-of-work';
import { type Clock, toIso } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { describeError, type Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { isTransactional } from '#platform/storage/storage-within';
import type { TemplateChange, TemplateLookup } from '../../templates';
import type { PublicationPermit } from '../approval/publication-permit';
import { findMachineTexts } from '../drafts/machine-texts';
import { findMovedRefusals } from '../drafts/moved-refusals';
import type { ProfileDraft } from '../drafts/profile-draft';
import { findStricterGroup } from '../drafts/stricter-group';
import { findTemplateChange, holdLinks, takenChanges } from '../drafts/template-links';
import type { StoredVariant } from '../experiments/variant';
import { profileRepository, type StoredProfile } from '../profile-repository';
import type { Finding } from '../profile-schemas';
import { findOutdatedTexts, type ReviewedTexts } from '../versions/outdated-texts';
import type { ProfileSnapshots } from '../versions/profile-snapshots';
import {
  type FileHashes,
  toVersionAddress,
  type VersionRecord,
} from '../versions/profile-version-repository';
import type { UncheckedTexts } from '../versions/text-origins';
import { findUncheckedTexts } from '../versions/unchecked-texts';
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
  /** Own texts of the other locales, and their marks. */
  readonly texts: Pick<VersionRecord, 'localeContent'> & TextMarks;
}

/** Which texts are outdated, and which no person has checked. */
export type TextMarks = Pick<VersionRecord, 'outdatedTexts' | 'uncheckedTexts'>;

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
  /** Texts that the operator calls right as they are. */
  readonly reviewedTexts?: ReviewedTexts | undefined;
  /** Marks of texts that are new. */
  readonly uncheckedTexts?: UncheckedTexts | undefined;
  /** The version whose texts these are, if not those of the version before. */
  readonly restored?: VersionRecord;
  /** Whether `isActive: true` was requested. */
  readonly activate?: boolean;
  /** The other variants of an experiment. */
  readonly variants?: readonly StoredVariant[];
  /** Publishes the version in place of the live one. */
  readonly replaceLive?: ReplaceLive;
  readonly action: ProfileAction;
}

/** How a version replaces the live one in the transaction that saves it. */
export interface ReplaceLive {
  /** Called under the locks. @throws ServiceError when the profile, as it is now, cannot be replaced */
  readonly check: (current: StoredProfile) => void;
  /** Why it needs no second person; absent: it does, where the tenant requires one. */
  readonly permit?: PublicationPermit;
  /** Writes what belongs to the publication. */
  readonly alongside: (unit: UnitOfWork, published: StoredProfile) => Promise<void>;
}

interface VersionFacts extends Pick<NextVersion, 'requireReconsent' | 'note' | 'variants'>, TextMarks {
  /** The version whose content it has, if not that of the version before. */
  readonly restoredFrom?: number | undefined;
  /** Changes of the UI template that it takes over. */
  readonly taken: readonly TemplateChange[];
  /** Number of warnings that the save returns. */
  readonly warnings: number;
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
      reservedVersion: 0,
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
    marks: TextMarks = newMarks(draft),
  ): Promise<SavedProfile> {
    const fresh = newProfile(context, name, draft);
    const group = activate ? draft.group : null;
    const saved = await inPublicationTransaction(context.tenantId, group, async (unit) => {
      if (group !== null) await profileRepository(unit.tenant(context.tenantId)).lockGroup(group);
      await insertNew(unit, context, fresh, draft, action, marks);
      return {
        ...(await activateIfGroupIsFree(unit, context, fresh, activate)),
        warnings: warningsOf(draft, marks),
        texts: { localeContent: draft.localeContent, ...marks },
      };
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
      await repository.lockGroup(group);
      if ((await repository.findActive(group)) !== null) return null;
      await insertNew(unit, context, fresh, draft, action, newMarks(draft));
      const { profile } = await publishUnderLock(unit, context, fresh); // seals it
      return { profile, warnings: draft.warnings };
    });
  }

  async function insertNew(
    unit: UnitOfWork,
    context: ProfileContext,
    fresh: StoredProfile,
    draft: ProfileDraft,
    action: ProfileAction,
    marks: TextMarks,
  ): Promise<void> {
    const scope = unit.tenant(context.tenantId);
    await holdLinks(templates, scope, draft.links);
    await profileRepository(scope).insert(fresh);
    const fileHashes = await writeVersion(unit, context, fresh, draft, {
      warnings: warningsOf(draft, marks).length,
      note: context.note,
      taken: takenChanges(draft.links, null),
      ...marks,
    });
    record(unit, context, action.kind, fresh, { ...action.changes, fileHashes });
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
    const { restored = previous, reviewedTexts, uncheckedTexts, variants, replaceLive } = made;
    if (before.isActive && draft.group !== before.group) throw new ServiceError('active_group_change');
    const version = await snapshots.nextNumber(before);
    const marks: TextMarks = {
      outdatedTexts: findOutdatedTexts(restored, draft, version, reviewedTexts),
      uncheckedTexts: findUncheckedTexts(restored, draft, { sent: uncheckedTexts, reviewed: reviewedTexts }),
    };
    const taken = takenChanges(draft.links, previous.ui);
    const group = activate || replaceLive ? draft.group : null;
    const saved = await inPublicationTransaction(context.tenantId, group, async (unit) => {
      const scope = unit.tenant(context.tenantId);
      await holdLinks(templates, scope, draft.links);
      const repository = profileRepository(scope);
      if (group !== null) await repository.lockGroup(group);
      const locked = await repository.findLocked(before.id);
      if (locked === null || !isSameVersion(locked, before)) return null;
      if (locked.isActive && draft.group !== before.group) throw new ServiceError('active_group_change');
      replaceLive?.check(locked);
      // A publication changes the row without its version, so what it decides is taken from the locked row.
      const next: StoredProfile = {
        ...locked,
        name: name?.trim() ?? locked.name,
        defaultLocale: draft.defaultLocale,
        version,
        group: draft.group,
        profileJson: draft.profileJson,
        reconsentVersions: requireReconsent
          ? [...locked.reconsentVersions, version]
          : locked.reconsentVersions,
        updatedAt: clock.now(),
      };
      await repository.saveVersion(next);
      const warnings = [
        ...warningsOf(draft, marks),
        ...(requireReconsent || !locked.isActive || locked.publishedJson === null
          ? []
          : findMovedRefusals(locked.publishedJson, draft.profileJson)),
        ...findStricterGroup(locked, draft.group),
        ...findTemplateChange(draft.links, before.profileJson, taken),
      ];
      const fileHashes = await writeVersion(unit, context, next, draft, {
        warnings: warnings.length,
        requireReconsent,
        note,
        ...marks,
        variants,
        taken,
        restoredFrom: made.restored?.version,
      });
      record(unit, context, action.kind, next, {
        ...auditedChanges(previous, { version, name: next.name, ...draft, ui: draft.links.ui }),
        ...action.changes,
        version: { before: before.version, after: version },
        fileHashes,
      });
      const published = replaceLive
        ? await publishInPlace(unit, context, next, made, replaceLive)
        : await activateIfGroupIsFree(unit, context, next, activate && !next.isActive);
      return {
        ...published,
        warnings,
        texts: { localeContent: draft.localeContent, ...marks },
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

  async function publishInPlace(
    unit: UnitOfWork,
    context: ProfileContext,
    current: StoredProfile,
    { note, variants }: NextVersion,
    replaceLive: ReplaceLive,
  ) {
    if (current.group === null) throw new ServiceError('compliance_group_required');
    const { profile } = await publishUnderLock(
      unit,
      context,
      current,
      // Nobody decides here on marks of versions that visitors have not seen, so these end.
      { note, requireReconsent: false, showsVariants: variants !== undefined },
      replaceLive.permit,
    );
    await replaceLive.alongside(unit, profile);
    return { profile, conflict: null, activated: true };
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
    { requireReconsent = false, note, taken, ...facts }: VersionFacts,
  ): Promise<FileHashes> {
    const saved = {
      name: profile.name,
      createdAt: profile.updatedAt,
      createdBy: toPerson(actor.userId, actor.userEmail),
      savedWithKey: actor.apiKeyId !== undefined || taken.some(({ withKey }) => withKey),
      templateAuthors: taken.flatMap(({ by }) => by ?? []),
      note: note?.trim() || null,
      requireReconsent,
      ...facts,
    };
    return snapshots.write(unit, toVersionAddress(profile), saved, draft);
  }

  return { saveNew, saveFirstOfGroup, saveNext };
}

/** Returns whether nothing was saved, and no numbers were reserved, between two reads of a profile. */
const isSameVersion = (one: StoredProfile, other: StoredProfile): boolean =>
  one.version === other.version && one.reservedVersion === other.reservedVersion;

/** Returns the marks of a first version, whose texts have no earlier ones. */
const newMarks = (draft: ProfileDraft): TextMarks => ({
  outdatedTexts: {},
  uncheckedTexts: findUncheckedTexts(null, draft),
});

const warningsOf = (draft: ProfileDraft, { uncheckedTexts }: TextMarks): readonly Finding[] => [
  ...draft.warnings,
  ...findMachineTexts(uncheckedTexts),
];

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
    uncheckedTexts: {},
    ui: null,
  };
}
