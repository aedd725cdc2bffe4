import type { ComponentType } from 'react';
import type { IconName } from '../components';
import { config } from '../config';
import type { Words } from '../words';

export interface Screen {
  /** Below the dashboard's path, as wouter writes patterns: `/banners/:id`. */
  readonly path: string;
  /** Without one of them, the screen says so instead. */
  readonly permissions: readonly string[];
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

export interface Entry {
  readonly to: string;
  readonly label: keyof Words['nav'];
  readonly icon: IconName;
  readonly permissions: readonly string[];
  /** Only with several tenants. */
  readonly needsTenancy?: boolean;
}

/** Every screen. Each is loaded when it is first opened. */
export const screens: readonly Screen[] = [
  { path: '/', permissions: ['stats:read'], load: () => import('../screens/overview') },
  { path: '/banners', permissions: ['profiles:read'], load: () => import('../screens/banners') },
  {
    path: '/banners/:id/preview',
    permissions: ['profiles:read'],
    load: () => import('../screens/banner-preview'),
  },
  { path: '/banners/:id/:tab?', permissions: ['profiles:read'], load: () => import('../screens/banner') },
  {
    path: '/publications',
    permissions: ['profiles:read'],
    load: () => import('../screens/publications'),
  },
  { path: '/templates', permissions: ['templates:read'], load: () => import('../screens/templates') },
  {
    path: '/templates/looks/:id',
    permissions: ['templates:read'],
    load: () => import('../screens/templates/look'),
  },
  {
    path: '/templates/cookies/:id',
    permissions: ['templates:read'],
    load: () => import('../screens/templates/cookie-list'),
  },
  { path: '/catalogue', permissions: ['templates:read'], load: () => import('../screens/catalogue') },
  { path: '/places', permissions: ['profiles:read'], load: () => import('../screens/places') },
  { path: '/setup', permissions: ['settings:update'], load: () => import('../screens/setup') },
  { path: '/installation', permissions: ['settings:read'], load: () => import('../screens/installation') },
  { path: '/consents', permissions: ['consents:read'], load: () => import('../screens/consents') },
  { path: '/visitors/:visitorId', permissions: ['consents:read'], load: () => import('../screens/visitor') },
  { path: '/audit', permissions: ['audit:read'], load: () => import('../screens/audit') },
  { path: '/exports', permissions: ['exports:read'], load: () => import('../screens/exports') },
  {
    path: '/import',
    permissions: ['consents:update', 'profiles:read'],
    load: () => import('../screens/import'),
  },
  { path: '/settings', permissions: ['settings:read'], load: () => import('../screens/settings') },
  { path: '/frameworks', permissions: ['registrations:read'], load: () => import('../screens/frameworks') },
  { path: '/people', permissions: ['users:read'], load: () => import('../screens/people') },
  { path: '/people/:id', permissions: ['users:read'], load: () => import('../screens/people/user') },
  { path: '/roles', permissions: ['roles:read'], load: () => import('../screens/roles') },
  { path: '/roles/:id', permissions: ['roles:read'], load: () => import('../screens/roles/role') },
  { path: '/api-keys', permissions: ['apikeys:read'], load: () => import('../screens/api-keys') },
  { path: '/tenants', permissions: ['tenants:read'], load: () => import('../screens/tenants') },
  { path: '/account', permissions: [], load: () => import('../screens/account') },
];

/** What the rail shows, top to bottom; entries that the user may not open are absent. */
export const mainEntries: readonly Entry[] = [
  { to: '/', label: 'overview', icon: 'overview', permissions: ['stats:read'] },
  { to: '/banners', label: 'banners', icon: 'banner', permissions: ['profiles:read'] },
  { to: '/consents', label: 'records', icon: 'person', permissions: ['consents:read'] },
  { to: '/templates', label: 'buildingBlocks', icon: 'blocks', permissions: ['templates:read'] },
  { to: '/publications', label: 'publications', icon: 'calendar', permissions: ['profiles:read'] },
  { to: '/places', label: 'places', icon: 'place', permissions: ['profiles:read'] },
  { to: '/audit', label: 'audit', icon: 'audit', permissions: ['audit:read'] },
  { to: '/exports', label: 'exports', icon: 'download', permissions: ['exports:read'] },
];

export const settingsEntries: readonly Entry[] = [
  { to: '/settings', label: 'sites', icon: 'settings', permissions: ['settings:read'] },
  { to: '/installation', label: 'installation', icon: 'code', permissions: ['settings:read'] },
  { to: '/import', label: 'import', icon: 'upload', permissions: ['consents:update', 'profiles:read'] },
  { to: '/people', label: 'people', icon: 'people', permissions: ['users:read'] },
  { to: '/roles', label: 'roles', icon: 'lock', permissions: ['roles:read'] },
  { to: '/api-keys', label: 'apiKeys', icon: 'key', permissions: ['apikeys:read'] },
  { to: '/frameworks', label: 'frameworks', icon: 'frameworks', permissions: ['registrations:read'] },
  { to: '/tenants', label: 'tenants', icon: 'tenants', permissions: ['tenants:read'], needsTenancy: true },
];

type Can = (permission: string) => boolean;

/** Returns whether the rail shows an entry to a user. */
export const isShown = ({ permissions, needsTenancy = false }: Entry, can: Can): boolean =>
  permissions.every(can) && (!needsTenancy || config.tenancy);

/** Returns the first screen that a user may open. */
export const homeOf = (can: Can): string =>
  [...mainEntries, ...settingsEntries].find((entry) => isShown(entry, can))?.to ?? '/account';
