import type { IncomingMessage } from 'node:http';
import type { Route } from '#platform/http/route';
import type { AuthMode } from '#platform/kernel/auth-modes';
import type { Principal } from '#platform/kernel/caller';
import type { AdminSite } from './session-cookies';

/**
 * One way to sign in: each `auth.mode` has one. All are created, so that the table of routes is the same in
 * every mode.
 */
export interface Authenticator {
  readonly mode: AuthMode;
  /**
   * The routes of this mode below `auth/`, relative to the admin base. Each lists its `modes`, so that it is
   * disabled in the others.
   */
  readonly routes: readonly Route[];
  /** Called in the service's `start()`, once the database is up to date. May run again after it failed. */
  start(): Promise<void>;
  /** Waits for what `start` has left running in the background. */
  close?(): Promise<void>;
  /**
   * Identifies the sender of a request, of which only the headers have been read.
   * @throws ServiceError 401 `unauthenticated`, 403 `identity_conflict`
   */
  authenticate(req: IncomingMessage, requestId: string, site: AdminSite): Promise<Principal>;
}
