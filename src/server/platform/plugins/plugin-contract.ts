import type { Knex } from 'knex';
import type { ConsentRecordView, ServiceEventEmitter } from '../kernel/events';
import type { ServiceLogger } from '../kernel/logger';
import type { StorageAdapter } from '../storage/storage-adapter';

/**
 * The context in which a plugin is created, once per service instance. It and its configuration are
 * read-only.
 */
export interface PluginContext {
  readonly storage: StorageAdapter;
  /** The resolved configuration, with all secrets replaced by `[redacted]`. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly knex: Knex;
  readonly events: ServiceEventEmitter;
  readonly logger: ServiceLogger;
}

type MaybePromise<T> = T | Promise<T>;

/** A visitor's decision before it is written. */
export interface ConsentDraft {
  readonly tenantId: string;
  readonly visitorId: string;
  readonly profileId: string;
  readonly consentJson: Readonly<Record<string, string>>;
  /** Answers about services, of profiles with `granularity: 'service'`. */
  readonly services?: Readonly<Record<string, boolean>>;
  readonly locale: string;
  readonly gpcDetected: boolean;
  /**
   * The visitor was informed of the conflict and separately chose against the Global Privacy Control signal.
   * Removed, like the strings below, when the map changes.
   */
  readonly gpcOverride?: boolean;
  readonly source: string;
  readonly ageVerified?: boolean;
  readonly tcfString?: string;
  readonly gppString?: string;
}

/** A consent record as the public API returns it, with its tenant. */
export interface SavedConsent extends ConsentRecordView {
  readonly tenantId: string;
}

/** The visitor whose consent is erased. */
export interface ErasureTarget {
  readonly tenantId: string;
  readonly visitorId: string;
}

/**
 * A version of a profile before it is written: all fields that an operator can send, as they would be saved.
 */
export interface ProfileDraftPayload {
  readonly tenantId: string;
  /** Null for a new profile. */
  readonly profileId: string | null;
  readonly name: string;
  readonly defaultLocale: string;
  /** Shared fields and the default locale's texts. */
  readonly profileJson: Readonly<Record<string, unknown>>;
  /** The texts of every other locale. */
  readonly localeContent: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A profile whose current version has been published. */
export interface ActivatedProfile {
  readonly tenantId: string;
  readonly profileId: string;
  readonly name: string;
  readonly version: number;
  readonly complianceGroup: string | null;
}

/** A user before it is created. No hook receives a password. */
export interface UserDraftPayload {
  readonly name: string;
  readonly email: string;
}

/** A user that has been created. */
export interface CreatedUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * A server plugin. `before*` hooks can return a changed payload, or nothing to keep it; the results of other
 * hooks are ignored. Each hook receives its own copy. A hook that throws, takes longer than `pluginTimeoutMs`
 * or returns an invalid result is logged as a warning and skipped: it never prevents the recording of
 * consent.
 *
 * @example
 * const plugin: ConsentPlugin = {
 *   name: 'newsletter',
 *   initialize() {},
 *   destroy() {},
 *   afterConsentSave: ({ visitorId, consentJson }) => synchronise(visitorId, consentJson),
 * };
 */
export interface ConsentPlugin {
  /** Name of the plugin in the log; unique in its service. */
  readonly name: string;
  /**
   * Called once at start, after the tables are up to date and the storage has connected. If it throws,
   * rejects or takes longer than `pluginTimeoutMs`, the plugin is disabled: its hooks do not run, the log warns, and
   * `health()` and the dashboard name it. With `strictPlugins: true` the service does not start instead, and the next
   * start calls it again.
   */
  initialize(context: PluginContext): MaybePromise<void>;
  /**
   * Called once when the service closes, after all requests have ended; only if `initialize` succeeded, be it too late.
   */
  destroy(): MaybePromise<void>;
  /**
   * Called before a visitor's first decision is written. Can change all fields except `tenantId` and
   * `visitorId`.
   */
  beforeConsentSave?(draft: ConsentDraft): MaybePromise<ConsentDraft | undefined | void>;
  /** Called after a visitor's first decision was committed, before the response. */
  afterConsentSave?(record: SavedConsent): MaybePromise<void>;
  /**
   * Called before a decision replaces or changes an existing one, by `PUT` or `POST`. Can change all fields
   * except `tenantId` and `visitorId`, and on `PUT` `profileId`.
   */
  beforeConsentUpdate?(draft: ConsentDraft): MaybePromise<ConsentDraft | undefined | void>;
  /** Called after a changed decision was committed, before the response. */
  afterConsentUpdate?(record: SavedConsent): MaybePromise<void>;
  /** Called before a visitor's record, history and visitor record are erased. Cannot prevent the erasure. */
  beforeConsentErase?(target: ErasureTarget): MaybePromise<void>;
  /** Called after the erasure was committed, so that the plugin can erase its own data about the visitor. */
  afterConsentErase?(target: ErasureTarget): MaybePromise<void>;
  /**
   * Called before a profile is read by its id, or for `/profiles/auto/:locale`; not for published files. Can
   * return the id of another profile of the same tenant. Not called for ids of more than 64 characters, which are answered 404.
   */
  beforeProfileFetch?(profileId: string): MaybePromise<string | undefined | void>;
  /** Called before a resolved profile is returned. Can change all fields except `id` and `currentLocale`. */
  afterProfileFetch?(
    profile: Readonly<Record<string, unknown>>,
  ): MaybePromise<Readonly<Record<string, unknown>> | undefined | void>;
  /**
   * Called before any route writes a version of a profile, and again when someone else has saved the profile
   * in the meantime. Can change all fields except `tenantId` and `profileId`, and the compliance group only
   * of a profile that is not active and is not being activated.
   */
  beforeProfileSave?(draft: ProfileDraftPayload): MaybePromise<ProfileDraftPayload | undefined | void>;
  /** Called after a profile's current version was published and committed. */
  afterProfileActivate?(profile: ActivatedProfile): MaybePromise<void>;
  /**
   * Called before a user is created, by an operator or at the first sign-in through a provider. Can change
   * both fields.
   */
  beforeUserCreate?(user: UserDraftPayload): MaybePromise<UserDraftPayload | undefined | void>;
  /** Called after the user was committed. */
  afterUserCreate?(user: CreatedUser): MaybePromise<void>;
}

/** A plugin, or a function that creates one from the context. */
export type PluginInput = ConsentPlugin | ((context: PluginContext) => ConsentPlugin);
