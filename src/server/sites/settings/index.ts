export { createSettings } from './create-settings';
export { requiresApproval } from './settings-repository';
export type { SettingsService } from './settings-service';
