import type { IncomingMessage } from 'node:http';
import type { ResolvedConfig } from '../../config/config-schema';
import { normalizeEmail, type ProviderUser, type ProviderUsers } from '../../features/accounts';
import { withDeadline } from '../../kernel/concurrency/deadline';
import { unavailable } from '../../kernel/errors';
import { describeError, type Logger } from '../../kernel/logger';
import type { Authenticator } from '../authenticator';
import { refusalError } from '../provider-sign-in';
import { unauthenticated } from '../sessions';

export interface CustomAuthenticatorOptions {
  /** The host's own function; the configuration check demands it in this mode. */
  readonly validateUser: ResolvedConfig['auth']['validateUser'];
  readonly users: ProviderUsers;
  readonly logger: Logger;
}

/** How long the host's function may take, in milliseconds. */
const timeoutMs = 5000;

/** Mode `custom`: a function of the host's says who sent a request. */
export function createCustomAuthenticator({
  validateUser,
  users,
  logger,
}: CustomAuthenticatorOptions): Authenticator {
  /**
   * What the function gives back. @throws ServiceError `unavailable` when it takes too long,
   * `unauthenticated` when it throws
   */
  async function ask(req: IncomingMessage): Promise<unknown> {
    const answer = Promise.resolve()
      .then(() => validateUser?.(req))
      .catch((error) => {
        logger.warn(
          { error: describeError(error) },
          'auth.validateUser threw: the request counts as not signed in',
        );
        throw unauthenticated();
      });
    return withDeadline(timeoutMs, answer, () => {
      throw unavailable();
    });
  }

  return {
    mode: 'custom',
    routes: [],
    async start() {},
    async authenticate(req, requestId) {
      const answer = await ask(req);
      if (answer === null || answer === undefined) throw unauthenticated();
      const told = userOf(answer);
      if (told === null) {
        logger.warn(
          {},
          'auth.validateUser returned something that is no user: { email, name?, role?, tenants? } or null is expected',
        );
        throw unauthenticated();
      }
      const outcome = await users.recognise(told, requestId);
      if (!outcome.ok) throw refusalError(outcome.reason, told.email);
      return outcome.value;
    },
  };
}

/** Undefined when the host says nothing of it. */
function listOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value : [value];
}

/** The host's answer, if it has the form of a user: whoever is let in by mistake is let in for good. */
function userOf(answer: unknown): ProviderUser | null {
  try {
    const { email, name, role, tenants } = answer as Readonly<Record<string, unknown>>;
    const [roles, reach] = [listOf(role), listOf(tenants)];
    const isNamed = name === undefined || name === null || typeof name === 'string';
    if (
      typeof email !== 'string' ||
      !isNamed ||
      [roles, reach].some((list) => list?.some((item) => typeof item !== 'string'))
    )
      return null;
    return {
      provider: 'custom',
      issuer: 'custom',
      subject: normalizeEmail(email),
      email,
      emailVerified: true,
      name: name ?? undefined,
      roleNames: roles?.map(String),
      tenants: reach?.map(String),
    };
  } catch {
    // A primitive, or a getter that throws.
    return null;
  }
}
