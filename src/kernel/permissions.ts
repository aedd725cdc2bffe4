/** Every permission there is, `<resource>:<verb>`. Admin routes name exactly one; roles hold any number. */
export const permissions = {
  'profiles:read': 'See profiles, their versions and validation',
  'profiles:create': 'Create and copy profiles',
  'profiles:update': 'Change profiles, roll back, import translations',
  'profiles:delete': 'Delete profiles',
  'profiles:activate': 'Publish and withdraw profiles, also by saving one with `isActive: true`',
  'templates:read': 'See consent and UI templates',
  'templates:create': 'Create and copy templates',
  'templates:update': 'Change templates',
  'templates:delete': 'Delete templates',
  'consents:read': 'See consent records and their history',
  'consents:update':
    'Change and erase consents, as API keys can: with `consents:read` needed to create and reactivate them',
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

/** Whether this version knows the permission: a newer one may have stored others. */
export const isPermission = (id: unknown): id is Permission =>
  typeof id === 'string' && Object.hasOwn(permissions, id);

const allPermissions = Object.keys(permissions) as readonly Permission[];

const readOnly = allPermissions.filter((id) => id.endsWith(':read'));
function without(ids: readonly Permission[], ...resources: string[]): Permission[] {
  return ids.filter((id) => !resources.includes(id.split(':')[0] ?? ''));
}

/** Built-in roles, fixed. `superadmin` also has every tenant, whatever its `allowedTenants`. */
export const builtInRoles = {
  superadmin: { description: 'Everything, in every tenant', permissions: allPermissions },
  admin: { description: 'Everything but tenants', permissions: without(allPermissions, 'tenants') },
  editor: {
    description: 'Profiles and templates; reads the rest',
    permissions: allPermissions.filter(
      (id) => /^(profiles|templates):/.test(id) || viewerReads().includes(id),
    ),
  },
  viewer: { description: 'Reading only', permissions: viewerReads() },
  auditor: {
    description: 'Consents, audit and export',
    permissions: ['consents:read', 'visitors:read', 'audit:read', 'exports:read'],
  },
} as const satisfies Record<string, { description: string; permissions: readonly Permission[] }>;

/** What the role `viewer` reads: not users, roles, keys, tenants, audit or exports. */
function viewerReads(): Permission[] {
  return without(readOnly, 'users', 'roles', 'apikeys', 'tenants', 'audit', 'exports');
}
