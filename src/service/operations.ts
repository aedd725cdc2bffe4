import { listMigrations, migrateDown, migrateUp, pendingMigrations } from '../database/migrate';
import { requireUnchangedRows } from '../database/require-unchanged-values';
import { requireUsableServer } from '../database/require-usable-server';
import { createDemoData } from '../demo-data';
import { ServiceError, SetupError } from '../kernel/errors';
import { errorReason } from '../kernel/logger';
import { copyStorage } from '../storage/copy-storage';
import type { StorageAdapter } from '../storage/storage-adapter';
import { describeStorage } from '../storage/storage-binding';
import type { Operations } from './consent-service';
import type { Features } from './features';
import type { Platform } from './platform';

/** Creates the operations that the command line runs on a service. */
export function createOperations(platform: Platform, features: Features): Operations {
  const { database, logger, secretFingerprints, storageOwner } = platform;
  const { audit, auth, dataExports, profiles, setup, statistics, tenants } = features;
  const writing = {
    ...platform,
    catalogue: profiles.catalogue,
    tenantExists: tenants.directory.exists,
    recordChanges: statistics.recordChanges,
    foldStatistics: statistics.maintain,
  };
  return {
    checkConnection: () => requireUsableServer(database, (message) => logger.warn({}, message)),
    checkRows: () => requireUnchangedRows(database),
    migrations: {
      list: () => listMigrations(database),
      pending: () => pendingMigrations(database),
      up: () => migrateUp(database),
      down: () => migrateDown(database),
    },
    audit: { tenants: audit.tenants, verify: audit.verify },
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
      const since = await secretFingerprints.accept();
      const masterSince = since['auth.masterSecret'];
      const signingSince = since['compliance.dataSigningHash'];
      return {
        masterSecret:
          masterSince === null
            ? null
            : {
                since: masterSince,
                ...(await auth.resealSecrets()),
                previousNeededUntil: await auth.previousNeededUntil(masterSince),
              },
        dataSigningHash: signingSince === null ? null : { since: signingSince },
      };
    },
    passwords: auth.passwords,
    statistics: { rebuild: statistics.rebuild },
    demoData: createDemoData({ ...writing, seedProfiles: setup.seedProfiles }),
    exports: dataExports.service,
    consentImport: features.consentImport,
    requireTenant: tenants.requireKnown,
  };
}

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
