import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { holdAnswer } from '../support/held-answers';
import { createActiveProfile } from '../support/profiles';
import { addStates } from '../support/states';

const config = { rateLimit: false, database: { timeoutMs: 60_000 } } as const;
const hour = 3_600_000;

/** A decision that arrives late moves later states up, while somebody reads the history page by page. */
eachDatabaseSystem((database) => {
  let app: TestApp;
  /** Another process, whose pool is free while an answer of the first one is held back. */
  let second: TestApp;
  let profileId: string;

  beforeAll(async () => {
    const opened = await database.open();
    app = await createTestApp({ knex: opened.knex, config });
    profileId = (await createActiveProfile(app)).id;
    second = await createTestApp({ knex: opened.reopen(), config, clock: app.clock });
    await second.service.start();
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  const decide = (on: TestApp, visitorId: string, more: object = {}) =>
    consentCalls(on)
      .submit({ visitorId, profileId, consentJson: allGranted, ...more })
      .set('Cookie', cookieOf(visitorId))
      .expect(200);
  /** A visitor with as many states, of which two are older than the time that is returned. */
  async function createVisitor(visitorId: string, count: number): Promise<string> {
    await decide(app, visitorId);
    const at = app.clock.now();
    await addStates(app.knex, visitorId, count, (revision) => ({
      created_at: at + (revision <= 2 ? revision - 1 : hour + revision),
      consent_json: JSON.stringify(revision % 2 === 0 ? allGranted : allDenied),
    }));
    await app
      .knex('svc_consents')
      .where({ visitor_id: visitorId })
      .update({ updated_at: at + hour + count });
    app.clock.advance(2 * hour);
    return new Date(at + hour / 2).toISOString();
  }
  const idsOf = (states: readonly { id: string }[]) => states.map(({ id }) => id);

  test('the pages of a history contain each state that it had', async () => {
    const late = await createVisitor('paged', 6);
    const whole = idsOf(await consentCalls(app).history('paged'));
    const read = async (query: object) =>
      app.request
        .get(`${app.adminBase}/consents/paged/history`)
        .query({ limit: 3, ...query })
        .set(await app.asAdmin())
        .expect(200);
    const first = await read({});
    await decide(app, 'paged', { decidedAt: late });
    const next = await read({ cursor: first.headers['next-cursor'] });
    expect(idsOf([...first.body, ...next.body])).toEqual(expect.arrayContaining(whole.slice(0, 5)));
    const last = await read({ cursor: next.headers['next-cursor'] });
    const all = idsOf([...first.body, ...next.body, ...last.body]);
    expect(all.filter((id) => whole.includes(id))).toEqual(whole);
  });

  test('so does an archive of evidence, with the numbers that they have at the end', async () => {
    const late = await createVisitor('archived', 130);
    const page = holdAnswer(app.knex, /^select .*svc_consent_history.* order by \S*revision\S* desc limit/);
    const evidence = app.request
      .get(`${app.adminBase}/consents/archived/evidence`)
      .set(await app.asAdmin())
      .then(({ body }) => body);
    await page.answered;
    await decide(second, 'archived', { decidedAt: late });
    page.release();
    const { history } = await evidence;
    expect(history.map(({ revision }: { revision: number }) => revision)).toEqual(
      Array.from({ length: 131 }, (_, index) => 131 - index),
    );
    expect(idsOf(history)).toEqual(
      await app
        .knex('svc_consent_history')
        .where({ visitor_id: 'archived' })
        .orderBy('revision', 'desc')
        .pluck('id'),
    );
  });
});
