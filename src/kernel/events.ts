import { EventEmitter } from 'eventemitter3';

/** Every event payload carries these. Times are ISO 8601; a raw IP is never in an event. */
export interface EventBase {
  readonly tenantId: string;
  readonly occurredAt: string;
}

/** A consent record as events and the public API show it. */
export interface ConsentRecordView {
  readonly id: string;
  readonly visitorId: string;
  readonly profileId: string;
  readonly profileVersion: number;
  readonly locale: string;
  readonly consentJson: Readonly<Record<string, string>>;
  readonly gpcDetected: boolean;
  readonly source: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly [extra: string]: unknown;
}

export interface ConsentEvent extends EventBase {
  readonly visitorId: string;
  readonly consent: ConsentRecordView;
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
  /** A sign-in was refused. */
  'auth.loginFailed': EventBase & { readonly email: string; readonly reason: string };
  /** Settings were saved; `changed` names those that differ now. */
  'settings.updated': EventBase & { readonly changed: readonly string[] };
}

export type ServiceEventName = keyof ServiceEvents;

type EventFunctions = { [Name in ServiceEventName]: (payload: ServiceEvents[Name]) => void };
type Listener = (...payload: unknown[]) => unknown;

/**
 * `svc.events`: an EventEmitter3 on which no listener can harm the service or the listeners after it. One that throws
 * or rejects is reported to `onListenerError` and passed over.
 */
export class ServiceEventEmitter extends EventEmitter<EventFunctions> {
  readonly #onListenerError: (error: unknown, event: string) => void;
  readonly #onceWrappers = new Map<unknown, Listener>();

  constructor(onListenerError: (error: unknown, event: string) => void) {
    super();
    this.#onListenerError = onListenerError;
  }

  override emit<Name extends ServiceEventName>(name: Name, ...payload: EventEmitter.EventArgs<EventFunctions, Name>): boolean {
    const listeners = this.listeners(name) as unknown as Listener[];
    for (const listener of listeners) {
      try {
        const result = listener.apply(this, payload as unknown[]);
        if (result instanceof Promise) result.catch((error) => this.#onListenerError(error, name));
      } catch (error) {
        this.#onListenerError(error, name);
      }
    }
    return listeners.length > 0;
  }

  // The base class removes once-listeners inside its own emit, which is not used here.
  override once<Name extends ServiceEventName>(name: Name, listener: EventEmitter.EventListener<EventFunctions, Name>, context?: unknown): this {
    const wrapper: Listener = (...payload) => {
      this.off(name, listener);
      return (listener as Listener).apply(context ?? this, payload);
    };
    this.#onceWrappers.set(listener, wrapper);
    return this.on(name, wrapper as typeof listener);
  }

  override off<Name extends ServiceEventName>(name: Name, listener?: EventEmitter.EventListener<EventFunctions, Name>): this {
    const wrapper = this.#onceWrappers.get(listener) as typeof listener;
    this.#onceWrappers.delete(listener);
    super.off(name, wrapper ?? listener);
    return this;
  }
}
