import type { ListPosition } from '../kernel/lists';
import type { Query } from './database';
import type { Dialect } from './dialect';

/** Sorts a query newest first, the order of all lists. */
export function newestFirst(query: Query): Query {
  return query.orderBy([
    { column: 'created_at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]) as Query;
}

/**
 * Restricts a query to the rows after a position in that order. Each engine gets the form for which it reads
 * a range of an index over `created_at` and `id`, also when many rows have the same time. MySQL and MariaDB
 * only use the range reliably when the index contains all selected columns: select the ids first, and then
 * the rows by their ids.
 */
export function onlyAfter(query: Query, dialect: Dialect, { createdAt, id }: ListPosition): Query {
  if (dialect !== 'mysql') return query.whereRaw('(created_at, id) < (?, ?)', [createdAt, id]) as Query;
  return query.where((either) =>
    either
      .where('created_at', '<', createdAt)
      .orWhere((same) => same.where('created_at', createdAt).where('id', '<', id)),
  ) as Query;
}
