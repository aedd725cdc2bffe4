import { SetupError } from '../kernel/errors';
import type { Database } from './database';

/**
 * With any other character set the driver or MySQL replaces characters in names, texts and strings, without
 * an error. Other databases have no such setting.
 * @throws SetupError naming the character set of the connection
 */
export async function requireUtf8mb4({ dialect, read }: Database): Promise<void> {
  if (dialect !== 'mysql') return;
  const [[row]] = await read((connection) =>
    connection.raw('select @@character_set_client as client, @@character_set_results as results'),
  );
  const wrong = [row.client, row.results].find((name) => name !== 'utf8mb4');
  if (wrong !== undefined)
    throw new SetupError(
      `the connection uses the character set ${wrong}, which would corrupt texts. Set charset: 'utf8mb4' in the connection of your Knex. See docs/guide/troubleshooting.md#character-set`,
    );
}
