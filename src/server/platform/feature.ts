import type { Route } from './http/route';

/** A feature as the service runs it. */
export interface Feature {
  readonly publicRoutes?: readonly Route[];
  readonly adminRoutes?: readonly Route[];
  /** Runs when the service starts, once the database and the storage are connected. */
  start?(): Promise<void> | void;
  /** Consequence when `start` fails; unset: the database cannot be used. */
  readonly startFailure?: StartFailure;
  /**
   * Removes expired data and repairs what is left incomplete. A long run ends early when `isOver` returns
   * true: the service is closing, or the time is up. `unfinished`: data that has expired is left, and the next run should follow soon.
   */
  maintain?(isOver: () => boolean): Promise<'finished' | 'unfinished' | void>;
  /**
   * Does the work that timers leave when they are off, such as sending messages. The upkeep runs it after every `maintain`, at
   * the same time for all features and with the time that is left: receivers that hang keep no expired data in the database.
   */
  catchUp?(isOver: () => boolean): Promise<'finished' | 'unfinished'>;
  /** Writes what is held in memory, while a request that does not end delays `close`: the database ends before it. */
  flush?(): Promise<void>;
  /** Finishes background work and releases resources, after the last request. */
  close?(): Promise<void> | void;
}

export interface StartFailure {
  /** A clause: `sign-in cannot be set up`. */
  readonly meaning: string;
  /** Key of the configuration that a `SetupError` is about. */
  readonly configKey: string;
}
