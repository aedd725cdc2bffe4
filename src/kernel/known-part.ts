import type { Static, TSchema } from '@sinclair/typebox';

interface Shape extends TSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean | TSchema;
  readonly items?: TSchema;
  readonly anyOf?: readonly Shape[];
}

/** Called with the path of each field that is left out, such as `mainBanner.buttons[0].onclick`. */
export type OnIgnored = (path: string) => void;

/**
 * Returns a copy of a value that matches a schema, without the fields that the schema does not name, at any
 * depth. A schema without a type, and an object with `additionalProperties: true`, are free-form: everything
 * below them is kept. TypeBox's own `Value.Clean` would keep fields called `toString` or `valueOf`.
 */
export function knownPart<S extends TSchema>(schema: S, value: Static<S>, onIgnored?: OnIgnored): Static<S> {
  return copyKnown(schema, value, { onIgnored, keepsRefused: false }, '');
}

/**
 * Does the same to input that has not been validated yet. A value of another type stays as it is, and so do the
 * fields of an object that allows no others (`additionalProperties: false`): validation refuses both.
 */
export function knownInput(schema: TSchema, value: unknown, onIgnored: OnIgnored): unknown {
  return copyKnown(schema, value, { onIgnored, keepsRefused: true }, '');
}

interface CopyRules {
  readonly onIgnored: OnIgnored | undefined;
  readonly keepsRefused: boolean;
}

function copyKnown(union: Shape, value: unknown, rules: CopyRules, path: string): unknown {
  if (value === null || typeof value !== 'object') return value;
  const { onIgnored } = rules;
  const type = Array.isArray(value) ? 'array' : 'object';
  const schema = union.anyOf?.find((branch) => branch.type === type) ?? union;
  if (schema.type !== type || schema.additionalProperties === true) return value;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return value;
    return value.map((item, index) => copyKnown(items, item, rules, onIgnored ? `${path}[${index}]` : ''));
  }
  const keepsOthers = rules.keepsRefused && schema.additionalProperties === false;
  const schemaOf = schemasByKey(schema);
  const copy: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const below = onIgnored === undefined || path === '' ? key : `${path}.${key}`;
    const known = schemaOf(key);
    if (known !== undefined) copy.push([key, copyKnown(known, item, rules, below)]);
    else if (keepsOthers) copy.push([key, item]);
    else onIgnored?.(below);
  }
  return Object.fromEntries(copy);
}

/** Returns a function that finds the schema of a key of an object. */
function schemasByKey({ properties, patternProperties, additionalProperties }: Shape) {
  const patterns = Object.entries(patternProperties ?? {}).map(
    ([pattern, schema]) => [new RegExp(pattern, 'u'), schema] as const,
  );
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return (key: string): TSchema | undefined =>
    properties !== undefined && Object.hasOwn(properties, key)
      ? properties[key]
      : (patterns.find(([pattern]) => pattern.test(key))?.[1] ?? others);
}
