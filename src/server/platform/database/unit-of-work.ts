import type { EventEmitter } from 'eventemitter3';
import type { Actor } from '../kernel/caller';
import type { ServiceEventEmitter, ServiceEventName, ServiceEvents } from '../kernel/events';
import type { Connection, Database } from './database';
import { isContention } from './dialect';

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

/** An event of a unit of work, before its commit. */
export interface EmittedEvent {
  readonly name: ServiceEventName;
  readonly payload: ServiceEvents[ServiceEventName];
}

/** Stores events in the transaction that causes them, for delivery outside this process. */
export interface EventOutbox {
  /** Brings `wants` up to date. Runs before the transaction, so that it needs no second connection within. */
  ready(): Promise<void>;
  /** Returns whether an event is delivered for any tenant. */
  wants(name: ServiceEventName): boolean;
  /** Writes the events; returns whether there is anything to deliver. */
  write(connection: Connection, events: readonly EmittedEvent[]): Promise<boolean>;
  /** Called after the commit of what was written. */
  committed(): void;
}

export type RunUnitOfWork = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;

export interface UnitOfWorkOptions {
  readonly database: Database;
  readonly events: ServiceEventEmitter;
  readonly writeAudit: (connection: Connection, entries: readonly AuditEntry[]) => Promise<void>;
  readonly outbox?: EventOutbox;
  /** Called when audit entries could not be written, for another reason than a conflict that is tried again. */
  readonly onAuditFailure?: () => void;
}

/**
 * Creates the function that runs units of work. A transaction that is not committed has no events and no
 * entries.
 */
export function createUnitOfWork({
  database,
  events,
  writeAudit,
  outbox,
  onAuditFailure = () => {},
}: UnitOfWorkOptions): RunUnitOfWork {
  async function writeEntries(connection: Connection, entries: readonly AuditEntry[]): Promise<void> {
    try {
      await writeAudit(connection, entries);
    } catch (error) {
      if (!isContention(error)) onAuditFailure();
      throw error;
    }
  }

  return async (work) => {
    await outbox?.ready();
    const { result } = await database.transaction(async (connection) => {
      const entries: AuditEntry[] = [];
      const emitted: EmittedEvent[] = [];
      const afterActions: (() => void)[] = [];
      const unit: UnitOfWork = {
        ...connection,
        audit: (entry) => void entries.push(entry),
        hears: (name) => events.listenerCount(name) > 0 || outbox?.wants(name) === true,
        emit(name, payload) {
          emitted.push({ name, payload });
          afterActions.push(() => events.emit(name, ...([payload] as EventArguments<typeof name>)));
        },
        afterCommit: (action) => void afterActions.push(action),
      };
      const value = await work(unit);
      if (entries.length > 0) await writeEntries(connection, entries);
      if (outbox !== undefined && emitted.length > 0 && (await outbox.write(connection, emitted)))
        afterActions.push(outbox.committed);
      return { result: value, afterActions };
    }, runAfterActions);
    return result;
  };
}

/** Also runs after a commit that took longer than the caller waited: a change that is made is reported. */
function runAfterActions({ afterActions }: { readonly afterActions: readonly (() => void)[] }): void {
  for (const action of afterActions) action();
}

type EventArguments<Name extends ServiceEventName> = EventEmitter.EventArgs<
  { [N in ServiceEventName]: (payload: ServiceEvents[N]) => void },
  Name
>;
