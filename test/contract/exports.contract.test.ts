import type { Knex } from 'knex';
import { hashEntry } from '#operators/audit/audit-chain';
import { writeAudit } from '#operators/audit/index';
import { unguardCell } from '#platform/csv/spreadsheet-cells';
import { createDatabase } from '#platform/database/database';
import { createUnitOfWork, type RunUnitOfWork } from '#platform/database/unit-of-work';
import { ServiceEventEmitter } from '#platform/kernel/events';
import { createApiKey } from '../support/accounts';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { exportCalls } from '../support/exports';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { insertRecords, recordRow } from '../support/records';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const nobody = { userId: null, userEmail: null, requestId: null };
const everything = { from: null, to: null };

eachDatabaseSystem((database) => {
  let app: TestApp;
  let knex: Knex;
  let calls: ReturnType<typeof exportCalls>;
  let runUnit: RunUnitOfWork;

  beforeAll(async () => {
    ({ knex } = await database.open());
    app = await createTestApp({ knex, config: { rateLimit: false } });
    await app.service.start();
    calls = exportCalls(app);
    runUnit = createUnitOfWork({
      database: createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 10_000 }),
      events: new ServiceEventEmitter(() => {}),
      writeAudit: (connection, entries) => writeAudit(connection, entries, app.clock),
    });
  });
  afterAll(() => app.close());

  const clear = async () => {
    for (const table of ['svc_consents', 'svc_current_sums', 'svc_statistics_changes'])
      await knex(table).delete();
  };

  describe('consents', () => {
    beforeEach(clear);

    test('contain every field of a record, equally as CSV and as JSON', async () => {
      const { id: profileId } = await createActiveProfile(app);
      const { submit, update } = consentCalls(app);
      const first = {
        visitorId: 'visitor-1',
        profileId,
        locale: 'de-AT',
        consentJson: allGranted,
        ageVerified: true,
        timezone: 'Europe/Vienna',
      };
      await submit({ ...first, tcfString: 'CPxyz', gppString: 'DBAA' })
        .set('Sec-GPC', '1')
        .expect(200);
      app.clock.advance(1000);
      const second = {
        visitorId: 'visitor-2',
        profileId,
        consentJson: { necessary: 'granted', 'a,"b"\r\nc': 'objected' },
        source: 'api',
      };
      await submit(second)
        .set('X-API-Key', (await createApiKey(app)).key)
        .expect(200);
      app.clock.advance(1000);
      await update('visitor-1', {
        consentJson: { ...allGranted, marketing: 'denied' },
        tcfString: 'CPxyz',
        gppString: 'DBAA',
      })
        .set('Sec-GPC', '1')
        .expect(200);

      const { header, rows } = await calls.csv('/consents');
      const facts =
        'id,visitorId,profileId,profileVersion,locale,source,gpcDetected,ageVerified,country,tcfString,gppString,createdAt,updatedAt,by,apiKeyId,region,gpcOverride,parentalConsent,subjectId,method,layer,deviceId,expiresAt,services,effectiveConsent,variant,parentalDenied,decidedWithSignal,signalAt,complianceGroup'.split(
          ',',
        );
      expect(header).toEqual([
        ...facts,
        'consent.analytics',
        'consent.marketing',
        'consent.necessary',
        'consent',
      ]);
      const [younger, older] = await calls.json('/consents');
      const list = (await app.request.get(`${app.adminBase}/consents`).set(await app.asAdmin())).body.items;
      // The law and the name of the profile are in the list, for the operator’s eyes.
      const exported = ({ profileName, law, ...fields }: Record<string, unknown>) => fields;
      // What an import needs to keep an opt-out by the signal is in the export alone.
      const signals = [
        { decidedWithSignal: false, signalAt: null },
        { decidedWithSignal: true, signalAt: older.updatedAt },
      ];
      expect([younger, older]).toEqual(
        list.map((item: Record<string, unknown>, index: number) => ({
          ...exported(item),
          ...signals[index],
        })),
      );
      expect([younger, older]).toMatchObject([
        { country: null, region: null, complianceGroup: 'opt-in' },
        { country: 'AT', region: null, complianceGroup: 'opt-in' },
      ]);
      expect(rows[1]).toEqual({
        id: older.id,
        visitorId: 'visitor-1',
        profileId,
        profileVersion: '1',
        locale: 'de-AT',
        source: 'banner',
        gpcDetected: 'true',
        ageVerified: 'true',
        country: 'AT',
        tcfString: 'CPxyz',
        gppString: 'DBAA',
        createdAt: older.createdAt,
        updatedAt: older.updatedAt,
        by: 'visitor',
        apiKeyId: '',
        region: '',
        gpcOverride: '',
        parentalConsent: '',
        subjectId: '',
        method: '',
        layer: '',
        deviceId: '',
        expiresAt: older.expiresAt,
        services: '',
        effectiveConsent: JSON.stringify(older.effectiveConsent),
        variant: '',
        parentalDenied: '',
        decidedWithSignal: 'true',
        signalAt: older.updatedAt,
        complianceGroup: 'opt-in',
        'consent.analytics': 'granted',
        'consent.marketing': 'denied',
        'consent.necessary': 'granted',
        consent: '',
      });
      expect(rows[0]).toMatchObject({
        visitorId: 'visitor-2',
        ageVerified: '',
        country: '',
        tcfString: '',
        // No version of the profile has such a category.
        consent: JSON.stringify({ 'a,"b"\r\nc': 'objected' }),
      });
      expect(older.updatedAt).not.toBe(older.createdAt);
    });

    test('are all exported once, newest first, across pages and with equal times', async () => {
      const rows = Array.from({ length: 1100 }, (_, index) =>
        recordRow({ createdAt: start + Math.floor(index / 400) * day }),
      );
      await insertRecords(knex, rows);
      await insertRecords(knex, [recordRow({ createdAt: start })], 'other');
      const expected = [...rows]
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        .map(({ id }) => id);
      expect((await calls.csv('/consents')).rows.map(({ id }) => id)).toEqual(expected);
      expect((await calls.json('/consents')).map(({ id }: { id: string }) => id)).toEqual(expected);
    });

    test('contain only the selected profile and days, with the columns of that selection', async () => {
      await insertRecords(knex, [
        recordRow({ visitorId: 'a', profileId: 'profile-1', createdAt: start }),
        recordRow({ visitorId: 'b', profileId: 'profile-2', createdAt: start + day }),
        recordRow({ visitorId: 'c', profileId: 'profile-2', createdAt: start + 2 * day }),
      ]);
      await knex('svc_consents').where({ visitor_id: 'c' }).update({ consent_json: '{"toString":"denied"}' });
      const visitors = async (query: Record<string, string>) => {
        const { header, rows } = await calls.csv('/consents', query);
        const json: { visitorId: string }[] = await calls.json('/consents', query);
        expect(json.map(({ visitorId }) => visitorId)).toEqual(rows.map(({ visitorId }) => visitorId));
        return [
          rows.map(({ visitorId }) => visitorId).join(),
          ...header.filter((name) => name.startsWith('consent.')),
        ];
      };
      expect(await visitors({})).toEqual(['c,b,a', 'consent.analytics', 'consent.toString']);
      expect(await visitors({ profileId: 'profile-2' })).toEqual([
        'c,b',
        'consent.analytics',
        'consent.toString',
      ]);
      expect(await visitors({ from: '2026-01-03' })).toEqual(['c', 'consent.toString']);
      expect(await visitors({ from: '2026-01-02', to: '2026-01-02' })).toEqual(['b', 'consent.analytics']);
      expect(await visitors({ profileId: 'profile-1', from: '2026-01-02' })).toEqual(['']);
    });

    test('of an empty tenant are a header, and an empty array', async () => {
      expect((await calls.get('/consents')).text).toMatch(
        /^\ufeffid,visitorId,.*,updatedAt,.*,effectiveConsent,variant,parentalDenied,decidedWithSignal,signalAt,complianceGroup,consent\r\n$/,
      );
      expect((await calls.get('/consents', { format: 'json' })).text).toBe('[\n]\n');
    });

    test('made, erased and changed while an export runs neither end up in it twice nor keep it from its end', async () => {
      const rows = Array.from({ length: 800 }, (_, index) =>
        recordRow({ visitorId: `old-${index}`, createdAt: start + index }),
      );
      await insertRecords(knex, rows);
      const context = { tenantId: 'default', actor: nobody };
      const request = { format: 'json', range: everything } as const;
      let text = '';
      let pages = 0;
      for await (const piece of app.service.operations.exports.consents(
        context,
        request,
        new AbortController().signal,
      )) {
        text += piece;
        pages += 1;
        app.clock.advance(1);
        await insertRecords(knex, [recordRow({ visitorId: `new-${pages}`, createdAt: app.clock.now() })]);
        if (pages === 1) await knex('svc_consents').where({ visitor_id: 'old-0' }).delete();
        if (pages === 1)
          await knex('svc_consents')
            .where({ visitor_id: 'old-1' })
            .update({ consent_json: '{"other":"denied"}', revision: 2 });
      }
      const exported: { visitorId: string; consentJson: object }[] = JSON.parse(text);
      expect(exported.map(({ visitorId }) => visitorId)).toEqual(
        rows
          .slice(1)
          .map(({ visitorId }) => visitorId)
          .reverse(),
      );
      expect(exported.at(-1)?.consentJson).toEqual({ other: 'denied' });
      expect(pages).toBeGreaterThan(3);
    });

    test('have a category that appears after the columns were chosen in the last column', async () => {
      await insertRecords(
        knex,
        Array.from({ length: 800 }, (_, index) =>
          recordRow({ visitorId: `old-${index}`, createdAt: start + index }),
        ),
      );
      const context = { tenantId: 'default', actor: nobody };
      const request = { format: 'csv', range: everything } as const;
      let text = '';
      for await (const piece of app.service.operations.exports.consents(
        context,
        request,
        new AbortController().signal,
      )) {
        if (text === '')
          await knex('svc_consents')
            .where({ visitor_id: 'old-1' })
            .update({ consent_json: '{"analytics":"denied","late":"granted"}' });
        text += piece;
      }
      expect(text.split('\r\n').at(-3)).toMatch(/,old-1,.*,denied,"\{""late"":""granted""\}"$/);
    });

    test('of another process whose clock is ahead are there too', async () => {
      await insertRecords(knex, [
        recordRow({ visitorId: 'early', createdAt: start }),
        recordRow({ visitorId: 'ahead', createdAt: app.clock.now() + 5000 }),
      ]);
      expect((await calls.csv('/consents')).rows.map(({ visitorId }) => visitorId)).toEqual([
        'ahead',
        'early',
      ]);
      expect(await calls.json('/consents')).toHaveLength(2);
    });

    test('have the categories beyond the column limit as JSON in the last column', async () => {
      const maps = Array.from({ length: 6 }, (_, row) =>
        Object.fromEntries(
          Array.from({ length: 200 }, (_cell, index) => [`c${row * 200 + index}`, 'granted']),
        ),
      );
      const rows = maps.map((_map, index) =>
        recordRow({ visitorId: `visitor-${index}`, createdAt: start + index }),
      );
      await insertRecords(knex, rows);
      for (const [index, map] of maps.entries())
        await knex('svc_consents')
          .where({ visitor_id: `visitor-${index}` })
          .update({ consent_json: JSON.stringify(map) });
      const read = await calls.csv('/consents');
      expect(read.header).toHaveLength(30 + 1000 + 1);
      const restored = read.rows.map((row) => {
        const cells = Object.entries(row).filter(
          ([name, cell]) => name.startsWith('consent.') && cell !== '',
        );
        return {
          ...Object.fromEntries(cells.map(([name, cell]) => [name.slice('consent.'.length), cell])),
          ...JSON.parse(row.consent || '{}'),
        };
      });
      expect(restored).toEqual([...maps].reverse());
    });
  });

  describe('the audit log', () => {
    test('is equal as CSV and as JSON, with hashes that can be computed from either', async () => {
      const { id } = await createProfile(app, { name: '=1+1' });
      await app.request
        .put(`${app.adminBase}/profiles/${id}`)
        .set(await app.asAdmin())
        .send({ name: 'A "new", name', profileJson: profileJson() })
        .expect(200);
      const json = await calls.json('/audit');
      const { rows } = await calls.csv('/audit');
      // What the first export left is in the second.
      expect(rows).toHaveLength(json.length + 1);
      const fromCsv = rows.slice(1).map((row) => ({
        ...row,
        sequence: Number(row.sequence),
        changes: JSON.parse(row.changes ?? ''),
        // A name can begin as a formula does.
        resourceName: row.resourceName ? unguardCell(row.resourceName) : null,
        ...Object.fromEntries(['userId', 'userEmail', 'requestId'].map((name) => [name, row[name] || null])),
      }));
      expect(fromCsv).toEqual(json);
      for (const entry of json) expect(hashEntry(entry)).toBe(entry.hash);
      expect(json.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
        json.map((_entry: unknown, index: number) => json.length - index),
      );
    });

    test('keeps to the days asked for', async () => {
      expect((await calls.csv('/audit', { to: '2026-01-01' })).rows).toEqual([]);
      expect(await calls.json('/audit', { from: '2000-01-01', to: '2026-01-01' })).toEqual([]);
      const today = new Date(app.clock.now()).toISOString().slice(0, 10);
      expect((await calls.json('/audit', { from: today })).length).toBeGreaterThan(2);
    });

    test('is exported in any number of pages, without entries added meanwhile', async () => {
      const entry = { tenantId: 'default', action: 'thing:changed', resourceType: 'thing', actor: nobody };
      for (const batch of [1, 2, 3]) {
        await runUnit(async (unit) => {
          for (let index = 0; index < 200; index += 1)
            unit.audit({ ...entry, resourceId: `thing-${batch}-${index}` });
        });
      }
      const last = Number(
        (await knex('svc_audit').where({ tenant_id: 'default' }).max({ last: 'sequence' }).first())?.last,
      );
      const { rows } = await calls.csv('/audit');
      expect(rows.map(({ sequence }) => Number(sequence))).toEqual(
        Array.from({ length: last }, (_, index) => last - index),
      );
    });
  });

  test('an export leaves one entry, with its filters and the number of rows', async () => {
    await clear();
    await insertRecords(knex, [recordRow({ createdAt: start }), recordRow({ createdAt: start + day })]);
    await calls.csv('/consents', { from: '2026-01-02', to: '2026-01-05', profileId: 'profile-1' });
    await calls.json('/audit', { to: '2025-12-31' });
    const [audit, consents] = (
      await app.request.get(`${app.adminBase}/audit?limit=2`).set(await app.asAdmin())
    ).body.items;
    expect([consents.action, consents.resourceType, consents.resourceId]).toEqual([
      'export:consents',
      'consents',
      'default',
    ]);
    expect(consents.changes).toEqual({
      format: 'csv',
      profileId: 'profile-1',
      from: '2026-01-02T00:00:00.000Z',
      to: '2026-01-05T23:59:59.999Z',
      rows: 1,
    });
    expect([audit.action, audit.changes]).toEqual([
      'export:audit',
      { format: 'json', to: '2025-12-31T23:59:59.999Z', rows: 0 },
    ]);
    expect(audit.requestId).toEqual(expect.any(String));
  });
});
