import { Type } from '@sinclair/typebox';
import { VendorList, VendorListTexts } from '#standards/tcf/index';

const time = Type.String({ format: 'date-time' });
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const confirmation = {
  confirmed: orNull(
    Type.Object({ confirmedAt: time, confirmedBy: orNull(Type.String({ description: 'E-mail address.' })) }),
  ),
  changed: Type.Boolean({ description: 'Whether the configuration has changed since it was confirmed.' }),
  status: Type.Union([Type.Literal('unconfirmed'), Type.Literal('confirmed'), Type.Literal('changed')]),
};

const registryStatuses = ['registered', 'deregistered', 'not_found', 'unavailable'] as const;

const CmpRegistration = Type.Object(
  {
    status: Type.Union(
      registryStatuses.map((status) => Type.Literal(status)),
      { description: '`unavailable`: the list could not be fetched, and no copy is younger than 30 days.' },
    ),
    name: orNull(Type.String({ description: 'The name in the list.' })),
    deletedDate: orNull(time),
    checkedAt: orNull(
      Type.String({
        format: 'date-time',
        description: 'When the source last returned or confirmed the list.',
      }),
    ),
    fromCache: Type.Boolean({ description: 'The source was not asked for this reply, or did not answer.' }),
    stale: Type.Boolean({
      description: 'The copy is out of date, and the source could not be asked or did not answer.',
    }),
  },
  { description: 'The entry for `cmpId` in the CMP list.' },
);

export const TcfRegistration = Type.Object({
  draft: Type.Object(
    { cmpId: Type.Integer(), cmpVersion: Type.Integer(), publisherCC: Type.String() },
    { description: 'The current configuration.' },
  ),
  ...confirmation,
  registry: CmpRegistration,
});

export const GppRegistration = Type.Object({
  draft: Type.Object(
    {
      cmpId: orNull(Type.Integer()),
      sections: Type.Array(Type.String()),
      mspa: orNull(
        Type.Object({
          coveredTransaction: Type.Boolean(),
          optOutOptionMode: Type.Boolean(),
          serviceProviderMode: Type.Boolean(),
        }),
      ),
    },
    { description: 'The current configuration.' },
  ),
  ...confirmation,
});

export const Acknowledgement = Type.Object({
  acknowledge: Type.Literal(true, {
    description:
      'Confirms that you have compared the configuration with your registration and that it is right.',
  }),
});

export const RefreshQuery = Type.Object({
  refresh: Type.Optional(
    Type.Boolean({
      description: 'Ask the source now, even if the copy is fresh; at most ten times in ten minutes.',
    }),
  ),
});

export const LanguageQuery = Type.Object({
  lang: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}(-[A-Za-z0-9]+)*$',
      maxLength: 35,
      description: 'BCP 47 tag; English if the list has no translation.',
    }),
  ),
});

const { vendorListVersion, tcfPolicyVersion, gvlSpecificationVersion, lastUpdated, vendors } =
  VendorList.properties;

const head = {
  vendorListVersion,
  tcfPolicyVersion,
  gvlSpecificationVersion,
  lastUpdated,
  language: Type.String({
    description: 'Language of the texts as the framework names it: `en`, `de`, `pt-br`.',
  }),
  stale: Type.Boolean({
    description:
      'The copy is out of date, and the source could not be asked or did not answer: this is its last list.',
  }),
};

export const ListedPurposes = Type.Object({ ...head, ...VendorListTexts.properties });
export const ListedVendors = Type.Object({ ...ListedPurposes.properties, vendors });
