import { Type } from '@sinclair/typebox';
import { type CatalogueEntry, describeCookie, searchCookies } from '#content/cookie-catalogue/index';
import { defineRoute, type Route } from '#platform/http/route';
import { oneOf } from '#platform/kernel/schemas';
import { purposes } from '#standards/compliance/index';
import { Parameter } from './parameter-schemas';

const CatalogueEntries = Type.Array(
  Type.Object({
    id: Type.String({ description: 'The id to use in `catalogue` of `POST /consent-templates`.' }),
    ...Parameter.properties,
    translations: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'The description in the languages asked for, as far as the catalogue has it.',
      }),
    ),
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
        locales: Type.Optional(
          Type.String({
            maxLength: 2000,
            description: 'Languages, separated by commas, in which to add the description: `de,pt-BR`.',
          }),
        ),
      }),
      replies: { 200: { description: 'The entries, by provider and name', schema: CatalogueEntries } },
      errors: [],
      handle: ({ query: { locales, ...search } }) => ({
        body: searchCookies(search).map((entry) => withTranslations(entry, locales)),
      }),
    }),
  ];
}

/** Most languages that one request can ask for. */
const mostLocales = 200;

function withTranslations(entry: CatalogueEntry, locales: string | undefined) {
  if (locales === undefined) return entry;
  const translations = locales
    .split(',')
    .slice(0, mostLocales)
    .flatMap((locale) => {
      const description = describeCookie(entry, locale.trim());
      return description === null ? [] : [[locale.trim(), description] as const];
    });
  return { ...entry, translations: Object.fromEntries(translations) };
}
