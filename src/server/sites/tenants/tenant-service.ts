import type { Database } from '#platform/database/database';
import { isUniqueViolation } from '#platform/database/dialect';
import { bumpContent, type RevisionWatcher } from '#platform/database/revisions';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import type { Feature } from '#platform/feature';
import type { Actor, Principal } from '#platform/kernel/caller';
import { changedFields } from '#platform/kernel/changes';
import { type Clock, toIso } from '#platform/kernel/clock';
import { runEach } from '#platform/kernel/concurrency/run-each';
import { alreadyExists, ServiceError } from '#platform/kernel/errors';
import { defaultTenantId, newId } from '#platform/kernel/ids';
import { activeProfiles, removeLargeData, removeWorkingData, tenantsToClear } from './tenant-data-repository';
import {
  deleteTenant,
  findTenant,
  initialTenantName,
  insertTenant,
  listTenants,
  lockTenant,
  type StoredTenant,
  updateTenant,
} from './tenant-repository';
import type { Tenant, TenantCreate, TenantUpdate } from './tenant-schemas';

export interface TenantServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly watcher: RevisionWatcher;
  readonly clock: Clock;
  /** Whether there can be tenants other than `default`. */
  readonly several: boolean;
}

export interface TenantContext {
  readonly caller: Principal;
  readonly actor: Actor;
}

/**
 * Manages the tenants of the installation. Changes take effect in this process at once, in others within half
 * a second.
 */
export interface TenantService {
  /** Creates the row of `default` if missing. */
  start(): Promise<void>;
  /** Lists the tenants that the caller can see. */
  list(caller: Principal): Promise<Tenant[]>;
  /**
   * Rejects callers that cannot create tenants, whatever the request body. @throws ServiceError
   * `tenant_forbidden`, `single_tenant`
   */
  requireMayCreate(caller: Principal): void;
  /** @throws ServiceError also `already_exists` */
  create(context: TenantContext, input: TenantCreate): Promise<Tenant>;
  /** @throws ServiceError `tenant_not_found`, also for one that the caller cannot see */
  get(caller: Principal, id: string): Promise<Tenant>;
  /** @throws ServiceError `tenant_forbidden`, `tenant_not_found` */
  requireMayChange(caller: Principal, id: string): Promise<void>;
  /**
   * @param check throws where the tenant, which no other change can reach now, is not in the state that the caller has read
   * @throws ServiceError `tenant_forbidden`, `tenant_not_found`, `already_exists`, and as `check` does
   */
  update(
    context: TenantContext,
    id: string,
    input: TenantUpdate,
    check: (tenant: Tenant) => void,
  ): Promise<Tenant>;
  /**
   * Deletes a tenant. Its consents and audit log stay as evidence; its keys stop working. @throws
   * ServiceError also `default_tenant`, `tenant_in_use`
   */
  remove(context: TenantContext, id: string): Promise<void>;
  /** Removes what the deletion of a tenant has left. */
  readonly maintain: NonNullable<Feature['maintain']>;
}

export function createTenantService({
  database,
  runUnit,
  watcher,
  clock,
  several,
}: TenantServiceOptions): TenantService {
  /** Rejects ids outside the caller's tenants, so that the caller does not learn which others exist. */
  function requireWithinScope({ allowedTenants }: Principal, id: string): void {
    if (allowedTenants !== null && !allowedTenants.includes(id)) throw new ServiceError('tenant_forbidden');
  }

  const isInUse = (id: string) => several || id === defaultTenantId;

  async function locked(unit: UnitOfWork, { caller }: TenantContext, id: string): Promise<StoredTenant> {
    requireWithinScope(caller, id);
    const tenant = isInUse(id) ? await lockTenant(unit, id) : null;
    if (tenant === null) throw new ServiceError('tenant_not_found');
    return tenant;
  }

  /**
   * Audits a change to a tenant. Tenants belong to the installation, so the chain of `default` contains the
   * entry, as for sign-ins.
   */
  async function record(
    unit: UnitOfWork,
    { actor }: TenantContext,
    verb: string,
    { id, name }: Pick<StoredTenant, 'id' | 'name'>,
    changes: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    unit.audit({
      tenantId: defaultTenantId,
      action: `tenant:${verb}`,
      resourceType: 'tenant',
      resourceId: id,
      resourceName: name,
      actor,
      changes,
    });
    await bumpContent(unit, null);
    unit.afterCommit(() => watcher.expire(null));
  }

  async function list({ allowedTenants }: Principal): Promise<Tenant[]> {
    const tenants = await database.read(listTenants);
    return tenants
      .filter(({ id }) => isInUse(id) && (allowedTenants === null || allowedTenants.includes(id)))
      .map(toView);
  }

  function requireMayCreate({ allowedTenants }: Principal): void {
    if (allowedTenants !== null)
      throw new ServiceError('tenant_forbidden', {
        message: 'Only users with access to all tenants can create tenants.',
      });
    if (!several) throw new ServiceError('single_tenant');
  }

  return {
    async start() {
      if ((await database.read((connection) => findTenant(connection, { id: defaultTenantId }))) !== null)
        return;
      const now = clock.now();
      const tenant = {
        id: defaultTenantId,
        name: initialTenantName,
        slug: defaultTenantId,
        createdAt: now,
        updatedAt: now,
      };
      await database
        .transaction((connection) => insertTenant(connection, tenant))
        .catch((error) => {
          // Another process was first.
          if (!isUniqueViolation(error)) throw error;
        });
    },

    list,

    requireMayCreate,

    async create(context, { name, slug }) {
      requireMayCreate(context.caller);
      const now = clock.now();
      const tenant = { id: newId(), name: name.trim(), slug, createdAt: now, updatedAt: now };
      requireFree(tenant);
      await runUnit(async (unit) => {
        await insertTenant(unit, tenant).catch(rethrowConflict);
        await record(unit, context, 'created', tenant, { name: tenant.name, slug });
      });
      return toView(tenant);
    },

    async get(caller, id) {
      const tenant = (await list(caller)).find((each) => each.id === id);
      if (tenant === undefined) throw new ServiceError('tenant_not_found');
      return tenant;
    },

    async requireMayChange(caller, id) {
      requireWithinScope(caller, id);
      const tenant = isInUse(id) ? await database.read((connection) => findTenant(connection, { id })) : null;
      if (tenant === null) throw new ServiceError('tenant_not_found');
    },

    update: (context, id, input, check) =>
      runUnit(async (unit) => {
        const before = await locked(unit, context, id);
        check(toView(before));
        const after = {
          ...before,
          name: input.name?.trim() ?? before.name,
          slug: input.slug ?? before.slug,
          updatedAt: clock.now(),
        };
        const changes = changedFields(
          { name: before.name, slug: before.slug },
          { name: after.name, slug: after.slug },
        );
        if (Object.keys(changes).length === 0) return toView(before);
        requireFree(after);
        await updateTenant(unit, after).catch(rethrowConflict);
        await record(unit, context, 'updated', after, changes);
        return toView(after);
      }),

    async remove(context, id) {
      await runUnit(async (unit) => {
        // Every publication locks the tenant too, so none can happen between this check and the deletion.
        const tenant = await locked(unit, context, id);
        if (id === defaultTenantId) throw new ServiceError('default_tenant');
        const scope = unit.tenant(id);
        const active = await activeProfiles(scope);
        if (active.length > 0) throw new ServiceError('tenant_in_use', { body: { activeProfiles: active } });
        await removeWorkingData(scope);
        await deleteTenant(unit, id);
        await record(unit, context, 'deleted', tenant, { name: tenant.name, slug: tenant.slug });
      });
      // The tenant is deleted; the upkeep removes what is left.
      await removeLargeData(database, id).catch(() => {});
    },

    async maintain(isOver) {
      const ids = await database.read(tenantsToClear);
      await runEach(ids, (id) => removeLargeData(database, id, isOver));
      return ids.length > 0 && isOver() ? 'unfinished' : 'finished';
    },
  };
}

/** Reserves `default` for the default tenant, even while that has another slug. */
function requireFree({ id, slug }: StoredTenant): void {
  if (slug === defaultTenantId && id !== defaultTenantId) throw slugConflict();
}

function rethrowConflict(error: unknown): never {
  throw isUniqueViolation(error) ? slugConflict(error) : error;
}

function slugConflict(cause?: unknown): ServiceError {
  return alreadyExists('slug', 'Another tenant already uses this slug.', cause);
}

function toView({ createdAt, updatedAt, ...tenant }: StoredTenant): Tenant {
  return { ...tenant, createdAt: toIso(createdAt), updatedAt: toIso(updatedAt) };
}
