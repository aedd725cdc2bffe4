import { allDenied, allGranted, cellsHolding, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDialect } from '../support/databases';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { storedStates } from '../support/states';

// A slow disk makes a long queue; how long a request may wait for its turn is not what is tested here.
const config = { rateLimit: false, database: { timeoutMs: 60_000 } } as const;

eachDialect((database) => {
  let app: TestApp;
  /**
   * Another process on the same database, as far as the database can tell: a pool and a memory of its own.
   */
  let second: TestApp;
  let profileId: string;

  beforeAll(async () => {
    const opened = await database.open();
    app = await createTestApp({ knex: opened.knex, config });
    profileId = (await createActiveProfile(app)).id;
    second = await createTestApp({ knex: opened.reopen(), config, directory: app.directory });
    await second.service.start();
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  const rowsOf = (visitorId: string, table: string) => app.knex(table).where({ visitor_id: visitorId });
  const each = async <T>(count: number, work: (index: number) => PromiseLike<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));

  test('200 simultaneous submissions of one visitor end as one record and a full history', async () => {
    const services = [consentCalls(app), consentCalls(second)];
    const responses = await each(200, (index) => {
      const calls = services[index % 2] ?? consentCalls(app);
      // Without the cookie they would be strangers after the first, who may add a few states a day only.
      return calls
        .submit({
          visitorId: 'crowd',
          profileId,
          consentJson: index % 3 === 0 ? allGranted : allDenied,
          locale: 'en',
        })
        .set('Cookie', cookieOf('crowd'));
    });
    expect(
      responses.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text}`),
    ).toEqual([]);
    const records = await rowsOf('crowd', 'svc_consents');
    expect(records).toHaveLength(1);
    expect(records[0].revision).toBe(200);
    const history = await rowsOf('crowd', 'svc_consent_history').orderBy('revision');
    expect(history.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
    expect(new Set(history.map(({ consent_id }) => consent_id))).toEqual(new Set([records[0].id]));
    expect(history.filter(({ action }) => action === 'created')).toHaveLength(1);
    expect(history[199]?.consent_json).toBe(records[0].consent_json);
    expect(new Set(responses.map(({ body }) => body.id))).toEqual(new Set([records[0].id]));
  });

  test('of two simultaneous erasures one answers 200 and the other 404', async () => {
    await each(10, async (index) => {
      const visitorId = `erased-twice-${index}`;
      await consentCalls(app).submit({ visitorId, profileId, consentJson: allGranted }).expect(200);
      const statuses = (
        await Promise.all([consentCalls(app).erase(visitorId), consentCalls(second).erase(visitorId)])
      ).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 404]);
    });
    expect(await app.knex('svc_audit').where({ action: 'consent:erased' })).toHaveLength(10);
  });

  test('an update that meets an erasure never revives the record', async () => {
    await each(20, async (index) => {
      const visitorId = `erased-and-updated-${index}-`;
      await consentCalls(app).submit({ visitorId, profileId, consentJson: allGranted }).expect(200);
      const [erased, ...updated] = await Promise.all([
        consentCalls(app).erase(visitorId),
        consentCalls(second).update(visitorId, { consentJson: allDenied }),
        consentCalls(app).update(visitorId, { consentJson: allDenied }),
      ]);
      expect(erased.status).toBe(200);
      for (const { status } of updated) expect([200, 404]).toContain(status);
      expect(await cellsHolding(app, visitorId)).toEqual([]);
    });
  });

  test('a submission during an erasure leaves a complete record or no record', async () => {
    await each(20, async (index) => {
      const visitorId = `erased-and-submitted-${index}`;
      const submission = { visitorId, profileId, consentJson: allGranted };
      await consentCalls(app).submit(submission).expect(200);
      const [erased, submitted] = await Promise.all([
        consentCalls(app).erase(visitorId),
        consentCalls(second).submit(submission).set('Cookie', cookieOf(visitorId)),
      ]);
      expect([erased.status, submitted.status]).toEqual([200, 200]);
      const [record] = await rowsOf(visitorId, 'svc_consents');
      const history = await storedStates(app.knex, { visitor_id: visitorId });
      expect(history.map(({ consent_id, revision }) => [consent_id, revision])).toEqual(
        record === undefined ? [] : [[record.id, 1]],
      );
    });
  });

  test('an update that meets a submission under another profile is judged by the profile that the record then has', async () => {
    const other = await createProfile(app, {
      name: 'Only analytics',
      profileJson: profileJson({
        complianceGroup: 'opt-out',
        preferenceModal: {
          heading: 'Choices',
          buttons: [],
          categories: { analytics: { heading: 'Analytics', legalBasis: 'consent', cookies: ['ga'] } },
        },
      }),
    });
    const halfGranted = { analytics: 'granted', marketing: 'denied' };
    await each(10, async (index) => {
      const visitorId = `moved-${index}`;
      await consentCalls(app).submit({ visitorId, profileId, consentJson: allDenied }).expect(200);
      await Promise.all([
        // The locale makes it a change in whichever order they come.
        consentCalls(app).update(visitorId, { consentJson: halfGranted, locale: 'de' }).expect(200),
        consentCalls(second)
          .submit({ visitorId, profileId: other.id, consentJson: halfGranted })
          .set('Cookie', cookieOf(visitorId))
          .expect(200),
      ]);
      const [record] = await rowsOf(visitorId, 'svc_consents');
      expect(record).toMatchObject({ profile_id: other.id, choice: 'in', revision: 3 });
      const history = await rowsOf(visitorId, 'svc_consent_history').orderBy('revision');
      expect(history.map(({ profile_id, choice }) => [profile_id, choice])).toEqual(
        expect.arrayContaining([
          [profileId, 'out'],
          [other.id, 'in'],
        ]),
      );
      // Half of the first profile's categories, all of the other's.
      for (const entry of history.slice(1))
        expect(entry.choice).toBe(entry.profile_id === other.id ? 'in' : 'partial');
    });
  });
});
