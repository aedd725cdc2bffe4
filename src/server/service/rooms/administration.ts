import { createAccounts, createProviderUsers, type RevokeKeysOf } from '#operators/accounts/index';
import { createApiKeys } from '#operators/api-keys/index';
import { createAudit } from '#operators/audit/index';
import { createAuth, createRefusalAudit } from '#operators/auth/index';
import { createWebhooks } from '#operators/webhooks/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { createSettings } from '#sites/settings/index';
import { createTenants } from '#sites/tenants/index';
import type { Platform } from '../platform';

export type Administration = ReturnType<typeof createAdministration>;

/** Creates the features that decide who can do what, and record it. */
export function createAdministration(config: ResolvedConfig, platform: Platform) {
  const { background, clock, database, hasher, hooks, logger, runUnit, telemetry, watcher } = platform;
  const tenants = createTenants({
    clock,
    database,
    runUnit,
    watcher,
    tenancy: config.tenancy,
    receipts: config.receipts,
  });
  const { directory } = tenants;
  const users = createProviderUsers({
    clock,
    database,
    hooks,
    logger,
    runUnit,
    auth: config.auth,
    tenants: directory,
  });
  const revokeKeysOf: RevokeKeysOf = (unit, userId, actor) => apiKeys.revokeKeysOf(unit, userId, actor);
  const auth = createAuth({
    clock,
    database,
    hasher,
    logger,
    runUnit,
    masterSecrets: platform.secrets.master,
    auth: config.auth,
    dashboard: config.dashboard,
    users,
    revokeKeysOf,
  });
  const refusals = createRefusalAudit({ ...platform, mode: config.auth.mode });
  const settings = createSettings({
    ...platform,
    tenantExists: directory.exists,
    severalTenants: directory.several,
    otherApproverExists: (tenantId, userId) => accounts.otherApproverExists(tenantId, userId),
  });
  const accounts = createAccounts({
    clock,
    database,
    hasher,
    hooks,
    runUnit,
    auth: config.auth,
    confirmOwner: auth.confirmOwner,
    dashboard: config.dashboard,
    adminOrigins: settings.adminAllowedOrigins,
    linkTokens: auth.linkTokens,
    revokeKeysOf,
    tenants: directory,
  });
  const apiKeys = createApiKeys({
    background,
    clock,
    database,
    logger,
    runUnit,
    watcher,
    tenantExists: directory.exists,
    auth: config.auth,
  });
  const webhooks = createWebhooks({
    background,
    clock,
    database,
    logger,
    runUnit,
    watcher,
    telemetry,
    confirmOwner: auth.confirmOwner,
    outbox: platform.webhookOutbox,
    times: platform.webhookTimes,
    webhooks: config.webhooks,
  });
  const audit = createAudit(platform);
  return { tenants, auth, refusals, accounts, apiKeys, webhooks, settings, audit };
}
