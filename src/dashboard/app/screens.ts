import type { ComponentType } from 'react';
import type { IconName } from '../components';
import { config } from '../config';
import type { Words } from '../words';

export interface Screen {
  /** Pattern below the dashboard's path, in wouter's syntax: `/banners/:id`. */
  readonly path: string;
  /** Permissions of which the user needs one; other users see a message instead of the screen. */
  readonly permissions: readonly string[];
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

export interface Entry {
  readonly to: string;
  readonly label: keyof Words['nav'];
  readonly icon: IconName;
  readonly permissions: readonly string[];
  /** Whether it is shown only with several tenants. */
  readonly needsTenancy?: boolean;
}

/** Every screen. Each is loaded when it is first opened. */
export const screens: readonly Screen[] = [
  { path: '/', permissions: ['stats:read'], load: () => import('../screens/overview/index') },
  { path: '/banners', permissions: ['profiles:read'], load: () => import('../screens/banners/index') },
  {
    path: '/banners/:id/preview',
    permissions: ['profiles:read'],
    load: () => import('../screens/banner-preview/index'),
  },
  {
    path: '/banners/:id/:tab?',
    permissions: ['profiles:read'],
    load: () => import('../screens/banner/index'),
  },
  {
    path: '/translations',
    permissions: ['profiles:read'],
    load: () => import('../screens/translations/index'),
  },
  {
    path: '/publications',
    permissions: ['profiles:read'],
    load: () => import('../screens/publications/index'),
  },
  {
    path: '/findings/:view?',
    permissions: ['profiles:read'],
    load: () => import('../screens/findings/index'),
  },
  { path: '/templates', permissions: ['templates:read'], load: () => import('../screens/templates/index') },
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
  { path: '/catalogue', permissions: ['templates:read'], load: () => import('../screens/catalogue/index') },
  { path: '/places', permissions: ['profiles:read'], load: () => import('../screens/places/index') },
  { path: '/setup', permissions: ['settings:update'], load: () => import('../screens/setup/index') },
  {
    path: '/installation',
    permissions: ['settings:read'],
    load: () => import('../screens/installation/index'),
  },
  { path: '/consents', permissions: ['consents:read'], load: () => import('../screens/consents/index') },
  {
    path: '/visitors/:visitorId',
    permissions: ['consents:read'],
    load: () => import('../screens/visitor/index'),
  },
  { path: '/erasures', permissions: ['erasures:read'], load: () => import('../screens/erasures/index') },
  { path: '/audit', permissions: ['audit:read'], load: () => import('../screens/audit/index') },
  { path: '/exports', permissions: ['exports:read'], load: () => import('../screens/exports/index') },
  {
    path: '/import',
    permissions: ['consents:update', 'consents:read', 'profiles:read'],
    load: () => import('../screens/import/index'),
  },
  { path: '/settings', permissions: ['settings:read'], load: () => import('../screens/settings/index') },
  {
    path: '/frameworks',
    permissions: ['registrations:read'],
    load: () => import('../screens/frameworks/index'),
  },
  { path: '/people', permissions: ['users:read'], load: () => import('../screens/people/index') },
  { path: '/people/:id', permissions: ['users:read'], load: () => import('../screens/people/user') },
  { path: '/roles', permissions: ['roles:read'], load: () => import('../screens/roles/index') },
  { path: '/roles/:id', permissions: ['roles:read'], load: () => import('../screens/roles/role') },
  { path: '/api-keys', permissions: ['apikeys:read'], load: () => import('../screens/api-keys/index') },
  { path: '/webhooks', permissions: ['webhooks:read'], load: () => import('../screens/webhooks/index') },
  { path: '/tenants', permissions: ['tenants:read'], load: () => import('../screens/tenants/index') },
  { path: '/account', permissions: [], load: () => import('../screens/account/index') },
];

/** Entries of the rail, from top to bottom. Entries that the user cannot open are absent. */
export const mainEntries: readonly Entry[] = [
  { to: '/', label: 'overview', icon: 'overview', permissions: ['stats:read'] },
  { to: '/banners', label: 'banners', icon: 'banner', permissions: ['profiles:read'] },
  { to: '/consents', label: 'records', icon: 'person', permissions: ['consents:read'] },
  { to: '/templates', label: 'buildingBlocks', icon: 'blocks', permissions: ['templates:read'] },
  { to: '/publications', label: 'publications', icon: 'calendar', permissions: ['profiles:read'] },
  { to: '/findings', label: 'findings', icon: 'warning', permissions: ['profiles:read'] },
  { to: '/places', label: 'places', icon: 'place', permissions: ['profiles:read'] },
  { to: '/erasures', label: 'erasures', icon: 'trash', permissions: ['erasures:read'] },
  { to: '/audit', label: 'audit', icon: 'audit', permissions: ['audit:read'] },
  { to: '/exports', label: 'exports', icon: 'download', permissions: ['exports:read'] },
];

export const settingsEntries: readonly Entry[] = [
  { to: '/settings', label: 'sites', icon: 'settings', permissions: ['settings:read'] },
  { to: '/installation', label: 'installation', icon: 'code', permissions: ['settings:read'] },
  {
    to: '/import',
    label: 'import',
    icon: 'upload',
    permissions: ['consents:update', 'consents:read', 'profiles:read'],
  },
  { to: '/people', label: 'people', icon: 'people', permissions: ['users:read'] },
  { to: '/roles', label: 'roles', icon: 'lock', permissions: ['roles:read'] },
  { to: '/api-keys', label: 'apiKeys', icon: 'key', permissions: ['apikeys:read'] },
  { to: '/webhooks', label: 'webhooks', icon: 'external', permissions: ['webhooks:read'] },
  { to: '/frameworks', label: 'frameworks', icon: 'frameworks', permissions: ['registrations:read'] },
  { to: '/tenants', label: 'tenants', icon: 'tenants', permissions: ['tenants:read'], needsTenancy: true },
];

/** Entries that only the search offers: other screens lead to them. */
export const furtherEntries: readonly Entry[] = [
  { to: '/translations', label: 'translations', icon: 'banner', permissions: ['profiles:read'] },
  { to: '/catalogue', label: 'catalogue', icon: 'blocks', permissions: ['templates:read'] },
  { to: '/setup', label: 'setup', icon: 'settings', permissions: ['settings:update'] },
  { to: '/account', label: 'account', icon: 'person', permissions: [] },
];

type Can = (permission: string) => boolean;

/** Returns whether the rail shows an entry to a user. */
export const isShown = ({ permissions, needsTenancy = false }: Entry, can: Can): boolean =>
  permissions.every(can) && (!needsTenancy || config.tenancy);

/** Returns the first screen that a user can open. */
export const homeOf = (can: Can): string =>
  [...mainEntries, ...settingsEntries].find((entry) => isShown(entry, can))?.to ?? '/account';
