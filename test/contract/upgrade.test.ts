import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase } from '#platform/database/database';
import { migrations } from '#platform/database/migrations/index';
import { createSchemaTools } from '#platform/database/migrations/migration';
import { signInAs } from '../support/accounts';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { eachDatabase, type TestDatabase } from '../support/databases';
import { receiptCalls } from '../support/receipts';
import type { UpgradeData } from '../support/upgrades/upgrade-data';
import { expectWhole } from '../support/whole-data';

const directory = join(__dirname, '../support/upgrades');
/** One file for each version whose databases differ from those of the version before. */
const versions = readdirSync(directory)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));
const read = (version: string): UpgradeData =>
  JSON.parse(readFileSync(join(directory, `${version}.json`), 'utf8'));

eachDatabase((driver) => {
  /** Makes the database of an earlier version, and starts this version on it a day later. */
  async function upgrade(data: UpgradeData): Promise<TestApp> {
    const { knex } = await driver.openEmpty();
    await fill(driver, knex, data);
    const clock = createTestClock(data.at);
    clock.advance(24 * 3_600_000);
    const app = await createTestApp({ knex, clock, config: { rateLimit: false } });
    await app.service.start();
    return app;
  }

  test.each(versions)('a database of version %s has its data after the upgrade', async (version) => {
    const data = read(version);
    const { visitors, profileId } = data;
    const app = await upgrade(data);
    try {
      const consents = consentCalls(app);
      const admin = await app.asAdmin();

      expect((await consents.read(visitors.changed).expect(200)).body).toMatchObject({
        consentJson: allDenied,
        profileVersion: 2,
      });
      expect((await consents.verify(visitors.kept).expect(200)).body).toMatchObject({ valid: true });
      expect(await consents.history(visitors.changed)).toMatchObject([
        { consentJson: allDenied, profileVersion: 2 },
        { consentJson: allGranted, profileVersion: 1 },
      ]);
      await consents.read(visitors.erased).expect(404);

      const shown = await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);
      expect(shown.body).toMatchObject({ mainBanner: { heading: 'Second version' } });
      const german = await app.request.get(`${app.publicBase}/profiles/default/opt-in/de`).expect(200);
      expect(german.body.mainBanner.heading).toBe('Ihre Privatsphäre');
      // The text that the visitor read, which a newer one has replaced.
      const receipt = await receiptCalls(app).json(visitors.kept).expect(200);
      expect(JSON.stringify(receipt.body)).toContain('Shop Ltd');

      await signInAs(app, data.email);
      await app.request.get(`${app.adminBase}/consents`).set(admin).expect(200);
      await consents
        .submit({ visitorId: 'visitor-after', profileId, consentJson: allGranted })
        .set('X-API-Key', data.key)
        .expect(200);
      expect(await consents.history('visitor-after')).toMatchObject([{ by: 'apiKey' }]);
      await consents.update(visitors.kept, { profileId, consentJson: allDenied }).expect(200);
      expect(await consents.history(visitors.kept)).toHaveLength(2);
      await consents.erase(visitors.changed).expect(200);
      await expectWhole(app);
    } finally {
      await app.close();
    }
  });
});

/** Makes the tables as the migrations of that version do, and writes its rows. */
async function fill(
  { dialect }: TestDatabase,
  knex: Awaited<ReturnType<TestDatabase['open']>>['knex'],
  { migrations: ran, rows }: UpgradeData,
): Promise<void> {
  const names = (name: string) => `svc_${name}`;
  const database = createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 20_000 });
  const tools = createSchemaTools(knex, dialect, database.prefix);
  await knex.migrate.latest({
    tableName: 'svc_migrations',
    disableTransactions: true,
    migrationSource: {
      getMigrations: async () => migrations.filter(({ name }) => ran.includes(name)),
      getMigrationName: ({ name }) => name,
      getMigration: async ({ up, down }) => ({ up: () => up(tools, names), down: () => down(tools, names) }),
    },
  });
  for (const [table, list] of Object.entries(rows)) await knex.batchInsert(names(table), [...list], 50);
}
