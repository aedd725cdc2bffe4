import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf, recordEvents } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { holdAnswer } from '../support/held-answers';
import { createActiveProfile } from '../support/profiles';

const day = 24 * 3_600_000;

eachDatabaseSystem((database) => {
  let app: TestApp;
  let profileId: string;
  let calls: ReturnType<typeof consentCalls>;
  const read = (visitorId: string) => calls.read(visitorId);
  const audited = async () =>
    (await app.knex('svc_audit').where({ action: 'retention:applied' }).orderBy('sequence')).map(
      (row) => JSON.parse(row.changes) as Record<string, unknown>,
    );

  beforeAll(async () => {
    const { knex } = await database.open();
    app = await createTestApp({
      knex,
      clock: createTestClock(Date.parse('2026-01-10T12:00:00.000Z')),
      config: {
        rateLimit: false,
        retention: { historyMonths: 6, inactiveVisitorsMonths: 12 },
      },
    });
    profileId = (await createActiveProfile(app)).id;
    calls = consentCalls(app);
    for (let visitor = 1; visitor <= 60; visitor += 1) {
      await calls.submit({ visitorId: `gone-${visitor}`, profileId, consentJson: allGranted }).expect(200);
    }
    await calls.submit({ visitorId: 'returning', profileId, consentJson: allGranted }).expect(200);
    const { body } = await calls.askParent('child-only', { profileId }).expect(200);
    await calls.resolveParent(body.token).expect(200);
  }, 60_000);
  afterAll(() => app.close());

  test('nothing is removed before its time', async () => {
    app.clock.advance(100 * day);
    await calls
      .submit({ visitorId: 'returning', profileId, consentJson: allDenied })
      .set('Cookie', cookieOf('returning'))
      .expect(200);
    await app.service.maintenance();
    await read('gone-1').expect(200);
    expect(await audited()).toEqual([]);
  });

  test('states go months after the decision that superseded them; the current state stays, however old', async () => {
    app.clock.advance(100 * day);
    await app.service.maintenance();
    // Half a year old, but it proves the consent until a hundred days ago.
    expect(await app.knex('svc_consent_history').where({ visitor_id: 'returning' })).toHaveLength(2);
    app.clock.advance(90 * day);
    await app.service.maintenance();
    const entries = await app
      .knex('svc_consent_history')
      .where({ visitor_id: 'returning' })
      .select('revision', 'consent_json');
    expect(entries.map((row) => [Number(row.revision), JSON.parse(row.consent_json)])).toEqual([
      [2, allDenied],
    ]);
    await read('gone-1').expect(200);
    expect(await audited()).toEqual([
      { historyEntriesRemoved: 1, supersededBefore: '2026-04-27T00:00:00.000Z' },
    ]);
  });

  test('silent visitors are erased after their months, with events, an audit entry without their ids, and statistics that follow', async () => {
    app.clock.advance(80 * day);
    const events = recordEvents(app);
    await app.service.maintenance();
    await read('gone-1').expect(404);
    await read('gone-60').expect(404);
    await read('returning').expect(200);
    expect(events.filter(({ name }) => name === 'consent.erased')).toHaveLength(61);
    const entries = (await audited()).filter((changes) => 'visitorsErased' in changes);
    expect(entries.reduce((sum, changes) => sum + Number(changes.visitorsErased), 0)).toBe(61);
    expect(JSON.stringify(await app.knex('svc_audit').select())).not.toContain('gone-');
    for (const table of ['svc_consents', 'svc_consent_history'])
      expect(await app.knex(table)).toHaveLength(1);
    expect(await app.knex('svc_parental_consents')).toEqual([]);
    const overview = await app.request.get(`${app.adminBase}/stats/overview`).set(await app.asAdmin());
    expect(overview.body.totalConsents).toBe(1);
  });

  test('a visitor who decides again just before the erasure is kept', async () => {
    app.clock.advance(200 * day);
    await Promise.all([
      calls
        .submit({ visitorId: 'returning', profileId, consentJson: allGranted })
        .set('Cookie', cookieOf('returning'))
        .expect(200),
      app.service.maintenance(),
    ]);
    await read('returning').expect(200);
  });

  // SQLite lets nobody write in between.
  (database.dialect === 'sqlite' ? test.skip : test)(
    'neither is the first decision of a child lost whose parent agreed long ago',
    async () => {
      await calls.erase('returning');
      await calls
        .resolveParent((await calls.askParent('late-child', { profileId }).expect(200)).body.token)
        .expect(200);
      app.clock.advance(400 * day);
      const held = holdAnswer(app.knex, /select distinct \S+, \S*granted_at/);
      const upkeep = app.service.maintenance();
      await held.answered;
      await calls.submit({ visitorId: 'late-child', profileId, consentJson: allGranted }).expect(200);
      held.release();
      await upkeep;
      expect((await read('late-child').expect(200)).body.parentalConsent).toBe('granted');
    },
  );

  (database.dialect === 'sqlite' ? test.skip : test)(
    'nor is a request lost that a child repeats at the last moment, with a decision',
    async () => {
      const { key } = await createApiKey(app);
      const ask = () => calls.askParent('asking-child', { profileId }).set('X-API-Key', key).expect(200);
      await ask();
      app.clock.advance(400 * day);
      const held = holdAnswer(app.knex, /select distinct \S+, \S*updated_at/);
      const upkeep = app.service.maintenance();
      await held.answered;
      const { token } = (await ask()).body;
      await calls
        .submit({
          visitorId: 'asking-child',
          profileId,
          consentJson: allGranted,
          parentalConsentToken: token,
        })
        .expect(200);
      held.release();
      await upkeep;
      expect((await read('asking-child').expect(200)).body.parentalConsent).toBe('pending');
    },
  );

  test('a request is removed that no parent has answered for a year', async () => {
    const { key } = await createApiKey(app);
    await calls.askParent('never-decides', { profileId }).set('X-API-Key', key).expect(200);
    const asked = () => app.knex('svc_parental_consents').where({ visitor_id: 'never-decides' });
    expect(await asked()).toHaveLength(1);
    app.clock.advance(400 * day);
    await app.service.maintenance();
    expect(await asked()).toEqual([]);
  });
});
