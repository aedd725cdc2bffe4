import type { Feature } from '../feature';
import { settingsRoutes } from './settings-routes';
import { createSettingsService, type SettingsService, type SettingsServiceOptions } from './settings-service';

export interface SettingsFeature extends Feature {
  readonly service: SettingsService;
  /** Returns the tenant's `allowedOrigins`; empty: no restriction. */
  allowedOrigins(tenantId: string): Promise<readonly string[]>;
  /** Returns the tenant's `adminAllowedOrigins`; empty: no restriction. */
  adminAllowedOrigins(tenantId: string): Promise<readonly string[]>;
}

/** Creates the settings that operators can change while the service runs. */
export function createSettings(options: SettingsServiceOptions): SettingsFeature {
  const service = createSettingsService(options);
  return {
    adminRoutes: settingsRoutes(service),
    service,
    allowedOrigins: async (tenantId) => (await service.current(tenantId)).allowedOrigins,
    adminAllowedOrigins: async (tenantId) => (await service.current(tenantId)).adminAllowedOrigins,
  };
}
