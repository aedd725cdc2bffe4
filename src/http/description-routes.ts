import { Type } from '@sinclair/typebox';
import { packageVersion } from '../kernel/version';
import { buildOpenApi } from './openapi';
import { defineRoute, type Route, type RouteDescription } from './route';

const OpenApiDocument = Type.Object({ openapi: Type.String() }, { additionalProperties: true });

export interface ApiDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Unless given, the surface's own. */
  readonly cacheControl?: string;
  /** What is answered before the table is asked. */
  readonly servedBefore?: readonly RouteDescription[];
}

/** Puts the route that serves the table's own OpenAPI description at the end of a table. */
export function withDescription({ name, title, description, cacheControl, servedBefore = [] }: ApiDescription, table: readonly Route[]): Route[] {
  const routes: Route[] = [
    ...table,
    defineRoute({
      id: `get${name}OpenApi`,
      method: 'GET',
      path: '/openapi.json',
      tag: 'Service',
      summary: 'This API as OpenAPI 3.1',
      access: { public: 'It describes the package, not its data' },
      tenantless: true,
      cors: 'any',
      replies: { 200: { description: 'The description', schema: OpenApiDocument } },
      errors: [],
      handle: ({ mountPath }) => ({
        ...(cacheControl === undefined ? {} : { headers: { 'Cache-Control': cacheControl } }),
        body: buildOpenApi({ title, description, version: packageVersion, server: mountPath, routes: [...servedBefore, ...routes] }),
      }),
    }),
  ];
  return routes;
}
