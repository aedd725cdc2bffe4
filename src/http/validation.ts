import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import { type FaultDetail, validationFailed } from '../kernel/errors';
import { faultMessage } from '../kernel/fault-message';
import { findUnsafeJson } from '../kernel/json';
import { type SchemaCheck, schemaChecks } from '../kernel/schema-check';
import { truncate } from '../kernel/truncate';

/** Most faults that one answer lists. */
const maxFaults = 100;

/**
 * Values in a body beyond which an answer names only the first fault: finding all of megabytes of wrong input
 * holds other requests up.
 */
const maxValuesForEveryFault = 10_000;

export interface Validation {
  /** A check of bodies: strict types, unsafe JSON refused, `null` for an optional field taken as omitted. */
  body(schema: TSchema): (value: unknown) => unknown;
  /** A check of flat texts (query or path), which are coerced to the schema's types. */
  texts(schema: TSchema, where: 'query' | 'path'): (value: Record<string, string>) => unknown;
}

const checksOf = (allErrors: boolean) => ({
  strict: schemaChecks({ allErrors }),
  coercing: schemaChecks({ allErrors, coerceTypes: true, useDefaults: true }),
});
const reportAll = checksOf(true);
const reportFirst = checksOf(false);

/** @param everyFault tell all faults (admin API) or only the first (public API) */
export function createValidation(everyFault: boolean): Validation {
  const { strict, coercing } = everyFault ? reportAll : reportFirst;
  return {
    body(schema) {
      const usual = strict(schema);
      const quick = reportFirst.strict(schema);
      return (value) => {
        const unsafe = findUnsafeJson(value);
        if (unsafe !== null) throw validationFailed({ path: dotted(unsafe.path), message: unsafe.message });
        const isLarge = valuesIn(value, maxValuesForEveryFault) >= maxValuesForEveryFault;
        return checked(
          isLarge ? quick : usual,
          schema,
          withoutOmittedNulls(schema, value),
          '',
          everyFault && !isLarge,
        );
      };
    },
    texts(schema, where) {
      const check = coercing(schema);
      return (value) => {
        const unsafe = findUnsafeJson(value);
        if (unsafe !== null) throw validationFailed({ path: dotted(unsafe.path), message: unsafe.message });
        return checked(check, schema, { ...value }, where, everyFault);
      };
    },
  };
}

/** Returns the number of values in parsed JSON, or `enough` when there are as many or more. */
function valuesIn(value: unknown, enough: number): number {
  let count = 1;
  if (value === null || typeof value !== 'object') return count;
  for (const item of Object.values(value)) {
    if (count >= enough) return enough;
    count += valuesIn(item, enough - count);
  }
  return Math.min(count, enough);
}

function checked(
  check: SchemaCheck<unknown>,
  schema: TSchema,
  value: unknown,
  where: string,
  everyFault: boolean,
): unknown {
  if (check(value)) return value;
  const errors = withoutOtherBranches(schema, check.faults());
  // One fault can come as several lines, the inner ones first: the last says it whole.
  throw validationFailed(...uniqueFaults(everyFault ? errors : errors.slice(-1), where));
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
 * Of an object that only one branch of a union can take, what that branch says counts: neither the others'
 * "must be null" nor the union's own line.
 */
function withoutOtherBranches(schema: TSchema, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  if (unions.length === 0) return errors;
  const said = new Set(errors.map(placeOf));
  /** The branch that counts, by the union's place. */
  const settled = new Map<string, number>();
  for (const union of unions) {
    const branch = objectBranch(schemaAt(schema, union.schemaPath) as readonly ObjectSchema[]);
    const isObject = !said.has(placeOf({ ...union, schemaPath: `${union.schemaPath}/${branch}/type` }));
    if (branch !== -1 && isObject) settled.set(placeOf(union), branch);
  }
  return errors.filter((error) => {
    const [, schemaPath = '', branch] = /^(.*\/anyOf)\/(\d+)\/[^/]+$/.exec(error.schemaPath) ?? [];
    const meant = settled.get(placeOf({ ...error, schemaPath }));
    return !settled.has(placeOf(error)) && (meant === undefined || meant === Number(branch));
  });
}

const placeOf = ({ schemaPath, instancePath }: Pick<ErrorObject, 'schemaPath' | 'instancePath'>) =>
  `${schemaPath}\n${instancePath}`;

/** @param pointer a JSON Pointer as the fragment of a URL */
function schemaAt(schema: TSchema, pointer: string): unknown {
  return keysOf(decodeURIComponent(pointer)).reduce<unknown>(
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
      };
    case 'additionalProperties':
      return { path: below(error.params.additionalProperty), message: 'is not a known key' };
    case 'propertyNames':
      return { path: below(error.params.propertyName), message: 'is not a valid key' };
    default:
      return { path, message: faultMessage(error) };
  }
}

/** `/a/0/b` as `a[0].b`, cut to a readable length. */
function dotted(pointer: string): string {
  return keysOf(pointer)
    .reduce(
      (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
      '',
    )
    .slice(0, 300);
}

function keysOf(pointer: string): string[] {
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

/** Which branch of a union names properties; -1 when none does, or more than one. */
function objectBranch(branches: readonly ObjectSchema[]): number {
  const namesProperties = ({ properties }: ObjectSchema) => properties !== undefined;
  return branches.filter(namesProperties).length === 1 ? branches.findIndex(namesProperties) : -1;
}

/** Drops `null` where the schema names an optional property; everything else stays as it was sent. */
function withoutOmittedNulls(schema: ObjectSchema, value: unknown): unknown {
  if (Array.isArray(value))
    return schema.items === undefined
      ? value
      : value.map((item) => withoutOmittedNulls(schema.items as ObjectSchema, item));
  if (value === null || typeof value !== 'object') return value;
  const branch = schema.anyOf?.[objectBranch(schema.anyOf)];
  if (branch !== undefined) return withoutOmittedNulls(branch, value);
  const pattern = Object.values(schema.patternProperties ?? {})[0];
  if (schema.properties === undefined && pattern === undefined) return value;
  const kept = Object.entries(value).flatMap(([key, item]) => {
    const known =
      schema.properties !== undefined && Object.hasOwn(schema.properties, key)
        ? schema.properties[key]
        : undefined;
    if (known !== undefined && item === null && !schema.required?.includes(key) && !allowsNull(known))
      return [];
    const inner = known ?? pattern;
    return [[key, inner === undefined ? item : withoutOmittedNulls(inner as ObjectSchema, item)] as const];
  });
  return Object.fromEntries(kept);
}

function allowsNull(schema: TSchema): boolean {
  return (
    schema.type === 'null' ||
    (Array.isArray(schema.anyOf) && schema.anyOf.some((branch: TSchema) => branch.type === 'null'))
  );
}
