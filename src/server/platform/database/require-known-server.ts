import { SetupError } from '../kernel/errors';
import type { Database } from './database';
import type { Dialect } from './dialect';
import { judgeServer } from './judge-server';

const questions: Readonly<Record<Dialect, string>> = {
  postgres:
    "select version() as version, exists (select 1 from pg_language where lanname = 'plpgsql') as has_plpgsql",
  mysql: 'select version() as version, @@version_comment as comment',
  sqlite: 'select sqlite_version() as version',
};

/**
 * Requires a server that has what the service uses, before anything is written to it.
 * @param warn receives a sentence about a server on which the service is not tested
 * @throws SetupError naming the server, what it does not have, and what to use
 */
export async function requireKnownServer(
  { dialect, read }: Pick<Database, 'dialect' | 'read'>,
  warn: (message: string) => void,
): Promise<void> {
  const result = await read((connection) => connection.raw(questions[dialect]));
  const row = { postgres: () => result.rows?.[0], mysql: () => result[0]?.[0], sqlite: () => result[0] }[
    dialect
  ]();
  // Rows in another form are refused by a later check.
  if (row?.version === undefined) return;
  const verdict = judgeServer(dialect, {
    version: String(row.version),
    comment: String(row.comment ?? ''),
    hasPlpgsql: row.has_plpgsql !== false,
  });
  if (verdict === null) return;
  if ('refusal' in verdict) throw new SetupError(verdict.refusal);
  warn(verdict.warning);
}
