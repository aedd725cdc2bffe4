import type { Knex } from 'knex';
import type { ConsentRecordView, ServiceEventEmitter } from '../kernel/events';
import type { ServiceLogger } from '../kernel/logger';
import type { StorageAdapter } from '../storage/storage-adapter';

/**
 * What a plugin is created with: once per service instance. Neither it nor its configuration can be changed.
 */
export interface PluginContext {
  readonly storage: StorageAdapter;
  /** The resolved configuration with every secret replaced by `[redacted]`. */
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
  readonly locale: string;
  readonly gpcDetected: boolean;
  /**
   * The visitor, told of the conflict, chose separately against the Global Privacy Control signal. Dropped,
   * like the strings below, when the map changes.
   */
  readonly gpcOverride?: boolean;
  readonly source: string;
  readonly ageVerified?: boolean;
  readonly tcfString?: string;
  readonly gppString?: string;
}

/** A consent record as the public API shows it, and its tenant. */
export interface SavedConsent extends ConsentRecordView {
  readonly tenantId: string;
}

/** Whose consent is erased. */
export interface ErasureTarget {
  readonly tenantId: string;
  readonly visitorId: string;
}

/**
 * A version of a profile before it is written: everything that an operator sends of one, as it would be
 * saved.
 */
export interface ProfileDraftPayload {
  readonly tenantId: string;
  /** Null: the profile is new. */
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

/** A user before it is made. No hook ever sees a password. */
export interface UserDraftPayload {
  readonly name: string;
  readonly email: string;
}

/** A user that was made. */
export interface CreatedUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * A server plugin. `before*` hooks may return a changed payload (or nothing, to leave it); what the other
 * hooks return is ignored. Each hook gets a copy of its own. One that throws, takes longer than
 * `pluginTimeoutMs` or returns what is not valid is logged as a warning and passed over: it never blocks
 * recording of consent.
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
  /** Unique in its service; names the plugin in the log. */
  readonly name: string;
  /**
   * Once at start, after the tables are up to date and the storage has connected. If it throws, rejects or
   * takes longer than `pluginTimeoutMs`, the service does not start; with `disableFailedPlugins: true` it
   * starts without this plugin. The next start calls it again.
   */
  initialize(context: PluginContext): MaybePromise<void>;
  /**
   * Once when the service closes, after the requests under way have ended; only if `initialize` succeeded.
   */
  destroy(): MaybePromise<void>;
  /** Before a visitor's first decision is written. May change everything but `tenantId` and `visitorId`. */
  beforeConsentSave?(draft: ConsentDraft): MaybePromise<ConsentDraft | undefined | void>;
  /** After a visitor's first decision was committed, before it is answered. */
  afterConsentSave?(record: SavedConsent): MaybePromise<void>;
  /**
   * Before a decision replaces or changes an existing one, by `PUT` or `POST`. May change everything but
   * `tenantId` and `visitorId`; on `PUT` not `profileId`.
   */
  beforeConsentUpdate?(draft: ConsentDraft): MaybePromise<ConsentDraft | undefined | void>;
  /** After a changed decision was committed, before it is answered. */
  afterConsentUpdate?(record: SavedConsent): MaybePromise<void>;
  /** Before a visitor's record, history and visitor record are erased. Cannot prevent it. */
  beforeConsentErase?(target: ErasureTarget): MaybePromise<void>;
  /** After the erasure was committed: the place to erase what the plugin itself keeps of the visitor. */
  afterConsentErase?(target: ErasureTarget): MaybePromise<void>;
  /**
   * Before a profile is read by its id, or for `/profiles/auto/:locale`; not for published files. May return
   * the id of another profile of the same tenant.
   */
  beforeProfileFetch?(profileId: string): MaybePromise<string | undefined | void>;
  /** Before the resolved profile is answered. May change everything but `id` and `currentLocale`. */
  afterProfileFetch?(
    profile: Readonly<Record<string, unknown>>,
  ): MaybePromise<Readonly<Record<string, unknown>> | undefined | void>;
  /**
   * Before a version of a profile is written, by whichever route; again when someone else saved meanwhile.
   * May change everything but `tenantId` and `profileId`, and the compliance group only of a profile that
   * neither is active nor is about to be.
   */
  beforeProfileSave?(draft: ProfileDraftPayload): MaybePromise<ProfileDraftPayload | undefined | void>;
  /** After the commit that published a profile's current version. */
  afterProfileActivate?(profile: ActivatedProfile): MaybePromise<void>;
  /**
   * Before an operator's user is made, by an operator or at the first sign-in through a provider. May change
   * both fields.
   */
  beforeUserCreate?(user: UserDraftPayload): MaybePromise<UserDraftPayload | undefined | void>;
  /** After the user was committed. */
  afterUserCreate?(user: CreatedUser): MaybePromise<void>;
}

/** A plugin, or a function of the context that makes one. */
export type PluginInput = ConsentPlugin | ((context: PluginContext) => ConsentPlugin);
