import { EventEmitter } from 'eventemitter3';
import { suggest } from './known-keys';

/** Fields of every event payload. Times are ISO 8601. No event contains a raw IP address. */
export interface EventBase {
  readonly tenantId: string;
  readonly occurredAt: string;
}

type ConsentState = 'granted' | 'denied' | 'objected';

/**
 * A consent record as events and servers with an API key receive it; visitors' browsers receive it without
 * `subjectId`.
 */
export interface ConsentRecordView {
  readonly id: string;
  readonly visitorId: string;
  readonly profileId: string;
  readonly profileVersion: number;
  /** The variant that the visitor saw, while an experiment ran. */
  readonly variant?: string;
  readonly locale: string;
  readonly consentJson: Readonly<Record<string, ConsentState>>;
  /** Answers about services, by key; only of profiles with `granularity: 'service'`. */
  readonly services?: Readonly<Record<string, boolean>>;
  readonly gpcDetected: boolean;
  /**
   * The visitor was informed of the conflict and separately chose against the Global Privacy Control signal.
   */
  readonly gpcOverride?: boolean;
  readonly source: 'banner' | 'api' | 'import' | 'account';
  /** Who wrote the decision: the visitor's browser, a server with an API key, or an import. */
  readonly by: 'visitor' | 'apiKey' | 'import';
  /** Id of the API key that wrote it; absent unless one did. */
  readonly apiKeyId?: string;
  /** How and where the visitor decided, as the page reported it. */
  readonly method?: 'accept' | 'refuse' | 'save' | 'close' | 'gpc' | 'embed' | 'api';
  readonly layer?: 'banner' | 'preferences' | 'embed' | 'gpc' | 'age';
  /** Of an account's record: the device that decided, by the visitor id that it has without the account. */
  readonly deviceId?: string;
  readonly ageVerified?: boolean;
  readonly tcfString?: string;
  readonly gppString?: string;
  /** The host's own user id, as a server set it. */
  readonly subjectId?: string;
  /**
   * State of parental consent for this profile. Present once a submission has contained a parental-consent
   * token or the parent has resolved one.
   */
  readonly parentalConsent?: 'pending' | 'granted';
  /** Ids of the categories to which the parent did not agree; absent: to all, or there is no answer yet. */
  readonly parentalDenied?: readonly string[];
  /**
   * The part of `consentJson` that applies after Global Privacy Control; absent when the profile no longer
   * exists.
   */
  readonly effectiveConsent?: Readonly<Record<string, ConsentState>>;
  /** The part of `services` that applies, in the same way; absent unless the profile asks about services. */
  readonly effectiveServices?: Readonly<Record<string, boolean>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When the visitor must be asked again; absent when the profile no longer exists. */
  readonly expiresAt?: string;
}

export interface ConsentEvent extends EventBase {
  readonly visitorId: string;
  readonly consent: ConsentRecordView;
}

/** Payload of the parental-consent events. `consent` is null while the visitor has no record. */
export interface ParentalConsentEvent extends EventBase {
  readonly visitorId: string;
  readonly profileId: string;
  readonly consent: ConsentRecordView | null;
}

export interface ProfileEvent extends EventBase {
  readonly profileId: string;
  readonly name: string;
  readonly version: number;
  readonly complianceGroup: string | null;
}

/** Payload of the events with which the host sends a user a link to choose a password. */
export interface PasswordLinkEvent extends EventBase {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly token: string;
  /** Address of the dashboard's page, with the token in the fragment. */
  readonly link: string;
  readonly expiresAt: string;
}

/** Payload of `leak.detected`. Contains nothing about the visitor. */
export interface LeakEvent extends EventBase {
  readonly code:
    | 'cookie_before_consent'
    | 'cookie_after_refusal'
    | 'cookie_after_withdrawal'
    | 'cookie_in_shared_answer'
    | 'gpc_ignored'
    | 'cookie_not_listed';
  readonly profileId: string;
  /** Category of the cookie; null when the profile has none for it. */
  readonly category: string | null;
  /** Name or pattern of the cookie. Numbers and random parts of unlisted names are replaced by `*`. */
  readonly cookie: string;
  /** Route or path of the answer; parts that can name a visitor are replaced by `*`. */
  readonly path: string;
  /** Action of the guard: it did nothing, left the cookie out of the answer, or ended it in the browser. */
  readonly action: 'reported' | 'dropped' | 'expired';
}

/**
 * The one event map: it types `consent.events`, and docs/reference/events.md is generated from it. Events are
 * emitted after the change that they report has been committed.
 */
export interface ServiceEvents {
  /** A visitor's first decision was recorded. */
  'consent.created': ConsentEvent;
  /** A visitor changed a decision. */
  'consent.updated': ConsentEvent;
  /** A visitor's record, history and visitor record were erased. */
  'consent.erased': EventBase & { readonly visitorId: string };
  /**
   * A visitor's page or a server asked for a parent's consent. Anyone who has `token` can grant it until
   * `expiresAt`: send it to the parent only, and never log it.
   */
  'consent.parentalConsentRequired': ParentalConsentEvent & {
    readonly token: string;
    readonly expiresAt: string;
  };
  /**
   * A parental-consent token was resolved for the first time for this visitor and profile. This proves that
   * someone had the token, not who it was.
   */
  'consent.parentalConsentGranted': ParentalConsentEvent;
  /** A profile was created. */
  'profile.created': ProfileEvent;
  /** A new version of a profile was saved. */
  'profile.updated': ProfileEvent;
  /** A profile's current version was published. */
  'profile.activated': ProfileEvent;
  /** A profile was withdrawn, by an operator or by another profile of its group. */
  'profile.deactivated': ProfileEvent;
  /** Somebody asked a second person to approve the publication of a version. */
  'profile.approvalRequested': ProfileEvent;
  /** The request was taken back, or ended without a decision, as when another request replaced it. */
  'profile.approvalWithdrawn': ProfileEvent;
  /** A second person approved a publication; `profile.activated` follows. */
  'profile.approved': ProfileEvent;
  /** A second person declined a publication. */
  'profile.declined': ProfileEvent;
  /** A profile's row was deleted; its version snapshots remain. */
  'profile.deleted': ProfileEvent;
  /** A user was created. */
  'user.created': EventBase & { readonly userId: string; readonly email: string };
  /**
   * A user was created without a password. Anyone who has `token` can choose it until `expiresAt`: send the
   * link to the user only, and never log it.
   */
  'user.invited': PasswordLinkEvent;
  /**
   * An operator created a link with which a user chooses a new password. Anyone who has `token` can do so
   * until `expiresAt`: send the link to the user only, and never log it.
   */
  'user.resetLinkCreated': PasswordLinkEvent;
  /** A sign-in was refused; `email` is null when the user was not yet known. */
  'auth.loginFailed': EventBase & { readonly email: string | null; readonly reason: string };
  /** Settings were saved; `changed` lists the settings whose values changed. */
  'settings.updated': EventBase & { readonly changed: readonly string[] };
  /**
   * An operator confirmed that the TCF configuration matches the registration; `confirmedBy` is an e-mail
   * address.
   */
  'tcf.confirmed': EventBase & { readonly confirmedBy: string | null };
  /** An operator confirmed the GPP configuration. */
  'gpp.confirmed': EventBase & { readonly confirmedBy: string | null };
  /**
   * An answer of the host sets a cookie that the banner does not allow, or a browser still has one. Each process emits a
   * finding at most once an hour.
   */
  'leak.detected': LeakEvent;
}

export type ServiceEventName = keyof ServiceEvents;

const eventNames: Readonly<Record<ServiceEventName, true>> = {
  'consent.created': true,
  'consent.updated': true,
  'consent.erased': true,
  'consent.parentalConsentRequired': true,
  'consent.parentalConsentGranted': true,
  'profile.created': true,
  'profile.updated': true,
  'profile.activated': true,
  'profile.deactivated': true,
  'profile.approvalRequested': true,
  'profile.approvalWithdrawn': true,
  'profile.approved': true,
  'profile.declined': true,
  'profile.deleted': true,
  'user.created': true,
  'user.invited': true,
  'user.resetLinkCreated': true,
  'auth.loginFailed': true,
  'settings.updated': true,
  'tcf.confirmed': true,
  'gpp.confirmed': true,
  'leak.detected': true,
};

/** @throws TypeError for a name that no event has */
function requireEvent(name: string): void {
  if (!Object.hasOwn(eventNames, name))
    throw new TypeError(`There is no event ${String(name)}${suggest(String(name), Object.keys(eventNames))}`);
}

type EventFunctions = { [Name in ServiceEventName]: (payload: ServiceEvents[Name]) => void };
type Listener = (...payload: unknown[]) => unknown;
type ListenerOf<Name extends ServiceEventName> = EventEmitter.EventListener<EventFunctions, Name>;

/**
 * `consent.events`: an EventEmitter3 on which no listener can harm the service or the listeners after it. Errors
 * and rejections of listeners are passed to `onListenerError`. Each listener gets its own copy of the
 * payload, so it can change it.
 */
export class ServiceEventEmitter extends EventEmitter<EventFunctions> {
  readonly #onListenerError: (error: unknown, event: string) => void;
  /** The host's listener behind each wrapper, so that the host can remove it again. */
  readonly #wrappedListeners = new WeakMap<Listener, unknown>();

  constructor(onListenerError: (error: unknown, event: string) => void) {
    super();
    this.#onListenerError = onListenerError;
  }

  override emit<Name extends ServiceEventName>(
    name: Name,
    ...payload: EventEmitter.EventArgs<EventFunctions, Name>
  ): boolean {
    const listeners = this.listeners(name) as unknown as Listener[];
    for (const listener of listeners) {
      try {
        const result = listener.apply(this, structuredClone(payload) as unknown[]);
        if (isThenable(result)) Promise.resolve(result).catch((error) => this.#onListenerError(error, name));
      } catch (error) {
        this.#onListenerError(error, name);
      }
    }
    return listeners.length > 0;
  }

  // The base class handles contexts and once-listeners in its own `emit`, which is overridden above.
  override on<Name extends ServiceEventName>(
    name: Name,
    listener: ListenerOf<Name>,
    context?: unknown,
  ): this {
    requireEvent(name);
    if (context === undefined) return super.on(name, listener);
    return super.on(
      name,
      this.#wrap(listener, (...payload) => (listener as Listener).apply(context, payload)),
    );
  }

  override once<Name extends ServiceEventName>(
    name: Name,
    listener: ListenerOf<Name>,
    context?: unknown,
  ): this {
    requireEvent(name);
    const wrapper: ListenerOf<Name> = this.#wrap(listener, (...payload) => {
      super.off(name, wrapper);
      return (listener as Listener).apply(context ?? this, payload);
    });
    return super.on(name, wrapper);
  }

  override off<Name extends ServiceEventName>(name: Name, listener?: ListenerOf<Name>): this {
    if (listener === undefined) return super.off(name);
    for (const current of this.listeners(name)) {
      if (current === listener || this.#wrappedListeners.get(current as Listener) === listener)
        super.off(name, current);
    }
    return this;
  }

  override addListener<Name extends ServiceEventName>(
    name: Name,
    listener: ListenerOf<Name>,
    context?: unknown,
  ): this {
    return this.on(name, listener, context);
  }

  override removeListener<Name extends ServiceEventName>(name: Name, listener?: ListenerOf<Name>): this {
    return this.off(name, listener);
  }

  #wrap<Name extends ServiceEventName>(listener: ListenerOf<Name>, wrapper: Listener): ListenerOf<Name> {
    this.#wrappedListeners.set(wrapper, listener);
    return wrapper as ListenerOf<Name>;
  }
}

function isThenable(value: unknown): boolean {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
