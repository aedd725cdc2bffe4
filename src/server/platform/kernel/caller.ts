import type { KeyScope, Permission } from './permissions';

/** A signed-in admin user, as read from the database for this request. */
export interface Principal {
  readonly kind: 'user';
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly permissions: ReadonlySet<Permission>;
  /** Ids of the tenants that the user may access; null means all. */
  readonly allowedTenants: readonly string[] | null;
  /** The session that the token belongs to; null in modes where the service keeps no sessions. */
  readonly sessionId: string | null;
  /** Time at which the person last proved their identity (epoch ms); null when it is unknown. */
  readonly signedInAt: number | null;
  /** Id of the API key that acts for the person; absent when the person has signed in. */
  readonly apiKeyId?: string;
  /** The rights that the database had at the start of the request; absent when it has the same as the provider sent. */
  readonly stored?: Pick<Principal, 'permissions' | 'allowedTenants'>;
}

/** A server that calls the public API with an API key, which belongs to one tenant. */
export interface ApiKeyCaller {
  readonly kind: 'apiKey';
  readonly keyId: string;
  readonly tenantId: string;
  /** Its permissions; null: everything on the public API. */
  readonly scopes: ReadonlySet<KeyScope> | null;
  /** Set while it may do nothing, because the person for whom it acts has not signed in for a long time. */
  readonly rests?: true;
}

export interface AnonymousCaller {
  readonly kind: 'anonymous';
}

export type Caller = Principal | ApiKeyCaller | AnonymousCaller;

export const anonymous: AnonymousCaller = { kind: 'anonymous' };

/** Returns whether the caller is a user whose roles include the permission. */
export const holds = (caller: Caller, permission: Permission): boolean =>
  caller.kind === 'user' && caller.permissions.has(permission);

/** Whether the caller is a user with the built-in role of this name, which no other role can have. */
export const isSuperadmin = (caller: Caller): boolean =>
  caller.kind === 'user' && caller.roles.some(({ name }) => name === 'superadmin');

/** Whether the caller is a user who may see all tenants. */
export const seesAllTenants = (caller: Caller): boolean =>
  caller.kind === 'user' && caller.allowedTenants === null;

/** The person or process that an audit entry names. */
export interface Actor {
  readonly userId: string | null;
  readonly userEmail: string | null;
  readonly requestId: string | null;
  /** Id of the API key that acted for the person, if one did. */
  readonly apiKeyId?: string;
}

/** The actor of everything that the service does by itself. */
export const systemActor: Actor = { userId: null, userEmail: null, requestId: null };

/**
 * The actor, and the tenant in which they act. Services take it as a separate argument: in one object with the input, a
 * field of the input could replace it.
 */
export interface ActorContext {
  readonly tenantId: string;
  readonly actor: Actor;
}

/** The context of a request, frozen. */
export interface RequestContext extends ActorContext {
  readonly caller: Caller;
}
