export type { ConsentServiceConfig, CustomUser } from './config/config-schema';
export { ConfigError } from './config/resolve-config';
export type { ConsentService } from './consent-service';
export { createConsentService } from './create-consent-service';
export {
  firstOf,
  type GeoLocation,
  type GeoProvider,
  type GeoQuery,
  type GeoStatus,
  type HeaderGeoOptions,
  headerGeoProvider,
  type MaxmindGeoOptions,
  type MaxmindGeoProvider,
  maxmindGeoProvider,
  type TimezoneGeoOptions,
  timezoneGeoProvider,
} from './geo';
export { type ErrorCode, errorCodes, type FaultDetail } from './kernel/errors';
export type {
  ConsentEvent,
  ConsentRecordView,
  EventBase,
  ParentalConsentEvent,
  ProfileEvent,
  ServiceEventEmitter,
  ServiceEventName,
  ServiceEvents,
} from './kernel/events';
export type { RateLimitStore, ReceiptFont, TrustProxy } from './kernel/host-types';
export type { Logger } from './kernel/logger';
export type {
  ActivatedProfile,
  ConsentDraft,
  ConsentPlugin,
  CreatedUser,
  ErasureTarget,
  PluginContext,
  PluginInput,
  ProfileDraftPayload,
  SavedConsent,
  UserDraftPayload,
} from './plugins/plugin-contract';
export type { PluginRegistry } from './plugins/plugin-registry';
export { type DiskStorageOptions, diskStorage } from './storage/disk/disk-storage';
export { type StorageAdapter, type StoredEntry, type StoredObject, storageKeyPattern } from './storage/storage-adapter';
