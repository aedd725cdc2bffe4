import { Type } from '@sinclair/typebox';
import { defineRoute, getPrincipal, type Route, type RouteRequest } from '#platform/http/route';
import { sessionModes } from '#platform/kernel/auth-modes';
import { toIso } from '#platform/kernel/clock';
import { OwnName, OwnPassword, ownerProof, User } from '../../accounts';
import { EndedSession, EndedSessions, LogoutReply, OwnSession, signInBytes } from '../auth-schemas';
import type { OwnAccount, OwnContext } from './own-account';

const tag = 'Auth';

const Confirmed = Type.Object({
  freshUntil: Type.String({
    format: 'date-time',
    description: 'Until then the session can make changes that need a recent proof of identity.',
  }),
});

/** Creates the routes with which all signed-in users manage their own account, whatever their roles. */
export function createOwnAccountRoutes(account: OwnAccount): readonly Route[] {
  const toContext = (request: RouteRequest): OwnContext => ({
    caller: getPrincipal(request),
    actor: request.context.actor,
  });

  return [
    defineRoute({
      id: 'updateCurrentUser',
      method: 'PUT',
      path: '/auth/me',
      modes: ['local'],
      tag,
      summary: 'Change your own name',
      access: { signedIn: true },
      body: OwnName,
      bodyBytes: signInBytes,
      replies: { 200: { description: 'The current user', schema: User } },
      errors: [],
      handle: async (request) => ({ body: await account.rename(toContext(request), request.body.name) }),
    }),
    defineRoute({
      id: 'confirmIdentity',
      method: 'POST',
      path: '/auth/confirm',
      modes: sessionModes,
      tag,
      summary:
        'Prove your identity, as a new sign-in would; needed when a route answers `reauthentication_required`',
      access: { signedIn: true },
      body: Type.Partial(Type.Object(ownerProof)),
      bodyBytes: signInBytes,
      replies: { 200: { description: 'The identity has been proven', schema: Confirmed } },
      errors: ['reauthentication_required', 'wrong_password', 'invalid_totp_code'],
      handle: async (request) => ({
        body: { freshUntil: toIso(await account.confirm(toContext(request), request.body)) },
      }),
    }),
    defineRoute({
      id: 'changePassword',
      method: 'POST',
      path: '/auth/password',
      modes: ['local'],
      tag,
      summary: 'Change your own password, and end all other sessions',
      access: { signedIn: true },
      body: OwnPassword,
      bodyBytes: signInBytes,
      replies: { 200: { description: 'The password has been changed', schema: LogoutReply } },
      errors: ['reauthentication_required', 'wrong_password', 'invalid_totp_code'],
      async handle(request) {
        const { newPassword, ...proof } = request.body;
        await account.changePassword(toContext(request), newPassword, proof);
        return { body: { ok: true } };
      },
    }),
    defineRoute({
      id: 'listSessions',
      method: 'GET',
      path: '/auth/sessions',
      modes: sessionModes,
      tag,
      summary: 'List your own active sessions, newest first, at most 100',
      access: { signedIn: true },
      replies: { 200: { description: 'The sessions', schema: Type.Array(OwnSession) } },
      errors: [],
      handle: async (request) => ({ body: await account.sessions(toContext(request)) }),
    }),
    defineRoute({
      id: 'endOtherSessions',
      method: 'DELETE',
      path: '/auth/sessions',
      modes: sessionModes,
      tag,
      summary: 'End all of your own sessions except this one',
      access: { signedIn: true },
      replies: { 200: { description: 'The sessions have ended', schema: EndedSessions } },
      errors: [],
      handle: async (request) => ({ body: { ended: await account.endOtherSessions(toContext(request)) } }),
    }),
    defineRoute({
      id: 'endSession',
      method: 'DELETE',
      path: '/auth/sessions/:id',
      modes: sessionModes,
      tag,
      summary: 'End one of your own sessions and all its tokens',
      access: { signedIn: true },
      params: Type.Object({ id: Type.String() }),
      replies: { 200: { description: 'The session has ended', schema: EndedSession } },
      errors: ['session_not_found'],
      async handle(request) {
        const { id } = request.params;
        await account.endSession(toContext(request), id);
        return { body: { deleted: true, id } };
      },
    }),
  ];
}
