import { type ProfileFacts, placeCookies } from '#banners/profiles/index';
import { createDemoData } from '#demo-data/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import {
  describeNewerSchema,
  listMigrations,
  migrateDown,
  migrateUp,
  pendingMigrations,
} from '#platform/database/migrate';
import { acceptsAuditChanges, protectAuditLog } from '#platform/database/protect-audit-log';
import { findMissingRights } from '#platform/database/require-rights';
import { requireUnchangedRows } from '#platform/database/require-unchanged-values';
import { requireUsableServer } from '#platform/database/require-usable-server';
import { systemActor } from '#platform/kernel/caller';
import { ServiceError, SetupError } from '#platform/kernel/errors';
import { errorReason } from '#platform/kernel/logger';
import { copyStorage } from '#platform/storage/copy-storage';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { describeStorage, lastCopyKey, readOwner } from '#platform/storage/storage-binding';
import type { Operations, PublishedProfile } from './consent-service';
import type { Features } from './features';
import type { Platform } from './platform';

/** Creates the operations that the command line runs on a service. */
export function createOperations(
  { compliance }: Pick<ResolvedConfig, 'compliance'>,
  platform: Platform,
  features: Features,
): Operations {
  const { database, hooks, logger, secretFingerprints, storage, storageOwner } = platform;
  const { audit, auth, dataExports, findings, installation, profiles, setup, statistics, tenants, webhooks } =
    features;
  const writing = {
    ...platform,
    catalogue: profiles.catalogue,
    tenantExists: tenants.directory.exists,
    recordChanges: statistics.recordChanges,
    foldStatistics: statistics.maintain,
  };

  /** Connects the storage. @throws SetupError when it cannot be used, or belongs to another database */
  async function openStorage(): Promise<void> {
    await connect(storage);
    await profiles.bindStorage();
  }

  return {
    checkConnection: () => requireUsableServer(database, (message) => logger.warn({}, message)),
    missingRights: () => findMissingRights(database),
    checkRows: () => requireUnchangedRows(database),
    migrations: {
      list: () => listMigrations(database),
      describeUnknown: describeNewerSchema,
      pending: () => pendingMigrations(database),
      async up() {
        const ran = await migrateUp(database);
        await protectAuditLog(database);
        return ran;
      },
      down: () => migrateDown(database),
    },
    audit: {
      tenants: audit.tenants,
      verify: audit.verify,
      hasEntry: audit.hasEntry,
      acceptsChanges: () => acceptsAuditChanges(database),
    },
    async copyStorage(source, target, report) {
      for (const place of [source, target]) await connect(place);
      const { expectedHashes } = profiles;
      const result = await copyStorage(
        { source, target, owner: await storageOwner(), expectedHashes },
        report,
      );
      for (const place of [source, target]) await place.disconnect();
      return result;
    },
    async rotateSecrets() {
      const accepted = await secretFingerprints.accept();
      const master = accepted['auth.masterSecret'];
      const signing = accepted['compliance.dataSigningHash'];
      return {
        masterSecret:
          master === null
            ? null
            : {
                since: master.since,
                ...(await auth.resealSecrets()),
                previousNeededUntil: await auth.previousNeededUntil(master.since),
              },
        dataSigningHash: signing === null ? null : { ...signing, ...(await webhooks.reseal()) },
      };
    },
    async hasWebhooks() {
      const hasTables = (await pendingMigrations(database)).length === 0;
      return hasTables && (await platform.webhookOutbox.list()).length > 0;
    },
    passwords: auth.passwords,
    statistics: { rebuild: statistics.rebuild },
    demoData: createDemoData({ ...writing, seedProfiles: setup.seedProfiles }),
    exports: dataExports.service,
    consentImport: features.consentImport,
    async initializePlugins() {
      if (hooks.names().length === 0) return;
      // Plugins can use it.
      await openStorage();
      await hooks.initialize();
    },
    async prepareToSave() {
      await tenants.ensureDefault();
      await openStorage();
      await hooks.initialize();
    },
    eraseAgain: features.consents.eraseAgain,
    async afterRestore() {
      await openStorage();
      const prepared = await profiles.afterRestore();
      // A mirror that this configuration does not name is compared as a whole too.
      await storage.remove(lastCopyKey((await storageOwner()).id));
      return prepared;
    },
    configuration: features.configuration,
    async choiceNames(tenantId, profileId) {
      const { active, byId } = profiles.catalogue;
      if (profileId === undefined) return toChoiceNames(await active(tenantId));
      const profile = await byId(profileId);
      if (profile?.tenantId !== tenantId) throw new ServiceError('profile_not_found');
      return toChoiceNames([profile]);
    },
    drafts: {
      requireProfile: async (tenantId, profileId) => (await profiles.service.get(tenantId, profileId)).name,
      async listCookies(tenantId, profileId, cookies) {
        const profile = await profiles.service.get(tenantId, profileId);
        const { placed, unplaced } = placeCookies(profile.profileJson, cookies);
        const listed = await profiles.service.listCookies({ tenantId, actor: systemActor }, profile, placed);
        return { ...listed, unplaced };
      },
      recordUnlisted: findings.noteScan,
    },
    requireTenant: tenants.requireKnown,
    async requireExistingTenant(tenantId) {
      if (!(await tenants.directory.exists(tenantId))) throw new ServiceError('tenant_not_found');
    },
    starterTexts: (tenantId, request) => setup.starterTexts({ tenantId, actor: systemActor }, request),
    law: {
      routing: { type: compliance.type, overrides: compliance.jurisdictions },
      async publishedProfiles(tenantId) {
        const tenantIds = tenantId === undefined ? await tenants.listIds() : [tenantId];
        const lists: PublishedProfile[][] = [];
        for (const id of tenantIds) lists.push((await profiles.catalogue.active(id)).map(toPublished));
        return lists.flat();
      },
    },
    diagnosis: {
      readiness: setup.readiness,
      isStorageBound: async () => (await readOwner(storage)) !== null,
      secrets: secretFingerprints.states,
      pages: installation.list,
      activeGroups: async (tenantId) =>
        (await profiles.catalogue.active(tenantId)).flatMap(({ group }) => group ?? []),
    },
  };
}

const toPublished = ({
  tenantId,
  id,
  name,
  shownVersion,
  group,
  countries,
}: ProfileFacts): PublishedProfile => ({
  tenantId,
  id,
  name,
  version: shownVersion,
  group: group ?? '',
  countries,
});

const toChoiceNames = (profiles: readonly Pick<ProfileFacts, 'parametersOf' | 'categoryOf'>[]) => ({
  categories: new Set(profiles.flatMap(({ parametersOf }) => [...parametersOf.keys()])),
  services: new Set(profiles.flatMap(({ categoryOf }) => [...categoryOf.keys()])),
});

/** @throws SetupError naming the storage and the reason */
async function connect(storage: StorageAdapter): Promise<void> {
  try {
    await storage.connect();
  } catch (error) {
    const reason = errorReason(error instanceof ServiceError ? (error.cause ?? error) : error);
    throw new SetupError(`The storage ${describeStorage(storage)} cannot be used: ${reason}`, {
      cause: error,
    });
  }
}
