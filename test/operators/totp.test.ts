import createKnex, { type Knex } from 'knex';
import { createService } from '#service/create-consent-service';
import { createUser, type SignedIn, userPassword } from '../support/accounts';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { eachDatabaseInDeep, type OpenDatabase } from '../support/databases';
import { startFakeOidcProvider } from '../support/fake-oidc-provider';
import { bearing, hostToken } from '../support/jwt';
import { signInThroughProvider } from '../support/oidc-browser';
import { readQrCode } from '../support/qr-code';
import { describeWith } from '../support/services';
import {
  adminEmail,
  adminPassword,
  createTestClock,
  masterSecret,
  type SignInApp,
  signInApps,
} from '../support/sign-in-app';
import { totpCode, wrongCode } from '../support/totp';

const minute = 60_000;
const noon = Date.parse('2026-03-01T12:00:00Z');

/** Ways to one user's second factor. */
function secondFactor(app: SignInApp, as: SignedIn) {
  const post = (step: string, body?: object) => {
    const request = app.request.post(`${app.adminBase}/auth/totp/${step}`).set(as);
    return body === undefined ? request : request.send(body);
  };
  const setup = async (): Promise<string> => (await post('setup').expect(200)).body.secret;
  return {
    post,
    setup,
    verify: (code: string, currentCode?: string, currentPassword = adminPassword) =>
      post('verify', { code, currentCode, currentPassword }),
    disable: (code: string) => post('disable', { code }),
    isOn: async () =>
      (await app.request.get(`${app.adminBase}/auth/me`).set(as).expect(200)).body.totpEnabled as boolean,
    /** Switches it on and waits until the code that did so is over. */
    async turnOn(currentPassword = adminPassword): Promise<string> {
      const secret = await setup();
      await post('verify', { code: totpCode(secret, app.clock.now()), currentPassword }).expect(200);
      app.clock.advance(30_000);
      return secret;
    },
  };
}

const signIn = (app: SignInApp, body: object = {}, ip = '192.0.2.1') =>
  app
    .postLogin()
    .set('X-Forwarded-For', ip)
    .send({ email: adminEmail, password: adminPassword, ...body });

const bearer = async (app: SignInApp): Promise<SignedIn> => ({
  Authorization: `Bearer ${(await signIn(app).expect(200)).body.token}`,
});

const told = async (app: SignInApp) =>
  (await app.audit())
    .map(({ action, changes }) => [action, JSON.parse(changes)] as const)
    .filter(([action]) => /totp|auth/.test(action))
    .map(([action, { sessionId: _sessionId, ...changes }]) => [action, changes]);

test('the app that the tests use gives the codes of RFC 6238, appendix B', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const codes = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000].map((seconds) =>
    totpCode(secret, seconds * 1000),
  );
  expect(codes).toEqual(['287082', '081804', '050471', '005924', '279037', '353130']);
});

eachDatabaseInDeep((database) => {
  const { start } = signInApps();
  let open: OpenDatabase;
  let app: SignInApp;

  beforeEach(async () => {
    open = await database.open();
    app = await start({ knex: open.knex, clock: createTestClock(noon), auth: { totp: 'required' } });
  });

  test('TOTP is set up, verified, asked for at sign-in, replaced and switched off', async () => {
    const factor = secondFactor(app, await bearer(app));
    const first = await factor.setup();
    expect(await factor.isOn()).toBe(false);
    expect((await factor.verify(totpCode(first, noon)).expect(200)).body).toEqual({ totpEnabled: true });
    expect(await factor.isOn()).toBe(true);

    app.clock.advance(30_000);
    expect((await signIn(app).expect(401)).body.totpRequired).toBe(true);
    await signIn(app, { totp: totpCode(first, app.clock.now()) }).expect(200);

    app.clock.advance(30_000);
    const second = await factor.setup();
    await signIn(app, { totp: totpCode(first, app.clock.now()) }).expect(200);
    app.clock.advance(30_000);
    await factor.verify(totpCode(second, app.clock.now()), totpCode(first, app.clock.now())).expect(200);
    app.clock.advance(30_000);
    await signIn(app, { totp: totpCode(first, app.clock.now()) }).expect(401);
    await signIn(app, { totp: totpCode(second, app.clock.now()) }).expect(200);

    app.clock.advance(30_000);
    expect((await factor.disable(totpCode(second, app.clock.now())).expect(200)).body).toEqual({
      totpEnabled: false,
    });
    expect(await factor.isOn()).toBe(false);
    await signIn(app).expect(200);
    const row = await open.knex('svc_users').first();
    expect([row.totp_secret, row.totp_pending_secret, row.totp_last_step]).toEqual([null, null, null]);
  });

  test('of one code sent five times at once to two processes, one signs in', async () => {
    const secret = await secondFactor(app, await bearer(app)).turnOn();
    const sibling = await start({ knex: open.reopen(), clock: app.clock, auth: { totp: 'required' } });
    const totp = totpCode(secret, app.clock.now());
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => signIn(index % 2 === 0 ? app : sibling, { totp })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    await signIn(app, { totp }, '198.51.100.1').expect(401);
  });

  test('of one code that switches off five times at once, one does it and uses the code up', async () => {
    const factor = secondFactor(app, await bearer(app));
    const secret = await factor.turnOn();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => factor.disable(totpCode(secret, app.clock.now()))),
    );
    expect(answers.filter(({ body }) => body.totpEnabled === false).length).toBeGreaterThan(0);
    expect((await told(app)).filter(([action]) => action === 'user:totpDisabled')).toHaveLength(1);
  });

  test('an admin switches another user’s lost app off, which is recorded', async () => {
    app.clock.advance(minute);
    const user = await createUser(app, { signIn: false });
    const token = (await signIn(app, { email: user.email, password: userPassword }).expect(200)).body.token;
    await secondFactor(app, { Authorization: `Bearer ${token}` }).turnOn(userPassword);
    await signIn(app, { email: user.email, password: userPassword }).expect(401);
    const { body } = await app.request
      .put(`${app.adminBase}/users/${user.id}`)
      .set(await app.asAdmin())
      .send({ totpEnabled: false })
      .expect(200);
    expect(body.totpEnabled).toBe(false);
    await signIn(app, { email: user.email, password: userPassword }).expect(200);
    expect(
      await open
        .knex('svc_audit')
        .where({ action: 'user:totpDisabled', resource_id: user.id })
        .pluck('user_email'),
    ).toEqual([adminEmail]);
  });
});

describeWith('better-sqlite3', 'TOTP', () => {
  const { start } = signInApps();
  const opened: Knex[] = [];
  let knex: Knex;
  let app: SignInApp;
  let as: SignedIn;
  let factor: ReturnType<typeof secondFactor>;

  async function begin(
    auth: NonNullable<Parameters<typeof start>[0]['auth']> = { totp: 'required' },
  ): Promise<void> {
    knex = createKnex({
      client: 'better-sqlite3',
      connection: { filename: ':memory:' },
      useNullAsDefault: true,
    });
    opened.push(knex);
    app = await start({ knex, clock: createTestClock(noon), auth });
    as = await bearer(app);
    factor = secondFactor(app, as);
  }
  beforeEach(() => begin());
  afterAll(() => Promise.all(opened.map((one) => one.destroy())));

  const now =
    (steps = 0) =>
    (secret: string) =>
      totpCode(secret, app.clock.now(), steps);

  describe('setting up', () => {
    test('answers a secret of 160 bits, the address that apps read, and it drawn as a PNG', async () => {
      const { body } = await factor.post('setup').expect(200);
      expect(Object.keys(body).sort()).toEqual(['otpauthUrl', 'qrCodeUrl', 'secret']);
      expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
      const url = new URL(body.otpauthUrl);
      expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
        'otpauth:',
        'totp',
        `/express-consent:${adminEmail}`,
      ]);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        issuer: 'express-consent',
        secret: body.secret,
        algorithm: 'SHA1',
        digits: '6',
        period: '30',
      });
      expect(body.qrCodeUrl).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
      expect(await readQrCode(body.qrCodeUrl)).toBe(body.otpauthUrl);
    });

    test('names the service as `auth.totpIssuer` has it', async () => {
      await begin({ totpIssuer: 'Shop & Söhne' });
      const { body } = await factor.post('setup').expect(200);
      expect(new URL(body.otpauthUrl).searchParams.get('issuer')).toBe('Shop & Söhne');
    });

    test('again gives another secret, and the one before counts no more', async () => {
      const [first, second] = [await factor.setup(), await factor.setup()];
      expect(first).not.toBe(second);
      await factor.verify(now()(first)).expect(400);
      await factor.verify(now()(second)).expect(200);
    });

    test('again, long after the sign-in, changes nothing until a code of the new app and one of the old were seen', async () => {
      const old = await factor.turnOn();
      app.clock.advance(10 * 60_000 + 1);
      const fresh = await factor.setup();
      const missing = await factor.verify(now()(fresh)).expect(403);
      expect(missing.body).toMatchObject({ code: 'reauthentication_required' });
      expect((await factor.verify(now()(fresh), wrongCode(old, app.clock.now())).expect(400)).body.code).toBe(
        'invalid_totp_code',
      );
      expect((await factor.verify(wrongCode(fresh, app.clock.now()), now()(old)).expect(400)).body.code).toBe(
        'invalid_totp_code',
      );
      expect((await factor.verify(now()(fresh), now()(fresh)).expect(400)).body.code).toBe(
        'invalid_totp_code',
      );
      await signIn(app, { totp: now()(fresh) }).expect(401);
      await signIn(app, { totp: now()(old) }).expect(200);
    });

    test('again within ten minutes of the sign-in takes a code of the new app alone', async () => {
      const old = await factor.turnOn();
      const fresh = await factor.setup();
      await factor.verify(now()(fresh)).expect(200);
      app.clock.advance(30_000);
      await signIn(app, { totp: now()(old) }).expect(401);
      await signIn(app, { totp: now()(fresh) }).expect(200);
    });

    test('is needed before a verification', async () => {
      const { body } = await factor.verify('123456').expect(422);
      expect(body.code).toBe('totp_not_set_up');
    });

    test('that was given up by switching off what is off counts no more', async () => {
      const secret = await factor.setup();
      expect((await factor.post('disable').expect(200)).body).toEqual({ totpEnabled: false });
      await factor.verify(now()(secret)).expect(422);
    });
  });

  describe('codes', () => {
    test.each([-1, 0, 1])('of a clock that is %i steps off are taken', async (steps) => {
      const secret = await factor.setup();
      await factor.verify(now(steps)(secret)).expect(200);
    });

    test.each([-2, 2])('of a clock that is %i steps off are refused', async (steps) => {
      const secret = await factor.setup();
      expect((await factor.verify(now(steps)(secret)).expect(400)).body).toEqual({
        error: 'The code is wrong or has already been used.',
        code: 'invalid_totp_code',
      });
      expect(await factor.isOn()).toBe(false);
    });

    test('that verified, signed in or are older than one that did are used up, everywhere', async () => {
      const secret = await factor.setup();
      const code = now()(secret);
      await factor.verify(code).expect(200);
      await signIn(app, { totp: code }).expect(401);
      await factor.disable(code).expect(400);
      await signIn(app, { totp: now(1)(secret) }).expect(200);
      await signIn(app, { totp: code }).expect(401);
      app.clock.advance(30_000);
      await factor.disable(now(-1)(secret)).expect(400);
      await factor.disable(now(1)(secret)).expect(200);
    });

    test('of anything but six digits are refused as input', async () => {
      await factor.turnOn();
      for (const code of [
        '',
        '12345',
        '1234567',
        ' 12345',
        '12345a',
        '１２３４５６',
        '-12345',
        '1e1234',
        null,
        123456,
        ['123456'],
        {},
      ]) {
        for (const step of code === null ? ['verify'] : ['verify', 'disable'])
          expect([code, step, (await factor.post(step, { code })).status]).toEqual([code, step, 400]);
        if (code !== null) expect([code, (await signIn(app, { totp: code })).status]).toEqual([code, 400]);
      }
      expect(await factor.isOn()).toBe(true);
      expect(await knex('svc_login_attempts').select()).toEqual([]);
    });

    test('are needed to switch off, unless the sign-in is of the last ten minutes', async () => {
      await factor.turnOn();
      app.clock.advance(10 * 60_000 + 1);
      for (const body of [undefined, {}, { code: null }])
        expect((await factor.post('disable', body).expect(403)).body).toMatchObject({
          code: 'reauthentication_required',
        });
      expect(await factor.isOn()).toBe(true);
      app.clock.advance(-60_000);
      await factor.post('disable').expect(200);
      expect(await factor.isOn()).toBe(false);
    });

    test('are not replaced by the password where a sign-in needs a code', async () => {
      await begin({ totp: 'required' });
      await factor.turnOn();
      app.clock.advance(10 * 60_000 + 1);
      const withPassword = { currentPassword: adminPassword };
      expect((await factor.post('disable', withPassword).expect(403)).body.accepts).toEqual([
        'signIn',
        'totp',
      ]);
      expect(await factor.isOn()).toBe(true);
      await begin({ totp: 'optional' });
      await factor.turnOn();
      app.clock.advance(10 * 60_000 + 1);
      await factor.post('disable', withPassword).expect(200);
    });
  });

  describe('sign-in', () => {
    test('asks for a code only who knows the password, in words of its own', async () => {
      const secret = await factor.turnOn();
      const plain = { error: 'The e-mail address or the password is wrong.', code: 'unauthenticated' };
      for (const body of [
        { password: 'wrong' },
        { password: 'wrong', totp: now()(secret) },
        { email: 'nobody@example.com' },
      ])
        expect((await signIn(app, body).expect(401)).body).toEqual(plain);
      const asked = await signIn(app).expect(401);
      expect(asked.body).toEqual({
        error: 'Send a code from your authenticator app too.',
        code: 'unauthenticated',
        totpRequired: true,
      });
      expect(asked.headers['www-authenticate']).toBe('Bearer');
      expect((await signIn(app, { totp: wrongCode(secret, app.clock.now()) }).expect(401)).body).toEqual({
        error: 'The code is wrong or has already been used.',
        code: 'unauthenticated',
        totpRequired: true,
      });
      await knex('svc_users').update({ active: false });
      expect((await signIn(app, { totp: now()(secret) }).expect(401)).body).toEqual(plain);
    });

    test('asks nobody who has not switched TOTP on', async () => {
      await factor.setup();
      await signIn(app).expect(200);
      await signIn(app, { totp: '123456' }).expect(200);
    });

    test('asks nobody unless the configuration requires it', async () => {
      await begin({});
      const secret = await factor.turnOn();
      await signIn(app).expect(200);
      await signIn(app, { totp: wrongCode(secret, app.clock.now()) }).expect(200);
    });

    test('without a code does not count as a failure; with a wrong one it does', async () => {
      const secret = await factor.turnOn();
      for (let attempt = 0; attempt < 8; attempt += 1) await signIn(app).expect(401);
      for (let attempt = 0; attempt < 4; attempt += 1)
        await signIn(app, { totp: wrongCode(secret, app.clock.now()) }).expect(401);
      await signIn(app, { totp: now()(secret) }).expect(200);
      expect(
        (await knex('svc_login_attempts').where('failures', '>', 0)).map(({ failures }) => failures),
      ).toEqual([4, 4, 4, 4]);
    });

    test('takes five wrong codes of a user, from wherever they come, then refuses the right one too until the window ends', async () => {
      const secret = await factor.turnOn();
      for (let attempt = 0; attempt < 5; attempt += 1)
        await signIn(app, { totp: wrongCode(secret, app.clock.now()) }, `198.51.100.${attempt}`).expect(401);
      const locked = await signIn(app, { totp: now()(secret) }, '203.0.113.9').expect(429);
      expect(locked.body).toEqual({ error: 'Too many wrong codes; try again later.', code: 'rate_limited' });
      expect(locked.headers['retry-after']).toBe('900');
      await factor.disable(now()(secret)).expect(429);
      app.clock.advance(15 * minute);
      await signIn(app, { totp: now()(secret) }).expect(200);
    });

    test('in parallel judges no more than five codes', async () => {
      const secret = await factor.turnOn();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          signIn(app, { totp: wrongCode(secret, app.clock.now()) }, `198.51.100.${index}`),
        ),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    });
  });

  test('verification and switching off take five wrong codes together, then refuse even right ones', async () => {
    const old = await factor.turnOn();
    const secret = await factor.setup();
    for (let attempt = 0; attempt < 3; attempt += 1)
      await factor.disable(wrongCode(old, app.clock.now())).expect(400);
    for (let attempt = 0; attempt < 2; attempt += 1)
      await factor.verify(wrongCode(secret, app.clock.now()), now()(old)).expect(400);
    const locked = await factor.disable(now()(old)).expect(429);
    expect(locked.body).toEqual({ error: 'Too many wrong codes; try again later.', code: 'rate_limited' });
    await factor.verify(now()(secret), now()(old)).expect(429);
    app.clock.advance(15 * minute);
    await app.request.get(`${app.adminBase}/auth/me`).set(as).expect(200);
    await factor.disable(now()(old)).expect(200);
    expect((await told(app)).filter(([action]) => action === 'user:totpRefused')).toEqual([
      ...Array(3).fill(['user:totpRefused', { purpose: 'disable', reason: 'wrong_code' }]),
      ...Array(2).fill(['user:totpRefused', { purpose: 'verify', reason: 'wrong_code' }]),
      ['user:totpRefused', { purpose: 'disable', reason: 'locked' }],
    ]);
  });

  test('everything is recorded, and neither secrets nor codes are in the audit log, the events, the log or, in clear, in the database', async () => {
    const heard: unknown[] = [];
    app.service.events.on('auth.loginFailed', (event) => heard.push(event));
    const secret = await factor.setup();
    const codes = [now()(secret), now(1)(secret), wrongCode(secret, app.clock.now()), now(2)(secret)];
    await factor.verify(codes[0] ?? '').expect(200);
    await signIn(app).expect(401);
    await signIn(app, { totp: codes[2] }).expect(401);
    await signIn(app, { totp: codes[1] }).expect(200);
    app.clock.advance(minute);
    const fresh = await factor.setup();
    await factor.disable(codes[3] ?? '').expect(200);
    expect(await told(app)).toEqual([
      ['auth:login', {}],
      ['user:totpSetUp', {}],
      ['user:totpEnabled', { replaced: false }],
      ['auth:loginFailed', { email: adminEmail, reason: 'totp_missing' }],
      ['auth:loginFailed', { email: adminEmail, reason: 'wrong_totp' }],
      ['auth:login', {}],
      ['user:totpSetUp', {}],
      ['user:totpDisabled', {}],
    ]);
    expect(heard).toMatchObject([{ reason: 'totp_missing' }, { reason: 'wrong_totp' }]);
    const written = JSON.stringify([
      heard,
      app.logger.lines,
      await knex('svc_audit'),
      await knex('svc_users'),
      await knex('svc_login_attempts'),
    ]);
    for (const hidden of [secret, fresh, ...codes.map((code) => `"${code}"`)])
      expect(written).not.toContain(hidden);
  });

  describe('at rest', () => {
    const sealed = async () =>
      (await knex('svc_users').where({ email: adminEmail }).first('totp_secret')).totp_secret as string;

    test('a secret is readable by every process with the same master secret', async () => {
      const secret = await factor.turnOn();
      const sibling = await start({ knex, clock: app.clock, auth: { totp: 'required' } });
      await signIn(sibling, { totp: now()(secret) }).expect(200);
    });

    test('with another master secret nobody gets in by a code: it is refused, and the log says why', async () => {
      const secret = await factor.turnOn();
      const other = await start({
        knex,
        clock: app.clock,
        auth: { totp: 'required', masterSecret: 'another master secret of thirty-two characters' },
      });
      await signIn(other, { totp: now()(secret) }).expect(401);
      expect(other.logger.lines.join()).toContain('it was stored with another auth.masterSecret');
    });

    test('one user’s secret is of no use in the row of another, nor changed or cut', async () => {
      const user = await createUser(app, { signIn: false });
      const secret = await factor.turnOn();
      const theirs = await sealed();
      await knex('svc_users').where({ id: user.id }).update({ totp_enabled: true, totp_secret: theirs });
      await signIn(app, { email: user.email, password: userPassword, totp: now()(secret) }).expect(401);
      for (const broken of [
        `${theirs.slice(0, -2)}AA`,
        theirs.slice(0, 30),
        'master.',
        'other.AAAA',
        '__proto__.AAAA',
        '',
      ]) {
        await knex('svc_users').where({ email: adminEmail }).update({ totp_secret: broken });
        expect([
          broken,
          (await signIn(app, { totp: now()(secret) }, `198.51.100.${broken.length}`)).status,
        ]).toEqual([broken, 401]);
        await knex('svc_login_attempts').delete();
      }
      await knex('svc_users').where({ email: adminEmail }).update({ totp_secret: theirs });
      await signIn(app, { totp: now()(secret) }).expect(200);
    });

    test('without a master secret it outlives a restart, and is sealed under one as soon as there is one', async () => {
      await begin({ totp: 'required', masterSecret: undefined });
      const secret = await factor.turnOn();
      expect(await sealed()).toMatch(/^kept\./);
      const restarted = await start({
        knex,
        clock: app.clock,
        auth: { totp: 'required', masterSecret: undefined },
      });
      await signIn(restarted, { totp: now()(secret) }).expect(200);
      app.clock.advance(30_000);
      const secured = await start({ knex, clock: app.clock, auth: { totp: 'required' } });
      await signIn(secured, { totp: now()(secret) }).expect(200);
      expect(await sealed()).toMatch(/^[0-9a-f]{8}\./);
      app.clock.advance(30_000);
      await signIn(secured, { totp: now()(secret) }).expect(200);
    });
  });

  describe('of another user', () => {
    const put = (id: string, body: object, by = as) =>
      app.request.put(`${app.adminBase}/users/${id}`).set(by).send(body);
    const ownId = async () => (await app.request.get(`${app.adminBase}/auth/me`).set(as)).body.id as string;

    async function userWithTotp(role: Parameters<typeof createUser>[1]) {
      const user = await createUser(app, role);
      return { ...user, secret: await secondFactor(app, user.as).turnOn(userPassword) };
    }

    test('is switched off by who may change that user, and by nobody else', async () => {
      const victim = await userWithTotp({ role: ['users:update', 'users:read', 'audit:read'] });
      const helper = await createUser(app, { role: ['users:update', 'users:read'] });
      expect((await put(victim.id, { totpEnabled: false }, helper.as).expect(403)).body.code).toBe(
        'forbidden',
      );
      const scoped = await createUser(app, { role: 'admin', allowedTenants: ['default'] });
      expect((await put(victim.id, { totpEnabled: false }, scoped.as).expect(403)).body.code).toBe(
        'tenant_forbidden',
      );
      expect((await knex('svc_users').where({ id: victim.id }).first('totp_enabled')).totp_enabled).toBe(1);
      const { body } = await put(victim.id, { totpEnabled: false, name: 'New phone' }).expect(200);
      expect([body.totpEnabled, body.name]).toEqual([false, 'New phone']);
    });

    test('is not switched on by others, and one’s own not off without a code', async () => {
      const user = await createUser(app, { signIn: false });
      expect((await put(user.id, { totpEnabled: true }).expect(400)).body.details).toEqual([
        { path: 'totpEnabled', message: expect.stringContaining('only by the user') },
      ]);
      await put(user.id, { totpEnabled: false }).expect(200);
      const secret = await factor.turnOn();
      expect((await put(await ownId(), { totpEnabled: false }).expect(400)).body.details).toEqual([
        { path: 'totpEnabled', message: expect.stringContaining('/auth/totp/disable') },
      ]);
      await put(await ownId(), { totpEnabled: true, name: 'Unchanged' }).expect(200);
      await signIn(app, { totp: now()(secret) }).expect(200);
    });
  });
});

describe('in other modes', () => {
  const opened: TestApp[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())));

  async function open(
    auth: NonNullable<TestAppOptions['config']>['auth'],
    clock = createTestClock(),
  ): Promise<TestApp> {
    const app = await createTestApp({ clock, config: { rateLimit: false, auth } });
    opened.push(app);
    return app;
  }

  const validateUser = () => ({ email: 'ada@shop.example' });

  test.each([
    ['jwt', { mode: 'jwt', masterSecret }],
    ['custom', { mode: 'custom', validateUser }],
  ] as const)('users of mode %s set up, verify and switch off as others do', async (_mode, auth) => {
    const app = await open(auth);
    const as = bearing(hostToken(app, { iat: Math.floor(app.clock.now() / 1000) }));
    const post = (step: string, body: object) =>
      app.request.post(`${app.adminBase}/auth/totp/${step}`).set(as).send(body);
    const { secret } = (await post('setup', {}).expect(200)).body;
    await post('verify', { code: totpCode(secret, app.clock.now()) }).expect(200);
    await post('disable', { code: totpCode(secret, app.clock.now()) }).expect(400);
    await post('disable', { code: totpCode(secret, app.clock.now(), 1) }).expect(200);
    await app.request
      .post(`${app.adminBase}/auth/totp/login`)
      .send({ challenge: 'x', totp: '123456' })
      .expect(404);
  });

  test('a sign-in at an OpenID provider ends with a challenge, at the dashboard in the fragment', async () => {
    const clock = createTestClock();
    const provider = await startFakeOidcProvider(clock);
    try {
      const app = await open({ mode: 'oidc', masterSecret, oidc: provider.config, totp: 'required' }, clock);
      // As long as a subject can be, and three bytes for each character.
      provider.signInAs({ sub: '名'.repeat(255), email: 'ada@shop.example', email_verified: true });
      const { token } = (await signInThroughProvider(app)).body;
      const post = (step: string, body: object) =>
        app.request.post(`${app.adminBase}/auth/totp/${step}`).set(bearing(token)).send(body);
      const { secret } = (await post('setup', {}).expect(200)).body;
      await post('verify', { code: totpCode(secret, clock.now()) }).expect(200);

      const asked = await signInThroughProvider(app);
      expect([asked.status, asked.body.totpRequired]).toEqual([401, true]);
      const { body } = await post('login', {
        challenge: asked.body.challenge,
        totp: totpCode(secret, clock.now(), 1),
      }).expect(200);
      expect(body.user.email).toBe('ada@shop.example');
      // It ends one sign-in: who finds it later, and has the phone, lacks what comes before it.
      clock.advance(60_000);
      const again = await post('login', {
        challenge: asked.body.challenge,
        totp: totpCode(secret, clock.now()),
      }).expect(401);
      expect(again.body.error).toBe('This sign-in has expired; start again.');
      const { status, headers } = await signInThroughProvider(app, '?redirect=dashboard');
      expect([status, headers.location]).toEqual([
        302,
        expect.stringMatching(/^\/svc\/#totpChallenge=[\w.-]+&expiresAt=/),
      ]);
    } finally {
      await provider.close();
    }
  });

  test('a challenge opens nothing once an operator has released the identity that it is for', async () => {
    const clock = createTestClock();
    const provider = await startFakeOidcProvider(clock);
    try {
      const app = await open({ mode: 'oidc', masterSecret, oidc: provider.config, totp: 'required' }, clock);
      const { token, user } = (await signInThroughProvider(app)).body;
      const post = (step: string, body: object) =>
        app.request.post(`${app.adminBase}/auth/totp/${step}`).set(bearing(token)).send(body);
      const { secret } = (await post('setup', {}).expect(200)).body;
      await post('verify', { code: totpCode(secret, clock.now()) }).expect(200);
      const { challenge } = (await signInThroughProvider(app)).body;
      const identity = await app.knex('svc_users').where({ id: user.id }).first();
      const answer = (step: number) =>
        app.request
          .post(`${app.adminBase}/auth/totp/login`)
          .send({ challenge, totp: totpCode(secret, clock.now(), step) });
      for (const [released, step] of [
        [{ identity_issuer: null, identity_subject: null }, 1],
        [{ identity_issuer: identity.identity_issuer, identity_subject: 'another' }, 1],
      ] as const) {
        await app.knex('svc_users').where({ id: user.id }).update(released);
        const { status, body } = await answer(step);
        expect([status, body.error]).toEqual([401, 'This sign-in has expired; start again.']);
      }
      await app
        .knex('svc_users')
        .where({ id: user.id })
        .update({ identity_subject: identity.identity_subject });
      await answer(1).expect(200);
    } finally {
      await provider.close();
    }
  });

  test('codes cannot be required in modes without our own sign-in', () => {
    for (const auth of [
      { mode: 'jwt', masterSecret },
      { mode: 'custom', validateUser },
    ] as const)
      expect(() =>
        createService({
          knex: createKnex({ client: 'better-sqlite3' }),
          auth: { ...auth, totp: 'required' },
        }),
      ).toThrow(/auth\.totp: must be 'optional' in the modes jwt and custom/);
  });
});
