import { type TSchema, Type } from '@sinclair/typebox';
import { Resolution } from '#banners/profiles/delivery/public-profile-routes';
import * as profiles from '#banners/profiles/profile-schemas';
import { PublishedProfile, ResolvedProfile } from '#banners/profiles/published-profile-schema';
import { Category, CategoryMap, CookieMap, Parameter } from '#banners/templates/parameter-schemas';
import * as templates from '#banners/templates/template-schemas';
import * as setup from '#console/setup/setup-schemas';
import * as consent from '#decisions/consent/consent-schemas';
import * as erasures from '#decisions/consent/erasure/erasure-schemas';
import { Visitor } from '#decisions/consent/visitor-schemas';
import * as statistics from '#decisions/statistics/statistics-schemas';
import { Evidence } from '#evidence/archives/evidence-schemas';
import { ReceiptView } from '#evidence/receipts/receipt-schemas';
import * as registrations from '#frameworks/registrations/registration-schemas';
import * as decode from '#frameworks/string-decoder/decode-schemas';
import * as accounts from '#operators/accounts/account-schemas';
import * as roles from '#operators/accounts/role-schemas';
import * as apiKeys from '#operators/api-keys/api-key-schemas';
import * as audit from '#operators/audit/audit-schemas';
import { LoginBody, LoginReply, TokenReply } from '#operators/auth/auth-schemas';
import { HealthView } from '#platform/http/health-routes';
import { errorCodes } from '#platform/kernel/errors';
import { faultRules } from '#platform/kernel/fault-rules';
import { oneOf } from '#platform/kernel/schemas';
import * as settings from '#sites/settings/settings-schemas';
import * as tenants from '#sites/tenants/tenant-schemas';
import { Declaration } from '#visits/declaration/declaration-schemas';

const optional = Type.Optional;
const usages = Type.Array(templates.ProfileUsage);

/** The body of every answer from 400 on. Which fields a code adds is in docs/reference/errors.md. */
const ErrorAnswer = Type.Object(
  {
    error: Type.String({ description: 'A sentence for a person.' }),
    code: Type.Unsafe<keyof typeof errorCodes>({
      type: 'string',
      enum: Object.keys(errorCodes),
      description: 'A stable word for programs.',
    }),
    requestId: optional(
      Type.String({ description: 'From status 500 on: the id under which the log says more.' }),
    ),
    details: optional(
      Type.Array(
        Type.Object({
          path: Type.String({
            description: 'Such as `profileJson.mainBanner.buttons[0].text`; empty for the whole body.',
          }),
          message: Type.String(),
          rule: optional(
            oneOf(faultRules, {
              description: 'The rule that the value breaks, to translate the sentence by.',
            }),
          ),
          limit: optional(
            Type.Number({ description: 'The number in the sentence, such as that of `max_length`.' }),
          ),
        }),
        {
          description: 'The fault of the request, in a sentence.',
        },
      ),
    ),
    errors: optional(
      Type.Array(profiles.Finding, { description: '`profile_invalid`: what blocks the save.' }),
    ),
    warnings: optional(
      Type.Array(profiles.Finding, { description: '`profile_invalid`: what does not block it.' }),
    ),
    reason: optional(
      Type.String({
        description:
          '`invalid_tc_string`, `invalid_gpp_string`: a stable word for what is wrong with the string.',
      }),
    ),
    totpRequired: optional(
      Type.Boolean({
        description: '`unauthenticated` at sign-in: the password is right, and a one-time code is needed.',
      }),
    ),
    activeProfiles: optional(usages),
    blockingProfiles: optional(usages),
    removedCookieIds: optional(Type.Array(Type.String())),
    removedButtonIds: optional(Type.Array(Type.String())),
    reordered: optional(Type.Boolean()),
    version: optional(
      Type.Integer({ description: '`version_conflict`: the current version of the profile.' }),
    ),
    rows: optional(
      Type.Integer({ description: '`payload_too_large` of an export: how many rows it would have.' }),
    ),
    limit: optional(Type.Integer({ description: '`payload_too_large` of an export: how many it can have.' })),
    setting: optional(Type.String({ description: '`receipt_font_missing`: the setting to change.' })),
    scripts: optional(
      Type.Array(Type.String(), { description: '`receipt_font_missing`: scripts that no font has.' }),
    ),
  },
  { description: 'The body of every answer from 400 on.' },
);

/**
 * The schemas with a name in the OpenAPI descriptions, in docs/reference and among the
 * exported types.
 */
export const apiComponents = {
  Error: ErrorAnswer,
  Finding: profiles.Finding,
  Health: HealthView,
  ConsentSubmission: consent.ConsentInput,
  ConsentUpdate: consent.ConsentUpdate,
  ConsentJson: consent.ConsentJson,
  ConsentRecord: consent.ConsentRecord,
  WrittenConsent: consent.WrittenConsent,
  SubmittedConsent: consent.SubmittedConsent,
  RecordedConsent: consent.RecordedConsent,
  Verification: consent.Verification,
  Erasure: consent.ErasedVisitor,
  OperatorConsentRecord: consent.OperatorRecord,
  ConsentHistoryEntry: consent.OperatorHistoryEntry,
  ErasureSummary: erasures.ErasureSummary,
  ErasureCertificate: erasures.ErasureCertificate,
  CertificateVerdict: erasures.CertificateVerdict,
  ParentalRequest: consent.ParentalRequest,
  ParentalToken: consent.ParentalTokenAnswer,
  ParentalResolve: consent.ParentalResolve,
  ParentalGrant: consent.ParentalGrant,
  ResolveProfileAnswer: Resolution,
  PublishedProfile,
  ResolvedProfile,
  Declaration,
  Parameter,
  CookieMap,
  Category,
  CategoryMap,
  Button: profiles.Button,
  Banner: profiles.Banner,
  Modal: profiles.Modal,
  LocaleContent: profiles.LocaleContent,
  ProfileJson: profiles.ProfileJson,
  ProfileCreate: profiles.ProfileCreate,
  ProfileUpdate: profiles.ProfileUpdate,
  ProfileFromTemplate: profiles.ProfileFromTemplate,
  ProfileCopy: profiles.ProfileCopy,
  Profile: profiles.ProfileView,
  ProfileSummary: profiles.ProfileSummary,
  ProfileWithWarnings: profiles.ProfileWithWarnings,
  ProfileConflict: profiles.ProfileConflict,
  ProfileWrapped: profiles.ProfileWrapped,
  ProfileUsage: templates.ProfileUsage,
  ConsentTemplateCreate: templates.ConsentTemplateCreate,
  ConsentTemplateUpdate: templates.ConsentTemplateUpdate,
  ConsentTemplate: templates.ConsentTemplateView,
  UiTemplateCreate: templates.UiTemplateCreate,
  UiTemplateUpdate: templates.UiTemplateUpdate,
  UiTemplate: templates.UiTemplateView,
  LoginBody,
  LoginReply,
  TokenReply,
  User: accounts.User,
  UserCreate: accounts.UserCreate,
  UserUpdate: accounts.UserUpdate,
  Role: roles.Role,
  RoleCreate: roles.RoleCreate,
  RoleUpdate: roles.RoleUpdate,
  Permission: roles.PermissionView,
  ApiKey: apiKeys.ApiKey,
  NewApiKey: apiKeys.NewApiKey,
  RevokedApiKey: apiKeys.RevokedApiKey,
  ApiKeyCreate: apiKeys.ApiKeyCreate,
  Tenant: tenants.Tenant,
  TenantCreate: tenants.TenantCreate,
  TenantUpdate: tenants.TenantUpdate,
  Settings: settings.SettingsView,
  SettingsPatch: settings.SettingsPatch,
  SavedSettings: settings.SavedSettings,
  SetupStatus: setup.SetupStatus,
  SetupConfig: setup.SetupConfig,
  ComplianceGroupDetails: setup.ComplianceGroupDetails,
  SeedRequest: setup.SeedRequest,
  Seeded: setup.Seeded,
  AuditLogEntry: audit.AuditLogEntry,
  AuditVerdict: audit.AuditVerdict,
  Visitor,
  Receipt: ReceiptView,
  Evidence,
  StatisticsOverview: statistics.Overview,
  TimelineDay: statistics.TimelineDay,
  CategoryRate: statistics.CategoryRate,
  CountryShare: statistics.CountryShare,
  GpcStatistics: statistics.GpcStatistics,
  OptInDay: statistics.OptInDay,
  TcfRegistration: registrations.TcfRegistration,
  GppRegistration: registrations.GppRegistration,
  DecodedTcString: decode.DecodedTcString,
  DecodedGppString: decode.DecodedGppString,
} as const satisfies Readonly<Record<string, TSchema>>;
