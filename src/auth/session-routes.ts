import type { Database } from '../database/database';
import type { RunUnitOfWork } from '../database/unit-of-work';
import { findUser, User } from '../features/accounts';
import { defineRoute, principalOf, type Route } from '../http/route';
import { sessionModes } from '../kernel/auth-modes';
import { defaultTenantId } from '../kernel/ids';
import { LogoutReply, TokenReply } from './auth-schemas';
import { type Sessions, unauthenticated } from './sessions';

/** Creates the route that returns the current user, which all modes have. */
export function createMeRoute(database: Database): Route {
  return defineRoute({
    id: 'getCurrentUser',
    method: 'GET',
    path: '/auth/me',
    tag: 'Auth',
    summary: 'Get the current user',
    access: { signedIn: true },
    replies: { 200: { description: 'The current user', schema: User } },
    errors: [],
    async handle(request) {
      const { userId, roles } = principalOf(request);
      const user = await database.read((connection) => findUser(connection, userId));
      if (user === null) throw unauthenticated();
      // In mode `jwt` the roles are those of the token.
      return { body: { ...user, roles: [...roles] } };
    },
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
      summary: 'Extend the session and get a new token',
      access: { signedIn: true },
      replies: { 200: { description: 'The new token', schema: TokenReply } },
      errors: [],
      handle: async (request) => ({ body: await sessions.refresh(principalOf(request)) }),
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
        const { userId, sessionId } = principalOf(request);
        await runUnit(async (unit) => {
          if (sessionId === null || !(await sessions.close(unit, sessionId))) return;
          unit.audit({
            tenantId: defaultTenantId,
            action: 'auth:logout',
            resourceType: 'user',
            resourceId: userId,
            actor: request.actor,
            changes: { sessionId },
          });
        });
        return { body: { ok: true } };
      },
    }),
  ];
}
