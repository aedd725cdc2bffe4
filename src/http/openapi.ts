import { type ErrorCode, errorCodes } from '../kernel/errors';
import { needsSignIn, type ReplySpec, type RouteDescription } from './route';

export interface OpenApiOptions {
  readonly title: string;
  readonly description: string;
  /** Version of the package. */
  readonly version: string;
  /** Where the API is mounted, as the client sees it. */
  readonly server: string;
  readonly routes: readonly RouteDescription[];
}

/** The OpenAPI 3.1 description of a table of routes. */
export function buildOpenApi({ title, description, version, server, routes }: OpenApiOptions): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title, description, version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'code'],
          properties: { error: { type: 'string', description: 'A sentence for a person' }, code: { type: 'string', enum: Object.keys(errorCodes) } },
        },
      },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Servers may send one.' },
      },
    },
  };
}

/** Every code that a route can answer: its own and those that its access, schemas and surface bring. */
export function codesOf(route: RouteDescription): ErrorCode[] {
  const signedIn = needsSignIn(route);
  const codes = new Set<ErrorCode>([
    ...route.errors,
    'malformed_url',
    'validation_failed',
    'method_not_allowed',
    'rate_limited',
    'internal_error',
    'unavailable',
    ...(signedIn ? (['unauthenticated', 'identity_conflict', 'tenant_forbidden', 'tenant_not_found', 'origin_not_allowed'] as const) : []),
    ...('apiKey' in route.access ? (['api_key_required'] as const) : []),
    ...('permission' in route.access ? (['forbidden'] as const) : []),
    ...(route.modes ? (['auth_mode_disabled'] as const) : []),
    ...(route.cors === 'allowlist' ? (['origin_not_allowed'] as const) : []),
    ...(route.body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(route.body && route.bodyType === undefined ? (['malformed_json'] as const) : []),
  ]);
  return [...codes];
}

function operation(route: RouteDescription): Record<string, unknown> {
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...descriptionOf(route),
    ...(route.params || route.query ? { parameters: [...parameters(route, 'path'), ...parameters(route, 'query')] } : {}),
    ...(route.body ? { requestBody: { required: !route.bodyOptional, content: { [route.bodyType ?? 'application/json']: { schema: route.body } } } } : {}),
    responses: { ...successes(route), ...failures(route) },
  };
}

function descriptionOf(route: RouteDescription): Record<string, unknown> {
  const access = accessOf(route);
  return route.description === undefined ? access : { ...access, description: `${route.description} ${access.description}` };
}

function accessOf({ access, errors, modes }: RouteDescription): Record<string, unknown> {
  const suffix = modes === undefined ? '' : ` Sign-in modes: ${modes.map((mode) => `\`${mode}\``).join(', ')}.`;
  // With or without a key.
  const security = errors.includes('invalid_api_key') ? [{}, { apiKey: [] }] : [];
  if ('apiKey' in access) return { security: [{ apiKey: [] }], description: `Servers with an API key.${suffix}` };
  if ('public' in access) return { security, description: `Public: ${access.public}.${suffix}` };
  const signedIn = { security: [{ accessToken: [] }] };
  return 'permission' in access
    ? { ...signedIn, description: `Permission: \`${access.permission}\`.${suffix}`, 'x-permission': access.permission }
    : { ...signedIn, description: `Anyone who is signed in.${suffix}` };
}

function parameters(route: RouteDescription, where: 'path' | 'query'): unknown[] {
  const schema = where === 'path' ? route.params : route.query;
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (schema?.required?.includes(name) ?? false),
    schema: property,
  }));
}

function successes(route: RouteDescription): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(route.replies).map(([status, reply]) => [
      status,
      { description: reply.description, ...(reply.schema ? { content: contentOf(reply, reply.schema) } : {}) },
    ]),
  );
}

function contentOf({ contentType = 'application/json', alsoAs = [] }: ReplySpec, schema: object): Record<string, unknown> {
  const others = alsoAs.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]);
  return { [contentType]: { schema }, ...Object.fromEntries(others) };
}

function failures(route: RouteDescription): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(route)) {
    const { status } = errorCodes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${errorCodes[code].message}`).join(' '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  );
}
