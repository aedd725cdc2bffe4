import type { EventEmitter } from 'eventemitter3';
import type { Actor } from '../kernel/caller';
import type { ServiceEventEmitter, ServiceEventName, ServiceEvents } from '../kernel/events';
import type { Connection, Database } from './database';

/** What a mutation states for the audit log. Secrets, passwords and token values never go into `changes`. */
export interface AuditEntry {
  readonly tenantId: string;
  /** `<resource>:<verb>`, such as `profile:created`. */
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string | null;
  readonly actor: Actor;
  /** Readable before and after, or other facts. */
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** One transaction together with what must happen with it (audit) and after it (events, caches). */
export interface UnitOfWork extends Connection {
  /** Written in this transaction, just before its commit. */
  audit(entry: AuditEntry): void;
  /** Emitted after the commit. */
  emit<Name extends ServiceEventName>(name: Name, payload: ServiceEvents[Name]): void;
  /** Run after the commit, before the caller goes on. */
  afterCommit(action: () => void): void;
}

export type RunUnitOfWork = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;

export interface UnitOfWorkOptions {
  readonly database: Database;
  readonly events: ServiceEventEmitter;
  readonly writeAudit: (connection: Connection, entries: readonly AuditEntry[]) => Promise<void>;
}

/** Nothing is emitted and nothing is audited of a transaction that did not commit. */
export function createUnitOfWork({ database, events, writeAudit }: UnitOfWorkOptions): RunUnitOfWork {
  return async (work) => {
    const { result, after } = await database.transaction(async (connection) => {
      const entries: AuditEntry[] = [];
      const afterActions: (() => void)[] = [];
      const unit: UnitOfWork = {
        ...connection,
        audit: (entry) => void entries.push(entry),
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
