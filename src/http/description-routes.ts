import { Type } from '@sinclair/typebox';
import { packageVersion } from '../kernel/version';
import { buildOpenApi } from './openapi';
import { defineRoute, type Route, type RouteDescription } from './route';

const OpenApiDocument = Type.Object({ openapi: Type.String() }, { additionalProperties: true });

export interface ApiDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What is answered before the table is asked. */
  readonly servedBefore?: readonly RouteDescription[];
}

/** Puts the route that serves the table's own OpenAPI description at the end of a table. */
export function withDescription({ name, title, description, servedBefore = [] }: ApiDescription, table: readonly Route[]): Route[] {
  const routes: Route[] = [
    ...table,
    defineRoute({
      id: `get${name}OpenApi`,
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
        body: buildOpenApi({ title, description, version: packageVersion, server: mountPath, routes: [...servedBefore, ...routes] }),
      }),
    }),
  ];
  return routes;
}
