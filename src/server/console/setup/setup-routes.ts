import { Type } from '@sinclair/typebox';
import { ProfileCreate } from '#banners/profiles/index';
import { bannerTextLocales } from '#content/banner-texts/index';
import { defineRoute, type Route, requireAllTenants } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import type { SettingsService } from '#sites/settings/index';
import type { ControllerName } from '#sites/tenants/index';
import { complianceGroupsAt, complianceRules } from '#standards/compliance/index';
import { checkReadiness, type ReadinessOptions } from './readiness';
import type { createSeeding } from './seed-profiles';
import {
  ComplianceGroupDetails,
  Seeded,
  SeedPreview,
  SeedRequest,
  SetupConfig,
  SetupStatus,
  Suggestions,
} from './setup-schemas';

const tag = 'Setup';
const access = { permission: 'settings:update' } as const;

export interface SetupRoutesOptions extends ReadinessOptions {
  readonly seeding: ReturnType<typeof createSeeding>;
  readonly settings: Pick<SettingsService, 'current' | 'completeSetup'>;
  /** The configuration as plain data, secrets redacted. */
  readonly shownConfig: Readonly<Record<string, unknown>>;
  readonly controllerName: ControllerName;
  readonly hooks: Pick<HookRunner, 'names' | 'disabled'>;
  readonly clock: Clock;
}

/** Creates the routes that the first-run wizard calls. */
export function setupRoutes(options: SetupRoutesOptions): Route[] {
  const { settings, shownConfig, hooks, seeding, controllerName, clock } = options;

  return [
    defineRoute({
      id: 'getSetupStatus',
      method: 'GET',
      path: '/setup/status',
      tag,
      summary: 'Get whether the first-run wizard was finished or skipped',
      access,
      replies: { 200: { description: 'The status', schema: SetupStatus } },
      errors: [],
      handle: async ({ tenantId }) => ({
        body: { completed: (await settings.current(tenantId)).setupCompleted },
      }),
    }),
    defineRoute({
      id: 'completeSetup',
      method: 'POST',
      path: '/setup/complete',
      tag,
      summary: 'Record that the wizard was finished or skipped; this cannot be undone',
      access,
      replies: { 200: { description: 'Done, now or earlier', schema: SetupStatus } },
      errors: [],
      async handle({ context }) {
        await settings.completeSetup(context);
        return { body: { completed: true } };
      },
    }),
    defineRoute({
      id: 'getSetupConfig',
      method: 'GET',
      path: '/setup/config',
      tag,
      summary: 'Get the configuration without secrets, and the remaining steps',
      access,
      description:
        'Only for users with access to all tenants, because it is the configuration of the whole installation.',
      replies: { 200: { description: 'The configuration and its readiness', schema: SetupConfig } },
      errors: [],
      guard: requireAllTenants,
      handle: async ({ tenantId }) => ({
        body: { ...shownConfig, plugins: hooks.names(), readiness: await checkReadiness(options, tenantId) },
      }),
    }),
    defineRoute({
      id: 'listComplianceGroups',
      method: 'GET',
      path: '/setup/compliance-groups',
      tag,
      summary: 'List the built-in compliance groups, strictest first',
      access,
      replies: {
        200: {
          description: 'The groups with their laws, places and rules',
          schema: Type.Array(ComplianceGroupDetails),
        },
      },
      errors: [],
      handle: () => ({ body: groupsAt(clock.now()) }),
    }),
    defineRoute({
      id: 'getSetupSuggestions',
      method: 'GET',
      path: '/setup/suggestions',
      tag,
      summary: 'Get what the wizard fills in: the name for receipts, and languages with starter texts',
      access,
      replies: { 200: { description: 'The suggestions', schema: Suggestions } },
      errors: [],
      handle: async ({ tenantId }) => ({
        body: { controllerName: await controllerName(tenantId), locales: [...bannerTextLocales] },
      }),
    }),
    defineRoute({
      id: 'previewSeed',
      method: 'POST',
      path: '/setup/preview-profile',
      tag,
      summary: 'Get the starter profile that a group would get; nothing is saved',
      description: '`POST /profiles/preview` shows how visitors would see it.',
      access,
      body: SeedPreview,
      replies: { 200: { description: 'The profile, as one would create it', schema: ProfileCreate } },
      errors: [],
      handle: async ({ tenantId, body }) => ({ body: await seeding.preview(tenantId, body) }),
    }),
    defineRoute({
      id: 'seedProfiles',
      method: 'POST',
      path: '/setup/seed-profiles',
      tag,
      summary: 'Create a starter profile for each given group that has no active one',
      access,
      body: SeedRequest,
      replies: { 200: { description: 'The created profiles and the skipped groups', schema: Seeded } },
      errors: ['ui_template_invalid', 'approval_required'],
      handle: async ({ context, body }) => ({
        body: await seeding.seed(context, body),
      }),
    }),
  ];
}

function groupsAt(now: number): ComplianceGroupDetails[] {
  return complianceGroupsAt(now).map((group) => ({
    ...group,
    laws: [...group.laws],
    regions: [...group.regions],
    rules: complianceRules.filter(({ groups }) => groups.includes(group.id)).map(({ id }) => id),
  }));
}
