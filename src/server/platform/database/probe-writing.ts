import { randomBytes } from 'node:crypto';
import { newId } from '../kernel/ids';
import type { Connection } from './database';

// Why: docs/adr/0148-health-that-writes.md

/** Updates no row: throws when the database refuses writes, and changes nothing. */
export async function probeWriting(connection: Connection): Promise<void> {
  await connection.global('value_checks').where({ id: '' }).update({ id: '' });
}

/** Size of the row that is written (bytes): it needs a new page, as a full disk refuses only those. */
const rowSize = 8192;

/**
 * Writes a row and deletes it: throws when the disk is full. The bytes are random, so that no compression makes them fit.
 * Any number of processes can do so at once.
 */
export async function probeSpace(connection: Connection): Promise<void> {
  const id = newId();
  await connection.global('value_checks').insert({ id, body: randomBytes(rowSize) });
  await connection.global('value_checks').where({ id }).delete();
}
