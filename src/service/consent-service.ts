import type { WorkerOptions } from 'node:worker_threads';
import type { PasswordHasherOptions } from '../features/accounts';
import type { ChainProgress, ChainVerdict } from '../features/audit';
import type { ConsentImport } from '../features/consent-import';
import type { DemoData } from '../features/demo-data';
import type { ExportService } from '../features/exports';
import type { RequestListener } from '../http/api-router';
import type { Health } from '../http/health-routes';
import type { Route } from '../http/route';
import type { Clock } from '../kernel/clock';
import type { ServiceEventEmitter } from '../kernel/events';
import type { PluginRegistry } from '../plugins/plugin-registry';
import type { CopiedFiles } from '../storage/copy-storage';
import type { StorageAdapter } from '../storage/storage-adapter';

export interface ConsentService {
  /** Serves `{basePath}/api/v1`: visitors' browsers. */
  readonly publicRouter: RequestListener;
  /** Serves `{basePath}/admin/v1`: operators. */
  readonly adminRouter: RequestListener;
  /** Typed events, emitted after the commit of what they tell of. */
  readonly events: ServiceEventEmitter;
  readonly plugins: PluginRegistry;
  /**
   * Serves `/.well-known/gpc.json`, by which a site states that it abides by Global Privacy Control. Mount it
   * at the root of the host, `app.use(svc.wellKnownGpc)`, once the active profiles do (`gpcMode` `honor` or
   * `strict`). Works without `start()`.
   */
  readonly wellKnownGpc: RequestListener;
  /**
   * Migrates, connects, repairs what a crash left. Idempotent; the first request calls it too. Rejects with
   * the cause.
   */
  start(): Promise<void>;
  /**
   * Finishes what is in flight, then lets go of everything but the host's Knex. May be called twice;
   * afterwards every route is 503.
   */
  close(): Promise<void>;
  health(): Promise<Health>;
  /**
   * Upkeep: removes what has ended. Runs by itself every ten minutes; for hosts that would rather choose the
   * time. One task that fails does not stop the others.
   */
  maintenance(): Promise<void>;
}

/** What tests replace; no part of the configuration. */
export interface Internals {
  readonly clock?: Clock;
  /** Nobody should lower it but a test in a hurry. */
  readonly passwordHashing?: Partial<PasswordHasherOptions>;
  /** How threads of ours are started. */
  readonly workerOptions?: Pick<WorkerOptions, 'execArgv'>;
  /** How long an answer of a registry may take, in milliseconds. */
  readonly registryTimeoutMs?: number;
}

/**
 * What the command line does with a service beyond serving: work on a whole database, which no request should
 * start.
 */
export interface Operations {
  readonly migrations: {
    list(): Promise<{ readonly name: string; readonly done: boolean }[]>;
    pending(): Promise<string[]>;
    up(): Promise<void>;
    /** Removes every table of the service. */
    down(): Promise<void>;
  };
  readonly audit: {
    /** Every tenant that has a chain. */
    tenants(): Promise<string[]>;
    verify(tenantId: string, progress?: ChainProgress): Promise<ChainVerdict>;
  };
  /**
   * Copies one storage into another, both of the service's database; connects and disconnects them.
   * @throws SetupError when one belongs to another database
   */
  copyStorage(
    source: StorageAdapter,
    target: StorageAdapter,
    report: (done: number, total: number) => void,
  ): Promise<CopiedFiles>;
  readonly statistics: {
    /**
     * Counts the statistics anew while the service runs, telling how many records are done; gives their
     * number.
     */
    rebuild(report: (done: number, total: number) => void, recordsPerStep?: number): Promise<number>;
  };
  /** Of a service that has started. */
  readonly demoData: DemoData;
  readonly exports: ExportService;
  readonly consentImport: ConsentImport;
  /**
   * For reading: a deleted tenant's evidence is kept. @throws ServiceError `tenant_not_found` for one that
   * has never been
   */
  requireTenant(tenantId: string): Promise<void>;
}

/** A service with what tests and the command line see of it. */
export interface InternalService extends ConsentService {
  readonly routes: { readonly public: readonly Route[]; readonly admin: readonly Route[] };
  readonly operations: Operations;
}
