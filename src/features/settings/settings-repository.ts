import type { Row, TenantScope } from '../../database/database';
import { fromJson, toBoolean, toNumber } from '../../database/rows';

export interface StoredSettings {
  readonly allowedOrigins: readonly string[];
  readonly adminAllowedOrigins: readonly string[];
  readonly setupCompleted: boolean;
  /** Time of the last change (Unix ms); null if nothing was ever set. */
  readonly updatedAt: number | null;
}

const unset: StoredSettings = {
  allowedOrigins: [],
  adminAllowedOrigins: [],
  setupCompleted: false,
  updatedAt: null,
};

export function settingsRepository(scope: TenantScope) {
  return {
    async get(): Promise<StoredSettings> {
      const row: Row | undefined = await scope.from('settings').first();
      if (row === undefined) return unset;
      return {
        allowedOrigins: fromJson(row.allowed_origins),
        adminAllowedOrigins: fromJson(row.admin_allowed_origins),
        setupCompleted: toBoolean(row.setup_completed),
        updatedAt: toNumber(row.updated_at),
      };
    },

    async save(settings: StoredSettings): Promise<void> {
      const values = {
        allowed_origins: JSON.stringify(settings.allowedOrigins),
        admin_allowed_origins: JSON.stringify(settings.adminAllowedOrigins),
        setup_completed: settings.setupCompleted,
        updated_at: settings.updatedAt,
      };
      await scope.insert('settings', values).onConflict('tenant_id').merge(values);
    },

    /** Creates the row if missing and locks it, so that two parallel partial changes are both kept. */
    async lock(now: number): Promise<void> {
      await scope
        .insert('settings', {
          allowed_origins: '[]',
          admin_allowed_origins: '[]',
          setup_completed: false,
          updated_at: now,
        })
        .onConflict('tenant_id')
        .merge({ updated_at: now });
    },
  };
}
