import { type ErrorCode, errorCodes } from '../kernel/errors';
import { createReferences, type NamedSchemas } from './openapi-references';
import { type Access, needsSignIn, type ReplySpec, type RouteDescription, readsSession } from './route';

export interface OpenApiOptions {
  readonly title: string;
  readonly description: string;
  /** Version of the package. */
  readonly version: string;
  /** Path at which clients reach the API. */
  readonly server: string;
  readonly routes: readonly RouteDescription[];
  readonly components: NamedSchemas;
}

export type { NamedSchemas };

/** Builds the OpenAPI 3.1 description of a table of routes. */
export function buildOpenApi({
  title,
  description,
  version,
  server,
  routes,
  components,
}: OpenApiOptions): Record<string, unknown> {
  const references = createReferences(components);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, references.refer) };
  }
  return {
    openapi: '3.1.0',
    info: { title, description, version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: server }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: references.used(),
      securitySchemes: {
        ...(routes.some(needsSignIn)
          ? { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }
          : {}),
        ...(routes.some(acceptsApiKey)
          ? {
              apiKey: {
                type: 'apiKey',
                in: 'header',
                name: 'X-API-Key',
                description: 'An API key, which servers can send.',
              },
            }
          : {}),
      },
    },
  };
}

const acceptsApiKey = ({ access, errors }: Pick<RouteDescription, 'access' | 'errors'>): boolean =>
  'apiKey' in access || errors.includes('invalid_api_key');

/** Returns every error code of a route: its own and those of its access, schemas and API. */
export function getErrorCodes(route: RouteDescription): ErrorCode[] {
  const signedIn = needsSignIn(route);
  const codes = new Set<ErrorCode>([
    ...route.errors,
    'malformed_url',
    'validation_failed',
    'method_not_allowed',
    'rate_limited',
    'internal_error',
    'unavailable',
    ...(signedIn
      ? ([
          'unauthenticated',
          'identity_conflict',
          'tenant_forbidden',
          'tenant_not_found',
          'origin_not_allowed',
        ] as const)
      : []),
    ...('apiKey' in route.access ? (['api_key_required'] as const) : []),
    ...('permission' in route.access ? (['forbidden'] as const) : []),
    ...(route.modes ? (['auth_mode_disabled'] as const) : []),
    ...(route.cors === 'allowlist' ? (['origin_not_allowed'] as const) : []),
    ...(route.body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(route.body && route.bodyType === undefined ? (['malformed_json'] as const) : []),
  ]);
  return [...codes];
}

type Refer = ReturnType<typeof createReferences>['refer'];

const bodyMediaTypes = ({ bodyType, bodyAlsoAs = [] }: RouteDescription) => [
  bodyType ?? 'application/json',
  ...bodyAlsoAs,
];

function requestBody(route: RouteDescription, schema: unknown) {
  return {
    required: !route.bodyOptional,
    content: Object.fromEntries(bodyMediaTypes(route).map((type) => [type, { schema }])),
  };
}

function operation(route: RouteDescription, refer: Refer): Record<string, unknown> {
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.deprecated ? { deprecated: true } : {}),
    ...describe(route),
    ...(route.params || route.query
      ? { parameters: [...parameters(route, 'path', refer), ...parameters(route, 'query', refer)] }
      : {}),
    ...(route.body ? { requestBody: requestBody(route, refer(route.body)) } : {}),
    responses: { ...successes(route, refer), ...failures(route, refer) },
  };
}

function describe(route: RouteDescription): Record<string, unknown> {
  const access = describeAccess(route);
  const isRedirect = !Object.keys(route.replies).some((status) => status.startsWith('2'));
  const sentences = [
    route.description,
    access.description,
    isRedirect ? 'On success it redirects the browser, so there is no 2XX response.' : undefined,
  ];
  return { ...access, description: sentences.filter(Boolean).join(' ') };
}

function describeAccess({ access, errors, modes }: RouteDescription): Record<string, unknown> {
  const suffix =
    modes === undefined ? '' : ` Sign-in modes: ${modes.map((mode) => `\`${mode}\``).join(', ')}.`;
  const optional = [
    ...(acceptsApiKey({ access, errors }) ? [{ apiKey: [] }] : []),
    ...(readsSession({ access }) ? [{ accessToken: [] }] : []),
  ];
  if ('apiKey' in access) return { security: [{ apiKey: [] }], description: `Requires an API key.${suffix}` };
  // `{}`: neither is required.
  if ('public' in access)
    return {
      security: optional.length > 0 ? [{}, ...optional] : [],
      description: `Public: ${access.public}.${suffix}`,
    };
  const keys = acceptsApiKey({ access, errors }) ? [{ apiKey: [] }] : [];
  const signedIn = { security: [{ accessToken: [] }, ...keys] };
  return 'permission' in access
    ? {
        ...signedIn,
        description: `Permission: ${describePermissions(access)}.${suffix}`,
        'x-permission': access.permission,
      }
    : { ...signedIn, description: `Any signed-in user.${suffix}` };
}

/** Returns the permissions that a route requires, in Markdown. */
export function describePermissions({
  permission,
  also = [],
}: Extract<Access, { permission: unknown }>): string {
  return [permission, ...also].map((id) => `\`${id}\``).join(' and ');
}

function parameters(route: RouteDescription, where: 'path' | 'query', refer: Refer): unknown[] {
  const schema = where === 'path' ? route.params : route.query;
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (schema?.required?.includes(name) ?? false),
    schema: refer(property),
  }));
}

function successes(route: RouteDescription, refer: Refer): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(route.replies).map(([status, reply]) => [
      status,
      {
        description: reply.description,
        ...(reply.headers ? { headers: toHeaders(reply.headers) } : {}),
        ...(reply.schema ? { content: toContent(reply, refer(reply.schema)) } : {}),
      },
    ]),
  );
}

function toHeaders(headers: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

function toContent(
  { contentType = 'application/json', alsoAs = [] }: ReplySpec,
  schema: unknown,
): Record<string, unknown> {
  const others = alsoAs.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]);
  return { [contentType]: { schema }, ...Object.fromEntries(others) };
}

function failures(route: RouteDescription, refer: Refer): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of getErrorCodes(route)) {
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
          content: { 'application/json': { schema: refer.to('Error') } },
        },
      ]),
  );
}
