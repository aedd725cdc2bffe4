import { useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { currentTenant, readKeptTenant } from '../api/tenant';
import type { DataOf } from '../api/use-resource';
import { config } from '../config';

// Why: docs/adr/0151-the-tenant-in-the-address.md

type Tenant = DataOf<'listTenants'>[number];

const parameter = 'tenant';
let isNamed = false;

/** Returns the slug that the page's host names; null: the host belongs to all tenants. */
function slugOfHost(): string | null {
  const host = location.hostname.replace(/\.$/, '');
  const end = `.${config.baseDomain}`;
  return config.baseDomain !== null && host.endsWith(end) ? host.slice(0, -end.length) : null;
}

/**
 * Finds the tenant that the page shows: the one it has shown until now, else the one that its host and its address name,
 * else the last one of this tab, `default` or the oldest.
 * @param own the tenants of the user
 * @returns an id; null for a user without tenants; undefined when the user cannot see the named tenant
 */
export function findTenant(own: readonly Tenant[]): string | null | undefined {
  const find = (wanted: string | null) => own.find(({ id }) => id === wanted)?.id;
  const current = currentTenant();
  if (current !== null) return find(current);
  const slug = slugOfHost();
  const named = new URLSearchParams(location.search).get(parameter);
  if (slug === null && named === null) return find(readKeptTenant()) ?? find('default') ?? own[0]?.id ?? null;
  return own.find((tenant) => (slug ?? tenant.slug) === tenant.slug && (named ?? tenant.id) === tenant.id)
    ?.id;
}

/**
 * Decides whether addresses name the tenant: unless their host does, or there is only one.
 * @param seesAll whether the user sees all tenants; others cannot know that theirs is the only one
 */
export function nameTenant(own: readonly Tenant[], seesAll: boolean): void {
  isNamed = slugOfHost() === null && (own.length > 1 || !seesAll);
}

/** Adds the shown tenant to a path of the dashboard, if addresses name it. */
export function withTenant(path: string): string {
  const tenant = currentTenant();
  if (!isNamed || tenant === null) return path;
  const { pathname, searchParams, hash } = new URL(path, location.origin);
  searchParams.set(parameter, tenant);
  return `${pathname}?${searchParams}${hash}`;
}

/** Names the tenant in the address that is shown. */
export function useTenantInAddress(): void {
  useLocation();
  useSearch();
  useLayoutEffect(() => {
    const { pathname, search, hash } = location;
    if (isNamed && new URLSearchParams(search).get(parameter) !== currentTenant())
      history.replaceState(history.state, '', withTenant(pathname + search + hash));
  });
}

/** Returns the address of the first screen of another tenant. */
export function addressOf({ id, slug }: Tenant): string {
  const address = new URL(config.prefix, location.origin);
  if (slugOfHost() === null) address.searchParams.set(parameter, id);
  else address.hostname = `${slug}.${config.baseDomain}`;
  return address.href;
}
