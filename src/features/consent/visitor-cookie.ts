import { stringifySetCookie } from 'cookie';
import type { ResolvedConfig } from '../../config/config-schema';
import { visitorIdPattern } from '../../kernel/ids';

/** What of a request the cookie depends on. */
interface Carrier {
  readonly secure: boolean;
  cookie(name: string): string | null;
}

export interface VisitorCookie {
  /** The visitor that the request's cookie names; null without one, or when it holds what is no visitor id. */
  read(request: Carrier): string | null;
  /** The `Set-Cookie` value that keeps the id for as long as the consent counts. */
  keep(request: Carrier, visitorId: string, days: number): string;
  /** The `Set-Cookie` value that ends the cookie. */
  expire(request: Carrier): string;
}

const validId = new RegExp(visitorIdPattern);
const secondsPerDay = 86_400;

export function createVisitorCookie({ name, domain, path, sameSite, secure, httpOnly }: ResolvedConfig['visitorCookie']): VisitorCookie {
  const attributes = (request: Carrier) => ({ domain, path, sameSite, httpOnly, secure: secure === 'auto' ? request.secure : secure });
  return {
    read(request) {
      const value = request.cookie(name);
      return value !== null && validId.test(value) ? value : null;
    },
    keep: (request, visitorId, days) => stringifySetCookie(name, visitorId, { ...attributes(request), maxAge: days * secondsPerDay }),
    expire: (request) => stringifySetCookie(name, '', { ...attributes(request), maxAge: 0, expires: new Date(0) }),
  };
}
