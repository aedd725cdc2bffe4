import type { Static, TSchema } from '@sinclair/typebox';

interface Shape extends TSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/**
 * Returns a copy of a value that matches a schema, without the fields that the schema does not define, at any
 * depth. TypeBox' own `Value.Clean` would keep fields called `toString` or `valueOf`.
 */
export function knownPart<S extends TSchema>(schema: S, value: Static<S>): Static<S> {
  return copyKnown(schema, value);
}

function copyKnown({ properties = {}, patternProperties = {}, items, type }: Shape, value: unknown): unknown {
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => copyKnown(items, item));
  if (type !== 'object' || value === null || typeof value !== 'object') return value;
  const patterns = Object.entries(patternProperties).map(
    ([pattern, schema]) => [new RegExp(pattern, 'u'), schema] as const,
  );
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const schema = Object.hasOwn(properties, key)
      ? properties[key]
      : patterns.find(([pattern]) => pattern.test(key))?.[1];
    return schema === undefined ? [] : [[key, copyKnown(schema, item)] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * Yields the paths of fields that a schema does not define, such as `mainBanner.buttons[0].onclick`. Maps
 * with free keys have no unknown fields.
 */
export function* unknownFields(schema: Shape, value: unknown, path = ''): Generator<string> {
  if (value === null || typeof value !== 'object') return;
  const objects: readonly Shape[] =
    schema.anyOf?.filter((branch: Shape) => branch.properties !== undefined) ?? [];
  const {
    properties,
    patternProperties = {},
    additionalProperties,
    items,
  }: Shape = (objects.length === 1 ? objects[0] : undefined) ?? schema;
  if (Array.isArray(value)) {
    if (items !== undefined)
      for (const [index, item] of value.entries()) yield* unknownFields(items, item, `${path}[${index}]`);
    return;
  }
  const patterns = Object.values(patternProperties);
  for (const [key, item] of Object.entries(value)) {
    const below = path === '' ? key : `${path}.${key}`;
    const itemSchema =
      (properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined) ??
      patterns[0];
    if (itemSchema !== undefined) yield* unknownFields(itemSchema, item, below);
    else if (properties !== undefined && additionalProperties !== true) yield below;
  }
}
