import { code } from './markdown';

/** Part of a JSON Schema that the generators read. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly hostObject?: { readonly without?: string; readonly type?: string };
}

/** Returns the name of a schema, so that it is not expanded. */
type GetName = (schema: Schema) => string | undefined;

/** Returns the schema's type in TypeScript notation. */
export function typeText(schema: Schema, getName: GetName = ({ title }) => title): string {
  const text = (inner: Schema) => typeText(inner, getName);
  const name = getName(schema);
  if (name !== undefined) return name;
  if (schema.anyOf) return schema.anyOf.map(text).join(' | ');
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.type === 'array') return toArrayType(text(schema.items ?? {}));
  const { properties, required = [] } = schema;
  if (properties && Object.keys(properties).length > 0)
    return `{ ${Object.entries(properties)
      .map(([key, value]) => `${key}${required.includes(key) ? '' : '?'}: ${text(value)}`)
      .join(', ')} }`;
  const values = getMapValues(schema);
  if (values) return `{ [key]: ${text(values)} }`;
  if (typeof schema.type === 'object')
    return schema.type.map((type) => text({ ...schema, type })).join(' | ');
  return schema.type ?? 'any';
}

/** Returns an object that copies of a schema share, such as the copy in an optional property. */
export function getIdentity(schema: Schema): unknown {
  if (typeof schema !== 'object' || schema === null) return undefined;
  return schema.properties ?? schema.patternProperties ?? getMapValues(schema);
}

/** Returns the schema of a map's values. */
export function getMapValues({ patternProperties = {}, additionalProperties }: Schema): Schema | undefined {
  return (
    Object.values(patternProperties)[0] ??
    (typeof additionalProperties === 'object' ? additionalProperties : undefined)
  );
}

const toArrayType = (text: string) => (text.includes(' | ') ? `(${text})[]` : `${text}[]`);

export const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

/** Returns the limits that the type does not express, such as `1 to 200` or `at most 64 characters`. */
export function limitsText(schema: Schema): string {
  const { format, pattern, minimum, maximum, minLength, maxLength, maxItems, maxProperties, items } = schema;
  const texts = [
    format && `format ${format}`,
    pattern && `pattern ${code(pattern)}`,
    minimum !== undefined && maximum !== undefined && `${number(minimum)} to ${number(maximum)}`,
    minimum !== undefined && maximum === undefined && `at least ${number(minimum)}`,
    minLength !== undefined && minLength > 1 && `at least ${number(minLength)} characters`,
    maxLength !== undefined && `at most ${number(maxLength)} characters`,
    maxItems !== undefined && `at most ${number(maxItems)} items`,
    maxProperties !== undefined && `at most ${number(maxProperties)} keys`,
    items && limitsText(items) && `each: ${limitsText(items)}`,
  ];
  return texts.filter(Boolean).join(', ');
}

const number = (value: number) => value.toLocaleString('en');
