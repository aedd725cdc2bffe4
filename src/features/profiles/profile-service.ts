import { ServiceError, validationFailed } from '../../kernel/errors';
import { type ComplianceGroupId, type RuleSeverities, validateCompliance } from '../../standards/compliance';
import { coverageOf } from './profile-compliance';
import { type DraftInput, draftProfile, type ProfileBase, type ProfileDraft } from './profile-draft';
import { profileFromTemplate } from './profile-from-template';
import type { ProfileContext } from './profile-publisher';
import { profileRepository, type StoredProfile } from './profile-repository';
import type { CategoryMap, CookieMap, ProfileCreate, ProfileFromTemplate, ProfileUpdate } from './profile-schemas';
import { createProfileWriter, type Deed, type ProfileWriterOptions, type SavedProfile } from './profile-writer';
import { carryLinks, linkTemplates, untilTemplatesStand } from './template-links';
import { applyTranslations, exportTranslations as exportTranslationsCsv } from './translations';

export type { ProfileContext } from './profile-publisher';
export type { SavedProfile } from './profile-writer';
export type ProfileService = ReturnType<typeof createProfileService>;

export interface ProfileServiceOptions extends ProfileWriterOptions {
  /** Severities of compliance rules in place of the built-in ones, by rule id. */
  readonly complianceRules: RuleSeverities;
}

/** What operators do with profiles. */
export function createProfileService(options: ProfileServiceOptions) {
  const { database, snapshots, templates, complianceRules } = options;
  const writer = createProfileWriter(options);
  const summaries = (tenantId: string) => database.read((connection) => profileRepository(connection.tenant(tenantId)).summaries());
  const { get, saveNew, saveFirstOfGroup, saveNext } = writer;

  /** Content that an operator has sent, in part or whole. */
  async function draftSent(tenantId: string, base: ProfileBase, input: DraftInput): Promise<ProfileDraft> {
    const { profileJson } = input;
    const links = profileJson === undefined ? await carryLinks(templates, tenantId, base) : await linkTemplates(templates, tenantId, profileJson);
    return draftProfile(base, input, links, complianceRules);
  }

  async function draftNew(tenantId: string, input: ProfileCreate): Promise<{ draft: ProfileDraft; deed: Deed }> {
    const base = { defaultLocale: input.defaultLocale, profileJson: input.profileJson, localeContent: {}, ui: null };
    const draft = await draftSent(tenantId, base, input);
    return { draft, deed: { action: 'created', changes: { name: input.name.trim(), complianceGroup: draft.group, locales: draft.profileJson.locales } } };
  }

  function create(context: ProfileContext, input: ProfileCreate): Promise<SavedProfile> {
    return untilTemplatesStand(async () => {
      const { draft, deed } = await draftNew(context.tenantId, input);
      return saveNew(context, input.name, draft, deed, input.profileJson.isActive === true);
    });
  }

  /** Creates and publishes; null, with nothing written, when the profile's group has an active one. */
  function createFirstOfGroup(context: ProfileContext, input: ProfileCreate): Promise<StoredProfile | null> {
    return untilTemplatesStand(async () => {
      const { draft, deed } = await draftNew(context.tenantId, input);
      return saveFirstOfGroup(context, input.name, draft, deed);
    });
  }

  /** A draft with a template's choices and texts to begin with. @throws ServiceError `validation_failed` naming what is not there */
  function createFromTemplate(context: ProfileContext, { consentTemplateId, uiTemplateId, ...given }: ProfileFromTemplate): Promise<SavedProfile> {
    return untilTemplatesStand(async () => {
      const consentTemplate = await templates.consent(context.tenantId, consentTemplateId);
      const uiTemplate = uiTemplateId === undefined ? null : await templates.ui(context.tenantId, uiTemplateId);
      const faults = [
        ...(consentTemplate === null ? [{ path: 'consentTemplateId', message: `there is no template "${consentTemplateId}"` }] : []),
        ...(uiTemplateId !== undefined && uiTemplate === null ? [{ path: 'uiTemplateId', message: `there is no template "${uiTemplateId}"` }] : []),
      ];
      if (consentTemplate === null || faults.length > 0) throw validationFailed(...faults);
      const { input, warnings } = profileFromTemplate({ ...given, consentTemplate, uiTemplate }, complianceRules);
      const { draft, deed } = await draftNew(context.tenantId, input);
      const changes = { ...deed.changes, fromTemplate: consentTemplateId };
      return saveNew(context, input.name, { ...draft, warnings: [...warnings, ...draft.warnings] }, { ...deed, changes }, false);
    });
  }

  /** @param expectedVersion see `ProfileWriter.saveNext` */
  function update(context: ProfileContext, id: string, input: ProfileUpdate, expectedVersion: number | null): Promise<SavedProfile> {
    return untilTemplatesStand(() =>
      saveNext(context, id, expectedVersion, async (before, record) => ({
        name: input.name,
        draft: await draftSent(context.tenantId, record, input),
        requireReconsent: input.requireReconsent,
        activate: input.profileJson?.isActive === true,
        deed: { action: 'updated', changes: changesOf(before, input) },
      })),
    );
  }

  /** A new inactive profile with the current version's content; the original is not touched. */
  async function copy(context: ProfileContext, id: string, name: string | undefined): Promise<SavedProfile> {
    const original = await get(context.tenantId, id);
    const base = await snapshots.record({ tenantId: context.tenantId, profileId: id, version: original.version });
    const copyName = name ?? [...`Copy of ${original.name}`].slice(0, 200).join('');
    return untilTemplatesStand(async () => {
      const draft = await draftSent(context.tenantId, base, {});
      return saveNew(context, copyName, draft, { action: 'copied', changes: { name: copyName, copiedFrom: id } }, false);
    });
  }

  /** A new version with an older one's content. */
  async function rollback(context: ProfileContext, id: string, version: number): Promise<SavedProfile> {
    const { version: current } = await get(context.tenantId, id);
    const address = { tenantId: context.tenantId, profileId: id, version };
    const target = version <= current ? await snapshots.find(address) : null;
    if (target === null) throw new ServiceError('version_not_found');
    return untilTemplatesStand(() =>
      saveNext(context, id, null, async () => ({
        draft: await draftSent(context.tenantId, target, {}),
        deed: { action: 'rolledBack', changes: { rolledBackTo: version } },
      })),
    );
  }

  /** A new version with texts from a translations CSV. @throws ServiceError `validation_failed` naming row and column */
  function importTranslations(context: ProfileContext, id: string, csv: string): Promise<SavedProfile> {
    return untilTemplatesStand(() =>
      saveNext(context, id, null, async (_before, record) => {
        const { base, locales } = applyTranslations(record, csv);
        return {
          draft: await draftSent(context.tenantId, base, { importedLocales: locales }),
          deed: { action: 'updated', changes: { importedTranslations: locales } },
        };
      }),
    );
  }

  /** All texts of the current version as CSV; audited like every export. */
  async function exportTranslations(context: ProfileContext, id: string): Promise<string> {
    const { version } = await get(context.tenantId, id);
    const csv = exportTranslationsCsv(await snapshots.record({ tenantId: context.tenantId, profileId: id, version }));
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
    createFromTemplate,
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
