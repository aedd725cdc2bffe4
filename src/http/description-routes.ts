import { Type } from '@sinclair/typebox';
import { packageVersion } from '../kernel/version';
import { buildOpenApi } from './openapi';
import { defineRoute, type Route } from './route';

const OpenApiDocument = Type.Object({ openapi: Type.String() }, { additionalProperties: true });

/** Puts the route that serves the table's own OpenAPI description at the end of a table. */
export function withDescription(api: { readonly name: string; readonly title: string; readonly description: string }, table: readonly Route[]): Route[] {
  const routes: Route[] = [
    ...table,
    defineRoute({
      id: `get${api.name}OpenApi`,
      method: 'GET',
      path: '/openapi.json',
      tag: 'Service',
      summary: 'This API as OpenAPI 3.1',
      access: { public: 'It describes the package, not its data' },
      cors: 'any',
      replies: { 200: { description: 'The description', schema: OpenApiDocument } },
      errors: [],
      handle: ({ mountPath }) => ({
        headers: { 'Cache-Control': 'public, max-age=300' },
        body: buildOpenApi({ title: api.title, description: api.description, version: packageVersion, server: mountPath, routes }),
      }),
    }),
  ];
  return routes;
}
