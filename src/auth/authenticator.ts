import type { ResolvedConfig } from '../config/config-schema';
import type { Route } from '../http/route';
import type { Principal } from '../kernel/caller';

/** One way of signing in; each `auth.mode` is one. */
export interface Authenticator {
  readonly mode: ResolvedConfig['auth']['mode'];
  /** The mode's routes below `auth/`, relative to the admin base. */
  readonly routes: readonly Route[];
  /** Called in the service's `start()`, once the database is up to date. May run again after it failed. */
  start(): Promise<void>;
  /** Who sent this `Authorization` header. @throws ServiceError 401 `unauthenticated` */
  authenticate(authorization: string | undefined): Promise<Principal>;
  /** Removes what has ended; to be called now and then. */
  maintenance(): Promise<void>;
}
