import { type Static, Type } from '@sinclair/typebox';

const origins = Type.Array(Type.String({ maxLength: 300 }), {
  maxItems: 500,
  description:
    'Full origins, or origins that begin with one wildcard label (`https://*.example.com`). Empty: no restriction.',
});

export const SettingsView = Type.Object({
  allowedOrigins: origins,
  adminAllowedOrigins: origins,
  setupCompleted: Type.Boolean(),
  updatedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type SettingsView = Static<typeof SettingsView>;

export const SettingsPatch = Type.Object({
  allowedOrigins: Type.Optional(origins),
  adminAllowedOrigins: Type.Optional(origins),
  confirmLockout: Type.Optional(
    Type.Boolean({
      description:
        'Save `adminAllowedOrigins` even if it locks out the page that sends it. Without this, such a list only returns a warning.',
    }),
  ),
});
export type SettingsPatch = Static<typeof SettingsPatch>;

const SettingsWarning = Type.Object({
  rule: Type.String({ description: '`settings/lockout`' }),
  message: Type.String(),
});
export type SettingsWarning = Static<typeof SettingsWarning>;

/** Reply to PATCH. */
export const SavedSettings = Type.Object({
  ...SettingsView.properties,
  warnings: Type.Optional(Type.Array(SettingsWarning)),
  requiresConfirmation: Type.Optional(
    Type.Literal(true, {
      description: 'Nothing was saved; send the same request again with `confirmLockout`.',
    }),
  ),
});
export type SavedSettings = Static<typeof SavedSettings>;
