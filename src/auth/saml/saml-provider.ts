import type { Strategy as PassportStrategy } from 'passport';
import type { ResolvedConfig } from '../../config/config-schema';
import type { ProviderUser } from '../../features/accounts';
import { readCertificate } from '../../kernel/certificate';
import type { Clock } from '../../kernel/clock';
import { ServiceError, SetupError } from '../../kernel/errors';
import { loadOptional } from '../../kernel/optional-dependency';
import { createStrategyRunner } from './run-strategy';
import { readAssertion } from './saml-assertion';
import { type ResponseShape, readShape } from './saml-document';
import { type SamlRefusal, SamlRefused } from './saml-refusal';
import { requestLifetimeMs, type SamlRequest } from './saml-requests';
import { toProviderUser } from './saml-user';

type Library = typeof import('@node-saml/passport-saml');
type Profile = import('@node-saml/passport-saml').Profile;
type VerifyWithoutRequest = import('@node-saml/passport-saml').VerifyWithoutRequest;
type StrategyOptions = import('@node-saml/passport-saml').PassportSamlConfig;

export type SamlConfig = NonNullable<ResolvedConfig['auth']['saml']>;

/** A response as it came in. */
export interface ReceivedResponse {
  /** Base64, as the form has it. */
  readonly encoded: string;
  readonly xml: string;
  readonly shape: ResponseShape;
}

/** Whom a response vouches for, and until when. */
export interface VerifiedUser {
  readonly user: ProviderUser;
  /** Epoch milliseconds. */
  readonly sessionEndsAt: number | null;
}

/** The identity provider, and us as its service provider (SAML 2.0, web browser SSO profile). */
export interface SamlProvider {
  /** Our own description for the identity provider: XML. */
  metadata(): string;
  /** Where the browser goes to sign in. */
  begin(requestId: string): Promise<string>;
  /** Takes a response apart, trusting nothing of it. @throws SamlRefused */
  receive(encoded: string): ReceivedResponse;
  /** Whom the response, which must answer the request, vouches for. @throws SamlRefused */
  verify(response: ReceivedResponse, request: SamlRequest): Promise<VerifiedUser>;
}

/** How far the provider's clock and ours may differ. */
const skewMs = 60_000;

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Without SHA-1, of which collisions can be made. */
const strongAlgorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** @throws SetupError naming the package to install */
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
    idpCert: [saml.cert].flat().map((text) => readCertificate(text).raw.toString('base64')),
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    // How someone proves who they are is the provider's business: asking for a password would turn away who
    // has a better way.
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: skewMs,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: requestLifetimeMs,
  } satisfies StrategyOptions;

  /**
   * The library's own memory of requests: the one that is meant. We use it up ourselves, in one step for all
   * processes.
   */
  const knowing = (request: Pick<SamlRequest, 'id' | 'issuedAt'> | null): Partial<StrategyOptions> => ({
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === request?.id ? request.issuedAt : null),
      removeAsync: async () => null,
    },
  });

  const verified: VerifyWithoutRequest = (profile, done) => done(null, profile ?? undefined);
  const strategy = (more: Partial<StrategyOptions>) =>
    new Strategy({ ...options, ...more }, verified, verified);
  // It is typed for Express 4's request; the one that it gets is an object of the few things that it looks
  // at.
  const runner = (more: Partial<StrategyOptions>) =>
    createStrategyRunner<object, Profile>('saml', strategy(more) as unknown as PassportStrategy);

  function checkShape({ shape }: ReceivedResponse): void {
    const { destination, status, assertions, signatures, algorithms } = shape;
    // A response that is signed must say where it goes to (SAML bindings, section 3.5.5.2).
    if (destination === null ? signatures > 1 : destination !== saml.callbackUrl)
      throw new SamlRefused('wrong_destination');
    if (status !== success || assertions === 0) throw new SamlRefused('provider_refused');
    if (signatures === 0) throw new SamlRefused('unsigned_assertion');
    if (algorithms.some((algorithm) => !strongAlgorithms.has(algorithm)))
      throw new SamlRefused('weak_algorithm');
  }

  return {
    metadata: () => strategy(knowing(null)).generateServiceProviderMetadata(null, null),

    async begin(requestId) {
      const run = runner({ ...knowing(null), generateUniqueId: () => requestId });
      const outcome = await run({ method: 'GET', headers: {}, query: {}, body: {} });
      if (outcome.kind !== 'redirect') throw new Error('a sign-in begins at the provider');
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
      // Each signature that is there must be one that is checked: the second can only be the response's own.
      const run = runner({ ...knowing(request), wantAuthnResponseSigned: response.shape.signatures > 1 });
      const outcome = await run({
        method: 'POST',
        headers: {},
        query: {},
        body: { SAMLResponse: response.encoded },
      }).catch((error) => {
        throw new SamlRefused(reasonOf(error), { cause: error });
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

/** The library tells its errors apart by their texts alone; these words are for the audit log only. */
const reasons: readonly (readonly [RegExp, SamlRefusal])[] = [
  [/audience/i, 'wrong_audience'],
  [/expired/i, 'response_expired'],
  [/not yet valid/i, 'response_not_yet_valid'],
  [/subject confirmation/i, 'response_expired'],
  [/InResponseTo/i, 'unknown_request'],
  [/signature/i, 'invalid_signature'],
];

function reasonOf(error: unknown): SamlRefusal {
  const message = error instanceof Error ? error.message : '';
  return reasons.find(([pattern]) => pattern.test(message))?.[1] ?? 'invalid_assertion';
}
