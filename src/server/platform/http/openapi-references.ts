import type { TSchema } from '@sinclair/typebox';

export type NamedSchemas = Readonly<Record<string, TSchema>> & { readonly Error: TSchema };

type Part = Readonly<Record<string, unknown>>;

/** Keywords whose value is one schema or a list of them, and those whose value is a map of schemas. */
const inner = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'not'];
const maps = ['properties', 'patternProperties'];

/** Returns the part that a schema shares with its copies: an optional property is a copy of its schema. */
const getIdentity = ({ properties, patternProperties, additionalProperties }: Part): unknown =>
  properties ??
  patternProperties ??
  (typeof additionalProperties === 'object' ? additionalProperties : undefined);

/** Replaces named schemas by references to `#/components/schemas`, and collects the schemas that are used. */
export function createReferences(named: NamedSchemas) {
  const names = new Map(Object.entries(named).map(([name, schema]) => [getIdentity(schema), name]));
  const used = new Map<string, unknown>();

  function to(name: string): { readonly $ref: string } {
    if (!used.has(name)) {
      used.set(name, null); // schemas can contain each other
      used.set(name, expand(named[name] as Part));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer);
    if (schema === null || typeof schema !== 'object') return schema;
    const identity = getIdentity(schema as Part);
    const name = identity === undefined ? undefined : names.get(identity);
    return name === undefined ? expand(schema as Part) : to(name);
  }

  function expand(schema: Part): Part {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        if (inner.includes(keyword)) return [keyword, refer(value)];
        if (maps.includes(keyword))
          return [
            keyword,
            Object.fromEntries(Object.entries(value as Part).map(([key, part]) => [key, refer(part)])),
          ];
        return [keyword, value];
      }),
    );
  }

  return {
    refer: Object.assign(refer, { to }),
    /** Returns the named schemas that are referred to, sorted by name. */
    used: () => Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
