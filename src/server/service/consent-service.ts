import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WorkerOptions } from 'node:worker_threads';
import type { CookieToList, ListedCookies, PlacedCookies } from '#banners/profiles/index';
import type { PurgeTimes } from '#banners/purging/index';
import type { Configuration } from '#console/configuration/index';
import type { InstalledPage } from '#console/installation/index';
import type { Readiness, StarterTexts } from '#console/setup/index';
import type { EraseAgain } from '#decisions/consent/index';
import type { ConsentImport } from '#decisions/import/index';
import type { DemoData } from '#demo-data/index';
import type { ExportService } from '#evidence/exports/index';
import type { PasswordHasherOptions } from '#operators/accounts/index';
import type { ChainProgress, ChainVerdict } from '#operators/audit/index';
import type { PasswordResets, ResealedSecrets } from '#operators/auth/index';
import type { ResealedWebhooks, WebhookTimes } from '#operators/webhooks/index';
import type { MigrationState } from '#platform/database/migrate';
import type { MissingRights } from '#platform/database/require-rights';
import type { RequestListener } from '#platform/http/api-router';
import type { Health } from '#platform/http/health-routes';
import type { Route } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import type { ServiceEventEmitter } from '#platform/kernel/events';
import type { MetricRegistry } from '#platform/kernel/telemetry/prometheus';
import type { PluginRegistry } from '#platform/plugins/plugin-registry';
import type { CopiedFiles } from '#platform/storage/copy-storage';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import type { ServedProfile, TouchOptions } from '#standards/law-changes/index';
import type { WriteDeclaration } from '#visits/declaration/index';
import type { SeenInScan } from '#visits/findings/index';
import type { Guard, GuardOptions } from '#visits/guard/index';
import type { ReadChoice, WidgetTags } from '#visits/widget/index';
import type { AcceptedSecret, SecretState } from './secret-fingerprints';

export type { PasswordReset, ResetAccount } from '#operators/auth/index';

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
  /** Metrics for Prometheus. With OpenTelemetry none of this is needed: see docs/guide/monitoring.md. */
  readonly metrics: {
    /**
     * Adds the service's metrics to a registry of `prom-client`, an optional package. They count from now on, and
     * `close()` removes them.
     * @throws ServiceError `optional_dependency_missing` when `prom-client` is not installed
     *
     * @example
     * import { register } from 'prom-client';
     * await consent.metrics.register(register);
     * internal.get('/metrics', async (_req, res) => res.type(register.contentType).send(await register.metrics()));
     */
    register(registry: MetricRegistry): Promise<void>;
  };
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
   * Call when a user has signed in, before your answer is sent: from now on the choice of the user's account applies on
   * this device, and what the visitor decides here applies on all devices of the user (`accountRule` of the profile).
   * Reads and writes the database, sets cookies on the answer, and can be called again.
   * @param userId your own id of the user: a whole number up to 2^53 − 1, a BigInt, or a text of 1 to 128 printable ASCII
   * characters without spaces, such as a random id; no e-mail address
   * @returns whether the account is signed in; false while no active profile has an `accountRule`
   * @throws TypeError for a user id that is not valid, and without an answer that can still get cookies
   * @throws ServiceError `unavailable`: signing in can go on, and the device keeps its own choice until the next time
   *
   * @example
   * app.post('/sign-in', async (req, res) => {
   *   const user = await checkPassword(req.body);
   *   await consent.link(req, user.id).catch((error) => log.warn(error));
   *   res.redirect('/');
   * });
   */
  link(req: IncomingMessage, userId: string | number | bigint, options?: LinkOptions): Promise<boolean>;
  /**
   * Call when a user has signed out, or the session has ended: the device gets the choice back that it had before, or the
   * visitor is asked. Does nothing, and reads no database, unless an account is signed in, so it can be called for
   * every request without a user.
   * @throws TypeError without an answer that can still get cookies
   * @throws ServiceError `unavailable`
   *
   * @example
   * app.post('/sign-out', async (req, res) => {
   *   await consent.unlink(req).catch((error) => log.warn(error));
   *   req.session.destroy(() => res.redirect('/'));
   * });
   */
  unlink(req: IncomingMessage, options?: LinkOptions): Promise<void>;
  /**
   * Creates the middleware that holds your own answers against the visitor's choice, in front of your routes and of
   * session middleware. Mode `report` emits `leak.detected` for cookies that the banner does not allow; `enforce` also
   * drops them, ends them after a withdrawal, and restricts the `Content-Security-Policy` to allowed hosts. Adds
   * `req.consent`.
   * @throws TypeError for options that are not valid
   *
   * @example
   * app.use(consent.guard({ mode: 'enforce' }));
   */
  guard(options?: GuardOptions): Guard;
  /**
   * Returns the widget's tags for the answer to this request. `head` goes at the start of the `<head>`: the
   * defaults of consent mode equal to the visitor's own choice, and on a first visit everything that the banner needs.
   * `body` goes at the start of the `<body>`; for pages without it ask for `{ body: false }`, or the script waits
   * for it until the end of the page. Waits 50 ms at most.
   * @throws TypeError when `nonce` is not a nonce, and for options of another type
   *
   * @example
   * const { head, body, vary } = await consent.page(req, { nonce });
   * res.vary(vary).send(`<!doctype html><html lang="en"><head>${head}</head><body>${body}${content}</body></html>`);
   */
  readonly page: WidgetTags['page'];
  /**
   * Returns the script that sets the defaults of consent mode, for pages that are the same for all visitors.
   * @throws TypeError when `nonce` is not a nonce, and for options of another type
   *
   * @example
   * const html = template.replace('<head>', `<head>${await consent.snippet({ regions: true })}`);
   */
  readonly snippet: WidgetTags['snippet'];
  /**
   * Returns what the site stores, with the visitor's current choice, for the page with your privacy or cookie policy
   * (GDPR, art. 13; ePrivacy Directive, art. 5(3)): a table for each category, and a button that opens the choices.
   * Waits a second at most. An outage does not fail the page: the widget then loads the declaration.
   *
   * @example
   * const { html, vary } = await consent.declaration(req, { locale: 'de' });
   * res.vary(vary).send(page.replace('<!-- cookies -->', () => html));
   */
  readonly declaration: WriteDeclaration;
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
   * Waits for running requests (10 s at most) and for the current batch of the upkeep, then releases everything except the
   * host's Knex. Can be called twice. From the first call on responses contain `Connection: close`; afterwards every route returns 503.
   */
  close(): Promise<void>;
  health(): Promise<Health>;
  /**
   * Removes expired data and brings statistics up to date. The service does this every ten minutes; call it to choose
   * another time. With `background: false` it then also sends waiting webhook messages and purges caches. A task that fails is
   * logged and does not stop the others.
   * @throws SetupError when the service cannot start
   *
   * @example
   * const outcome = await consent.maintenance({ withinMs: 20_000 });
   * if (outcome === 'failed') throw new Error('Maintenance failed, see the log');
   */
  maintenance(options?: MaintenanceOptions): Promise<MaintenanceOutcome>;
}

export interface MaintenanceOptions {
  /** Time after which no further batch is begun (ms). Default: one minute for each task with many batches. */
  readonly withinMs?: number | undefined;
}

/**
 * `ok`: everything is done. `unfinished`: nothing failed, and the next run has more to do. `failed`: a task failed, and the
 * log says why; other tasks may have more to do.
 */
export type MaintenanceOutcome = 'ok' | 'failed' | 'unfinished';

/** Options of `link` and `unlink`. */
export interface LinkOptions {
  /** The answer that gets the cookies. Default: the answer of Express, `req.res`. */
  readonly res?: ServerResponse | undefined;
  /** Tenant of the page. Default: the one that the host name or `tenancy.resolve` names. */
  readonly tenantId?: string | undefined;
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
  /** Waiting times and limits of `hotServe.purge`. */
  readonly purgeTimes?: PurgeTimes;
  readonly webhookTimes?: Partial<WebhookTimes>;
  /** Time limit for one response of a registry (ms). */
  readonly registryTimeoutMs?: number;
  /** Time limit for one call of `translate` (ms). */
  readonly translationTimeoutMs?: number;
  /** Time limit for one call of the storage (ms). */
  readonly storageTimeoutMs?: number;
}

/** Result of `rotateSecrets`. Times are in epoch ms. */
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
  readonly dataSigningHash: (ResealedWebhooks & AcceptedSecret) | null;
}

/**
 * Work of the command line on a whole database, which no request should start.
 */
export interface Operations {
  /** @throws SetupError when the database lacks something, or changes values */
  checkConnection(): Promise<void>;
  /** @throws SetupError when rows of the migrated database come back changed */
  checkRows(): Promise<void>;
  /** Returns the rights that the database's user lacks on the service's tables; null: none. */
  missingRights(): Promise<MissingRights | null>;
  readonly migrations: {
    list(): Promise<MigrationState[]>;
    /** Returns the message about migrations that only a newer version has. */
    describeUnknown(names: readonly string[]): string;
    pending(): Promise<string[]>;
    /** Returns the names of the migrations that this call ran. */
    up(): Promise<readonly string[]>;
    /** Removes every table of the service. */
    down(): Promise<void>;
  };
  readonly audit: {
    /** Returns the ids of all tenants that can have an audit log. */
    tenants(): Promise<string[]>;
    verify(tenantId: string, progress?: ChainProgress): Promise<ChainVerdict>;
    /** Returns whether an entry of the tenant's chain has this hash. */
    hasEntry(tenantId: string, entry: ChainVerdict['end']): Promise<boolean>;
    /** Returns whether entries can be changed or removed, because the log's triggers are missing. */
    acceptsChanges(): Promise<boolean>;
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
  /** Returns whether any tenant has a webhook; false for a database without tables. */
  hasWebhooks(): Promise<boolean>;
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
  /** Prepares the plugins, which `close()` destroys, for an operation on a service that has not started. */
  initializePlugins(): Promise<void>;
  /**
   * Prepares what saving and publishing need, the storage and the plugins, for an operation on a service that has not
   * started.
   * @throws SetupError when the storage cannot be used, or belongs to another database
   */
  prepareToSave(): Promise<void>;
  readonly eraseAgain: EraseAgain;
  /** Makes a database safe to use that was restored from a backup. Returns the number of its profiles. */
  afterRestore(): Promise<number>;
  /** Profiles, templates and settings as files. */
  readonly configuration: Configuration;
  /**
   * Returns the ids of categories, and the keys of services that visitors decide about: of one profile as visitors see it, or as saved when it is not published; without
   * `profileId`, of all published profiles. @throws ServiceError `profile_not_found`
   */
  choiceNames(
    tenantId: string,
    profileId: string | undefined,
  ): Promise<{ readonly categories: ReadonlySet<string>; readonly services: ReadonlySet<string> }>;
  readonly drafts: {
    /** Returns the name of a profile. @throws ServiceError `profile_not_found` */
    requireProfile(tenantId: string, profileId: string): Promise<string>;
    /**
     * Lists cookies in the next version of a profile, which is not published. No version is written when the current
     * one lists them all. Those for which it has no category are left out.
     * @throws ServiceError `profile_not_found`, `profile_invalid`, `validation_failed`
     */
    listCookies(
      tenantId: string,
      profileId: string,
      cookies: readonly CookieToList[],
    ): Promise<ListedCookies & Pick<PlacedCookies, 'unplaced'>>;
    /** Records what a scan saw and no active profile lists, as findings. */
    recordUnlisted(tenantId: string, seen: readonly SeenInScan[]): Promise<void>;
  };
  /**
   * Accepts deleted tenants too, whose evidence can still be read. @throws ServiceError `tenant_not_found`
   * for a tenant that never existed
   */
  requireTenant(tenantId: string): Promise<void>;
  /** Accepts no deleted tenant. @throws ServiceError `tenant_not_found` */
  requireExistingTenant(tenantId: string): Promise<void>;
  /** Creates drafts with starter texts. Needs a service that has started. */
  starterTexts(tenantId: string, request: Parameters<StarterTexts>[1]): ReturnType<StarterTexts>;
  /** Facts that a change of the law can touch, for `express-consent law`. */
  readonly law: {
    /** Lists the published profiles of a tenant; without one, of all tenants. */
    publishedProfiles(tenantId: string | undefined): Promise<PublishedProfile[]>;
    readonly routing: Omit<TouchOptions, 'now'>;
  };
  /** Facts about the installation, for `express-consent doctor`. Needs a service that has started. */
  readonly diagnosis: {
    /** Returns whether a service has started with the storage. Needs no start. */
    isStorageBound(): Promise<boolean>;
    readiness(tenantId: string): Promise<Readiness>;
    secrets(): Promise<SecretState[]>;
    /** Returns the sites whose pages asked for a banner. */
    pages(tenantId: string): Promise<InstalledPage[]>;
    /** Returns the groups that have an active profile. */
    activeGroups(tenantId: string): Promise<string[]>;
  };
}

export interface PublishedProfile extends ServedProfile {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** A service with additional members for tests and the command line. */
export interface InternalService extends ConsentService {
  readonly routes: { readonly public: readonly Route[]; readonly admin: readonly Route[] };
  readonly operations: Operations;
}
