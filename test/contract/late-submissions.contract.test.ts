import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createApiKey } from '../support/accounts';
import {
  allDenied,
  allGranted,
  cellsHolding,
  choiceAfter,
  consentCalls,
  consentTables,
  cookieOf,
  cookiesAfter,
  recordEvents,
} from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { addStates, storedStates } from '../support/states';

const minute = 60_000;
const day = 86_400_000;

eachDatabaseSystem((database) => {
  let app: TestApp;
  let calls: ReturnType<typeof consentCalls>;
  let profileId: string;

  beforeAll(async () => {
    const { knex } = await database.open();
    app = await createTestApp({ knex, config: { rateLimit: false } });
    calls = consentCalls(app);
    profileId = (await createActiveProfile(app)).id;
  });
  afterAll(() => app.close());
  beforeEach(() => app.clock.advance(minute));

  const body = (more: object = {}) => ({ profileId, consentJson: allGranted, ...more });
  const ago = (milliseconds: number) => new Date(app.clock.now() - milliseconds).toISOString();
  const statesOf = async (visitorId: string) =>
    (await storedStates(app.knex, { visitor_id: visitorId })).map((row) => ({
      revision: row.revision,
      action: row.action,
      at: Number(row.created_at),
      choice: row.choice,
    }));

  describe('a submission with an id', () => {
    test('whose answer was lost is answered with the same record and all cookies, and writes nothing', async () => {
      const submissionId = randomUUID();
      const lost = await calls.submit(body({ submissionId })).expect(200);
      const before = await consentTables(app);
      const events = recordEvents(app);
      app.clock.advance(29 * day);
      const again = await calls.submit(body({ submissionId: submissionId.toUpperCase() })).expect(200);
      expect(again.body).toEqual(lost.body);
      expect(cookiesAfter(again)).toBe(cookiesAfter(lost));
      expect(choiceAfter(again)).toEqual(choiceAfter(lost));
      expect(choiceAfter(again)).toMatchObject({ profileId, submissionId: null });
      expect(await consentTables(app)).toEqual(before);
      expect(events).toEqual([]);
      await calls
        .submit(body({ consentJson: allDenied }))
        .set('Cookie', cookiesAfter(again))
        .expect(200);
      expect((await statesOf(lost.body.visitorId)).map(({ choice }) => choice)).toEqual(['in', 'out']);
    });

    test('from before an erasure is refused, and from after it is stored', async () => {
      const { visitorId } = (await calls.submit(body()).expect(200)).body;
      await calls.erase(visitorId).expect(200);
      const erased = app.clock.now();
      app.clock.advance(minute);
      const late = (time: number) =>
        calls
          .submit(body({ submissionId: randomUUID(), decidedAt: new Date(time).toISOString() }))
          .set('Cookie', cookieOf(visitorId));
      expect((await late(erased).expect(409)).body.code).toBe('visitor_erased');
      expect(await statesOf(visitorId)).toEqual([]);
      await late(erased + 1).expect(200);
      expect((await late(erased - 1).expect(200)).body.consentJson).toEqual(allGranted);
      expect(await statesOf(visitorId)).toHaveLength(1);
    });

    test('that is repeated ten times at once is one record with one state', async () => {
      const submissionId = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => calls.submit(body({ submissionId })).expect(200)),
      );
      const visitors = new Set(answers.map((answer) => answer.body.visitorId));
      expect([...visitors]).toHaveLength(1);
      expect(new Set(answers.map(cookiesAfter)).size).toBe(1);
      expect(await statesOf(answers[0]?.body.visitorId)).toHaveLength(1);
    });

    test('is another submission under another profile, in another case of the body or without the id', async () => {
      const submissionId = randomUUID();
      const first = await calls.submit(body({ submissionId })).expect(200);
      const other = await createProfile(app, { profileJson: profileJson({ complianceGroup: 'opt-out' }) });
      const elsewhere = await calls.submit(body({ submissionId, profileId: other.id })).expect(200);
      expect(elsewhere.body.visitorId).not.toBe(first.body.visitorId);
      const without = await calls.submit(body()).expect(200);
      expect(without.body.visitorId).not.toBe(first.body.visitorId);
    });

    test('counts with another decision under the same id: a withdrawal is never taken for a retry', async () => {
      const submissionId = randomUUID();
      const grant = body({ submissionId });
      const refusal = body({ submissionId, consentJson: allDenied });
      const first = await calls.submit(grant).expect(200);
      const cookie = cookiesAfter(first);
      for (let tries = 1; tries <= 2; tries += 1) {
        const withdrawn = await calls.submit(refusal).set('Cookie', cookie).expect(200);
        expect(withdrawn.body).toMatchObject({
          visitorId: first.body.visitorId,
          consentJson: allDenied,
        });
        expect(choiceAfter(withdrawn)?.categories[1]).toMatchObject({ id: 'analytics', state: 'denied' });
      }
      // The grant is a retry, and does not undo the withdrawal.
      const again = await calls.submit(grant).set('Cookie', cookie).expect(200);
      expect(again.body.consentJson).toEqual(allDenied);
      expect((await statesOf(first.body.visitorId)).map(({ choice }) => choice)).toEqual(['in', 'out']);
      const thief = await calls.submit(body({ submissionId, consentJson: {} })).expect(200);
      expect(thief.body.visitorId).not.toBe(first.body.visitorId);
    });

    test('is recognised without its mandatory categories, in any order', async () => {
      const submissionId = randomUUID();
      const first = await calls.submit(body({ submissionId })).expect(200);
      const { necessary: _, ...optional } = allGranted;
      const consentJson = Object.fromEntries(Object.entries(optional).reverse());
      const again = await calls.submit(body({ submissionId, consentJson })).expect(200);
      expect(again.body).toEqual(first.body);
    });

    test('of two decisions under one id at the same time keeps both', async () => {
      const first = await calls.submit(body()).expect(200);
      const submissionId = randomUUID();
      const cookie = cookiesAfter(first);
      await Promise.all(
        [allGranted, allDenied, allGranted, allDenied].map((consentJson) =>
          calls.submit(body({ submissionId, consentJson })).set('Cookie', cookie).expect(200),
        ),
      );
      expect(await statesOf(first.body.visitorId)).toHaveLength(3);
    });

    test('does not open the record once the visitor has decided again with the cookies', async () => {
      const submissionId = randomUUID();
      const first = await calls.submit(body({ submissionId })).expect(200);
      const cookie = cookiesAfter(first);
      await calls
        .submit(body({ consentJson: allDenied }))
        .set('Cookie', cookie)
        .expect(200);
      const thief = await calls.submit(body({ submissionId })).expect(200);
      expect(thief.body.visitorId).not.toBe(first.body.visitorId);
      expect(cookiesAfter(thief)).not.toContain(first.body.visitorId);
      // The owner's own repetition is still recognised, and gets the decision that counts now.
      const own = await calls.submit(body({ submissionId })).set('Cookie', cookie).expect(200);
      expect(own.body).toMatchObject({ visitorId: first.body.visitorId, consentJson: allDenied });
      expect(choiceAfter(own)?.categories[1]).toMatchObject({ id: 'analytics', state: 'denied' });
      expect(await statesOf(first.body.visitorId)).toHaveLength(2);
    });

    test('of another visitor changes and reveals nothing of that visitor', async () => {
      const submissionId = randomUUID();
      const victim = await calls.submit(body({ submissionId })).expect(200);
      const other = await calls.submit(body({ consentJson: allDenied })).expect(200);
      const before = await statesOf(victim.body.visitorId);
      const answer = await calls
        .submit(body({ submissionId, consentJson: allDenied }))
        .set('Cookie', cookiesAfter(other))
        .expect(200);
      expect(answer.body).toMatchObject({ visitorId: other.body.visitorId, consentJson: allDenied });
      expect(cookiesAfter(answer)).not.toContain(victim.body.visitorId);
      expect(await statesOf(victim.body.visitorId)).toEqual(before);
      expect(await statesOf(other.body.visitorId)).toHaveLength(2);
    });

    test('opens nothing after 30 days, nor after an erasure', async () => {
      const [old, erased] = [randomUUID(), randomUUID()];
      const first = await calls.submit(body({ submissionId: old })).expect(200);
      app.clock.advance(30 * day + 1);
      const late = await calls.submit(body({ submissionId: old })).expect(200);
      expect(late.body.visitorId).not.toBe(first.body.visitorId);
      const second = await calls.submit(body({ submissionId: erased })).expect(200);
      await calls.erase(second.body.visitorId).expect(200);
      const revived = await calls.submit(body({ submissionId: erased })).expect(200);
      expect(revived.body.visitorId).not.toBe(second.body.visitorId);
      expect(await cellsHolding(app, second.body.visitorId)).toEqual([]);
    });

    test('appears in no table and on no route', async () => {
      const submissionId = randomUUID();
      const { body: record } = await calls.submit(body({ submissionId })).expect(200);
      expect(await cellsHolding(app, submissionId)).toEqual([]);
      const { submission_hash: hash } = await app
        .knex('svc_consents')
        .where({ visitor_id: record.visitorId })
        .first();
      expect(hash).toMatch(/^[0-9a-f]{32}$/);
      const admin = await app.asAdmin();
      const seen = [
        JSON.stringify(await calls.history(record.visitorId)),
        (await app.request.get(`${app.adminBase}/consents/${record.visitorId}/evidence`).set(admin)).text,
        (await app.request.get(`${app.adminBase}/export/consents?format=json`).set(admin)).text,
      ];
      for (const text of seen) {
        expect(text).not.toContain(submissionId);
        expect(text).not.toContain(hash);
      }
    });

    test('works for servers, which get no cookies', async () => {
      const { key } = await createApiKey(app);
      const submissionId = randomUUID();
      const submit = () => calls.submit(body({ submissionId })).set('X-API-Key', key).expect(200);
      const [first, again] = [await submit(), await submit()];
      expect(again.body).toEqual(first.body);
      expect(cookiesAfter(again)).toBe('');
      const browser = await calls.submit(body({ submissionId })).expect(200);
      expect(browser.body.visitorId).not.toBe(first.body.visitorId);
    });
  });

  describe('a decision that arrives later than it was made', () => {
    test('starts its validity at its own time', async () => {
      const { body: record, ...response } = await calls
        .submit(body({ decidedAt: ago(10 * day) }))
        .expect(200);
      expect(record).toMatchObject({
        createdAt: ago(10 * day),
        updatedAt: ago(10 * day),
        expiresAt: ago(-355 * day),
      });
      expect(String(response.headers['set-cookie'])).toContain(`Max-Age=${355 * 86_400}`);
      expect(await calls.history(record.visitorId)).toMatchObject([
        { createdAt: ago(10 * day), receivedAt: ago(0) },
      ]);
    });

    test('goes into the history when the record holds a later one, which stays', async () => {
      const first = await calls.submit(body({ consentJson: allDenied })).expect(200);
      const cookie = cookiesAfter(first);
      const { visitorId } = first.body;
      app.clock.advance(10 * minute);
      const newest = await calls.submit(body()).set('Cookie', cookie).expect(200);
      app.clock.advance(10 * minute);
      const events = recordEvents(app);
      const late = await calls
        .submit(body({ consentJson: { ...allDenied, analytics: 'granted' }, decidedAt: ago(15 * minute) }))
        .set('Cookie', cookie)
        .expect(200);
      expect(late.body).toEqual(newest.body);
      expect(choiceAfter(late)).toEqual(choiceAfter(newest));
      expect(events).toEqual([]);
      expect(await statesOf(visitorId)).toEqual([
        { revision: 1, action: 'created', at: app.clock.now() - 20 * minute, choice: 'out' },
        { revision: 2, action: 'updated', at: app.clock.now() - 15 * minute, choice: 'partial' },
        { revision: 3, action: 'updated', at: app.clock.now() - 10 * minute, choice: 'in' },
      ]);
      // Later writes go on from there.
      await calls.update(visitorId, { consentJson: allDenied }).set('Cookie', cookie).expect(200);
      expect((await statesOf(visitorId)).map(({ choice }) => choice)).toEqual([
        'out',
        'partial',
        'in',
        'out',
      ]);
    });

    test('becomes the first state when it was made before all others', async () => {
      const first = await calls.submit(body()).expect(200);
      const late = await calls
        .submit(body({ consentJson: allDenied, decidedAt: ago(5 * day) }))
        .set('Cookie', cookiesAfter(first))
        .expect(200);
      expect(late.body).toEqual({ ...first.body, createdAt: ago(5 * day) });
      expect(await statesOf(first.body.visitorId)).toMatchObject([
        { action: 'created', choice: 'out' },
        { action: 'updated', choice: 'in' },
      ]);
    });

    test('is ignored for a request that does not own the record', async () => {
      const first = await calls.submit(body({ visitorId: `known-${randomUUID()}` })).expect(200);
      const { visitorId } = first.body;
      app.clock.advance(minute);
      const answer = await calls
        .submit(body({ visitorId, consentJson: allDenied, decidedAt: ago(5 * day) }))
        .expect(200);
      expect(answer.body).toMatchObject({ consentJson: allDenied, updatedAt: ago(0) });
      expect(await statesOf(visitorId)).toMatchObject([
        { choice: 'in' },
        { choice: 'out', at: app.clock.now() },
      ]);
    });

    test('keeps the statistics exact', async () => {
      const overview = async () =>
        (await app.request.get(`${app.adminBase}/stats/overview`).set(await app.asAdmin())).body;
      const before = await overview();
      const first = await calls.submit(body({ method: 'accept', layer: 'banner' })).expect(200);
      await calls
        .submit(body({ consentJson: allDenied, method: 'refuse', decidedAt: ago(3 * day) }))
        .set('Cookie', cookiesAfter(first))
        .expect(200);
      const after = await overview();
      expect(after.totalConsents).toBe(before.totalConsents + 1);
      expect(after.byMethod.accept).toBe((before.byMethod.accept ?? 0) + 1);
      expect(after.byMethod.refuse).toBe(before.byMethod.refuse);
      expect(after.byLayer.banner).toBe((before.byLayer.banner ?? 0) + 1);
    });

    test('is refused when it was made more than 30 days ago', async () => {
      const { body: answer } = await calls.submit(body({ decidedAt: ago(30 * day + minute) })).expect(400);
      expect(answer).toMatchObject({ code: 'validation_failed', details: [{ path: 'decidedAt' }] });
    });

    test.each([4 * minute, 90 * minute, 400 * day])(
      'is treated as the current time when the browser clock is ahead (by %i ms)',
      async (ahead) => {
        const first = await calls.submit(body({ decidedAt: ago(-ahead) })).expect(200);
        expect(first.body.updatedAt).toBe(ago(0));
        const second = await calls
          .submit(body({ consentJson: allDenied }))
          .set('Cookie', cookiesAfter(first))
          .expect(200);
        expect(second.body.consentJson).toEqual(allDenied);
      },
    );

    test('cannot be used to add more states than a day allows', async () => {
      const first = await calls.submit(body()).expect(200);
      const cookie = cookiesAfter(first);
      await addStates(app.knex, first.body.visitorId, 201);
      const late = { consentJson: allDenied, decidedAt: ago(2 * day) };
      await calls
        .submit(body({ ...late }))
        .set('Cookie', cookie)
        .expect(429);
      // A withdrawal that counts now is never refused.
      await calls
        .submit(body({ consentJson: allDenied }))
        .set('Cookie', cookie)
        .expect(200);
    });
  });

  test('any order of arrival ends with the latest decision and a history in order of time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 20 * 1440 }), { minLength: 2, maxLength: 6 }),
        async (minutes) => {
          const made = minutes.map((age) => ({
            at: app.clock.now() - age * minute,
            locale: `de-${String(100 + (age % 800))}`,
          }));
          let cookie = '';
          let visitorId = '';
          for (const { at, locale } of made) {
            const response = await calls
              .submit(body({ locale, decidedAt: new Date(at).toISOString() }))
              .set('Cookie', cookie)
              .expect(200);
            cookie = cookiesAfter(response);
            visitorId = response.body.visitorId;
          }
          const times = made.map(({ at }) => at).sort((a, b) => a - b);
          const states = await statesOf(visitorId);
          expect(states.map(({ at }) => at)).toEqual(times);
          expect(states.map(({ revision }) => revision)).toEqual(times.map((_, index) => index + 1));
          const record = await app.knex('svc_consents').where({ visitor_id: visitorId }).first();
          expect([Number(record.updated_at), record.revision]).toEqual([times.at(-1), times.length]);
        },
      ),
      { numRuns: 15 },
    );
  });
});
