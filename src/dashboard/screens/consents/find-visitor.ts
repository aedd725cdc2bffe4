import { call } from '../../api/client';

/**
 * Returns the only visitor that a complete id can refer to: the id of a visitor, a record, a state or a user; null when
 * there is none, or several.
 */
export async function findVisitor(id: string): Promise<string | null> {
  if (!/^[\x21-\x7e]{1,128}$/.test(id)) return null;
  // Other texts are searched for in the list.
  const hits = await call('find', { query: { q: id } }).then(
    ({ data }) => data,
    () => [],
  );
  const visitors = new Set(hits.flatMap(({ visitorIds }) => visitorIds));
  return visitors.size === 1 ? ([...visitors][0] ?? null) : null;
}
