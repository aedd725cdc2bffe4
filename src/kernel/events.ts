import { EventEmitter } from 'eventemitter3';

/** Every event payload carries these. Times are ISO 8601; a raw IP is never in an event. */
export interface EventBase {
  readonly tenantId: string;
  readonly occurredAt: string;
}

type ConsentState = 'granted' | 'denied' | 'objected';

/**
 * A consent record as events and servers with an API key see it; visitors' browsers get it without
 * `subjectId`.
 */
export interface ConsentRecordView {
  readonly id: string;
  readonly visitorId: string;
  readonly profileId: string;
  readonly profileVersion: number;
  readonly locale: string;
  readonly consentJson: Readonly<Record<string, ConsentState>>;
  readonly gpcDetected: boolean;
  /** The visitor, told of the conflict, chose separately against the Global Privacy Control signal. */
  readonly gpcOverride?: boolean;
  readonly source: 'banner' | 'api' | 'import';
  readonly ageVerified?: boolean;
  readonly tcfString?: string;
  readonly gppString?: string;
  /** The host's own user id, as a server set it. */
  readonly subjectId?: string;
  /**
   * Present once a parental-consent token came with a submission, or the parent has resolved one, for this
   * profile.
   */
  readonly parentalConsent?: 'pending' | 'granted';
  /** What counts of `consentJson` after Global Privacy Control; absent when the profile no longer exists. */
  readonly effectiveConsent?: Readonly<Record<string, ConsentState>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ConsentEvent extends EventBase {
  readonly visitorId: string;
  readonly consent: ConsentRecordView;
}

/** Whose parental consent, to what. The record is null while the visitor has none. */
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

/**
 * The one event map: it types `svc.events` and is what docs/reference/events.md is held against.
 * Events go out after the commit of what they tell of.
 */
export interface ServiceEvents {
  /** A visitor's first decision was recorded. */
  'consent.created': ConsentEvent;
  /** A visitor changed a decision. */
  'consent.updated': ConsentEvent;
  /** A visitor's record, history and visitor record were erased. */
  'consent.erased': EventBase & { readonly visitorId: string };
  /**
   * A visitor's page or a server asked for a parent's consent. Whoever holds `token` can grant it until
   * `expiresAt`: send it to the parent only, and never log it.
   */
  'consent.parentalConsentRequired': ParentalConsentEvent & {
    readonly token: string;
    readonly expiresAt: string;
  };
  /**
   * A parental-consent token was resolved for the first time for this visitor and profile. It tells that
   * someone held the token, not who.
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
  /** A profile's row was deleted; its version snapshots remain. */
  'profile.deleted': ProfileEvent;
  /** A user was created. */
  'user.created': EventBase & { readonly userId: string; readonly email: string };
  /** A sign-in was refused; `email` is null while nobody had been named. */
  'auth.loginFailed': EventBase & { readonly email: string | null; readonly reason: string };
  /** Settings were saved; `changed` names those that differ now. */
  'settings.updated': EventBase & { readonly changed: readonly string[] };
  /**
   * An operator confirmed that what is configured for TCF is what is registered; `confirmedBy` is an e-mail
   * address.
   */
  'tcf.confirmed': EventBase & { readonly confirmedBy: string | null };
  /** An operator confirmed what is configured for GPP. */
  'gpp.confirmed': EventBase & { readonly confirmedBy: string | null };
}

export type ServiceEventName = keyof ServiceEvents;

type EventFunctions = { [Name in ServiceEventName]: (payload: ServiceEvents[Name]) => void };
type Listener = (...payload: unknown[]) => unknown;
type ListenerOf<Name extends ServiceEventName> = EventEmitter.EventListener<EventFunctions, Name>;

/**
 * `svc.events`: an EventEmitter3 on which no listener can harm the service or the listeners after it. One
 * that throws or rejects is reported to `onListenerError` and passed over; each gets a copy of the payload,
 * since it may change it.
 */
export class ServiceEventEmitter extends EventEmitter<EventFunctions> {
  readonly #onListenerError: (error: unknown, event: string) => void;
  /** Whom a listener of ours stands in for, so that the one that was given can be taken off again. */
  readonly #givenListeners = new WeakMap<Listener, unknown>();

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

  // Contexts and once-listeners are the business of the base class's own emit, which is not used here.
  override on<Name extends ServiceEventName>(
    name: Name,
    listener: ListenerOf<Name>,
    context?: unknown,
  ): this {
    if (context === undefined) return super.on(name, listener);
    return super.on(
      name,
      this.#standIn(listener, (...payload) => (listener as Listener).apply(context, payload)),
    );
  }

  override once<Name extends ServiceEventName>(
    name: Name,
    listener: ListenerOf<Name>,
    context?: unknown,
  ): this {
    const standIn: ListenerOf<Name> = this.#standIn(listener, (...payload) => {
      super.off(name, standIn);
      return (listener as Listener).apply(context ?? this, payload);
    });
    return super.on(name, standIn);
  }

  override off<Name extends ServiceEventName>(name: Name, listener?: ListenerOf<Name>): this {
    if (listener === undefined) return super.off(name);
    for (const found of this.listeners(name)) {
      if (found === listener || this.#givenListeners.get(found as Listener) === listener)
        super.off(name, found);
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

  #standIn<Name extends ServiceEventName>(given: ListenerOf<Name>, standIn: Listener): ListenerOf<Name> {
    this.#givenListeners.set(standIn, given);
    return standIn as ListenerOf<Name>;
  }
}

function isThenable(value: unknown): boolean {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
