import { type Static, Type } from '@sinclair/typebox';
import { tenantQuery } from '#platform/http/route';
import { nullable, oneOf } from '#platform/kernel/schemas';

const optional = Type.Optional;

export const DeclarationParams = Type.Object({
  locale: Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      'Wanted language (BCP 47), or `auto`: that of `Accept-Language`. Without texts in it, the default language of the profile.',
  }),
});

export const DeclarationQuery = Type.Object({
  group: optional(
    Type.String({
      pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
      maxLength: 64,
      description: 'Compliance group whose profile is declared. Unset: that of the visitor’s place.',
    }),
  ),
  tz: optional(Type.String({ maxLength: 64, description: 'IANA time zone of the browser.' })),
  tenantId: tenantQuery,
});

const DeclaredCookie = Type.Object({
  name: Type.String({ description: 'Name in the browser; patterns such as `_ga_*` are possible.' }),
  kind: oneOf(['cookie', 'localStorage', 'sessionStorage', 'indexedDB', 'pixel', 'other'] as const),
  provider: optional(Type.String()),
  providerContact: optional(Type.String()),
  providerCountry: optional(Type.String({ description: 'ISO 3166-1.' })),
  description: optional(Type.String({ description: 'Use of the cookie, in words.' })),
  duration: optional(
    Type.String({ description: 'How long it is kept, in the language of the declaration.' }),
  ),
  domains: optional(Type.Array(Type.String())),
});
export type DeclaredCookie = Static<typeof DeclaredCookie>;

const DeclaredCategory = Type.Object({
  id: Type.String(),
  heading: Type.String(),
  htmlText: optional(Type.String({ description: 'Sanitised HTML.' })),
  alwaysOn: Type.Boolean({ description: 'Whether visitors cannot refuse it.' }),
  cookies: Type.Array(DeclaredCookie),
});

export const Declaration = Type.Object(
  {
    profileId: Type.String(),
    profileVersion: Type.Integer(),
    complianceGroup: Type.String(),
    locale: Type.String({ description: 'Language of the texts.' }),
    dir: oneOf(['ltr', 'rtl'] as const),
    lastChanged: nullable(Type.String({ format: 'date-time' }), {
      description: 'When the version was published.',
    }),
    heading: Type.String(),
    categories: Type.Array(DeclaredCategory),
  },
  { description: 'The cookies and other storage of a site, for its privacy or cookie policy.' },
);
export type Declaration = Static<typeof Declaration>;
