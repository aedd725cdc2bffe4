const key = 'express-consent:token';

/**
 * The token of a host that signs users in itself (mode `jwt`) and hands it over in the address: `#token=…`. It
 * is kept for this tab. All other modes keep their session in a cookie that scripts cannot read.
 */
export const bearerToken = (): string | null => sessionStorage.getItem(key);

export function setBearerToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, token);
}
