import { Type } from '@sinclair/typebox';
import { OwnName, OwnPassword, User } from '../../features/accounts';
import { defineRoute, principalOf, type Route, type RouteRequest } from '../../http/route';
import { sessionModes } from '../../kernel/auth-modes';
import { EndedSession, LogoutReply, OwnSession, signInBytes } from '../auth-schemas';
import type { OwnAccount, OwnContext } from './own-account';

const tag = 'Auth';

/** The routes of one's own account: for everybody who is signed in, whatever their roles. */
export function createOwnAccountRoutes(account: OwnAccount): readonly Route[] {
  const contextOf = (request: RouteRequest): OwnContext => ({
    caller: principalOf(request),
    actor: request.actor,
  });

  return [
    defineRoute({
      id: 'updateCurrentUser',
      method: 'PUT',
      path: '/auth/me',
      modes: ['local'],
      tag,
      summary: 'Change one’s own name',
      access: { signedIn: true },
      body: OwnName,
      bodyBytes: signInBytes,
      replies: { 200: { description: 'The current user', schema: User } },
      errors: [],
      handle: async (request) => ({ body: await account.rename(contextOf(request), request.body.name) }),
    }),
    defineRoute({
      id: 'changePassword',
      method: 'POST',
      path: '/auth/password',
      modes: ['local'],
      tag,
      summary: 'Change one’s own password, and end all other sessions',
      access: { signedIn: true },
      body: OwnPassword,
      bodyBytes: signInBytes,
      replies: { 200: { description: 'Changed', schema: LogoutReply } },
      errors: ['reauthentication_required', 'wrong_password', 'invalid_totp_code'],
      async handle(request) {
        const { newPassword, ...proof } = request.body;
        await account.changePassword(contextOf(request), newPassword, proof);
        return { body: { ok: true } };
      },
    }),
    defineRoute({
      id: 'listSessions',
      method: 'GET',
      path: '/auth/sessions',
      modes: sessionModes,
      tag,
      summary: 'One’s own running sessions, newest first, a hundred at most',
      access: { signedIn: true },
      replies: { 200: { description: 'The sessions', schema: Type.Array(OwnSession) } },
      errors: [],
      handle: async (request) => ({ body: await account.sessions(contextOf(request)) }),
    }),
    defineRoute({
      id: 'endSession',
      method: 'DELETE',
      path: '/auth/sessions/:id',
      modes: sessionModes,
      tag,
      summary: 'End one of one’s own sessions, and every token of it',
      access: { signedIn: true },
      params: Type.Object({ id: Type.String() }),
      replies: { 200: { description: 'The session has ended', schema: EndedSession } },
      errors: ['session_not_found'],
      async handle(request) {
        const { id } = request.params;
        await account.endSession(contextOf(request), id);
        return { body: { deleted: true, id } };
      },
    }),
  ];
}
