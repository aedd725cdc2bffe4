import { type SetCookie, stringifySetCookie } from 'cookie';

/**
 * Returns the name of a cookie for this host only. Over TLS it begins with `__Host-`: browsers then accept
 * the cookie only with `Secure`, with `Path=/` and without `Domain`, so neither a sibling subdomain nor a
 * page without TLS can set it (RFC 6265bis, section 4.1.3.2).
 */
export const hostCookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

export interface HostCookie {
  readonly name: string;
  readonly value: string;
  /** Lifetime (s); 0 removes the cookie. */
  readonly maxAge: number;
  readonly secure: boolean;
  /** Path of the cookie without TLS. With TLS the prefix requires `/`. */
  readonly path: string;
  readonly sameSite?: SetCookie['sameSite'];
}

/** Returns the `Set-Cookie` header. No script can read the cookie. */
export function setHostCookie({ name, secure, path, ...rest }: HostCookie): string {
  return stringifySetCookie({
    ...rest,
    name: hostCookieName(name, secure),
    path: secure ? '/' : path,
    httpOnly: true,
    secure,
  });
}
