import { type TSchema, Type } from '@sinclair/typebox';
import Ajv, { type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { SetupError } from './errors';

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
  const compiled = new WeakMap<TSchema, ValidateFunction>();

  function compile(schema: TSchema): ValidateFunction {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    // Tests validate the package's schemas against the meta-schema, so a start need not.
    const ajv = new Ajv({
      ...options,
      strict: false,
      verbose: true,
      meta: false,
      validateSchema: false,
      // It would print whole schemas, and errors are thrown too.
      logger: false,
    });
    const validate = compileWith(addFormats(ajv), schema);
    compiled.set(schema, validate);
    return validate;
  }

  return <Value>(schema: TSchema): SchemaCheck<Value> => {
    let validate: ValidateFunction | undefined;
    const check = (value: unknown): value is Value => {
      validate ??= compile(schema);
      return validate(value);
    };
    return Object.assign(check, { faults: () => validate?.errors ?? [] });
  };
}

/** @throws SetupError when Node must not generate code, which Ajv does */
function compileWith(ajv: Ajv, schema: TSchema): ValidateFunction {
  try {
    return ajv.compile(schema);
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    throw new SetupError(
      'Node must be started without --disallow-code-generation-from-strings: express-consent compiles the checks of its schemas. See docs/guide/troubleshooting.md#code-generation-disallowed',
      { cause: error },
    );
  }
}

/** Creates a check that stops at the first fault, for callers that do not report faults. */
export const matchesSchema = schemaChecks();

/** Loads Ajv, so that the first request with parameters or a body need not wait for it. */
export function loadSchemaChecks(): void {
  matchesSchema(Type.Null())(null);
}
