import { addSignIn, endConsent, openDevice } from '../support/account-devices';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp, testSigningHash } from '../support/create-test-app';
import { importFile } from '../support/imports';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { statisticsCalls } from '../support/statistics';
import { createTenant } from '../support/tenants';

const granted = { analytics: 'granted', marketing: 'granted' };
const denied = { analytics: 'denied', marketing: 'denied' };
const onlyAnalytics = { necessary: 'granted', analytics: 'granted', marketing: 'denied' };
const onlyMarketing = { necessary: 'granted', analytics: 'denied', marketing: 'granted' };

describe('the choice of an account', () => {
  let app: TestApp;
  let profileId: string;
  let users = 0;
  const newUser = () => `user-${++users}`;

  beforeAll(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
    addSignIn(app);
    profileId = (await createActiveProfile(app, { profileJson: profileJson({ accountRule: 'strictest' }) }))
      .id;
  });
  afterAll(() => app.close());

  const history = async (visitorId: string | undefined) =>
    (await consentCalls(app).history(visitorId ?? '')) as Record<string, unknown>[];

  test('is the one that the first device made before it signed in', async () => {
    const user = newUser();
    const phone = openDevice(app);
    await phone.decide(profileId, onlyAnalytics, { method: 'save', layer: 'preferences' });
    const own = phone.visitorId;
    expect(await phone.signIn(user)).toBe(true);
    expect(phone.states).toEqual({ analytics: 'granted', marketing: 'denied' });
    expect(phone.visitorId).not.toBe(own);
    expect(phone.choice?.account).toBe('o');
    const [state, ...others] = await history(phone.visitorId);
    expect(others).toEqual([]);
    expect(state).toMatchObject({
      action: 'created',
      consentJson: onlyAnalytics,
      source: 'account',
      method: 'save',
      layer: 'preferences',
      deviceId: own,
      decided: true,
      ownershipProven: true,
    });
  });

  test('applies on a device without a choice, whose history says that it follows', async () => {
    const user = newUser();
    const [phone, laptop] = [openDevice(app), openDevice(app)];
    await phone.decide(profileId, allDenied);
    await phone.signIn(user);
    await laptop.signIn(user);
    expect(laptop.states).toEqual(denied);
    expect(laptop.choice?.account).toBe('f');
    expect(laptop.visitorId).toBe(phone.visitorId);
    const states = await history(phone.visitorId);
    expect(states.map(({ source, decided, deviceId }) => [source, decided, deviceId])).toEqual([
      ['account', false, laptop.jar.get('svc_device')],
      ['account', true, phone.jar.get('svc_device')],
    ]);
    await laptop.signIn(user);
    expect(await history(phone.visitorId)).toHaveLength(2);
  });

  test('does not come back on a device on which its consent has ended', async () => {
    const user = newUser();
    const [phone, laptop] = [openDevice(app), openDevice(app)];
    for (const device of [phone, laptop]) await device.signIn(user);
    await phone.decide(profileId, onlyAnalytics);
    endConsent(phone);
    await phone.follow();
    expect(phone.states).toEqual(denied);
    await laptop.change(onlyMarketing);
    await phone.follow();
    expect(phone.states).toEqual({ analytics: 'denied', marketing: 'granted' });
  });

  test('is made on any device, also when it signed in before there was a choice', async () => {
    const user = newUser();
    const [phone, laptop] = [openDevice(app), openDevice(app)];
    await phone.signIn(user);
    await laptop.signIn(user);
    expect([phone.states, laptop.states]).toEqual([null, null]);
    const answer = await phone.decide(profileId, allGranted);
    expect(answer.body).not.toHaveProperty('subjectId');
    expect(answer.body).not.toHaveProperty('deviceId');
    expect(phone.choice?.account).toBe('o');
    await laptop.follow();
    expect([laptop.states, laptop.choice?.account]).toEqual([granted, 'f']);

    await laptop.change(allDenied);
    expect([laptop.states, laptop.choice?.account]).toEqual([denied, 'o']);
    await phone.follow();
    expect([phone.states, phone.choice?.account]).toEqual([denied, 'f']);
    const seen = await app.request
      .get(`${app.adminBase}/consents/${phone.visitorId}`)
      .set(await app.asAdmin());
    expect(seen.body).toMatchObject({ subjectId: user, deviceId: laptop.jar.get('svc_device') });
  });

  describe('with the rule strictest', () => {
    test.each([
      ['the account refuses', allDenied, allGranted, denied],
      ['the device refuses', allGranted, allDenied, denied],
      ['each grants something else', onlyAnalytics, onlyMarketing, denied],
      ['they agree in part', allGranted, onlyAnalytics, { analytics: 'granted', marketing: 'denied' }],
    ])('grants what both grant: %s', async (_name, ofAccount, ofDevice, expected) => {
      const user = newUser();
      const [phone, laptop] = [openDevice(app), openDevice(app)];
      await phone.decide(profileId, ofAccount);
      await phone.signIn(user);
      app.clock.advance(60_000);
      await laptop.decide(profileId, ofDevice);
      await laptop.signIn(user);
      expect(laptop.states).toEqual(expected);
      await phone.follow();
      expect(phone.states).toEqual(expected);
    });

    test('also takes an earlier refusal of a device', async () => {
      const user = newUser();
      const [phone, laptop] = [openDevice(app), openDevice(app)];
      await laptop.decide(profileId, onlyMarketing);
      app.clock.advance(60_000);
      await phone.decide(profileId, allGranted);
      await phone.signIn(user);
      await laptop.signIn(user);
      expect(laptop.states).toEqual({ analytics: 'denied', marketing: 'granted' });
      // It is the choice of the laptop.
      expect(laptop.choice?.account).toBe('o');
      // A later decision replaces it, and the old one of the laptop does not come back.
      await phone.decide(profileId, allGranted);
      await phone.signIn(user);
      expect(phone.states).toEqual(granted);
    });

    test('is a withdrawal only where the visitor takes something back, once', async () => {
      const withdrawals = async () => (await statisticsCalls(app).get('/stats/banners', {})).withdrawn;
      const before = await withdrawals();
      const [user, phone, laptop] = [newUser(), openDevice(app), openDevice(app)];
      await phone.decide(profileId, allGranted);
      await phone.signIn(user);
      app.clock.advance(60_000);
      await laptop.decide(profileId, onlyAnalytics);
      await laptop.signIn(user);
      expect(laptop.states).toEqual({ analytics: 'granted', marketing: 'denied' });
      expect(await withdrawals()).toBe(before);

      const tablet = openDevice(app);
      app.clock.advance(60_000);
      await tablet.decide(profileId, allGranted);
      app.clock.advance(60_000);
      await tablet.change(allDenied);
      expect(await withdrawals()).toBe(before + 1);
      await tablet.signIn(user);
      expect(tablet.states).toEqual(denied);
      expect(await withdrawals()).toBe(before + 1);

      // A signed-in device that takes something back is one that withdraws.
      app.clock.advance(60_000);
      await tablet.decide(profileId, allGranted);
      await tablet.decide(profileId, allDenied);
      expect(await withdrawals()).toBe(before + 2);
    });

    test('says that several devices decided where the result is that of none', async () => {
      const user = newUser();
      const [phone, laptop] = [openDevice(app), openDevice(app)];
      await phone.decide(profileId, onlyAnalytics);
      await phone.signIn(user);
      await laptop.decide(profileId, onlyMarketing);
      await laptop.signIn(user);
      expect([laptop.choice?.account, laptop.states]).toEqual(['f', denied]);
      const states = await history(laptop.visitorId);
      expect(states[1]).toMatchObject({ source: 'account', decided: true, consentJson: allDenied });
      expect(states[1]).not.toHaveProperty('deviceId');
    });
  });
});

describe('a choice that a sign-in takes from the device', () => {
  let app: TestApp;
  let profileId: string;
  beforeAll(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
    addSignIn(app);
    const json = profileJson({ accountRule: 'strictest', allowReceipt: true });
    profileId = (
      await createActiveProfile(app, { profileJson: json, localeContent: { de: germanContent() } })
    ).id;
  });
  afterAll(() => app.close());

  async function decideOnDevice(consentJson: object, more?: object) {
    const device = openDevice(app);
    await device.decide(profileId, consentJson, more);
    app.clock.advance(60_000);
    return { device, own: device.visitorId ?? '' };
  }
  const importStates = (visitorId: string, state: boolean) => {
    const at = new Date(app.clock.now()).toISOString();
    app.clock.advance(60_000);
    const rows = `visitor,decided,analytics,ads,country\n${visitorId},${at},${state},${state},DE\n`;
    return importFile(app, profileId, rows);
  };
  const latest = async (visitorId: string | undefined) =>
    (await consentCalls(app).history(visitorId ?? ''))[0];
  const notice = async (visitorId: string | undefined) =>
    app.request.get(`${app.adminBase}/consents/${visitorId}/notice`).set(await app.asAdmin());

  test('is as proven as it was before: made by a server, by a stranger or by the visitor', async () => {
    const { key, id: apiKeyId } = await createApiKey(app);
    const ofServer = await decideOnDevice(allDenied);
    await app.request
      .put(`${app.publicBase}/consent/${ofServer.own}`)
      .set('X-API-Key', key)
      .send({ consentJson: allGranted })
      .expect(200);
    const ofStranger = await decideOnDevice(allDenied);
    await app.request
      .post(`${app.publicBase}/consent`)
      .send({ visitorId: ofStranger.own, profileId, consentJson: allGranted })
      .expect(200);
    const ofVisitor = await decideOnDevice(allGranted);
    const expected = [
      [ofServer, { by: 'apiKey', apiKeyId, ownershipProven: false }],
      [ofStranger, { by: 'visitor', ownershipProven: false }],
      [ofVisitor, { by: 'visitor', ownershipProven: true }],
    ] as const;
    for (const [{ device, own }, who] of expected) {
      await device.signIn(`of-${own}`);
      expect(await latest(device.visitorId)).toMatchObject({
        ...who,
        source: 'account',
        consentJson: allGranted,
      });
      // The first state in the history is that of the record.
      await device.change(allDenied);
      expect((await consentCalls(app).history(device.visitorId ?? '')).at(-1)).toMatchObject(who);
    }
  });

  test('reaches no other device when it is an imported grant; an imported refusal does, and stays imported', async () => {
    const imported = await decideOnDevice(allDenied);
    await importStates(imported.own, true);
    await imported.device.signIn('ida');
    expect(imported.device.choice).toBeNull();
    const laptop = openDevice(app);
    await laptop.signIn('ida');
    expect(laptop.choice).toBeNull();
    await laptop.decide(profileId, allGranted);
    expect(laptop.states).toEqual(granted);

    const refusing = await decideOnDevice(allGranted);
    await importStates(refusing.own, false);
    await refusing.device.signIn('ida');
    await laptop.follow();
    expect(laptop.states).toEqual(denied);
    const other = await decideOnDevice(allGranted);
    await importStates(other.own, false);
    await other.device.signIn('udo');
    expect(await latest(other.device.visitorId)).toMatchObject({ by: 'import', ownershipProven: false });
    expect((await notice(other.device.visitorId)).status).toBe(404);
  });

  test('only takes away where it was imported later, so what the user has refused stays refused', async () => {
    const phone = await decideOnDevice(onlyAnalytics);
    await phone.device.signIn('eva');
    const imported = await decideOnDevice(allDenied);
    await importStates(imported.own, true);
    const tablet = await decideOnDevice(allGranted);
    for (const { device } of [imported, tablet]) {
      await device.signIn('eva');
      expect(device.states).toEqual({ analytics: 'granted', marketing: 'denied' });
    }
    expect(await latest(tablet.device.visitorId)).toMatchObject({ by: 'visitor' });
  });

  test('was made in the language of the decision, whatever language was chosen since', async () => {
    const { device, own } = await decideOnDevice(allGranted, { locale: 'en' });
    await device.send('put', `${app.publicBase}/consent/${own}`, { consentJson: allGranted, locale: 'de' });
    await device.signIn('max');
    expect((await notice(own)).body.currentLocale).toBe('en');
    expect((await notice(device.visitorId)).body.currentLocale).toBe('en');
  });
});

describe('with the rule latest, the choice of an account', () => {
  test.each([
    ['the device decided later', 'phone', 'laptop', granted],
    ['the account decided later', 'laptop', 'phone', denied],
  ])('is the later one: %s', async (_name, first, second, expected) => {
    const app = await createTestApp({ config: { rateLimit: false } });
    addSignIn(app);
    const json = profileJson({ accountRule: 'latest' });
    const { id } = await createActiveProfile(app, { profileJson: json });
    const devices = { phone: openDevice(app), laptop: openDevice(app) };
    const choices = { phone: allDenied, laptop: allGranted };
    for (const name of [first, second] as ('phone' | 'laptop')[]) {
      await devices[name].decide(id, choices[name]);
      app.clock.advance(60_000);
    }
    await devices.phone.signIn('u');
    await devices.laptop.signIn('u');
    expect(devices.laptop.states).toEqual(expected);
    await devices.phone.follow();
    expect(devices.phone.states).toEqual(expected);
    await app.close();
  });
});

describe('with the rule latest, and a choice from a time when the clock was ahead', () => {
  test.each([
    ['of the account', 'phone', allGranted, allDenied],
    ['of the device', 'laptop', allDenied, allGranted],
  ])('a refusal does not lose to it: %s', async (_name, ahead, ofAccount, ofDevice) => {
    const app = await createTestApp({ config: { rateLimit: false } });
    addSignIn(app);
    const json = profileJson({ accountRule: 'latest' });
    const { id } = await createActiveProfile(app, { profileJson: json });
    const [phone, laptop] = [openDevice(app), openDevice(app)];
    const decide = async (name: string, device: typeof phone, choice: object) => {
      const hours = name === ahead ? 3_600_000 * 5 : 0;
      app.clock.advance(hours);
      await device.decide(id, choice);
      if (device === phone) await device.signIn('u');
      app.clock.advance(60_000 - hours);
    };
    const phoneFirst = ahead === 'phone';
    if (phoneFirst) await decide('phone', phone, ofAccount);
    await decide('laptop', laptop, ofDevice);
    if (!phoneFirst) await decide('phone', phone, ofAccount);
    await laptop.signIn('u');
    expect(laptop.states).toEqual(denied);
    await phone.follow();
    expect(phone.states).toEqual(denied);
    // What is decided from now on is the later choice.
    await laptop.decide(id, allGranted);
    await phone.signIn('u');
    expect(phone.states).toEqual(granted);
    await app.close();
  });
});

test('a refusal of a device whose process has a clock half a minute behind is kept at the sign-in', async () => {
  const app = await createTestApp({ config: { rateLimit: false } });
  addSignIn(app);
  const { id } = await createActiveProfile(app, { profileJson: profileJson({ accountRule: 'strictest' }) });
  const [phone, laptop] = [openDevice(app), openDevice(app)];
  await laptop.decide(id, allDenied);
  app.clock.advance(30_000);
  await phone.decide(id, allGranted);
  await phone.signIn('u');
  app.clock.advance(-30_000);
  await laptop.signIn('u');
  expect(laptop.states).toEqual(denied);
  await phone.follow();
  expect(phone.states).toEqual(denied);
  await app.close();
});

describe('a version that did not say that choices count for the account', () => {
  let app: TestApp;
  let profileId: string;
  beforeEach(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
    addSignIn(app);
    profileId = (await createActiveProfile(app)).id;
  });
  afterEach(() => app.close());

  async function turnOn() {
    await app.request
      .put(`${app.adminBase}/profiles/${profileId}`)
      .set(await app.asAdmin())
      .send({ profileJson: profileJson({ accountRule: 'latest' }) })
      .expect(200);
    await app.request
      .post(`${app.adminBase}/profiles/${profileId}/activate`)
      .set(await app.asAdmin())
      .expect(200);
  }

  test('signs nobody in while no profile says it', async () => {
    const phone = openDevice(app);
    await phone.decide(profileId, allGranted);
    const before = new Map(phone.jar);
    expect(await phone.signIn('u')).toBe(false);
    expect(phone.jar).toEqual(before);
  });

  test('does not make a grant for one device one for all: the visitor is asked', async () => {
    const phone = openDevice(app);
    await phone.decide(profileId, allGranted);
    await turnOn();
    await phone.signIn('u');
    expect(phone.choice).toBeNull();
    await phone.decide(profileId, allGranted);
    expect(phone.states).toEqual(granted);
  });

  test('keeps a refusal', async () => {
    const phone = openDevice(app);
    await phone.decide(profileId, allDenied);
    await turnOn();
    await phone.signIn('u');
    expect(phone.states).toEqual(denied);
  });

  test('still takes away from the choice of the account', async () => {
    const [phone, laptop] = [openDevice(app), openDevice(app)];
    await laptop.decide(profileId, onlyAnalytics);
    await turnOn();
    app.clock.advance(1000);
    await phone.decide(profileId, allGranted, { profileVersion: 2 });
    await phone.signIn('u');
    await laptop.signIn('u');
    expect(laptop.states).toEqual({ analytics: 'granted', marketing: 'denied' });
  });
});

describe('Global Privacy Control on one device', () => {
  const optOut = (more: object = {}) =>
    profileJson({
      complianceGroup: 'opt-out-strict',
      countries: ['US-CA'],
      accountRule: 'strictest',
      ...more,
    } as never);

  test.each(['honor', 'strict'] as const)('in mode %s opts the account out', async (gpcMode) => {
    const { app, id } = await openUs(gpcMode);
    const [phone, laptop] = [openDevice(app), openDevice(app, { signal: true })];
    await phone.decide(id, allGranted);
    await phone.signIn('u');
    expect(phone.states).toEqual(granted);
    await laptop.signIn('u');
    expect(laptop.states).toEqual(denied);
    await phone.follow();
    expect(phone.states).toEqual(denied);
    const states = (await consentCalls(app).history(phone.visitorId ?? '')) as object[];
    expect(states).toContainEqual(
      expect.objectContaining({ source: 'account', method: 'gpc', gpcDetected: true, decided: true }),
    );
    const amount = states.length;
    await laptop.signIn('u');
    expect(await consentCalls(app).history(phone.visitorId ?? '')).toHaveLength(amount);
    await app.close();
  });

  test('also before anything was chosen, where visitors opt out', async () => {
    const { app } = await openUs('strict');
    const [phone, laptop] = [openDevice(app), openDevice(app, { signal: true })];
    await laptop.signIn('u');
    await phone.signIn('u');
    expect(phone.states).toEqual(denied);
    await app.close();
  });

  test('does not undo a choice that was confirmed against it', async () => {
    const { app, id } = await openUs('strict');
    const [phone, laptop] = [openDevice(app, { signal: true }), openDevice(app, { signal: true })];
    await phone.decide(id, allGranted, { gpcOverride: true });
    await phone.signIn('u');
    await laptop.signIn('u');
    expect([phone.states, laptop.states]).toEqual([granted, granted]);
    await app.close();
  });

  test('changes nothing where the profile ignores it, and asks where the law asks first', async () => {
    const app = await createTestApp({ config: { rateLimit: false } });
    addSignIn(app);
    await createActiveProfile(app, { profileJson: profileJson({ accountRule: 'strictest' }) });
    const laptop = openDevice(app, { signal: true });
    await laptop.signIn('u');
    expect(laptop.choice).toBeNull();
    await app.close();
  });

  async function openUs(gpcMode: 'honor' | 'strict') {
    const app = await createTestApp({
      config: { rateLimit: false, compliance: { dataSigningHash: testSigningHash, type: 'opt-out-strict' } },
    });
    addSignIn(app);
    const { id } = await createActiveProfile(app, { profileJson: optOut({ gpcMode }) });
    return { app, id };
  }
});

describe('signing out', () => {
  let app: TestApp;
  let profileId: string;
  beforeAll(async () => {
    app = await createTestApp({
      config: { rateLimit: false, visitorCookie: { requireProof: true } },
    });
    addSignIn(app);
    profileId = (await createActiveProfile(app, { profileJson: profileJson({ accountRule: 'strictest' }) }))
      .id;
  });
  afterAll(() => app.close());

  test('gives the device its own choice back, which a decision of the account has not changed', async () => {
    const computer = openDevice(app);
    await computer.decide(profileId, onlyAnalytics);
    const own = computer.visitorId;
    await computer.signIn('anna');
    await computer.decide(profileId, allDenied);
    await computer.signOut();
    expect([computer.visitorId, computer.states]).toEqual([
      own,
      { analytics: 'granted', marketing: 'denied' },
    ]);
    expect([computer.choice?.account, computer.jar.has('svc_device')]).toEqual([undefined, false]);
    expect((await computer.change(onlyMarketing)).status).toBe(200);
  });

  test('leaves nothing of the account on the device, so that the next visitor is asked', async () => {
    const computer = openDevice(app);
    await computer.signIn('berta');
    await computer.decide(profileId, allGranted);
    const account = computer.visitorId;
    await computer.signOut();
    expect([...computer.jar.keys()].sort()).toEqual(['svc_own']);
    // Not even the right to read it, for somebody who knows its id.
    computer.jar.set('svc_vid', account ?? '');
    expect((await computer.send('get', `${app.publicBase}/consent/${account}`)).status).toBe(403);
  });

  test('is not needed before the next user signs in', async () => {
    const computer = openDevice(app);
    await computer.decide(profileId, onlyAnalytics);
    await computer.signIn('cleo');
    await computer.decide(profileId, allDenied);
    await computer.signIn('dora');
    expect(computer.states).toEqual({ analytics: 'granted', marketing: 'denied' });
    const phone = openDevice(app);
    await phone.signIn('cleo');
    expect(phone.states).toEqual(denied);
  });

  test('does nothing, and reads nothing, on a device without an account', async () => {
    const computer = openDevice(app);
    await computer.decide(profileId, allGranted);
    const before = new Map(computer.jar);
    const reads: string[] = [];
    // The background reads other tables.
    const note = ({ sql }: { sql: string }) => /svc_(consent|account|tenant)/.test(sql) && reads.push(sql);
    app.knex.on('query', note);
    await computer.signOut();
    app.knex.removeListener('query', note);
    expect([reads, computer.jar]).toEqual([[], before]);
  });
});

describe('a stranger', () => {
  let app: TestApp;
  let profileId: string;
  beforeAll(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
    addSignIn(app);
    profileId = (await createActiveProfile(app, { profileJson: profileJson({ accountRule: 'strictest' }) }))
      .id;
  });
  afterAll(() => app.close());

  test('cannot bring another visitor’s choice into an account by naming the visitor', async () => {
    const victim = openDevice(app);
    await victim.decide(profileId, allGranted);
    for (const name of ['svc_vid', 'svc_device']) {
      const stranger = openDevice(app);
      stranger.jar.set(name, victim.visitorId ?? '');
      await stranger.signIn(`stranger-${name}`);
      expect(stranger.choice).toBeNull();
      expect(stranger.jar.get('svc_device')).not.toBe(victim.visitorId);
    }
  });

  test('cannot decide in the name of another device', async () => {
    const [phone, laptop] = [openDevice(app), openDevice(app)];
    await phone.signIn('anna');
    await laptop.signIn('anna');
    laptop.jar.set('svc_device', 'some-other-device');
    await laptop.decide(profileId, allDenied);
    const [state] = (await consentCalls(app).history(laptop.visitorId ?? '')) as object[];
    expect(state).not.toHaveProperty('deviceId');
  });

  test('cannot end another visitor’s choice by planting the cookie of a device', async () => {
    const victim = openDevice(app);
    await victim.decide(profileId, onlyAnalytics);
    const own = new Map(victim.jar);
    victim.jar.set('svc_device', 'planted');
    await victim.signOut();
    expect(victim.jar).toEqual(own);
    victim.jar.set('svc_device', 'planted');
    const { headers } = await victim.decide(profileId, onlyAnalytics);
    expect(`${headers['set-cookie']}`).not.toContain('svc_device');
    await victim.signIn('robbed');
    expect(victim.jar.get('svc_device')).toBe(own.get('svc_vid'));
    await victim.signOut();
    expect([victim.visitorId, victim.states]).toEqual([
      own.get('svc_vid'),
      { analytics: 'granted', marketing: 'denied' },
    ]);
  });

  test('cannot keep an account on a device by replacing the cookie of the device', async () => {
    const shared = openDevice(app);
    await shared.signIn('berta');
    await shared.decide(profileId, onlyAnalytics);
    shared.jar.set('svc_device', 'planted');
    await shared.signOut();
    expect(shared.jar.size).toBe(0);
  });

  test.each([
    ...['', 'user 1', '.', 'ä', 'x'.repeat(129)],
    ...[1.5, Number.NaN, 2 ** 53, null, undefined, { id: 1 }],
  ])('the user id %j is refused', async (user) => {
    const { service } = app;
    const answer = { headersSent: false } as never;
    await expect(service.link({ headers: {} } as never, user as never, { res: answer })).rejects.toThrow(
      'a whole number up to 2^53 − 1, a BigInt, or a text of 1 to 128 printable ASCII characters without spaces',
    );
  });

  test.each([
    ['number', 4711, '4711'],
    ['BigInt', 2n ** 60n, '1152921504606846976'],
  ])('a %s is the same user id as its digits', async (type, userId, digits) => {
    const { service } = app;
    app.app.post(`/sign-in-by-${type}`, (req, res, next) => {
      service.link(req, userId).then((isLinked) => void res.json(isLinked), next);
    });
    const [phone, laptop] = [openDevice(app), openDevice(app)];
    expect((await phone.send('post', `/sign-in-by-${type}`)).body).toBe(true);
    await phone.decide(profileId, onlyAnalytics);
    await laptop.signIn(digits);
    expect(laptop.states).toEqual({ analytics: 'granted', marketing: 'denied' });
  });

  test('link needs an answer that has not been sent', async () => {
    const { service } = app;
    await expect(service.link({ headers: {} } as never, 'u')).rejects.toThrow('{ res }');
    const sent = { headersSent: true } as never;
    await expect(service.link({ headers: {} } as never, 'u', { res: sent })).rejects.toThrow(
      'before the answer',
    );
  });
});

describe('erasing', () => {
  let app: TestApp;
  let profileId: string;
  /** Runs in the middle of a submission, or of a sign-in that brings a choice. */
  let beforeSaving = async () => {};
  const meanwhile = {
    name: 'meanwhile',
    initialize() {},
    destroy() {},
    beforeConsentSave: () => beforeSaving(),
  };
  beforeAll(async () => {
    app = await createTestApp({ config: { rateLimit: false, plugins: [meanwhile] } });
    addSignIn(app);
    profileId = (await createActiveProfile(app, { profileJson: profileJson({ accountRule: 'strictest' }) }))
      .id;
  });
  afterAll(() => app.close());

  const erase = async (user: string) =>
    app.request
      .delete(`${app.adminBase}/subjects/${user}`)
      .set(await app.asAdmin())
      .send();
  const accounts = () => app.knex('svc_accounts').pluck('subject_id');

  test('a user erases the account with its choice; other devices find none', async () => {
    const phone = openDevice(app);
    await phone.decide(profileId, allDenied);
    await phone.signIn('anna');
    await phone.decide(profileId, allGranted);
    expect((await erase('anna')).body).toMatchObject({ erased: 1 });
    expect(await accounts()).not.toContain('anna');
    expect((await phone.follow()).status).toBe(404);
    const laptop = openDevice(app);
    await laptop.signIn('anna');
    expect(laptop.choice).toBeNull();
  });

  test('a user who signs in at the same time begins a new account, which takes the choice of the device', async () => {
    const phone = openDevice(app);
    await phone.decide(profileId, allDenied);
    beforeSaving = async () => {
      beforeSaving = async () => {};
      await erase('gina');
    };
    expect(await phone.signIn('gina')).toBe(true);
    expect(phone.states).toEqual(denied);
    expect(await accounts()).toContain('gina');
    expect((await phone.follow()).status).toBe(200);
  });

  test.each([
    ['with the user', true],
    ['alone', false],
  ])(
    'a choice of the device that is erased %s during the sign-in is not stored again',
    async (_how, withUser) => {
      const phone = openDevice(app);
      const visitors = () => app.knex('svc_consents').pluck('visitor_id');
      const others = await visitors();
      await phone.decide(profileId, allDenied);
      const own = (await visitors()).find((visitorId) => !others.includes(visitorId));
      beforeSaving = async () => {
        beforeSaving = async () => {};
        if (withUser) await erase('hanna');
        await app.request
          .delete(`${app.adminBase}/visitors/${own}`)
          .set(await app.asAdmin())
          .expect(200);
      };
      await phone.signIn('hanna');
      expect(await app.knex('svc_consents').where({ subject_id: 'hanna' })).toEqual([]);
      expect(await accounts()).toContain('hanna');
    },
  );

  test('a user who has signed in but never decided erases the account', async () => {
    const phone = openDevice(app);
    await phone.signIn('berta');
    expect((await erase('berta')).body).toMatchObject({ erased: 1 });
    expect(await accounts()).not.toContain('berta');
    expect((await erase('berta')).status).toBe(404);
  });

  describe('by the visitor', () => {
    const record = async (visitorId = '') =>
      (await app.request.get(`${app.adminBase}/consents/${visitorId}`).set(await app.asAdmin())).status;
    const verify = async (certificate: object, of: string) =>
      (
        await app.request
          .post(`${app.adminBase}/erasures/verify`)
          .set(await app.asAdmin())
          .send({ certificate, of })
      ).body;
    const eraseOwn = (device: ReturnType<typeof openDevice>) =>
      device.send('delete', `${app.publicBase}/consent`);

    async function decideTwice(user: string) {
      const device = openDevice(app);
      await device.decide(profileId, allGranted);
      const own = device.visitorId ?? '';
      await device.signIn(user);
      await device.decide(profileId, allDenied);
      return { device, own, account: device.visitorId ?? '' };
    }

    test('erases the account and what the device chose without it, under one certificate', async () => {
      const { device, own, account } = await decideTwice('cleo');
      const { status, body } = await eraseOwn(device);
      expect([status, body]).toMatchObject([200, { visitorId: account }]);
      expect([...device.jar]).toEqual([]);
      expect(await accounts()).not.toContain('cleo');
      expect([await record(account), await record(own)]).toEqual([404, 404]);
      const { certificate } = body as { certificate: object };
      expect(certificate).toMatchObject({ scope: 'visitor', erased: { visitors: 2, records: 2 } });
      for (const visitorId of [account, own])
        expect(await verify(certificate, visitorId)).toMatchObject({ valid: true, isOf: true });
    });

    test('erases an account without a choice, from a device without one', async () => {
      const phone = openDevice(app);
      await phone.signIn('dora');
      const { status, body } = await eraseOwn(phone);
      expect([status, body]).toMatchObject([200, { certificate: { erased: { visitors: 1, records: 0 } } }]);
      expect([...phone.jar]).toEqual([]);
      expect(await accounts()).not.toContain('dora');
    });

    test('still reaches the choice of a device whose account was erased elsewhere', async () => {
      const { device, own } = await decideTwice('emma');
      await erase('emma');
      expect((await eraseOwn(device)).status).toBe(200);
      expect([...device.jar]).toEqual([]);
      expect(await record(own)).toBe(404);
    });

    test('leaves the record of a device that the request cannot prove', async () => {
      const { device, own } = await decideTwice('fay');
      const planted = openDevice(app);
      await planted.decide(profileId, allGranted);
      planted.jar.set('svc_device', own);
      expect((await eraseOwn(planted)).status).toBe(200);
      expect(await record(own)).toBe(200);
      await eraseOwn(device);
    });
  });

  test.each(['opt-in', 'opt-out'])(
    'a decision from before it ends the account on the device, not the device: %s',
    async (complianceGroup) => {
      const json = profileJson({ accountRule: 'strictest', complianceGroup: complianceGroup as never });
      const { id } = await createActiveProfile(app, { profileJson: json });
      const phone = openDevice(app);
      await phone.decide(id, allDenied);
      const own = phone.visitorId;
      await phone.signIn('gina');
      const decidedAt = new Date(app.clock.now()).toISOString();
      app.clock.advance(1_000);
      await erase('gina');
      expect((await phone.decide(id, allGranted, { decidedAt })).status).toBe(409);
      expect([phone.visitorId, phone.jar.has('svc_device')]).toEqual([own, false]);
      // Where silence allows, a refusal must not be lost.
      expect(phone.jar.has('svc_choice')).toBe(complianceGroup === 'opt-out');
      expect((await phone.follow()).body).toMatchObject({ record: { visitorId: own } });
      expect((await phone.send('delete', `${app.publicBase}/consent`)).status).toBe(200);
    },
  );
});

describe('tenants', () => {
  const app = openAdminApp({ config: { rateLimit: false, tenancy: { enabled: true } } });

  test('have accounts of their own', async () => {
    addSignIn(app);
    const [one, two] = [await createTenant(app, 'one'), await createTenant(app, 'two')];
    const json = { profileJson: profileJson({ accountRule: 'strictest' }) };
    const { id } = await createActiveProfile(app, json, one.id);
    await createActiveProfile(app, json, two.id);
    const [phone, laptop] = [openDevice(app, { tenantId: one.id }), openDevice(app, { tenantId: two.id })];
    await phone.decide(id, allGranted);
    await phone.signIn('anna');
    await laptop.signIn('anna');
    expect([phone.states, laptop.choice]).toEqual([granted, null]);
    expect(laptop.visitorId).not.toBe(phone.visitorId);
    const { body } = await app.call('delete', '/subjects/anna').set(two.header).send();
    expect(body).toMatchObject({ erased: 1 });
    expect((await phone.follow()).status).toBe(200);
  });
});

describe('two devices that sign in at the same time', () => {
  const app = openAdminApp({ config: { rateLimit: false } }, 'all tests');
  let profileId: string;
  beforeAll(async () => {
    addSignIn(app);
    const json = profileJson({ accountRule: 'strictest' });
    profileId = (await createActiveProfile(app, { profileJson: json })).id;
  });

  test.each([1, 2, 3])('agree on one account, in which a refusal is not lost: round %i', async (round) => {
    const devices = Array.from({ length: 6 }, () => openDevice(app));
    for (const [index, device] of devices.entries())
      await device.decide(profileId, index === round ? allDenied : allGranted);
    await Promise.all(devices.map((device) => device.signIn(`user-${round}`)));
    expect(new Set(devices.map(({ visitorId }) => visitorId)).size).toBe(1);
    for (const device of devices) {
      await device.follow();
      expect(device.states).toEqual(denied);
    }
  });
});
