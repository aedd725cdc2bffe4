import type { Strategy as PassportStrategy } from 'passport';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { readCertificates } from '#platform/kernel/certificate';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError, SetupError } from '#platform/kernel/errors';
import { loadOptional } from '#platform/kernel/optional-dependency';
import type { ProviderUser } from '../../accounts';
import { createStrategyRunner } from './run-strategy';
import { readAssertion } from './saml-assertion';
import { type ResponseShape, readShape } from './saml-document';
import { type SamlRefusal, SamlRefused } from './saml-refusal';
import { requestLifetimeMs, type SamlRequest } from './saml-requests';
import { toProviderUser } from './saml-user';

// Why: docs/adr/0011-node-saml-instead-of-passport-saml.md

type Library = typeof import('@node-saml/passport-saml');
type Profile = import('@node-saml/passport-saml').Profile;
type VerifyWithoutRequest = import('@node-saml/passport-saml').VerifyWithoutRequest;
type StrategyOptions = import('@node-saml/passport-saml').PassportSamlConfig;

export type SamlConfig = NonNullable<ResolvedConfig['auth']['saml']>;

/** A response before its verification. */
export interface ReceivedResponse {
  /** The response in Base64, as the form contains it. */
  readonly encoded: string;
  readonly xml: string;
  readonly shape: ResponseShape;
}

/** The user that a response authenticates. */
export interface VerifiedUser {
  readonly user: ProviderUser;
  /** Latest end of the session (epoch ms). */
  readonly sessionEndsAt: number | null;
}

/** The identity provider, and the service as its service provider (SAML 2.0, web browser SSO profile). */
export interface SamlProvider {
  /** Returns the metadata of the service for the identity provider (XML). */
  metadata(): string;
  /** Returns the URL at which the browser signs in. */
  begin(requestId: string): Promise<string>;
  /** Parses a response without trusting it. @throws SamlRefused */
  receive(encoded: string): ReceivedResponse;
  /** Verifies a response to a request and returns the user. @throws SamlRefused */
  verify(response: ReceivedResponse, request: SamlRequest): Promise<VerifiedUser>;
}

/** Tolerated difference between the provider's clock and that of the service (ms). */
const skewMs = 60_000;

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Accepted algorithms: without SHA-1, for which collisions can be computed. */
const strongAlgorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** Loads the library and creates the provider. @throws SetupError naming the package to install */
export async function loadSamlProvider(saml: SamlConfig, clock: Clock): Promise<SamlProvider> {
  const library = await loadOptional(
    '@node-saml/passport-saml',
    'SAML sign-ins',
    () => import('@node-saml/passport-saml'),
  ).catch((error) => {
    throw error instanceof ServiceError ? new SetupError(error.message, { cause: error }) : error;
  });
  return createSamlProvider(library, saml, clock);
}

function createSamlProvider(
  { Strategy, ValidateInResponseTo }: Library,
  saml: SamlConfig,
  clock: Clock,
): SamlProvider {
  const options = {
    issuer: saml.issuer,
    audience: saml.issuer,
    callbackUrl: saml.callbackUrl,
    entryPoint: saml.entryPoint,
    idpCert: [saml.cert]
      .flat()
      .flatMap(readCertificates)
      .map(({ raw }) => raw.toString('base64')),
    identifierFormat: saml.identifierFormat,
    // The provider decides how users authenticate: requesting a password would exclude better methods.
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: skewMs,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: requestLifetimeMs,
  } satisfies StrategyOptions;

  /**
   * Replaces the library's cache of requests by the one request in question. The service itself marks
   * requests as used, in one step for all processes.
   */
  const withRequest = (request: Pick<SamlRequest, 'id' | 'issuedAt'> | null): Partial<StrategyOptions> => ({
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === request?.id ? request.issuedAt : null),
      removeAsync: async () => null,
    },
  });

  const verified: VerifyWithoutRequest = (profile, done) => done(null, profile ?? undefined);
  const strategy = (more: Partial<StrategyOptions>) =>
    new Strategy({ ...options, ...more }, verified, verified);
  // Its type requires a request of Express 4; it receives an object with the few properties that it reads.
  const runner = (more: Partial<StrategyOptions>) =>
    createStrategyRunner<object, Profile>('saml', strategy(more) as unknown as PassportStrategy);

  function checkShape({ shape }: ReceivedResponse): void {
    const { destination, status, assertions, signatures, algorithms } = shape;
    // A signed response must name its destination (SAML bindings, section 3.5.5.2).
    if (destination === null ? signatures > 1 : destination !== saml.callbackUrl)
      throw new SamlRefused('wrong_destination');
    if (status !== success || assertions === 0) throw new SamlRefused('provider_refused');
    if (signatures === 0) throw new SamlRefused('unsigned_assertion');
    if (algorithms.some((algorithm) => !strongAlgorithms.has(algorithm)))
      throw new SamlRefused('weak_algorithm');
  }

  return {
    metadata: () => strategy(withRequest(null)).generateServiceProviderMetadata(null, null),

    async begin(requestId) {
      const run = runner({ ...withRequest(null), generateUniqueId: () => requestId });
      const outcome = await run({ method: 'GET', headers: {}, query: {}, body: {} });
      if (outcome.kind !== 'redirect') throw new Error('the SAML library returned no URL of the provider');
      return outcome.url;
    },

    receive(encoded) {
      const xml = decode(encoded);
      const shape = xml === null ? null : readShape(xml);
      if (xml === null || shape === null) throw new SamlRefused('malformed_response');
      if (shape.inResponseTo === null) throw new SamlRefused('unsolicited_response');
      return { encoded, xml, shape };
    },

    async verify(response, request) {
      checkShape(response);
      // Every signature must be checked: a second one can only be that of the response itself.
      const run = runner({ ...withRequest(request), wantAuthnResponseSigned: response.shape.signatures > 1 });
      const outcome = await run({
        method: 'POST',
        headers: {},
        query: {},
        body: { SAMLResponse: response.encoded },
      }).catch((error) => {
        throw new SamlRefused(toReason(error), { cause: error });
      });
      if (outcome.kind !== 'success') throw new SamlRefused('invalid_assertion');
      const rules = {
        idpIssuer: saml.idpIssuer,
        recipient: saml.callbackUrl,
        requestId: request.id,
        now: clock.now(),
        skewMs,
      };
      const assertion = readAssertion(outcome.user.getAssertion?.(), rules);
      return { user: toProviderUser(assertion, saml), sessionEndsAt: assertion.sessionEndsAt };
    },
  };
}

function decode(encoded: string): string | null {
  const base64 = encoded.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}

/** Reasons by message: the library's errors differ only in their messages. Used only for the audit log. */
const reasons: readonly (readonly [RegExp, SamlRefusal])[] = [
  [/audience/i, 'wrong_audience'],
  [/expired/i, 'response_expired'],
  [/not yet valid/i, 'response_not_yet_valid'],
  [/subject confirmation/i, 'response_expired'],
  [/InResponseTo/i, 'unknown_request'],
  [/signature/i, 'invalid_signature'],
];

function toReason(error: unknown): SamlRefusal {
  const message = error instanceof Error ? error.message : '';
  return reasons.find(([pattern]) => pattern.test(message))?.[1] ?? 'invalid_assertion';
}
