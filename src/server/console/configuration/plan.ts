import { getGroup } from '#banners/profiles/index';
import type { UiPresentation } from '#banners/templates/index';
import type { Difference } from '#platform/kernel/changes';
import { type FaultDetail, ServiceError } from '#platform/kernel/errors';
import { type FileKind, fileKinds, fileSchemas, type ProfileContent } from './configuration-schemas';
import { listDifferences } from './differences';
import { createOutcome, toLive, toProfileBody } from './outcome';
import { type ConfigurationFile, listUnknown } from './parse-file';
import {
  type ConfigurationSources,
  isExpected,
  type ProfileVersions,
  type ServerResource,
  type ServerState,
  toContent,
} from './read-resources';
import { hashDocument, inSchemaOrder } from './resource-document';
import { toTemplateInput } from './template-input';

export interface PlanOptions {
  /** Kinds of files that the folder contains; others stay as they are. */
  readonly kinds: readonly FileKind[];
  /** Whether profiles are published as their files say. */
  readonly publish: boolean;
  /** Whether what no file contains is removed. */
  readonly prune: boolean;
  /** Whether to replace what was changed on the server since the pull. */
  readonly force: boolean;
}

/** A profile that goes offline because its group serves another one. */
export interface ReplacedProfile {
  readonly resource: ServerResource;
  readonly file: ConfigurationFile | null;
}

export interface PlannedChange {
  readonly kind: FileKind;
  readonly key: string;
  /** `publish`: only that; its content is there already. */
  readonly action: 'create' | 'update' | 'publish' | 'remove';
  /** Fields that differ, of an update. */
  readonly differences: readonly Difference[];
  /** Whether these are only of the look of its template, which its file does not contain. */
  readonly isLookOnly: boolean;
  /** Whether the profile is published. */
  readonly publishes: boolean;
  /** The profile that goes offline, since its group serves this one; null: none does. */
  readonly replaces: ReplacedProfile | null;
  /** Running experiments that end, of this profile and the one that it replaces. */
  readonly endsExperiments: readonly ServerResource[];
  readonly warnings: readonly string[];
  readonly file: ConfigurationFile | null;
  readonly resource: ServerResource | null;
}

/** A reason why nothing can be pushed. */
export interface PlanProblem {
  readonly kind: FileKind;
  readonly key: string;
  readonly message: string;
}

export interface Plan {
  readonly changes: readonly PlannedChange[];
  readonly problems: readonly PlanProblem[];
  /** Sentences about differences that a push leaves as they are. */
  readonly notes: readonly string[];
}

export const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Compares files with the server, and checks what a push would write. Writes nothing. `planConsequences` adds what else it
 * does.
 */
export function makePlan(
  files: readonly ConfigurationFile[],
  { resources, deleted, approvalRequired }: ServerState,
  { profiles, consents, looks, settings }: ConfigurationSources,
  options: PlanOptions,
): Promise<Plan> {
  const changes: PlannedChange[] = [];
  const problems: PlanProblem[] = [];
  const notes: string[] = [];
  const find = <T extends { readonly kind: FileKind; readonly key: string }>(
    list: readonly T[],
    kind: FileKind,
    key: string,
  ) => list.find((entry) => entry.kind === kind && entry.key === key) ?? null;
  const outcome = createOutcome(files, resources, options);
  const describe = (kind: FileKind, key: string) => describeResource({ kind, key });

  function requireExpected(file: ConfigurationFile, resource: ServerResource, part: 'content' | 'published') {
    if (options.force || isExpected(resource, file.base, part)) return;
    const what = part === 'content' ? 'was changed' : 'was published or taken offline';
    const reason =
      file.base === null && resource.pushed === null
        ? 'is on the server already, and the file was not pulled from there'
        : `${what} on the server since the pull`;
    problems.push({
      ...address(file),
      message: `${reason}. Pull and review the difference, or replace it with --force`,
    });
  }

  function requireNotDeleted(file: ConfigurationFile) {
    if (options.force || find(deleted as readonly ConfigurationFile[], file.kind, file.key) === null) return;
    problems.push({
      ...address(file),
      message: 'was deleted on the server. Remove the file, or create it again with --force',
    });
  }

  const ui = (key: string): UiPresentation | null => {
    const source = find(files, 'uiTemplate', key) ?? find(resources, 'uiTemplate', key);
    if (source === null) return null;
    const { mainBanner = {}, preferenceModal = {}, theme = {} } = source.body as Partial<UiPresentation>;
    return { mainBanner, preferenceModal, theme };
  };

  /** Returns whether a version that names the content's UI template was saved with another look of it. */
  function takesLook(stored: ProfileVersions['live'] | undefined, { uiTemplate }: ProfileContent): boolean {
    if (!stored || uiTemplate === undefined) return false;
    const id = find(resources, 'uiTemplate', uiTemplate)?.id;
    return (
      id !== undefined &&
      stored.profileJson.uiTemplateId === id &&
      !isEqual(toLook(stored.ui ?? {}), toLook(ui(uiTemplate) ?? {}))
    );
  }

  /** Returns the templates that content names and nobody has, or that the push removes. */
  const missingTemplates = ({ consentTemplate, uiTemplate }: ProfileContent): string[] =>
    (
      [
        ['consentTemplate', consentTemplate],
        ['uiTemplate', uiTemplate],
      ] as const
    ).flatMap(([kind, key]) =>
      key === undefined || outcome.has(kind, key)
        ? []
        : find(resources, kind, key) !== null
          ? [`names the ${describe(kind, key)}, which no file contains and --prune would remove`]
          : [`names the ${describe(kind, key)}, which neither the files nor the server contain`],
    );

  /** Returns content as a save would store it, and what would refuse it. */
  async function review(content: ProfileContent, resource: ServerResource | null) {
    const faults = missingTemplates(content);
    if (faults.length > 0) return { content, faults, warnings: [] };
    // The keys stand for ids, which new templates do not have yet.
    const input = toInput(content, (_kind, key) => key, null);
    const stored = resource?.profile
      ? await profiles.record(resource.profile, resource.profile.version)
      : null;
    const base = stored ?? { ...input, localeContent: {} };
    try {
      const look = content.uiTemplate === undefined ? null : ui(content.uiTemplate);
      const { draft, errors } = profiles.review(
        base,
        toInput(content, (_kind, key) => key, stored),
        look,
      );
      return {
        content: toContent(draft, (_kind, key) => key),
        faults: errors.map(describeFinding),
        warnings: draft.warnings.map(describeFinding),
      };
    } catch (error) {
      return { content, faults: describeRefusal(error), warnings: [] };
    }
  }

  /** Returns what the services would refuse of a template or the settings. */
  async function reviewSimple(
    { kind, key, body }: ConfigurationFile,
    resource: ServerResource | null,
  ): Promise<string[]> {
    try {
      if (kind === 'settings') settings.checkOrigins(body);
      else if (kind !== 'profile') {
        const service = kind === 'uiTemplate' ? looks : consents;
        type Check = (before: unknown, input: unknown, users: unknown) => Promise<void>; // matches its kind's schema
        await (service.check as Check)(
          resource && { services: {}, ...resource.body },
          toTemplateInput({ kind, body }, resource),
          outcome.usersOf(kind, key),
        );
      }
      return [];
    } catch (error) {
      return describeRefusal(error);
    }
  }

  async function planSimple(file: ConfigurationFile): Promise<void> {
    const resource = find(resources, file.kind, file.key);
    const differences = resource === null ? [] : listDifferences(resource.body, file.body);
    if (resource !== null && differences.length === 0) return;
    if (resource === null) requireNotDeleted(file);
    // Settings that were never set are nobody's.
    else if (resource.updatedAt !== null) requireExpected(file, resource, 'content');
    for (const message of await reviewSimple(file, resource)) problems.push({ ...address(file), message });
    changes.push({
      ...{ ...address(file), action: resource === null ? 'create' : 'update', differences },
      isLookOnly: false,
      ...{ publishes: false, replaces: null, endsExperiments: [], warnings: [], file, resource },
    });
  }

  async function planProfile(file: ConfigurationFile): Promise<void> {
    const resource = find(resources, file.kind, file.key);
    const own = toProfileBody(file);
    const server = resource === null ? null : toProfileBody(resource);
    const known =
      server === null
        ? []
        : ['content', 'published'].flatMap((part) => listUnknown(part, server[part as 'content']));
    const unknown = file.unknownFields.filter((path) => !known.includes(path));
    if (unknown.length > 0) {
      for (const path of unknown)
        problems.push({ ...address(file), message: `${path} is not a known field` });
      return;
    }
    const isStored = (content: ProfileContent) =>
      server !== null && (isEqual(content, server.content) || isEqual(content, toLive(server)));
    const versions = resource?.versions ?? null;
    const changesLook = (content: ProfileContent) =>
      takesLook(versions?.draft, content) || takesLook(versions?.live, content);
    async function toStored(content: ProfileContent) {
      if (isStored(content) && !changesLook(content)) return { content, warnings: [] };
      const { faults, ...reviewed } = await review(content, resource);
      for (const message of faults) problems.push({ ...address(file), message });
      return reviewed;
    }

    const draft = await toStored(own.content);
    const wanted = own.active ? (own.published ?? own.content) : null;
    const live = server === null ? null : toLive(server);
    const reviewsLive = options.publish && wanted !== null && own.published !== undefined;
    const wantedLive = reviewsLive
      ? (await toStored(wanted)).content
      : wanted === null
        ? null
        : draft.content;
    const draftTakesLook = takesLook(versions?.draft, own.content);
    const liveTakesLook = wanted !== null && takesLook(versions?.live, wanted);
    const publishes = options.publish && wantedLive !== null && (!isEqual(wantedLive, live) || liveTakesLook);
    const goesLive = publishes && own.published !== undefined;
    const saved = goesLive ? [wantedLive, draft.content] : [draft.content];
    const activeGroup = server?.active ? (resource?.profile?.group ?? null) : null;
    const message = findGroupFault(saved, publishes, activeGroup);
    if (message !== null) problems.push({ ...address(file), message });
    const edits =
      server === null
        ? []
        : [
            ...listDifferences(pick(server.name, server.content), pick(own.name, draft.content)),
            ...(goesLive ? listDifferences(live, wantedLive, 'published') : []),
          ];
    const differences = [
      ...edits,
      ...(draftTakesLook ? [changedLook('content', own.content)] : []),
      ...(goesLive && liveTakesLook ? [changedLook('published', wanted)] : []),
    ];
    const isLookOnly = edits.length === 0 && (!publishes || isEqual(wantedLive, live));
    if (!options.publish && own.active && (!isEqual(wanted, live) || liveTakesLook))
      notes.push(
        `${describeResource(file)}: visitors get it once you add --publish, or publish it in the dashboard`,
      );
    if (resource === null) requireNotDeleted(file);
    else {
      if (differences.length > 0) requireExpected(file, resource, 'content');
      if (publishes) requireExpected(file, resource, 'published');
    }
    // It would have to be approved before the draft may follow it.
    if (goesLive && approvalRequired)
      problems.push({
        ...address(file),
        message:
          'has "published", which only a second person may publish. Push without --publish, and ask for approval in the dashboard',
      });
    if (resource !== null && differences.length === 0 && !publishes) return;
    const action = resource === null ? 'create' : differences.length > 0 ? 'update' : 'publish';
    changes.push({
      ...address(file),
      action,
      differences,
      isLookOnly: resource !== null && isLookOnly,
      publishes,
      replaces: null,
      endsExperiments: [],
      warnings: draft.warnings,
      file,
      resource,
    });
  }

  function planRest(): void {
    for (const resource of resources) {
      const { kind, key } = resource;
      const users = kind === 'uiTemplate' || kind === 'consentTemplate' ? outcome.keepersOf(kind, key) : [];
      if (kind === 'settings' || !options.kinds.includes(kind) || find(files, kind, key) !== null) continue;
      if (!options.prune) notes.push(`${describe(kind, key)} is not in the files; --prune removes it`);
      else if (!resource.hasKey && !options.force)
        problems.push({
          ...{ kind, key },
          message: 'was created on the server and never pulled. Pull it, or remove it with --force',
        });
      else if (users.length > 0)
        problems.push({
          ...{ kind, key },
          message: `cannot be removed: ${users.map((user) => describe('profile', user)).join(', ')} would still use it`,
        });
      else if (!options.force && resource.pushed?.content !== hashDocument(resource).content)
        problems.push({
          ...{ kind, key },
          message:
            'is not what was last pushed: it was changed on the server, or pulled and never pushed. Remove it in the dashboard, or with --force',
        });
      else if (resource.profile?.isActive && !options.publish)
        notes.push(`${describe(kind, key)} is online: it is removed only with --prune and --publish`);
      else
        changes.push({
          ...{ kind, key, action: 'remove', differences: [], isLookOnly: false, publishes: false },
          ...{ replaces: null, endsExperiments: [], warnings: [], file: null, resource },
        });
    }
  }

  return (async () => {
    for (const kind of fileKinds)
      for (const file of files.filter((each) => each.kind === kind))
        if (kind === 'profile') await planProfile(file);
        else await planSimple(file);
    planRest();
    return { changes, problems, notes };
  })();
}

/** Returns the fields of a look in the order of its file. */
const toLook = ({ mainBanner = {}, preferenceModal = {}, theme = {} }: Partial<UiPresentation>) =>
  inSchemaOrder(fileSchemas.uiTemplate, { mainBanner, preferenceModal, theme });

const changedLook = (part: string, { uiTemplate }: ProfileContent): Difference => ({
  path: `${part}.uiTemplate`,
  before: uiTemplate,
  after: `${uiTemplate} (changed look)`,
});

const pick = (name: string, content: ProfileContent) => ({ name, content });
const address = ({ kind, key }: ConfigurationFile) => ({ kind, key });

const nouns: Readonly<Record<FileKind, string>> = {
  profile: 'profile',
  consentTemplate: 'consent template',
  uiTemplate: 'UI template',
  settings: 'settings',
};

/** Returns a resource's kind and key: `profile "shop-eu"`. */
export const describeResource = ({ kind, key }: Pick<PlannedChange, 'kind' | 'key'>): string =>
  kind === 'settings' ? nouns[kind] : `${nouns[kind]} "${key}"`;

/**
 * Returns why the contents, saved one after the other, cannot be of the groups that they name.
 * @param activeGroup that of the profile while it is online
 */
function findGroupFault(
  saved: readonly ProfileContent[],
  publishes: boolean,
  activeGroup: string | null,
): string | null {
  const groups = saved.map(({ profileJson }) => getGroup(profileJson));
  const [first = null] = groups;
  const group = activeGroup ?? (publishes ? first : null);
  if (publishes && group === null) return new ServiceError('compliance_group_required').message;
  if (group === null || groups.every((each) => each === group)) return null;
  return new ServiceError('active_group_change').message;
}

type Stored = Awaited<ReturnType<ConfigurationSources['profiles']['record']>>;

/**
 * Returns content as the admin API accepts it. Locales that are as stored are left out, so that a text which was missing
 * before can stay so.
 * @param idOf returns the id of a template
 */
export function toInput(
  content: ProfileContent,
  idOf: (kind: FileKind, key: string) => string,
  stored: Stored | null,
) {
  const { defaultLocale, consentTemplate, uiTemplate, profileJson, localeContent = {} } = content;
  const before = stored === null ? {} : stored.localeContent;
  const earlier = stored === null ? [] : [stored.defaultLocale, ...Object.keys(before)];
  const removed = earlier.filter(
    (locale) => locale !== defaultLocale && !Object.hasOwn(localeContent, locale),
  );
  const changed = Object.entries(localeContent).filter(
    ([locale, texts]) => !Object.hasOwn(before, locale) || listDifferences(before[locale], texts).length > 0,
  );
  return {
    defaultLocale,
    profileJson: {
      ...profileJson,
      ...(consentTemplate !== undefined && { consentTemplateId: idOf('consentTemplate', consentTemplate) }),
      ...(uiTemplate !== undefined && { uiTemplateId: idOf('uiTemplate', uiTemplate) }),
    },
    localeContent: Object.fromEntries([...changed, ...removed.map((locale) => [locale, null] as const)]),
  };
}

type Finding = ReturnType<ConfigurationSources['profiles']['review']>['errors'][number];

function describeFinding({ message, locale, section, field }: Finding): string {
  const where = [locale, section, field].filter(Boolean).join(', ');
  return where === '' ? message : `${where}: ${message}`;
}

/** Returns the reasons of the admin API for refusing a change, one a line. @throws any other error */
export function describeRefusal(error: unknown): string[] {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  const { details, errors, blockingProfiles, activeProfiles } = error.body as {
    readonly details?: readonly FaultDetail[];
    readonly errors?: readonly Finding[];
    readonly blockingProfiles?: readonly { readonly name: string }[];
    readonly activeProfiles?: readonly { readonly name: string }[];
  };
  const users = blockingProfiles ?? activeProfiles;
  if (users !== undefined) {
    const names = users.map(({ name }) => `"${name}"`).join(', ');
    const advice = error.code === 'buttons_in_use' ? '. Give them a UI template of another key' : '';
    return [`${error.message.replace(/\.$/, '')}: ${names}${advice}`];
  }
  if (details !== undefined) return details.map(({ path, message }) => `${path} ${message}`);
  return errors === undefined ? [error.message] : errors.map(describeFinding);
}
