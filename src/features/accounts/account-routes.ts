import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import type { Route } from '../../http/route';
import type { Clock } from '../../kernel/clock';
import type { HookRunner } from '../../plugins/plugin-registry';
import { type ConfirmOwner, createAccountChanges } from './account-changes';
import type { PasswordHasher } from './password-hasher';
import { roleRoutes } from './role-routes';
import { createRoleService } from './role-service';
import { userRoutes } from './user-routes';
import { createUserService } from './user-service';

export interface AccountRoutesOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly hooks: HookRunner;
  readonly clock: Clock;
  /** `auth.defaultRole`. */
  readonly defaultRole: string | null;
  readonly confirmOwner: ConfirmOwner;
  readonly tenantExists: (id: string) => Promise<boolean>;
}

/** The admin API's routes of users, roles and permissions. */
export function accountRoutes(options: AccountRoutesOptions): Route[] {
  const changeAccounts = createAccountChanges(options.runUnit);
  const routes = [
    ...userRoutes(createUserService({ ...options, changeAccounts })),
    ...roleRoutes(createRoleService({ ...options, changeAccounts })),
  ];
  return routes.map((route) => ({ ...route, crossTenant: true }));
}
