import { Type } from '@sinclair/typebox';

const Id = Type.Integer();
const Name = Type.Union([Type.String(), Type.Null()]);
const Ids = Type.Array(Id);

export const StringQuery = Type.Object({
  string: Type.String({ minLength: 1, maxLength: 16_384, description: 'The string to decode.' }),
});
export const TcStringQuery = Type.Object({
  ...StringQuery.properties,
  lang: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}(-[A-Za-z0-9]+)*$',
      maxLength: 35,
      description: 'Language of the names; English if the list has no translation.',
    }),
  ),
});

const Verdict = Type.Object(
  { valid: Type.Boolean(), reason: Name, message: Name },
  { description: 'Whether a visitor’s submission with this string would be accepted.' },
);

export const DecodedTcString = Type.Object({
  version: Type.Integer(),
  created: Type.String({ format: 'date-time' }),
  lastUpdated: Type.String({ format: 'date-time' }),
  cmpId: Type.Integer(),
  cmpVersion: Type.Integer(),
  consentScreen: Type.Integer(),
  consentLanguage: Type.String(),
  vendorListVersion: Type.Integer(),
  policyVersion: Type.Integer(),
  isServiceSpecific: Type.Boolean(),
  useNonStandardTexts: Type.Boolean(),
  purposeOneTreatment: Type.Boolean(),
  publisherCC: Type.String(),
  segments: Type.Array(Type.String()),
  specialFeatureOptIns: Type.Array(Type.Object({ id: Id, name: Name })),
  purposes: Type.Array(
    Type.Object({ id: Id, name: Name, consent: Type.Boolean(), legitimateInterest: Type.Boolean() }),
  ),
  vendors: Type.Array(
    Type.Object({
      id: Id,
      name: Name,
      consent: Type.Boolean(),
      legitimateInterest: Type.Boolean(),
      disclosed: Type.Boolean(),
      allowed: Type.Boolean(),
    }),
  ),
  publisherRestrictions: Type.Array(
    Type.Object({ purposeId: Id, purpose: Name, type: Type.String(), vendors: Ids }),
  ),
  publisherPurposes: Type.Union([Type.Object({ consents: Ids, legitimateInterests: Ids }), Type.Null()]),
  check: Verdict,
});

export const DecodedGppString = Type.Object({
  sections: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String({ description: 'API prefix, such as `usca`.' }),
      fields: Type.Array(
        Type.Object({
          name: Type.String(),
          value: Type.Unknown(),
          meaning: Type.Union([Type.String(), Type.Array(Type.String()), Type.Null()], {
            description: 'Meaning in words; null when the value is self-explanatory.',
          }),
        }),
      ),
    }),
  ),
});
