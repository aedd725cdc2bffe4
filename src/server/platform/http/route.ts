import type { IncomingHttpHeaders } from 'node:http';
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { AuthMode } from '../kernel/auth-modes';
import { type Caller, type Principal, type RequestContext, seesAllTenants } from '../kernel/caller';
import { type ErrorCode, ServiceError } from '../kernel/errors';
import type { KeyScope, Permission } from '../kernel/permissions';

// Why: docs/adr/0001-routes-as-data.md

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The callers that a route accepts: users with one permission (and others in `also`, where the route grants
 * what they protect), any signed-in user, servers with an API key, or everyone for a stated reason. With
 * `identifies`, a public route of the admin API gets to know who is signed in; a request without a valid
 * session is anonymous.
 */
export type Access =
  | { readonly permission: Permission; readonly also?: readonly Permission[] }
  | { readonly signedIn: true }
  | { readonly apiKey: true }
  | { readonly public: string; readonly identifies?: true };

/** Returns whether a route requires a sign-in. */
export const needsSignIn = ({ access }: { readonly access: Access }): boolean =>
  'permission' in access || 'signedIn' in access;

/** Returns whether a route reads a session, whether it requires one or not. */
export const readsSession = (route: { readonly access: Access }): boolean =>
  needsSignIn(route) || ('public' in route.access && route.access.identifies === true);

/** The buckets of the configuration's `rateLimit`. */
export type RateLimitBucket = 'consentWrites' | 'publicReads' | 'hotServe' | 'admin';

/** Query parameter of public routes that belong to a tenant; read before the route's own input. */
export const tenantQuery = Type.Optional(
  Type.String({
    maxLength: 128,
    description: 'Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it.',
  }),
);

/** Kinds of records that routes read by an id that is unique across tenants, or by a visitor id. */
export type RecordKind = 'consent' | 'profile' | 'consentTemplate' | 'uiTemplate';

/**
 * Access from pages of other origins. `any`: from all, without credentials. `allowlist`: from the origins on
 * the lists of the tenant and the profile, with credentials. `navigation`: another site sends the browser
 * here by a form; no script reads the response, and `Origin` names that site.
 */
export type CorsPolicy = 'any' | 'allowlist' | 'navigation';

/** The input of a handler: validated values and plain facts, no Express objects. */
export interface RouteRequest<P = unknown, Q = unknown, B = unknown, F = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The value that the route's guard returned. */
  readonly found: F;
  readonly headers: IncomingHttpHeaders;
  /** A separate argument of services; never to be merged with the input. */
  readonly context: RequestContext;
  /** That of `context`. */
  readonly caller: Caller;
  /** That of `context`: the request's tenant; on the public API `default` when the request names none. */
  readonly tenantId: string;
  /** True when a request of the public API itself named its tenant (key, path, query, host). */
  readonly tenantNamed: boolean;
  readonly requestId: string;
  /** The `Origin` header of a browser's cross-origin request. */
  readonly origin: string | null;
  /**
   * Id of the tenant whose `allowedOrigins` accept this origin; null when they have not been checked or
   * another list decided.
   */
  readonly originAcceptedBy: string | null;
  /**
   * The client's address under the trust setting. For hashing and counting only: never stored, logged or
   * returned.
   */
  readonly ip: string | null;
  readonly secure: boolean;
  /** Path at which the client reaches this API: `/privacy/svc/api/v1`. */
  readonly mountPath: string;
  /**
   * `mountPath` with scheme and host: `https://shop.example/privacy/svc/api/v1`; without them when the
   * request names no valid host.
   */
  readonly mountUrl: string;
  /** Address of this machine at which the connection arrived; null for a socket without one. */
  readonly localAddress: string | null;
  /**
   * Checks again what the request was allowed for, in case its caller has lost it since: for work that takes
   * long. A response that is sent in parts needs no call. @throws ServiceError 401, 403, 404
   */
  readonly requireAccess: () => Promise<void>;
  /** Returns the values of all cookies of a name: a browser can send several, and only one may be the service's own. */
  cookies(name: string): readonly string[];
}

export interface RouteReply {
  /** Default: 200. */
  readonly status?: number;
  /** Sent as JSON, except a Buffer, which is sent as it is (set its `Content-Type` in `headers`). */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Replaces `body`: yields the response in parts, no faster than the client reads them. `gone` is aborted
   * when the client disconnects. An error before the first part is answered like any error; an error after it
   * closes the connection, so that the client does not treat a part as the whole; so does the loss of the
   * caller's access. Not called for HEAD.
   */
  readonly stream?: MakeStream;
}

/** A request that ended with an error. Its query and its body have not been validated, and its caller can be anybody. */
export interface FailedRequest {
  readonly status: number;
  /** Code of the error. */
  readonly code: string;
  readonly requestId: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The parameters that the route names. */
  readonly query: Readonly<Record<string, string>>;
  /** The body; undefined when the error came before it was read. */
  readonly sent: unknown;
  /** See `RouteRequest.mountPath`. */
  readonly mountPath: string;
  /** See `RouteRequest.mountUrl`. */
  readonly mountUrl: string;
}

/**
 * Returns the answer to an error for a person: a page, or a redirect to one. Without a status of its own, it has that of the
 * error, and it always has its headers. Null: the error is answered as JSON.
 */
export type ErrorPage = (failed: FailedRequest) => Promise<RouteReply | null> | RouteReply | null;

export type MakeStream = (gone: AbortSignal) => AsyncGenerator<string | Uint8Array, void, undefined>;

export interface ReplySpec {
  readonly description: string;
  readonly schema?: TSchema;
  readonly contentType?: string;
  /** Further media types of the same response, which a request can choose. */
  readonly alsoAs?: readonly string[];
  /** Descriptions of the headers that belong to this response, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A route as a value: the router, validation, permission checks, OpenAPI and the reference pages are all
 * derived from one table of routes.
 */
export interface Route {
  /** OpenAPI operationId. */
  readonly id: string;
  readonly method: Method;
  /** Relative to the API's base; parameters as `:name`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** Further facts that a developer needs before calling it, in Markdown sentences. */
  readonly description?: string;
  /** Kept for old integrations; new ones use another route, which the summary names. */
  readonly deprecated?: true;
  readonly access: Access;
  /** On the public API: the scope that an API key with scopes needs. Unset: any key may call it. */
  readonly keyScope?: KeyScope;
  /**
   * The sign-in modes that have this route; in other modes it returns 404 `auth_mode_disabled`. Unset: all.
   */
  readonly modes?: readonly AuthMode[];
  /**
   * The error code returned while the route's feature is disabled, before the request is validated. Unset:
   * the feature is enabled.
   */
  readonly disabled?: ErrorCode | undefined;
  /** Belongs to no tenant: a tenant named in the request is ignored. */
  readonly tenantless?: true;
  /**
   * Its records (users, roles, tenants) belong to no single tenant: browsers are checked against the
   * `adminAllowedOrigins` of `default`, whatever tenant the request names.
   */
  readonly crossTenant?: true;
  /**
   * Returns whether a GET changes something or adds to the audit log, so that pages of other sites must not
   * trigger it.
   */
  readonly writes?: (query: Readonly<Record<string, string>>) => boolean;
  /**
   * The record that the path names. A user scoped to tenants who reads one outside them gets 403, not 404.
   */
  readonly reads?: { readonly record: RecordKind; readonly param: string };
  /** Served also before the service has started. */
  readonly whileDown?: true;
  readonly cors?: CorsPolicy;
  readonly bucket?: RateLimitBucket;
  readonly params?: TObject;
  /** Parameters that it does not name are ignored. */
  readonly query?: TObject;
  /** Fields that it does not name are ignored, except below an object with `additionalProperties: true`. */
  readonly body?: TSchema;
  /** The body is optional; without one the handler receives `{}`. */
  readonly bodyOptional?: true;
  /**
   * Media type of the body when it is not JSON; `body` is then the schema of a text, or of the flat fields of
   * a form.
   */
  readonly bodyType?: 'text/csv' | 'application/x-www-form-urlencoded';
  /**
   * Further media types of the JSON: `text/plain`, which browsers send to other sites without a preflight, and
   * `application/csp-report`, as which they report what a policy blocked.
   */
  readonly bodyAlsoAs?: readonly ('text/plain' | 'application/csp-report')[];
  /** Changes a parsed body before it is checked and reduced to the fields that `body` names. The schema still applies to the result. */
  readonly prepareBody?: (sent: unknown) => unknown;
  /** Maximum body size (bytes) when it is smaller than that of the rest of the API. */
  readonly bodyBytes?: number;
  /** Maximum body size (bytes) when it is larger than that of the rest of the API. */
  readonly largeBodyBytes?: number;
  readonly replies: Readonly<Record<number, ReplySpec>>;
  /** For routes that people open by a link or a form: answers the errors of browsers that navigate there. */
  readonly errorPage?: ErrorPage;
  /** Error codes that the route returns in addition to those of its access, schemas and API. */
  readonly errors: readonly ErrorCode[];
  /**
   * Checks that run before the body is read: that the record exists, that the visitor owns it. The handler
   * receives the returned value as `request.found`.
   */
  readonly guard?: (request: RouteRequest) => unknown;
  readonly handle: (request: RouteRequest) => Promise<RouteReply> | RouteReply;
}

/** The part of a route that describes it, without the functions that serve it. */
export type RouteDescription = Omit<Route, 'guard' | 'handle' | 'errorPage'>;

type Input<S> = S extends { readonly static: infer T } ? T : undefined;

interface TypedRoute<
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TSchema | undefined,
  F,
> extends Omit<Route, 'params' | 'query' | 'body' | 'guard' | 'handle'> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly guard?: (request: RouteRequest<Input<P>, Input<Q>, undefined, undefined>) => Promise<F> | F;
  readonly handle: (
    request: RouteRequest<Input<P>, Input<Q>, Input<B>, F>,
  ) => Promise<RouteReply> | RouteReply;
}

/** Infers the types of a route's handler from its schemas and its guard. */
export function defineRoute<
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  F = undefined,
>(route: TypedRoute<P, Q, B, F>): Route {
  // The router validates against these schemas and runs the guard before the handler, so its narrower types
  // are correct.
  return route as unknown as Route;
}

/** Returns the signed-in user of an admin route. Throws on a route without sign-in. */
export function getPrincipal(request: RouteRequest): Principal {
  if (request.caller.kind !== 'user') throw new Error('the caller of this route is not signed in');
  return request.caller;
}

/**
 * For what concerns the whole installation.
 * @throws ServiceError `tenant_forbidden` when the caller may see only some tenants
 */
export function requireAllTenants(request: RouteRequest): void {
  if (!seesAllTenants(request.caller))
    throw new ServiceError('tenant_forbidden', {
      message: 'This affects all tenants, but you have access to only some of them.',
    });
}
