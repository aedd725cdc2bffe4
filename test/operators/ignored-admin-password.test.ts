import type { Knex } from 'knex';
import { databaseUrl, runCliOn } from '../support/cli';
import { createTestApp } from '../support/create-test-app';
import { eachDatabaseInDeep, type OpenDatabase } from '../support/databases';
import { adminEmail, adminPassword, masterSecret } from '../support/sign-in-app';

const changed = 'a kiln at midnight, glazed';
const chosen = 'their very own words, unguessed';

interface Run {
  readonly password?: string;
  readonly email?: string;
  /** An action while the service runs. */
  readonly during?: (app: Awaited<ReturnType<typeof createTestApp>>) => Promise<unknown>;
}

/** Starts the service and closes it, which waits for the check; returns what it warned of. */
async function runService(knex: Knex, { password = adminPassword, email = adminEmail, during }: Run = {}) {
  const app = await createTestApp({
    knex,
    config: { auth: { adminEmail: email, adminPassword: password, masterSecret } },
  });
  await app.service.start();
  await during?.(app);
  await app.service.close();
  for (const secret of [password, email]) expect(app.logger.lines.join()).not.toContain(secret);
  return app.logger.lines.filter((line) => line.includes('auth.adminPassword is ignored'));
}

const changeOwn =
  (from: string, to: string): NonNullable<Run['during']> =>
  async (app) => {
    const send = (route: string, token: string, body: object) =>
      app.request
        .post(`${app.adminBase}/auth/${route}`)
        .set(token === '' ? {} : { Authorization: `Bearer ${token}` })
        .send(body)
        .expect(200);
    const { token } = (await send('login', '', { email: adminEmail, password: from })).body;
    await send('password', token, { currentPassword: from, newPassword: to });
  };

eachDatabaseInDeep((database) => {
  let open: OpenDatabase;
  beforeEach(async () => {
    open = await database.open();
  });
  const run = async (options?: Run) => (await runService(open.knex, options)).length;

  test('is reported at every start until the key is set back', async () => {
    expect(await run()).toBe(0);
    expect(await run()).toBe(0);
    const [line = ''] = await runService(open.knex, { password: changed });
    expect(JSON.parse(line)).toEqual({
      level: 'warn',
      message: expect.stringMatching(
        /`express-consent reset-password` changes it\. See docs\/guide\/troubleshooting\.md#admin-password-ignored$/,
      ),
    });
    expect(await run({ password: changed })).toBe(1);
    expect(await run()).toBe(0);
    expect(await run({ password: changed })).toBe(1);
  });

  test('is not reported once somebody has changed the password of the account', async () => {
    await run();
    expect(await run({ password: changed, during: changeOwn(adminPassword, chosen) })).toBe(1);
    expect(await run({ password: changed })).toBe(0);
    // A new value has no effect either.
    expect(await run({ password: 'yet another value of the key' })).toBe(1);
    const reset = await runCliOn(
      open,
      ['reset-password', adminEmail, '--password-stdin', '--database', databaseUrl(open)],
      changed,
    );
    expect(reset.code).toBe(0);
    expect(await run({ password: 'yet another value of the key' })).toBe(0);
    expect(await run({ password: changed })).toBe(0);
  });

  test('is not reported to a host that leaves the key set after the user has chosen a password', async () => {
    await run({ during: changeOwn(adminPassword, chosen) });
    for (let start = 0; start < 2; start += 1) expect(await run()).toBe(0);
  });

  test('is not reported of an address without a user, or whose user has no password', async () => {
    await run();
    expect(await run({ email: 'nobody@shop.example', password: changed })).toBe(0);
    await open.knex('svc_users').update({ password_hash: null });
    expect(await run({ password: changed })).toBe(0);
  });
});
