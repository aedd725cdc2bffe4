import type { Database } from '#platform/database/database';
import { findSecret, lockSecret, replaceSecret } from '#platform/database/secrets';
import type { Clock } from '#platform/kernel/clock';
import type { SecretRing } from '#platform/kernel/keyring';
import type { Logger } from '#platform/kernel/logger';

// Why: docs/adr/0072-keyrings.md

/** The secrets of the configuration, by their keys in it. */
export interface ConfiguredSecrets {
  readonly 'auth.masterSecret': SecretRing;
  readonly 'compliance.dataSigningHash': SecretRing;
}
type SecretKey = keyof ConfiguredSecrets;

/** Facts that the database stores about a secret. */
interface Noted {
  readonly fingerprint: string;
  /** When the secret was first used (epoch ms). */
  readonly since: number;
}

const effects: Readonly<Record<SecretKey, string>> = {
  'auth.masterSecret':
    'sessions and links to choose a password have ended, and one-time codes (TOTP) are refused',
  'compliance.dataSigningHash':
    'the proofs in visitors’ cookies and parental-consent tokens are refused, and erased visitors are not recognised in imports and the audit log',
};

/**
 * Remembers which secrets the database is used with, by fingerprints that reveal nothing about them, and warns
 * when a secret is neither the remembered one nor follows it in its list.
 */
export interface SecretFingerprints {
  /** Logs one warning about the secrets that were changed without listing the previous value. */
  warnOfChanged(): Promise<void>;
  /**
   * Accepts the configured secrets, and returns since when each has been the current one (epoch ms); null for
   * a secret that is not configured.
   */
  accept(): Promise<Readonly<Record<SecretKey, number | null>>>;
  /** Compares the configured secrets with the remembered ones, and writes nothing. */
  states(): Promise<SecretState[]>;
}

/** A secret of the configuration as operators may see it. Fingerprints reveal nothing about the secret. */
export interface SecretState {
  readonly key: SecretKey;
  /** Fingerprint of the current value; null: not set, so each process makes its own. */
  readonly fingerprint: string | null;
  /** Fingerprint of the value that the database was last used with; null: none yet. */
  readonly remembered: string | null;
  /** Whether the remembered value is the current one or listed after it. */
  readonly isKnown: boolean;
}

export function createSecretFingerprints(
  secrets: ConfiguredSecrets,
  database: Database,
  clock: Clock,
  logger: Logger,
): SecretFingerprints {
  const keys = Object.keys(secrets) as SecretKey[];

  /**
   * Returns what the database knows about a secret. The secret is noted if none was, if it follows the noted
   * one, or if the operator accepts it; otherwise the noted one stays, so that each start warns until then.
   */
  const note = (key: SecretKey, isAccepted: boolean): Promise<Noted> =>
    database.transaction(async (connection) => {
      const [current, ...previous] = secrets[key].fingerprints;
      const name = `fingerprint:${key}`;
      const now: Noted = { fingerprint: current, since: clock.now() };
      const noted = JSON.parse(await lockSecret(connection, name, JSON.stringify(now))) as Noted;
      const isFollowed = isAccepted || previous.includes(noted.fingerprint);
      if (noted.fingerprint === current || !isFollowed) return noted;
      await replaceSecret(connection, name, JSON.stringify(now));
      return now;
    });

  return {
    async warnOfChanged() {
      const changed: SecretKey[] = [];
      for (const key of keys) {
        const { isLasting, fingerprints } = secrets[key];
        if (isLasting && (await note(key, false)).fingerprint !== fingerprints[0]) changed.push(key);
      }
      if (changed.length > 0) logger.warn({ secrets: changed }, describe(changed));
    },

    async accept() {
      const since: Record<SecretKey, number | null> = {
        'auth.masterSecret': null,
        'compliance.dataSigningHash': null,
      };
      for (const key of keys) if (secrets[key].isLasting) since[key] = (await note(key, true)).since;
      return since;
    },

    async states() {
      return Promise.all(
        keys.map(async (key) => {
          const { isLasting, fingerprints } = secrets[key];
          const stored = await database.read((connection) => findSecret(connection, `fingerprint:${key}`));
          const remembered = stored === null ? null : (JSON.parse(stored) as Noted).fingerprint;
          return {
            key,
            fingerprint: isLasting ? fingerprints[0] : null,
            remembered,
            isKnown: remembered === null || fingerprints.includes(remembered),
          };
        }),
      );
    },
  };
}

function describe(changed: readonly SecretKey[]): string {
  const isOne = changed.length === 1;
  return [
    `${changed.join(' and ')} ${isOne ? 'is not the secret' : 'are not the secrets'} that this database was last used with: ${changed.map((key) => effects[key]).join('; ')}.`,
    'Restore the earlier value, or list it after the new one: [new, earlier].',
    'If the earlier value is lost, run `express-consent rotate` to accept the new one.',
    'See docs/guide/troubleshooting.md#changed-secret',
  ].join(' ');
}
