import type { ListPosition } from '../kernel/lists';
import type { Query } from './database';
import type { Dialect } from './dialect';

/** The one order of lists. */
export function newestFirst(query: Query): Query {
  return query.orderBy([
    { column: 'created_at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]) as Query;
}

/**
 * Only what comes behind a position in that order, each engine asked in the form of which it makes a range of
 * an index over `created_at` and `id`, also when many rows have one time. On MySQL and MariaDB only a query
 * that takes all its columns from that index is sure to use the range: select ids first, rows by their ids
 * afterwards.
 */
export function onlyAfter(query: Query, dialect: Dialect, { createdAt, id }: ListPosition): Query {
  if (dialect !== 'mysql') return query.whereRaw('(created_at, id) < (?, ?)', [createdAt, id]) as Query;
  return query.where((either) =>
    either
      .where('created_at', '<', createdAt)
      .orWhere((same) => same.where('created_at', createdAt).where('id', '<', id)),
  ) as Query;
}
