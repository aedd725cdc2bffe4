import type { TSchema } from '@sinclair/typebox';
import { fullFormats } from 'ajv-formats/dist/formats';
import { type HostObjectCheck, hostObjectFault } from './host-objects';

type Keys = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  null: (value) => value === null,
};

/** Keys as Ajv visits them: also those that an instance inherits. */
function keysOf(value: object): string[] {
  const keys: string[] = [];
  for (const key in value) keys.push(key);
  return keys;
}

const lengthOf = (text: string) => [...text].length;

/** Whether a value passes one keyword of a schema, as Ajv understands it. A keyword says nothing about other types. */
const keywords: Readonly<Record<string, (limit: never, value: unknown, schema: TSchema) => boolean>> = {
  type: (accepted: string | readonly string[], value) =>
    [accepted].flat().some((type) => types[type]?.(value) ?? false),
  enum: (accepted: readonly unknown[], value) => accepted.includes(value),
  minLength: (least: number, value) => typeof value !== 'string' || lengthOf(value) >= least,
  maxLength: (most: number, value) => typeof value !== 'string' || lengthOf(value) <= most,
  pattern: (pattern: string, value) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  format: (name: keyof typeof fullFormats, value) => typeof value !== 'string' || hasFormat(name, value),
  minimum: (least: number, value) => typeof value !== 'number' || value >= least,
  maximum: (most: number, value) => typeof value !== 'number' || value <= most,
  minItems: (least: number, value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most: number, value) => !Array.isArray(value) || value.length <= most,
  items: (schema: TSchema, value) =>
    // A copy, because `every` skips holes.
    !Array.isArray(value) || [...value].every((item) => fillPlainly(schema, item)),
  maxProperties: (most: number, value) => !isObject(value) || Object.keys(value).length <= most,
  required: (keys: readonly string[], value) =>
    !isObject(value) || keys.every((key) => value[key] !== undefined),
  properties: (schemas: Readonly<Record<string, TSchema>>, value) =>
    !isObject(value) ||
    Object.entries(schemas).every(
      ([key, schema]) => value[key] === undefined || fillPlainly(schema, value[key]),
    ),
  patternProperties: (schemas: Readonly<Record<string, TSchema>>, value) =>
    !isObject(value) ||
    Object.entries(schemas).every(([pattern, schema]) =>
      keysOf(value).every((key) => !new RegExp(pattern, 'u').test(key) || fillPlainly(schema, value[key])),
    ),
  additionalProperties: (others: unknown, value, { properties = {}, patternProperties = {} }) =>
    others === false &&
    (!isObject(value) ||
      keysOf(value).every(
        (key) =>
          Object.hasOwn(properties, key) ||
          Object.keys(patternProperties).some((pattern) => new RegExp(pattern, 'u').test(key)),
      )),
  hostObject: (check: HostObjectCheck, value) => hostObjectFault(check, value) === null,
  title: () => true,
  description: () => true,
  default: () => true,
};

function hasFormat(name: keyof typeof fullFormats, value: string): boolean {
  const format = fullFormats[name];
  if (format instanceof RegExp) return format.test(value);
  const validate = typeof format === 'object' && 'validate' in format ? format.validate : format;
  return typeof validate === 'function' && Boolean((validate as (text: string) => unknown)(value));
}

function fillDefaults(value: Record<string, unknown>, properties: Readonly<Record<string, TSchema>>): void {
  for (const [key, schema] of Object.entries(properties))
    if (value[key] === undefined && schema.default !== undefined)
      value[key] = structuredClone(schema.default);
}

/**
 * Fills in the defaults of a value, and returns whether it certainly matches the schema. `false` can also mean that the
 * schema has a keyword that is not known here: then Ajv decides, and reports the faults. Most starts do not need Ajv.
 * Loading it and compiling the schema takes longer, and leaves more memory in use, than the rest of
 * `createConsentService`.
 */
export function fillPlainly(schema: TSchema, value: unknown): boolean {
  if (isObject(value)) fillDefaults(value, schema.properties ?? {});
  return Object.entries(schema as Keys).every(
    ([keyword, limit]) => keywords[keyword]?.(limit as never, value, schema) ?? false,
  );
}
