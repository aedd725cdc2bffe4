import { Type } from '@sinclair/typebox';
import { LRUCache } from 'lru-cache';
import { packageVersion } from '../kernel/version';
import { type JsonDocument, jsonDocument, sendDocument } from './conditional-reply';
import { buildOpenApi, type NamedSchemas } from './openapi';
import { defineRoute, type Route, type RouteDescription } from './route';

const Index = Type.Object({
  name: Type.String(),
  version: Type.String({ description: 'Of the package' }),
  links: Type.Record(Type.String(), Type.String(), { description: 'Paths of this API, by what is there' }),
});

const OpenApiDocument = Type.Object({ openapi: Type.String() }, { additionalProperties: true });

export interface ApiDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly cacheControl: string;
  /** Paths that the answer at the base address names, below the base. */
  readonly links: Readonly<Record<string, string>>;
  /** Schemas by the names that descriptions use for them; `Error` is the body of every refusal. */
  readonly components: NamedSchemas;
  /** What is answered before the table is asked. */
  readonly servedBefore?: readonly RouteDescription[];
}

/** A host may mount the service at several paths, and each is named in the description. */
const maxDocuments = 8;

/** Puts the route that serves the table's own OpenAPI description at the end of a table. */
export function withDescription(
  { name, title, description, cacheControl, links, components, servedBefore = [] }: ApiDescription,
  table: readonly Route[],
): Route[] {
  const documents = new LRUCache<string, JsonDocument>({ max: maxDocuments });

  /** Building half a megabyte of JSON takes 10 ms, so each document is built once. */
  function documentFor(mountPath: string): JsonDocument {
    const known = documents.get(mountPath);
    if (known !== undefined) return known;
    const document = jsonDocument(
      buildOpenApi({
        title,
        description,
        version: packageVersion,
        server: mountPath,
        components,
        routes: [...servedBefore, ...routes],
      }),
    );
    documents.set(mountPath, document);
    return document;
  }

  const routes: Route[] = [
    ...table,
    defineRoute({
      id: `get${name}Index`,
      method: 'GET',
      path: '/',
      tag: 'Service',
      summary: 'What this API is, with links to its description and its health route',
      access: { public: 'It describes the package, not its data' },
      tenantless: true,
      cors: 'any',
      replies: { 200: { description: 'The links', schema: Index } },
      errors: [],
      handle: ({ mountPath }) => ({
        headers: { 'Cache-Control': cacheControl },
        body: {
          name: title,
          version: packageVersion,
          links: Object.fromEntries(Object.entries(links).map(([key, path]) => [key, `${mountPath}${path}`])),
        },
      }),
    }),
    defineRoute({
      id: `get${name}OpenApi`,
      method: 'GET',
      path: '/openapi.json',
      tag: 'Service',
      summary: 'This API as OpenAPI 3.1',
      access: { public: 'It describes the package, not its data' },
      tenantless: true,
      cors: 'any',
      replies: {
        200: { description: 'The description', schema: OpenApiDocument },
        304: { description: 'The client has this description already' },
      },
      errors: [],
      handle: (request) => sendDocument(request, documentFor(request.mountPath), cacheControl),
    }),
  ];
  return routes;
}
