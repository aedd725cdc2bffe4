import { consentCalls, consentTables } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem, type OpenDatabase } from '../support/databases';
import { holdAnswer } from '../support/held-answers';
import { importedTables, importFile } from '../support/imports';
import { createActiveProfile } from '../support/profiles';
import { storedStates } from '../support/states';
import { recount, statisticsCalls } from '../support/statistics';
import { forgetConsents } from '../support/statistics-histories';

const now = Date.UTC(2026, 5, 1);
const header = 'visitor,decided,analytics,ads,country\n';
const csv = (...rows: string[]) => header + rows.map((row) => `${row}\n`).join('');

eachDatabaseSystem((database) => {
  let opened: OpenDatabase;
  let app: TestApp;
  let profileId: string;
  beforeAll(async () => {
    opened = await database.open();
    app = await createTestApp({
      knex: opened.knex,
      clock: createTestClock(now),
      config: { rateLimit: false },
    });
    profileId = (await createActiveProfile(app)).id;
  });
  afterAll(() => app.close());
  beforeEach(() => forgetConsents(app));

  const run = (file: string, options = {}) => importFile(app, profileId, file, options);
  const historyOf = async (visitorId: string) =>
    (await consentCalls(app).history(visitorId)).map(
      ({ createdAt, action, source, consentJson }: Record<string, unknown>) => [
        createdAt,
        action,
        source,
        consentJson,
      ],
    );
  const expectTrueStatistics = async () =>
    expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));

  test('rows become records with history, visitors, statistics and one entry of the audit log', async () => {
    const { counts } = await run(
      csv(
        'anna,2026-01-01T10:00:00Z,true,false,DE',
        'bert,2026-01-02T10:00:00Z,true,true,',
        'anna,2026-02-01T10:00:00Z,false,false,',
        'cara,2026-01-03,0,1,at',
      ),
    );
    expect(counts).toEqual({ read: 4, written: 4, older: 0, unchanged: 0, refused: 0 });
    const { body } = await consentCalls(app).read('anna').expect(200);
    expect(body).toMatchObject({
      profileId,
      profileVersion: 1,
      source: 'import',
      locale: 'en',
      consentJson: { analytics: 'denied', marketing: 'denied' },
      createdAt: '2026-01-01T10:00:00.000Z',
      updatedAt: '2026-02-01T10:00:00.000Z',
    });
    expect(await historyOf('anna')).toEqual([
      ['2026-02-01T10:00:00.000Z', 'updated', 'import', { analytics: 'denied', marketing: 'denied' }],
      ['2026-01-01T10:00:00.000Z', 'created', 'import', { analytics: 'granted', marketing: 'denied' }],
    ]);
    const { consents } = await importedTables(app);
    expect(consents.map(({ visitor_id, country, ip_hash }) => [visitor_id, country, ip_hash])).toEqual([
      ['anna', 'DE', null],
      ['bert', null, null],
      ['cara', 'AT', null],
    ]);
    await expectTrueStatistics();
    const timeline = await statisticsCalls(app).get('/stats/timeline', { days: '365' });
    expect(timeline.reduce((sum: number, { total }: { total: number }) => sum + total, 0)).toBe(4);
    const entries = await app.knex('svc_audit').where({ action: 'import:consents' });
    expect(entries).toHaveLength(1);
    expect(JSON.parse(entries[0].changes)).toMatchObject({
      file: 'consents.csv',
      profileId,
      read: 4,
      written: 4,
      refused: 0,
      completed: true,
    });
    expect(entries[0].changes).not.toContain('anna');
  });

  test('the same file again changes nothing, and neither does the order of its rows', async () => {
    const rows = Array.from(
      { length: 500 },
      (_row, index) =>
        `v${index % 270},2026-01-${10 + (index % 19)}T0${index % 10}:00:00Z,${index % 2},${index % 3 === 0},`,
    );
    await run(csv(...rows));
    const tables = await importedTables(app);
    const before = await consentTables(app);
    const again = await run(csv(...rows));
    expect(again.counts).toEqual({ read: 500, written: 0, older: 0, unchanged: 500, refused: 0 });
    expect({ ...(await consentTables(app)), svc_audit: [] }).toEqual({ ...before, svc_audit: [] });

    await forgetConsents(app);
    const backwards = await run(csv(...rows.reverse()));
    // Newest first: what a later batch holds of a visitor lies behind what is there.
    expect(backwards.counts.older).toBeGreaterThan(0);
    expect(await importedTables(app)).toEqual(tables);
    await expectTrueStatistics();
  });

  test('a visitor’s own later decision stays current, and the imported one goes into the history', async () => {
    await consentCalls(app).submit({
      visitorId: 'anna',
      profileId,
      consentJson: { necessary: 'granted', analytics: 'granted', marketing: 'granted' },
    });
    const { body } = await consentCalls(app).read('anna');
    const { counts } = await run(
      csv('anna,2025-03-01T10:00:00Z,false,false,DE', 'anna,2025-02-01T10:00:00Z,true,false,DE'),
    );
    expect(counts).toMatchObject({ written: 0, older: 2 });
    expect((await consentCalls(app).read('anna')).body).toEqual({
      ...body,
      createdAt: '2025-02-01T10:00:00.000Z',
    });
    expect((await historyOf('anna')).map(([at, action, source]: unknown[]) => [at, action, source])).toEqual([
      [body.updatedAt, 'updated', 'banner'],
      ['2025-03-01T10:00:00.000Z', 'updated', 'import'],
      ['2025-02-01T10:00:00.000Z', 'created', 'import'],
    ]);
    await expectTrueStatistics();
    // The record goes on as any other.
    await consentCalls(app)
      .update('anna', { consentJson: { analytics: 'denied' } })
      .expect(200);
    expect(await historyOf('anna')).toHaveLength(4);
    await expectTrueStatistics();
  });

  test('a later row replaces the imported decision, keeps the known place, and updates the statistics', async () => {
    await run(csv('anna,2026-01-01,true,true,DE'));
    const { counts } = await run(csv('anna,2026-03-01,false,true,'));
    expect(counts).toMatchObject({ written: 1, older: 0 });
    expect((await importedTables(app)).consents).toMatchObject([
      { country: 'DE', choice: 'partial', revision: 2 },
    ]);
    await expectTrueStatistics();
  });

  test('a visitor who has been erased does not come back by an import', async () => {
    const file = csv('anna,2026-01-01,true,true,DE', 'bert,2026-01-01,true,true,DE');
    await run(file);
    await consentCalls(app).erase('anna').expect(200);
    const { counts, refused } = await run(file);
    expect(counts).toEqual({ read: 2, written: 0, older: 0, unchanged: 1, refused: 1 });
    expect(refused).toEqual(["2: the visitor's data was erased here later"]);
    await consentCalls(app).read('anna').expect(404);
  });

  // SQLite lets nobody write in between.
  const testBetween = database.dialect === 'sqlite' ? test.skip : test;

  testBetween('neither does one who is erased while an import looks at what there is', async () => {
    const file = csv('erased-meanwhile,2026-01-01,true,true,DE');
    await run(file);
    const held = holdAnswer(app.knex, /from .svc_(consents. where .*visitor_id. in|audit. where .*action)/);
    const importing = run(file);
    await held.answered;
    await consentCalls(app).erase('erased-meanwhile').expect(200);
    held.release();
    expect((await importing).counts).toMatchObject({ written: 0, refused: 1 });
    await consentCalls(app).read('erased-meanwhile').expect(404);
  });

  test('visitors who decide during an import keep their decisions', async () => {
    const visitors = Array.from({ length: 40 }, (_visitor, index) => `meanwhile-${index}`);
    const rows = visitors.flatMap((id) => [`${id},2026-01-01,true,true,`, `${id},2026-02-01,true,false,`]);
    const decide = (visitorId: string) =>
      consentCalls(app)
        .submit({ visitorId, profileId, consentJson: { analytics: 'denied', marketing: 'denied' } })
        .expect(200);
    const [{ counts }] = await Promise.all([run(csv(...rows)), ...visitors.map(decide)]);
    expect(counts.written + counts.older).toBe(80);
    const { consents, history } = await importedTables(app);
    expect(consents.every(({ source, revision }) => source === 'banner' && Number(revision) === 3)).toBe(
      true,
    );
    expect(history).toHaveLength(120);
    await expectTrueStatistics();
  });

  testBetween(
    'an import comes to its end also where visitors decide in between each time that it tries',
    async () => {
      const visitors = Array.from({ length: 25 }, (_visitor, index) => `between-${index}`);
      const file = csv(...visitors.map((id) => `${id},2026-01-01,true,true,`));
      let isOver = false;
      const importing = run(file).finally(() => {
        isOver = true;
      });
      for (const visitorId of visitors) {
        const held = holdAnswer(app.knex, /from .svc_consents. where .*visitor_id. in/);
        await Promise.race([held.answered, importing]);
        if (!isOver) await consentCalls(app).submit({ visitorId, profileId, consentJson: {} }).expect(200);
        held.release();
      }
      const { counts } = await importing;
      expect(counts.written + counts.older).toBe(25);
      expect((await run(file)).counts).toMatchObject({ unchanged: 25 });
      await expectTrueStatistics();
    },
  );

  testBetween(
    'a decision that another process commits between the look at a record and its change stands',
    async () => {
      await run(csv('otto,2026-01-01,true,true,'));
      const other = opened.reopen();
      const trx = await other.transaction();
      const own = { revision: 2, consent_json: '{"analytics":"denied"}', choice: 'out', source: 'banner' };
      const [first] = await storedStates(app.knex, { visitor_id: 'otto' });
      await trx('svc_consents')
        .where({ visitor_id: 'otto' })
        .update({ ...own, updated_at: now - 1000 });
      const second = { ...first, ...own, id: 'own', action: 'updated', created_at: now - 1000 };
      await trx('svc_consent_history').insert([first, second]);
      const asked = new Promise<void>((resolve) => {
        app.knex.on('query', ({ sql }: { sql: string }) => {
          if (/^update .svc_consents/.test(sql)) resolve();
        });
      });
      const importing = run(csv('otto,2026-02-01,true,false,'));
      await asked;
      await trx.commit();
      expect((await importing).counts).toMatchObject({ written: 0, older: 1 });
      expect((await importedTables(app)).consents).toMatchObject([{ ...own, revision: 3 }]);
      expect((await historyOf('otto')).map(([, , source]: unknown[]) => source)).toEqual([
        'banner',
        'import',
        'import',
      ]);
    },
  );

  testBetween(
    'the id of a device that is erased in between does not return with the first state',
    async () => {
      await run(csv('vera,2026-01-01,true,true,'));
      const record = () => app.knex('svc_consents').where({ visitor_id: 'vera' });
      await record().update({ device_id: 'telephone' });
      const held = holdAnswer(app.knex, /from .svc_consents. where .*visitor_id. in/);
      const importing = run(csv('vera,2026-02-01,true,false,'));
      await held.answered;
      await record().update({ device_id: null });
      held.release();
      expect((await importing).counts).toMatchObject({ written: 1 });
      const states = await app.knex('svc_consent_history').where({ visitor_id: 'vera' }).pluck('device_id');
      expect(states).toEqual([null, null]);
    },
  );

  test('a dry run reports the same and writes nothing except its audit entry', async () => {
    await run(csv('dora,2026-01-01,true,true,DE'));
    const before = await consentTables(app);
    const { counts, refused } = await run(
      csv('dora,2026-01-01,true,true,DE', 'bert,2026-01-01,true,true,DE', 'cara,yesterday,true,true,DE'),
      { dryRun: true },
    );
    expect(counts).toEqual({ read: 3, written: 1, older: 0, unchanged: 1, refused: 1 });
    expect(refused).toHaveLength(1);
    const after = await consentTables(app);
    expect(after.svc_audit?.slice(before.svc_audit?.length)).toEqual([
      expect.objectContaining({ action: 'import:checked' }),
    ]);
    expect({ ...after, svc_audit: before.svc_audit }).toEqual(before);
  });
});
