import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { allGranted, consentCalls, recordEvents } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabase, type OpenDatabase } from '../support/databases';
import { holdAnswer } from '../support/held-answers';
import { endedOrWaiting } from '../support/lock-waits';
import { createActiveProfile } from '../support/profiles';
import { statisticsCalls } from '../support/statistics';
import { createTenant, tenancy } from '../support/tenants';

const config = { rateLimit: false, tenancy } as const;

// First decisions that arrive at the same time are stored by one transaction.
eachDatabase((database) => {
  let app: TestApp;
  let reopen: OpenDatabase['reopen'];
  let profileId: string;
  let calls: ReturnType<typeof consentCalls>;
  const submit = (more: object = {}) => calls.submit({ profileId, consentJson: allGranted, ...more });

  beforeAll(async () => {
    const opened = await database.open();
    reopen = opened.reopen;
    app = await createTestApp({ knex: opened.knex, config });
    profileId = (await createActiveProfile(app)).id;
    calls = consentCalls(app);
  });
  afterAll(() => app.close());

  const rowsOf = async (visitorIds: readonly string[]) => {
    const count = async (table: string) => (await app.knex(table).whereIn('visitor_id', visitorIds)).length;
    return {
      consents: await count('svc_consents'),
      consent_history: await count('svc_consent_history'),
    };
  };

  function countCommits() {
    let commits = 0;
    const count = ({ sql }: { readonly sql: string }) => {
      if (/^commit/i.test(sql)) commits += 1;
    };
    app.knex.on('query', count);
    return {
      end() {
        app.knex.off('query', count);
        return commits;
      },
    };
  }

  /** Sends requests while the writers are busy, so that they wait together. */
  async function sendTogether(send: () => readonly PromiseLike<Response>[], { isCut = false } = {}) {
    const busy = [];
    for (let writer = 0; writer < (database.dialect === 'sqlite' ? 1 : 2); writer += 1) {
      const writing = holdAnswer(app.knex, /^insert into .svc_consents/i);
      busy.push({ writing, answer: Promise.resolve(submit()) });
      await writing.answered;
    }
    const answers = Promise.all(send());
    // Answered without the database, after those requests have come in.
    for (let asked = 0; asked < 3; asked += 1) await app.request.get(`${app.publicBase}/nothing`);
    for (const { writing } of busy) {
      if (isCut) writing.cut();
      writing.release();
    }
    return { writers: await Promise.all(busy.map(({ answer }) => answer)), answers: await answers };
  }

  test('stores forty decisions that arrive at once in a few transactions, each for its own visitor', async () => {
    const total = async () => (await statisticsCalls(app).get('/stats/overview')).totalConsents;
    const before = await total();
    const events = recordEvents(app);
    const counted = countCommits();
    const { writers, answers } = await sendTogether(() =>
      Array.from({ length: 40 }, (_none, index) =>
        submit({ submissionId: randomUUID(), locale: index % 2 === 0 ? 'en' : 'de' }).expect(200),
      ),
    );
    const commits = counted.end();
    const visitorIds = [...writers, ...answers].map(({ body }) => body.visitorId);
    expect(new Set(visitorIds).size).toBe(40 + writers.length);
    expect(await rowsOf(visitorIds)).toEqual({ consents: 40 + writers.length, consent_history: 0 });
    expect(events.map(({ payload }) => (payload as { visitorId: string }).visitorId).sort()).toEqual(
      [...visitorIds].sort(),
    );
    // The journal of statistics is folded in transactions of its own.
    expect(commits).toBeLessThan(12);
    expect(await total()).toBe(before + visitorIds.length);
    for (const { body } of answers) {
      const { body: read } = await calls.read(body.visitorId).expect(200);
      expect(read).toEqual(body);
    }
  });

  test('stores long decisions in statements of bounded length', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 197 }, (_none, index) => [`${index}`.padStart(64, '"'), 'denied']),
    );
    const lengths: number[] = [];
    const measure = ({ bindings = [] }: { readonly bindings?: readonly unknown[] }) =>
      void lengths.push(JSON.stringify(bindings).length);
    app.knex.on('query', measure);
    const { answers } = await sendTogether(() =>
      Array.from({ length: 40 }, () => submit({ consentJson: { ...allGranted, ...long } })),
    );
    app.knex.off('query', measure);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(Math.max(...lengths)).toBeLessThan(1_000_000);
    expect(await rowsOf(answers.map(({ body }) => body.visitorId))).toEqual({
      consents: 40,
      consent_history: 0,
    });
  });

  test('stores a submission once that is sent several times at once, beside others', async () => {
    const submissionId = randomUUID();
    const answers = await Promise.all([
      submit({ submissionId }),
      submit({ submissionId: randomUUID() }),
      submit({ submissionId }),
      submit(),
      submit({ submissionId }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [first, other, second, without, third] = answers.map(({ body }) => body.visitorId);
    expect([second, third]).toEqual([first, first]);
    expect(new Set([first, other, without]).size).toBe(3);
    expect(await rowsOf([first, other, without])).toEqual({ consents: 3, consent_history: 0 });
    expect((await submit({ submissionId }).expect(200)).body.visitorId).toBe(first);
  });

  test('stores decisions of several tenants at once, each in its own', async () => {
    const tenant = await createTenant(app, 'other');
    const theirs = await createActiveProfile(app, {}, tenant.id);
    const answers = await Promise.all([submit(), submit({ profileId: theirs.id }), submit()]);
    const tenantOf = async ({ body }: (typeof answers)[number]) =>
      (await app.knex('svc_consents').where({ visitor_id: body.visitorId })).map((row) => row.tenant_id);
    expect(await Promise.all(answers.map(tenantOf))).toEqual([['default'], [tenant.id], ['default']]);
  });

  if (database.dialect !== 'sqlite')
    test('a lost connection does not take the decisions with it that wait for another one', async () => {
      const { writers, answers } = await sendTogether(() => Array.from({ length: 20 }, () => submit()), {
        isCut: true,
      });
      expect(writers.map(({ status }) => status)).toEqual([503, 503]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await rowsOf(answers.map(({ body }) => body.visitorId))).toEqual({
        consents: 20,
        consent_history: 0,
      });
    });

  // SQLite has one writer at a time.
  if (database.dialect !== 'sqlite')
    test('a submission that another process is storing does not split the batch that repeats it', async () => {
      const second = await createTestApp({ knex: reopen(), config });
      await second.service.start();
      const submissionId = randomUUID();
      const storing = holdAnswer(second.knex, /^insert into .svc_consents/i);
      const stored = Promise.resolve(
        consentCalls(second).submit({ profileId, consentJson: allGranted, submissionId }),
      );
      await storing.answered;
      const counted = countCommits();
      const together = sendTogether(() => [
        submit({ submissionId }),
        ...Array.from({ length: 20 }, () => submit()),
      ]);
      await endedOrWaiting(second.knex, [together]);
      storing.release();
      const { answers } = await together;
      expect(counted.end()).toBeLessThan(12);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(answers[0]?.body.visitorId).toBe((await stored).body.visitorId);
      expect(await rowsOf(answers.map(({ body }) => body.visitorId))).toEqual({
        consents: 21,
        consent_history: 0,
      });
      await second.close();
    });

  if (database.dialect === 'sqlite')
    test('a decision that the database refuses does not take others with it', async () => {
      await app.knex.raw(
        `create trigger refuse_french before insert on svc_consents when new.locale = 'fr'
         begin select raise(abort, 'refused'); end`,
      );
      const answers = await Promise.all([submit(), submit({ locale: 'fr' }), submit({ locale: 'de' })]);
      await app.knex.raw('drop trigger refuse_french');
      expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
      const stored = answers.filter(({ status }) => status === 200).map(({ body }) => body.visitorId);
      expect(await rowsOf(stored)).toEqual({ consents: 2, consent_history: 0 });
    });
});
