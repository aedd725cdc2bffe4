import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser, signInAs } from '../support/accounts';
import { databaseUrl, runCli, runCliOn } from '../support/cli';
import { eachDatabaseInDeep, type OpenDatabase } from '../support/databases';
import { toRun } from '../support/programs';
import { testInAll, testInDeep } from '../support/scope';
import { adminEmail, adminPassword, masterSecret, type SignInApp, signInApps } from '../support/sign-in-app';
import { totpCode } from '../support/totp';

const newPassword = 'a kiln at midnight, glazed';

eachDatabaseInDeep((database) => {
  const { start } = signInApps();
  let open: OpenDatabase;
  let app: SignInApp;

  beforeEach(async () => {
    open = await database.open();
    app = await start({ knex: open.knex, auth: { totp: 'required' } });
  });

  const reset = (args: readonly string[], input = `${newPassword}\n`) =>
    runCliOn(open, ['reset-password', ...args, '--database', databaseUrl(open)], input);
  const resets = async () => (await app.audit()).filter(({ action }) => action === 'user:passwordReset');

  test('while the service runs: the new password signs in, the old one and all sessions do not', async () => {
    const { token } = (await app.login()).body;
    await app.login();
    const other = await createUser(app, { signIn: false });
    const theirs = await signInAs(app, other.email);
    expect(await reset([adminEmail.toUpperCase(), '--password-stdin'])).toEqual({
      code: 0,
      stdout: `The password of ${adminEmail.toUpperCase()} has been changed. Sessions ended: 3.\n`,
      stderr: '',
    });
    await app.me(token).expect(401);
    await app.login().expect(401);
    await app.login(adminEmail, newPassword).expect(200);
    expect((await app.request.get(`${app.adminBase}/auth/me`).set(theirs)).status).toBe(200);
    const [entry, ...more] = await resets();
    expect(more).toEqual([]);
    expect([entry.resource_type, entry.user_id]).toEqual(['user', null]);
    expect(JSON.parse(entry.changes)).toEqual({
      through: 'command line',
      sessionsEnded: 3,
      totpDisabled: false,
    });
    expect(JSON.stringify(await app.audit())).not.toContain(newPassword);
    expect((await runCliOn(open, ['verify-audit', '--database', databaseUrl(open)])).code).toBe(0);
  });

  testInDeep('whoever is locked out can sign in at once', async () => {
    for (let failure = 0; failure < 6; failure += 1) await app.login(adminEmail, 'wrong password');
    await app.login().expect(429);
    expect((await reset([adminEmail, '--password-stdin'])).code).toBe(0);
    await app.login(adminEmail, newPassword).expect(200);
  });

  testInDeep('one-time codes stay on unless they are lost too', async () => {
    const as = { Authorization: `Bearer ${(await app.login()).body.token}` };
    const { secret } = (await app.request.post(`${app.adminBase}/auth/totp/setup`).set(as).expect(200)).body;
    await app.request
      .post(`${app.adminBase}/auth/totp/verify`)
      .set(as)
      .send({ code: totpCode(secret, app.clock.now()), currentPassword: adminPassword })
      .expect(200);
    const kept = await reset([adminEmail, '--password-stdin']);
    expect(kept.stdout).toContain('--disable-totp');
    expect((await app.login(adminEmail, newPassword).expect(401)).body.totpRequired).toBe(true);
    const removed = await reset([adminEmail, '--password-stdin', '--disable-totp']);
    expect([removed.code, removed.stdout.includes('One-time codes')]).toEqual([0, false]);
    await app.login(adminEmail, newPassword).expect(200);
    expect((await resets()).map(({ changes }) => JSON.parse(changes).totpDisabled)).toEqual([false, true]);
  });

  test.each([
    [
      'a user who does not exist',
      ['nobody@shop.example'],
      newPassword,
      'no user with the address nobody@shop.example',
    ],
    ['a weak password', [adminEmail], 'Password2026!', 'The new password consists of common words'],
    ['a short password', [adminEmail], 'tr0ub4dor', 'The new password must have 12 to 128 characters'],
    ['the address as password', [adminEmail], adminEmail, 'must not be the e-mail address'],
    ['no password', [adminEmail], '', 'Standard input is empty'],
    ['only a line break', [adminEmail], '\r\n', 'Standard input is empty'],
    ['several lines', [adminEmail], `${newPassword}\n${newPassword}\n`, 'several lines'],
    ['a text that is not a valid password', [adminEmail], 'x'.repeat(5000), 'too long'],
    ['a character that cannot be sent', [adminEmail], `${newPassword}\u0000`, 'NUL'],
  ])('refuses %s', async (_what, args, input, message) => {
    const { code, stdout, stderr } = await reset([...args, '--password-stdin'], input);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    if (input !== '' && input !== adminEmail) expect(stderr).not.toContain(input.trim() || ' \r');
    await app.login().expect(200);
    expect(await resets()).toEqual([]);
  });

  testInDeep('accepts the line break of Windows and a byte order mark', async () => {
    expect((await reset([adminEmail, '--password-stdin'], `\uFEFF${newPassword}\r\n`)).code).toBe(0);
    await app.login(adminEmail, newPassword).expect(200);
  });

  testInDeep('says that a deactivated user still cannot sign in', async () => {
    const { id, email } = await createUser(app, { signIn: false });
    await app.knex('svc_users').where({ id }).update({ active: false });
    expect((await reset([email, '--password-stdin'])).stdout).toContain('deactivated');
    await app.login(email, newPassword).expect(401);
  });

  test('needs a terminal to ask', async () => {
    const { code, stderr } = await reset([adminEmail]);
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'There is no terminal to ask for the new password: add --password-stdin',
    ]);
  });

  // `script` of util-linux runs a program in a terminal of its own.
  const hasTerminal = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') ?? false;
  (hasTerminal ? testInAll : test.skip)(
    'asks twice on a terminal and shows nothing of what is typed',
    async () => {
      async function type(...answers: readonly string[]) {
        const command = [
          process.execPath,
          ...toRun('cli'),
          'reset-password',
          adminEmail,
          '--database',
          databaseUrl(open),
        ];
        const child = spawn('script', ['-qefc', command.map((part) => `'${part}'`).join(' '), '/dev/null'], {
          env: { PATH: process.env.PATH, SHELL: '/bin/sh' },
        });
        let shown = '';
        let answered = 0;
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          shown += text;
          const asked = shown.split('new password: ').length + shown.split('New password: ').length - 2;
          for (; answered < Math.min(asked, answers.length); answered += 1)
            child.stdin.write(answers[answered]);
        });
        const [code] = await once(child, 'close');
        return { code, shown };
      }
      const differs = await type(`${newPassword}\r`, 'something else\r');
      expect([differs.code, differs.shown.includes('The two passwords differ')]).toEqual([2, true]);
      const cancelled = await type(`${newPassword}\u0003`);
      expect([cancelled.code, cancelled.shown.includes('Cancelled')]).toEqual([2, true]);
      await app.login().expect(200);
      const done = await type(`${newPassword}x\u007f\r`, `${newPassword}\r`);
      expect(done).toMatchObject({ code: 0, shown: expect.stringContaining('has been changed') });
      for (const { shown } of [differs, cancelled, done]) {
        expect(shown).not.toContain('kiln');
        expect(shown).not.toContain('something');
      }
      await app.login(adminEmail, newPassword).expect(200);
    },
    60_000,
  );
});

testInDeep('is refused where users have no password of the service', async () => {
  const directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_reset_`));
  await writeFile(
    join(directory, 'jwt.cjs'),
    `const knex = require(${JSON.stringify(require.resolve('knex'))});
module.exports = {
  knex: knex({ client: 'better-sqlite3', connection: { filename: 'x.sqlite' }, useNullAsDefault: true }),
  auth: { mode: 'jwt', masterSecret: '${masterSecret}' },
};`,
  );
  await runCli(['migrate', '--config', 'jwt.cjs'], { cwd: directory });
  const { code, stderr } = await runCli(['reset-password', 'ada@shop.example', '--config', 'jwt.cjs'], {
    cwd: directory,
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining('auth.mode is jwt')]);
  await rm(directory, { recursive: true });
});
