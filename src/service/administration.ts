import { createAuth, createRefusalAudit } from '../auth';
import type { ResolvedConfig } from '../config/config-schema';
import { createAccounts, createProviderUsers } from '../features/accounts';
import { createApiKeys } from '../features/api-keys';
import { createAudit } from '../features/audit';
import { createSettings } from '../features/settings';
import { createTenants } from '../features/tenants';
import type { Platform } from './platform';

/** Creates the features that decide who can do what, and record it. */
export function createAdministration(config: ResolvedConfig, platform: Platform) {
  const tenants = createTenants({ ...platform, tenancy: config.tenancy, receipts: config.receipts });
  const { directory } = tenants;
  const users = createProviderUsers({ ...platform, auth: config.auth, tenants: directory });
  const auth = createAuth({
    ...platform,
    masterSecrets: platform.secrets.master,
    auth: config.auth,
    dashboard: config.dashboard,
    users,
  });
  const refusals = createRefusalAudit(platform);
  const settings = createSettings(platform);
  const accounts = createAccounts({
    ...platform,
    auth: config.auth,
    confirmOwner: auth.confirmOwner,
    dashboard: config.dashboard,
    adminOrigins: settings.adminAllowedOrigins,
    linkTokens: auth.linkTokens,
    tenants: directory,
  });
  const apiKeys = createApiKeys({ ...platform, tenantExists: directory.exists });
  const audit = createAudit(platform);
  return { tenants, auth, refusals, accounts, apiKeys, settings, audit };
}
