import { type Static, Type } from '@sinclair/typebox';

const origins = Type.Array(Type.String({ maxLength: 300 }), {
  maxItems: 500,
  description:
    'Full origins, or one wildcard label in front (`https://*.example.com`). Empty: no restriction.',
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
        'Save an `adminAllowedOrigins` that shuts out the very page that sends it. Without it such a list is only warned of.',
    }),
  ),
});
export type SettingsPatch = Static<typeof SettingsPatch>;

const SettingsWarning = Type.Object({
  rule: Type.String({ description: '`settings/lockout`' }),
  message: Type.String(),
});
export type SettingsWarning = Static<typeof SettingsWarning>;

/** What PATCH answers. */
export const SavedSettings = Type.Object({
  ...SettingsView.properties,
  warnings: Type.Optional(Type.Array(SettingsWarning)),
  requiresConfirmation: Type.Optional(
    Type.Literal(true, { description: 'Nothing was saved: send the same again with `confirmLockout`.' }),
  ),
});
export type SavedSettings = Static<typeof SavedSettings>;
