import type { ComponentType } from 'react';
import type { IconName } from '../components';
import type { Words } from '../words';

export interface Screen {
  /** Below the dashboard's path, as wouter writes patterns: `/banners/:id`. */
  readonly path: string;
  /** Without it, the screen says so instead; null: every signed-in user. */
  readonly permission: string | null;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

export interface Entry {
  readonly to: string;
  readonly label: keyof Words['nav'];
  readonly icon: IconName;
  readonly permission: string | null;
  /** Only with several tenants. */
  readonly needsTenancy?: boolean;
}

/** Every screen. Each is loaded when it is first opened. */
export const screens: readonly Screen[] = [
  { path: '/', permission: 'stats:read', load: () => import('../screens/overview') },
  { path: '/banners', permission: 'profiles:read', load: () => import('../screens/banners') },
  {
    path: '/banners/:id/preview',
    permission: 'profiles:read',
    load: () => import('../screens/banner-preview'),
  },
  { path: '/banners/:id/:tab?', permission: 'profiles:read', load: () => import('../screens/banner') },
  {
    path: '/publications',
    permission: 'profiles:read',
    load: () => import('../screens/publications'),
  },
  { path: '/templates', permission: 'templates:read', load: () => import('../screens/templates') },
  {
    path: '/templates/looks/:id',
    permission: 'templates:read',
    load: () => import('../screens/templates/look'),
  },
  {
    path: '/templates/cookies/:id',
    permission: 'templates:read',
    load: () => import('../screens/templates/cookie-list'),
  },
  { path: '/catalogue', permission: 'templates:read', load: () => import('../screens/catalogue') },
  { path: '/places', permission: 'profiles:read', load: () => import('../screens/places') },
  { path: '/setup', permission: 'settings:update', load: () => import('../screens/setup') },
  { path: '/installation', permission: 'settings:read', load: () => import('../screens/installation') },
  { path: '/consents', permission: 'consents:read', load: () => import('../screens/consents') },
  { path: '/visitors/:visitorId', permission: 'consents:read', load: () => import('../screens/visitor') },
  { path: '/audit', permission: 'audit:read', load: () => import('../screens/audit') },
  { path: '/exports', permission: 'exports:read', load: () => import('../screens/exports') },
  { path: '/import', permission: 'consents:update', load: () => import('../screens/import') },
  { path: '/settings', permission: 'settings:read', load: () => import('../screens/settings') },
  { path: '/frameworks', permission: 'registrations:read', load: () => import('../screens/frameworks') },
  { path: '/people', permission: 'users:read', load: () => import('../screens/people') },
  { path: '/people/:id', permission: 'users:read', load: () => import('../screens/people/user') },
  { path: '/roles', permission: 'roles:read', load: () => import('../screens/roles') },
  { path: '/roles/:id', permission: 'roles:read', load: () => import('../screens/roles/role') },
  { path: '/api-keys', permission: 'apikeys:read', load: () => import('../screens/api-keys') },
  { path: '/tenants', permission: 'tenants:read', load: () => import('../screens/tenants') },
  { path: '/account', permission: null, load: () => import('../screens/account') },
];

/** What the rail shows, top to bottom; entries that the user may not open are absent. */
export const mainEntries: readonly Entry[] = [
  { to: '/', label: 'overview', icon: 'overview', permission: 'stats:read' },
  { to: '/banners', label: 'banners', icon: 'banner', permission: 'profiles:read' },
  { to: '/consents', label: 'records', icon: 'person', permission: 'consents:read' },
  { to: '/templates', label: 'buildingBlocks', icon: 'blocks', permission: 'templates:read' },
  { to: '/publications', label: 'publications', icon: 'calendar', permission: 'profiles:read' },
  { to: '/places', label: 'places', icon: 'place', permission: 'profiles:read' },
  { to: '/audit', label: 'audit', icon: 'audit', permission: 'audit:read' },
  { to: '/exports', label: 'exports', icon: 'download', permission: 'exports:read' },
];

export const settingsEntries: readonly Entry[] = [
  { to: '/settings', label: 'sites', icon: 'settings', permission: 'settings:read' },
  { to: '/installation', label: 'installation', icon: 'code', permission: 'settings:read' },
  { to: '/import', label: 'import', icon: 'upload', permission: 'consents:update' },
  { to: '/people', label: 'people', icon: 'people', permission: 'users:read' },
  { to: '/roles', label: 'roles', icon: 'lock', permission: 'roles:read' },
  { to: '/api-keys', label: 'apiKeys', icon: 'key', permission: 'apikeys:read' },
  { to: '/frameworks', label: 'frameworks', icon: 'frameworks', permission: 'registrations:read' },
  { to: '/tenants', label: 'tenants', icon: 'tenants', permission: 'tenants:read', needsTenancy: true },
];
