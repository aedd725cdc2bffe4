import type { Static, TSchema } from '@sinclair/typebox';

interface Shape extends TSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
}

/**
 * What a schema names of a value that has its form: a copy without unknown fields, at any depth.
 * TypeBox' own `Value.Clean` would keep fields called `toString` or `valueOf`.
 */
export function knownPart<S extends TSchema>(schema: S, value: Static<S>): Static<S> {
  return partOf(schema, value);
}

function partOf({ properties = {}, patternProperties = {}, items, type }: Shape, value: unknown): unknown {
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => partOf(items, item));
  if (type !== 'object' || value === null || typeof value !== 'object') return value;
  const patterns = Object.entries(patternProperties).map(([pattern, schema]) => [new RegExp(pattern, 'u'), schema] as const);
  const known = Object.entries(value).flatMap(([key, item]) => {
    const schema = Object.hasOwn(properties, key) ? properties[key] : patterns.find(([pattern]) => pattern.test(key))?.[1];
    return schema === undefined ? [] : [[key, partOf(schema, item)] as const];
  });
  return Object.fromEntries(known);
}
