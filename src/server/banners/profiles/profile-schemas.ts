import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf } from '#platform/kernel/schemas';
import { complianceGroupIds, gpcModes } from '#standards/compliance/index';
import { CategoryMap, CookieMap, entryId, ParameterTextMap, ServiceMap, ServiceTextMap } from '../templates';
import { ComplianceConfig } from './compliance-config';
import { TcfSettings } from './tcf-settings';
import { OriginCounts, UncheckedTextsMap } from './versions/text-origins';
import { AgeGateTexts, PrivacyUrl, widgetSettings } from './widget-settings';
import { Words } from './word-overrides';

export { CategoryMap, CookieMap };

/** Schemas of the admin API's profiles: the single source of types, validation and OpenAPI. */

const optional = Type.Optional;

const localeTag = Type.String({ minLength: 2, maxLength: 35, description: 'BCP 47' });

/** Maximum length of each text field (characters). */
export const maxTextLength = { heading: 1000, htmlText: 100_000, text: 300 } as const;

export const Button = Type.Object({
  text: optional(Type.String({ maxLength: maxTextLength.text, description: 'Label; must not be blank.' })),
  style: optional(oneOf(['primary', 'secondary', 'text'] as const)),
  action: optional(
    oneOf(['custom', 'submit', 'manage'] as const, {
      description:
        '`submit` saves the current choices; on a banner that is only a notice (`notice-only`, `unregulated`) it records an empty decision: read, nothing chosen.',
    }),
  ),
  cookies: optional(
    Type.Unsafe<'*' | '!' | string[]>({
      anyOf: [
        { enum: ['*', '!'] },
        { type: 'array', maxItems: 2000, items: { type: 'string', minLength: 1, maxLength: 64 } },
      ],
      description:
        'For `custom`: `*` grants all, `!` refuses all optional ones, an array grants those and the mandatory ones.',
    }),
  ),
});
export type Button = Static<typeof Button>;

const buttons = optional(Type.Array(Button, { maxItems: 20 }));
const heading = optional(Type.String({ maxLength: maxTextLength.heading }));
const htmlText = optional(
  Type.String({
    maxLength: maxTextLength.htmlText,
    description: 'Operator-written HTML; sanitised on save.',
  }),
);

export const Banner = Type.Object({
  position: optional(Type.String({ maxLength: 64 })),
  heading,
  htmlText,
  buttons,
});
export type Banner = Static<typeof Banner>;

export const Modal = Type.Object({
  position: optional(Type.String({ maxLength: 64 })),
  heading,
  htmlText,
  buttons,
  categories: optional(CategoryMap),
});
export type Modal = Static<typeof Modal>;

const ChoicesLink = Type.Object(
  {
    text: optional(Type.String({ maxLength: maxTextLength.text, description: 'Title; must not be blank.' })),
    optOutIcon: optional(
      Type.Boolean({
        description: 'Whether to show the opt-out icon of 11 CCR 7015(b) with the link. Default false.',
      }),
    ),
  },
  {
    description:
      'The link that reopens the choices (`data-consent-open`), in the header or footer of every page.',
  },
);
export type ChoicesLink = Static<typeof ChoicesLink>;

export const LocaleContent = Type.Object({
  mainBanner: optional(Banner),
  gpcBanner: optional(Banner),
  preferenceModal: optional(Modal),
  choicesLink: optional(ChoicesLink),
  words: optional(Words),
  cookies: optional(ParameterTextMap),
  services: optional(ServiceTextMap),
  ageGate: optional(AgeGateTexts),
  privacyUrl: optional(PrivacyUrl),
});
export type LocaleContent = Static<typeof LocaleContent>;

export const ComplianceGroup = oneOf(complianceGroupIds, {
  description: 'Turns on compliance validation and routing by geography.',
});

export const Countries = Type.Array(Type.String({ pattern: '^[A-Z]{2}(-[A-Z0-9]{1,3})?$' }), {
  maxItems: 400,
  uniqueItems: true,
  description:
    'ISO 3166 codes (`FR`, `US-CA`) of the places whose visitors get the profile. Compliance rules apply the laws of these places; if omitted, those of the whole group.',
});

export const Granularity = oneOf(['category', 'service'] as const, {
  description:
    'Whether visitors decide by category, or can also decide about each service of a category. Default `category`.',
});

const templateId = Type.String({ minLength: 1, maxLength: 64 });

export const ProfileJson = Type.Object({
  complianceGroup: optional(ComplianceGroup),
  customComplianceGroup: optional(
    Type.String({ maxLength: 64, description: 'Lower-kebab-case; required when no built-in group is set.' }),
  ),
  isActive: optional(Type.Boolean()),
  gpcMode: optional(oneOf(gpcModes)),
  expiryDays: optional(
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      description:
        'Days until a consent expires, unless the visitor’s local law ends it sooner. With `tcf`, 396 of them count at most. Default 365.',
    }),
  ),
  enhanceAccessibility: optional(Type.Boolean()),
  showFooterMetadata: optional(Type.Boolean()),
  locales: optional(
    Type.Array(Type.String({ maxLength: 64 }), { maxItems: 400, description: 'Computed by the server.' }),
  ),
  consentTemplateId: optional(templateId),
  uiTemplateId: optional(templateId),
  cookies: optional(CookieMap),
  services: optional(ServiceMap),
  granularity: optional(Granularity),
  mainBanner: optional(Banner),
  gpcBanner: optional(Banner),
  preferenceModal: optional(Modal),
  choicesLink: optional(ChoicesLink),
  words: optional(Words),
  ...widgetSettings,
  countries: optional(Countries),
  forChildren: optional(
    Type.Boolean({ description: 'Whether the site is directed to children. Default false.' }),
  ),
  allowedOrigins: optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 200 })),
  darkMode: optional(Type.Boolean()),
  hidePoweredBy: optional(Type.Boolean()),
  allowReceipt: optional(Type.Boolean()),
  complianceConfig: optional(ComplianceConfig),
  tcf: optional(TcfSettings),
  cookiesOverride: optional(
    Type.Record(Type.String({ pattern: entryId }), Type.Object({ preGranted: Type.Boolean() }), {
      maxProperties: 2000,
      additionalProperties: false,
    }),
  ),
});
export type ProfileJson = Static<typeof ProfileJson>;

/** Unknown fields of a saved profile are stored, and each is a warning: a newer version may know them. */
const SentProfileJson = Type.Object(ProfileJson.properties, {
  additionalProperties: true,
  description: 'Unknown fields are stored without effect; the warning `profile/unknown-field` names each.',
});

const LocaleContentMap = Type.Record(Type.String(), Type.Union([LocaleContent, Type.Null()]), {
  maxProperties: 300,
  description: 'Content of every locale except the default; `null` removes a locale.',
});
const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

const note = Type.String({
  maxLength: 1000,
  description: 'Why the change was made: for the list of versions and the audit log. Visitors never see it.',
});

export const ProfilePublish = Type.Object({
  requireReconsent: optional(
    Type.Boolean({
      description:
        'Whether consents to earlier versions verify as `reconsent_required`. Replaces the marks of the versions saved since the last publication; unset: they apply.',
    }),
  ),
  note: optional(note),
});

export const ProfileActivate = Type.Object({
  ...ProfilePublish.properties,
  withoutApproval: optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: '\\S',
      description:
        'Publishes where the tenant requires approval and nobody else can approve in time: the reason, which the audit log keeps. Only superadmins can send it.',
    }),
  ),
});

export const ProfileCreate = Type.Object({
  name,
  defaultLocale: localeTag,
  profileJson: SentProfileJson,
  localeContent: optional(LocaleContentMap),
});
export type ProfileCreate = Static<typeof ProfileCreate>;

export const ProfilePreview = Type.Object({
  ...Type.Omit(ProfileCreate, ['name']).properties,
  locale: optional(
    Type.String({ maxLength: 64, description: 'Language of the texts; the default locale when omitted.' }),
  ),
  uncheckedTexts: optional(UncheckedTextsMap),
  changedLocales: optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 300,
      description:
        'Locales of `localeContent` that a save would send. What is missing in the others is a warning, as in a save that carries them over. Default: all.',
    }),
  ),
});
export type ProfilePreview = Static<typeof ProfilePreview>;

export const ProfileUpdate = Type.Object({
  name: optional(name),
  defaultLocale: optional(localeTag),
  profileJson: optional(SentProfileJson),
  localeContent: optional(LocaleContentMap),
  requireReconsent: optional(
    Type.Boolean({
      description:
        'Once this version is published, consents to earlier ones verify as `reconsent_required`. Publishing can decide otherwise.',
    }),
  ),
  note: optional(note),
  reviewedTexts: optional(
    Type.Record(Type.String(), Type.Array(Type.String({ maxLength: 400 }), { maxItems: 5000 }), {
      maxProperties: 300,
      description:
        'Paths of texts, by locale, that a person calls right as they are: they leave `outdatedTexts` and `uncheckedTexts`.',
    }),
  ),
  uncheckedTexts: optional(UncheckedTextsMap),
});
export type ProfileUpdate = Static<typeof ProfileUpdate>;

export const ProfileFromTemplate = Type.Object({
  consentTemplateId: templateId,
  uiTemplateId: optional(templateId),
  name,
  defaultLocale: localeTag,
  complianceGroup: ComplianceGroup,
});
export type ProfileFromTemplate = Static<typeof ProfileFromTemplate>;

export const ProfileCopy = Type.Object({
  name: optional(name),
  complianceGroup: optional(
    oneOf(complianceGroupIds, { description: 'Group of the copy; that of the original when omitted.' }),
  ),
});
export type ProfileCopy = Static<typeof ProfileCopy>;

/** A problem in a profile. `errors` block the save; `warnings` do not. */
export const Finding = Type.Object({
  rule: Type.String(),
  message: Type.String(),
  locale: optional(Type.String()),
  section: optional(Type.String()),
  field: optional(Type.String()),
  category: optional(Type.String()),
  parameter: optional(Type.String()),
  count: optional(Type.Integer({ description: 'The right number, of a text that must state one.' })),
  stated: optional(Type.Integer({ description: 'The highest number that this text states.' })),
  law: optional(Type.String()),
  variant: optional(Type.String({ description: 'Of an experiment: the variant that has it.' })),
});
export type Finding = Static<typeof Finding>;

/** A user as of a change, also after the user was deleted. */
export const Person = Type.Object({ id: Type.String(), email: nullable(Type.String()) });

const time = Type.String({ format: 'date-time' });
export const ProfileView = Type.Object({
  id: Type.String(),
  tenantId: Type.String(),
  name: Type.String(),
  defaultLocale: Type.String(),
  version: Type.Integer(),
  publishedVersion: nullable(Type.Integer()),
  isActive: Type.Boolean(),
  complianceGroup: nullable(Type.String({ description: 'The built-in group, else the custom one.' })),
  profileJson: ProfileJson,
  createdAt: time,
  updatedAt: time,
  activatedAt: nullable(time),
});
export type ProfileView = Static<typeof ProfileView>;

/** Own texts of every locale except the default one, whose texts are in `profileJson`. */
export const OwnTexts = Type.Record(Type.String(), LocaleContent, {
  description:
    'Own texts of every locale except the default, as saved: texts that visitors get from the default locale are missing.',
});
const OutdatedTexts = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
  description:
    'By locale, the paths of texts that are older than the default locale’s text, each with the version in which that changed. A text leaves the list when it is translated or reviewed (`reviewedTexts`), also long after publishing.',
});
export const PublishedProfileView = Type.Object({
  ...ProfileView.properties,
  replaced: nullable(Type.Object({ id: Type.String(), name: Type.String(), version: Type.Integer() }), {
    description:
      'The profile that the group served before: another one, which is now inactive, or an earlier version of this one.',
  }),
});
export const ProfileWithTexts = Type.Object({
  ...ProfileView.properties,
  localeContent: optional(OwnTexts),
  outdatedTexts: optional(OutdatedTexts),
  uncheckedTexts: optional(UncheckedTextsMap),
});

export const ProfileSummary = Type.Object({
  id: Type.String(),
  name: Type.String(),
  complianceGroup: nullable(Type.String()),
  isActive: Type.Boolean(),
  version: Type.Integer(),
  publishedVersion: nullable(Type.Integer(), {
    description: 'Below `version`: there are changes that visitors do not see yet.',
  }),
  defaultLocale: Type.String(),
  locales: Type.Array(Type.String(), { description: 'Of the current version, the default locale first.' }),
  textCount: Type.Integer({
    description: 'Number of texts of the default locale that are to be translated into each other one.',
  }),
  missingTexts: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Number of texts that visitors get from the default locale instead, by locale. Names of cookies and providers, the words of the widget and `privacyUrl` are not counted.',
  }),
  outdatedTexts: Type.Record(Type.String(), Type.Integer(), {
    description: 'Number of texts that are older than the default locale’s text, by locale.',
  }),
  uncheckedTexts: Type.Record(Type.String(), OriginCounts, {
    description: 'Number of further texts that no person has checked, by locale and origin.',
  }),
  categories: Type.Record(Type.String(), Type.String(), {
    description:
      'Headings of the categories in the default locale, by category id, at most 100 characters each.',
  }),
  findings: Type.Object(
    { errors: Type.Integer(), warnings: Type.Integer() },
    {
      description:
        'Number of findings when the current version was saved. A version with errors is not saved.',
    },
  ),
  createdAt: time,
  updatedAt: time,
  activatedAt: nullable(time),
  updatedBy: nullable(Person, { description: 'Who saved the current version; null: the service itself.' }),
  consentTemplateName: nullable(Type.String()),
  uiTemplateName: nullable(Type.String()),
});

const warnings = Type.Array(Finding);
export const ProfileWithWarnings = Type.Object({ ...ProfileView.properties, warnings });
export const ProfileConflict = Type.Object({
  conflict: Type.Object({ id: Type.String(), name: Type.String() }),
  requiresChoice: Type.Literal(true),
  profile: ProfileView,
  warnings,
});
export const ProfileWrapped = Type.Object({ profile: ProfileView, warnings });
/** The replies to an update, with the texts of the other locales where they are asked for. */
export const ProfileUpdated = Type.Union([
  Type.Object({ profile: ProfileWithTexts, warnings }),
  Type.Object({ ...ProfileWithTexts.properties, warnings }),
  Type.Object({ ...ProfileConflict.properties, profile: ProfileWithTexts }),
]);
export const ProfileIdParam = Type.Object({ id: Type.String() });
