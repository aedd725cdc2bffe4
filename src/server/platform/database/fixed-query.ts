import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';

// Why: docs/adr/0069-queries-built-once.md

/**
 * Builds a query in a tenant's scope. Its text must be the same for all values: this function is called only once for
 * each database, and `value` returns a marker in place of the actual value.
 */
export type BuildFixedQuery<Scope, Name extends string, Result> = (
  scope: Scope,
  value: (name: Name) => string,
) => PromiseLike<Result>;

/** A query as Knex passes it to its client. */
interface CompiledQuery {
  readonly bindings: readonly unknown[];
}

/** A query of Knex with markers in place of its values. */
interface BuiltQuery {
  readonly builder: { readonly _statements: readonly unknown[] };
  readonly compiled: CompiledQuery;
}

/** The queries of one database that have been built. */
export type BuiltQueries = Map<object, BuiltQuery>;

const markerStart = '\u0000value:';
const tenantMarker = `${markerStart}tenantId`;

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
    const builder = query(
      openScope(tenantMarker),
      (name) => markerStart + name,
    ) as unknown as BuiltQuery['builder'] & {
      toSQL(): CompiledQuery;
    };
    found = { builder, compiled: builder.toSQL() };
    built.set(query, found);
  }
  const { builder, compiled } = found;
  const { client } = runner;
  const bindings = compiled.bindings.map((value) => {
    if (value === tenantMarker) return tenantId;
    const isMarker = typeof value === 'string' && value.startsWith(markerStart);
    return isMarker ? values[value.slice(markerStart.length) as Name] : value;
  });
  return Object.assign(Object.create(builder), {
    client,
    // Knex calls this once for each run, and modifies the object that it receives.
    toSQL: () => ({ ...compiled, bindings, __knexQueryUid: randomUUID() }),
    // Listeners of the host can add to these.
    _comments: [],
    _statements: [...builder._statements],
    // As Knex notes who built a query.
    ...(client.config.asyncStackTraces && { _asyncStack: { error: new Error(), lines: 1 } }),
  });
}
