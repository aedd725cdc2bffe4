import type { KeyScope } from '#platform/kernel/permissions';

/** The types make sure that this is every scope, since the dashboard imports nothing else of the server. */
const scopes: Readonly<Record<KeyScope, true>> = {
  'profiles:read': true,
  'profiles:create': true,
  'profiles:update': true,
  'profiles:delete': true,
  'profiles:activate': true,
  'templates:read': true,
  'templates:create': true,
  'templates:update': true,
  'templates:delete': true,
  'consents:read': true,
  'consents:update': true,
  'consents:erase': true,
  'erasures:read': true,
  'visitors:read': true,
  'stats:read': true,
  'audit:read': true,
  'exports:read': true,
  'settings:read': true,
  'registrations:read': true,
};

/** The permissions that a key can have. */
export const keyScopes = Object.keys(scopes) as readonly KeyScope[];

/** The permissions that correspond to a key without scopes. */
export const rightsWithoutScopes: readonly KeyScope[] = [
  'consents:read',
  'consents:update',
  'consents:erase',
];
