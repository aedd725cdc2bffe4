import { ServiceError } from '../../kernel/errors';
import { type ComplianceGroupId, type RuleSeverities, validateCompliance } from '../../standards/compliance';
import { coverageOf } from './profile-compliance';
import { draftProfile, type ProfileBase, type ProfileDraft } from './profile-draft';
import { profileRepository, type StoredProfile } from './profile-repository';
import type { CategoryMap, CookieMap, ProfileCreate, ProfileUpdate } from './profile-schemas';
import type { VersionRecord } from './profile-snapshots';
import { createProfileWriter, type Deed, type ProfileContext, type ProfileWriterOptions, type SavedProfile } from './profile-writer';
import { applyTranslations, exportTranslations as exportTranslationsCsv } from './translations';

export type { ProfileContext, SavedProfile } from './profile-writer';
export type ProfileService = ReturnType<typeof createProfileService>;

export interface ProfileServiceOptions extends ProfileWriterOptions {
  /** Severities of compliance rules in place of the built-in ones, by rule id. */
  readonly complianceRules: RuleSeverities;
}

/** What operators do with profiles. */
export function createProfileService(options: ProfileServiceOptions) {
  const { database, snapshots, complianceRules } = options;
  const writer = createProfileWriter(options);
  const draftOf = (base: ProfileBase, input: Parameters<typeof draftProfile>[1]) => draftProfile(base, input, complianceRules);
  const summaries = (tenantId: string) => database.read((connection) => profileRepository(connection.tenant(tenantId)).summaries());
  const { get, saveNew, saveFirstOfGroup, saveNext } = writer;

  function draftNew(input: ProfileCreate): { draft: ProfileDraft; deed: Deed } {
    const draft = draftOf({ defaultLocale: input.defaultLocale, profileJson: input.profileJson, localeContent: {} }, input);
    return { draft, deed: { action: 'created', changes: { name: input.name.trim(), complianceGroup: draft.group, locales: draft.profileJson.locales } } };
  }

  async function create(context: ProfileContext, input: ProfileCreate): Promise<SavedProfile> {
    const { draft, deed } = draftNew(input);
    return saveNew(context, input.name, draft, deed, input.profileJson.isActive === true);
  }

  /** Creates and publishes; null, with nothing written, when the profile's group has an active one. */
  async function createFirstOfGroup(context: ProfileContext, input: ProfileCreate): Promise<StoredProfile | null> {
    const { draft, deed } = draftNew(input);
    return saveFirstOfGroup(context, input.name, draft, deed);
  }

  /** @param expectedVersion see `ProfileWriter.saveNext` */
  function update(context: ProfileContext, id: string, input: ProfileUpdate, expectedVersion: number | null): Promise<SavedProfile> {
    return saveNext(context, id, expectedVersion, (before, record) => ({
      name: input.name,
      draft: draftOf(baseOf(record), input),
      requireReconsent: input.requireReconsent,
      activate: input.profileJson?.isActive === true,
      deed: { action: 'updated', changes: changesOf(before, input) },
    }));
  }

  /** A new inactive profile with the current version's content; the original is not touched. */
  async function copy(context: ProfileContext, id: string, name: string | undefined): Promise<SavedProfile> {
    const original = await get(context.tenantId, id);
    const base = baseOf(await snapshots.record({ tenantId: context.tenantId, profileId: id, version: original.version }));
    const copyName = name ?? `Copy of ${original.name}`.slice(0, 200);
    return saveNew(context, copyName, draftOf(base, {}), { action: 'copied', changes: { name: copyName, copiedFrom: id } }, false);
  }

  /** A new version with an older one's content. */
  async function rollback(context: ProfileContext, id: string, version: number): Promise<SavedProfile> {
    const { version: current } = await get(context.tenantId, id);
    const address = { tenantId: context.tenantId, profileId: id, version };
    const target = version <= current ? await snapshots.find(address) : null;
    if (target === null) throw new ServiceError('version_not_found');
    return saveNext(context, id, null, () => ({ draft: draftOf(baseOf(target), {}), deed: { action: 'rolledBack', changes: { rolledBackTo: version } } }));
  }

  /** A new version with texts from a translations CSV. @throws ServiceError `validation_failed` naming row and column */
  function importTranslations(context: ProfileContext, id: string, csv: string): Promise<SavedProfile> {
    return saveNext(context, id, null, (_before, record) => {
      const { base, locales } = applyTranslations(baseOf(record), csv);
      return { draft: draftOf(base, {}), deed: { action: 'updated', changes: { importedTranslations: locales } } };
    });
  }

  /** All texts of the current version as CSV; audited like every export. */
  async function exportTranslations(context: ProfileContext, id: string): Promise<string> {
    const { version } = await get(context.tenantId, id);
    const csv = exportTranslationsCsv(baseOf(await snapshots.record({ tenantId: context.tenantId, profileId: id, version })));
    await options.runUnit(async (unit) => {
      unit.audit({
        tenantId: context.tenantId,
        action: 'export:translations',
        resourceType: 'profile',
        resourceId: id,
        actor: context.actor,
        changes: { version },
      });
    });
    return csv;
  }

  return {
    get,
    create,
    createFirstOfGroup,
    update,
    copy,
    rollback,
    importTranslations,
    exportTranslations,
    remove: writer.remove,
    activate: writer.activate,
    deactivate: writer.deactivate,
    reconcileAll: writer.reconcileAll,
    list: (tenantId: string) => database.read((connection) => profileRepository(connection.tenant(tenantId)).list()),
    summaries,
    coverage: async (tenantId: string) => coverageOf(await summaries(tenantId)),
    /** Judges cookies and categories alone: rules about settings, texts and buttons are left out. */
    validate: ({ complianceGroup, cookies, categories }: { complianceGroup: ComplianceGroupId; cookies: CookieMap; categories: CategoryMap }) =>
      validateCompliance({ cookies, categories }, { group: complianceGroup, severities: complianceRules }),
  };
}

function baseOf({ defaultLocale, profileJson, localeContent }: VersionRecord): ProfileBase {
  return { defaultLocale, profileJson, localeContent };
}

/** What an update changed, as names of fields and short values; texts themselves stand in the snapshots. */
function changesOf(before: StoredProfile, input: ProfileUpdate): Record<string, unknown> {
  const given = input.profileJson as Readonly<Record<string, unknown>> | undefined;
  const stored = before.profileJson as Readonly<Record<string, unknown>>;
  const keys =
    given === undefined ? [] : [...new Set([...Object.keys(given), ...Object.keys(stored)])].filter((key) => key !== 'locales' && key !== 'isActive');
  return {
    ...(input.name === undefined || input.name.trim() === before.name ? {} : { name: { before: before.name, after: input.name.trim() } }),
    ...(input.defaultLocale === undefined ? {} : { defaultLocale: { before: before.defaultLocale, after: input.defaultLocale } }),
    changedFields: keys.filter((key) => JSON.stringify(given?.[key]) !== JSON.stringify(stored[key])),
    changedLocales: Object.keys(input.localeContent ?? {}),
    ...(input.requireReconsent ? { requireReconsent: true } : {}),
  };
}
