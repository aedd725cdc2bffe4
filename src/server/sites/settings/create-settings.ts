import type { Feature } from '#platform/feature';
import { settingsRoutes } from './settings-routes';
import { createSettingsService, type SettingsService, type SettingsServiceOptions } from './settings-service';

export interface SettingsFeature extends Feature {
  readonly service: SettingsService;
  /** Returns the tenant's `allowedOrigins`; empty: no restriction. */
  allowedOrigins(tenantId: string): Promise<readonly string[]>;
  /** Returns the tenant's `adminAllowedOrigins`; empty: no restriction. */
  adminAllowedOrigins(tenantId: string): Promise<readonly string[]>;
  /** Returns of how many banners of the tenant one is counted; 0: none. */
  impressionSample(tenantId: string): Promise<number>;
  /**
   * Returns whether the tenant publishes only what a second person has approved. Publications ask in their transaction. True of
   * deleted tenants: what nobody had published when their settings went stays unpublished.
   */
  requiresApproval(tenantId: string): Promise<boolean>;
}

export interface SettingsOptions extends SettingsServiceOptions {
  readonly tenantExists: (id: string) => Promise<boolean>;
}

/** Creates the settings that operators can change while the service runs. */
export function createSettings({ tenantExists, ...options }: SettingsOptions): SettingsFeature {
  const service = createSettingsService(options);
  return {
    adminRoutes: settingsRoutes(service),
    service,
    allowedOrigins: service.allowedOrigins,
    adminAllowedOrigins: async (tenantId) => (await service.current(tenantId)).adminAllowedOrigins,
    impressionSample: async (tenantId) => (await service.current(tenantId)).impressionSample,
    requiresApproval: async (tenantId) =>
      (await service.current(tenantId)).approvalRequired || !(await tenantExists(tenantId)),
  };
}
