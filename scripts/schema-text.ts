import { code } from './markdown';

/** What the generators read of a JSON Schema. */
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

/** What a schema is called, so that it need not be written out. */
type NameOf = (schema: Schema) => string | undefined;

/** The schema's type as TypeScript would write it. */
export function typeText(schema: Schema, nameOf: NameOf = ({ title }) => title): string {
  const text = (inner: Schema) => typeText(inner, nameOf);
  const name = nameOf(schema);
  if (name !== undefined) return name;
  if (schema.anyOf) return schema.anyOf.map(text).join(' | ');
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.type === 'array') return arrayOf(text(schema.items ?? {}));
  const { properties, required = [] } = schema;
  if (properties && Object.keys(properties).length > 0)
    return `{ ${Object.entries(properties)
      .map(([key, value]) => `${key}${required.includes(key) ? '' : '?'}: ${text(value)}`)
      .join(', ')} }`;
  const values = valuesOf(schema);
  return values ? `{ [key]: ${text(values)} }` : [schema.type ?? 'any'].flat().join(' | ');
}

/** Returns what is the same in copies of a schema, such as the one that an optional property has. */
export function identityOf(schema: Schema): unknown {
  if (typeof schema !== 'object' || schema === null) return undefined;
  return schema.properties ?? schema.patternProperties ?? valuesOf(schema);
}

/** The schema of a map's values. */
export function valuesOf({ patternProperties = {}, additionalProperties }: Schema): Schema | undefined {
  return (
    Object.values(patternProperties)[0] ??
    (typeof additionalProperties === 'object' ? additionalProperties : undefined)
  );
}

const arrayOf = (text: string) => (text.includes(' | ') ? `(${text})[]` : `${text}[]`);

export const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

/** What the type does not say, such as `1 to 200` or `at most 64 characters`. */
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
