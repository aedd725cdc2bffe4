export type { ConsentServiceConfig, CustomUser } from './config/config-schema';
export { ConfigError } from './config/resolve-config';
export { type ConsentService, createConsentService } from './create-consent-service';
export {
  firstOf,
  type GeoLocation,
  type GeoProvider,
  type GeoQuery,
  type HeaderGeoOptions,
  headerGeoProvider,
  type TimezoneGeoOptions,
  timezoneGeoProvider,
} from './geo';
export { type ErrorCode, errorCodes, type FaultDetail } from './kernel/errors';
export type { ConsentEvent, ConsentRecordView, EventBase, ProfileEvent, ServiceEventEmitter, ServiceEventName, ServiceEvents } from './kernel/events';
export type { RateLimitStore, TrustProxy } from './kernel/host-types';
export type { Logger } from './kernel/logger';
export type { ConsentDraft, ConsentPlugin, PluginContext, PluginInput } from './plugins/plugin-contract';
export type { PluginRegistry } from './plugins/plugin-registry';
export { type DiskStorageOptions, diskStorage } from './storage/disk/disk-storage';
export { type StorageAdapter, type StoredEntry, type StoredObject, storageKeyPattern } from './storage/storage-adapter';
