import type { Connection } from '../database/database';
import { isUniqueViolation } from '../database/dialect';

/**
 * Notes that something which counts once has been used. False when it was used before, in any process.
 * @param id at most 128 characters
 * @param expiresAt when it would no longer count anyway, epoch milliseconds
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
