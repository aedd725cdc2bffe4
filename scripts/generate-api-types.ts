// Writes src/api-types.ts, the exported types of bodies and responses, from the named schemas of both APIs:
// `npm run docs`.
import { apiComponents } from '../src/api-components';
import { errorCodes } from '../src/kernel/errors';
import { getIdentity, type Schema } from './schema-text';
import { declaration, limitsSentence } from './typescript-text';

/** Schemas that are exported under another name: JavaScript already has `Error`. */
const renamed: Readonly<Record<string, string>> = { Error: 'ErrorAnswer' };
/** Schemas that are not exported: `Health` has a separate type. */
const omitted = ['Health'];

const head = `// Generated from the schemas in src/api-components.ts by \`npm run docs\`; do not edit.
// Bodies and responses of both APIs, as JSON.
import type { ErrorCode } from './kernel/errors';
`;

const schemas = Object.entries(apiComponents as Readonly<Record<string, Schema>>).filter(
  ([name]) => !omitted.includes(name),
);
const errorCodeCount = Object.keys(errorCodes).length;
const toTypeName = (name: string) => renamed[name] ?? name;

/** Returns the name under which a schema, or a copy of it, is declared in src/api-types.ts. */
const nameByIdentity = new Map(schemas.map(([name, schema]) => [getIdentity(schema), toTypeName(name)]));

export function getTypeName(schema: Schema): string | undefined {
  if (schema.enum?.length === errorCodeCount) return 'ErrorCode';
  const identity = getIdentity(schema);
  return identity === undefined ? undefined : nameByIdentity.get(identity);
}

function render(): string {
  const options = {
    getName: getTypeName,
    notes: (schema: Schema) => [limitsSentence(schema)],
  };
  return [head, ...schemas.map(([name, schema]) => declaration(toTypeName(name), schema, options))].join(
    '\n',
  );
}

export const pages = { 'src/api-types.ts': render };
