import type { Database } from './database';
import { requireKnownServer } from './require-known-server';
import { requireSessionSettings } from './require-session-settings';
import { requireUnchangedValues } from './require-unchanged-values';

/**
 * Requires a server that has what the service uses, and a driver and session that change no value. Writes nothing.
 * @param warn receives a sentence about a server on which the service is not tested
 * @throws SetupError naming what is wrong, and what to do
 */
export async function requireUsableServer(
  database: Pick<Database, 'dialect' | 'read'>,
  warn: (message: string) => void,
): Promise<void> {
  await requireKnownServer(database, warn);
  await requireSessionSettings(database);
  await requireUnchangedValues(database);
}
