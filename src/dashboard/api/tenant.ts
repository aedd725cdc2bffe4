const key = 'express-consent:tenant';
let tenant: string | null = null;

/** Returns the id of the tenant that calls are for; null: the one that the service chooses. */
export const currentTenant = (): string | null => tenant;

/**
 * Sets the tenant of all further calls, once: what a page has read and what is typed into it belong to this tenant.
 * Another tenant has another address, which loads the page again.
 */
export function setCurrentTenant(id: string): void {
  tenant ??= id;
  sessionStorage.setItem(key, tenant);
}

/** Returns the id of the tenant that this tab has shown last. */
export const readKeptTenant = (): string | null => sessionStorage.getItem(key);

export const forgetKeptTenant = (): void => sessionStorage.removeItem(key);
