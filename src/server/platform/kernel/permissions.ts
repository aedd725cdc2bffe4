/** All permissions, `<resource>:<verb>`. An admin route requires exactly one; a role has any number. */
export const permissions = {
  'profiles:read': 'See profiles, their versions and validation',
  'profiles:create': 'Create and copy profiles',
  'profiles:update': 'Change profiles, roll back, import translations, list and ignore findings',
  'profiles:delete': 'Delete profiles',
  'profiles:activate':
    'Publish and withdraw profiles, including by saving one with `isActive: true`; decide which cookies are necessary and pass the guard',
  'profiles:approve': 'Approve or decline publications that somebody else has requested',
  'templates:read': 'See consent and UI templates',
  'templates:create': 'Create and copy templates',
  'templates:update': 'Change templates',
  'templates:delete': 'Delete templates',
  'consents:read': 'See consent records and their history',
  'consents:update': 'Import consents; as a scope of an API key, record and change them',
  'consents:erase': 'Erase visitors on request, in the dashboard or the admin API',
  'erasures:read': 'See erasures and verify their certificates',
  'visitors:read': 'See visitor records',
  'stats:read': 'See statistics',
  'audit:read': 'Read and verify the audit log',
  'exports:read': 'Export consents, audit and translations',
  'users:read': 'See users',
  'users:create': 'Create users',
  'users:update': 'Change users and their roles',
  'users:delete': 'Delete users',
  'roles:read': 'See roles and permissions',
  'roles:create': 'Create roles',
  'roles:update': 'Change roles and their permissions',
  'roles:delete': 'Delete roles',
  'apikeys:read': 'See API keys',
  'apikeys:create': 'Create and reactivate API keys',
  'apikeys:delete': 'Revoke and delete API keys',
  'webhooks:read': 'See webhooks and their waiting messages',
  'webhooks:create': 'Create webhooks, which send visitors’ decisions to another server',
  'webhooks:update': 'Change, test and replay webhooks, and replace their secrets',
  'webhooks:delete': 'Delete webhooks',
  'settings:read': 'See settings',
  'settings:update': 'Change settings and run the setup, which publishes starter profiles',
  'tenants:read': 'See tenants',
  'tenants:create': 'Create tenants',
  'tenants:update': 'Change tenants',
  'tenants:delete': 'Delete tenants',
  'registrations:read': 'See TCF and GPP registrations',
  'registrations:confirm': 'Confirm TCF and GPP registrations',
} as const;

export type Permission = keyof typeof permissions;

/** Returns whether this version of the package has the permission; a newer version may have stored others. */
export const isPermission = (id: unknown): id is Permission =>
  typeof id === 'string' && Object.hasOwn(permissions, id);

/**
 * Permissions that an API key can have as its scopes. The others stay with people: to decide about people, roles, keys,
 * tenants and settings, to send data elsewhere, and to approve what somebody else publishes.
 */
export const keyScopes = [
  'profiles:read',
  'profiles:create',
  'profiles:update',
  'profiles:delete',
  'profiles:activate',
  'templates:read',
  'templates:create',
  'templates:update',
  'templates:delete',
  'consents:read',
  'consents:update',
  'consents:erase',
  'erasures:read',
  'visitors:read',
  'stats:read',
  'audit:read',
  'exports:read',
  'settings:read',
  'registrations:read',
] as const satisfies readonly Permission[];

export type KeyScope = (typeof keyScopes)[number];

const keyScopeIds: ReadonlySet<string> = new Set(keyScopes);

/** Returns whether an API key can have the permission in this version of the package. */
export const isKeyScope = (id: string): id is KeyScope => keyScopeIds.has(id);

const allPermissions = Object.keys(permissions) as readonly Permission[];

const readOnly = allPermissions.filter((id) => id.endsWith(':read'));
function without(ids: readonly Permission[], ...resources: string[]): Permission[] {
  return ids.filter((id) => !resources.includes(id.split(':')[0] ?? ''));
}

/**
 * Built-in roles, which cannot be changed. `superadmin` has access to all tenants, whatever its
 * `allowedTenants`.
 */
export const builtInRoles = {
  superadmin: { description: 'Everything, in every tenant', permissions: allPermissions },
  admin: { description: 'Everything except tenants', permissions: without(allPermissions, 'tenants') },
  editor: {
    description: 'Profiles and templates, and reading what `viewer` can read',
    permissions: allPermissions.filter(
      (id) => /^(profiles|templates):/.test(id) || viewerReads().includes(id),
    ),
  },
  viewer: { description: 'Read only', permissions: viewerReads() },
  auditor: {
    description: 'Reading and exporting consents, erasures and the audit log',
    permissions: [
      'consents:read',
      'erasures:read',
      'visitors:read',
      'audit:read',
      'exports:read',
      'registrations:read',
    ],
  },
} as const satisfies Record<string, { description: string; permissions: readonly Permission[] }>;

/**
 * Returns the permissions of the role `viewer`: all that read, except users, roles, API keys, webhooks, tenants, the
 * audit log, exports and erasures.
 */
function viewerReads(): Permission[] {
  return without(
    readOnly,
    'users',
    'roles',
    'apikeys',
    'webhooks',
    'tenants',
    'audit',
    'exports',
    'erasures',
  );
}
