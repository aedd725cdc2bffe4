import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import { type FaultDetail, validationFailed } from '../kernel/errors';
import { findUnsafeJson } from '../kernel/json';
import { type SchemaCheck, schemaChecks } from '../kernel/schema-check';

/** Faults that one answer tells at most: five megabytes of wrong input must not make more of output. */
const maxFaults = 100;

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
const tellingAll = checksOf(true);
const tellingFirst = checksOf(false);

/** @param everyFault tell all faults (admin API) or only the first (public API) */
export function createValidation(everyFault: boolean): Validation {
  const { strict, coercing } = everyFault ? tellingAll : tellingFirst;
  return {
    body(schema) {
      const check = strict(schema);
      return (value) => {
        const unsafe = findUnsafeJson(value);
        if (unsafe !== null) throw validationFailed({ path: dotted(unsafe.path), message: unsafe.message });
        return checked(check, withoutOmittedNulls(schema, value), '', everyFault);
      };
    },
    texts(schema, where) {
      const check = coercing(schema);
      return (value) => {
        const unsafe = findUnsafeJson(value);
        if (unsafe !== null) throw validationFailed({ path: dotted(unsafe.path), message: unsafe.message });
        return checked(check, { ...value }, where, everyFault);
      };
    },
  };
}

function checked(check: SchemaCheck<unknown>, value: unknown, where: string, everyFault: boolean): unknown {
  if (check(value)) return value;
  const errors = check.faults();
  // One fault can come as several lines, the inner ones first: the last says it whole.
  throw validationFailed(...uniqueFaults(everyFault ? errors : errors.slice(-1), where));
}

function uniqueFaults(errors: readonly ErrorObject[], where: string): FaultDetail[] {
  const faults = new Map<string, FaultDetail>();
  for (const error of errors) {
    // What a union's branches say one by one only confuses; the union's own line follows them.
    const fault = toFault(error, where);
    const key = `${fault.path}\n${fault.message}`;
    if (!faults.has(key)) faults.set(key, fault);
    if (faults.size >= maxFaults) break;
  }
  return [...faults.values()];
}

function toFault(error: ErrorObject, where: string): FaultDetail {
  const path = dotted(error.instancePath);
  const below = (key: unknown) => [path, String(key).slice(0, 100)].filter(Boolean).join('.');
  switch (error.keyword) {
    case 'required':
      return { path: below(error.params.missingProperty), message: where === '' ? 'is required' : `is required in the ${where}` };
    case 'additionalProperties':
      return { path: below(error.params.additionalProperty), message: 'is not a known key' };
    case 'propertyNames':
      return { path: below(error.params.propertyName), message: 'is not a valid key' };
    case 'enum':
      return { path, message: `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}` };
    default:
      return { path, message: error.message ?? 'is wrong' };
  }
}

/** `/a/0/b` as `a[0].b`, cut to a readable length. */
function dotted(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '')
    .slice(0, 300);
}

interface ObjectSchema extends TSchema {
  readonly properties?: Record<string, TSchema>;
  readonly patternProperties?: Record<string, TSchema>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
}

/** Drops `null` where the schema names an optional property; everything else stays as it was sent. */
function withoutOmittedNulls(schema: ObjectSchema, value: unknown): unknown {
  if (Array.isArray(value)) return schema.items === undefined ? value : value.map((item) => withoutOmittedNulls(schema.items as ObjectSchema, item));
  if (value === null || typeof value !== 'object') return value;
  const pattern = Object.values(schema.patternProperties ?? {})[0];
  if (schema.properties === undefined && pattern === undefined) return value;
  const kept = Object.entries(value).flatMap(([key, item]) => {
    const known = schema.properties !== undefined && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (known !== undefined && item === null && !schema.required?.includes(key) && !allowsNull(known)) return [];
    const inner = known ?? pattern;
    return [[key, inner === undefined ? item : withoutOmittedNulls(inner as ObjectSchema, item)] as const];
  });
  return Object.fromEntries(kept);
}

function allowsNull(schema: TSchema): boolean {
  return schema.type === 'null' || (Array.isArray(schema.anyOf) && schema.anyOf.some((branch: TSchema) => branch.type === 'null'));
}
