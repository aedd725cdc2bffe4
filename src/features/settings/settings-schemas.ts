import { type Static, Type } from '@sinclair/typebox';

const origins = Type.Array(Type.String({ maxLength: 300 }), {
  maxItems: 500,
  description: 'Full origins, or one wildcard label in front (`https://*.example.com`). Empty: no restriction.',
});

export const SettingsView = Type.Object({
  allowedOrigins: origins,
  adminAllowedOrigins: origins,
  setupCompleted: Type.Boolean(),
  updatedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type SettingsView = Static<typeof SettingsView>;

export const SettingsPatch = Type.Object({ allowedOrigins: Type.Optional(origins), adminAllowedOrigins: Type.Optional(origins) });
export type SettingsPatch = Static<typeof SettingsPatch>;
