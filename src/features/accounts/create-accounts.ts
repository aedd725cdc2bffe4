import type { ResolvedConfig } from '../../config/config-schema';
import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import type { Clock } from '../../kernel/clock';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { Feature } from '../feature';
import { type ConfirmOwner, createAccountChanges, type IssueAccountLink } from './account-changes';
import type { PasswordHasher } from './password-hasher';
import { roleRoutes } from './role-routes';
import { createRoleService } from './role-service';
import { activeSuperadminExists } from './user-repository';
import { userRoutes } from './user-routes';
import { createUserService } from './user-service';

export interface AccountsOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly hooks: HookRunner;
  readonly clock: Clock;
  readonly auth: Pick<ResolvedConfig['auth'], 'defaultRole' | 'mode'>;
  /** `dashboard.path`, where links to choose a password lead. */
  readonly dashboardPath: string;
  readonly issueLink: IssueAccountLink;
  readonly confirmOwner: ConfirmOwner;
  readonly tenants: { readonly several: boolean; exists(id: string): Promise<boolean> };
}

export interface AccountsFeature extends Feature {
  /** Returns whether an active user has every permission. */
  superadminExists(): Promise<boolean>;
}

/** Creates the services for users, roles and permissions. */
export function createAccounts({
  auth,
  tenants,
  dashboardPath,
  ...options
}: AccountsOptions): AccountsFeature {
  const { database, runUnit } = options;
  const changeAccounts = createAccountChanges(runUnit);
  const users = createUserService({
    ...options,
    changeAccounts,
    defaultRole: auth.defaultRole,
    mode: auth.mode,
    // In single-tenant mode every tenant id is accepted.
    tenantExists: tenants.several ? tenants.exists : async () => true,
  });
  const routes = [
    ...userRoutes(users, dashboardPath),
    ...roleRoutes(createRoleService({ ...options, changeAccounts })),
  ];
  return {
    adminRoutes: routes.map((route) => ({ ...route, crossTenant: true })),
    superadminExists: () => database.read(activeSuperadminExists),
  };
}
