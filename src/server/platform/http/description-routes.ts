import { Type } from '@sinclair/typebox';
import { LRUCache } from 'lru-cache';
import { packageVersion } from '../kernel/version';
import { jsonDocument, sendDocument, type TextDocument } from './conditional-reply';
import { buildOpenApi, type NamedSchemas } from './openapi';
import { defineRoute, type Route, type RouteDescription } from './route';

const Index = Type.Object({
  name: Type.String(),
  version: Type.String({ description: 'Version of the package.' }),
  links: Type.Record(Type.String(), Type.String(), { description: 'Paths of this API, by their purpose.' }),
});

const OpenApiDocument = Type.Object({ openapi: Type.String() }, { additionalProperties: true });

export interface ApiDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly cacheControl: string;
  /** Paths below the base that the index route lists. */
  readonly links: Readonly<Record<string, string>>;
  /** Schemas by the names that the description gives them; `Error` is the body of every error response. */
  readonly components: NamedSchemas;
  /** Routes that are answered before the router is reached. */
  readonly servedBefore?: readonly RouteDescription[];
}

/** Maximum number of cached documents: each mount path has its own, because the document contains it. */
const maxDocuments = 8;

/** Appends the routes that serve the index and the OpenAPI description of a table of routes. */
export function withDescription(
  { name, title, description, cacheControl, links, components, servedBefore = [] }: ApiDescription,
  table: readonly Route[],
): Route[] {
  const documents = new LRUCache<string, TextDocument>({ max: maxDocuments });

  /** Returns the document of a mount path. Building half a megabyte of JSON takes 10 ms, so it is cached. */
  function documentFor(mountPath: string): TextDocument {
    const cached = documents.get(mountPath);
    if (cached !== undefined) return cached;
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
      summary: 'Get the name and version of this API and links to its description and health route',
      access: { public: 'It describes the package, not its data' },
      tenantless: true,
      cors: 'any',
      replies: { 200: { description: 'Name, version and links', schema: Index } },
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
      summary: 'Get the OpenAPI 3.1 description of this API',
      access: { public: 'It describes the package, not its data' },
      tenantless: true,
      cors: 'any',
      replies: {
        200: { description: 'The OpenAPI document', schema: OpenApiDocument },
        304: { description: 'The client already has this document' },
      },
      errors: [],
      handle: (request) => sendDocument(request, documentFor(request.mountPath), cacheControl),
    }),
  ];
  return routes;
}
