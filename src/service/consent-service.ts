import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WorkerOptions } from 'node:worker_threads';
import type { PasswordResets, ResealedSecrets } from '../auth';
import type { DemoData } from '../demo-data';
import type { PasswordHasherOptions } from '../features/accounts';
import type { ChainProgress, ChainVerdict } from '../features/audit';
import type { ConsentImport } from '../features/consent-import';
import type { ExportService } from '../features/exports';
import type { PurgeTimes } from '../features/purging';
import type { ReadChoice, WidgetTags } from '../features/widget';
import type { RequestListener } from '../http/api-router';
import type { Health } from '../http/health-routes';
import type { Route } from '../http/route';
import type { Clock } from '../kernel/clock';
import type { ServiceEventEmitter } from '../kernel/events';
import type { PluginRegistry } from '../plugins/plugin-registry';
import type { CopiedFiles } from '../storage/copy-storage';
import type { StorageAdapter } from '../storage/storage-adapter';

export type { PasswordReset, ResetAccount } from '../auth';

/** An Express app, or any other listener of `http.createServer`. */
export type HostListener = (req: IncomingMessage, res: ServerResponse) => unknown;

export interface ConsentService {
  /** Serves `{basePath}/api/v1`: visitors' browsers. */
  readonly publicRouter: RequestListener;
  /** Serves `{basePath}/admin/v1`, and the dashboard if it is enabled: operators. */
  readonly adminRouter: RequestListener;
  /**
   * Returns a listener for `http.createServer` that answers requests for published files before `app` sees
   * them, and passes all others to it. Mount both routers at the root of `app` as well. The app's middleware
   * does not run for published files; its `trust proxy` setting holds for them.
   *
   * @example
   * http.createServer(consent.wrap(app)).listen(3000);
   */
  wrap(app: HostListener): (req: IncomingMessage, res: ServerResponse) => void;
  /** Typed events, each emitted after the change that it reports is committed. */
  readonly events: ServiceEventEmitter;
  readonly plugins: PluginRegistry;
  /**
   * Serves `/.well-known/gpc.json`, by which a site states that it abides by Global Privacy Control. Mount it
   * at the root of the host, `app.use(consent.wellKnownGpc)`, once the active profiles do (`gpcMode` `honor` or
   * `strict`). Works without `start()`.
   */
  readonly wellKnownGpc: RequestListener;
  /**
   * Returns the visitor's choice from the choice cookie of a request of your own pages, without the database.
   * The browser keeps the cookie, so it proves nothing: the record is the evidence.
   *
   * @example
   * const { states } = consent.choice(req);
   * if (states.analytics === 'granted') countVisit(req);
   */
  readonly choice: ReadChoice;
  /**
   * Returns the widget's tags for the answer to this request, to write into the `<head>` before other scripts:
   * the defaults of consent mode equal to the visitor's own choice, and on a first visit everything that the
   * banner needs. Waits 50 ms at most.
   * @throws TypeError when `nonce` is not a nonce
   *
   * @example
   * const { head, vary } = await consent.page(req, { nonce });
   * res.vary(vary).send(html.replace('<head>', () => `<head>${head}`));
   */
  readonly page: WidgetTags['page'];
  /**
   * Returns the script that sets the defaults of consent mode, for pages that are the same for all visitors.
   * @throws TypeError when `nonce` is not a nonce
   *
   * @example
   * const html = template.replace('<head>', `<head>${await consent.snippet({ regions: true })}`);
   */
  readonly snippet: WidgetTags['snippet'];
  /**
   * Migrates the database, connects the storage and repairs what a crash left incomplete. Can be called
   * again; the first request calls it too. Rejects with the cause.
   */
  start(): Promise<void>;
  /**
   * Makes both health routes answer 503, so that a load balancer sends no more requests; all other requests are
   * answered as before. Call it first when the process has to end, and `close()` when the balancer has noticed.
   *
   * @example
   * consent.drain();
   * await setTimeout(10_000);
   * await consent.close();
   */
  drain(): void;
  /**
   * Waits for running requests (10 s at most), then releases everything except the host's Knex. Can be called
   * twice. From the first call on responses contain `Connection: close`; afterwards every route returns 503.
   */
  close(): Promise<void>;
  health(): Promise<Health>;
  /**
   * Removes expired data. The service does this every ten minutes; call it to choose another time. A task
   * that fails does not stop the others.
   */
  maintenance(): Promise<void>;
}

/** Settings that only tests change; not part of the configuration. */
export interface Internals {
  readonly clock?: Clock;
  /** Only tests may lower the cost. */
  readonly passwordHashing?: Partial<PasswordHasherOptions>;
  /** Options of the worker threads that the service starts. */
  readonly workerOptions?: Pick<WorkerOptions, 'execArgv'>;
  /** Directory with the built files of the widget. */
  readonly widgetDirectory?: string;
  /** Directory with the built files of the dashboard. */
  readonly dashboardDirectory?: string;
  /** How long `hotServe.purge` waits and can take. */
  readonly purgeTimes?: PurgeTimes;
  /** Time limit for one response of a registry (ms). */
  readonly registryTimeoutMs?: number;
  /** Time limit for one call of the storage (ms). */
  readonly storageTimeoutMs?: number;
}

/** What `rotateSecrets` has done. Times are in epoch ms. */
export interface RotatedSecrets {
  /** Null when `auth.masterSecret` is not set. */
  readonly masterSecret:
    | (ResealedSecrets & {
        readonly since: number;
        /** Until when sessions and links can need a previous value. */
        readonly previousNeededUntil: number;
      })
    | null;
  /** Null when `compliance.dataSigningHash` is not set. */
  readonly dataSigningHash: { readonly since: number } | null;
}

/**
 * Work of the command line on a whole database, which no request should start.
 */
export interface Operations {
  /** @throws SetupError when the database lacks something, or changes values */
  checkConnection(): Promise<void>;
  /** @throws SetupError when rows of the migrated database come back changed */
  checkRows(): Promise<void>;
  readonly migrations: {
    list(): Promise<{ readonly name: string; readonly done: boolean }[]>;
    pending(): Promise<string[]>;
    /** Returns the names of the migrations that this call ran. */
    up(): Promise<readonly string[]>;
    /** Removes every table of the service. */
    down(): Promise<void>;
  };
  readonly audit: {
    /** Returns the ids of all tenants that have an audit log. */
    tenants(): Promise<string[]>;
    verify(tenantId: string, progress?: ChainProgress): Promise<ChainVerdict>;
  };
  /**
   * Copies one storage into another, both for the service's database; connects and disconnects them.
   * @throws SetupError when one belongs to another database
   */
  copyStorage(
    source: StorageAdapter,
    target: StorageAdapter,
    report: (done: number, total: number) => void,
  ): Promise<CopiedFiles>;
  /** Seals stored values with the current secrets, accepts these, and returns which previous ones are needed. */
  rotateSecrets(): Promise<RotatedSecrets>;
  readonly passwords: PasswordResets;
  readonly statistics: {
    /**
     * Rebuilds the statistics while the service runs, reporting how many records are done; returns their
     * number.
     */
    rebuild(report: (done: number, total: number) => void, recordsPerStep?: number): Promise<number>;
  };
  /** Needs a service that has started. */
  readonly demoData: DemoData;
  readonly exports: ExportService;
  readonly consentImport: ConsentImport;
  /**
   * Accepts deleted tenants too, whose evidence can still be read. @throws ServiceError `tenant_not_found`
   * for a tenant that never existed
   */
  requireTenant(tenantId: string): Promise<void>;
}

/** A service with additional members for tests and the command line. */
export interface InternalService extends ConsentService {
  readonly routes: { readonly public: readonly Route[]; readonly admin: readonly Route[] };
  readonly operations: Operations;
}
