// Writes docs/reference/api-public.md and api-admin.md from the tables of routes: `npm run docs`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import createKnex from 'knex';
import { PublishedProfile } from '#banners/profiles/index';
import { hotServeDescriptions } from '#banners/publishing/index';
import { describePermissions, getErrorCodes } from '#platform/http/openapi';
import { needsSignIn, type RouteDescription } from '#platform/http/route';
import type { ErrorCode } from '#platform/kernel/errors';
import { apiComponents } from '#service/api-components';
import { createService } from '#service/create-consent-service';
import { code, page, table } from './markdown';
import { getIdentity, getMapValues, limitsText, type Schema, typeText } from './schema-text';

const introductions = {
  public: `The API for visitors' browsers, below \`{basePath}/api/v1\` (\`/svc/api/v1\` unless configured). It needs no sign-in; servers can send an
[API key](../guide/api-keys.md) as \`X-API-Key\`, which fixes the tenant (\`invalid_api_key\`, \`tenant_forbidden\`). Bodies are JSON of at most
\`limits.publicBodyBytes\`; unknown keys are ignored. The same description as OpenAPI 3.1: \`GET /openapi.json\`.`,
  admin: `The API for operators and privacy officers, below \`{basePath}/admin/v1\` (\`/svc/admin/v1\` unless configured). Send
\`Authorization: Bearer <token>\` with the token of \`POST /auth/login\`; roles grant permissions, and each route names those it needs. Bodies are
JSON of at most \`limits.adminBodyBytes\`. The same description as OpenAPI 3.1: \`GET /openapi.json\`.`,
};

/**
 * Returns the names that the schema modules give their objects, by the identity that an object keeps when it
 * is optional somewhere.
 */
function schemaNames(): Map<unknown, string> {
  const names = new Map<unknown, string>(
    Object.entries(apiComponents).map(([name, schema]) => [getIdentity(schema as Schema), name]),
  );
  const source = join(__dirname, '../src');
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/-schemas\.ts$/.test(file) || file.startsWith('config')) continue;
    for (const [name, schema] of Object.entries(require(join(source, file)) as Record<string, unknown>)) {
      const identity = getIdentity(schema as Schema);
      if (identity !== undefined && !names.has(identity)) names.set(identity, name);
    }
  }
  return names;
}

/** Returns the error codes that all of these routes can return. */
function sharedCodes(routes: readonly RouteDescription[]): ErrorCode[] {
  const [first = [], ...others] = routes.map(getErrorCodes);
  return first.filter((name) => others.every((codes) => codes.includes(name)));
}

function renderApi(
  title: string,
  introduction: string,
  routes: readonly RouteDescription[],
  names: ReadonlyMap<unknown, string>,
): string {
  const used = new Map<string, Schema>();
  const getName = (schema: Schema) => {
    const name = names.get(getIdentity(schema));
    if (name !== undefined && !used.has(name)) used.set(name, schema);
    return name;
  };
  const isName = (text: string) => used.has(text.replace('[]', ''));
  const linked = (text: string) =>
    text
      .split(' | ')
      .map((part) => (isName(part) ? `[${part}](#${part.replace('[]', '').toLowerCase()})` : code(part)))
      .join(' or ');
  const toTypeCell = (schema: Schema) => {
    const text = typeText(schema, getName);
    // Only a union of names can be split into links.
    return text.split(' | ').every((part) => isName(part) || part === 'null') ? linked(text) : code(text);
  };

  /** Returns one row per field; objects without a name are expanded. */
  function fieldRows({ properties = {}, required = [] }: Schema, prefix = ''): string[][] {
    return Object.entries(properties).flatMap(([key, schema]) => {
      const path = `${prefix}${key}`;
      const item = schema.type === 'array' ? schema.items : undefined;
      const inner = item ?? getMapValues(schema) ?? schema;
      const isPlain =
        inner.properties !== undefined && getName(inner) === undefined && getName(schema) === undefined;
      const suffix = item ? '[].' : inner === schema ? '.' : '.*.';
      const type = isPlain ? code(item ? 'object[]' : 'object') : toTypeCell(schema);
      const notes = [schema.description, limitsText(schema) && `(${limitsText(schema)})`]
        .filter(Boolean)
        .join(' ');
      return [
        [code(path), type, required.includes(key) ? 'yes' : '', notes],
        ...(isPlain ? fieldRows(inner, `${path}${suffix}`) : []),
      ];
    });
  }

  const fieldTable = (schema: Schema) => table(['Field', 'Type', 'Required', 'Notes'], fieldRows(schema));

  /** Returns the section of a named object: its fields, or for a map those of its values. */
  function objectParts(name: string, schema: Schema): string[] {
    const values = getMapValues(schema);
    const { description = '' } = schema;
    if (values === undefined) return [`### ${name}`, description, fieldTable(schema)];
    const notes = [description, limitsText(schema) && `(${limitsText(schema)})`].filter(Boolean).join(' ');
    const isPlain = values.properties !== undefined && getName(values) === undefined;
    const type = toTypeCell(values);
    return [
      `### ${name}`,
      `A map${isPlain ? '' : ` of ${type}`}. ${notes}`.trim(),
      isPlain ? fieldTable({ properties: { '*': values } }) : '',
    ];
  }

  const common = sharedCodes(routes);
  const guarded = routes.filter(needsSignIn);
  const commonBehindSignIn = sharedCodes(guarded).filter((name) => !common.includes(name));

  function accessText({ access, modes }: RouteDescription): string {
    const suffix = modes === undefined ? '' : ` Sign-in modes: ${modes.map(code).join(', ')}.`;
    if ('apiKey' in access) return `Requires an API key.${suffix}`;
    if ('public' in access) return `Public: ${access.public}.${suffix}`;
    return `${'permission' in access ? `Permission: ${describePermissions(access)}.` : 'Any signed-in user.'}${suffix}`;
  }

  function parameters({ params, query }: RouteDescription): string[] {
    const rows = [
      ...fieldRows(params ?? {}).map(([name = '', ...rest]) => [name, 'path', ...rest]),
      ...fieldRows(query ?? {}).map(([name = '', ...rest]) => [name, 'query', ...rest]),
    ];
    return rows.length === 0 ? [] : [table(['Parameter', 'In', 'Type', 'Required', 'Notes'], rows)];
  }

  function section(route: RouteDescription): string[] {
    const { body } = route;
    const bodyType = route.bodyType ? ` (${code(route.bodyType)})` : '';
    const name = body && getName(body);
    const replies = Object.entries(route.replies).map(([status, { description, schema, headers = {} }]) =>
      [
        `- ${code(status)} ${description}${schema ? `: ${toTypeCell(schema)}` : ''}`,
        ...Object.entries(headers).map(([name, about]) => `  - Header ${code(name)}: ${about}`),
      ].join('\n'),
    );
    const listed = guarded.includes(route) ? [...common, ...commonBehindSignIn] : common;
    const errors = getErrorCodes(route).filter((name) => !listed.includes(name));
    return [
      `### ${route.method} ${route.path}`,
      `${route.summary}. ${accessText(route)}`,
      ...(route.description === undefined ? [] : [route.description]),
      ...parameters(route),
      ...(body === undefined
        ? []
        : [
            name === undefined && body.properties
              ? `Body${bodyType}:`
              : `Body${bodyType}: ${toTypeCell(body)}${route.bodyOptional ? ', or none' : ''}`,
          ]),
      ...(body?.properties && name === undefined ? [fieldTable(body)] : []),
      ['Responses:', '', ...replies].join('\n'),
      ...(errors.length === 0 ? [] : [`Errors: ${errors.map(code).join(', ')}`]),
    ];
  }

  const tags = [...new Set(routes.map(({ tag }) => tag))];
  const sections = tags.flatMap((tag) => [
    `## ${tag}`,
    ...routes.filter((route) => route.tag === tag).flatMap(section),
  ]);
  const objects: string[] = [];
  // Describing one object can add another.
  for (const [name, schema] of used) objects.push(...objectParts(name, schema).filter(Boolean));
  return page(title, 'the tables of routes in src/', [
    introduction,
    `Every route can return the [errors](errors.md) ${common.map(code).join(', ')}${
      guarded.length === 0
        ? ''
        : `, routes that need a sign-in also ${commonBehindSignIn.map(code).join(', ')}`
    }; each route lists its additional ones.`,
    ...sections,
    ...(objects.length === 0 ? [] : ['## Objects', ...objects]),
  ]);
}

/** Returns the routes of a service that is never started, so nothing is connected. */
export function describedRoutes() {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
  });
  const quiet = () => {};
  const { routes } = createService({
    knex,
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  return { public: [...hotServeDescriptions(PublishedProfile), ...routes.public], admin: routes.admin };
}

const render = (api: 'public' | 'admin') => () =>
  renderApi(
    api === 'public' ? 'Public API' : 'Admin API',
    introductions[api],
    describedRoutes()[api],
    schemaNames(),
  );

export const pages = {
  'docs/reference/api-public.md': render('public'),
  'docs/reference/api-admin.md': render('admin'),
};
