import type { Database, TenantScope } from '#platform/database/database';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import type { Actor } from '#platform/kernel/caller';
import { changedEntries, changedFields, toChanges } from '#platform/kernel/changes';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { truncate } from '#platform/kernel/truncate';
import { holdTenant } from '#sites/tenants/index';
import { hashContent, maxChanges, type TemplateChange } from './template-changes';
import { type StoredTemplate, type TemplateTable, templateRepository } from './template-repository';
import {
  type ParameterHolder,
  type TemplateLink,
  type TemplateUsage,
  toProfileReference,
  type UsingProfile,
} from './template-usage';

/** The specifics of one kind of template. */
export interface TemplateKind<Content extends object, Create, Update> extends TemplateTable<Content> {
  readonly link: TemplateLink['kind'];
  readonly resourceType: 'consentTemplate' | 'uiTemplate';
  readonly notFound: () => ServiceError;
  /** @throws ServiceError `validation_failed` */
  readonly make: (input: Create) => Content;
  /** Applies an update. @throws ServiceError `validation_failed` */
  readonly change: (before: Content, input: Update) => Content;
  /** @throws ServiceError when the change removes something that profiles need */
  readonly guard: (before: Content, after: Content, profiles: ProfilesOf) => Promise<void>;
}

/** The profiles that use the template in question. */
export interface ProfilesOf {
  using(): ReturnType<TemplateUsage['using']>;
  holders(): ReturnType<TemplateUsage['holders']>;
}

export interface TemplateServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly clock: Clock;
  readonly usage: TemplateUsage;
}

/** The actor and the tenant of a change. */
export interface TemplateContext {
  readonly tenantId: string;
  readonly actor: Actor;
  /** Why, for the audit log. */
  readonly note?: string;
}

export interface TemplateService<Content, Create, Update> {
  list(tenantId: string): Promise<StoredTemplate<Content>[]>;
  get(tenantId: string, id: string): Promise<StoredTemplate<Content>>;
  create(context: TemplateContext, input: Create): Promise<StoredTemplate<Content>>;
  /**
   * Changes only the given fields.
   * @param require throws when the caller does not want to change this state
   */
  update(
    context: TemplateContext,
    id: string,
    input: Update,
    require?: (current: StoredTemplate<Content>) => void,
  ): Promise<StoredTemplate<Content>>;
  copy(
    context: TemplateContext,
    original: StoredTemplate<Content>,
    name: string | undefined,
  ): Promise<StoredTemplate<Content>>;
  /**
   * Checks input as `create` or `update` do. Writes nothing.
   * @param before null: the template is new
   * @param profiles those that will use the template when it is written
   * @throws ServiceError as `create` and `update`
   */
  check(before: Content | null, input: Create & Update, profiles: ParameterHolder[]): Promise<void>;
  /** @param require see `update` */
  remove(
    context: TemplateContext,
    id: string,
    require?: (current: StoredTemplate<Content>) => void,
  ): Promise<void>;
  profileUsage(tenantId: string, id: string): Promise<UsingProfile[]>;
}

const toChange = ({ actor }: TemplateContext, replaced: string | null): TemplateChange => ({
  by: actor.userId === null ? null : { id: actor.userId, email: actor.userEmail },
  withKey: actor.apiKeyId !== undefined,
  replaced,
});

/**
 * Manages templates of one kind. Lock order: the tenant's row, the template's, then profiles' rows. Saving a profile locks
 * its template's row before writing its own, so the state that a guard has seen stays valid until the change
 * is committed.
 */
export function createTemplateService<
  Content extends object,
  Create extends { name: string },
  Update extends { name?: string },
>(
  kind: TemplateKind<Content, Create, Update>,
  { database, runUnit, clock, usage }: TemplateServiceOptions,
): TemplateService<Content, Create, Update> {
  const repository = (scope: TenantScope) => templateRepository(kind, scope);
  const parts = Object.keys(kind.columns) as (keyof Content & string)[];
  /** Lists the names of a template's entries: the entries themselves can be large. */
  const namesIn = (content: Content) =>
    Object.fromEntries(
      parts
        .map((part) => [part, Object.keys(content[part] as object)] as const)
        // Few templates have services.
        .filter(([part, names]) => part !== 'services' || names.length > 0),
    );
  const toContent = (content: Content) => Object.fromEntries(parts.map((part) => [part, content[part]]));
  const linkTo = (id: string): TemplateLink => ({ kind: kind.link, id });

  /** Returns the changes of a template, with one more if its content differs. */
  function withChange(context: TemplateContext, before: StoredTemplate<Content>, after: Content) {
    if (!kind.keepsChanges) return [];
    const replaced = hashContent(toContent(before));
    if (hashContent(toContent(after)) === replaced) return before.changes;
    return [...before.changes, toChange(context, replaced)].slice(-maxChanges);
  }

  async function get(tenantId: string, id: string): Promise<StoredTemplate<Content>> {
    const template = await database.read((connection) => repository(connection.tenant(tenantId)).find(id));
    if (template === null) throw kind.notFound();
    return template;
  }

  function add(
    context: TemplateContext,
    name: string,
    content: Content,
    verb: 'created' | 'copied',
    changes: object,
  ): Promise<StoredTemplate<Content>> {
    const now = clock.now();
    const template: StoredTemplate<Content> = {
      ...content,
      id: newId(),
      tenantId: context.tenantId,
      name: name.trim(),
      createdAt: now,
      updatedAt: now,
      changes: kind.keepsChanges ? [toChange(context, null)] : [],
    };
    return runUnit(async (unit) => {
      await holdTenant(unit, context.tenantId);
      await repository(unit.tenant(context.tenantId)).insert(template);
      record(unit, context, verb, template, { name: template.name, ...namesIn(template), ...changes });
      return template;
    });
  }

  async function underLock<T>(
    context: TemplateContext,
    id: string,
    work: (unit: UnitOfWork, scope: TenantScope, before: StoredTemplate<Content>) => Promise<T>,
  ) {
    return runUnit(async (unit) => {
      await holdTenant(unit, context.tenantId);
      const scope = unit.tenant(context.tenantId);
      const before = await repository(scope).lock(id);
      if (before === null) throw kind.notFound();
      return work(unit, scope, before);
    });
  }

  function record(
    unit: UnitOfWork,
    { tenantId, actor, note }: TemplateContext,
    verb: string,
    { id, name }: { readonly id: string; readonly name: string },
    changes: Readonly<Record<string, unknown>>,
  ): void {
    unit.audit({
      tenantId,
      action: `${kind.resourceType}:${verb}`,
      resourceType: kind.resourceType,
      resourceId: id,
      resourceName: name,
      actor,
      changes: { ...changes, ...(note !== undefined && { note }) },
    });
  }

  return {
    get,
    list: (tenantId) => database.read((connection) => repository(connection.tenant(tenantId)).list()),

    async create(context, input) {
      return add(context, input.name, kind.make(input), 'created', {});
    },

    update(context, id, input, require) {
      return underLock(context, id, async (unit, scope, before) => {
        require?.(before);
        const content = kind.change(before, input);
        await kind.guard(before, content, {
          using: () => usage.using(scope, linkTo(id)),
          holders: () => usage.holders(scope, linkTo(id)),
        });
        const after: StoredTemplate<Content> = {
          ...before,
          ...content,
          name: input.name?.trim() ?? before.name,
          updatedAt: clock.now(),
          changes: withChange(context, before, content),
        };
        await repository(scope).save(after);
        const differences = parts.flatMap((part) =>
          changedEntries(part, before[part] as object, after[part] as object),
        );
        record(unit, context, 'updated', after, {
          ...changedFields({ name: before.name }, { name: after.name }),
          ...toChanges(differences),
        });
        return after;
      });
    },

    async copy(context, original, name) {
      return add(context, name ?? truncate(`Copy of ${original.name}`, 200), original, 'copied', {
        copiedFrom: original.id,
      });
    },

    async check(before, input, profiles) {
      if (before === null) kind.make(input);
      else
        await kind.guard(before, kind.change(before, input), {
          using: async () => profiles,
          holders: async () => profiles,
        });
    },

    remove(context, id, require) {
      return underLock(context, id, async (unit, scope, before) => {
        require?.(before);
        // The order matters: a profile being activated at the same time is waited for, and then seen.
        await usage.release(scope, linkTo(id));
        const activeProfiles = (await usage.using(scope, linkTo(id))).map(toProfileReference);
        if (activeProfiles.length > 0)
          throw new ServiceError('template_in_use', { body: { activeProfiles } });
        await repository(scope).remove(id);
        record(unit, context, 'deleted', before, { name: before.name, ...namesIn(before) });
      });
    },

    async profileUsage(tenantId, id) {
      await get(tenantId, id);
      return database.read((connection) => usage.using(connection.tenant(tenantId), linkTo(id)));
    },
  };
}
