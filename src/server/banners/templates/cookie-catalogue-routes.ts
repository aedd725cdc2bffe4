import { Type } from '@sinclair/typebox';
import { type CatalogueEntry, cookieDescriber, searchCookies } from '#content/cookie-catalogue/index';
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

/** Most languages that an answer has, since several tags can stand for one. */
const mostLocales = 50;

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
            description: `Languages, separated by commas, in which to add the description: \`de,pt-BR\`. At most ${mostLocales} of those that the catalogue has are added.`,
          }),
        ),
      }),
      replies: { 200: { description: 'The entries, by provider and name', schema: CatalogueEntries } },
      errors: [],
      handle: ({ query: { locales, ...search } }) => {
        const entries = searchCookies(search);
        return { body: locales === undefined ? entries : translate(entries, locales) };
      },
    }),
  ];
}

function translate(entries: readonly CatalogueEntry[], locales: string) {
  const asked = new Set(locales.split(',').map((locale) => locale.trim()));
  const languages = [...asked]
    .flatMap((locale) => {
      const describe = cookieDescriber(locale);
      return describe === null ? [] : [{ locale, describe }];
    })
    .slice(0, mostLocales);
  return entries.map((entry) => ({
    ...entry,
    translations: Object.fromEntries(
      languages.flatMap(({ locale, describe }) => {
        const description = describe(entry);
        return description === null ? [] : [[locale, description] as const];
      }),
    ),
  }));
}
