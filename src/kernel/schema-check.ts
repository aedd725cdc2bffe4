import type { TSchema } from '@sinclair/typebox';
import Ajv, { type ErrorObject, type Options } from 'ajv';
import addFormats from 'ajv-formats';

/** Says whether a value has a schema's form, and if not, in `faults`, why the last value has not. */
export interface SchemaCheck<Value> {
  (value: unknown): value is Value;
  faults(): readonly ErrorObject[];
}

/**
 * A maker of checks. A check is compiled when it is first used, and once for all services of the process that
 * have the same schema: compiling would take longer than all else that a start does. Each is compiled by an
 * Ajv of its own, since one that is shared holds on to every schema that it has seen.
 */
export function schemaChecks(options: Pick<Options, 'allErrors' | 'coerceTypes' | 'useDefaults'> = {}) {
  const compiled = new WeakMap<TSchema, SchemaCheck<unknown>>();

  function compile(schema: TSchema): SchemaCheck<unknown> {
    // The schemas are ours: tests hold them against the meta-schema, not every start.
    const validate = addFormats(
      new Ajv({ ...options, strict: false, verbose: true, meta: false, validateSchema: false }),
    ).compile(schema);
    return Object.assign((value: unknown): value is unknown => validate(value), {
      faults: () => validate.errors ?? [],
    });
  }

  return <Value>(schema: TSchema): SchemaCheck<Value> => {
    const check = () => {
      const known = compiled.get(schema);
      if (known !== undefined) return known;
      const made = compile(schema);
      compiled.set(schema, made);
      return made;
    };
    return Object.assign((value: unknown): value is Value => check()(value), {
      faults: () => check().faults(),
    });
  };
}

/** For values that nobody is told the faults of. */
export const matchesSchema = schemaChecks();
