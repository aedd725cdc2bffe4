import { type Static, Type } from '@sinclair/typebox';
import { tenantQuery } from '#platform/http/route';
import { oneOf } from '#platform/kernel/schemas';
import { hints } from '../bootstrap/index';
import { maxReturn } from './return-address';

const optional = Type.Optional;

const address = optional(
  Type.String({
    maxLength: maxReturn,
    description:
      'Address to return to: a path of this origin, such as `/shop?page=2`. Another address has no effect.',
  }),
);
const locale = optional(
  Type.String({
    maxLength: 64,
    description: 'Wanted language (BCP 47). Default: that of `Accept-Language`.',
  }),
);

export const PreferencesQuery = Type.Object({
  locale,
  ...hints,
  return: address,
  saved: optional(Type.Literal('1', { description: 'Says that a decision was saved, after `POST`.' })),
  tenantId: tenantQuery,
});
export type PreferencesQuery = Static<typeof PreferencesQuery>;

const pressed = (description: string) =>
  optional(
    Type.String({
      maxLength: 16_384,
      description: `${description} Its value says what it grants: \`*\` everything, \`!\` nothing optional, \`=\` the switches, or else what applies already; else ids of categories, percent-encoded, with spaces between them.`,
    }),
  );

export const PreferencesForm = Type.Object(
  {
    profileId: Type.String({ minLength: 1, maxLength: 64 }),
    profileVersion: Type.String({
      pattern: '^[1-9][0-9]{0,8}$',
      description: 'The version that the visitor was shown.',
    }),
    variant: optional(
      Type.String({ pattern: '^[A-Z]$', description: 'The variant that the visitor was shown.' }),
    ),
    locale,
    layer: oneOf(['banner', 'gpc', 'preferences'] as const, { description: 'Where the visitor decided.' }),
    form: Type.String({
      pattern: '^[A-Za-z0-9_-]{22}$',
      description: 'Random text of the page with the form: sent twice within a minute, it is one decision.',
    }),
    return: address,
    accept: pressed('The button that accepts.'),
    refuse: pressed('The button that refuses.'),
    save: pressed('A button that does something else.'),
    gpc: pressed('The button that confirms Global Privacy Control.'),
    age: optional(oneOf(['yes', 'no'] as const, { description: 'Whether the visitor is old enough.' })),
    birthYear: optional(Type.String({ pattern: '^(19|20)[0-9]{2}$' })),
  },
  {
    patternProperties: {
      '^category\\.': Type.String({ maxLength: 8, description: 'A switch that is on, by category id.' }),
      '^service\\.': Type.String({ maxLength: 8, description: 'A switch that is on, by key of a service.' }),
    },
    maxProperties: 300,
    description: 'The fields of the banner’s form, or of the page’s.',
  },
);
export type PreferencesForm = Static<typeof PreferencesForm> & Readonly<Record<string, string | undefined>>;
