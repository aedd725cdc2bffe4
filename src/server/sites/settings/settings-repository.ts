import type { Row, TenantScope } from '#platform/database/database';
import { fromJson, toBoolean, toNumber } from '#platform/database/rows';

export interface StoredSettings {
  readonly allowedOrigins: readonly string[];
  readonly adminAllowedOrigins: readonly string[];
  readonly setupCompleted: boolean;
  /** Counts one of so many shown banners; 0: none. */
  readonly impressionSample: number;
  /** Whether a second person approves each publication. */
  readonly approvalRequired: boolean;
  /** Time of the last change (Unix ms); null if nothing was ever set. */
  readonly updatedAt: number | null;
}

const unset: StoredSettings = {
  allowedOrigins: [],
  adminAllowedOrigins: [],
  setupCompleted: false,
  impressionSample: 1,
  approvalRequired: false,
  updatedAt: null,
};

/** Returns whether the tenant publishes only what a second person has approved, as the transaction sees it. */
export const requiresApproval = async (scope: TenantScope): Promise<boolean> =>
  (await settingsRepository(scope).get()).approvalRequired;

export function settingsRepository(scope: TenantScope) {
  return {
    async get(): Promise<StoredSettings> {
      const row: Row | undefined = await scope.from('settings').first();
      if (row === undefined) return unset;
      return {
        allowedOrigins: fromJson(row.allowed_origins),
        adminAllowedOrigins: fromJson(row.admin_allowed_origins),
        setupCompleted: toBoolean(row.setup_completed),
        impressionSample: toNumber(row.impression_sample),
        approvalRequired: toBoolean(row.approval_required),
        updatedAt: toNumber(row.updated_at),
      };
    },

    async save(settings: StoredSettings): Promise<void> {
      const values = {
        allowed_origins: JSON.stringify(settings.allowedOrigins),
        admin_allowed_origins: JSON.stringify(settings.adminAllowedOrigins),
        setup_completed: settings.setupCompleted,
        impression_sample: settings.impressionSample,
        approval_required: settings.approvalRequired,
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
          impression_sample: unset.impressionSample,
          approval_required: unset.approvalRequired,
          updated_at: now,
        })
        .onConflict('tenant_id')
        .merge({ updated_at: now });
    },
  };
}
