import type { StoredProfile } from '#banners/profiles/index';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Actor } from '#platform/kernel/caller';
import { ServiceError } from '#platform/kernel/errors';
import type { Base, FileKind, ProfileContent } from './configuration-schemas';
import { keysRepository } from './keys-repository';
import { describeRefusal, describeResource, type Plan, type PlannedChange, toInput } from './plan';
import {
  type ConfigurationSources,
  readResources,
  type ServerResource,
  type ServerState,
} from './read-resources';
import { hashDocument, type ProfileBody } from './resource-document';
import { toTemplateInput } from './template-input';

/** Who a push acts as, in the audit log. */
const commandLine: Actor = { userId: null, userEmail: 'command line', requestId: null };

export interface PushOptions {
  /** Whether visitors of the published profiles are asked again. */
  readonly requireReconsent?: boolean;
  /** Why: for the versions and the audit log. */
  readonly note?: string;
}

/** A change that the server refused. */
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

/** Writes a plan: each profile, template and the settings in a transaction of its own, with its audit entry. */
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
  const written = new Set<PlannedChange>();
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
    const { kind, key, file, resource } = change;
    if (file === null) return;
    const service = kind === 'uiTemplate' ? looks : consents;
    // The file matches the schema of its kind.
    const input = toTemplateInput(file, resource) as Parameters<typeof looks.create>[1] &
      Parameters<typeof consents.create>[1];
    if (resource === null) {
      ids.set(`${kind} ${key}`, (await service.create(context, input)).id);
      written.add(change);
      return;
    }
    if ((await service.get(tenantId, resource.id)).updatedAt !== resource.updatedAt) throw changedMeanwhile();
    await service.update(context, resource.id, input);
    written.add(change);
  }

  async function pushSettings(change: PlannedChange): Promise<void> {
    const fields = (change.file?.body ?? {}) as Readonly<Record<string, string[]>>;
    const { allowedOrigins, adminAllowedOrigins } = fields;
    await settings.change(
      context,
      { ...(allowedOrigins && { allowedOrigins }), ...(adminAllowedOrigins && { adminAllowedOrigins }) },
      null,
    );
    written.add(change);
  }

  async function pushProfile(change: PlannedChange): Promise<void> {
    const { key, file, resource, action, publishes } = change;
    const own = file?.body as unknown as ProfileBody;
    let current: StoredProfile | null = resource?.profile ?? null;
    const save = async (content: ProfileContent) => {
      const saving = { ...context, mayActivate: false };
      const about = { name: own.name, ...(note !== undefined && { note }) };
      const stored = current === null ? null : await profiles.record(current, current.version);
      const input = toInput(content, idOf, stored);
      const { profile } =
        current === null
          ? await profiles.create(saving, { name: own.name, ...input })
          : await profiles.update(saving, current, { ...about, ...input }, current.version);
      current = profile;
      ids.set(`profile ${key}`, profile.id);
      written.add(change);
    };
    const publish = async () => {
      if (current === null) return;
      const decision = {
        ...(requireReconsent !== undefined && { requireReconsent }),
        ...(note !== undefined && { note }),
      };
      current = (await profiles.activate(context, current, current.version, decision)).profile;
      written.add(change);
    };
    if (publishes && own.published !== undefined) {
      await save(own.published);
      await publish();
      await save(own.content);
    } else {
      if (action !== 'publish') await save(own.content);
      if (publishes) await publish();
    }
  }

  async function remove({ kind, key, resource }: PlannedChange): Promise<void> {
    if (resource === null) return;
    if (resource.profile !== null) {
      const current = await profiles.get(tenantId, resource.id);
      if (current.version !== resource.profile.version) throw changedMeanwhile();
      await profiles.remove(context, current);
    } else await (kind === 'uiTemplate' ? looks : consents).remove(context, resource.id);
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
    try {
      await work(change);
      done.push(change);
    } catch (error) {
      if (postpone !== undefined && error instanceof ServiceError && waitsForProfiles.has(error.code))
        postpone.push(change);
      else failed.push({ change, reasons: describeRefusal(error) });
    }
  }

  const postponed: PlannedChange[] = [];
  const removals = plan.changes.filter(({ action }) => action === 'remove');
  try {
    for (const change of plan.changes)
      if (change.action !== 'remove') await attempt(change, pushOf[change.kind], postponed);
    for (const change of postponed) await attempt(change, pushOf[change.kind]);
    // Templates can be removed once the profiles that use them are.
    for (const change of removals.filter(({ kind }) => kind === 'profile')) await attempt(change, remove);
    for (const change of removals.filter(({ kind }) => kind !== 'profile')) await attempt(change, remove);
  } finally {
    await notePushed([...written]);
  }
  return { done, failed };

  /** Keeps the keys and hashes of what was pushed, also of a profile that was saved and could not be published. */
  async function notePushed(changes: readonly PlannedChange[]): Promise<void> {
    if (changes.length === 0) return;
    const saved = changes.map(({ kind, key }) => ({ kind, key, id: idOf(kind, key) }));
    await saveKeys(saved, () => null);
    const { resources } = await readResources(sources, tenantId);
    const pushed = resources.filter(({ kind, id }) =>
      saved.some((one) => one.kind === kind && one.id === id),
    );
    await saveKeys(pushed, hashDocument);
  }

  function saveKeys<T extends Pick<ServerResource, 'kind' | 'key' | 'id'>>(
    resources: readonly T[],
    toPushed: (resource: T) => Base | null,
  ): Promise<void> {
    return sources.runUnit(async (unit) => {
      const repository = keysRepository(unit.tenant(tenantId));
      for (const resource of resources)
        await repository.save(resource.kind, resource.key, resource.id, toPushed(resource));
    });
  }
}

const changedMeanwhile = () =>
  new ServiceError('version_conflict', {
    message: 'It was changed on the server in the meantime. Push again.',
  });
