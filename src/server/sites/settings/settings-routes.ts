import { etagHeader, requireMatch } from '#platform/http/conditional-reply';
import { defineRoute, type Route } from '#platform/http/route';
import { toIsoOrNull } from '#platform/kernel/clock';
import type { StoredSettings } from './settings-repository';
import { SavedSettings, SettingsPatch, SettingsView } from './settings-schemas';
import type { SettingsChange, SettingsService } from './settings-service';

const tag = 'Settings';

export function settingsRoutes(service: SettingsService): Route[] {
  return [
    defineRoute({
      id: 'getSettings',
      method: 'GET',
      path: '/settings',
      tag,
      summary: 'Get the settings of the tenant',
      access: { permission: 'settings:read' },
      replies: { 200: { description: 'The settings', schema: SettingsView } },
      errors: [],
      async handle({ tenantId }) {
        // A process can be half a second behind, and then give out an ETag that is outdated already.
        const settings = await service.latest(tenantId);
        return { headers: etagHeader(toComparable(settings)), body: toView(settings) };
      },
    }),
    defineRoute({
      id: 'updateSettings',
      method: 'PATCH',
      path: '/settings',
      tag,
      summary: 'Change the given settings',
      description:
        '`adminAllowedOrigins` of `default` apply to the sign-in of every tenant, so with several tenants only callers who can see all of them can change these; for others it is 403 `tenant_forbidden`. `approvalRequired: false` is only for superadmins. `approvalRequired: true` is 409 `approver_missing` while nobody but the caller could approve. With the `ETag` that you last read as `If-Match`, the change is made only if nobody has changed the settings since; otherwise the answer is 412 `version_conflict`.',
      access: { permission: 'settings:update' },
      body: SettingsPatch,
      replies: { 200: { description: 'The current settings', schema: SavedSettings } },
      errors: ['approver_missing', 'version_conflict'],
      async handle(request) {
        const { context, body, origin } = request;
        const change = await service.change(context, body, origin, (current) =>
          requireMatch(request, toComparable(current)),
        );
        return { headers: etagHeader(toComparable(change.settings)), body: toSaved(change) };
      },
    }),
  ];
}

function toView({ updatedAt, ...settings }: StoredSettings): SettingsView {
  return {
    allowedOrigins: [...settings.allowedOrigins],
    adminAllowedOrigins: [...settings.adminAllowedOrigins],
    setupCompleted: settings.setupCompleted,
    approvalRequired: settings.approvalRequired,
    impressionSample: settings.impressionSample as SettingsView['impressionSample'],
    updatedAt: toIsoOrNull(updatedAt),
  };
}

/** The settings without the time of their last change, which a transaction already sets when it locks them. */
const toComparable = (settings: StoredSettings) => toView({ ...settings, updatedAt: null });

function toSaved({ settings, saved, warnings }: SettingsChange): SavedSettings {
  return {
    ...toView(settings),
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
    ...(saved ? {} : { requiresConfirmation: true }),
  };
}
