export { createSettings } from './create-settings';
export type { SettingsService } from './settings-service';
