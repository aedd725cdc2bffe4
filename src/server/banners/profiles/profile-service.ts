import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import { truncate } from '#platform/kernel/truncate';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import type { ControllerName } from '#sites/tenants/index';
import {
  type ComplianceGroupId,
  type RuleOptions,
  type RuleSeverities,
  validateCompliance,
} from '#standards/compliance/index';
import { canonicalLocale } from '#standards/locale/index';
import type { TemplateLookup, UiPresentation } from '../templates';
import type { PublicationPermit } from './approval/publication-permit';
import { type CookieToList, withCookies } from './drafts/list-cookie';
import { findParameter } from './drafts/listed-parameters';
import { findMachineTexts } from './drafts/machine-texts';
import type { DraftInput, ProfileBase } from './drafts/merge-draft';
import { toCoverage } from './drafts/profile-compliance';
import { type ProfileTexts, requireFewListed } from './drafts/profile-content';
import {
  type DraftRules,
  draftProfile,
  type ProfileDraft,
  type ReviewedDraft,
  reviewDraft,
} from './drafts/profile-draft';
import type { TcfContext } from './drafts/tcf-findings';
import {
  carryLinks,
  linkTemplates,
  retryWhileTemplatesChange,
  type TemplateLinks,
} from './drafts/template-links';
import type { LocaleFile } from './locale-file';
import { acrossTenants, profileRepository, type StoredProfile } from './profile-repository';
import type {
  CategoryMap,
  CookieMap,
  Finding,
  ProfileCopy,
  ProfileCreate,
  ProfileFromTemplate,
  ProfilePreview,
  ProfileUpdate,
} from './profile-schemas';
import type { ProfilePublisher, PublishDecision, Published } from './publishing/profile-publisher';
import type { ProfileContext, ProfileTransaction } from './publishing/profile-transaction';
import type { NextVersion, ProfileAction, ProfileWriter, SavedProfile } from './publishing/profile-writer';
import { createSaveHooks, type SaveTarget } from './publishing/save-hooks';
import { profileFromTemplate } from './templates/profile-from-template';
import { findOutdatedTexts } from './versions/outdated-texts';
import { type ProfileSnapshots, previewLocaleFile } from './versions/profile-snapshots';
import { applyTranslations, exportTranslations as exportTranslationsCsv } from './versions/translations';
import { existingMarks, findUncheckedTexts } from './versions/unchecked-texts';

export type ProfileService = ReturnType<typeof createProfileService>;

export interface ProfileServiceOptions {
  readonly transaction: Pick<ProfileTransaction, 'get'>;
  readonly publisher: Pick<ProfilePublisher, 'activate' | 'remove'>;
  readonly writer: ProfileWriter;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly snapshots: ProfileSnapshots;
  readonly templates: TemplateLookup;
  readonly clock: Clock;
  readonly controllerName: ControllerName;
  readonly hooks: HookRunner;
  /** Severities that replace the built-in ones, by rule id. */
  readonly complianceRules: RuleSeverities;
  readonly tcf: TcfContext;
  readonly isOwnCookie: DraftRules['isOwnCookie'];
}

interface NewProfile {
  readonly name: string;
  readonly draft: ProfileDraft;
  readonly action: ProfileAction;
}

/** The saving actor, and whether it may publish. */
export interface SavingContext extends ProfileContext {
  readonly mayActivate: boolean;
}

interface ValidateInput {
  readonly complianceGroup: ComplianceGroupId;
  readonly cookies: CookieMap;
  readonly categories: CategoryMap;
  readonly countries?: readonly string[];
}

/** The profile that visitors would get, and the findings that would block a save. */
interface Preview {
  readonly profile: LocaleFile;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Stands for the id of a profile that is not saved. */
const unsavedId = '00000000-0000-0000-0000-000000000000';

type OwnNextVersion = Omit<NextVersion, 'draft'>;

/** The version that lists cookies, and what was new in it. */
export interface ListedCookies {
  /** The current version now. */
  readonly version: number;
  /** Names that it lists and the version before did not; empty: no version was written. */
  readonly added: readonly string[];
  /** Locales in which one of these has no description of its own. */
  readonly untranslated: readonly string[];
}

/** Creates the service behind the operators' profile routes. */
export function createProfileService(options: ProfileServiceOptions) {
  const { publisher, database, snapshots, templates, controllerName } = options;
  const ruleOptions = (): RuleOptions => ({ now: options.clock.now(), severities: options.complianceRules });
  const draftRules = (): DraftRules => ({
    ...ruleOptions(),
    tcf: options.tcf,
    isOwnCookie: options.isOwnCookie,
  });
  const summaries = (tenantId: string) =>
    database.read((connection) => profileRepository(connection.tenant(tenantId)).summaries());
  const { get } = options.transaction;
  const { saveNew, saveFirstOfGroup, saveNext } = options.writer;
  const saveHooks = createSaveHooks({ ...options, draftRules });

  /** Drafts stored content, with or without changes of the service. It keeps its templates and their look. */
  async function draftStored(tenantId: string, base: ProfileBase, input: DraftInput): Promise<ProfileDraft> {
    return draftProfile(base, input, await carryLinks(templates, tenantId, base), draftRules());
  }

  /** Drafts content that an operator sent, in part or whole. */
  async function draftSent(tenantId: string, base: ProfileBase, input: DraftInput): Promise<ProfileDraft> {
    const { profileJson } = input;
    if (profileJson === undefined) return draftStored(tenantId, base, input);
    const links = await linkTemplates(templates, tenantId, profileJson);
    return draftProfile(base, input, links, draftRules());
  }

  /** Builds what visitors would get of content that is not saved. Plugins do not see it. */
  async function preview(
    tenantId: string,
    { locale, uncheckedTexts = {}, ...input }: ProfilePreview,
  ): Promise<Preview> {
    const { defaultLocale, profileJson } = input;
    const links = await linkTemplates(templates, tenantId, profileJson);
    const base = { defaultLocale, profileJson, localeContent: {} };
    const { draft, errors } = reviewDraft(base, input, links, draftRules());
    const shown = (locale && canonicalLocale(locale)) || draft.defaultLocale;
    const profile = previewLocaleFile(unsavedId, { ...draft, ui: links.ui }, shown);
    const warnings = [...draft.warnings, ...findMachineTexts(existingMarks(uncheckedTexts, draft))];
    return { profile, errors, warnings };
  }

  /**
   * Drafts content as a save would, with the look of the template that it will be linked to. Writes nothing; plugins do
   * not see it.
   * @throws ServiceError as `mergeDraft`
   */
  function review(base: ProfileTexts, input: DraftInput, ui: UiPresentation | null): ReviewedDraft {
    const { consentTemplateId, uiTemplateId } = input.profileJson ?? base.profileJson;
    const links: TemplateLinks = {
      ...(consentTemplateId !== undefined && { consentTemplateId }),
      ...(uiTemplateId !== undefined && { uiTemplateId }),
      ui,
      isFresh: true,
      changes: [],
      faults: [],
      warnings: [],
    };
    return reviewDraft(base, input, links, draftRules());
  }

  async function draftNew(
    tenantId: string,
    input: ProfileCreate,
    { groupIsFixed }: Pick<SaveTarget, 'groupIsFixed'>,
  ): Promise<NewProfile> {
    const base = {
      defaultLocale: input.defaultLocale,
      profileJson: input.profileJson,
      localeContent: {},
      ui: null,
    };
    const own = await draftSent(tenantId, base, input);
    const { name, draft, changes } = await saveHooks.beforeSave(
      { tenantId, profileId: null, name: input.name, groupIsFixed },
      own,
    );
    const facts = {
      name: name.trim(),
      complianceGroup: draft.group,
      locales: draft.profileJson.locales,
      ...changes,
    };
    return { name, draft, action: { kind: 'created', changes: facts } };
  }

  /** Builds the next version from an operator's draft, after plugins have changed it. */
  async function next(
    tenantId: string,
    before: StoredProfile,
    own: ProfileDraft,
    { name = before.name, activate = false, action, ...rest }: OwnNextVersion,
  ) {
    const groupIsFixed = before.isActive || activate;
    const hooked = await saveHooks.beforeSave({ tenantId, profileId: before.id, name, groupIsFixed }, own);
    return {
      ...rest,
      activate,
      name: hooked.name,
      draft: hooked.draft,
      action: { ...action, changes: { ...action.changes, ...hooked.changes } },
    };
  }

  async function saved(work: () => Promise<SavedProfile>): Promise<SavedProfile> {
    const result = await retryWhileTemplatesChange(work);
    if (result.activated) await saveHooks.afterActivate(result.profile);
    return result;
  }

  /** @param expectedVersion see `ProfilePublisher.activate` */
  async function activate(
    context: ProfileContext,
    found: StoredProfile,
    expectedVersion: number | null,
    decision: PublishDecision,
    permit: PublicationPermit | null = null,
  ): Promise<Published> {
    const published = await publisher.activate(context, found, expectedVersion, decision, permit);
    await saveHooks.afterActivate(published.profile);
    return published;
  }

  /** @throws ServiceError `forbidden` when activation is requested without the permission */
  function create(context: SavingContext, input: ProfileCreate): Promise<SavedProfile> {
    const shouldActivate = input.profileJson.isActive === true;
    return saved(async () => {
      if (shouldActivate) requireMayActivate(context);
      const { name, draft, action } = await draftNew(context.tenantId, input, {
        groupIsFixed: shouldActivate,
      });
      return saveNew(context, name, draft, action, shouldActivate);
    });
  }

  /** Creates and publishes a profile; returns null and writes nothing when its group has an active one. */
  async function createFirstOfGroup(
    context: ProfileContext,
    input: ProfileCreate,
  ): Promise<Pick<SavedProfile, 'profile' | 'warnings'> | null> {
    const saved = await retryWhileTemplatesChange(async () => {
      const { name, draft, action } = await draftNew(context.tenantId, input, { groupIsFixed: true });
      return saveFirstOfGroup(context, name, draft, action);
    });
    if (saved !== null) await saveHooks.afterActivate(saved.profile);
    return saved;
  }

  /**
   * Creates a draft with a template's choices and starter texts. @throws ServiceError `validation_failed`
   * naming missing templates
   */
  function createFromTemplate(
    context: ProfileContext,
    { consentTemplateId, uiTemplateId, ...fields }: ProfileFromTemplate,
  ): Promise<SavedProfile> {
    return saved(async () => {
      const consentTemplate = await templates.consent(context.tenantId, consentTemplateId);
      const uiTemplate =
        uiTemplateId === undefined ? null : await templates.ui(context.tenantId, uiTemplateId);
      const faults = [
        ...(consentTemplate === null
          ? [{ path: 'consentTemplateId', message: `template "${consentTemplateId}" does not exist` }]
          : []),
        ...(uiTemplateId !== undefined && uiTemplate === null
          ? [{ path: 'uiTemplateId', message: `template "${uiTemplateId}" does not exist` }]
          : []),
      ];
      if (consentTemplate === null || faults.length > 0) throw validationFailed(...faults);
      const controller = await controllerName(context.tenantId);
      const { input, warnings } = profileFromTemplate(
        { ...fields, consentTemplate, uiTemplate, controller },
        ruleOptions(),
      );
      const { name, draft, action } = await draftNew(context.tenantId, input, { groupIsFixed: false });
      const changes = { ...action.changes, fromTemplate: consentTemplateId };
      return saveNew(
        context,
        name,
        { ...draft, warnings: [...warnings, ...draft.warnings] },
        { ...action, changes },
        false,
      );
    });
  }

  /**
   * @param expectedVersion see `ProfileWriter.saveNext`
   * @throws ServiceError `forbidden` when activation is requested without the permission
   */
  function update(
    context: SavingContext,
    profile: StoredProfile,
    input: ProfileUpdate,
    expectedVersion: number | null,
  ): Promise<SavedProfile> {
    const shouldActivate = input.profileJson?.isActive === true;
    return saved(() =>
      saveNext(context, profile, expectedVersion, async (before, record) => {
        if (shouldActivate && !before.isActive) requireMayActivate(context);
        return next(context.tenantId, before, await draftSent(context.tenantId, record, input), {
          name: input.name,
          requireReconsent: input.requireReconsent,
          note: input.note,
          reviewedTexts: input.reviewedTexts,
          uncheckedTexts: input.uncheckedTexts,
          // Check the permission again: the profile can be withdrawn between here and the save.
          activate: shouldActivate && context.mayActivate,
          action: { kind: 'updated', changes: getFlags(input) },
        });
      }),
    );
  }

  /**
   * Writes a new version that lists further cookies, which is not published. Where the current version lists them all,
   * nothing is written, so that a repeated request changes nothing.
   * @throws ServiceError `validation_failed`, `profile_invalid`
   */
  async function listCookies(
    context: ProfileContext,
    profile: StoredProfile,
    cookies: readonly CookieToList[],
  ): Promise<ListedCookies> {
    const { tenantId } = context;
    const { version } = profile;
    const current = await snapshots.record({ tenantId, profileId: profile.id, version });
    const { missing, ...content } = withCookies(current, cookies);
    if (missing.length === 0) return { added: [], version, untranslated: [] };
    const added = missing.map(({ name }) => name);
    const result = await saved(() =>
      saveNext(context, profile, version, async (before, record) =>
        // The catalogue adds descriptions to languages that nobody has edited.
        next(tenantId, before, await draftStored(tenantId, record, { ...content, changedLocales: [] }), {
          action: { kind: 'updated', changes: { listedCookies: added } },
        }),
      ),
    ).catch((error) => {
      if (error instanceof ServiceError && error.code === 'version_conflict') return null;
      throw error;
    });
    // Somebody else has saved meanwhile, perhaps the same cookies.
    if (result === null) return listCookies(context, await get(tenantId, profile.id), cookies);
    const { profile: drafted, texts } = result;
    const ids = missing.flatMap((cookie) => findParameter(drafted.profileJson, cookie) ?? []);
    const untranslated = Object.entries(texts.localeContent).flatMap(([locale, { cookies: own = {} }]) =>
      ids.some((id) => drafted.profileJson.cookies?.[id]?.description && !own[id]?.description)
        ? [locale]
        : [],
    );
    return { added, version: drafted.version, untranslated };
  }

  /** Creates an inactive profile with the current version's content; the original stays unchanged. */
  async function copy(
    context: ProfileContext,
    original: StoredProfile,
    { name, complianceGroup }: ProfileCopy,
  ): Promise<SavedProfile> {
    const { id, version } = original;
    const base = await snapshots.record({ tenantId: context.tenantId, profileId: id, version });
    const copyName = name ?? truncate(`Copy of ${original.name}`, 200);
    return saved(async () => {
      const { customComplianceGroup: _custom, ...content } = base.profileJson;
      const input = complianceGroup === undefined ? {} : { profileJson: { ...content, complianceGroup } };
      const own = await draftStored(context.tenantId, base, input);
      const target = { tenantId: context.tenantId, profileId: null, name: copyName, groupIsFixed: false };
      const { name: newName, draft, changes } = await saveHooks.beforeSave(target, own);
      return saveNew(
        context,
        newName,
        draft,
        { kind: 'copied', changes: { name: newName, copiedFrom: id, ...changes } },
        false,
        // A plugin can have translated some.
        {
          outdatedTexts: findOutdatedTexts(base, draft, 1),
          uncheckedTexts: findUncheckedTexts(base, draft),
        },
      );
    });
  }

  /**
   * Writes a new version with the content of an older one.
   * @param expected the version that the operator has seen (`If-Match`); null: any version
   */
  async function rollback(
    context: ProfileContext,
    profile: StoredProfile,
    version: number,
    expected: number | null,
  ): Promise<SavedProfile> {
    const address = { tenantId: context.tenantId, profileId: profile.id, version };
    const target = version <= profile.version ? await snapshots.find(address) : null;
    if (target === null) throw new ServiceError('version_not_found');
    return saved(() =>
      saveNext(context, profile, expected, async (before) =>
        next(context.tenantId, before, await draftStored(context.tenantId, target, {}), {
          restored: target,
          action: { kind: 'rolledBack', changes: { rolledBackTo: version } },
        }),
      ),
    );
  }

  /**
   * Writes a new version with texts from a translations CSV. @throws ServiceError `validation_failed` naming
   * row and column
   * @param expected the version that the operator has seen (`If-Match`); null: any version
   */
  function importTranslations(
    context: ProfileContext,
    profile: StoredProfile,
    csv: string,
    expected: number | null,
  ): Promise<SavedProfile> {
    return saved(() =>
      saveNext(context, profile, expected, async (before, record) => {
        const { base, locales, changedLocales } = applyTranslations(record, csv);
        return next(
          context.tenantId,
          before,
          await draftStored(context.tenantId, base, { importedLocales: changedLocales }),
          {
            action: { kind: 'updated', changes: { importedTranslations: locales } },
          },
        );
      }),
    );
  }

  /**
   * Exports all texts of the current version as one CSV. The export is audited just before the text is sent.
   */
  async function exportTranslations(
    context: ProfileContext,
    id: string,
  ): Promise<() => AsyncGenerator<string, void, undefined>> {
    const { version } = await get(context.tenantId, id);
    const csv = exportTranslationsCsv(
      await snapshots.record({ tenantId: context.tenantId, profileId: id, version }),
    );
    return async function* () {
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
      yield csv;
    };
  }

  return {
    get,
    preview,
    review,
    /** Returns the content of a version. @throws VersionLost */
    record: ({ tenantId, id }: StoredProfile, version: number) =>
      snapshots.record({ tenantId, profileId: id, version }),
    remove: publisher.remove,
    create,
    createFirstOfGroup,
    createFromTemplate,
    update,
    listCookies,
    copy,
    rollback,
    importTranslations,
    exportTranslations,
    activate,
    afterActivate: saveHooks.afterActivate,
    activeGroups: (limit: number) =>
      database.read((connection) => acrossTenants.activeGroups(connection, limit)),
    groupsInUse: (groups: readonly string[]) =>
      database.read((connection) => acrossTenants.groupsInUse(connection, groups)),
    list: (tenantId: string) =>
      database.read((connection) => profileRepository(connection.tenant(tenantId)).list()),
    /** Lists the active profiles alone: a tenant can have hundreds of others. */
    listActive: (tenantId: string) =>
      database.read((connection) => profileRepository(connection.tenant(tenantId)).listActive()),
    summaries,
    coverage: async (tenantId: string) => toCoverage(await summaries(tenantId)),
    /** Checks only cookies and categories: rules about settings, texts and buttons are skipped. */
    validate({ complianceGroup: group, ...input }: ValidateInput) {
      requireFewListed(input.categories, 'categories');
      return validateCompliance(input, { group, ...ruleOptions() });
    },
  };
}

function getFlags({
  requireReconsent,
  note = '',
  reviewedTexts = {},
}: ProfileUpdate): ProfileAction['changes'] {
  const reviewed = Object.values(reviewedTexts).flat().length;
  return {
    ...(requireReconsent && { requireReconsent }),
    ...(note.trim() !== '' && { note: note.trim() }),
    ...(reviewed > 0 && { reviewedTexts: reviewed }),
  };
}

function requireMayActivate({ mayActivate }: SavingContext): void {
  if (!mayActivate)
    throw new ServiceError('forbidden', {
      message: 'Publishing a profile requires the permission profiles:activate. Save it without isActive.',
    });
}
