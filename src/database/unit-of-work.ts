import type { EventEmitter } from 'eventemitter3';
import type { Actor } from '../kernel/caller';
import type { ServiceEventEmitter, ServiceEventName, ServiceEvents } from '../kernel/events';
import type { Connection, Database } from './database';

// Why: docs/adr/0005-unit-of-work.md

/** The audit entry of a change. `changes` must never contain secrets, passwords or tokens. */
export interface AuditEntry {
  readonly tenantId: string;
  /** `<resource>:<verb>`, such as `profile:created`. */
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string | null;
  /**
   * Name of the resource. Needed when the transaction deletes it; else the log takes the stored one, of the resources
   * that have a name.
   */
  readonly resourceName?: string;
  readonly actor: Actor;
  /** Values before and after, or other facts. */
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** One transaction, with its audit entries and the actions that follow its commit (events, caches). */
export interface UnitOfWork extends Connection {
  /** Adds an audit entry, which is written in this transaction just before the commit. */
  audit(entry: AuditEntry): void;
  /** Returns whether anything listens to an event: its payload has to be made only in that case. */
  hears(name: ServiceEventName): boolean;
  /** Emits an event after the commit. */
  emit<Name extends ServiceEventName>(name: Name, payload: ServiceEvents[Name]): void;
  /** Runs an action after the commit, before the caller continues. */
  afterCommit(action: () => void): void;
}

export type RunUnitOfWork = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;

export interface UnitOfWorkOptions {
  readonly database: Database;
  readonly events: ServiceEventEmitter;
  readonly writeAudit: (connection: Connection, entries: readonly AuditEntry[]) => Promise<void>;
}

/**
 * Creates the function that runs units of work. A transaction that is not committed has no events and no
 * entries.
 */
export function createUnitOfWork({ database, events, writeAudit }: UnitOfWorkOptions): RunUnitOfWork {
  return async (work) => {
    const { result, after } = await database.transaction(async (connection) => {
      const entries: AuditEntry[] = [];
      const afterActions: (() => void)[] = [];
      const unit: UnitOfWork = {
        ...connection,
        audit: (entry) => void entries.push(entry),
        hears: (name) => events.listenerCount(name) > 0,
        emit: (name, payload) =>
          void afterActions.push(() => events.emit(name, ...([payload] as EventArguments<typeof name>))),
        afterCommit: (action) => void afterActions.push(action),
      };
      const value = await work(unit);
      if (entries.length > 0) await writeAudit(connection, entries);
      return { result: value, after: afterActions };
    });
    for (const action of after) action();
    return result;
  };
}

type EventArguments<Name extends ServiceEventName> = EventEmitter.EventArgs<
  { [N in ServiceEventName]: (payload: ServiceEvents[N]) => void },
  Name
>;
