import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { createUser, type SignedIn, userPassword } from '../support/accounts';
import { runCliHere } from '../support/cli';
import { allGranted, consentCalls, cookiesAfter } from '../support/consent';
import {
  adminEmail,
  adminPassword,
  createTestApp,
  createTestClock,
  type TestApp,
  testSigningHash,
} from '../support/create-test-app';
import { importFile } from '../support/imports';
import { createActiveProfile } from '../support/profiles';
import { totpCode } from '../support/totp';

const first = 'the first master secret, long enough to count';
const second = 'the second master secret, long enough to count';
const newHash = 'a new data signing hash, long enough to count';

interface Secrets {
  readonly masterSecret?: string | readonly string[] | undefined;
  readonly dataSigningHash?: string | readonly string[] | undefined;
}

let knex: Knex;
let directory: string;
let file: string;
const clock = createTestClock();
const apps: TestApp[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_keyrings_`));
  file = join(directory, 'consent.sqlite');
  knex = createKnex({ client: 'better-sqlite3', connection: { filename: file }, useNullAsDefault: true });
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.service.close();
  await knex.destroy();
  await rm(directory, { recursive: true, force: true });
});

/** Starts a process of the service with these secrets, on the database of the test. */
async function start({ masterSecret, dataSigningHash = testSigningHash }: Secrets): Promise<TestApp> {
  const app = await createTestApp({
    knex,
    clock,
    config: {
      rateLimit: false,
      auth: { adminEmail, adminPassword, masterSecret, totp: 'required' },
      compliance: { dataSigningHash },
      visitorCookie: { requireProof: true },
    },
  });
  apps.push(app);
  await app.service.start();
  return app;
}

/** Turns one-time codes on, and returns the secret. */
async function turnOnTotp(app: TestApp, as: SignedIn): Promise<string> {
  const { secret } = (await app.request.post(`${app.adminBase}/auth/totp/setup`).set(as).expect(200)).body;
  await app.request
    .post(`${app.adminBase}/auth/totp/verify`)
    .set(as)
    .send({ code: totpCode(secret, clock.now()) })
    .expect(200);
  return secret;
}

const warnings = (app: TestApp) => app.logger.lines.filter((line) => line.includes('#changed-secret'));
const stored = (name: string) => knex('svc_secrets').where({ name }).first('value');

describe('the key in the database', () => {
  const accept = (app: TestApp, token: string) =>
    app.request.post(`${app.adminBase}/auth/accept`).send({ token, password: 'a lamp beside two rivers' });

  /** Forges a token as a reader of the database could, who knows the account and every stored key. */
  async function forge(key: Buffer, email: string): Promise<string> {
    const user = await knex('svc_users').where({ email }).first();
    const state = createHash('sha256')
      .update(JSON.stringify([email, user.password_hash]))
      .digest('hex');
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from('account-links/link'));
    const text = Buffer.concat([
      cipher.update(JSON.stringify({ userId: user.id, state, expiresAt: clock.now() + 60_000 })),
      cipher.final(),
    ]);
    return `kept.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
  }

  test('is not created by anonymous requests, and whoever reads the database cannot forge a link', async () => {
    for (const masterSecret of [undefined, first]) {
      const app = await start({ masterSecret });
      // The service notes in its own time that it has compared the administrator's password.
      const names = () =>
        knex('svc_secrets').whereNot('name', 'admin-password-seen').orderBy('name').pluck('name');
      const before = await names();
      await accept(app, 'kept.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').expect(400);
      await app.request
        .post(`${app.adminBase}/auth/totp`)
        .send({ challenge: 'kept.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', totp: '000000' });
      await app.request
        .post(`${app.adminBase}/auth/login`)
        .send({ email: adminEmail, password: 'wrong, and long enough' })
        .expect(401);
      expect(await names()).toEqual(before);

      const keys: string[] = (await knex('svc_secrets').pluck('value')).filter((value: string) =>
        /^[0-9a-f]{64}$/.test(value),
      );
      for (const key of keys) await accept(app, await forge(Buffer.from(key, 'hex'), adminEmail)).expect(400);

      const user = await createUser(app, { signIn: false });
      const admin = await app.asAdmin();
      await app.request.post(`${app.adminBase}/users/${user.id}/reset-link`).set(admin).expect(201);
      const { token_hash: hash } = await knex('svc_account_links').where({ user_id: user.id }).first();
      await accept(app, hash).expect(400);
      await accept(app, hash.slice(8)).expect(400);
    }
  });

  test('without a master secret a link ends with the process, and is not listed any more', async () => {
    const before = await start({ masterSecret: undefined });
    const user = await createUser(before, { signIn: false });
    const { body } = await before.request
      .post(`${before.adminBase}/users/${user.id}/reset-link`)
      .set(await before.asAdmin())
      .expect(201);
    const after = await start({ masterSecret: undefined });
    await accept(after, body.token).expect(400);
    const listed = await after.request
      .get(`${after.adminBase}/users/${user.id}/links`)
      .set(await after.asAdmin());
    expect(listed.body).toEqual([]);
    await accept(before, body.token).expect(200);
  });

  test('opens what was sealed before there was a master secret, until `rotate` removes it', async () => {
    const before = await start({ masterSecret: undefined });
    const secret = await turnOnTotp(before, await before.asAdmin());
    await before.service.close();
    const after = await start({ masterSecret: first });
    const login = (app: TestApp) =>
      app.request
        .post(`${app.adminBase}/auth/login`)
        .send({ email: adminEmail, password: adminPassword, totp: totpCode(secret, clock.now()) });
    expect(await stored('totp-secrets')).toBeDefined();
    const { code, stdout } = await runCliHere(['rotate', '--database', file], {
      EXPRESS_CONSENT_MASTER_SECRET: first,
      EXPRESS_CONSENT_DATA_SIGNING_HASH: testSigningHash,
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining('encrypted 1 values')]);
    expect(await stored('totp-secrets')).toBeUndefined();
    clock.advance(30_000);
    await login(after).expect(200);
  });
});

describe('a master secret with a previous value', () => {
  test('opens sessions, links and secrets of the previous one, and seals with the new one', async () => {
    const before = await start({ masterSecret: first });
    const user = await createUser(before);
    const idle = await createUser(before, { signIn: false });
    const secret = await turnOnTotp(before, user.as);
    const admin = await before.asAdmin();
    const link = (await before.request.post(`${before.adminBase}/users/${idle.id}/reset-link`).set(admin))
      .body;

    const after = await start({ masterSecret: [second, first] });
    expect(warnings(after)).toEqual([]);
    const me = (as: SignedIn) => after.request.get(`${after.adminBase}/auth/me`).set(as);
    await me(user.as).expect(200);
    const { body } = await after.request.post(`${after.adminBase}/auth/refresh`).set(user.as).expect(200);
    const listed = await after.request
      .get(`${after.adminBase}/users/${idle.id}/links`)
      .set(admin)
      .expect(200);
    expect(listed.body).toMatchObject([{ id: link.id, purpose: 'reset' }]);
    await after.request
      .post(`${after.adminBase}/auth/accept`)
      .send({ token: link.token, password: userPassword })
      .expect(200);
    clock.advance(30_000);
    await after.request
      .post(`${after.adminBase}/auth/login`)
      .send({ email: user.email, password: userPassword, totp: totpCode(secret, clock.now()) })
      .expect(200);

    // Only what was made since needs no previous value.
    const alone = await start({ masterSecret: second });
    const meAlone = (token: string) =>
      alone.request.get(`${alone.adminBase}/auth/me`).set({ Authorization: `Bearer ${token}` });
    await meAlone(body.token).expect(200);
    await meAlone(user.as.Authorization.slice('Bearer '.length)).expect(401);
  });

  test('`rotate` seals stored secrets with the new value, says until when the old one is needed, and which are lost', async () => {
    const before = await start({ masterSecret: first });
    const user = await createUser(before);
    const secret = await turnOnTotp(before, user.as);
    const idle = await createUser(before, { signIn: false });
    await before.request
      .post(`${before.adminBase}/users/${idle.id}/reset-link`)
      .set(await before.asAdmin())
      .expect(201);
    const rotate = (current: string, previous?: string) =>
      runCliHere(['rotate', '--database', file], {
        EXPRESS_CONSENT_MASTER_SECRET: current,
        EXPRESS_CONSENT_DATA_SIGNING_HASH: testSigningHash,
        ...(previous === undefined ? {} : { EXPRESS_CONSENT_PREVIOUS_MASTER_SECRET: previous }),
      });
    expect(await rotate(second)).toMatchObject({ code: 1, stdout: expect.stringContaining(user.id) });
    const done = await rotate(second, first);
    const until = new Date(clock.now() + 24 * 3_600_000).toISOString().slice(0, 13).replace('T', ' ');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain('encrypted 1 values');
    expect(done.stdout).toContain(`Keep previous values until ${until}`);
    expect(done.stdout).toContain('encrypted 0 secrets and messages of webhooks');
    expect((await rotate(second)).stdout).toContain('encrypted 0 values');

    const after = await start({ masterSecret: second });
    expect(warnings(after)).toEqual([]);
    clock.advance(30_000);
    await after.request
      .post(`${after.adminBase}/auth/login`)
      .send({ email: user.email, password: userPassword, totp: totpCode(secret, clock.now()) })
      .expect(200);
  });
});

describe('a data signing hash with a previous value', () => {
  test('accepts proofs, parental tokens, cursors and submissions of the previous one, and finds erased visitors', async () => {
    const before = await start({ masterSecret: first });
    const profileId = (await createActiveProfile(before)).id;
    const decide = (app: TestApp, body: object = {}) =>
      consentCalls(app).submit({ profileId, consentJson: allGranted, ...body });
    const kept = await decide(before).expect(200);
    const visitorId = kept.body.visitorId as string;
    const submissionId = '0191d2a4-7b5c-7cc1-9d1e-0123456789ab';
    const sent = await decide(before, { submissionId }).expect(200);
    const gone = await decide(before).expect(200);
    const goneId = gone.body.visitorId as string;
    await before.request
      .delete(`${before.publicBase}/consent/${goneId}`)
      .set('Cookie', cookiesAfter(gone))
      .expect(200);
    const asked = await before.request
      .post(`${before.publicBase}/consent/${visitorId}/parental-consent-request`)
      .set('Cookie', cookiesAfter(kept))
      .send({ profileId })
      .expect(200);
    const admin = await before.asAdmin();
    const page = await before.request.get(`${before.adminBase}/consents?limit=1`).set(admin).expect(200);

    const after = await start({ masterSecret: first, dataSigningHash: [newHash, testSigningHash] });
    expect(warnings(after)).toEqual([]);
    const read = (app: TestApp, cookie: string) =>
      app.request.get(`${app.publicBase}/consent/${visitorId}`).set('Cookie', cookie);
    await read(after, cookiesAfter(kept)).expect(200);
    await consentCalls(after).resolveParent(asked.body.token).expect(200);
    await after.request
      .get(`${after.adminBase}/consents?limit=1&cursor=${page.body.nextCursor}`)
      .set(admin)
      .expect(200);
    const again = await decide(after, { submissionId }).expect(200);
    expect(again.body.visitorId).toBe(sent.body.visitorId);
    const found = await after.request.get(`${after.adminBase}/find?q=${goneId}`).set(admin).expect(200);
    expect(found.body).toEqual([expect.objectContaining({ erasedAt: expect.any(String) })]);

    // A new decision brings the new proof, which does without the previous value; the old proof does not.
    const renewed = await decide(after, { visitorId }).set('Cookie', cookiesAfter(kept)).expect(200);
    const alone = await start({ masterSecret: first, dataSigningHash: newHash });
    await read(alone, cookiesAfter(renewed)).expect(200);
    await read(alone, cookiesAfter(kept)).expect(403);
    await consentCalls(alone).resolveParent(asked.body.token).expect(400);
  });
});

test('imports hash visitor ids with the value that was used first, wherever a new one is listed', async () => {
  const before = await start({ masterSecret: first });
  const profileId = (await createActiveProfile(before)).id;
  const rows = 'visitor,decided,analytics,ads,country\nanna@shop.example,2026-01-01,true,false,DE\n';
  const importInto = async (app: TestApp) =>
    (await importFile(app, profileId, rows, { visitorIds: 'hash' })).counts;
  const lists: (string | string[])[] = [
    testSigningHash,
    [testSigningHash, newHash],
    [newHash, testSigningHash],
  ];
  const outcomes: unknown[] = [];
  for (const dataSigningHash of lists)
    outcomes.push(await importInto(await start({ masterSecret: first, dataSigningHash })));
  expect(outcomes).toMatchObject([{ written: 1 }, { unchanged: 1 }, { unchanged: 1 }]);

  // An earlier version has noted no order: only an operator knows which of two values is the new one, wherever it is listed.
  const name = 'fingerprint:compliance.dataSigningHash';
  const { used, ...noted } = JSON.parse((await stored(name)).value);
  await knex('svc_secrets')
    .where({ name })
    .update({ value: JSON.stringify(noted) });
  const unsure = await start({ masterSecret: first, dataSigningHash: [newHash, testSigningHash] });
  await expect(importInto(unsure)).rejects.toThrow('Run `express-consent rotate` once with only that value');
  const rotateWith = async (hash: string, previous?: string) => {
    const { stdout } = await runCliHere(['rotate', '--database', file], {
      EXPRESS_CONSENT_MASTER_SECRET: first,
      EXPRESS_CONSENT_DATA_SIGNING_HASH: hash,
      ...(previous !== undefined && { EXPRESS_CONSENT_PREVIOUS_DATA_SIGNING_HASH: previous }),
    });
    return [stdout.includes('imports cannot hash'), JSON.parse((await stored(name)).value).used];
  };
  expect(await rotateWith(newHash, testSigningHash)).toEqual([true, undefined]);
  expect(await rotateWith(testSigningHash, newHash)).toEqual([true, undefined]);
  expect(await rotateWith(testSigningHash)).toEqual([false, [used[0]]]);
  expect(await rotateWith(newHash, testSigningHash)).toEqual([false, used]);
  expect(await importInto(unsure)).toMatchObject({ unchanged: 1 });
});

describe('a start with other secrets than before', () => {
  test('logs one warning that names them, says what happens and what to do, and no part of a secret', async () => {
    await start({ masterSecret: first });
    const after = await start({ masterSecret: second, dataSigningHash: newHash });
    expect(warnings(after)).toHaveLength(1);
    const [line = ''] = warnings(after);
    for (const part of [
      'auth.masterSecret and compliance.dataSigningHash are not',
      'one-time codes',
      'cookies',
      'list it after the new one',
      'express-consent rotate',
      'docs/guide/troubleshooting.md#changed-secret',
    ])
      expect(line).toContain(part);
    expect(line).not.toMatch(/long enough/);
    expect(JSON.stringify(await knex('svc_secrets'))).not.toMatch(/long enough/);
  });

  test('warns again until the value is restored, listed or accepted, also another app on the same database', async () => {
    await start({ masterSecret: first });
    for (const masterSecret of [second, second])
      expect(warnings(await start({ masterSecret }))).toHaveLength(1);
    expect(warnings(await start({ masterSecret: first }))).toEqual([]);
    expect(warnings(await start({ masterSecret: [second, first] }))).toEqual([]);
    expect(warnings(await start({ masterSecret: second }))).toEqual([]);
    expect(warnings(await start({ masterSecret: first }))).toHaveLength(1);
    await runCliHere(['rotate', '--database', file], { EXPRESS_CONSENT_MASTER_SECRET: first });
    expect(warnings(await start({ masterSecret: first }))).toEqual([]);
    // A process that knows the new value as a second one can restart while others already use it.
    expect(warnings(await start({ masterSecret: [first, second] }))).toEqual([]);
  });

  test('several processes that start at once on a new database agree, and one without a secret says nothing', async () => {
    const started = await Promise.all([1, 2, 3].map(() => start({ masterSecret: first })));
    expect(started.flatMap(warnings)).toEqual([]);
    expect(await knex('svc_secrets').where('name', 'like', 'fingerprint:%')).toHaveLength(2);
    expect(warnings(await start({ masterSecret: undefined }))).toEqual([]);
  });
});

test('a configuration with a wrong secret is refused by its path', async () => {
  const wrong = (masterSecret: unknown) => start({ masterSecret: masterSecret as string });
  await expect(wrong('short')).rejects.toThrow('auth.masterSecret: must have at least 32 characters');
  await expect(wrong([first, 'short'])).rejects.toThrow(
    'auth.masterSecret.1: must have at least 32 characters',
  );
  await expect(wrong([])).rejects.toThrow('auth.masterSecret: must have at least 1 item');
  await expect(wrong(5)).rejects.toThrow('auth.masterSecret: must be a string or an array');
});
