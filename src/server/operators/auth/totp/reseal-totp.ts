import type { Database } from '#platform/database/database';
import { deleteSecret } from '#platform/database/secrets';
import { listSealedTotp, replaceSealedTotp } from '../../accounts';
import { type SecretBox, storedKeyId } from '../secret-box';

/** Result of sealing the stored secrets with the current master secret. */
export interface ResealedSecrets {
  /** Secrets that are sealed with the current master secret now and were not before. */
  readonly resealed: number;
  /** Ids of users whose secret no configured value of the master secret opens. */
  readonly unreadable: readonly string[];
}

/**
 * Seals every stored secret of one-time codes with the current key. Each user's secret is replaced only if it has not
 * changed in the meantime, so the service can run at the same time.
 * @param storedKeyName name of the key that the database stores for as long as there is no master secret; it is
 * deleted when nothing is sealed with it any more
 */
export async function resealTotp(
  database: Database,
  box: SecretBox,
  storedKeyName: string,
): Promise<ResealedSecrets> {
  let resealed = 0;
  const unreadable = new Set<string>();
  let needsStoredKey = false;
  for (const { userId, column, sealed } of await database.read(listSealedTotp)) {
    if (box.isCurrent(sealed)) continue;
    const secret = await box.open(sealed, userId);
    if (secret === null) {
      unreadable.add(userId);
      needsStoredKey ||= sealed.startsWith(`${storedKeyId}.`);
      continue;
    }
    const fresh = await box.seal(secret, userId);
    if (
      await database.transaction((connection) =>
        replaceSealedTotp(connection, { userId, column, sealed }, fresh),
      )
    )
      resealed += 1;
  }
  if (!needsStoredKey) await database.transaction((connection) => deleteSecret(connection, storedKeyName));
  return { resealed, unreadable: [...unreadable] };
}
