import { type Static, Type } from '@sinclair/typebox';
import { TcfSettings } from '#banners/profiles/index';
import { tenantQuery } from '#platform/http/route';
import { VendorList, VendorListTexts } from '#standards/tcf/index';

const optional = Type.Optional;

export const ListParams = Type.Object({
  version: Type.String({ pattern: '^[1-9][0-9]{0,3}$', description: 'Version of the vendor list.' }),
  lang: Type.String({
    pattern: '^[A-Za-z]{2}(-[A-Za-z0-9]+)*$',
    maxLength: 35,
    description: 'BCP 47 tag; English if the framework has no translation.',
  }),
});

const lang = ListParams.properties.lang;

export const ListPreview = Type.Object({
  locale: lang,
  tcf: optional(TcfSettings),
  profileId: optional(Type.String({ minLength: 1, maxLength: 64 })),
  version: optional(Type.Integer({ minimum: 1, description: 'A saved version of the profile.' })),
});

export const ListQuery = Type.Object({
  profileId: optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Default: every active profile of the tenant.' }),
  ),
  profileVersion: optional(
    Type.Integer({ minimum: 1, description: 'A published version. Default: the one that visitors see.' }),
  ),
  tenantId: tenantQuery,
});

const { vendorListVersion, tcfPolicyVersion, gvlSpecificationVersion, lastUpdated, vendors } =
  VendorList.properties;

export const TailoredList = Type.Object({
  vendorListVersion,
  tcfPolicyVersion,
  gvlSpecificationVersion,
  lastUpdated,
  language: Type.String({ description: 'Language of the texts as the framework names it.' }),
  ...VendorListTexts.properties,
  vendors,
  words: Type.Record(Type.String(), Type.String(), {
    description: 'Words around the texts of the framework, in the language closest to `lang`.',
  }),
});

/** The fields of the service's `tcf` that the widget needs before it asks. */
export const TcfNotice = Type.Object(
  {
    cmpId: Type.Integer(),
    cmpVersion: Type.Integer(),
    policyVersion: Type.Integer(),
    listVersion: Type.Integer({ description: 'The `version` of `GET /tcf/list/:version/:lang`.' }),
    gdprApplies: Type.Boolean(),
    publisherCC: Type.String(),
    tcString: Type.String({
      description:
        'TC string of a visitor who was shown the notice and has not decided: no consent, and every legitimate interest.',
    }),
    refusedString: Type.String({
      description:
        'TC string of a visitor who allows nothing, for the time until a withdrawal has reached the service.',
    }),
  },
  { description: 'For the API `__tcfapi`. Null: the profile does not ask under the framework.' },
);
export type TcfNotice = Static<typeof TcfNotice>;

const parsedSections = Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown())), {
  description: 'The fields of each section by its API prefix, one object for each segment.',
});

const gppString = Type.String({ description: 'Complete GPP string; `DBAA` without sections.' });

export const GppSignal = Type.Object(
  {
    string: gppString,
    sectionList: Type.Array(Type.Integer(), { description: 'Ids of the sections in the string.' }),
    applicableSections: Type.Array(Type.Integer(), {
      description: 'Ids of the sections that are in force for the visitor; `[-1]`: none.',
    }),
    parsedSections,
    signalStatus: Type.Union([Type.Literal('ready'), Type.Literal('not ready')]),
    supportedAPIs: Type.Array(Type.String(), { description: 'Such as `8:usca`.' }),
    cmpId: Type.Integer({ description: '1: none (GPP "CMP API Specification", "What is CMP ID?").' }),
    withGpc: optional(
      Type.Object(
        { string: gppString, parsedSections },
        { description: 'The same when the browser sends Global Privacy Control. Absent after a decision.' },
      ),
    ),
  },
  { description: 'For the API `__gpp`. Null: GPP is off.' },
);
export type GppSignal = Static<typeof GppSignal>;
