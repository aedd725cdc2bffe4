import { Type } from '@sinclair/typebox';
import type { Database } from '#platform/database/database';
import { defineRoute, type RouteReply, type RouteRequest } from '#platform/http/route';
import { type Clock, toIso } from '#platform/kernel/clock';
import { ServiceError, unavailable } from '#platform/kernel/errors';
import type { Logger } from '#platform/kernel/logger';
import type { AttemptLimits } from '../attempt-limits';
import { LoginReply } from '../auth-schemas';
import type { Authenticator } from '../authenticator';
import type { ProviderSignIn } from '../provider-sign-in';
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
import { createBrowserBinding } from './browser-binding';
import { loadSamlProvider, type SamlConfig, type SamlProvider } from './saml-provider';
import { SamlRefused } from './saml-refusal';
import { createSamlRequests, newRequestId, refusalEnd } from './saml-requests';

export interface SamlAuthenticatorOptions {
  /** Required by the configuration check in this mode. */
  readonly saml: SamlConfig | undefined;
  readonly database: Database;
  readonly limits: AttemptLimits;
  readonly sessions: Sessions;
  readonly signIn: ProviderSignIn;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Page at which a sign-in ends when its request is unknown. */
  readonly defaultEnd: SignInEnd;
  /** `dashboard.path`. */
  readonly dashboardPath: string;
}

/** Maximum size of a response (bytes); a response with some hundred roles has a quarter of it. */
const responseBytes = 262_144;

const LoginQuery = Type.Object({
  redirect: Type.Optional(
    Type.Unsafe<'dashboard'>({
      type: 'string',
      enum: ['dashboard'],
      description: 'Where the sign-in ends. Default: a JSON response with the token.',
    }),
  ),
});

const AssertionBody = Type.Object({
  SAMLResponse: Type.String({
    minLength: 1,
    maxLength: responseBytes,
    description: 'The response in Base64, as the page of the identity provider contains it.',
  }),
  RelayState: Type.Optional(
    Type.String({
      maxLength: responseBytes,
      description: 'Ignored: the service stores the state of a sign-in itself.',
    }),
  ),
});

/**
 * Creates the mode `saml`: an identity provider authenticates the user, then the service starts a session.
 */
export function createSamlAuthenticator({
  saml,
  sessions,
  ...options
}: SamlAuthenticatorOptions): Authenticator {
  let flow: ReturnType<typeof createFlow> | null = null;
  const { dashboardPath, defaultEnd } = options;
  const common = { modes: ['saml'], tag: 'Auth' } as const;
  const requireFlow = () => {
    if (flow === null) throw unavailable();
    return flow;
  };

  return {
    mode: 'saml',
    routes: [
      defineRoute({
        ...common,
        id: 'beginSaml',
        method: 'GET',
        path: '/auth/saml/login',
        summary: 'Redirect the browser to the SAML identity provider to sign in',
        access: { public: 'callers have no token before they sign in' },
        query: LoginQuery,
        replies: { 302: { description: 'Redirect to the identity provider' } },
        errors: [],
        errorPage: errorAtDashboard(wantedEnd, dashboardPath, 302),
        handle: (request) => requireFlow().begin(request, request.query.redirect ?? null),
      }),
      defineRoute({
        ...common,
        id: 'describeSaml',
        method: 'GET',
        path: '/auth/saml/metadata',
        summary: 'Get the metadata of this service provider for the identity provider',
        access: { public: 'identity providers fetch it without credentials' },
        replies: {
          200: {
            description: 'SAML 2.0 metadata',
            schema: Type.String(),
            contentType: 'application/samlmetadata+xml',
          },
        },
        errors: [],
        handle: () => ({
          body: Buffer.from(requireFlow().metadata()),
          headers: { 'Content-Type': 'application/samlmetadata+xml' },
        }),
      }),
      defineRoute({
        ...common,
        id: 'finishSaml',
        method: 'POST',
        path: '/auth/saml/acs',
        summary: 'Complete a sign-in: the SAML identity provider sends the browser here',
        access: { public: 'callers have no token before they sign in' },
        cors: 'navigation',
        body: AssertionBody,
        bodyType: 'application/x-www-form-urlencoded',
        bodyBytes: responseBytes,
        replies: {
          200: { description: 'Signed in', schema: LoginReply },
          303: {
            description:
              'Redirect to the dashboard, with a session cookie, or `error` or `totpChallenge` in the fragment',
          },
        },
        errors: ['unauthenticated', 'identity_conflict'],
        errorPage: errorAtDashboard(() => defaultEnd, dashboardPath, 303),
        handle: (request) => requireFlow().finish(request, request.body.SAMLResponse),
      }),
    ],
    async start() {
      if (saml === undefined) throw new Error('auth.saml is missing');
      flow ??= createFlow(await loadSamlProvider(saml, options.clock), saml, options);
    },
    authenticate: createSessionAuthentication(sessions),
  };
}

type FlowOptions = Omit<SamlAuthenticatorOptions, 'saml' | 'sessions'>;

/** The two steps, as the routes call them. */
function createFlow(
  provider: SamlProvider,
  { callbackUrl }: SamlConfig,
  { database, limits, signIn, clock, logger, defaultEnd, dashboardPath }: FlowOptions,
) {
  const requests = createSamlRequests(database, clock);
  const binding = createBrowserBinding(new URL(callbackUrl).pathname);

  /** Verifies a response within the limits; an invalid one stays counted as a failure. */
  async function limited<T>(request: RouteRequest, verify: () => Promise<T>): Promise<T> {
    const reservation = await limits.reserveResponse(request.ip, (unit) => signIn.noteLock(unit, request));
    const verified = await verify().catch(async (error) => {
      await database.transaction((connection) => limits.fail(connection, reservation));
      throw error;
    });
    await limits.release(reservation);
    return verified;
  }

  /** @param onEnd called with where the sign-in is refused, once that is known */
  async function complete(
    request: RouteRequest,
    encoded: string,
    onEnd: (end: SignInEnd) => void,
  ): Promise<RouteReply> {
    const response = provider.receive(encoded);
    const requestId = response.shape.inResponseTo ?? '';
    onEnd(refusalEnd(requestId) ?? defaultEnd);
    const samlRequest = await requests.find(requestId);
    if (samlRequest === null) throw new SamlRefused('unknown_request');
    if (!binding.matches(samlRequest, request)) throw new SamlRefused('other_browser');
    const { user, sessionEndsAt } = await limited(request, () => provider.verify(response, samlRequest));
    if (!(await requests.take(samlRequest.id))) throw new SamlRefused('response_replayed');
    const reply = signInReply(
      await signIn.complete(user, request, sessionEndsAt),
      request,
      { end: samlRequest.redirect, dashboardPath },
      303,
    );
    return samlRequest.browserHash === null
      ? reply
      : withCookie(reply, binding.forget(samlRequest.id, request.secure));
  }

  function refuse(refused: SamlRefused, request: RouteRequest): Promise<ServiceError> {
    // Without the cause: its message quotes the response, which anyone can have written.
    const { reason, facts } = refused;
    logger.warn({ reason, requestId: request.requestId, ...facts }, 'A SAML response was refused');
    return signIn.refuse(reason, request, refused);
  }

  return {
    metadata: provider.metadata,

    async begin({ secure }: RouteRequest, redirect: SignInEnd): Promise<RouteReply> {
      const id = newRequestId(redirect);
      const bound = redirect === null ? null : binding.bind(id, secure);
      await requests.remember({
        id,
        issuedAt: toIso(clock.now()),
        redirect,
        browserHash: bound?.hash ?? null,
      });
      return {
        status: 302,
        headers: {
          Location: await provider.begin(id),
          ...(bound === null ? {} : { 'Set-Cookie': bound.cookie }),
        },
      };
    },

    async finish(request: RouteRequest, encoded: string): Promise<RouteReply> {
      let end = defaultEnd;
      try {
        return await complete(request, encoded, (known) => {
          end = known;
        });
      } catch (thrown) {
        const reason = thrown instanceof SamlRefused ? thrown.reason : null;
        const error = thrown instanceof SamlRefused ? await refuse(thrown, request) : thrown;
        if (end === null || !(error instanceof ServiceError)) throw error;
        return refusedReply(error, reason, request, dashboardPath, 303);
      }
    },
  };
}
