// Why: docs/adr/0004-tenant-scope.md

/**
 * All tables of the service, by their names in the code (their real names have the configured prefix). Tenant
 * tables can only be used through a tenant scope, which filters by `tenant_id` and sets it.
 */
export const tenantTables = [
  'settings',
  'profiles',
  'profile_versions',
  'publications',
  'publication_periods',
  'publication_requests',
  'experiments',
  'purges',
  'consent_templates',
  'ui_templates',
  'configuration_keys',
  'consents',
  'consent_history',
  'accounts',
  'parental_consents',
  'erasures',
  'erased_visitors',
  'api_keys',
  'audit',
  'audit_heads',
  'statistics_changes',
  'daily_sums',
  'banner_sums',
  'current_sums',
  'registrations',
  'page_origins',
  'findings',
  'cookie_sightings',
  'webhooks',
  'webhook_messages',
] as const;

export const globalTables = [
  'tenants',
  'users',
  'roles',
  'role_permissions',
  'user_roles',
  'sessions',
  'account_links',
  'login_attempts',
  'sso_requests',
  'revisions',
  'secrets',
  'leases',
  'files',
  'value_checks',
] as const;

export type TenantTable = (typeof tenantTables)[number];
export type GlobalTable = (typeof globalTables)[number];
