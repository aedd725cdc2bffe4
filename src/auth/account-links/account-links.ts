import { type Static, Type } from '@sinclair/typebox';
import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import {
  findCredentials,
  findUser,
  type IssueAccountLink,
  normalizeEmail,
  type PasswordHasher,
  refuseWeakPassword,
  replacePassword,
  revokeUserSessions,
} from '../../features/accounts';
import { type Clock, toIso } from '../../kernel/clock';
import { safeEqual, sha256Hex } from '../../kernel/crypto';
import { ServiceError } from '../../kernel/errors';
import { defaultTenantId } from '../../kernel/ids';
import { matchesSchema } from '../../kernel/schema-check';
import type { AttemptLimits } from '../attempt-limits';
import type { FailedSignInAudit } from '../audit-sign-ins';
import type { SecretBox } from '../secret-box';

// Why: docs/adr/0054-links-instead-of-passwords.md

/** The content of a link's token. Times are in epoch ms. */
const LinkContent = Type.Object({ userId: Type.String(), state: Type.String(), expiresAt: Type.Number() });
type LinkContent = Static<typeof LinkContent>;

/** A link that is used. */
export interface LinkUse {
  readonly token: string;
  readonly password: string;
  readonly ip: string | null;
  readonly requestId: string;
}

/** One-time links with which users choose a password. */
export interface AccountLinks {
  /** Must not be called inside a transaction. */
  readonly issue: IssueAccountLink;
  /**
   * Sets the password of the link's user, ends all of the user's sessions and returns the e-mail address.
   * @throws ServiceError `invalid_account_link`, `validation_failed`, `rate_limited`, `unavailable`
   */
  accept(use: LinkUse): Promise<string>;
}

export interface AccountLinksOptions {
  readonly box: SecretBox;
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hasher: PasswordHasher;
  readonly limits: AttemptLimits;
  readonly failures: FailedSignInAudit;
  readonly clock: Clock;
}

/** The user that a link is for, as it was when the link was made. */
type LinkedUser = Parameters<IssueAccountLink>[0];

const owner = 'link';
const lifetimesMs = { invitation: 72 * 3_600_000, reset: 24 * 3_600_000 } as const;

/** A link is valid only while address and password stay what they were, so using it makes it invalid. */
const describeState = ({ email, passwordHash }: Omit<LinkedUser, 'userId'>) =>
  sha256Hex(JSON.stringify([normalizeEmail(email), passwordHash]));

export function createAccountLinks({
  box,
  database,
  runUnit,
  hasher,
  limits,
  failures,
  clock,
}: AccountLinksOptions): AccountLinks {
  const isContent = matchesSchema<LinkContent>(LinkContent);

  async function read(token: string): Promise<LinkContent | null> {
    const opened = await box.open(token, owner);
    const content: unknown = opened === null ? null : JSON.parse(opened);
    return isContent(content) && content.expiresAt > clock.now() ? content : null;
  }

  /** Returns the user of a link that can be used now, else null. */
  async function findLinked(token: string): Promise<LinkedUser | null> {
    const content = await read(token);
    if (content === null) return null;
    return database.read(async (connection) => {
      const user = await findUser(connection, content.userId);
      const account = user === null ? null : await findCredentials(connection, user.email);
      if (user === null || account === null || !account.active) return null;
      const linked = { userId: user.id, email: user.email, passwordHash: account.passwordHash };
      return safeEqual(describeState(linked), content.state) ? linked : null;
    });
  }

  /** Sets the password; returns false when another request has used the link in the meantime. */
  const setPassword = (user: LinkedUser, passwordHash: string, requestId: string) =>
    runUnit(async (unit) => {
      const now = clock.now();
      if (!(await replacePassword(unit, user, passwordHash, now))) return false;
      await revokeUserSessions(unit, user.userId, now);
      unit.audit({
        tenantId: defaultTenantId,
        action: 'user:passwordSetByLink',
        resourceType: 'user',
        resourceId: user.userId,
        actor: { userId: user.userId, userEmail: user.email, requestId },
        changes: {},
      });
      return true;
    });

  async function use({ token, password, requestId }: LinkUse): Promise<string | null> {
    const user = await findLinked(token);
    if (user === null) return null;
    refuseWeakPassword(password, user.email);
    return (await setPassword(user, await hasher.hash(password), requestId)) ? user.email : null;
  }

  return {
    async issue(user, purpose) {
      const expiresAt = clock.now() + lifetimesMs[purpose];
      const content: LinkContent = { userId: user.userId, state: describeState(user), expiresAt };
      return { token: await box.seal(JSON.stringify(content), owner), expiresAt: toIso(expiresAt) };
    },

    async accept(link) {
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
    },
  };
}
