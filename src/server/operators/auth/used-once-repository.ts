import type { Connection } from '#platform/database/database';
import { isUniqueViolation } from '#platform/database/dialect';

/**
 * Records that a one-time value has been used. Returns false when any process has used it before.
 * @param id at most 128 characters
 * @param expiresAt time after which the value is no longer valid anyway (epoch ms)
 */
export async function useOnce(connection: Connection, id: string, expiresAt: number): Promise<boolean> {
  try {
    await connection.global('sso_requests').insert({ id, value: '', expires_at: expiresAt });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

export async function deleteExpiredSsoRequests(connection: Connection, now: number): Promise<void> {
  await connection.global('sso_requests').where('expires_at', '<=', now).delete();
}
