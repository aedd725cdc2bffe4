import type { ResolvedConfig } from '#platform/config/config-schema';
import type { RevisionWatcher } from '#platform/database/revisions';
import type { Feature } from '#platform/feature';
import type { Paging } from '#platform/http/paging';
import type { Background } from '#platform/kernel/concurrency/background';
import type { Batch, BatchRequest } from '#platform/kernel/lists';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import type { StorageOwner } from '#platform/storage/storage-binding';
import type { GroupAddress } from '../publishing';
import { publicationRequestRoutes } from './approval/publication-request-routes';
import { createPublicationRequests } from './approval/publication-request-service';
import { profileFetchHooks } from './delivery/fetch-hooks';
import { placeRoutes } from './delivery/place-routes';
import { createProfileCatalogue, type ProfileCatalogue } from './delivery/profile-catalogue';
import { publicProfileRoutes } from './delivery/public-profile-routes';
import type { LocateVisitor } from './delivery/resolve-profile';
import { profileComplianceRoutes } from './drafts/profile-compliance-routes';
import { experimentRoutes } from './experiments/experiment-routes';
import { createExperimentService, type ExperimentService } from './experiments/experiment-service';
import { profileRoutes } from './profile-routes';
import { createProfileService, type ProfileService, type ProfileServiceOptions } from './profile-service';
import { type AfterRestore, createAfterRestore } from './publishing/after-restore';
import { createProfilePublisher } from './publishing/profile-publisher';
import { createProfileRepair } from './publishing/profile-repair';
import { createProfileTransaction } from './publishing/profile-transaction';
import { createProfileWriter, type ProfileWriterOptions } from './publishing/profile-writer';
import {
  type PeriodSelection,
  type PublicationPeriod,
  publicationPeriodRepository,
} from './publishing/publication-period-repository';
import { publicationRoutes } from './publishing/publication-routes';
import { createPublishedFiles, type PublishedFilesOptions } from './publishing/published-files';
import { createReconciliation } from './publishing/reconciliation';
import { createRestoringRead } from './publishing/restoring-read';
import { profileFromTemplateRoutes } from './templates/profile-from-template-routes';
import { createTranslateTexts, type TranslateTextsOptions } from './translation/translate-texts';
import { translationRoutes } from './translation/translation-routes';
import { createExpectedHashes } from './versions/expected-hashes';
import { createProfileSnapshots } from './versions/profile-snapshots';
import { profileVersionRoutes } from './versions/profile-version-routes';
import { createProfileVersions } from './versions/profile-versions';

/** How long a readiness check waits for the files of all groups to be compared (ms). */
const longestProbeMs = 2000;

export interface ProfilesOptions
  extends Omit<
    ProfileServiceOptions & ProfileWriterOptions & PublishedFilesOptions,
    'transaction' | 'publisher' | 'writer' | 'snapshots' | 'complianceRules' | 'onChange'
  > {
  readonly background: Background;
  readonly watcher: RevisionWatcher;
  readonly paging: Paging;
  readonly tenantExists: (id: string) => Promise<boolean>;
  readonly locate: LocateVisitor;
  readonly compliance: Pick<
    ResolvedConfig['compliance'],
    'rules' | 'type' | 'defaultGroup' | 'jurisdictions'
  >;
  /** Returns the database that the storage must belong to. */
  readonly storageOwner: () => Promise<StorageOwner>;
  /** The host's function that translates texts. */
  readonly translate: TranslateTextsOptions['translate'];
  readonly translationTimeoutMs?: TranslateTextsOptions['timeoutMs'];
  /** Called after the published files of a group have changed. */
  readonly onPublished: (address: GroupAddress) => void;
}

export interface ProfilesFeature extends Feature {
  readonly catalogue: ProfileCatalogue;
  readonly service: ProfileService;
  readonly publications: PublicationReader;
  /** Returns an experiment. @throws ServiceError `experiment_not_found` */
  readonly findExperiment: FindExperiment;
  /**
   * Publishes the groups again whose files differ from the database. Does not wait long where a slow storage has many groups.
   * @throws Error while any are known to differ
   */
  checkPublications(): Promise<void>;
  /** Reads a file of a version or a publication, which is written again first when it is missing. */
  readonly readFile: StorageAdapter['read'];
  readonly afterRestore: AfterRestore;
  /**
   * Requires that the storage, which is connected, belongs to this database, and binds one that belongs to none. `start` does
   * so too. @throws SetupError when it belongs to another database
   */
  bindStorage(): Promise<void>;
  /** Returns the expected SHA-256 of a file in storage; null for files that the database does not list. */
  expectedHashes(key: string): Promise<ReadonlySet<string> | null>;
}

/** Returns the next times during which versions were served, the last started first. */
export type PublicationReader = (
  tenantId: string,
  selection: PeriodSelection,
  request: BatchRequest,
) => Promise<Batch<PublicationPeriod>>;

export type FindExperiment = ExperimentService['find'];

/** Consent profiles: drafts, versions, publishing and delivery. */
export function createProfiles(options: ProfilesOptions): ProfilesFeature {
  const { database, watcher, compliance, hooks, clock, locate, onPublished } = options;
  const catalogue = createProfileCatalogue(database, watcher, options.tenantExists);
  const snapshots = createProfileSnapshots(options);
  const onChange = ({ tenantId, group }: { readonly tenantId: string; readonly group: string | null }) => {
    watcher.expire(tenantId);
    if (group !== null) onPublished({ tenantId, group });
  };
  const files = createPublishedFiles({ ...options, snapshots, onChange });
  const reconciliation = createReconciliation({ ...options, reconcile: files.reconcile });
  const transaction = createProfileTransaction({ ...options, reconciliation, onChange });
  const publisher = createProfilePublisher({ transaction, files, snapshots, clock });
  const writer = createProfileWriter({ ...options, transaction, publisher, snapshots });
  const service = createProfileService({
    ...options,
    transaction,
    publisher,
    writer,
    snapshots,
    complianceRules: compliance.rules,
  });
  const requests = createPublicationRequests({
    database,
    clock,
    transaction,
    publisher,
    afterActivate: service.afterActivate,
  });
  const experiments = createExperimentService({
    ...options,
    writer,
    snapshots,
    complianceRules: compliance.rules,
  });
  const versions = createProfileVersions(database, snapshots);
  const translateTexts = createTranslateTexts({ ...options, timeoutMs: options.translationTimeoutMs });
  const repair = createProfileRepair({
    ...options,
    snapshots,
    reconcile: files.reconcile,
    owner: options.storageOwner,
  });
  return {
    publicRoutes: publicProfileRoutes({
      catalogue,
      snapshots,
      routing: compliance,
      locate,
      hooks: profileFetchHooks(hooks, catalogue),
      clock,
    }),
    adminRoutes: [
      ...publicationRoutes(options),
      ...publicationRequestRoutes(requests, service),
      ...placeRoutes(options),
      ...profileVersionRoutes(service, versions, clock),
      ...experimentRoutes(experiments, service),
      ...profileComplianceRoutes(service),
      ...profileFromTemplateRoutes(service),
      ...translationRoutes({ controllerName: options.controllerName, translateTexts }),
      ...profileRoutes(service, publisher, versions),
    ],
    start: repair.start,
    startFailure: { meaning: 'published files cannot be brought up to date', configKey: 'storage' },
    catalogue,
    service,
    publications: (tenantId, selection, request) =>
      database.read((connection) =>
        publicationPeriodRepository(connection.tenant(tenantId)).list(selection, request),
      ),
    findExperiment: experiments.find,
    // Without probes, a storage that differs from the database is noticed by the upkeep.
    maintain: repair.check,
    async close() {
      await Promise.all([reconciliation.close(), repair.close()]);
    },
    checkPublications: () => repair.check(() => false, longestProbeMs),
    readFile: createRestoringRead({ ...options, snapshots, reconcile: files.reconcile }),
    afterRestore: createAfterRestore({ runUnit: options.runUnit, repair }),
    async bindStorage() {
      await repair.bind();
    },
    expectedHashes: createExpectedHashes(snapshots),
  };
}
