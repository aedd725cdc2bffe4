import { type Static, Type } from '@sinclair/typebox';
import { Finding, PrivacyUrl } from '#banners/profiles/index';
import { Theme } from '#banners/templates/index';
import { oneOf } from '#platform/kernel/schemas';
import { type ComplianceGroupId, complianceGroupIds, gpcModes } from '#standards/compliance/index';

export const SetupStatus = Type.Object({
  completed: Type.Boolean({ description: 'Whether the wizard was finished or skipped; never reset.' }),
});

const ReadinessCheck = Type.Object({
  ok: Type.Boolean(),
  message: Type.String({ description: 'The current state, or what to do.' }),
  unused: Type.Optional(
    Type.Boolean({ description: 'True: the installation does not use it, so there is nothing to do.' }),
  ),
});
export type ReadinessCheck = Static<typeof ReadinessCheck>;

export const Readiness = Type.Object({
  masterSecret: ReadinessCheck,
  dataSigningHash: ReadinessCheck,
  database: ReadinessCheck,
  storage: ReadinessCheck,
  adminUser: ReadinessCheck,
  spreadsheets: ReadinessCheck,
  geo: ReadinessCheck,
  tcf: ReadinessCheck,
  gpp: ReadinessCheck,
  receipts: Type.Object({
    ...ReadinessCheck.properties,
    missing: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The keys of `complianceConfig` that receipts lack, such as `controllerAddress`.',
      }),
    ),
    profileId: Type.Optional(
      Type.String({ description: 'The active profile whose receipts lack them; of several, one.' }),
    ),
  }),
  plugins: ReadinessCheck,
});
export type Readiness = Static<typeof Readiness>;

export const SetupConfig = Type.Object(
  { readiness: Readiness },
  {
    description:
      'Every configuration key with its value or default; `[redacted]` replaces secrets, names replace instances.',
  },
);

export const ComplianceGroupDetails = Type.Object({
  id: oneOf(complianceGroupIds),
  label: Type.String(),
  description: Type.String(),
  rank: Type.Integer({ description: 'Strictness; higher is stricter.' }),
  model: Type.String({ description: 'State of consent before the visitor has chosen.' }),
  gpcMode: oneOf(gpcModes),
  laws: Type.Array(Type.String(), {
    description: 'Short names of the laws in force that put places into the group.',
  }),
  regions: Type.Array(Type.String(), { description: 'ISO 3166 codes such as `DE`, `US-CA`.' }),
  rules: Type.Array(Type.String(), { description: 'Ids of the compliance rules for its profiles.' }),
});
export type ComplianceGroupDetails = Static<typeof ComplianceGroupDetails>;

/** Facts about the site for a starter profile. */
const SeedChoices = Type.Object({
  locales: Type.Optional(
    Type.Array(Type.String({ minLength: 2, maxLength: 35 }), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description:
        'Languages of the profiles, the default one first. Default: all `locales` of `GET /setup/suggestions`.',
    }),
  ),
  privacyUrl: Type.Optional(
    Type.Unsafe<string>({
      ...PrivacyUrl,
      description:
        'The privacy policy, to which the texts link: a web address or a path. Default `/privacy`.',
    }),
  ),
  controllerName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'Who is responsible, as the texts say. Default: the name for receipts, else the tenant’s.',
    }),
  ),
  catalogue: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 500,
      uniqueItems: true,
      description:
        'Cookies that the site sets besides those of this service: ids of `GET /cookie-catalogue`. Default: well-known cookies as an example.',
    }),
  ),
  position: Type.Optional(
    oneOf(['bottom', 'top', 'bottom-left', 'bottom-right', 'top-left', 'top-right', 'center'] as const, {
      description: 'Position of the banners. Default `bottom-left`.',
    }),
  ),
});
export type SeedChoices = Static<typeof SeedChoices>;

export const SeedRequest = Type.Object({
  groups: Type.Array(oneOf<ComplianceGroupId>(complianceGroupIds), {
    maxItems: 100,
    description: 'Built-in compliance groups; duplicates are ignored.',
  }),
  ...SeedChoices.properties,
  theme: Type.Optional(
    Type.Unsafe<Theme>({
      ...Theme,
      description: 'Look of the banners: becomes a UI template that the new profiles use.',
    }),
  ),
  publish: Type.Optional(
    Type.Boolean({
      description: 'Whether visitors get the profiles now. Default true; false saves them as drafts.',
    }),
  ),
});
export type SeedRequest = Static<typeof SeedRequest>;

export const SeedPreview = Type.Object({
  group: oneOf<ComplianceGroupId>(complianceGroupIds),
  ...SeedChoices.properties,
});
export type SeedPreview = Static<typeof SeedPreview>;

export const Suggestions = Type.Object({
  controllerName: Type.String({ description: 'Who is responsible, as receipts say.' }),
  locales: Type.Array(Type.String(), { description: 'Languages with starter texts, English first.' }),
});

export const Seeded = Type.Object({
  created: Type.Array(
    Type.Object({
      group: oneOf(complianceGroupIds),
      profileId: Type.String(),
      version: Type.Integer(),
      warnings: Type.Array(Finding),
    }),
  ),
  skipped: Type.Array(oneOf(complianceGroupIds), {
    description: 'Groups that already have an active profile.',
  }),
});
export type Seeded = Static<typeof Seeded>;
