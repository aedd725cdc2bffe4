import type { ProfileService, StoredProfile } from '#banners/profiles/index';
import type { ConsentTemplates, Looks } from '#banners/templates/index';
import type { Database } from '#platform/database/database';
import type { SettingsService } from '#sites/settings/index';
import { type FileKind, fileSchemas, type ProfileContent } from './configuration-schemas';
import { keysRepository, type StoredKey } from './keys-repository';
import {
  type DocumentBody,
  hashDocument,
  inSchemaOrder,
  type ResourceDocument,
  settingsKey,
  toUsualOrder,
  withServices,
} from './resource-document';
import { assignKeys } from './resource-keys';

export interface ConfigurationSources {
  readonly database: Database;
  readonly profiles: Pick<
    ProfileService,
    'activate' | 'create' | 'list' | 'record' | 'remove' | 'review' | 'update'
  >;
  readonly consents: ConsentTemplates;
  readonly looks: Looks;
  readonly settings: SettingsService;
}

/** A resource of the server. */
export interface ServerResource extends ResourceDocument {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: number | null;
  /** Hashes of what was last pushed; null when nothing was. */
  readonly pushed: StoredKey['pushed'] | null;
  /** Whether a pull or push has given it its key. */
  readonly hasKey: boolean;
  readonly profile: StoredProfile | null;
  /** Of a profile. */
  readonly versions: ProfileVersions | null;
}

type Texts = Awaited<ReturnType<ConfigurationSources['profiles']['record']>>;

/** The versions of a profile that files contain. */
export interface ProfileVersions {
  readonly draft: Texts;
  /** The version that visitors get; null: not this profile. */
  readonly live: Texts | null;
}

export interface ServerState {
  readonly resources: readonly ServerResource[];
  /** Keys of resources that were deleted. */
  readonly deleted: readonly Pick<StoredKey, 'kind' | 'key'>[];
  /** Whether a second person must approve each publication. */
  readonly approvalRequired: boolean;
}

/** Returns the content of a version as files contain it: templates by key. */
export function toContent(
  {
    defaultLocale,
    profileJson,
    localeContent,
  }: Pick<Texts, 'defaultLocale' | 'profileJson' | 'localeContent'>,
  keyOf: (kind: FileKind, id: string) => string | undefined,
): ProfileContent {
  const { isActive: _active, locales: _locales, consentTemplateId, uiTemplateId, ...shared } = profileJson;
  const consentTemplate = consentTemplateId && keyOf('consentTemplate', consentTemplateId);
  const uiTemplate = uiTemplateId && keyOf('uiTemplate', uiTemplateId);
  return toUsualOrder({
    defaultLocale,
    ...(consentTemplate && { consentTemplate }),
    ...(uiTemplate && { uiTemplate }),
    profileJson: shared,
    localeContent: { ...localeContent },
  });
}

/**
 * Reads what files can contain, of one tenant.
 * @param isWanted whether to read the resource with this id; default: all
 */
export async function readResources(
  sources: ConfigurationSources,
  tenantId: string,
  isWanted: (id: string) => boolean = () => true,
): Promise<ServerState> {
  const { database, profiles, consents, looks, settings } = sources;
  const stored = await database.read((connection) => keysRepository(connection.tenant(tenantId)).list());
  const ofKind = (kind: FileKind) => stored.filter((entry) => entry.kind === kind);

  function toResource(
    kind: FileKind,
    key: string,
    source: { readonly id: string; readonly name: string; readonly updatedAt: number | null },
    fields: DocumentBody,
    profile: StoredProfile | null = null,
    versions: ProfileVersions | null = null,
  ): ServerResource {
    const own = ofKind(kind).find(({ resourceId }) => resourceId === source.id);
    const { id, name, updatedAt } = source;
    const body = inSchemaOrder(fileSchemas[kind], fields) as DocumentBody;
    return {
      kind,
      key,
      body,
      id,
      name,
      updatedAt,
      profile,
      versions,
      hasKey: own !== undefined,
      pushed: own?.pushed ?? null,
    };
  }

  const [consentTemplates, uiTemplates, allProfiles, own] = [
    await consents.list(tenantId),
    await looks.list(tenantId),
    await profiles.list(tenantId),
    await settings.current(tenantId),
  ];
  const keys = {
    consentTemplate: assignKeys(consentTemplates, ofKind('consentTemplate'), 'cookies'),
    uiTemplate: assignKeys(uiTemplates, ofKind('uiTemplate'), 'look'),
    profile: assignKeys(allProfiles, ofKind('profile'), 'profile'),
    settings: new Map([[tenantId, settingsKey]]),
  } satisfies Record<FileKind, ReadonlyMap<string, string>>;
  const keyOf = (kind: FileKind, id: string) => keys[kind].get(id);

  const resources: ServerResource[] = [];
  for (const template of consentTemplates.filter(({ id }) => isWanted(id))) {
    const { id, name, cookies, categories, services } = template;
    const key = keyOf('consentTemplate', id) as string; // every template has got one
    const fields = { key, name, cookies, categories, ...withServices(services) };
    resources.push(toResource('consentTemplate', key, template, fields));
  }
  for (const template of uiTemplates.filter(({ id }) => isWanted(id))) {
    const { id, name, mainBanner, preferenceModal, theme } = template;
    const key = keyOf('uiTemplate', id) as string; // as above
    resources.push(
      toResource('uiTemplate', key, template, { key, name, mainBanner, preferenceModal, theme }),
    );
  }
  const { allowedOrigins, adminAllowedOrigins, updatedAt } = own;
  const identity = { id: tenantId, name: settingsKey, updatedAt };
  if (isWanted(tenantId))
    resources.push(toResource('settings', settingsKey, identity, { allowedOrigins, adminAllowedOrigins }));
  for (const profile of allProfiles.filter(({ id }) => isWanted(id))) {
    const { id, name, version, publishedVersion, isActive } = profile;
    const key = keyOf('profile', id) as string; // as above
    const draft = await profiles.record(profile, version);
    const served = isActive ? publishedVersion : null;
    const live = served === null ? null : served === version ? draft : await profiles.record(profile, served);
    const content = toContent(draft, keyOf);
    const published = live === null ? content : toContent(live, keyOf);
    const differs = JSON.stringify(published) !== JSON.stringify(content);
    const body = { key, name, active: isActive, content, ...(differs && { published }) };
    resources.push(toResource('profile', key, profile, body, profile, { draft, live }));
  }
  const exists = ({ kind, resourceId }: StoredKey) => keyOf(kind as FileKind, resourceId) !== undefined;
  const deleted = stored.filter((entry) => !exists(entry));
  return { resources, deleted, approvalRequired: own.approvalRequired };
}

/** Returns whether a push may replace the content: it is what the file was pulled from, or what was last pushed. */
export function isExpected(
  resource: ServerResource,
  base: { readonly content: string; readonly published?: string | null } | null,
  part: 'content' | 'published',
): boolean {
  const current = hashDocument(resource)[part] ?? null;
  if (base !== null && (base[part] ?? null) === current) return true;
  return resource.pushed?.content != null && resource.pushed[part] === current;
}
