import type { Knex } from 'knex';
import type { ConsentServiceConfig, ResolvedConfig } from '#platform/config/config-schema';
import { ConfigError, resolveConfig } from '#platform/config/resolve-config';
import { productName } from '#platform/database/describe-database';
import { getDialect } from '#platform/database/dialect';
import { timezoneGeoProvider } from '#platform/geo/index';
import { checkTrustProxy } from '#platform/http/client-facts';
import { databaseStorage, isDatabaseStorage } from '#platform/storage/database/database-storage';
import { primaryStorage } from '#platform/storage/synced/synced-storage';

/** Validates the host's configuration and adds the defaults. @throws ConfigError naming every wrong key */
export function resolveServiceConfig(input: ConsentServiceConfig): ResolvedConfig {
  const config = resolveConfig(input, {
    storage: ({ knex, database: { tablePrefix, timeoutMs } }) =>
      databaseStorage(knex, { tablePrefix, timeoutMs }),
    geo: () => timezoneGeoProvider(),
    checks: { knex: getDialect, trustProxy: checkTrustProxy },
  });
  requireOwnDatabase(config);
  requireSameProduct(config);
  return config;
}

/** Requires a replica to be of the same kind as its primary: the service writes its queries for one. */
function requireSameProduct({ knex, database: { readKnex } }: ResolvedConfig): void {
  if (readKnex === undefined) return;
  const wanted = productName(getDialect(knex));
  const message = wrongProduct(readKnex, wanted);
  if (message !== null) throw new ConfigError([{ path: 'database.readKnex', message }]);
}

function wrongProduct(readKnex: Knex, wanted: string): string | null {
  try {
    const found = productName(getDialect(readKnex));
    return found === wanted ? null : `must be a Knex for ${wanted}, as knex is; it is for ${found}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'is not valid';
  }
}

/** Requires files that are stored in a database to be in the service's own: its transactions write them. */
function requireOwnDatabase({ storage: configured, knex, database }: ResolvedConfig): void {
  const storage = primaryStorage(configured);
  if (!isDatabaseStorage(storage) || (storage.knex === knex && storage.tablePrefix === database.tablePrefix))
    return;
  throw new ConfigError([
    {
      path: 'storage',
      message:
        'databaseStorage must use the same Knex and tablePrefix as the service, whose transactions write the files',
    },
  ]);
}
