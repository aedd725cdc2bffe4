// `node -r ./test/support/typescript.js test/support/upgrades/write.ts 0.1.0`: writes the rows of a small database as this
// version makes them. test/contract/upgrade.test.ts upgrades them, so the file of a released version is never written again.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { globalTables, tenantTables } from '#platform/database/tables';
import { createApiKey, createUser } from '../accounts';
import { allDenied, allGranted, consentCalls } from '../consent';
import { createTestApp, createTestClock } from '../create-test-app';
import { germanContent, profileJson } from '../profiles';
import { createReceiptProfile } from '../receipts';
import type { UpgradeData } from './upgrade-data';

/** Made again from the other rows, or worthless after an hour. */
const leftOut = ['files', 'leases', 'value_checks', 'login_attempts', 'sessions'];
const visitors = { changed: 'visitor-changed', kept: 'visitor-kept', erased: 'visitor-erased' };
const decidedIn = { locale: 'de', timezone: 'Europe/Berlin' };

async function main(version: string): Promise<void> {
  const clock = createTestClock(Date.parse('2026-11-02T09:00:00Z'));
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
  });
  const app = await createTestApp({ knex, clock, config: { rateLimit: false } });
  const consents = consentCalls(app);
  const admin = await app.asAdmin();

  const { id: profileId } = await createReceiptProfile(app, {}, { de: germanContent() });
  for (const visitorId of Object.values(visitors))
    await consents.submit({ visitorId, profileId, consentJson: allGranted, ...decidedIn }).expect(200);

  clock.advance(60_000);
  const newTexts = profileJson({
    allowReceipt: true,
    mainBanner: { ...profileJson().mainBanner, heading: 'Second version' },
  });
  await app.request
    .put(`${app.adminBase}/profiles/${profileId}`)
    .set(admin)
    .send({ profileJson: newTexts })
    .expect(200);
  await app.request.post(`${app.adminBase}/profiles/${profileId}/activate`).set(admin).expect(200);

  clock.advance(60_000);
  await consents.update(visitors.changed, { profileId, consentJson: allDenied, ...decidedIn }).expect(200);
  await consents.erase(visitors.erased).expect(200);
  const { email } = await createUser(app, { role: 'editor' });
  const { key } = await createApiKey(app);
  await app.service.maintenance();
  await app.close();

  const data: UpgradeData = {
    at: clock.now(),
    migrations: await knex('svc_migrations').orderBy('id').pluck('name'),
    visitors,
    profileId,
    email,
    key,
    rows: await readRows(knex),
  };
  await knex.destroy();
  // One row a line, so that a change of the file can be read.
  const { rows, ...facts } = data;
  const tables = Object.entries(rows).map(
    ([table, list]) => `"${table}": [\n${list.map((row) => JSON.stringify(row)).join(',\n')}\n]`,
  );
  const text = `${JSON.stringify(facts).slice(0, -1)},\n"rows": {\n${tables.join(',\n')}\n}}\n`;
  writeFileSync(join(__dirname, `${version}.json`), text);
}

async function readRows(knex: Knex): Promise<UpgradeData['rows']> {
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const table of [...tenantTables, ...globalTables]) {
    if (leftOut.includes(table)) continue;
    const columns = await knex(`svc_${table}`).columnInfo();
    const found: Record<string, unknown>[] = await knex(`svc_${table}`);
    // SQLite has numbers for booleans; PostgreSQL refuses them.
    const asWritten = (column: string, value: unknown) =>
      columns[column]?.type === 'boolean' && value !== null ? Boolean(value) : value;
    if (found.length > 0)
      rows[table] = found.map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, asWritten(column, value)])),
      );
  }
  return rows;
}

void main(process.argv[2] ?? '');
