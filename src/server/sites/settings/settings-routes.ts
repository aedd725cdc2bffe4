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
      handle: async ({ tenantId }) => ({ body: toView(await service.current(tenantId)) }),
    }),
    defineRoute({
      id: 'updateSettings',
      method: 'PATCH',
      path: '/settings',
      tag,
      summary: 'Change the given settings',
      description:
        '`approvalRequired: false` is only for superadmins. `approvalRequired: true` is 409 `approver_missing` while nobody but the caller could approve.',
      access: { permission: 'settings:update' },
      body: SettingsPatch,
      replies: { 200: { description: 'The current settings', schema: SavedSettings } },
      errors: ['approver_missing'],
      handle: async ({ context, body, origin }) => ({
        body: toSaved(await service.change(context, body, origin)),
      }),
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

function toSaved({ settings, saved, warnings }: SettingsChange): SavedSettings {
  return {
    ...toView(settings),
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
    ...(saved ? {} : { requiresConfirmation: true }),
  };
}
