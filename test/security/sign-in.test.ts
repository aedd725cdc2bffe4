import fc from 'fast-check';
import jwt from 'jsonwebtoken';
import createKnex, { type Knex } from 'knex';
import { authKeys } from '#operators/auth/auth-keys';
import { createSecretRing } from '#platform/kernel/keyring';
import { eachDatabaseInDeep } from '../support/databases';
import { byScope, testInAll } from '../support/scope';
import { describeWith } from '../support/services';
import {
  adminEmail,
  adminPassword,
  createTestClock,
  masterSecret,
  type SignInApp,
  signInApps,
} from '../support/sign-in-app';

type Answer = Awaited<ReturnType<SignInApp['login']>>;

const minutes = (count: number) => count * 60_000;
const countOf = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

eachDatabaseInDeep((database) => {
  const { start } = signInApps();
  const onTwoProcesses = async () => {
    const open = await database.open();
    const clock = createTestClock();
    return {
      open,
      clock,
      apps: [await start({ knex: open.knex, clock }), await start({ knex: open.reopen(), clock })] as const,
    };
  };

  test('of twenty wrong passwords at once on two processes five are judged and the rest are locked out', async () => {
    const { open, apps } = await onTwoProcesses();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => apps[index % 2 === 0 ? 0 : 1].login(adminEmail, 'wrong')),
    );
    expect(countOf(answers)).toEqual({ 401: 5, 429: 15 });
    const reasons = (await open.knex('svc_audit').where({ action: 'auth:loginFailed' }).pluck('changes')).map(
      (changes) => JSON.parse(changes).reason,
    );
    expect(reasons.sort()).toEqual(['locked', ...Array(5).fill('wrong_password')]);
  });

  test('right passwords at once all sign in, however many, and leave no failure counted', async () => {
    const { open, apps } = await onTwoProcesses();
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) => apps[index % 2 === 0 ? 0 : 1].login()),
    );
    expect(countOf(answers)).toEqual({ 200: 14 });
    expect(await open.knex('svc_login_attempts').select()).toEqual([]);
    expect(await open.knex('svc_sessions').select('id')).toHaveLength(14);
  });

  test('of right and wrong passwords at once no more fail than may, and the right ones of before sign in', async () => {
    const { apps } = await onTwoProcesses();
    const right = Array.from({ length: 6 }, (_, index) => apps[index % 2 === 0 ? 0 : 1].login());
    const wrong = Array.from({ length: 12 }, (_, index) =>
      apps[index % 2 === 0 ? 0 : 1].login(adminEmail, 'wrong'),
    );
    const { 401: judged, 429: locked } = countOf(await Promise.all(wrong));
    expect([judged, locked]).toEqual([5, 7]);
    for (const { status } of await Promise.all(right)) expect([200, 429]).toContain(status);
  });

  test('a device that has signed in before is not locked out by others, and has a limit of its own on every process', async () => {
    const { apps } = await onTwoProcesses();
    const [cookie = ''] =
      ((await apps[0].login().expect(200)).headers['set-cookie'] as unknown as string[])[0]?.split(';') ?? [];
    for (let attempt = 0; attempt < 50; attempt += 1)
      await apps[0].login(adminEmail, 'wrong', `192.0.2.${attempt}`).expect(401);
    await apps[1].login(adminEmail, adminPassword, '198.51.100.1').expect(429);
    const known = (password = adminPassword, of = apps[1]) =>
      of.login(adminEmail, password, '198.51.100.1').set('Cookie', cookie);
    await known().expect(200);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await known('wrong', apps[attempt % 2 === 0 ? 0 : 1]).expect(401);
    await known().expect(429);
  });

  test('a lock ends with its window', async () => {
    const { clock, apps } = await onTwoProcesses();
    for (let attempt = 0; attempt < 5; attempt += 1) await apps[0].login(adminEmail, 'wrong').expect(401);
    clock.advance(minutes(10));
    const locked = await apps[1].login().expect(429);
    expect(locked.headers['retry-after']).toBe('300');
    clock.advance(minutes(5) - 1);
    await apps[0].login().expect(429);
    clock.advance(1);
    await apps[0].login().expect(200);
  });
});

describeWith('better-sqlite3', 'sign-in under attack', () => {
  const { start } = signInApps();
  let open: Knex;
  let app: SignInApp;
  let clock: ReturnType<typeof createTestClock>;
  const opened: Knex[] = [];

  function inMemory(): Knex {
    const knex = createKnex({
      client: 'better-sqlite3',
      connection: { filename: ':memory:' },
      useNullAsDefault: true,
    });
    opened.push(knex);
    return knex;
  }

  beforeEach(async () => {
    open = inMemory();
    clock = createTestClock();
    app = await start({ knex: open, clock });
  });
  afterEach(() => Promise.all(opened.splice(0).map((knex) => knex.destroy())));

  describe('brute force', () => {
    test('the sixth attempt on an account from one address is refused, right or wrong, known or not', async () => {
      for (const email of [adminEmail, 'nobody@example.com']) {
        for (let attempt = 0; attempt < 5; attempt += 1) await app.login(email, 'wrong').expect(401);
        const refused = await app.login(email, adminPassword).expect(429);
        expect(refused.body).toEqual({
          error: 'Too many failed sign-ins; try again later.',
          code: 'rate_limited',
        });
        expect(refused.headers['retry-after']).toBe('900');
      }
      await app.login(adminEmail, adminPassword, '192.0.2.2').expect(200);
    });

    test('refused attempts do not use up the limit of the account for everyone else', async () => {
      for (let attempt = 0; attempt < 60; attempt += 1) await app.login(adminEmail, 'wrong');
      await app.login(adminEmail, adminPassword, '192.0.2.2').expect(200);
    });

    test('an account is locked after fifty failures from anywhere', async () => {
      for (let attempt = 0; attempt < 50; attempt += 1)
        await app.login(adminEmail, 'wrong', `192.0.2.${attempt}`).expect(401);
      await app.login(adminEmail, adminPassword, '198.51.100.1').expect(429);
      await app.login('nobody@example.com', 'wrong', '198.51.100.1').expect(401);
    });

    test('an address is locked after a hundred failures on any accounts', async () => {
      for (let attempt = 0; attempt < 100; attempt += 1)
        await app.login(`nobody${attempt}@example.com`, 'wrong').expect(401);
      await app.login(adminEmail, adminPassword).expect(429);
      await app.login(adminEmail, adminPassword, '192.0.2.2').expect(200);
    });

    test('all of an IPv6 network of 64 bits counts as one address', async () => {
      for (const host of ['1', '2', 'ffff:1', '2:3:4', 'a'])
        await app.login(adminEmail, 'wrong', `2001:db8:0:7::${host}`).expect(401);
      await app.login(adminEmail, adminPassword, '2001:0DB8:0000:0007:9:9:9:9').expect(429);
      await app.login(adminEmail, adminPassword, '2001:db8:0:8::1').expect(200);
      await app.login(adminEmail, adminPassword, '2001:db8::7').expect(200);
    });

    test('wider networks of IPv6 count too, with larger limits, so that nobody can choose another network for each guess', async () => {
      const guess = (network: string, email = adminEmail) => app.login(email, 'wrong', `${network}::1`);
      // Ten on one account from a /56, twenty from a /48.
      for (let n = 0; n < 10; n += 1) await guess(`2001:db8:1:${n.toString(16)}`).expect(401);
      await guess('2001:db8:1:ff').expect(429);
      for (let n = 1; n < 11; n += 1) await guess(`2001:db8:1:${n.toString(16)}00`).expect(401);
      await guess('2001:db8:1:fe00').expect(429);
      await app.login(adminEmail, adminPassword, '2001:db8:2:1::1').expect(200);
    });

    test('three hundred failures on any accounts lock a /56 of IPv6, a thousand a /48', async () => {
      const guess = (network: string, n: number) =>
        app.login(`nobody${n}@example.com`, 'wrong', `${network}::1`);
      for (let n = 0; n < 3; n += 1) await guess(`2001:db8:3:${n}`, n).expect(401);
      // Those of the two wide networks.
      await open('svc_login_attempts').where({ failures: 3 }).update({ attempts: 299, failures: 299 });
      await guess('2001:db8:3:5', 5).expect(401);
      await guess('2001:db8:3:6', 6).expect(429);
      await guess('2001:db8:3:700', 7).expect(401);
      await open('svc_login_attempts').where({ failures: 301 }).update({ attempts: 1000, failures: 1000 });
      await guess('2001:db8:3:800', 8).expect(429);
      await guess('2001:db8:4:800', 8).expect(401);
    });

    test('a cookie of a known device is for one account, signed, and expires', async () => {
      const [setCookie = ''] = (await app.login().expect(200)).headers['set-cookie'] as unknown as string[];
      expect(setCookie).toMatch(
        /^svc_device_[0-9a-f]{16}=[\w.-]+; Max-Age=7776000; Path=\/svc\/admin\/v1\/auth\/login; HttpOnly; SameSite=Strict$/,
      );
      const [pair = ''] = setCookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      for (let attempt = 0; attempt < 5; attempt += 1) await app.login(adminEmail, 'wrong').expect(401);
      const withCookie = (cookie: string, email = adminEmail) =>
        app.login(email, adminPassword).set('Cookie', cookie);
      const [device, end, signature = ''] = value.split('.');
      for (const forged of [
        `${device}.${end}.${signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`,
        `${device}.${Number(end) + 1}.${signature}`,
        '',
        'x',
      ])
        await withCookie(`${name}=${forged}`).expect(429);
      for (let attempt = 0; attempt < 5; attempt += 1)
        await app.login('other@example.com', 'wrong').expect(401);
      await withCookie(pair, 'other@example.com').expect(429);
      await withCookie(pair).expect(200);
      await withCookie(`${name}=planted; ${pair}`).expect(200);
      clock.advance(90 * 86_400_000);
      for (let attempt = 0; attempt < 5; attempt += 1) await app.login(adminEmail, 'wrong').expect(401);
      await withCookie(pair).expect(429);
    });

    test('a success gives back what it reserved but forgives no failure', async () => {
      for (let attempt = 0; attempt < 4; attempt += 1) await app.login(adminEmail, 'wrong').expect(401);
      for (let attempt = 0; attempt < 3; attempt += 1) await app.login().expect(200);
      await app.login(adminEmail, 'wrong').expect(401);
      await app.login().expect(429);
    });

    test('the spelling of an e-mail address makes no second account to guess at', async () => {
      for (const email of [
        'admin@shop.example',
        'ADMIN@shop.example',
        'Admin@Shop.Example',
        'admin@SHOP.example',
        'aDMIN@shop.example',
      ]) {
        await app.login(email, 'wrong').expect(401);
      }
      await app.login().expect(429);
    });

    test('a lock is noted once, so that nobody can flood the append-only log', async () => {
      const heard: string[] = [];
      app.service.events.on('auth.loginFailed', ({ reason }) => heard.push(reason));
      for (let attempt = 0; attempt < 15; attempt += 1) await app.login(adminEmail, 'wrong');
      expect(heard).toEqual([...Array(5).fill('wrong_password'), 'locked']);
      clock.advance(minutes(15));
      for (let attempt = 0; attempt < 7; attempt += 1) await app.login(adminEmail, 'wrong');
      expect(heard.filter((reason) => reason === 'locked')).toHaveLength(2);
    });

    test('from however many networks, five hundred failures are noted in a window, and then that further ones are not', async () => {
      const guess = (n: number) => app.login(`nobody${n}@example.com`, 'wrong', `192.0.2.${n}`).expect(401);
      await guess(1);
      // The counter of what is noted counts no failures.
      await open('svc_login_attempts').where({ failures: 0 }).update({ attempts: 499 });
      for (let n = 2; n < 8; n += 1) await guess(n);
      // An attack on an account that exists is recorded all the same, its lock too.
      for (let attempt = 0; attempt < 5; attempt += 1) await app.login(adminEmail, 'wrong').expect(401);
      await app.login(adminEmail, 'wrong').expect(429);
      for (let n = 8; n < 11; n += 1) await guess(n);
      const noted = (
        await open('svc_audit').where({ action: 'auth:loginFailed' }).orderBy('sequence').pluck('changes')
      ).map((changes) => JSON.parse(changes));
      expect(noted).toEqual([
        { email: 'nobody1@example.com', reason: 'unknown_account' },
        { email: 'nobody2@example.com', reason: 'unknown_account' },
        { email: null, reason: 'further_not_recorded', passedOver: 1 },
        { email: null, reason: 'further_not_recorded', passedOver: 2 },
        { email: null, reason: 'further_not_recorded', passedOver: 4 },
        ...Array(5).fill({ email: adminEmail, reason: 'wrong_password' }),
        { email: adminEmail, reason: 'locked' },
        { email: null, reason: 'further_not_recorded', passedOver: 8 },
      ]);
      const { id } = await open('svc_users').where({ email: adminEmail }).first('id');
      expect(await open('svc_audit').where({ action: 'auth:loginFailed', resource_id: id })).toHaveLength(6);
      clock.advance(minutes(15));
      await app.login('somebody@example.com', 'wrong').expect(401);
      expect(await open('svc_audit').where({ action: 'auth:loginFailed' })).toHaveLength(13);
    });

    test('the database holds neither address nor account of an attempt in clear', async () => {
      await app.login('someone@example.com', 'wrong', '203.0.113.77').expect(401);
      const dump = JSON.stringify([
        await open('svc_login_attempts').select(),
        await open('svc_audit').select(),
        app.logger.lines,
      ]);
      expect(dump).not.toContain('203.0.113.77');
      expect(JSON.stringify(await open('svc_login_attempts').select())).not.toContain('someone');
    });
  });

  /**
   * Starts a service with few places for hashes, all of which are free: with `auth.adminPassword` it would compare that
   * with the account's after the start.
   */
  const startWith = (passwordHashing: Parameters<typeof start>[0]['passwordHashing']) =>
    start({ knex: open, clock, passwordHashing, auth: { adminEmail: undefined, adminPassword: undefined } });

  describe('telling accounts apart', () => {
    const shape = ({ status, body, headers }: Answer) => {
      const { date: _date, 'x-request-id': _id, ...rest } = headers;
      return { status, body, headers: rest };
    };

    test('unknown, deactivated and password-less accounts are refused exactly like a wrong password', async () => {
      const wrong = shape(await app.login(adminEmail, 'wrong').expect(401));
      expect(wrong.body).toEqual({
        error: 'The e-mail address or the password is wrong.',
        code: 'unauthenticated',
      });
      expect(shape(await app.login('nobody@example.com', adminPassword))).toEqual(wrong);
      await open('svc_users').update({ active: false });
      expect(shape(await app.login())).toEqual(wrong);
      await open('svc_users').update({ active: true, password_hash: null });
      expect(shape(await app.login())).toEqual(wrong);
    });

    test('a hash is computed for an unknown account too: it takes the one place there is', async () => {
      app = await startWith({ log2N: 16, concurrent: 1, waiting: 0 });
      const answers = await Promise.all([
        app.login('nobody@example.com', 'wrong'),
        app.login('no-one@example.com', 'wrong'),
      ]);
      expect(countOf(answers)).toEqual({ 401: 1, 503: 1 });
    });
  });

  describe('hashing', () => {
    test('no more hashes run or wait than there is memory for; who is turned away has not failed', async () => {
      app = await startWith({ log2N: 15, concurrent: 1, waiting: 2 });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          app.login(`user${index}@example.com`, 'wrong', `192.0.2.${index}`),
        ),
      );
      const { 401: judged = 0, 503: turnedAway = 0 } = countOf(answers);
      expect(judged + turnedAway).toBe(20);
      expect(turnedAway).toBeGreaterThan(9);
      expect(answers.find(({ status }) => status === 503)?.headers['retry-after']).toBe('5');
      expect(await open('svc_login_attempts').select()).toHaveLength(judged * 3 + 1);
    });

    test('clients take turns: a crowd from one network, or of those who failed, does not keep others out', async () => {
      app = await startWith({ log2N: 15, concurrent: 1, waiting: 4 });
      const crowd = Array.from({ length: 40 }, (_, n) =>
        app
          .login(`nobody${n}@example.com`, 'wrong', `2001:db8:7:${n.toString(16)}::1`)
          .then(({ status }) => status),
      );
      // A client that comes while all places are taken still gets one.
      await Promise.race(crowd);
      await app.login(adminEmail, adminPassword, '198.51.100.1').expect(200);
      expect(new Set(await Promise.all(crowd))).toEqual(new Set([401, 503]));
    });

    testInAll('at full cost a hash is scrypt with N = 2^17, r = 8, p = 1 and its own salt', async () => {
      const fresh = inMemory();
      app = await start({ knex: fresh, clock, passwordHashing: {} });
      const { password_hash } = await fresh('svc_users').first('password_hash');
      expect(password_hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
      await app.login().expect(200);
      await app.login(adminEmail, 'wrong').expect(401);
    });

    test('a password typed as other code points for the same characters is the same password', async () => {
      const fresh = inMemory();
      app = await start({ knex: fresh, clock, auth: { adminPassword: 'schöne grüße' } });
      await app.login(adminEmail, 'schöne grüße'.normalize('NFD')).expect(200);
    });
  });

  describe('tokens', () => {
    const [{ id: keyid, key }] = authKeys(createSecretRing(masterSecret), 'access-token');
    const unsigned = (claims: object) =>
      [{ alg: 'none', typ: 'JWT' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');

    test('anything but a genuine token of a running session is 401, always in the same words', async () => {
      const { token } = (await app.login().expect(200)).body;
      const claims = jwt.decode(token, { json: true }) as jwt.JwtPayload;
      const other = { ...claims, sub: 'someone else' };
      const [header, payload, signature] = token.split('.');
      const forged = Buffer.from(JSON.stringify(other)).toString('base64url');
      const { sid: _sid, ...withoutSession } = claims;
      const refused: Record<string, string> = {
        nothing: '',
        garbage: 'garbage',
        'three dots': '...',
        'no signature': `${header}.${payload}.`,
        'changed claims': `${header}.${forged}.${signature}`,
        'algorithm none': `${unsigned(claims)}.`,
        'algorithm none with the signature': `${unsigned(claims)}.${signature}`,
        'another algorithm of the same key': jwt.sign(claims, key, { algorithm: 'HS512', keyid }),
        'the master secret itself as the key': jwt.sign(claims, masterSecret, { keyid }),
        'another key': jwt.sign(claims, 'another key', { keyid }),
        'another audience': jwt.sign({ ...claims, aud: 'someone' }, key, { keyid }),
        'no audience': jwt.sign({ ...claims, aud: undefined }, key, { keyid }),
        'another issuer': jwt.sign({ ...claims, iss: 'someone' }, key, { keyid }),
        expired: jwt.sign({ ...claims, exp: Math.floor(clock.now() / 1000) }, key, { keyid }),
        'another user': jwt.sign(other, key, { keyid }),
        'no session': jwt.sign(withoutSession, key, { keyid }),
        'a session that never was': jwt.sign({ ...claims, sid: 'x' }, key, { keyid }),
        'a session that is not text': jwt.sign({ ...claims, sid: { length: 1 } }, key, { keyid }),
        'claims that are a text': jwt.sign('text', key, { keyid }),
        'no key id': jwt.sign(claims, key),
        'an unknown key id': jwt.sign(claims, key, { keyid: '00000000' }),
        'a key id that is not text': `${Buffer.from(JSON.stringify({ alg: 'HS256', kid: { length: 8 } })).toString('base64url')}.${payload}.${signature}`,
        'claims that are broken JSON': `${header}.e30x.${signature}`,
        'a header that is broken JSON': `e30x.${payload}.${signature}`,
      };
      for (const [what, value] of Object.entries(refused)) {
        const answer = await app.me(value);
        expect({
          what,
          status: answer.status,
          body: answer.body,
          authenticate: answer.headers['www-authenticate'],
        }).toEqual({
          what,
          status: 401,
          body: { error: 'Sign in first: the request has no valid access token.', code: 'unauthenticated' },
          authenticate: 'Bearer',
        });
        await app.refresh(value).expect(401);
        await app.logout(value).expect(401);
      }
      for (const value of [
        '',
        'Bearer',
        `Basic ${token}`,
        token,
        `Bearer ${token} x`,
        `Bearer ${token}, Bearer ${token}`,
      ]) {
        await app.request.get(`${app.adminBase}/auth/me`).set('Authorization', value).expect(401);
      }
      await app.request.get(`${app.adminBase}/auth/me`).expect(401);
      await app.request.get(`${app.adminBase}/auth/me?access_token=${token}`).expect(401);
      await app.me(jwt.sign(claims, key, { keyid })).expect(200);
    });

    test('a session that was revoked in the database takes its tokens with it, and a refresh cannot bring it back', async () => {
      const { token } = (await app.login().expect(200)).body;
      await Promise.all([app.logout(token), app.refresh(token)]);
      await app.me(token).expect(401);
    });

    test('a logout during a refresh wins: the refresh is refused, and its session stays ended', async () => {
      const { token } = (await app.login().expect(200)).body;
      // The refresh has read the running session; the logout commits before it is extended.
      let reads = 0;
      open.on('query-response', async (_rows: unknown, { sql }: { sql: string }) => {
        if (/^select .*`svc_sessions`.*`expires_at` > /.test(sql) && !sql.includes(' join ')) {
          reads += 1;
          await open('svc_sessions').update({ revoked_at: clock.now() });
        }
      });
      await app.refresh(token).expect(401);
      expect(reads).toBe(1);
      await app.me(token).expect(401);
    });

    test.each([
      ['a password that is replaced', { password_hash: 'another' }, undefined],
      ['an address that is replaced', { email: 'another@example.org' }, undefined],
      ['an account that is deactivated', { active: false }, undefined],
      ['an account that gets one-time codes', { totp_enabled: true }, true],
    ])('%s while the password is being checked signs nobody in', async (_name, change, totpRequired) => {
      const fresh = inMemory();
      app = await start({ knex: fresh, clock, auth: { totp: 'required' } });
      fresh.on('query-response', async (_rows: unknown, { sql }: { sql: string }) => {
        if (/^select .*`password_hash`/.test(sql)) await fresh('svc_users').update(change);
      });
      const { body } = await app.login().expect(401);
      expect(body.totpRequired).toBe(totpRequired);
      expect(await fresh('svc_sessions').select()).toEqual([]);
    });
  });

  describe('faults', () => {
    test('a sign-in that cannot be audited does not happen, and a failure that cannot be audited is not called one', async () => {
      await open.schema.renameTable('svc_audit', 'moved_away');
      expect((await app.login()).status).toBe(500);
      expect(await open('svc_sessions').select()).toEqual([]);
      expect((await app.login(adminEmail, 'wrong')).status).toBe(500);
    });

    test('a listener that throws changes nothing of the answer', async () => {
      app.service.events.on('auth.loginFailed', () => {
        throw new Error('listener');
      });
      await app.login(adminEmail, 'wrong').expect(401);
    });

    test('no password, token or secret is in a log line, an event or the audit log', async () => {
      const heard: unknown[] = [];
      app.service.events.on('auth.loginFailed', (event) => heard.push(event));
      app.service.events.on('user.created', (event) => heard.push(event));
      await app.login(adminEmail, 'a wrong password').expect(401);
      await app.login('the password by mistake', adminPassword).expect(400);
      const { token } = (await app.login().expect(200)).body;
      const refreshed = (await app.refresh(token).expect(200)).body.token;
      await app.logout(token).expect(200);
      await open.schema.renameTable('svc_sessions', 'moved_away');
      expect((await app.me(refreshed)).status).toBe(500);
      const told = JSON.stringify([heard, app.logger.lines, await open('svc_audit').select()]);
      expect(app.logger.lines.length).toBeGreaterThan(0);
      for (const secret of [
        adminPassword,
        'a wrong password',
        'by mistake',
        masterSecret,
        token,
        refreshed,
        token.split('.')[2],
      ]) {
        expect(told).not.toContain(secret);
      }
    });
  });

  describe('bad input', () => {
    const refused = async (body: unknown) => {
      const { status } = await app
        .postLogin()
        .set('X-Forwarded-For', '198.51.100.9')
        .set('Content-Type', 'application/json')
        .send(JSON.stringify(body));
      expect([400, 401, 413, 429]).toContain(status);
    };

    test('wrong forms of the body are a 400 that names every fault and counts nothing', async () => {
      const { body } = await app.postLogin().send({ email: 1 }).expect(400);
      expect(body.code).toBe('validation_failed');
      expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual(['email', 'password']);
      const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`;
      const wrong = [
        'null',
        '[]',
        '"text"',
        '{}',
        deep,
        `{"email":"${adminEmail}","password":${deep}}`,
        `{"email":"${adminEmail}","password":["${adminPassword}"]}`,
        `{"email":{"$gt":""},"password":"x"}`,
        `{"email":"${adminEmail}","password":""}`,
        `{"email":"a\\u0000@example.com","password":"x"}`,
        `{"email":"${adminEmail}","password":"x\\u0000"}`,
        `{"email":"${adminEmail}","password":"\\ud800"}`,
        `{"email":"${adminEmail}","password":"x","__proto__":{"admin":true}}`,
        `{"email":"${adminEmail}","password":"x","constructor":1}`,
        `{"email":"${adminEmail}","password":"${'x'.repeat(50_000)}"}`,
        `{"email":"${'x'.repeat(50_000)}@example.com","password":"x"}`,
        '{"email":',
        '',
      ];
      for (const text of wrong) {
        const answer = await app.postLogin().set('Content-Type', 'application/json').send(text);
        expect({ text: text.slice(0, 80), status: answer.status }).toEqual({
          text: text.slice(0, 80),
          status: 400,
        });
      }
      await app.postLogin().set('Content-Type', 'text/plain').send('{}').expect(415);
      const long = { email: adminEmail, password: adminPassword, more: 'x'.repeat(65_536) };
      expect((await app.postLogin().send(long).expect(413)).body.code).toBe('payload_too_large');
      expect(await open('svc_login_attempts').select()).toEqual([]);
    });

    test('no body at all makes anything but a 4xx', async () => {
      await fc.assert(fc.asyncProperty(fc.jsonValue(), refused), {
        numRuns: byScope({ core: 20, all: 20, deep: 1000 }),
      });
      const value = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.jsonValue(),
        fc.constant(adminEmail),
        fc.emailAddress(),
      );
      await fc.assert(
        fc.asyncProperty(fc.record({ email: value, password: value }, { requiredKeys: [] }), refused),
        { numRuns: byScope({ core: 30, all: 30, deep: 1500 }) },
      );
      expect(await open('svc_sessions').select()).toEqual([]);
    });

    test('a refresh or logout takes no harm from a body', async () => {
      const { token } = (await app.login().expect(200)).body;
      await app.refresh(token).set('Content-Type', 'application/json').send('{"broken').expect(200);
      await app.logout(token).send({ sessionId: 'other' }).expect(200);
    });
  });
});
