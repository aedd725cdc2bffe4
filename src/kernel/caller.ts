import type { Permission } from './permissions';

/** A signed-in admin user, as read from the database for this very request. */
export interface Principal {
  readonly kind: 'user';
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly permissions: ReadonlySet<Permission>;
  /** Tenants the user may see; null means all. */
  readonly allowedTenants: readonly string[] | null;
  /** The sign-in that the token belongs to; null in modes without sessions of ours. */
  readonly sessionId: string | null;
  /** When the person proved who they are, epoch milliseconds; null where nobody says. */
  readonly signedInAt: number | null;
}

/** A server calling the public API with a key of one tenant. */
export interface ApiKeyCaller {
  readonly kind: 'apiKey';
  readonly keyId: string;
  readonly tenantId: string;
}

export interface AnonymousCaller {
  readonly kind: 'anonymous';
}

export type Caller = Principal | ApiKeyCaller | AnonymousCaller;

export const anonymous: AnonymousCaller = { kind: 'anonymous' };

/** Whether the caller is a user whose roles hold the permission. */
export const holds = (caller: Caller, permission: Permission): boolean =>
  caller.kind === 'user' && caller.permissions.has(permission);

/** Who an audit entry names. */
export interface Actor {
  readonly userId: string | null;
  readonly userEmail: string | null;
  readonly requestId: string | null;
}

/** The actor of what the service does by itself. */
export const systemActor: Actor = { userId: null, userEmail: null, requestId: null };
