import type { Database } from '#platform/database/database';
import { findSecret, storeSecret } from '#platform/database/secrets';
import { sha256Hex } from '#platform/kernel/crypto';
import { describeError, type Logger } from '#platform/kernel/logger';
import { findCredentials, type PasswordHasher } from '../../accounts';

// Why: docs/adr/0075-identity-providers-and-lost-passwords.md

export interface IgnoredPasswordOptions {
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly logger: Logger;
}

/** The state when `auth.adminPassword` had its current value for the first time. */
interface Seen {
  readonly userId: string;
  /** Hash of the configured password: that of the account where both are the same. */
  readonly configured: string;
  /** Fingerprint of the account's password hash at that time. */
  readonly account: string;
  readonly isIgnored: boolean;
}

const secretName = 'admin-password-seen';

const fingerprint = (passwordHash: string) => sha256Hex(passwordHash).slice(0, 16);

/**
 * Creates the check that warns of an `auth.adminPassword` that has no effect, because the account has another
 * password. It warns at every start until somebody acts: sets the key back, or changes the password of the account.
 * Hosts that leave the key set after a user has chosen their own password are not warned.
 *
 * The check computes a password hash or two, so it runs after the start. It never throws.
 */
export function createIgnoredPasswordCheck({
  adminEmail,
  adminPassword,
  database,
  hasher,
  logger,
}: IgnoredPasswordOptions): () => Promise<void> {
  async function isIgnored(email: string, password: string): Promise<boolean> {
    const { account, stored } = await database.read(async (connection) => ({
      account: await findCredentials(connection, email),
      stored: await findSecret(connection, secretName),
    }));
    if (account === null || account.passwordHash === null) return false;
    const { userId, passwordHash } = account;
    const seen = parse(stored);
    if (seen?.userId === userId && (await hasher.verify(password, seen.configured)))
      return seen.isIgnored && seen.account === fingerprint(passwordHash);

    const matches = await hasher.verify(password, passwordHash);
    const configured = matches ? passwordHash : await hasher.hash(password);
    const now: Seen = { userId, configured, account: fingerprint(passwordHash), isIgnored: !matches };
    await database.transaction((connection) => storeSecret(connection, secretName, format(now)));
    return !matches;
  }

  return async () => {
    if (adminEmail === undefined || adminPassword === undefined) return;
    try {
      if (await isIgnored(adminEmail, adminPassword))
        logger.warn(
          {},
          'auth.adminPassword is ignored: the user with the address auth.adminEmail exists and has another password. `express-consent reset-password` changes it. See docs/guide/troubleshooting.md#admin-password-ignored',
        );
    } catch (error) {
      logger.debug?.({ error: describeError(error) }, 'auth.adminPassword was not compared with the account');
    }
  };
}

/** The column holds 255 characters. */
const format = ({ userId, configured, account, isIgnored }: Seen): string =>
  JSON.stringify([userId, configured, account, isIgnored]);

function parse(stored: string | null): Seen | null {
  if (stored === null) return null;
  const [userId, configured, account, isIgnored] = JSON.parse(stored) as [string, string, string, boolean];
  return { userId, configured, account, isIgnored };
}
