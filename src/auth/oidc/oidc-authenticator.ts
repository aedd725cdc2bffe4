import { Type } from '@sinclair/typebox';
import type { Database } from '../../database/database';
import type { ProviderUser } from '../../features/accounts';
import { defineRoute, type RouteReply, type RouteRequest } from '../../http/route';
import type { Clock } from '../../kernel/clock';
import { ServiceError, unavailable } from '../../kernel/errors';
import { describeError, type Logger } from '../../kernel/logger';
import { LoginReply } from '../auth-schemas';
import type { Authenticator } from '../authenticator';
import type { ProviderSignIn } from '../provider-sign-in';
import type { SecretBox } from '../secret-box';
import type { Sessions } from '../sessions';
import { signInReply } from '../sign-in-reply';
import { createPendingLogins } from './oidc-login';
import { createOidcProvider, LoginRefused, type LoginSecrets, type OidcConfig } from './oidc-provider';
import { toProviderUser } from './oidc-user';
import { isProviderUnavailable } from './provider-fetch';

export interface OidcAuthenticatorOptions {
  /** Required by the configuration check in this mode. */
  readonly oidc: OidcConfig | undefined;
  readonly database: Database;
  readonly box: SecretBox;
  readonly sessions: Sessions;
  readonly signIn: ProviderSignIn;
  readonly clock: Clock;
  readonly logger: Logger;
}

const AuthorizeQuery = Type.Object({
  redirect: Type.Optional(
    Type.Unsafe<'dashboard'>({
      type: 'string',
      enum: ['dashboard'],
      description: 'Where the sign-in ends. Default: a JSON response with the token.',
    }),
  ),
});

const answerText = Type.Optional(Type.String({ maxLength: 4096 }));
const CallbackQuery = Type.Object({
  code: answerText,
  state: answerText,
  iss: answerText,
  error: answerText,
  error_description: answerText,
});

/** Creates the mode `oidc`: an OpenID provider authenticates the user, then the service starts a session. */
export function createOidcAuthenticator({
  oidc,
  sessions,
  ...options
}: OidcAuthenticatorOptions): Authenticator {
  const flow = oidc === undefined ? null : createFlow({ oidc, ...options });
  const common = { modes: ['oidc'], cors: 'navigation', tag: 'Auth', errors: ['unauthenticated'] } as const;
  const requireFlow = () => {
    if (flow === null) throw new ServiceError('auth_mode_disabled');
    return flow;
  };

  return {
    mode: 'oidc',
    routes: [
      defineRoute({
        ...common,
        id: 'authorizeOidc',
        method: 'GET',
        path: '/auth/oidc/authorize',
        summary: 'Redirect the browser to the OpenID provider to sign in',
        access: { public: 'callers have no token before they sign in' },
        query: AuthorizeQuery,
        replies: { 302: { description: 'Redirect to the provider' } },
        handle: (request) => requireFlow().begin(request, request.query.redirect ?? null),
      }),
      defineRoute({
        ...common,
        id: 'finishOidc',
        method: 'GET',
        path: '/auth/oidc/callback',
        summary: 'Complete a sign-in: the OpenID provider redirects the browser here',
        access: { public: 'callers have no token before they sign in' },
        query: CallbackQuery,
        replies: {
          200: { description: 'Signed in', schema: LoginReply },
          302: { description: 'Signed in; redirect to the dashboard, with the token in the fragment' },
        },
        errors: ['unauthenticated', 'identity_conflict'],
        handle: (request) => requireFlow().finish(request, request.query),
      }),
    ],
    async start() {},
    authenticate: (req) => sessions.authenticate(req.headers.authorization),
  };
}

type FlowOptions = Omit<OidcAuthenticatorOptions, 'oidc' | 'sessions'> & { readonly oidc: OidcConfig };

/** Creates the two steps of a sign-in, which the routes call. */
function createFlow({ oidc, database, box, signIn, clock, logger }: FlowOptions) {
  const { pathname } = new URL(oidc.redirectUri);
  const logins = createPendingLogins(
    database,
    box,
    clock,
    pathname.endsWith('/auth/oidc/callback') ? pathname : '/',
  );
  const provider = createOidcProvider(oidc, clock, logger);

  function orUnavailable(error: unknown): never {
    if (error instanceof LoginRefused || !isProviderUnavailable(error)) throw error;
    throw unavailable({
      message: 'The identity provider cannot be reached right now; try again shortly.',
      cause: error,
    });
  }

  async function readUser(
    query: Readonly<Record<string, string>>,
    secrets: LoginSecrets,
  ): Promise<ProviderUser> {
    return toProviderUser(await provider.finish(query, secrets).catch(orUnavailable), oidc);
  }

  async function complete(
    request: RouteRequest,
    { state = '', ...answer }: Readonly<Record<string, string>>,
  ): Promise<RouteReply> {
    const { secrets, redirect } = await logins.take(state, request);
    const outcome = await signIn.complete(await readUser({ state, ...answer }, secrets), request);
    return signInReply(outcome, request, redirect, 302);
  }

  return {
    async begin(request: RouteRequest, redirect: 'dashboard' | null): Promise<RouteReply> {
      const { url, secrets } = await provider.begin().catch(orUnavailable);
      const cookie = await logins.remember({ secrets, redirect }, request.secure);
      return { status: 302, headers: { Location: url, 'Set-Cookie': cookie } };
    },

    async finish(request: RouteRequest, query: Readonly<Record<string, string>>): Promise<RouteReply> {
      const forget = { 'Set-Cookie': logins.forget(query.state ?? '', request.secure) };
      try {
        const reply = await complete(request, query);
        return { ...reply, headers: { ...reply.headers, ...forget } };
      } catch (error) {
        if (!(error instanceof LoginRefused)) throw error;
        logger.warn(
          { reason: error.reason, requestId: request.requestId, cause: describeError(error.cause) },
          'A sign-in through the identity provider was refused',
        );
        throw await signIn.refuse(error.reason, request, error);
      }
    },
  };
}
