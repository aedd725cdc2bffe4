import type { StoredProfile } from '#banners/profiles/index';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Actor } from '#platform/kernel/caller';
import { ServiceError } from '#platform/kernel/errors';
import { errorReason } from '#platform/kernel/logger';
import { holdTenant } from '#sites/tenants/index';
import type { Base, FileKind, ProfileContent } from './configuration-schemas';
import { keysRepository } from './keys-repository';
import {
  describeRefusal,
  describeResource,
  isEqual,
  type Plan,
  type PlannedChange,
  type ReplacedProfile,
  toInput,
} from './plan';
import {
  type ConfigurationSources,
  isExpected,
  readResources,
  type ServerResource,
  type ServerState,
} from './read-resources';
import { hashDocument, type ProfileBody } from './resource-document';
import { toTemplateInput } from './template-input';

type SettingsPatch = Parameters<ConfigurationSources['settings']['change']>[1];

/** Who a push acts as, in the audit log. */
const commandLine: Actor = { userId: null, userEmail: 'command line', requestId: null };

export interface PushOptions {
  /** Whether visitors of the published profiles are asked again. */
  readonly requireReconsent?: boolean;
  /** Why: for the versions and the audit log. */
  readonly note?: string;
}

/** A change that the server refused, or that failed. */
export interface PushFailure {
  readonly change: PlannedChange;
  readonly reasons: readonly string[];
}

export interface PushResult {
  readonly done: readonly PlannedChange[];
  readonly failed: readonly PushFailure[];
}

/** Refusals that the push of a profile can remove: it used what the template loses. */
const waitsForProfiles = new Set(['parameters_required', 'buttons_in_use']);

/**
 * Writes a plan: each profile, template and the settings in a transaction of its own, with its audit entry. What the server
 * refuses does not stop the other changes; any other error does.
 */
export async function pushPlan(
  plan: Plan,
  before: ServerState,
  sources: ConfigurationSources & { readonly runUnit: RunUnitOfWork },
  tenantId: string,
  { requireReconsent, note }: PushOptions,
): Promise<PushResult> {
  const { consents, looks, profiles, settings } = sources;
  const reason = note?.trim();
  const context = { tenantId, actor: commandLine, ...(reason && { note: reason }) };
  const done: PlannedChange[] = [];
  const failed: PushFailure[] = [];
  let hasStopped = false;
  /** Profiles that this push has taken offline and nobody has edited since, by key. */
  const replaced = new Map<string, StoredProfile>();
  const ids = new Map(before.resources.map(({ kind, key, id }) => [`${kind} ${key}`, id]));

  function idOf(kind: FileKind, key: string): string {
    const id = ids.get(`${kind} ${key}`);
    if (id === undefined)
      throw new ServiceError('validation_failed', {
        message: `The ${describeResource({ kind, key })} could not be created.`,
      });
    return id;
  }

  async function pushTemplate(change: PlannedChange): Promise<void> {
    const { kind, file, resource } = change;
    if (file === null) return;
    const service = kind === 'uiTemplate' ? looks : consents;
    // The file matches the schema of its kind.
    const input = toTemplateInput(file, resource) as Parameters<typeof looks.create>[1] &
      Parameters<typeof consents.create>[1];
    const written =
      resource === null
        ? await service.create(context, input)
        : await service.update(context, resource.id, input, (now) => requireSameTime(now, resource));
    if (resource === null) await noteCreated(change, written.id);
    await noteWritten(change, (now) => now.updatedAt === written.updatedAt);
  }

  async function pushSettings(change: PlannedChange): Promise<void> {
    const [wanted, planned] = [change.file?.body ?? {}, change.resource?.body ?? {}];
    const lists = (['allowedOrigins', 'adminAllowedOrigins'] as const).filter(
      (list) => !isEqual(wanted[list], planned[list]),
    );
    // The file matches its schema.
    const patch: SettingsPatch = Object.fromEntries(lists.map((list) => [list, wanted[list]]));
    const { settings: written } = await settings.change(context, patch, null, (now) => {
      if (!lists.every((list) => isEqual(now[list], planned[list]))) throw changedMeanwhile();
    });
    await noteWritten(change, (now) => now.updatedAt === written.updatedAt);
  }

  async function pushProfile(change: PlannedChange): Promise<void> {
    const { file, resource, action, publishes, replaces } = change;
    const own = file?.body as unknown as ProfileBody;
    let current: StoredProfile | null = resource?.profile ?? null;
    const isCurrent = ({ profile }: ServerResource) =>
      current !== null && profile !== null && isSameState(profile, current);
    const save = async (content: ProfileContent) => {
      const saving = { ...context, mayActivate: false };
      const about = { name: own.name, ...(note !== undefined && { note }) };
      const stored = current === null ? null : await profiles.record(current, current.version);
      const input = toInput(content, idOf, stored);
      if (current === null) {
        current = (await profiles.create(saving, { name: own.name, ...input })).profile;
        await noteCreated(change, current.id);
      } else
        current = (await profiles.update(saving, current, { ...about, ...input }, current.version)).profile;
      await noteWritten(change, isCurrent);
    };
    const publish = async () => {
      if (current === null) return;
      await requireServedAsPlanned(current.group, change);
      const decision = {
        ...(requireReconsent !== undefined && { requireReconsent }),
        ...(note !== undefined && { note }),
      };
      current = (await profiles.activate(context, current, current.version, decision)).profile;
      await noteWritten(change, isCurrent);
      if (replaces !== null) await noteReplaced(replaces);
    };
    if (publishes && own.published !== undefined) {
      const before = current;
      const errors: unknown[] = [];
      const noteError = (error: unknown) => void errors.push(error);
      await save(own.published).then(publish).catch(noteError);
      // Otherwise the dashboard would show the text for visitors as the draft.
      if (current !== before)
        await save(own.content).catch((error) => {
          noteError(error);
          if (!isRefusal(error)) noteError(new Error(draftNotRestored));
        });
      if (errors.length > 0) throw new AggregateError(errors);
    } else {
      if (action !== 'publish') await save(own.content);
      if (publishes) await publish();
    }
  }

  /** @throws ServiceError when the group's visitors get something else than they did when the plan was made */
  async function requireServedAsPlanned(group: string | null, { resource, replaces }: PlannedChange) {
    const planned = resource?.profile?.isActive ? resource.profile : replaces?.resource.profile;
    const now = (await profiles.list(tenantId)).find((other) => other.isActive && other.group === group);
    if (now?.id !== planned?.id || now?.publishedVersion !== planned?.publishedVersion)
      throw changedMeanwhile();
  }

  async function remove({ kind, key, resource }: PlannedChange): Promise<void> {
    if (resource === null) return;
    if (resource.profile !== null) {
      const planned = replaced.get(key) ?? resource.profile;
      await profiles.remove(context, planned, (now) => {
        if (!isSameState(now, planned)) throw changedMeanwhile();
      });
    } else {
      const service = kind === 'uiTemplate' ? looks : consents;
      await service.remove(context, resource.id, (now) => requireSameTime(now, resource));
    }
    await sources.runUnit((unit) => keysRepository(unit.tenant(tenantId)).remove(kind, key));
  }

  const pushOf: Readonly<Record<FileKind, (change: PlannedChange) => Promise<void>>> = {
    consentTemplate: pushTemplate,
    uiTemplate: pushTemplate,
    settings: pushSettings,
    profile: pushProfile,
  };

  async function attempt(
    change: PlannedChange,
    work: (change: PlannedChange) => Promise<void>,
    postpone?: PlannedChange[],
  ) {
    if (hasStopped) return;
    try {
      await work(change);
      done.push(change);
    } catch (error) {
      if (postpone !== undefined && error instanceof ServiceError && waitsForProfiles.has(error.code))
        postpone.push(change);
      else {
        // After an outage the result still says what was done.
        hasStopped = !isRefusal(error);
        failed.push({ change, reasons: [...describeFailure(error), ...(hasStopped ? [stopped] : [])] });
      }
    }
  }

  const postponed: PlannedChange[] = [];
  const removals = plan.changes.filter(({ action }) => action === 'remove');
  for (const change of plan.changes)
    if (change.action !== 'remove') await attempt(change, pushOf[change.kind], postponed);
  for (const change of postponed) await attempt(change, pushOf[change.kind]);
  // Templates can be removed once the profiles that use them are.
  for (const change of removals.filter(({ kind }) => kind === 'profile')) await attempt(change, remove);
  for (const change of removals.filter(({ kind }) => kind !== 'profile')) await attempt(change, remove);
  return { done, failed };

  /** Keeps the key of a new resource at once, so that a push that is repeated finds it. */
  async function noteCreated({ kind, key }: PlannedChange, id: string): Promise<void> {
    ids.set(`${kind} ${key}`, id);
    await saveKey({ kind, key, id }, null);
  }

  /**
   * Keeps the hashes of what was written, also of a profile that was saved and could not be published. What somebody else has
   * written since is not noted, so that the next push does not replace it.
   */
  async function noteWritten(
    { kind, key }: PlannedChange,
    isWritten: (now: ServerResource) => boolean,
  ): Promise<void> {
    const id = idOf(kind, key);
    const { resources } = await readResources(sources, tenantId, (other) => other === id);
    for (const resource of resources.filter(isWritten)) await saveKey(resource, hashDocument(resource));
  }

  /**
   * Keeps that a profile is offline because of this push, so that a later one may publish it again. An edit of its content
   * on the server stays one.
   */
  async function noteReplaced({ resource, file }: ReplacedProfile): Promise<void> {
    const content =
      file !== null && isExpected(resource, file.base, 'content')
        ? hashDocument(resource).content
        : resource.pushed?.content;
    if (content != null) await saveKey(resource, { content, published: null });
    const { resources } = await readResources(sources, tenantId, (other) => other === resource.id);
    for (const now of resources)
      if (now.profile !== null && hashDocument(now).content === hashDocument(resource).content)
        replaced.set(resource.key, now.profile);
  }

  function saveKey({ kind, key, id }: Pick<ServerResource, 'kind' | 'key' | 'id'>, pushed: Base | null) {
    return sources.runUnit(async (unit) => {
      await holdTenant(unit, tenantId);
      await keysRepository(unit.tenant(tenantId)).save(kind, key, id, pushed);
    });
  }
}

const draftNotRestored =
  'The draft on the server is now the text for visitors. The next push restores the draft of the file.';
const stopped = 'The push has stopped here. Push again once the cause is removed.';

/** Returns whether the server has refused a change, rather than failed. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.every(isRefusal)
    : error instanceof ServiceError && error.status < 500;

/** Returns the reasons of an error, one a line. */
function describeFailure(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(describeFailure);
  if (isRefusal(error)) return describeRefusal(error);
  return [errorReason(error instanceof ServiceError ? (error.cause ?? error) : error)];
}

const changedMeanwhile = () =>
  new ServiceError('version_conflict', {
    message: 'It was changed on the server in the meantime. Push again.',
  });

const isSameState = (one: StoredProfile, other: StoredProfile): boolean =>
  one.version === other.version &&
  one.isActive === other.isActive &&
  one.publishedVersion === other.publishedVersion;

/** @throws ServiceError when a template was changed since the plan */
function requireSameTime(now: { readonly updatedAt: number }, planned: ServerResource): void {
  if (now.updatedAt !== planned.updatedAt) throw changedMeanwhile();
}
