import { getMapValues, limitsText, literal, type Schema } from './schema-text';

/** Writes TypeScript declarations, with comments, from JSON Schemas. */

const lineLength = 110;

export interface DeclarationOptions {
  /** Returns the name under which a schema is declared elsewhere. */
  readonly getName: (schema: Schema) => string | undefined;
  /** Whether properties can be assigned, for an object that a host builds step by step. */
  readonly isMutable?: boolean;
  /** Sentences after a property's description. */
  readonly notes?: (schema: Schema, path: string) => readonly string[];
}

/** Returns `export interface Name { … }`, or a type alias for other schemas. */
export function declaration(name: string, schema: Schema, options: DeclarationOptions): string {
  const comment = toComment([schema.description ?? ''], '');
  const own = {
    ...options,
    getName: (inner: Schema) => (inner === schema ? undefined : options.getName(inner)),
  };
  const text = toTypeText(schema, own, '', '');
  return schema.properties
    ? `${comment}export interface ${name} ${text}\n`
    : `${comment}export type ${name} = ${text};\n`;
}

/** Returns the type of a schema; the lines after the first are indented by `indent`. */
export function toTypeText(
  schema: Schema,
  options: DeclarationOptions,
  indent: string,
  path: string,
): string {
  const name = schema.hostObject?.type ?? options.getName(schema);
  if (name !== undefined) return name;
  const inner = (part: Schema) => toTypeText(part, options, indent, path);
  const { type, anyOf, items } = schema;
  if (anyOf) return anyOf.map(inner).join(' | ');
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (typeof type === 'object') return type.map((each) => inner({ ...schema, type: each })).join(' | ');
  if (type === 'array') return toArrayType(inner(items ?? {}));
  if (schema.properties) return toObjectType(schema, options, indent, path);
  const values = getMapValues(schema);
  if (values) return `{ readonly [key: string]: ${inner(values)} }`;
  if (type === 'object') return '{ readonly [key: string]: unknown }';
  return type === 'integer' ? 'number' : (type ?? 'unknown');
}

function toObjectType(schema: Schema, options: DeclarationOptions, indent: string, path: string): string {
  const deeper = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).map(([key, value]) => {
    const below = path === '' ? key : `${path}.${key}`;
    const isOptional =
      !schema.required?.includes(key) ||
      (options.isMutable && value.default !== undefined) ||
      value.hostObject?.without !== undefined;
    const comment = toComment([value.description ?? '', ...(options.notes?.(value, below) ?? [])], deeper);
    // Also under `exactOptionalPropertyTypes`: JSON leaves such properties out.
    const suffix = isOptional ? ' | undefined' : '';
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key);
    const text = toTypeText(value, options, deeper, below);
    return `${comment}${deeper}${options.isMutable ? '' : 'readonly '}${name}${isOptional ? '?' : ''}: ${suffix !== '' && text.startsWith('(') ? `(${text})` : text}${suffix};`;
  });
  // Schemas that ignore unknown keys accept them; only an explicit `additionalProperties` adds an index
  // signature.
  const rest = schema.additionalProperties === true ? [`${deeper}readonly [key: string]: unknown;`] : [];
  return `{\n${[...lines, ...rest].join('\n')}\n${indent}}`;
}

const toArrayType = (text: string) => `readonly ${/[|>{]/.test(text) ? `(${text})` : text}[]`;

/** Returns a JSDoc comment, or nothing for no text. */
export function toComment(parts: readonly string[], indent: string): string {
  const sentences = parts
    .filter(Boolean)
    .map((part, index, all) => (index < all.length - 1 && !/[.:!?]$/.test(part) ? `${part}.` : part));
  const text = sentences.join(' ').replaceAll('*/', '*\\/');
  if (text === '') return '';
  const single = `${indent}/** ${text} */`;
  if (single.length <= lineLength) return `${single}\n`;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && `${indent} * ${line} ${word}`.length > lineLength) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [`${indent}/**`, ...[...lines, line].map((each) => `${indent} * ${each}`), `${indent} */`, ''].join(
    '\n',
  );
}

/** Returns the limits that the type does not express, as a sentence. */
export function limitsSentence(schema: Schema): string {
  const text = limitsText(schema);
  return text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}
