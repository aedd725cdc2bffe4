import type { IncomingMessage } from 'node:http';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import { unauthenticated, unavailable } from '#platform/kernel/errors';
import { describeError, type Logger } from '#platform/kernel/logger';
import { type ClaimedNames, normalizeEmail, type ProviderUser, type ProviderUsers } from '../../accounts';
import type { Authenticator } from '../authenticator';
import { noClaim } from '../claims';
import { refusalError } from '../provider-sign-in';

export interface CustomAuthenticatorOptions {
  /** The host's own function. Required by the configuration check in this mode. */
  readonly validateUser: ResolvedConfig['auth']['validateUser'];
  readonly users: ProviderUsers;
  readonly logger: Logger;
}

/** Time limit of the host's function (ms). */
const timeoutMs = 5000;

/** Creates the mode `custom`: a function of the host identifies the user of each request. */
export function createCustomAuthenticator({
  validateUser,
  users,
  logger,
}: CustomAuthenticatorOptions): Authenticator {
  /**
   * Calls the host's function and returns its result.
   * @throws ServiceError `unavailable` when it takes too long, `unauthenticated` when it throws
   */
  async function callHost(req: IncomingMessage): Promise<unknown> {
    const answer = Promise.resolve()
      .then(() => validateUser?.(req))
      .catch((error) => {
        logger.warn(
          { error: describeError(error) },
          'auth.validateUser threw an error: the request is treated as not signed in. See docs/guide/troubleshooting.md#validate-user',
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
      const answer = await callHost(req);
      if (answer === null || answer === undefined) throw unauthenticated();
      const user = toUser(answer);
      if (user === null) {
        logger.warn(
          {},
          'auth.validateUser returned an invalid value: it must return { email, name?, role?, tenants? } or null. See docs/guide/troubleshooting.md#validate-user',
        );
        throw unauthenticated();
      }
      const outcome = await users.recognise(user, requestId);
      if (!outcome.ok) throw refusalError(outcome.reason, user.email);
      return outcome.value;
    },
  };
}

/** Returns the value as a list; undefined when the host did not set it. */
function toList(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value : [value];
}

/** Returns the names as those of a claim; none where the host did not set the property. */
const toClaimed = (claim: string, list: readonly unknown[] | undefined): ClaimedNames =>
  list === undefined ? noClaim : { claim, names: list.map(String), missing: null };

/** Returns the user in the host's result, or null. Strict, because a user admitted by mistake is stored. */
function toUser(answer: unknown): ProviderUser | null {
  try {
    const { email, name, role, tenants } = answer as Readonly<Record<string, unknown>>;
    const [roles, tenantNames] = [toList(role), toList(tenants)];
    const isNamed = name === undefined || name === null || typeof name === 'string';
    if (
      typeof email !== 'string' ||
      !isNamed ||
      [roles, tenantNames].some((list) => list?.some((item) => typeof item !== 'string'))
    )
      return null;
    return {
      provider: 'custom',
      issuer: 'custom',
      subject: normalizeEmail(email),
      email,
      emailVerified: true,
      name: name ?? undefined,
      roles: toClaimed('role', roles),
      tenants: toClaimed('tenants', tenantNames),
    };
  } catch {
    // A primitive, or a getter that throws.
    return null;
  }
}
