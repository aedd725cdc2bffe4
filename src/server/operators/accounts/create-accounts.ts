import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/kernel/clock';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import { type ConfirmOwner, createAccountChanges } from './account-changes';
import { deleteExpiredLinks } from './account-link-repository';
import { accountLinkRoutes } from './account-link-routes';
import { createAccountLinks, type LinkTokens } from './account-links';
import { listActiveWith } from './authority-repository';
import { createFindDashboardPage, type DashboardPageOptions } from './dashboard-page';
import type { PasswordHasher } from './password-hasher';
import { roleRoutes } from './role-routes';
import { createRoleService } from './role-service';
import { activeSuperadminExists } from './user-repository';
import { userRoutes } from './user-routes';
import { createUserService, type RevokeKeysOf } from './user-service';

export interface AccountsOptions extends DashboardPageOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly hooks: HookRunner;
  readonly clock: Clock;
  readonly auth: Pick<ResolvedConfig['auth'], 'defaultRole' | 'mode'>;
  readonly linkTokens: LinkTokens;
  readonly confirmOwner: ConfirmOwner;
  readonly revokeKeysOf: RevokeKeysOf;
  readonly tenants: { readonly several: boolean; exists(id: string): Promise<boolean> };
}

export interface AccountsFeature extends Feature {
  /** Returns whether an active user has every permission. */
  superadminExists(): Promise<boolean>;
  /** Returns whether an active user other than this one can approve publications of a tenant. */
  otherApproverExists(tenantId: string, userId: string | null): Promise<boolean>;
}

/** Creates the services for users, roles and permissions. */
export function createAccounts({ auth, tenants, linkTokens, ...options }: AccountsOptions): AccountsFeature {
  const { clock, database, runUnit } = options;
  const changeAccounts = createAccountChanges(runUnit);
  const links = createAccountLinks({ database, changeAccounts, tokens: linkTokens, clock });
  const users = createUserService({
    ...options,
    changeAccounts,
    links,
    defaultRole: auth.defaultRole,
    mode: auth.mode,
    // In single-tenant mode every tenant id is accepted.
    tenantExists: tenants.several ? tenants.exists : async () => true,
  });
  const routes = [
    ...userRoutes(users, createFindDashboardPage(options)),
    ...accountLinkRoutes(links),
    ...roleRoutes(createRoleService({ ...options, changeAccounts })),
  ];
  return {
    adminRoutes: routes.map((route) => ({ ...route, crossTenant: true })),
    maintain: () => database.transaction((connection) => deleteExpiredLinks(connection, clock.now())),
    superadminExists: () => database.read(activeSuperadminExists),
    async otherApproverExists(tenantId, besideUserId) {
      const approvers = await database.read((connection) => listActiveWith(connection, 'profiles:approve'));
      return approvers.some(
        ({ userId, allowedTenants }) =>
          userId !== besideUserId && (allowedTenants?.includes(tenantId) ?? true),
      );
    },
  };
}
