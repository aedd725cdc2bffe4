import type { IncomingHttpHeaders } from 'node:http';
import type { TObject, TSchema } from '@sinclair/typebox';
import type { Actor, Caller, Principal } from '../kernel/caller';
import type { ErrorCode } from '../kernel/errors';
import type { Permission } from '../kernel/permissions';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call a route: holders of one permission, anyone signed in, or everyone for a stated reason. */
export type Access = { readonly permission: Permission } | { readonly signedIn: true } | { readonly public: string };

/** Which buckets of the configuration's `rateLimit` there are. */
export type RateLimitBucket = 'consentWrites' | 'publicReads' | 'hotServe' | 'admin';

/** How browsers of other origins may call: `any` = without credentials, `allowlist` = the tenant's and profile's lists, with credentials. */
export type CorsPolicy = 'any' | 'allowlist';

/** What a handler gets: validated input and plain facts; nothing of Express. */
export interface RouteRequest<P = unknown, Q = unknown, B = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly headers: IncomingHttpHeaders;
  readonly caller: Caller;
  /** The request's tenant; on the public API `default` when the request names none. */
  readonly tenantId: string;
  /** True when the request itself named its tenant (key, path, query, host). */
  readonly tenantNamed: boolean;
  readonly actor: Actor;
  readonly requestId: string;
  /** The `Origin` header of a browser's cross-origin request. */
  readonly origin: string | null;
  /** The client's address under the trust setting. For hashing and counting only: never stored, logged or told. */
  readonly ip: string | null;
  readonly secure: boolean;
  /** Where this API is mounted, as the client sees it: `/privacy/svc/api/v1`. */
  readonly mountPath: string;
  cookie(name: string): string | null;
}

export interface RouteReply {
  /** 200 unless given. */
  readonly status?: number;
  /** JSON unless a Buffer, which goes out as it is (name its `Content-Type` in `headers`). */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

export interface ReplySpec {
  readonly description: string;
  readonly schema?: TSchema;
  readonly contentType?: string;
}

/** A route is a value: from one table come the router, validation, permission check, OpenAPI and the reference. */
export interface Route {
  /** OpenAPI operationId. */
  readonly id: string;
  readonly method: Method;
  /** Relative to the API's base; parameters as `:name`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly access: Access;
  /** Answered also while the service has not started. */
  readonly whileDown?: true;
  readonly cors?: CorsPolicy;
  readonly bucket?: RateLimitBucket;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Without a body the handler gets `{}`. */
  readonly bodyOptional?: true;
  /** Media type of the body when it is not JSON; the schema is then that of a text. */
  readonly bodyType?: 'text/csv';
  readonly replies: Readonly<Record<number, ReplySpec>>;
  /** Codes that the route answers beyond those that its access, schemas and surface bring. */
  readonly errors: readonly ErrorCode[];
  /** What must hold before anyone looks at the body: that the resource exists, that the visitor owns it. */
  readonly guard?: (request: RouteRequest) => Promise<void> | void;
  readonly handle: (request: RouteRequest) => Promise<RouteReply> | RouteReply;
}

/** What can be told of a route without serving it. */
export type RouteDescription = Omit<Route, 'guard' | 'handle'>;

type Input<S> = S extends { readonly static: infer T } ? T : undefined;

interface TypedRoute<P extends TObject | undefined, Q extends TObject | undefined, B extends TSchema | undefined>
  extends Omit<Route, 'params' | 'query' | 'body' | 'guard' | 'handle'> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly guard?: (request: RouteRequest<Input<P>, Input<Q>, undefined>) => Promise<void> | void;
  readonly handle: (request: RouteRequest<Input<P>, Input<Q>, Input<B>>) => Promise<RouteReply> | RouteReply;
}

/** Ties a route's handler to its schemas' types. */
export function defineRoute<P extends TObject | undefined = undefined, Q extends TObject | undefined = undefined, B extends TSchema | undefined = undefined>(
  route: TypedRoute<P, Q, B>,
): Route {
  // The surface validates against these very schemas before it calls, so the handler's narrower input types hold.
  return route as unknown as Route;
}

/** The caller of an admin route; only those behind a sign-in may ask. */
export function principalOf(request: RouteRequest): Principal {
  if (request.caller.kind !== 'user') throw new Error('this route has no signed-in caller');
  return request.caller;
}
