import { call } from '../../api/client';

/** Returns the only visitor whom a whole id can mean: of a visitor, a record, a state or a user; null: none or several. */
export async function findVisitor(id: string): Promise<string | null> {
  if (!/^[\x21-\x7e]{1,128}$/.test(id)) return null;
  // What cannot be found so is searched for in the list.
  const hits = await call('find', { query: { q: id } }).then(
    ({ data }) => data,
    () => [],
  );
  const visitors = new Set(hits.flatMap(({ visitorIds }) => visitorIds));
  return visitors.size === 1 ? ([...visitors][0] ?? null) : null;
}
