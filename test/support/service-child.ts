import createKnex, { type Knex } from 'knex';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { createService } from '#service/create-consent-service';
import { adminEmail, adminPassword } from './create-test-app';
import { silentLogger } from './published-files';

/**
 * A process with a service: starts it on `<knex config as JSON> <directory>`, closes it, and ends by itself.
 */
const [config = '{}', directory = ''] = process.argv.slice(2);
const knex = createKnex(JSON.parse(config) as Knex.Config);
const service = createService(
  { knex, storage: diskStorage({ directory }), logger: silentLogger, auth: { adminEmail, adminPassword } },
  { passwordHashing: { log2N: 4 } },
);

async function run(): Promise<void> {
  await service.start();
  const { status } = await service.health();
  await service.close();
  await knex.destroy();
  process.stdout.write(status);
}

run().catch((error) => {
  process.stderr.write(String(error?.stack ?? error));
  process.exitCode = 1;
});
