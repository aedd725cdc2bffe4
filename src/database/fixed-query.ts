import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';

// Why: docs/adr/0069-queries-built-once.md

/**
 * Builds a query on the scope of a tenant, whose text is the same for all values. It is called once for each database, so
 * `value` returns a mark in place of each value.
 */
export type BuildFixedQuery<Scope, Name extends string, Result> = (
  scope: Scope,
  value: (name: Name) => string,
) => PromiseLike<Result>;

/** A query as Knex passes it to its client. */
interface CompiledQuery {
  readonly bindings: readonly unknown[];
}

/** A query of Knex with marks in place of its values. */
interface BuiltQuery {
  readonly builder: object;
  readonly compiled: CompiledQuery;
}

/** The queries of one database that have been built. */
export type BuiltQueries = Map<object, BuiltQuery>;

const markStart = '\u0000value:';
const tenantMark = `${markStart}tenantId`;

/**
 * Runs a query with the text that was built when it was first used. Knex runs it like any other, with its events.
 * @param runner the pool or transaction to run it on
 * @param openScope returns the scope of a tenant on it
 */
export function runFixedQuery<Scope, Name extends string, Result>(
  query: BuildFixedQuery<Scope, Name, Result>,
  values: Readonly<Record<Name, string>>,
  tenantId: string,
  runner: Knex,
  openScope: (tenantId: string) => Scope,
  built: BuiltQueries,
): PromiseLike<Result> {
  let found = built.get(query);
  if (found === undefined) {
    const builder = query(openScope(tenantMark), (name) => markStart + name) as unknown as {
      toSQL(): CompiledQuery;
    };
    found = { builder, compiled: builder.toSQL() };
    built.set(query, found);
  }
  const { builder, compiled } = found;
  const bindings = compiled.bindings.map((value) => {
    if (value === tenantMark) return tenantId;
    const isMark = typeof value === 'string' && value.startsWith(markStart);
    return isMark ? values[value.slice(markStart.length) as Name] : value;
  });
  return Object.create(builder, {
    client: { value: runner.client },
    // Knex calls it once for each run, and changes what it returns.
    toSQL: { value: () => ({ ...compiled, bindings, __knexQueryUid: randomUUID() }) },
  });
}
