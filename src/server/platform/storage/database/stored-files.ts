import type { Connection, Query } from '../../database/database';
import { toNumber } from '../../database/rows';
import { ServiceError } from '../../kernel/errors';
import type { StoredEntry, StoredObject } from '../storage-adapter';

/**
 * Access to the table of the database storage. Keys are compared byte by byte on every database, so a prefix
 * is a range of the primary key.
 */

export async function readFile(connection: Connection, key: string): Promise<StoredObject | null> {
  const row = await connection.global('files').where({ object_key: key }).first('body', 'modified_at');
  return row === undefined ? null : { body: row.body, modifiedAt: toNumber(row.modified_at) };
}

/**
 * Writes a file.
 * @throws ServiceError `payload_too_large` when MySQL or MariaDB accepts no statement of that size
 */
export async function writeFile(
  connection: Connection,
  key: string,
  body: Buffer,
  now: number,
): Promise<void> {
  await requireRoom(connection, body);
  await connection
    .global('files')
    .insert({ object_key: key, body, modified_at: now })
    .onConflict('object_key')
    .merge(['body', 'modified_at']);
}

export async function removeFile(connection: Connection, key: string): Promise<void> {
  await connection.global('files').where({ object_key: key }).delete();
}

export async function listFiles(connection: Connection, prefix: string): Promise<StoredEntry[]> {
  const rows = await below(connection, prefix).select('object_key', 'modified_at');
  return rows.map((row) => ({ key: row.object_key, modifiedAt: toNumber(row.modified_at) }));
}

/** Lists the directories below a prefix. @param prefix undefined lists those at the top */
export async function listDirectories(connection: Connection, prefix: string | undefined): Promise<string[]> {
  const position = connection.dialect === 'postgres' ? 'strpos' : 'instr';
  // SQL counts from 1, and a slash follows the prefix.
  const rest = prefix === undefined ? 1 : prefix.length + 2;
  const slash = `${position}(substr(object_key, ${rest}), '/')`;
  const files = prefix === undefined ? connection.global('files') : below(connection, prefix);
  const rows = await files
    .whereRaw(`${slash} > 0`)
    .distinct(connection.raw(`substr(object_key, ${rest}, ${slash} - 1) as name`));
  return rows.map((row) => row.name);
}

/** Returns a query on the files below a prefix. `0` is the character after `/`. */
function below(connection: Connection, prefix: string): Query {
  return connection
    .global('files')
    .where('object_key', '>=', `${prefix}/`)
    .where('object_key', '<', `${prefix}0`);
}

/** Statement size that every version of MySQL and MariaDB accepts by default (bytes). */
const alwaysAcceptedBytes = 1_000_000;

/**
 * Checks that the server accepts a statement with this body. The server closes the connection when a
 * statement is too large, often before the reason arrives.
 */
async function requireRoom(connection: Connection, body: Buffer): Promise<void> {
  // The driver writes bytes as hexadecimal digits.
  const needed = body.length * 2 + 4096;
  if (connection.dialect !== 'mysql' || needed < alwaysAcceptedBytes) return;
  const [rows] = await connection.raw('select @@max_allowed_packet as bytes');
  if (needed <= toNumber(rows[0]?.bytes)) return;
  throw new ServiceError('payload_too_large', {
    message:
      `A file of ${body.length} bytes exceeds the size limit of a database statement: ` +
      `set max_allowed_packet to at least ${needed}.`,
  });
}
