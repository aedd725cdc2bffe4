import type { TSchema } from '@sinclair/typebox';
import Ajv, { type ErrorObject, type Options } from 'ajv';
import addFormats from 'ajv-formats';

/** Checks whether a value matches a schema. After a failed check `faults` returns the errors. */
export interface SchemaCheck<Value> {
  (value: unknown): value is Value;
  faults(): readonly ErrorObject[];
}

/**
 * Returns a function that creates checks. A check is compiled when it is first used, once for all services of
 * the process that have the same schema: compiling all of them would take longer than the rest of the start.
 * Each check has its own Ajv, because a shared one would keep every schema in memory.
 */
export function schemaChecks(options: Pick<Options, 'allErrors' | 'coerceTypes' | 'useDefaults'> = {}) {
  const compiled = new WeakMap<TSchema, SchemaCheck<unknown>>();

  function compile(schema: TSchema): SchemaCheck<unknown> {
    // Tests validate the package's schemas against the meta-schema, so a start need not.
    const validate = addFormats(
      new Ajv({ ...options, strict: false, verbose: true, meta: false, validateSchema: false }),
    ).compile(schema);
    return Object.assign((value: unknown): value is unknown => validate(value), {
      faults: () => validate.errors ?? [],
    });
  }

  return <Value>(schema: TSchema): SchemaCheck<Value> => {
    const check = () => {
      const cached = compiled.get(schema);
      if (cached !== undefined) return cached;
      const compiledCheck = compile(schema);
      compiled.set(schema, compiledCheck);
      return compiledCheck;
    };
    return Object.assign((value: unknown): value is Value => check()(value), {
      faults: () => check().faults(),
    });
  };
}

/** Creates a check that stops at the first fault, for callers that do not report faults. */
export const matchesSchema = schemaChecks();
