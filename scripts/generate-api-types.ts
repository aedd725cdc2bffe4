// Writes src/client/api-types.ts, the exported types of bodies and responses, from the named schemas of both APIs:
// `npm run generate`.

import { errorCodes } from '#platform/kernel/errors';
import { apiComponents } from '#service/api-components';
import { getIdentity, type Schema } from './schema-text';
import { declaration, limitsSentence } from './typescript-text';

/** Schemas that are exported under another name: JavaScript already has `Error`. */
const renamed: Readonly<Record<string, string>> = { Error: 'ErrorAnswer' };
/** Schemas that are not exported: `Health` has a separate type. */
const omitted = ['Health'];

const head = `// Generated from the schemas in src/server/service/api-components.ts by \`npm run generate\`; do not edit.
// Bodies and responses of both APIs, as JSON.

/** Codes of errors, as stable words: docs/reference/errors.md. */
export type ErrorCode =
${Object.keys(errorCodes)
  .map((code) => `  | '${code}'`)
  .join('\n')};
`;

const schemas = Object.entries(apiComponents as Readonly<Record<string, Schema>>).filter(
  ([name]) => !omitted.includes(name),
);
const errorCodeCount = Object.keys(errorCodes).length;
const toTypeName = (name: string) => renamed[name] ?? name;

/** Returns the name under which a schema, or a copy of it, is declared in src/client/api-types.ts. */
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

export const pages = { 'src/client/api-types.ts': render };
