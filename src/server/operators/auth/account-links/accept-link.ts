import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { defaultTenantId } from '#platform/kernel/ids';
import {
  findCredentials,
  findUsableLink,
  findUser,
  type LinkTokens,
  type PasswordHasher,
  refuseWeakPassword,
  removeLink,
  replacePassword,
  revokeUserSessions,
} from '../../accounts';
import type { AttemptLimits } from '../attempt-limits';
import type { FailedSignInAudit } from '../audit-sign-ins';
import { toSubscriberNetwork } from '../client-networks';

// Why: docs/adr/0074-links-are-rows.md

/** A link that is used. */
export interface LinkUse {
  readonly token: string;
  readonly password: string;
  readonly ip: string | null;
  readonly requestId: string;
}

/**
 * Sets the password of the link's user, ends all of the user's sessions and returns the e-mail address.
 * @throws ServiceError `invalid_account_link`, `validation_failed`, `rate_limited`, `unavailable`
 */
export type AcceptLink = (use: LinkUse) => Promise<string>;

export interface AcceptLinkOptions {
  readonly tokens: LinkTokens;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly limits: AttemptLimits;
  readonly failures: FailedSignInAudit;
  readonly clock: Clock;
}

/** The user that a link is for, as it is when the link is used. */
interface LinkedUser {
  readonly linkId: string;
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string | null;
}

/** Creates the function that accepts one-time links with which users choose a password. */
export function createAcceptLink({
  tokens,
  database,
  runUnit,
  hasher,
  limits,
  failures,
  clock,
}: AcceptLinkOptions): AcceptLink {
  /** Returns the user of a link that can be used now, else null. */
  const findLinked = (token: string): Promise<LinkedUser | null> =>
    database.read(async (connection) => {
      const link = await findUsableLink(connection, tokens, token, clock.now());
      const user = link === null ? null : await findUser(connection, link.userId);
      const account = user === null ? null : await findCredentials(connection, user.email);
      if (link === null || user === null || account === null) return null;
      return { linkId: link.id, userId: user.id, email: user.email, passwordHash: account.passwordHash };
    });

  /** Sets the password; returns false when the link has ended or the account has changed in the meantime. */
  const setPassword = (
    { linkId, ...user }: LinkedUser,
    token: string,
    passwordHash: string,
    requestId: string,
  ): Promise<boolean> =>
    runUnit(async (unit) => {
      const now = clock.now();
      if ((await findUsableLink(unit, tokens, token, now)) === null) return false;
      // Of two uses at once, one removes the link.
      if (!(await removeLink(unit, user.userId, linkId))) return false;
      if (!(await replacePassword(unit, user, passwordHash, now))) return false;
      await revokeUserSessions(unit, user.userId, now);
      unit.audit({
        tenantId: defaultTenantId,
        action: 'user:passwordSetByLink',
        resourceType: 'user',
        resourceId: user.userId,
        actor: { userId: user.userId, userEmail: user.email, requestId },
        changes: { linkId },
      });
      return true;
    });

  async function use({ token, password, ip, requestId }: LinkUse): Promise<string | null> {
    const user = await findLinked(token);
    if (user === null) return null;
    refuseWeakPassword(password, user.email);
    const passwordHash = await hasher.hash(password, { party: toSubscriberNetwork(ip), rank: 0 });
    return (await setPassword(user, token, passwordHash, requestId)) ? user.email : null;
  }

  return async (link) => {
    const { ip, requestId } = link;
    const failure = (reason: string) => ({ email: null, reason, userId: null, requestId });
    const reservation = await limits.reserveLink(ip, (unit) => failures.add(unit, failure('locked')));
    const email = await limits.orRelease([reservation], () => use(link));
    if (email !== null) {
      await limits.release(reservation);
      return email;
    }
    await database.transaction((connection) => limits.fail(connection, reservation));
    await failures.note(failure('invalid_link'), ip);
    throw new ServiceError('invalid_account_link');
  };
}
