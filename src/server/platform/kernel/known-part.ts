import type { Static, TSchema } from '@sinclair/typebox';

interface Shape extends TSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean | TSchema;
  readonly maxProperties?: number;
  readonly items?: TSchema;
  readonly maxItems?: number;
  readonly anyOf?: readonly Shape[];
}

/** Called with the path of each field that is left out, such as `mainBanner.buttons[0].onclick`, and its value. */
export type OnIgnored = (path: string, value: unknown) => void;

/**
 * Returns a value that matches a schema without the fields that the schema does not name, at any depth; the value
 * itself when there are none. An object with `additionalProperties: true` is free-form: everything below it is kept,
 * as it is below a schema without a type. TypeBox's own `Value.Clean` would keep fields called `toString` or
 * `valueOf`.
 */
export function knownPart<S extends TSchema>(schema: S, value: Static<S>, onIgnored?: OnIgnored): Static<S> {
  return pick(schema, value, { onIgnored, isInput: false, keepsUnknown: false }, '');
}

/**
 * Does the same to input that has not been validated yet, and leaves out each `null` of an optional field that allows
 * none. What validation refuses stays as it is: a value of another type, a list or map with too many entries, and the
 * fields of an object that allows no others (`additionalProperties: false`).
 */
export function knownInput(schema: TSchema, value: unknown, onIgnored: OnIgnored): unknown {
  return pick(schema, value, { onIgnored, isInput: true, keepsUnknown: false }, '');
}

interface PickRules {
  readonly onIgnored: OnIgnored | undefined;
  readonly isInput: boolean;
  /** Below a free-form object. */
  readonly keepsUnknown: boolean;
}

function pick(union: Shape, value: unknown, rules: PickRules, path: string): unknown {
  if (value === null || typeof value !== 'object') return value;
  const type = Array.isArray(value) ? 'array' : 'object';
  const schema = union.anyOf?.find((branch) => branch.type === type) ?? union;
  if (schema.type !== type) return value;
  return Array.isArray(value)
    ? pickFromItems(schema, value, rules, path)
    : pickFields(schema, value as Readonly<Record<string, unknown>>, rules, path);
}

function pickFromItems(schema: Shape, list: readonly unknown[], rules: PickRules, path: string) {
  const { items, maxItems } = schema;
  if (items === undefined || (items.type !== 'object' && items.type !== 'array' && !items.anyOf)) return list;
  if (rules.isInput && list.length > (maxItems ?? list.length)) return list;
  const picked = list.map((item, index) =>
    pick(items, item, rules, rules.onIgnored ? `${path}[${index}]` : ''),
  );
  return picked.some((item, index) => item !== list[index]) ? picked : list;
}

function pickFields(
  schema: Shape,
  value: Readonly<Record<string, unknown>>,
  rules: PickRules,
  path: string,
): unknown {
  const { onIgnored, isInput } = rules;
  const below = schema.additionalProperties === true ? { ...rules, keepsUnknown: true } : rules;
  const keepsUnknown = below.keepsUnknown || (isInput && schema.additionalProperties === false);
  const { properties = {} } = schema;
  let schemaOfOther: FindSchema | null = null;
  const prefix = onIgnored === undefined || path === '' ? '' : `${path}.`;
  const keys = Object.keys(value);
  if (isInput && keys.length > (schema.maxProperties ?? keys.length)) return value;
  /** The fields to return; null as long as they are all those before. */
  let fields: [string, unknown][] | null = null;
  for (const [index, key] of keys.entries()) {
    const named = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (named === undefined) schemaOfOther ??= foundByPattern.get(schema) ?? schemasByPattern(schema);
    const known = named ?? schemaOfOther?.(key);
    const isIgnored = known === undefined && !keepsUnknown;
    const item = isIgnored ? undefined : value[key];
    const isOmitted = isInput && item === null && isOptional(schema, key) && !allowsNull(known);
    const isWhole = known === undefined || isOmitted || item === null || typeof item !== 'object';
    const picked = isWhole ? item : pick(known, item, below, `${prefix}${key}`);
    if (isIgnored) onIgnored?.(`${prefix}${key}`, value[key]);
    if (fields === null && (isIgnored || isOmitted || picked !== item))
      fields = keys.slice(0, index).map((earlier) => [earlier, value[earlier]]);
    if (!isIgnored && !isOmitted) fields?.push([key, picked]);
  }
  return fields === null ? value : Object.fromEntries(fields);
}

type FindSchema = (key: string) => TSchema | undefined;

/** Results of `schemasByPattern` by schema, so that patterns are compiled once. */
const foundByPattern = new WeakMap<Shape, FindSchema>();

/** Returns a function that finds the schema of a key that is none of the object's named properties. */
function schemasByPattern(shape: Shape): FindSchema {
  const { patternProperties, additionalProperties } = shape;
  const patterns = Object.entries(patternProperties ?? {}).map(
    ([pattern, schema]) => [new RegExp(pattern, 'u'), schema] as const,
  );
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const find: FindSchema = (key) => patterns.find(([pattern]) => pattern.test(key))?.[1] ?? others;
  foundByPattern.set(shape, find);
  return find;
}

const isOptional = ({ properties = {}, required = [] }: Shape, key: string) =>
  Object.hasOwn(properties, key) && !required.includes(key);

const allowsNull = (schema: Shape | undefined): boolean =>
  schema?.type === 'null' || schema?.anyOf?.some(({ type }) => type === 'null') === true;
