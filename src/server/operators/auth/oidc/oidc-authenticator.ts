import { Type } from '@sinclair/typebox';
import type { Database } from '#platform/database/database';
import { defineRoute, type RouteReply, type RouteRequest } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError, unavailable } from '#platform/kernel/errors';
import { describeError, type Logger } from '#platform/kernel/logger';
import type { ProviderUser } from '../../accounts';
import { LoginReply } from '../auth-schemas';
import type { Authenticator } from '../authenticator';
import type { ProviderSignIn } from '../provider-sign-in';
import type { SecretBox } from '../secret-box';
import { createSessionAuthentication } from '../session-cookies';
import type { Sessions } from '../sessions';
import {
  errorAtDashboard,
  refusedReply,
  type SignInEnd,
  signInReply,
  wantedEnd,
  withCookie,
} from '../sign-in-reply';
import { ProviderMisconfigured } from './oidc-issuer';
import { createPendingLogins } from './oidc-login';
import {
  createOidcProvider,
  LoginRefused,
  type LoginSecrets,
  type OidcConfig,
  refusalEnd,
} from './oidc-provider';
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
  /** Page at which a sign-in ends when the browser has lost the state that names it. */
  readonly defaultEnd: SignInEnd;
  /** `dashboard.path`. */
  readonly dashboardPath: string;
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
  const { dashboardPath, defaultEnd } = options;
  const flow = oidc === undefined ? null : createFlow({ oidc, ...options });
  const common = {
    modes: ['oidc'],
    cors: 'navigation',
    tag: 'Auth',
    errors: ['unauthenticated', 'sign_in_misconfigured'],
  } as const;
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
        errorPage: errorAtDashboard(wantedEnd, dashboardPath, 302),
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
          302: {
            description:
              'Redirect to the dashboard, with a session cookie, or `error` or `totpChallenge` in the fragment',
          },
        },
        errors: ['unauthenticated', 'identity_conflict', 'sign_in_misconfigured'],
        errorPage: errorAtDashboard(
          ({ query }) => refusalEnd(query.state ?? '') ?? defaultEnd,
          dashboardPath,
          302,
        ),
        handle: (request) => requireFlow().finish(request, request.query),
      }),
    ],
    async start() {
      // In the background: the service starts and answers visitors also while the provider is down.
      void flow?.check();
    },
    authenticate: createSessionAuthentication(sessions),
  };
}

type FlowOptions = Omit<OidcAuthenticatorOptions, 'oidc' | 'sessions'> & { readonly oidc: OidcConfig };

/** Creates the two steps of a sign-in, which the routes call. */
function createFlow({ oidc, database, box, signIn, clock, logger, defaultEnd, dashboardPath }: FlowOptions) {
  const { pathname } = new URL(oidc.redirectUri);
  const logins = createPendingLogins(
    database,
    box,
    clock,
    pathname.endsWith('/auth/oidc/callback') ? pathname : '/',
  );
  const provider = createOidcProvider(oidc, clock, logger);

  function orUnavailable(error: unknown): never {
    if (error instanceof ProviderMisconfigured)
      throw new ServiceError('sign_in_misconfigured', { cause: error });
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

  /** Runs a step of a sign-in; one that ends at the dashboard is refused there too. */
  async function orRefused(
    request: RouteRequest,
    end: SignInEnd,
    step: () => Promise<RouteReply>,
  ): Promise<RouteReply> {
    try {
      return await step();
    } catch (thrown) {
      const reason = thrown instanceof LoginRefused ? thrown.reason : null;
      const cause = describeError(thrown instanceof Error ? thrown.cause : null);
      const facts = thrown instanceof LoginRefused ? thrown.facts : {};
      const log = { reason, requestId: request.requestId, ...facts, cause };
      if (reason !== null) logger.warn(log, 'A sign-in through the identity provider was refused');
      const error =
        thrown instanceof LoginRefused ? await signIn.refuse(thrown.reason, request, thrown) : thrown;
      if (end === null || !(error instanceof ServiceError)) throw error;
      if (error.status >= 500) logger.warn(log, error.message);
      return refusedReply(error, reason, request, dashboardPath, 302);
    }
  }

  return {
    check: provider.check,

    begin: (request: RouteRequest, end: SignInEnd): Promise<RouteReply> =>
      orRefused(request, end, async () => {
        const { url, secrets } = await provider.begin(end).catch(orUnavailable);
        const cookie = await logins.remember({ secrets, redirect: end }, request.secure);
        return { status: 302, headers: { Location: url, 'Set-Cookie': cookie } };
      }),

    async finish(
      request: RouteRequest,
      { state = '', ...answer }: Readonly<Record<string, string>>,
    ): Promise<RouteReply> {
      const reply = await orRefused(request, refusalEnd(state) ?? defaultEnd, async () => {
        const { secrets, redirect } = await logins.take(state, request);
        const user = await readUser({ state, ...answer }, secrets);
        return signInReply(
          await signIn.complete(user, request),
          request,
          { end: redirect, dashboardPath },
          302,
        );
      });
      return withCookie(reply, logins.forget(state, request.secure));
    },
  };
}
