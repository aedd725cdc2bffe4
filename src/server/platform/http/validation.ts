import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import { type FaultDetail, validationFailed } from '../kernel/errors';
import { brokenRule, faultMessage } from '../kernel/fault-message';
import { countValues, findUnsafeJson } from '../kernel/json';
import { knownInput, type OnIgnored } from '../kernel/known-part';
import { type SchemaCheck, schemaChecks } from '../kernel/schema-check';
import { truncate } from '../kernel/truncate';

/** Maximum number of faults in one response. */
const maxFaults = 100;

/**
 * Number of values in a body above which only the first fault is reported: finding all faults in megabytes of
 * invalid input would delay other requests.
 */
const maxValuesForEveryFault = 10_000;

export interface Validation {
  /**
   * Creates a check of request bodies: unsafe JSON is rejected, fields that the schema does not name are left
   * out, `null` for an optional field means that it is omitted, and types are strict.
   */
  body(schema: TSchema): (value: unknown, onIgnored: OnIgnored) => unknown;
  /** Creates a check of query or path parameters, whose texts are converted to the schema's types. */
  texts(schema: TSchema, where: 'query' | 'path'): (value: Readonly<Record<string, string>>) => unknown;
}

const createChecks = (allErrors: boolean) => ({
  strict: schemaChecks({ allErrors }),
  coercing: schemaChecks({ allErrors, coerceTypes: true, useDefaults: true }),
});
const reportAll = createChecks(true);
const reportFirst = createChecks(false);

/** @param everyFault report all faults with their rules (admin API), or only the first one in words (public API) */
export function createValidation(everyFault: boolean): Validation {
  const { strict, coercing } = everyFault ? reportAll : reportFirst;
  return {
    body(schema) {
      const usual = strict(schema);
      const quick = reportFirst.strict(schema);
      return (sent, onIgnored) => {
        const unsafe = findUnsafeJson(sent, true);
        if (unsafe !== null) throw validationFailed({ path: dotted(unsafe.path), message: unsafe.message });
        const value = knownInput(schema, sent, onIgnored);
        const isLarge = everyFault && countValues(value, maxValuesForEveryFault) >= maxValuesForEveryFault;
        const faults = { where: '', isEvery: everyFault && !isLarge, hasRules: everyFault };
        return checked(isLarge ? quick : usual, schema, value, faults);
      };
    },
    texts(schema, where) {
      const check = coercing(schema);
      return (value) => {
        const unsafe = findUnsafeJson(value);
        if (unsafe !== null) throw validationFailed({ path: dotted(unsafe.path), message: unsafe.message });
        return checked(check, schema, { ...value }, { where, isEvery: everyFault, hasRules: everyFault });
      };
    },
  };
}

/** How the faults of a value are reported. */
interface Faults {
  /** Part of the request that the value is; empty for the body. */
  readonly where: string;
  /** Whether all of them are reported. */
  readonly isEvery: boolean;
  readonly hasRules: boolean;
}

function checked(
  check: SchemaCheck<unknown>,
  schema: TSchema,
  value: unknown,
  { where, isEvery, hasRules }: Faults,
): unknown {
  if (check(value)) return value;
  const errors = withoutOtherBranches(schema, check.faults());
  // One fault can cause several errors, the inner ones first: the last describes the whole fault.
  const faults = uniqueFaults(isEvery ? errors : errors.slice(-1), where);
  throw validationFailed(...(hasRules ? faults : faults.map(({ path, message }) => ({ path, message }))));
}

function uniqueFaults(errors: readonly ErrorObject[], where: string): FaultDetail[] {
  const faults = new Map<string, FaultDetail>();
  for (const error of errors) {
    const fault = toFault(error, where);
    const key = `${fault.path}\n${fault.message}`;
    if (!faults.has(key)) faults.set(key, fault);
    if (faults.size >= maxFaults) break;
  }
  return [...faults.values()];
}

/**
 * Removes errors of union branches that cannot be meant. For an object that only one branch of a union
 * accepts, only the errors of that branch remain: neither "must be null" from the others nor the error of the
 * union.
 */
function withoutOtherBranches(schema: TSchema, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  if (unions.length === 0) return errors;
  const locations = new Set(errors.map(toLocation));
  /** Index of the branch whose errors remain, by the location of the union. */
  const branches = new Map<string, number>();
  for (const union of unions) {
    const branch = objectBranch(schemaAt(schema, union.schemaPath) as readonly ObjectSchema[]);
    const isObject = !locations.has(
      toLocation({ ...union, schemaPath: `${union.schemaPath}/${branch}/type` }),
    );
    if (branch !== -1 && isObject) branches.set(toLocation(union), branch);
  }
  return errors.filter((error) => {
    const [, schemaPath = '', branch] = /^(.*\/anyOf)\/(\d+)\/[^/]+$/.exec(error.schemaPath) ?? [];
    const relevant = branches.get(toLocation({ ...error, schemaPath }));
    return !branches.has(toLocation(error)) && (relevant === undefined || relevant === Number(branch));
  });
}

const toLocation = ({ schemaPath, instancePath }: Pick<ErrorObject, 'schemaPath' | 'instancePath'>) =>
  `${schemaPath}\n${instancePath}`;

/** Returns the part of a schema at a JSON Pointer in URL fragment form. */
function schemaAt(schema: TSchema, pointer: string): unknown {
  return splitPointer(decodeURIComponent(pointer)).reduce<unknown>(
    (part, key) => (part as Record<string, unknown>)[key],
    schema,
  );
}

function toFault(error: ErrorObject, where: string): FaultDetail {
  const path = dotted(error.instancePath);
  const below = (key: unknown) => [path, truncate(String(key), 100)].filter(Boolean).join('.');
  switch (error.keyword) {
    case 'required':
      return {
        path: below(error.params.missingProperty),
        message: where === '' ? 'is required' : `is required in the ${where}`,
        rule: 'required',
      };
    case 'additionalProperties':
      return { path: below(error.params.additionalProperty), message: 'is not a known key' };
    case 'propertyNames':
      return { path: below(error.params.propertyName), message: 'is not a valid key' };
    default:
      return { path, message: faultMessage(error), ...brokenRule(error) };
  }
}

/** Returns `/a/0/b` as `a[0].b`, truncated to a readable length. */
function dotted(pointer: string): string {
  return splitPointer(pointer)
    .reduce(
      (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
      '',
    )
    .slice(0, 300);
}

function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

interface ObjectSchema extends TSchema {
  readonly properties?: Record<string, TSchema>;
  readonly patternProperties?: Record<string, TSchema>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly anyOf?: readonly ObjectSchema[];
}

/** Returns the index of the only branch of a union that has properties; -1 when there is not exactly one. */
function objectBranch(branches: readonly ObjectSchema[]): number {
  const namesProperties = ({ properties }: ObjectSchema) => properties !== undefined;
  return branches.filter(namesProperties).length === 1 ? branches.findIndex(namesProperties) : -1;
}
