import { SetupError } from '../kernel/errors';
import type { Database } from './database';

/** The page that explains each refusal. */
const page = 'See docs/guide/troubleshooting.md#database-changes-values';

/** Value of `sql_select_limit` that stands for no limit. */
const unlimited = 18_446_744_073_709_551_615n;

/**
 * Requires settings of the session without which texts or results are damaged, and which can be named.
 * @throws SetupError naming the setting, and what to do
 */
export async function requireSessionSettings({
  dialect,
  read,
}: Pick<Database, 'dialect' | 'read'>): Promise<void> {
  if (dialect === 'sqlite') return requireSqliteSession(read);
  if (dialect === 'mysql') return requireMysqlSession(read);
}

async function requireSqliteSession(read: Database['read']): Promise<void> {
  const pragma = async (name: string) => {
    const [row] = await read((connection) => connection.raw(`pragma ${name}`));
    return String(row?.[name]).toLowerCase();
  };
  if ((await pragma('journal_mode')) === 'off')
    throw new SetupError(
      `The pragma \`journal_mode\` is off, so SQLite cannot undo a transaction that fails. Remove it. ${page}`,
    );
  if ((await pragma('full_column_names')) === '1' && (await pragma('short_column_names')) === '0')
    throw new SetupError(
      `The pragma \`full_column_names\` is on, so columns of results have other names. Remove it. ${page}`,
    );
}

async function requireMysqlSession(read: Database['read']): Promise<void> {
  const [[row]] = await read((connection) =>
    connection.raw(
      'select @@character_set_client as client, @@character_set_connection as literals, @@character_set_results as results, @@sql_mode as modes, cast(@@sql_select_limit as char) as select_limit, cast(@@autocommit + 0 as char) as commits',
    ),
  );
  const { client, literals, results, modes, select_limit: limit, commits } = row ?? {};
  // Rows in another form are refused by the next check.
  if (modes === undefined) return;
  const wrong = [client, literals, results].find((name) => String(name) !== 'utf8mb4');
  if (wrong !== undefined)
    throw new SetupError(
      `the connection uses the character set ${wrong}, which would corrupt texts. Set charset: 'utf8mb4' in the connection of your Knex. ${page}`,
    );
  if (String(modes).includes('NO_BACKSLASH_ESCAPES'))
    throw new SetupError(
      `The sql_mode of the connection contains NO_BACKSLASH_ESCAPES, with which texts that the driver escapes are damaged and can end early. Remove it from sql_mode. ${page}`,
    );
  if (BigInt(String(limit)) < unlimited)
    throw new SetupError(
      `The session variable sql_select_limit is ${String(limit)}, so results would lack rows. Set it to DEFAULT. ${page}`,
    );
  if (String(commits) !== '1')
    throw new SetupError(
      `The session variable autocommit is off, so reads outside transactions would return old rows. Set it to 1. ${page}`,
    );
}
