import { Type } from '@sinclair/typebox';
import { defineRoute, type Route } from '#platform/http/route';
import { accountPassword } from '../../accounts';
import { signInBytes } from '../auth-schemas';
import type { AcceptLink } from './accept-link';

const AcceptLinkBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 2000, description: 'The token of the link.' }),
  password: accountPassword,
});

/** Creates the route with which the recipient of a link chooses a password. */
export function createAccountLinkRoute(accept: AcceptLink): Route {
  return defineRoute({
    id: 'acceptAccountLink',
    method: 'POST',
    path: '/auth/accept',
    modes: ['local'],
    tag: 'Auth',
    summary: 'Choose a password with an invitation or a reset link, and end all sessions',
    description: 'Does not sign in: the user signs in with the new password, and a one-time code if needed.',
    access: { public: 'recipients of a link have no password yet; the token is the proof' },
    body: AcceptLinkBody,
    bodyBytes: signInBytes,
    replies: {
      200: {
        description: 'The password has been set',
        schema: Type.Object({ email: Type.String({ description: 'The address to sign in with.' }) }),
      },
    },
    errors: ['invalid_account_link'],
    handle: async ({ body, ip, requestId }) => ({
      body: { email: await accept({ ...body, ip, requestId }) },
    }),
  });
}
