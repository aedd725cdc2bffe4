import { addSignIn, openDevice } from '../support/account-devices';
import { createApiKey } from '../support/accounts';
import {
  allDenied,
  allGranted,
  cellsHolding,
  consentCalls,
  cookieOf,
  recordEvents,
} from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { importFile } from '../support/imports';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';

// How long a request may wait for its turn is not what is tested here.
const config = { rateLimit: false, database: { timeoutMs: 60_000 } } as const;

eachDatabaseSystem((database) => {
  let app: TestApp;
  /**
   * Another process on the same database, as far as the database can tell: a pool and a memory of its own.
   */
  let second: TestApp;
  let profileId: string;
  let otherProfile: string;
  let calls: ReturnType<typeof consentCalls>;

  beforeAll(async () => {
    const opened = await database.open();
    app = await createTestApp({ knex: opened.knex, config });
    profileId = (await createActiveProfile(app)).id;
    // Before there are two services: a profile's files are written inside its transaction, which holds up a
    // synchronous driver.
    otherProfile = (await createProfile(app, { profileJson: profileJson({ complianceGroup: 'opt-out' }) }))
      .id;
    calls = consentCalls(app);
    second = await createTestApp({ knex: opened.reopen(), config, directory: app.directory });
    await second.service.start();
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  const tokenFor = async (visitorId: string, profile = profileId) =>
    (await calls.askParent(visitorId, { profileId: profile }).expect(200)).body.token;
  const parentalOf = async (visitorId: string) =>
    (await calls.read(visitorId).expect(200)).body.parentalConsent;
  const submission = (visitorId: string, parentalConsentToken?: string) => ({
    visitorId,
    profileId,
    consentJson: allGranted,
    parentalConsentToken,
  });

  test('what a parent has allowed of a stranger stays allowed when an import or a device adds a state', async () => {
    addSignIn(app);
    const json = profileJson({ accountRule: 'strictest', complianceGroup: 'opt-out-strict' });
    const profile = (await createActiveProfile(app, { profileJson: json })).id;
    const phone = openDevice(app);
    await phone.signIn('kid');
    const child = phone.visitorId ?? '';
    const token = await tokenFor(child, profile);
    await phone.decide(profile, allDenied, { visitorId: child, parentalConsentToken: token });
    await app.request
      .post(`${app.publicBase}/consent`)
      .send({ ...submission(child), profileId: profile })
      .expect(200);
    expect(await parentalOf(child)).toBe('pending');
    await calls.resolveParent(token).expect(200);
    expect(await parentalOf(child)).toBe('granted');
    await openDevice(app).signIn('kid');
    expect(await parentalOf(child)).toBe('granted');
    const file = `visitor,decided,analytics,ads,country\n${child},2026-01-01,true,true,DE\n`;
    expect((await importFile(app, profile, file)).counts.older).toBe(1);
    expect(await parentalOf(child)).toBe('granted');
    // Not by what comes after it.
    await app.request
      .post(`${app.publicBase}/consent`)
      .send({ visitorId: child, profileId: profile, consentJson: allDenied })
      .expect(200);
    expect(await parentalOf(child)).toBe('pending');
  });

  test('a submission with a token is pending until the parent has agreed, and granted from then on', async () => {
    const token = await tokenFor('child');
    const submitted = (await calls.submit(submission('child', token)).expect(200)).body;
    expect(submitted.parentalConsent).toBe('pending');
    expect((await calls.read('child').expect(200)).body).toEqual(submitted);
    app.clock.advance(60_000);
    const events = recordEvents(app);
    const resolved = await calls.resolveParent(token).expect(200);
    expect(resolved.body).toEqual({ visitorId: 'child', profileId, granted: true });
    // What counts as refused while the parent is silent counts as decided from then on.
    const granted = { ...submitted, parentalConsent: 'granted', effectiveConsent: submitted.consentJson };
    expect((await calls.read('child').expect(200)).body).toEqual(granted);
    const occurredAt = new Date(app.clock.now()).toISOString();
    expect(events).toEqual([
      {
        name: 'consent.parentalConsentGranted',
        payload: { tenantId: 'default', occurredAt, visitorId: 'child', profileId, consent: granted },
      },
    ]);
    // Neither a change nor a new submission without the token takes it away.
    expect((await calls.update('child', { consentJson: allDenied }).expect(200)).body.parentalConsent).toBe(
      'granted',
    );
    expect(
      (await calls.submit(submission('child')).set('Cookie', cookieOf('child')).expect(200)).body
        .parentalConsent,
    ).toBe('granted');
  });

  test('a parent who agrees before the visitor has decided is not asked again', async () => {
    const token = await tokenFor('eager-parent');
    await calls.resolveParent(token).expect(200);
    expect((await calls.submit(submission('eager-parent', token)).expect(200)).body.parentalConsent).toBe(
      'granted',
    );
    const other = await tokenFor('eager-parent-2');
    await calls.resolveParent(other).expect(200);
    expect((await calls.submit(submission('eager-parent-2')).expect(200)).body.parentalConsent).toBe(
      'granted',
    );
  });

  test('a parent’s consent applies to one profile: another profile is pending, the first one stays granted', async () => {
    const token = await tokenFor('moving');
    await calls.submit(submission('moving', token)).expect(200);
    await calls.resolveParent(token).expect(200);
    const moved = await calls
      .submit({ ...submission('moving'), profileId: otherProfile })
      .set('Cookie', cookieOf('moving'))
      .expect(200);
    expect(moved.body.parentalConsent).toBe('pending');
    await calls.submit(submission('moving')).set('Cookie', cookieOf('moving')).expect(200);
    expect(await parentalOf('moving')).toBe('granted');
  });

  test('a known child is one under another profile and on another device, until the parent agrees there', async () => {
    const { key } = await createApiKey(app);
    const bySubject = (visitorId: string, token?: string) =>
      calls
        .submit({ ...submission(visitorId, token), subjectId: 'child-user' })
        .set('X-API-Key', key)
        .expect(200);
    await bySubject('tablet', await tokenFor('tablet'));
    const other = { ...submission('tablet'), profileId: otherProfile };
    const elsewhere = await calls.submit(other).set('Cookie', cookieOf('tablet')).expect(200);
    expect(elsewhere.body.parentalConsent).toBe('pending');
    const phone = (await bySubject('phone')).body;
    expect(phone.parentalConsent).toBe('pending');
    expect(phone.effectiveConsent.marketing).toBe('denied');
    await calls.resolveParent(await tokenFor('phone')).expect(200);
    expect((await calls.read('phone').expect(200)).body.parentalConsent).toBe('granted');
    expect((await calls.read('tablet').expect(200)).body.parentalConsent).toBe('pending');
    expect((await calls.submit(submission('grown-up')).expect(200)).body).not.toHaveProperty(
      'parentalConsent',
    );
  });

  test('agreeing again returns the same, changes nothing and emits nothing', async () => {
    const token = await tokenFor('replayed');
    await calls.resolveParent(token).expect(200);
    const row = () => app.knex('svc_parental_consents').where({ visitor_id: 'replayed' });
    const before = await row();
    expect(before).toHaveLength(1);
    app.clock.advance(1000);
    const events = recordEvents(app);
    expect((await calls.resolveParent(token).expect(200)).body).toEqual({
      visitorId: 'replayed',
      profileId,
      granted: true,
    });
    expect(await row()).toEqual(before);
    expect(events).toEqual([]);
  });

  test('when parents agree at the same time, one event is emitted and all get an answer', async () => {
    const token = await tokenFor('two-parents');
    const [events, elsewhere] = [recordEvents(app), recordEvents(second)];
    const answers = await Promise.all(
      [app, second, app, second].map((one) => consentCalls(one).resolveParent(token)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const told = [...events, ...elsewhere].filter(({ name }) => name === 'consent.parentalConsentGranted');
    expect(told).toHaveLength(1);
  });

  test('a submission concurrent with the parent’s consent ends granted in either order', async () => {
    const visitors = Array.from({ length: 20 }, (_, index) => `race-${index}`);
    await Promise.all(
      visitors.map(async (visitorId, index) => {
        const token = await tokenFor(visitorId);
        // Half of them bring the token, the others only happen to come at that moment.
        const [submitted, resolved] = await Promise.all([
          calls.submit(submission(visitorId, index % 2 === 0 ? token : undefined)),
          consentCalls(second).resolveParent(token),
        ]);
        expect([submitted.status, resolved.status]).toEqual([200, 200]);
        expect(await parentalOf(visitorId)).toBe('granted');
      }),
    );
  });

  test('the longest answer is kept: 200 categories, whose characters take six bytes each', async () => {
    const names = Array.from(
      { length: 200 },
      (_, index) => `${'\u0001'.repeat(61)}${String(index).padStart(3, '0')}`,
    );
    const record = {
      visitorId: 'imported',
      updatedAt: '2026-01-01T10:00:00Z',
      consentJson: allGranted,
      parentalConsent: 'granted',
      parentalDenied: names,
    };
    const file = JSON.stringify(record);
    expect((await importFile(app, profileId, file, { preset: 'express-consent' })).refused).toEqual([]);
    expect((await calls.read('imported').expect(200)).body.parentalDenied).toEqual(names);
  });

  test('an erasure removes it, also when the visitor has no other data', async () => {
    const visitorId = 'only-a-parent-0123456789';
    await calls.resolveParent(await tokenFor(visitorId)).expect(200);
    expect(await cellsHolding(app, visitorId)).toEqual(['svc_parental_consents.visitor_id']);
    const [first, again] = await Promise.all([calls.erase(visitorId), consentCalls(second).erase(visitorId)]);
    expect([first.status, again.status].sort()).toEqual([200, 404]);
    expect(await cellsHolding(app, visitorId)).toEqual([]);
    await calls.read(visitorId).expect(404);

    const token = await tokenFor(visitorId);
    await calls.submit(submission(visitorId, token)).expect(200);
    await calls.resolveParent(token).expect(200);
    await calls.erase(visitorId).expect(200);
    expect(await cellsHolding(app, visitorId)).toEqual([]);
  });

  test('an erasure that meets a submission with a token leaves both a record and its parental consent, or neither', async () => {
    const tables = ['svc_consents', 'svc_consent_history', 'svc_parental_consents'];
    const visitors = Array.from({ length: 20 }, (_, index) => `erased-race-${index}`);
    await Promise.all(
      visitors.map(async (visitorId, index) => {
        const token = await tokenFor(visitorId);
        if (index % 2 === 0) await calls.submit(submission(visitorId, token)).expect(200);
        else await calls.resolveParent(token).expect(200);
        const [submitted, erased] = await Promise.all([
          calls.submit(submission(visitorId, token)).set('Cookie', cookieOf(visitorId)),
          consentCalls(second).erase(visitorId),
        ]);
        // A token does not outlive the erasure: the submission that comes second is refused.
        expect([200, 400]).toContain(submitted.status);
        expect(erased.status).toBe(200);
        const rows = await Promise.all(
          tables.map((table) => app.knex(table).where({ visitor_id: visitorId })),
        );
        const left = rows.map(({ length }) => length);
        expect([
          // A new record has no history.
          [1, 0, 1],
          [0, 0, 0],
        ]).toContainEqual(left);
        if (left[0] === 1) expect(['pending', 'granted']).toContain(await parentalOf(visitorId));
      }),
    );
  });
});
