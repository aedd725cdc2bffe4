/** How requests of the public API name their tenant, in addition to their URL. */
export interface TenancyOfRequests {
  readonly enabled: boolean;
  /** The host's own function, which can read anything from the request. */
  readonly resolve?: unknown;
  /** Host names below this domain name a tenant. */
  readonly baseDomain?: string | undefined;
}

/** How caches must treat answers that differ by tenant. */
export interface TenantCaching {
  /** Whether only the visitor's own browser can keep them. */
  readonly isPrivate: boolean;
  /** Request headers that can name the tenant. `Host` is part of every cache's key, what a proxy forwards is not. */
  readonly headers: readonly string[];
}

export function getTenantCaching({ enabled, resolve, baseDomain }: TenancyOfRequests): TenantCaching {
  return {
    isPrivate: resolve !== undefined,
    headers: [
      ...(enabled ? ['X-API-Key'] : []),
      ...(enabled && baseDomain !== undefined ? ['X-Forwarded-Host'] : []),
    ],
  };
}
