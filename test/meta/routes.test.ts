import type { TSchema } from '@sinclair/typebox';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { PublishedProfile } from '#banners/profiles/index';
import { hotServeDescriptions } from '#banners/publishing/index';
import type { RouteDescription } from '#platform/http/route';
import { permissions } from '#platform/kernel/permissions';
import { describedRoutes } from '../../scripts/generate-api';
import { createTestApp, type TestApp } from '../support/create-test-app';

const tables = describedRoutes();
const named = (routes: readonly RouteDescription[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);

/**
 * Fields without a bound in their schema: `profileJson` keeps unknown fields, whose number of values is bounded when a
 * profile is checked; the mapping has a separate schema; an imported file can have `limits.importBytes`.
 */
const freeForm = [
  'body.profileJson: free-form',
  'body.mapping: free-form',
  'body.file: text',
  // Bounded by the size of the body.
  'body.certificate: free-form',
];

/** A pattern that no text of any length matches. */
const hasFixedLength = (pattern: string) =>
  /^\^.*\$$/.test(pattern) && !/[*+]|,\}/.test(pattern.replace(/\\./g, ''));

/** Returns the parts of a schema whose size has no bound, and unions in which the form of a value is open. */
function findUnbounded(schema: TSchema, at: string): string[] {
  const { anyOf, type, properties = {}, patternProperties, additionalProperties, items } = schema;
  if (anyOf !== undefined) {
    const structures = anyOf.filter((branch: TSchema) => ['object', 'array'].includes(branch.type));
    const isOpen = structures.filter((branch: TSchema) => branch.type === 'object').length > 1;
    return [
      ...(isOpen ? [`${at}: several objects`] : []),
      ...anyOf.flatMap((branch: TSchema) => findUnbounded(branch, at)),
    ];
  }
  if (schema.enum || schema.const !== undefined) return [];
  if (['integer', 'number', 'boolean', 'null'].includes(type)) return [];
  if (type === 'string')
    return schema.maxLength !== undefined || hasFixedLength(schema.pattern ?? '') ? [] : [`${at}: text`];
  if (type === 'array')
    return [...(schema.maxItems === undefined ? [`${at}: list`] : []), ...findUnbounded(items, `${at}[]`)];
  if (type !== 'object') return [`${at}: any value`];
  const others = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const values: TSchema[] = [...Object.values<TSchema>(patternProperties ?? {}), ...others];
  return [
    ...(additionalProperties === true ? [`${at}: free-form`] : []),
    ...(values.length > 0 && schema.maxProperties === undefined ? [`${at}: map`] : []),
    ...values.flatMap((value) => findUnbounded(value, `${at}.*`)),
    ...Object.entries<TSchema>(properties).flatMap(([key, inner]) => findUnbounded(inner, `${at}.${key}`)),
  ];
}

describe.each(Object.entries(tables))('the table of the %s API', (_api, routes) => {
  test('has one id for each operation and each method of a path once', () => {
    const ids = routes.map(({ id }) => id);
    const places = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(places).size).toBe(places.length);
  });

  test.each(named(routes))(
    '%s says what it is, who may call it, what it takes and what it answers',
    (_name, route) => {
      expect(route.id).toMatch(/^[a-z][A-Za-z]+$/);
      expect(route.tag).toMatch(/^[A-Z]/);
      expect(route.summary).toMatch(/^[A-Z`].*[^.]$/);

      const { access } = route;
      if ('permission' in access) expect(Object.keys(permissions)).toContain(access.permission);
      else if ('public' in access) expect(access.public).toMatch(/\w+ \w+/);
      else expect([{ signedIn: true }, { apiKey: true }]).toContainEqual(access);

      expect(Object.keys(route.params?.properties ?? {})).toEqual(namesIn(route.path));
      expect(route.params?.required ?? []).toEqual(namesIn(route.path));
      for (const [name, schema] of Object.entries(route.query?.properties ?? {}))
        expect([name, schema.type]).toEqual([name, expect.any(String)]);

      const statuses = Object.keys(route.replies).map(Number);
      expect(statuses.some((status) => status >= 200 && status < 400)).toBe(true);
      for (const { description } of Object.values(route.replies)) expect(description).toMatch(/\w/);
    },
  );

  test('has schemas that are what JSON Schema says, and can be compiled', () => {
    // A service compiles a schema when it is first asked for, and trusts this.
    const ajv = addFormats(new Ajv({ strict: false }));
    for (const { id, params, query, body } of routes)
      for (const schema of [params, query, body])
        if (schema !== undefined) expect([id, typeof ajv.compile(schema)]).toEqual([id, 'function']);
  });

  test.each(named(routes))('%s bounds every text, list and map of its input', (_name, route) => {
    const { query, body, bodyType } = route;
    const unbounded = [
      ...(query === undefined ? [] : findUnbounded(query, 'query')),
      // The reader bounds the bytes of a body, and in JSON its values and its depth.
      ...(body === undefined || body.type === 'string' ? [] : findUnbounded(body, 'body')),
    ];
    expect(unbounded.filter((place) => !freeForm.includes(place))).toEqual([]);
    if (bodyType === 'text/csv') expect(body?.type).toBe('string');
  });

  test.each(named(routes.filter(({ method }) => method === 'GET')))('%s takes no body', (_name, { body }) => {
    expect(body).toBeUndefined();
  });
});

describe('over HTTP', () => {
  let app: TestApp;
  let signedIn: { Authorization: string };
  beforeAll(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
    signedIn = await app.asAdmin();
  });
  afterAll(() => app.close());

  const call = (method: string, path: string, api: keyof typeof tables) =>
    app.request[method.toLowerCase() as 'get'](
      (api === 'admin' ? app.adminBase : app.publicBase) +
        path.replace(':entryId', '1').replace(/:\w+/g, 'unknown-1'),
    );

  test.each(
    tables.public.flatMap(({ method, path }) =>
      namesIn(path).map((name) => [`${method} ${path}`, `${name}`, { method, path }] as const),
    ),
  )('%s with a long %s is refused before the database is asked', async (_name, name, { method, path }) => {
    const long = 'x'.repeat(10_000);
    const asked: unknown[] = [];
    const listen = ({ bindings = [] }: { readonly bindings?: readonly unknown[] }) => {
      asked.push(...bindings.filter((value) => `${value}`.includes(long)));
    };
    app.knex.on('query', listen);
    try {
      const { status } = await call(method, path.replace(`:${name}`, long), 'public');
      expect([400, 401, 403, 404]).toContain(status);
    } finally {
      app.knex.removeListener('query', listen);
    }
    expect(asked).toEqual([]);
  });

  const guarded = tables.admin.filter(({ access }) => !('public' in access));

  test.each(named(guarded))(
    '%s is 401 without a token, with a wrong one and with another scheme',
    async (_name, { method, path }) => {
      for (const authorization of [
        undefined,
        'Bearer',
        'Bearer nonsense',
        'Bearer a.b.c',
        'Basic YWRtaW46YWRtaW4=',
        `Bearer ${signedIn.Authorization.slice(7, -3)}abc`,
      ]) {
        const request = call(method, path, 'admin');
        const answer = await (authorization === undefined
          ? request
          : request.set('Authorization', authorization));
        expect([authorization, answer.status, answer.body.code]).toEqual([
          authorization,
          401,
          'unauthenticated',
        ]);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    },
  );

  test.each(named(guarded.filter(({ access }) => 'permission' in access)))(
    '%s is 403 for a user whose roles lack the permission',
    async (_name, { method, path }) => {
      const roles = await app.knex('svc_user_roles');
      await app.knex('svc_user_roles').delete();
      const answer = await call(method, path, 'admin').set(signedIn);
      await app.knex('svc_user_roles').insert(roles);
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    },
  );

  const paths = (['public', 'admin'] as const).flatMap((api) =>
    [...new Set(tables[api].map(({ path }) => path))].map((path) => {
      const methods = tables[api]
        .filter((route) => route.path === path)
        .map(({ method }) => method as string);
      return { api, path, methods };
    }),
  );
  const allowed = (methods: readonly string[]) =>
    [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();

  test.each(paths)(
    '$path of the $api API answers OPTIONS, and 405 with Allow to other methods',
    async ({ api, path, methods }) => {
      const options = await call('OPTIONS', path, api);
      expect(options.status).toBe(204);
      expect(options.headers.allow?.split(', ').sort()).toEqual(allowed(methods));
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (name) => !methods.includes(name),
      )) {
        const refused = await call(method, path, api);
        expect([method, refused.status, refused.body.code]).toEqual([method, 405, 'method_not_allowed']);
        expect(refused.headers.allow?.split(', ').sort()).toEqual(allowed(methods));
      }
    },
  );

  test.each(named(tables.public.filter((route) => route.cors === 'any')))(
    'any site may read %s',
    async (_name, { method, path }) => {
      const answer = await call(method, path, 'public').set('Origin', 'https://elsewhere.example');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    },
  );

  test('every answer names its request, unless shared caches keep it', async () => {
    for (const { api, path, methods } of paths.filter(
      ({ path }) => !hotServeDescriptions(PublishedProfile).some((route) => route.path === path),
    )) {
      const { headers } = await call(methods[0] ?? 'GET', path, api);
      const isShared = /^public/.test(headers['cache-control'] ?? '');
      const expected = isShared ? undefined : expect.stringMatching(/^[0-9a-f-]{36}$/);
      expect([path, headers['x-request-id']]).toEqual([path, expected]);
    }
  });
});
