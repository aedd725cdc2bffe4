import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from '#platform/kernel/schemas';
import { purposes } from '#standards/compliance/index';
import { type CpraCategoryInput, cpraCategories } from '#standards/cpra-category';
import { sensitiveDataKinds } from '#standards/sensitive-data';

/** Schemas of parameters (cookies) and categories, shared by templates and profiles. */

const optional = Type.Optional;

/** A hundred years (s). */
const maxAgeSeconds = 3_155_760_000;

/**
 * Pattern of parameter and category ids: any short visible text, since they are keys of JSON objects and
 * never part of a URL.
 */
export const entryId = '^[^\\u0000-\\u001f\\u007f]{1,64}$';

const CpraCategory = Type.Unsafe<CpraCategoryInput>({
  anyOf: [
    oneOf(cpraCategories),
    {
      type: 'array',
      items: oneOf(cpraCategories.filter((category) => category !== 'none')),
      minItems: 1,
      maxItems: cpraCategories.length,
      uniqueItems: true,
    },
    { type: 'array', items: oneOf(['none']), minItems: 1, maxItems: 1 },
  ],
  description:
    'Use of the parameter under California law: one value, or a list if several apply. `none` only on its own.',
});

/** The texts that visitors read about a parameter in one language. */
const texts = {
  name: optional(
    Type.String({
      maxLength: 300,
      description:
        'Name shown to visitors, and of one cookie in the browser: exact, or a pattern such as `_ga_*`. Not a list.',
    }),
  ),
  provider: optional(Type.String({ maxLength: 300 })),
  description: optional(Type.String({ maxLength: 5000 })),
};

export const Parameter = Type.Object({
  purpose: oneOf(purposes),
  listenGpc: Type.Boolean({ description: 'Whether a Global Privacy Control signal denies this parameter.' }),
  cpraCategory: optional(CpraCategory),
  sensitiveData: optional(
    Type.Array(oneOf(sensitiveDataKinds), {
      minItems: 1,
      maxItems: sensitiveDataKinds.length,
      uniqueItems: true,
      description:
        'Kinds of sensitive data that the parameter processes, for GPP strings. Listing any implies `sensitive`.',
    }),
  ),
  preGranted: optional(Type.Boolean({ description: 'Granted before any choice. Default false.' })),
  ...texts,
  service: optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Key of the service that uses the parameter, in `services`.',
    }),
  ),
  kind: optional(
    oneOf(['cookie', 'localStorage', 'sessionStorage', 'indexedDB', 'pixel', 'other'] as const, {
      description: 'Technology. Default `cookie`.',
    }),
  ),
  firstParty: optional(
    Type.Boolean({
      description:
        'The data stays with the site, so the provider (the site itself, or software that runs on it) is not a recipient. Default false.',
    }),
  ),
  dataTypes: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 20,
      description:
        'Kinds of personal data listed in receipts, such as `pd:IPAddress` of the Data Privacy Vocabulary. Default: by purpose.',
    }),
  ),
  serviceProvider: optional(
    Type.Boolean({
      description:
        'The provider uses the data only on the site’s instructions, under a contract that says so. Default false: a third party.',
    }),
  ),
  providerContact: optional(
    Type.String({
      maxLength: 500,
      description: 'Contact of the provider for visitors: an address or the link to its privacy policy.',
    }),
  ),
  providerCountry: optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'Country in which the provider receives the data, ISO 3166-1 alpha-2.',
    }),
  ),
  exemptMeasurement: optional(
    Type.Boolean({
      description:
        'Audience measurement for this site only, kept for at most 13 months, which needs no consent in some countries of `opt-in`. Default false.',
    }),
  ),
  duration: optional(
    Type.String({
      maxLength: 300,
      description: 'How long it is kept, in words; `maxAgeSeconds` has priority.',
    }),
  ),
  maxAgeSeconds: optional(
    Type.Unsafe<number | 'session'>({
      anyOf: [
        { type: 'integer', minimum: 1, maximum: maxAgeSeconds },
        { type: 'string', const: 'session' },
      ],
      description:
        'How long it is kept (s), or `session`: until the browser is closed. Shown in the language of the visitor.',
    }),
  ),
  path: optional(
    Type.String({
      maxLength: 300,
      pattern: '^/[^\\u0000-\\u0020\\u007f;]*$',
      description: 'Path of the cookie. Default `/`.',
    }),
  ),
  domains: optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 200 })),
});
export type Parameter = Static<typeof Parameter>;

export const ParameterTextMap = Type.Record(Type.String({ pattern: entryId }), Type.Object(texts), {
  maxProperties: 2000,
  additionalProperties: false,
  description:
    'Texts of parameters in this language, by id. The default locale’s apply where one is missing.',
});
export type ParameterTextMap = Static<typeof ParameterTextMap>;

export const CookieMap = Type.Record(Type.String({ pattern: entryId }), Parameter, {
  maxProperties: 2000,
  additionalProperties: false,
});
export type CookieMap = Static<typeof CookieMap>;

const legalBases = ['mandatory', 'consent', 'legitimate-interest'] as const;

export const Category = Type.Object({
  heading: optional(Type.String({ maxLength: 1000 })),
  htmlText: optional(
    Type.String({
      maxLength: 100_000,
      description: 'Operator-written HTML; sanitised when a profile is saved.',
    }),
  ),
  legalBasis: optional(oneOf(legalBases)),
  order: optional(
    Type.Integer({
      minimum: 0,
      maximum: 1000,
      description: 'Place among the categories, lowest first. Categories without one come last, as listed.',
    }),
  ),
  cookies: optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 2000 })),
});
export type Category = Static<typeof Category>;

export const CategoryMap = Type.Record(Type.String({ pattern: entryId }), Category, {
  maxProperties: 200,
  additionalProperties: false,
});
export type CategoryMap = Static<typeof CategoryMap>;

/** Parameters as a template's author sends them: a legal basis is refused, not ignored. */
export const SentCookieMap = Type.Record(
  Type.String({ pattern: entryId }),
  Type.Object({
    ...Parameter.properties,
    legalBasis: optional(
      oneOf(legalBases, { description: 'Refused: the legal basis of a parameter is that of its category.' }),
    ),
  }),
  { maxProperties: 2000, additionalProperties: false },
);
