import type { Knex } from 'knex';
import type { ConsentRecordView, ServiceEventEmitter } from '../kernel/events';
import type { Logger } from '../kernel/logger';
import type { StorageAdapter } from '../storage/storage-adapter';

/** What a plugin is created with: once per service instance. */
export interface PluginContext {
  readonly storage: StorageAdapter;
  /** The resolved configuration with every secret replaced by `[redacted]`. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly knex: Knex;
  readonly events: ServiceEventEmitter;
  readonly logger: Logger;
}

type MaybePromise<T> = T | Promise<T>;

/** A visitor's decision before it is written. `visitorId` and the tenant cannot be changed by a hook. */
export interface ConsentDraft {
  readonly tenantId: string;
  readonly visitorId: string;
  readonly profileId: string;
  readonly consentJson: Readonly<Record<string, string>>;
  readonly locale: string;
  readonly gpcDetected: boolean;
  readonly source: string;
  readonly ageVerified?: boolean;
  readonly tcfString?: string;
  readonly gppString?: string;
}

/**
 * A server plugin. `before*` hooks may return a changed payload (or nothing, to leave it); `after*` hooks look on.
 * A hook that throws, hangs (`pluginTimeoutMs`) or returns garbage is logged as a warning and passed over: it never
 * blocks recording of consent.
 */
export interface ConsentPlugin {
  readonly name: string;
  initialize(context: PluginContext): MaybePromise<void>;
  destroy(): MaybePromise<void>;
  beforeConsentSave?(draft: ConsentDraft): MaybePromise<ConsentDraft | undefined | void>;
  afterConsentSave?(record: ConsentRecordView): MaybePromise<void>;
  beforeConsentUpdate?(draft: ConsentDraft): MaybePromise<ConsentDraft | undefined | void>;
  afterConsentUpdate?(record: ConsentRecordView): MaybePromise<void>;
  beforeConsentErase?(target: { readonly tenantId: string; readonly visitorId: string }): MaybePromise<void>;
  afterConsentErase?(target: { readonly tenantId: string }): MaybePromise<void>;
  /** May return another profile id; an unknown one is ignored with a warning. */
  beforeProfileFetch?(profileId: string): MaybePromise<string | undefined | void>;
  /** May return a changed resolved profile. */
  afterProfileFetch?(profile: Readonly<Record<string, unknown>>): MaybePromise<Record<string, unknown> | undefined | void>;
  beforeUserCreate?(user: { readonly name: string; readonly email: string }): MaybePromise<{ name: string; email: string } | undefined | void>;
  afterUserCreate?(user: { readonly id: string; readonly email: string }): MaybePromise<void>;
}

/** A plugin, or a function of the context that makes one. */
export type PluginInput = ConsentPlugin | ((context: PluginContext) => ConsentPlugin);
