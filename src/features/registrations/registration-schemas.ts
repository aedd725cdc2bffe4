import { Type } from '@sinclair/typebox';
import { VendorList, VendorListTexts } from '../../standards/tcf';

const time = Type.String({ format: 'date-time' });
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const confirmation = {
  confirmed: orNull(
    Type.Object({ confirmedAt: time, confirmedBy: orNull(Type.String({ description: 'E-mail address.' })) }),
  ),
  changed: Type.Boolean({ description: 'The configuration is no longer what was confirmed.' }),
  status: Type.Union([Type.Literal('unconfirmed'), Type.Literal('confirmed'), Type.Literal('changed')]),
};

const registryStatuses = ['registered', 'deregistered', 'not_found', 'unavailable'] as const;

const CmpRegistration = Type.Object(
  {
    status: Type.Union(
      registryStatuses.map((status) => Type.Literal(status)),
      { description: '`unavailable`: no list could be got, and no copy is younger than 30 days.' },
    ),
    name: orNull(Type.String({ description: 'As the list has it.' })),
    deletedDate: orNull(time),
    checkedAt: orNull(
      Type.String({ format: 'date-time', description: 'When the source last gave or confirmed the list.' }),
    ),
    fromCache: Type.Boolean({ description: 'The source was not asked for this answer, or gave none.' }),
    stale: Type.Boolean({ description: 'The source should have been asked, and gave no answer.' }),
  },
  { description: 'What the CMP list says of `cmpId`.' },
);

export const TcfRegistration = Type.Object({
  draft: Type.Object(
    { cmpId: Type.Integer(), cmpVersion: Type.Integer(), publisherCC: Type.String() },
    { description: 'What is configured.' },
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
    { description: 'What is configured.' },
  ),
  ...confirmation,
});

export const Acknowledgement = Type.Object({
  acknowledge: Type.Literal(true, {
    description: 'You have compared what is configured with your registration, and stand for it.',
  }),
});

export const RefreshQuery = Type.Object({
  refresh: Type.Optional(
    Type.Boolean({
      description: 'Ask the source now, however fresh the copy is; at most ten times in ten minutes.',
    }),
  ),
});

export const LanguageQuery = Type.Object({
  lang: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}(-[A-Za-z0-9]+)*$',
      maxLength: 35,
      description: 'BCP 47 tag; English where the list has no other.',
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
  language: Type.String({ description: 'Of the texts, as the framework names it: `en`, `de`, `pt-br`.' }),
  stale: Type.Boolean({
    description: 'The source should have been asked, and gave no answer: this is a copy of its last one.',
  }),
};

export const ListedPurposes = Type.Object({ ...head, ...VendorListTexts.properties });
export const ListedVendors = Type.Object({ ...ListedPurposes.properties, vendors });
