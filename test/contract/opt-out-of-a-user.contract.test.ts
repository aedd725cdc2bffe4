import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { importFile } from '../support/imports';
import { createActiveProfile, profileJson } from '../support/profiles';

const month = 31 * 24 * 3_600_000;

/** A user of the host opted out by Global Privacy Control on one device, and this device goes. */
eachDatabaseSystem((database) => {
  let app: TestApp;
  let calls: ReturnType<typeof consentCalls>;
  let key: string;
  let profileId: string;
  let users = 0;

  beforeAll(async () => {
    const { knex } = await database.open();
    app = await createTestApp({
      knex,
      clock: createTestClock(Date.parse('2026-01-10T12:00:00.000Z')),
      config: {
        rateLimit: false,
        retention: { inactiveVisitorsMonths: 12 },
        database: { timeoutMs: 60_000 },
      },
    });
    calls = consentCalls(app);
    profileId = (
      await createActiveProfile(app, { profileJson: profileJson({ complianceGroup: 'opt-out-strict' }) })
    ).id;
    ({ key } = await createApiKey(app));
  });
  afterAll(() => app.close());

  const accept = (visitorId: string, more: object = {}) => {
    app.clock.advance(1000);
    return calls
      .submit({ visitorId, profileId, consentJson: allGranted, ...more })
      .set('Cookie', cookieOf(visitorId));
  };
  const change = (visitorId: string, more: object) => {
    app.clock.advance(1000);
    return calls.update(visitorId, { consentJson: allGranted, ...more }).expect(200);
  };
  const link = (visitorId: string, subjectId: string | null) =>
    calls.update(visitorId, { consentJson: allGranted, subjectId }).set('X-API-Key', key).expect(200);
  const effective = async (visitorId: string) =>
    (await calls.read(visitorId).expect(200)).body.effectiveConsent;

  /** A new user with a laptop, and with a phone that sends the signal. */
  async function createUser() {
    users += 1;
    const user = { id: `user-${users}`, laptop: `laptop-${users}`, phone: `phone-${users}` };
    await accept(user.laptop).expect(200);
    await accept(user.phone).set('Sec-GPC', '1').expect(200);
    for (const device of [user.laptop, user.phone]) await link(device, user.id);
    expect(await effective(user.laptop)).toEqual(allDenied);
    return user;
  }

  const importRow = (visitorId: string, subjectId: string, time?: number, answer = 'yes') => {
    app.clock.advance(1000);
    const decided = new Date(time ?? app.clock.now()).toISOString();
    const mapping = {
      visitorId: 'visitor',
      updatedAt: 'decided',
      subjectId: 'user',
      decision: { in: 'columns' },
      categories: { analytics: 'analytics' },
    } as const;
    return importFile(
      app,
      profileId,
      `visitor,decided,user,analytics\n${visitorId},${decided},${subjectId},${answer}\n`,
      {
        mapping,
      },
    );
  };

  test.each<
    [string, (phone: string, user: { readonly id: string; readonly laptop: string }) => Promise<unknown>]
  >([
    ['is erased by its owner', (phone) => calls.erase(phone).expect(200)],
    ['is unlinked', (phone) => link(phone, null)],
    ['gets another user', (phone, { id }) => link(phone, `not-${id}`)],
    [
      'decides again for another user',
      (phone, { id }) =>
        accept(phone, { subjectId: `not-${id}` })
          .set('X-API-Key', key)
          .expect(200),
    ],
    ['is imported for another user', (phone, { id }) => importRow(phone, `not-${id}`)],
    [
      'is removed for inactivity',
      async (phone, { laptop }) => {
        app.clock.advance(11 * month);
        await accept(laptop).expect(200);
        app.clock.advance(2 * month);
        await app.service.maintenance();
        await calls.read(phone).expect(404);
      },
    ],
  ])('a device that %s leaves the opt-out to the others', async (_how, go) => {
    const { id, laptop, phone } = await createUser();
    const before = await calls.history(laptop);
    await go(phone, { id, laptop });
    expect(await effective(laptop)).toEqual(allDenied);
    expect((await calls.verify(laptop)).body).toMatchObject({ valid: true, gpcConflict: true });
    expect((await calls.read(laptop)).body).toMatchObject({ consentJson: allGranted, gpcDetected: false });
    expect((await calls.history(laptop)).at(-1)).toEqual(before.at(-1));
    await accept(`tablet-${id}`).expect(200);
    await link(`tablet-${id}`, id);
    expect(await effective(`tablet-${id}`)).toEqual(allDenied);
  });

  test('nothing of the erased device stays, not even its time', async () => {
    const { laptop, phone } = await createUser();
    const rowOf = (visitor_id: string) => app.knex('svc_consents').where({ visitor_id }).first();
    const { gpc_signal_at: signalAt, id } = await rowOf(phone);
    app.clock.advance(1000);
    await calls.erase(phone).expect(200);
    const tables = await Promise.all(['svc_consents', 'svc_consent_history'].map((table) => app.knex(table)));
    const holdsTrace = [phone, id].some((trace) => JSON.stringify(tables).includes(trace));
    expect([holdsTrace, Number((await rowOf(laptop)).gpc_signal_at) - Number(signalAt)]).toEqual([
      false,
      1000,
    ]);
    expect(await effective(laptop)).toEqual(allDenied);
  });

  test('the opt-out stays until a decision that allows something new, and not longer', async () => {
    const { laptop, phone } = await createUser();
    await calls.erase(phone).expect(200);
    for (const more of [
      { locale: 'de' },
      { consentJson: { ...allGranted, analytics: 'denied' } },
      { consentJson: { ...allGranted, analytics: 'denied' }, locale: 'en' },
    ]) {
      await change(laptop, more);
      expect(await effective(laptop)).toEqual(allDenied);
    }
    await change(laptop, {});
    expect(await effective(laptop)).toEqual(allGranted);
  });

  test('a new decision ends it as well, and so does a confirmation, as their answers say', async () => {
    for (const end of [
      (laptop: string) => accept(laptop).expect(200),
      (laptop: string) => change(laptop, { gpcOverride: true }),
    ]) {
      const { laptop, phone } = await createUser();
      await calls.erase(phone).expect(200);
      expect((await end(laptop)).body).toMatchObject({ effectiveConsent: allGranted });
      expect(await effective(laptop)).toEqual(allGranted);
    }
    const { laptop, phone } = await createUser();
    expect((await accept(phone).expect(200)).body).toMatchObject({ effectiveConsent: allGranted });
    expect((await accept(phone).set('Sec-GPC', '1').expect(200)).body).toMatchObject({
      effectiveConsent: allDenied,
    });
    expect(await effective(laptop)).toEqual(allDenied);
  });

  const narrower = { ...allGranted, analytics: 'denied' };

  test.each([
    ['refuses everything', [allDenied]],
    ['refuses everything, twice', [allDenied, allDenied]],
    ['takes something away', [narrower]],
    ['takes one thing away after the other', [narrower, allDenied]],
  ])('a decision without the signal that only %s keeps it on every device', async (_what, decisions) => {
    const { laptop, phone } = await createUser();
    for (const consentJson of decisions) {
      await accept(phone, { consentJson }).expect(200);
      expect(await effective(laptop)).toEqual(allDenied);
      expect(await effective(phone)).toEqual(allDenied);
    }
    // One that was left behind stays as well.
    await calls.erase(phone).expect(200);
    for (const consentJson of decisions) {
      await accept(laptop, { consentJson }).expect(200);
      expect(await effective(laptop)).toEqual(allDenied);
    }
    await accept(laptop).expect(200);
    expect(await effective(laptop)).toEqual(allGranted);
  });

  test('an imported decision that only takes something away keeps it, and one that grants ends it', async () => {
    const { id, laptop, phone } = await createUser();
    await importRow(phone, id, undefined, 'no');
    expect(await effective(laptop)).toEqual(allDenied);
    await importRow(phone, id, undefined, 'no');
    expect(await effective(laptop)).toEqual(allDenied);
    await importRow(phone, id);
    expect(await effective(laptop)).toEqual(allGranted);
  });

  test('a decision from before the opt-out, which arrives late, does not end it', async () => {
    const { laptop, phone } = await createUser();
    app.clock.advance(60_000);
    const decidedAt = new Date(app.clock.now()).toISOString();
    app.clock.advance(60_000);
    await calls.erase(phone).expect(200);
    for (const more of [{}, { gpcOverride: true }]) {
      await accept(laptop, { decidedAt, ...more }).expect(200);
      expect(await effective(laptop)).toEqual(allDenied);
    }
  });

  test('nor does an imported one', async () => {
    const { id, laptop, phone } = await createUser();
    app.clock.advance(60_000);
    const decidedAt = app.clock.now();
    app.clock.advance(60_000);
    await calls.erase(phone).expect(200);
    await importRow(laptop, id, decidedAt);
    expect(await effective(laptop)).toMatchObject({ analytics: 'denied' });
  });

  test('a confirmation after the signal stays one, and a confirmation before it does not become one', async () => {
    const { id, laptop, phone } = await createUser();
    const early = `early-${id}`;
    await accept(early, { gpcOverride: true }).expect(200);
    await link(early, id);
    await accept(phone).set('Sec-GPC', '1').expect(200);
    await change(laptop, { gpcOverride: true });
    const expected = [allGranted, allDenied];
    expect([await effective(laptop), await effective(early)]).toEqual(expected);
    app.clock.advance(1000);
    await calls.erase(phone).expect(200);
    expect([await effective(laptop), await effective(early)]).toEqual(expected);
  });

  test('it passes on from device to device, and stays with one that is unlinked', async () => {
    const { id, laptop, phone } = await createUser();
    await calls.erase(phone).expect(200);
    await accept(`tablet-${id}`).expect(200);
    await link(`tablet-${id}`, id);
    await link(laptop, null);
    expect([await effective(laptop), await effective(`tablet-${id}`)]).toEqual([allDenied, allDenied]);
  });

  test('a device without a signal takes nothing away and leaves nothing behind', async () => {
    const { id, laptop, phone } = await createUser();
    await accept(`other-${id}`).expect(200);
    await link(`other-${id}`, id);
    await calls.erase(laptop).expect(200);
    await accept(phone).expect(200);
    expect([await effective(phone), await effective(`other-${id}`)]).toEqual([allGranted, allGranted]);
  });

  test('two devices with a signal can be erased at once', async () => {
    const { id, laptop, phone } = await createUser();
    await accept(`watch-${id}`).set('Sec-GPC', '1').expect(200);
    await link(`watch-${id}`, id);
    await Promise.all([calls.erase(phone).expect(200), calls.erase(`watch-${id}`).expect(200)]);
    expect(await effective(laptop)).toEqual(allDenied);
  });
});
