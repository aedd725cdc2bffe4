import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { defineRoute, getPrincipal, type Route } from '#platform/http/route';
import { type AuthMode, sessionModes } from '#platform/kernel/auth-modes';
import type { Principal } from '#platform/kernel/caller';
import { type Clock, toIso } from '#platform/kernel/clock';
import { unauthenticated } from '#platform/kernel/errors';
import { defaultTenantId } from '#platform/kernel/ids';
import { findSession, findUser } from '../accounts';
import { CurrentSession, CurrentUser, LogoutReply, SignInMode, TokenReply } from './auth-schemas';
import { clearSessionCookie, setSessionCookie, usesCookie } from './session-cookies';
import type { Sessions } from './sessions';

/** Creates the routes that return the current user, which all modes have. */
export function createCurrentUserRoutes(
  mode: AuthMode,
  database: Database,
  clock: Clock,
): readonly [Route, Route] {
  /** Returns the user as stored; null when the user has been deleted in the meantime. */
  async function readCurrentUser(principal: Principal): Promise<CurrentUser | null> {
    const { userId, roles, permissions, allowedTenants, sessionId } = principal;
    const { user, session } = await database.read(async (connection) => ({
      user: await findUser(connection, userId),
      session: sessionId === null ? null : await findSession(connection, sessionId, clock.now()),
    }));
    return (
      user && {
        ...user,
        // In mode `jwt` roles, permissions and tenants are those of the token.
        roles: [...roles],
        permissions: [...permissions].sort(),
        tenants: allowedTenants === null ? null : [...allowedTenants].sort(),
        mode,
        session: session && { expiresAt: toIso(session.expiresAt), endsAt: toIso(session.endsAt) },
      }
    );
  }

  return [
    defineRoute({
      id: 'getCurrentUser',
      method: 'GET',
      path: '/auth/me',
      tag: 'Auth',
      summary: 'Get the current user, with permissions and session',
      access: { signedIn: true },
      replies: { 200: { description: 'The current user', schema: CurrentUser } },
      errors: [],
      async handle(request) {
        const user = await readCurrentUser(getPrincipal(request));
        if (user === null) throw unauthenticated();
        return { body: user };
      },
    }),
    defineRoute({
      id: 'getCurrentSession',
      method: 'GET',
      path: '/auth/session',
      tag: 'Auth',
      summary: 'Get the current user, or null when nobody is signed in',
      description:
        'For pages that start: browsers log a 401 as an error, and scripts cannot read the session cookie.',
      access: {
        public: 'a page asks it whether somebody is signed in; strangers only learn that they are not',
        identifies: true,
      },
      replies: { 200: { description: 'The current user, or null', schema: CurrentSession } },
      errors: ['identity_conflict'],
      handle: async ({ caller }) => ({
        body: { user: caller.kind === 'user' ? await readCurrentUser(caller) : null },
      }),
    }),
  ];
}

/** Creates the route that tells a sign-in page how users sign in. */
export function createModeRoute(mode: SignInMode): Route {
  return defineRoute({
    id: 'getSignInMode',
    method: 'GET',
    path: '/auth/mode',
    tag: 'Auth',
    summary: 'Get how users sign in',
    access: { public: 'a sign-in page needs it before anyone has signed in; it tells nothing about users' },
    replies: { 200: { description: 'How users sign in', schema: SignInMode } },
    errors: [],
    handle: () => ({ body: mode }),
  });
}

/** Creates the refresh and logout routes of the modes in which the service keeps sessions. */
export function createSessionRoutes(sessions: Sessions, runUnit: RunUnitOfWork): readonly Route[] {
  return [
    defineRoute({
      id: 'refreshToken',
      method: 'POST',
      path: '/auth/refresh',
      modes: sessionModes,
      tag: 'Auth',
      summary: 'Extend the session and get a new token or cookie',
      access: { signedIn: true },
      replies: {
        200: { description: 'The new token; a session in a cookie gets a new cookie', schema: TokenReply },
      },
      errors: [],
      async handle(request) {
        const { token, expiresAt, ...more } = await sessions.refresh(getPrincipal(request));
        if (!usesCookie(request)) return { body: { token, expiresAt } };
        const cookie = setSessionCookie({ token, expiresAt, ...more }, request);
        return { body: { expiresAt }, headers: { 'Set-Cookie': cookie } };
      },
    }),
    defineRoute({
      id: 'logout',
      method: 'POST',
      path: '/auth/logout',
      modes: sessionModes,
      tag: 'Auth',
      summary: 'End the session and all its tokens',
      access: { signedIn: true },
      replies: { 200: { description: 'The session has ended', schema: LogoutReply } },
      errors: [],
      async handle(request) {
        const { userId, sessionId } = getPrincipal(request);
        await runUnit(async (unit) => {
          if (sessionId === null || !(await sessions.close(unit, sessionId))) return;
          unit.audit({
            tenantId: defaultTenantId,
            action: 'auth:logout',
            resourceType: 'user',
            resourceId: userId,
            actor: request.context.actor,
            changes: { sessionId },
          });
        });
        return {
          body: { ok: true },
          ...(usesCookie(request) ? { headers: { 'Set-Cookie': clearSessionCookie(request) } } : {}),
        };
      },
    }),
  ];
}
