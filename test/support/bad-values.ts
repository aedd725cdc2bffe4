import type { TSchema } from '@sinclair/typebox';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { getMapValues, type Schema } from '../../scripts/schema-text';

/** The path of a value in a body: keys, and 0 for the first item of an array. */
export type Place = readonly (string | number)[];

/** The smallest value that the schema takes. */
export function sample(schema: Schema): unknown {
  const {
    const: constant,
    enum: choices,
    anyOf,
    type,
    properties = {},
    required = [],
    minItems = 0,
    items = {},
  } = schema;
  if (constant !== undefined) return constant;
  if (choices) return choices[0];
  if (anyOf) return sample(anyOf[0] ?? {});
  if (type === 'object')
    return Object.fromEntries(required.map((key) => [key, sample(properties[key] ?? {})]));
  if (type === 'array') return Array.from({ length: minItems }, () => sample(items));
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return false;
  if (type === 'string')
    return (
      { email: 'visitor@shop.example', 'date-time': '2026-01-01T00:00:00.000Z' }[schema.format ?? ''] ??
      'x'.repeat(schema.minLength ?? 1)
    );
  return null;
}

/**
 * Every place of a body, the body itself first, with the schemas that a value there may have. What is inside
 * an object that occurs in several places is listed in the first of them.
 */
export function placesOf(
  schema: Schema,
  at: Place = [],
  seen: Set<unknown> = new Set(),
): { readonly place: Place; readonly schemas: readonly Schema[] }[] {
  const schemas = (schema.anyOf ?? [schema]).filter(({ type }) => type !== 'null');
  const inside = schemas.flatMap((branch) => {
    const identity = branch.properties ?? branch.patternProperties;
    if (identity !== undefined && seen.has(identity)) return [];
    if (identity !== undefined) seen.add(identity);
    const values = getMapValues(branch);
    return [
      ...Object.entries(branch.properties ?? {}).flatMap(([key, inner]) =>
        placesOf(inner, [...at, key], seen),
      ),
      ...(values === undefined ? [] : placesOf(values, [...at, 'key1'], seen)),
      ...(branch.items === undefined ? [] : placesOf(branch.items, [...at, 0], seen)),
    ];
  });
  return [{ place: at, schemas }, ...inside];
}

/** A body as small as can be that has `value` in its place. */
export function bodyWith(schema: Schema, place: Place, value: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return value;
  const branch = (schema.anyOf ?? [schema]).find((one) =>
    typeof step === 'number' ? one.items : (one.properties?.[step] ?? getMapValues(one)),
  );
  if (branch === undefined) throw new Error(`no ${step} in the schema`);
  if (typeof step === 'number') return [bodyWith(branch.items ?? {}, rest, value)];
  const inner = branch.properties?.[step] ?? getMapValues(branch) ?? {};
  return { ...(sample(branch) as object), [step]: bodyWith(inner, rest, value) };
}

const megabyte = 'x'.repeat(1_048_576);
const takesText = ({ type, enum: choices }: Schema) => type === 'string' || choices !== undefined;
const deep = Array.from({ length: 1000 }).reduce<unknown>((inner) => [inner], 'x');
const deepObject = Array.from({ length: 1000 }).reduce<unknown>((inner) => ({ a: inner }), 'x');

const ajv = addFormats(new Ajv({ strict: false }));

/** Values that none of our schemas allows anywhere. */
const alwaysWrong: readonly unknown[] = [
  'a\u0000b',
  { 'a\u0000b': 1 },
  'a\ud800',
  { '\udc00': 1 },
  deep,
  deepObject,
  JSON.parse('{"__proto__":{"admin":true}}'),
  { constructor: { prototype: {} } },
];

const ofEveryType: readonly unknown[] = [
  5,
  -1,
  1.5,
  1e308,
  -0,
  true,
  'nonsense \u202e',
  '',
  [],
  [[]],
  ['x'],
  {},
  { x: 1 },
  [null],
  { length: 1e9 },
  { toString: 'x' },
];

export interface BadValues {
  readonly refused: readonly unknown[];
  readonly doubtful: readonly unknown[];
}

/** By the schemas as JSON: bodies of many routes contain the same ones. */
const known = new Map<string, BadValues>();

/**
 * Returns values that an attacker would send in place of those that the schemas describe: none of the schemas accepts
 * `refused`, some may accept `doubtful`.
 */
export function badValues(schemas: readonly Schema[]): BadValues {
  const key = JSON.stringify(schemas);
  const values = known.get(key) ?? findBadValues(schemas);
  known.set(key, values);
  return values;
}

function findBadValues(schemas: readonly Schema[]): BadValues {
  const validators = schemas.map((schema) => ajv.compile(schema as TSchema));
  const fits = (value: unknown) => validators.some((validate) => validate(value));
  const values = schemas.some(takesText) ? [...ofEveryType, megabyte] : ofEveryType;
  return {
    refused: [...alwaysWrong, ...values.filter((value) => !fits(value))],
    doubtful: [null, ...values.filter(fits)],
  };
}
