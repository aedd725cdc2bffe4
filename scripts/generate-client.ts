// Writes src/client/{admin,public}-operations.ts, the routes as the typed client calls them, from the tables of
// routes: `npm run generate`.
import type { ReplySpec, RouteDescription } from '#platform/http/route';
import { describedRoutes } from './generate-api';
import { getTypeName } from './generate-api-types';
import type { Schema } from './schema-text';
import { toComment, toTypeText } from './typescript-text';

/** As the formatter sorts imports. */
const ignoringCase = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);

/** Says whether only a browser on its way can use a route: it takes a form, or does nothing but redirect. */
const isForBrowsers = ({ bodyType, replies }: RouteDescription) =>
  bodyType === 'application/x-www-form-urlencoded' ||
  Object.keys(replies).every((status) => Number(status) >= 300);

function render(api: 'admin' | 'public'): string {
  const routes: readonly RouteDescription[] = describedRoutes()[api].filter((route) => !isForBrowsers(route));
  const used = new Set<string>();
  const options = {
    getName(schema: Schema) {
      const name = getTypeName(schema);
      if (name !== undefined) used.add(name);
      return name;
    },
  };
  const typeOf = (schema: Schema, indent: string) => toTypeText(schema, options, indent, '');

  function inputType({ params, query, body, bodyOptional }: RouteDescription): string {
    const line = (name: string, schema: Schema | undefined, isOptional: boolean) =>
      schema === undefined
        ? []
        : [`      readonly ${name}${isOptional ? '?' : ''}: ${typeOf(schema, '      ')};`];
    const lines = [
      ...line('params', params as Schema | undefined, false),
      ...line('query', query as Schema | undefined, !(query as Schema | undefined)?.required?.length),
      ...line('body', body as Schema | undefined, bodyOptional === true),
    ];
    return lines.length === 0 ? 'NoInput' : `{\n${lines.join('\n')}\n    }`;
  }

  function dataType({ replies, query }: RouteDescription): string {
    const successes = Object.entries(replies).filter(([status]) => Number(status) < 300);
    const types = successes.flatMap(([, reply]: [string, ReplySpec]) => {
      if (reply.contentType !== undefined) return ['Response'];
      const json = reply.schema === undefined ? 'undefined' : typeOf(reply.schema as Schema, '    ');
      // Only a caller who sets `Accept` gets the other forms of routes without this parameter.
      const hasFormat = (query as Schema | undefined)?.properties?.format !== undefined;
      return reply.alsoAs !== undefined && hasFormat ? [json, 'Response'] : [json];
    });
    return [...new Set(types)].join(' | ') || 'undefined';
  }

  /** Returns the media types of the files that an operation can answer with, each after a space. */
  function fileTypes({ replies }: RouteDescription): string {
    const types = Object.values(replies as Readonly<Record<string, ReplySpec>>).flatMap(
      ({ contentType = [], alsoAs = [] }) => [contentType, alsoAs].flat(),
    );
    return [...new Set(types)].map((type) => ` ${type.split(';')[0]}`).join('');
  }

  const members = routes.map((route) => {
    const { id, summary, replies } = route;
    const notModified = 304 in replies ? '    readonly notModified: true;\n' : '';
    return `${toComment([`${summary}.`], '  ')}  readonly ${id}: {\n    readonly input: ${inputType(route)};\n    readonly data: ${dataType(route)};\n${notModified}  };`;
  });
  const title = api === 'admin' ? 'Admin' : 'Public';
  return [
    `// Generated from the tables of routes by \`npm run generate\`; do not edit.`,
    `import type {\n${[...used]
      .sort(ignoringCase)
      .map((name) => `  ${name},\n`)
      .join('')}} from './api-types';`,
    ...(members.some((member) => member.includes('NoInput'))
      ? [`import type { NoInput } from './create-client';`]
      : []),
    '',
    `/** Input and answer of each operation of the ${api} API, by its operationId. */`,
    `export interface ${title}Operations {\n${members.join('\n')}\n}`,
    '',
    `export const ${api}Operations: Readonly<Record<keyof ${title}Operations, string>> = {`,
    ...routes.map((route) => `  ${route.id}: '${route.method} ${route.path}${fileTypes(route)}',`),
    '};',
    '',
  ].join('\n');
}

export const pages = {
  'src/client/admin-operations.ts': () => render('admin'),
  'src/client/public-operations.ts': () => render('public'),
};
