import type { IncomingMessage } from 'node:http';
import type { CorsOptions } from 'cors';
import type { Caller } from '../kernel/caller';
import { ServiceError } from '../kernel/errors';
import type { RateLimitBucket, Route } from './route';

// Why: docs/adr/0071-cors-and-cookies.md

/** The rules of an API: those in which the public and the admin API differ, and what they share. */

/** The parts of a request that are known before its body is read. */
export interface IncomingRequest {
  readonly req: IncomingMessage;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly ip: string | null;
  /** See `RejectedRequest.network`. */
  readonly network: string | null;
  readonly origin: string | null;
  readonly requestId: string;
  readonly secure: boolean;
  /** See `RouteRequest.mountPath`. */
  readonly mountPath: string;
  /** See `RouteRequest.mountUrl`. */
  readonly mountUrl: string;
  readonly localAddress: string | null;
}

/** A request that ended with an error after its route was found. */
export interface RejectedRequest {
  readonly error: ServiceError;
  readonly req: IncomingMessage;
  /** See `RouteRequest.mountUrl`. */
  readonly mountUrl: string;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** Null when the request failed before the caller was known. */
  readonly caller: Caller | null;
  /** Network of the client; only used in memory, to distinguish clients. */
  readonly network: string | null;
  readonly requestId: string;
}

export interface TenantOfRequest {
  readonly tenantId: string;
  /** See `RouteRequest.tenantNamed`: unset by the admin API. */
  readonly named?: boolean;
}

/** The rules in which the public and the admin API differ. */
export interface ApiPolicy {
  /** Checks the origin before the body is read. @throws ServiceError `origin_not_allowed` */
  readonly cors: (
    /** `route`: for a preflight, the one that it asks about; for a method that the path does not take, any of its routes. */
    incoming: IncomingRequest & { readonly routes: readonly Route[] },
  ) => Promise<CorsResult>;
  /** Identifies the caller. @throws ServiceError 401 */
  readonly authenticate: (incoming: IncomingRequest) => Promise<Caller>;
  /**
   * Returns the caller of a request that takes long as they are now.
   * @throws ServiceError 401, 403 once they have lost their access
   */
  readonly renew: (incoming: IncomingRequest, caller: Caller) => Promise<Caller>;
  /** @throws ServiceError 403 */
  readonly authorize: (caller: Caller, route: Route) => void;
  /** @throws ServiceError 403, 404 */
  readonly resolveTenant: (incoming: IncomingRequest, caller: Caller) => Promise<TenantOfRequest>;
  /** Records a rejected request and returns the error to send. */
  readonly reject?: (rejected: RejectedRequest) => Promise<ServiceError>;
  readonly defaultBucket: RateLimitBucket;
  /** Headers sent with every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Report every validation error, not only the first. */
  readonly everyFault: boolean;
  readonly bodyBytes: number;
}

/**
 * Headers of every answer. Pages of other sites can load answers only as CORS allows, which this resource policy does
 * not affect; an answer that a browser shows as a page can load and run nothing, and cannot be framed. Published files
 * and the dashboard, which do not come from these routers, have their own headers.
 */
export const protectiveHeaders: ApiPolicy['headers'] = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Creates the 403 of an API key that lacks a permission. */
export const scopeMissing = (permission: string): ServiceError =>
  new ServiceError('forbidden', { message: `This API key does not have the scope ${permission}.` });

/** The result of a CORS check. */
export interface CorsResult {
  readonly options: CorsOptions;
  /** See `RouteRequest.originAcceptedBy`. */
  readonly originAcceptedBy: string | null;
}

/** Sets no header. */
export const noCorsHeaders: CorsResult = { options: { origin: false }, originAcceptedBy: null };

/** Grants no access, but would grant it to some origins: only `Vary: Origin`, so that caches tell them apart. */
export const noAccess: CorsResult = {
  options: { origin: [], methods: [], allowedHeaders: [] },
  originAcceptedBy: null,
};

/** Returns the options of a preflight response for the routes of a path. */
export const preflightOptions = (routes: readonly Route[], allowedHeaders: string): CorsOptions => ({
  methods: routes.map(({ method }) => method).join(', '),
  allowedHeaders,
  // The greatest that browsers use: two hours (Chromium).
  maxAge: 7200,
});
