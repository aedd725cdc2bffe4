import type { Connection, Query } from './database';
import { toNumber } from './rows';

/** Most rows that are counted: a measurement must cost the same for any number of rows. */
const limit = 10_000;

/** Returns the number of rows of a query, at most 10,000. */
export async function countSome(connection: Connection, query: Query): Promise<number> {
  const row = await connection.runner.from(query.limit(limit).as('counted')).count({ amount: '*' }).first();
  return toNumber(row?.amount);
}
