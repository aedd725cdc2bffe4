import { Type } from '@sinclair/typebox';
import { searchCookies } from '../../content/cookie-catalogue';
import { defineRoute, type Route } from '../../http/route';
import { oneOf } from '../../kernel/schemas';
import { purposes } from '../../standards/compliance';
import { Parameter } from './parameter-schemas';

const CatalogueEntries = Type.Array(
  Type.Object({
    id: Type.String({ description: 'The id to use in `catalogue` of `POST /consent-templates`.' }),
    ...Parameter.properties,
  }),
);

/** Creates the route to well-known cookies that can be used as parameters. */
export function cookieCatalogueRoutes(): Route[] {
  return [
    defineRoute({
      id: 'searchCookieCatalogue',
      method: 'GET',
      path: '/cookie-catalogue',
      tag: 'Consent templates',
      summary: 'Search well-known cookies by name and provider',
      access: { permission: 'templates:read' },
      query: Type.Object({
        q: Type.Optional(
          Type.String({
            maxLength: 200,
            description:
              'Part of a name or provider in any case, or the name of a cookie: `_ga_ABC123` finds `_ga_*`.',
          }),
        ),
        purpose: Type.Optional(oneOf(purposes)),
      }),
      replies: { 200: { description: 'The entries, by provider and name', schema: CatalogueEntries } },
      errors: [],
      handle: ({ query }) => ({ body: searchCookies(query) }),
    }),
  ];
}
