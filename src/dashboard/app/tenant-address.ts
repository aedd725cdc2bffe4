import { useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { currentTenant, readKeptTenant } from '../api/tenant';
import type { DataOf } from '../api/use-resource';
import { config } from '../config';

// Why: docs/adr/0151-the-tenant-in-the-address.md

type Tenant = DataOf<'listTenants'>[number];

const parameter = 'tenant';
let isNamed = false;

/** Returns the tenant that the page's host names below `tenancy.baseDomain`. */
function tenantOfHost(own: readonly Tenant[]): Tenant | undefined {
  const host = location.hostname.replace(/\.$/, '');
  return own.find(({ slug }) => config.baseDomain !== null && host === `${slug}.${config.baseDomain}`);
}

/**
 * Finds the tenant that the page shows: the one it has shown until now, else the one that its address names, else that of
 * its host, the last one of this tab, `default` or the oldest.
 * @param own the tenants of the user
 * @returns an id; null for a user without tenants; undefined when the user cannot see the named tenant
 */
export function findTenant(own: readonly Tenant[]): string | null | undefined {
  const find = (wanted: string | null) => own.find(({ id }) => id === wanted)?.id;
  const named = currentTenant() ?? new URLSearchParams(location.search).get(parameter);
  if (named !== null) return find(named);
  return tenantOfHost(own)?.id ?? find(readKeptTenant()) ?? find('default') ?? own[0]?.id ?? null;
}

/**
 * Decides whether addresses name the tenant: unless there is only one.
 * @param seesAll whether the user sees all tenants; others cannot know that theirs is the only one
 */
export function nameTenant(own: readonly Tenant[], seesAll: boolean): void {
  isNamed = own.length > 1 || !seesAll;
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

/** Returns the address of the first screen of another tenant, at the same host, where the user is signed in. */
export const addressOf = ({ id }: Tenant): string =>
  `${config.prefix}?${new URLSearchParams({ [parameter]: id })}`;
