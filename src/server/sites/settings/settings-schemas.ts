import { type Static, Type } from '@sinclair/typebox';

const origins = Type.Array(Type.String({ maxLength: 300 }), {
  maxItems: 500,
  description:
    'Full origins, or origins that begin with one wildcard label (`https://*.example.com`). Empty: no restriction.',
});

const impressionSample = Type.Unsafe<0 | 1 | 10 | 100>({
  type: 'integer',
  enum: [0, 1, 10, 100],
  description:
    'Counts one of so many shown banners, and what visitors decide on it; 0: none. Shares stay comparable when it changes, numbers do not.',
});

const approvalRequired = Type.Boolean({
  description:
    'Whether profiles are published only after a second person has approved, who is neither an author nor the person who asked for it.',
});

export const SettingsView = Type.Object({
  allowedOrigins: origins,
  adminAllowedOrigins: origins,
  setupCompleted: Type.Boolean(),
  impressionSample,
  approvalRequired,
  updatedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type SettingsView = Static<typeof SettingsView>;

export const SettingsPatch = Type.Object({
  allowedOrigins: Type.Optional(origins),
  adminAllowedOrigins: Type.Optional(origins),
  impressionSample: Type.Optional(impressionSample),
  approvalRequired: Type.Optional(approvalRequired),
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
