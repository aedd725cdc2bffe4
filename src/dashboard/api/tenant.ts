const key = 'express-consent:tenant';
let tenant = readKept();

/** Returns the kept id; null for a text that no request could carry as an id. */
function readKept(): string | null {
  const id = sessionStorage.getItem(key);
  return id !== null && /^[A-Za-z0-9._~-]{1,64}$/.test(id) ? id : null;
}

/** Returns the id of the tenant that calls are for; null: the one that the service chooses. */
export const currentTenant = (): string | null => tenant;

/** Chooses the tenant of all further calls. Each tab can show another one. */
export function setCurrentTenant(id: string | null): void {
  tenant = id;
  keepTenant(id);
}

/** Chooses the tenant of the calls after the page has been loaded again. */
export function keepTenant(id: string | null): void {
  if (id === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, id);
}
