import type { Database } from '#platform/database/database';
import { findSecret, lockSecret, replaceSecret } from '#platform/database/secrets';
import type { Clock } from '#platform/kernel/clock';
import { SetupError } from '#platform/kernel/errors';
import type { SecretRing } from '#platform/kernel/keyring';
import type { Logger } from '#platform/kernel/logger';

// Why: docs/adr/0072-keyrings.md

/** The secrets of the configuration, by their keys in it. */
export interface ConfiguredSecrets {
  readonly 'auth.masterSecret': SecretRing;
  readonly 'compliance.dataSigningHash': SecretRing;
}
type SecretKey = keyof ConfiguredSecrets;

/** A secret that was accepted. */
export interface AcceptedSecret {
  /** Since when it has been the current one (epoch ms). */
  readonly since: number;
  /** Whether the database knows which of the listed values it has used first. */
  readonly isOrderKnown: boolean;
}

/** Facts that the database stores about a secret. */
interface Noted {
  readonly fingerprint: string;
  /** When the secret was first used (epoch ms). */
  readonly since: number;
  /**
   * Fingerprints of the secrets that have been the current one, in the order of their first use. Missing after an
   * earlier version, which noted no order, until a single value is listed.
   */
  readonly used?: readonly string[];
}

/** Number of secrets whose order is noted: as many as a list can contain. */
const maxUsed = 5;

const effects: Readonly<Record<SecretKey, string>> = {
  'auth.masterSecret':
    'sessions and links to choose a password have ended, and one-time codes (TOTP) are refused',
  'compliance.dataSigningHash':
    'the proofs in visitors’ cookies and parental-consent tokens are refused, waiting messages of webhooks and their secrets cannot be read, and erased visitors are not recognised in imports and the audit log',
};

/**
 * Remembers which secrets the database is used with, by fingerprints that reveal nothing about them, and warns
 * when a secret is neither the remembered one nor follows it in its list.
 */
export interface SecretFingerprints {
  /** Logs one warning about the secrets that were changed without listing the previous value. */
  warnOfChanged(): Promise<void>;
  /** Accepts the configured secrets. Returns null for a secret that is not configured. */
  accept(): Promise<Readonly<Record<SecretKey, AcceptedSecret | null>>>;
  /**
   * Returns the position in `compliance.dataSigningHash` of the value that the database has used first. A value that is
   * listed and has never been the current one is new, wherever it is listed.
   * @throws SetupError when several are listed and an earlier version has not noted their order
   */
  firstUsedSigningSecret(): Promise<number>;
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
      const first: Noted = { fingerprint: current, since: clock.now(), used: [current] };
      const stored = await lockSecret(connection, name, JSON.stringify(first));
      const noted = JSON.parse(stored) as Noted;
      const isCurrent = noted.fingerprint === current;
      if (!isCurrent && !isAccepted && !previous.includes(noted.fingerprint)) return noted;
      const used = noteUse(noted.used, secrets[key].fingerprints);
      const { used: _, ...facts } = isCurrent ? noted : first;
      const next: Noted = { ...facts, ...(used !== undefined && { used }) };
      if (JSON.stringify(next) !== stored) await replaceSecret(connection, name, JSON.stringify(next));
      return next;
    });

  async function find(key: SecretKey): Promise<Noted | null> {
    const stored = await database.read((connection) => findSecret(connection, `fingerprint:${key}`));
    return stored === null ? null : JSON.parse(stored);
  }

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
      const accepted: Record<SecretKey, AcceptedSecret | null> = {
        'auth.masterSecret': null,
        'compliance.dataSigningHash': null,
      };
      for (const key of keys) {
        if (!secrets[key].isLasting) continue;
        const { since, used } = await note(key, true);
        accepted[key] = { since, isOrderKnown: used !== undefined };
      }
      return accepted;
    },

    async firstUsedSigningSecret() {
      const key = 'compliance.dataSigningHash';
      const { fingerprints } = secrets[key];
      const noted = await find(key);
      if (noted === null || fingerprints.length === 1) return 0;
      if (noted.used === undefined)
        throw new SetupError(
          `An earlier version has not noted which of the listed values of ${key} the service used first. Run \`express-consent rotate\` once with only that value, then again with all of them`,
        );
      const first = noted.used.find((fingerprint) => fingerprints.includes(fingerprint));
      return first === undefined ? 0 : fingerprints.indexOf(first);
    },

    async states() {
      return Promise.all(
        keys.map(async (key) => {
          const { isLasting, fingerprints } = secrets[key];
          const remembered = (await find(key))?.fingerprint ?? null;
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

/**
 * Adds the current secret to those that were used. Without a noted order, only a single value is certain: of several, the
 * new one can be listed first or last.
 */
function noteUse(used: Noted['used'], fingerprints: SecretRing['fingerprints']): Noted['used'] {
  const [current] = fingerprints;
  if (used === undefined) return fingerprints.length === 1 ? [current] : undefined;
  return used.includes(current) ? used : [...used, current].slice(-maxUsed);
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
