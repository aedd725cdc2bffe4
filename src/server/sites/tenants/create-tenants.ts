import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Database } from '#platform/database/database';
import type { RevisionWatcher } from '#platform/database/revisions';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Feature } from '#platform/feature';
import type { RecordKind } from '#platform/http/route';
import type { Principal } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { defaultTenantId } from '#platform/kernel/ids';
import { type ControllerName, createControllerName } from './controller-name';
import { existsInAnotherTenant } from './other-tenants-repository';
import { createTenantDirectory, type TenantDirectory } from './tenant-directory';
import { hasRetainedData, listTenants } from './tenant-repository';
import { tenantRoutes } from './tenant-routes';
import { createTenantService } from './tenant-service';

export interface TenantsOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly watcher: RevisionWatcher;
  readonly clock: Clock;
  readonly tenancy: Pick<ResolvedConfig['tenancy'], 'enabled'>;
  readonly receipts: Pick<ResolvedConfig['receipts'], 'controllerName'>;
}

export interface TenantsFeature extends Feature {
  readonly directory: TenantDirectory;
  readonly controllerName: ControllerName;
  /** Creates the default tenant, unless it exists. `start` does so too. */
  ensureDefault(): Promise<void>;
  /** Returns the ids of all tenants, in order of creation. */
  listIds(): Promise<readonly string[]>;
  /** Returns the ids of the tenants that a signed-in user can see. */
  visibleTo(caller: Principal): Promise<readonly string[]>;
  /** Returns whether an existing tenant other than these has the record. */
  existsInAnotherTenant(record: RecordKind, id: string, tenantIds: readonly string[]): Promise<boolean>;
  /** Accepts deleted tenants too, whose evidence is retained. @throws ServiceError `tenant_not_found` */
  requireKnown(tenantId: string): Promise<void>;
}

/** The tenants of the installation; only `default` while `tenancy.enabled` is false. */
export function createTenants({ tenancy, receipts, ...options }: TenantsOptions): TenantsFeature {
  const { database } = options;
  const several = tenancy.enabled;
  const directory = createTenantDirectory({ ...options, several });
  const service = createTenantService({ ...options, several });
  return {
    adminRoutes: tenantRoutes(service),
    start: service.start,
    ensureDefault: service.start,
    maintain: service.maintain,
    directory,
    controllerName: createControllerName(database, receipts.controllerName),
    listIds: async () =>
      several ? (await database.read(listTenants)).map(({ id }) => id) : [defaultTenantId],
    visibleTo: async (caller) => (await service.list(caller)).map(({ id }) => id),
    existsInAnotherTenant: (...record) =>
      database.read((connection) => existsInAnotherTenant(connection, ...record)),
    async requireKnown(tenantId) {
      const isKnown =
        (await directory.exists(tenantId)) ||
        (await database.read((connection) => hasRetainedData(connection, tenantId)));
      if (!isKnown) throw new ServiceError('tenant_not_found');
    },
  };
}
