import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase, type OpenDatabase } from '../support/databases';
import { importFile } from '../support/imports';
import { createActiveProfile } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

const guide = readFileSync(join(__dirname, '../../docs/guide/sql-views.md'), 'utf8');

/** The columns that the guide promises for a view. */
function documentedColumns(view: string): string[] {
  const [, section = ''] = guide.split(`## ${view}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
}

const queries = [...guide.matchAll(/```sql\n([\s\S]+?)```/g)].map(([, query = '']) => query);

eachDatabase((driver) => {
  let opened: OpenDatabase;
  let app: TestApp;
  let profileId: string;
  let other: { id: string };
  const day = 86_400_000;
  let first: number;
  let second: number;

  beforeAll(async () => {
    opened = await driver.open();
    app = await createTestApp({ knex: opened.knex, config: { tenancy } });
    ({ id: profileId } = await createActiveProfile(app));
    other = await createTenant(app, 'other');
    await createActiveProfile(app, {}, other.id);
    const submit = (visitorId: string, consentJson: object, tenant = 'default', more = {}) =>
      app.request
        .post(`${app.publicBase}/consent`)
        .set('X-Tenant-Id', tenant)
        .send({ visitorId, profileId, locale: 'en', consentJson, ...more })
        .expect(200);
    first = app.clock.now();
    const changing = '0190aaaa-0000-7000-8000-000000000001';
    await submit(changing, allGranted);
    await submit('0190aaaa-0000-7000-8000-000000000002', allDenied, 'default', { gpcDetected: true });
    app.clock.advance(day);
    second = app.clock.now();
    await consentCalls(app).update(changing, { consentJson: allDenied }).expect(200);
    await opened.knex('svc_consents').where({ visitor_id: changing }).update({ subject_id: 'customer-7' });
  });
  afterAll(async () => {
    await app.close();
    await opened.close();
  });

  const view = async (name: string) => {
    const rows = await opened.knex(name);
    return rows.map((row: object) => ({ ...row }) as Record<string, unknown>);
  };
  const sortedBy = (rows: Record<string, unknown>[], ...names: string[]) =>
    [...rows].sort((a, b) => {
      const key = (row: Record<string, unknown>) => names.map((name) => String(row[name])).join(' ');
      return key(a) < key(b) ? -1 : 1;
    });

  test.each(['svc_v_consents', 'svc_v_decisions', 'svc_v_publications'])(
    '%s has the documented columns',
    async (name) => {
      const [row] = await view(name);
      expect(Object.keys(row ?? {})).toEqual(documentedColumns(name));
    },
  );

  test('an imported decision has its own time, not that of an earlier one of the visitor', async () => {
    const [createdAt, updatedAt] = ['2025-01-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'];
    const file = `visitorId,createdAt,updatedAt,consent.analytics\nmoved,${createdAt},${updatedAt},granted\n`;
    await importFile(app, profileId, file, { preset: 'express-consent' });
    const rows = (await view('svc_v_decisions')).filter((row) => row.visitor_id === 'moved');
    expect(rows.map((row) => Number(row.decided_at_ms))).toEqual([Date.parse(updatedAt)]);
    await opened.knex('svc_consents').where({ visitor_id: 'moved' }).delete();
  });

  test('consents are as they are now, with flags as 0 and 1 and times in milliseconds', async () => {
    const rows = sortedBy(await view('svc_v_consents'), 'visitor_id');
    expect(rows).toHaveLength(2);
    expect(rows.map((row) => [row.choice, row.gpc_detected, row.revision])).toEqual([
      ['out', 0, 2],
      ['out', 1, 1],
    ]);
    const [row] = rows;
    expect(row).toMatchObject({
      tenant_id: 'default',
      profile_id: profileId,
      profile_version: 1,
      compliance_group: 'opt-in',
      locale: 'en',
      subject_id: 'customer-7',
      written_by: 'visitor',
    });
    expect([Number(row?.created_at_ms), Number(row?.updated_at_ms)]).toEqual([first, second]);
    expect(JSON.parse(String(row?.categories))).toMatchObject({ analytics: expect.anything() });
  });

  test('decisions are all that were made, also those of records that never changed', async () => {
    const rows = sortedBy(await view('svc_v_decisions'), 'visitor_id', 'revision');
    expect(rows.map((row) => [row.tenant_id, row.revision, row.choice, Number(row.decided_at_ms)])).toEqual([
      ['default', 1, 'in', first],
      ['default', 2, 'out', second],
      ['default', 1, 'out', first],
    ]);
    const consents = await view('svc_v_consents');
    expect(new Set(rows.map(({ consent_id }) => consent_id))).toEqual(
      new Set(consents.map(({ consent_id }) => consent_id)),
    );
  });

  test('publications name the profile, of each tenant', async () => {
    const rows = await view('svc_v_publications');
    expect(rows.map(({ tenant_id }) => tenant_id).sort()).toEqual(['default', other.id].sort());
    expect(rows.find(({ tenant_id }) => tenant_id === 'default')).toMatchObject({
      profile_id: profileId,
      profile_version: 1,
      profile_name: 'Shop EU',
      compliance_group: 'opt-in',
      published_by: expect.stringContaining('@'),
      ended_at_ms: null,
    });
  });

  test('the queries of the guide run and find what they promise', async () => {
    await opened.knex.schema.createTable('orders', (table) => {
      table.string('customer_id', 128);
      table.integer('total');
    });
    await opened.knex('orders').insert([
      { customer_id: 'customer-7', total: 30 },
      { customer_id: 'customer-8', total: 50 },
    ]);
    expect(queries).toHaveLength(3);
    // The choice of a device, which a sign-in brings into an account.
    const { id, ...record } = await opened.knex('svc_consents').where({ gpc_detected: true }).first();
    const copied = { visitor_id: 'account', submission_hash: null, source: 'account' };
    await opened.knex('svc_consents').insert({ ...record, id: 'account', ...copied });
    const results = [];
    for (const query of queries) {
      const result = await opened.knex.raw(query);
      const rows: Record<string, unknown>[] =
        driver.dialect === 'sqlite' ? result : driver.dialect === 'mysql' ? result[0] : result.rows;
      results.push(
        rows.map((row) =>
          Object.values(row).map((value) => (/^\d+$/.test(String(value)) ? Number(value) : value)),
        ),
      );
    }
    const midnight = (time: number) => time - (time % day);
    expect(results[0]).toEqual([
      [midnight(first), 'in', 1],
      [midnight(first), 'out', 1],
      [midnight(second), 'out', 1],
    ]);
    expect(results[1]).toEqual([['out', 1, 30]]);
    expect(results[2]).toEqual([
      ['Shop EU', 1, 'in', 1],
      ['Shop EU', 1, 'out', 2],
    ]);
  });
});
