import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { commands } from '#cli/commands/index';
import { packageVersion } from '#platform/kernel/version';
import { runCli, runCliHere, startCli } from '../support/cli';
import { pickSome } from '../support/scope';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_cli_`));
  await mkdir(join(directory, 'node_modules'));
  for (const name of ['knex', 'better-sqlite3'])
    await symlink(join(__dirname, '../../node_modules', name), join(directory, 'node_modules', name));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const file = (name: string) => join(directory, name);

describe('the command line', () => {
  test('prints its version and its commands', async () => {
    expect(await runCli(['--version'])).toEqual({ code: 0, stdout: `${packageVersion}\n`, stderr: '' });
    const help = await runCliHere(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const { name, summary } of commands)
      expect(help.stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
  });

  test('a Node that must not generate code is named as the cause, without a schema', async () => {
    const env = { NODE_OPTIONS: '--disallow-code-generation-from-strings' };
    const { code, stderr, stdout } = await runCli(
      ['serve', '--port', '0', '--database', file('no-code.sqlite')],
      { env },
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n').at(-1)).toBe(
      'Node must be started without --disallow-code-generation-from-strings: express-consent compiles the checks of its schemas. See docs/guide/troubleshooting.md#code-generation-disallowed',
    );
  });

  test.each(commands)('$name --help tells every option and does nothing else', async ({ name, options }) => {
    const { code, stdout } = await runCliHere([name, '--help']);
    expect(code).toBe(0);
    for (const option of Object.keys(options)) expect(stdout).toContain(`--${option}`);
  });

  test('help COMMAND lists the options of that command', async () => {
    expect(await runCliHere(['help', 'migrate'])).toEqual(await runCliHere(['migrate', '--help']));
  });

  test.each([
    [[], 'Usage'],
    [['dance'], 'Unknown command "dance"'],
    [['migrate', '--dance'], '--dance'],
    [['migrate', '--databse', 'x.sqlite'], 'Unknown option --databse; did you mean --database?'],
    [['export', 'consents', '--profile'], '--profile requires a value'],
    [['migrate', '--status=yes'], '--status does not accept a value'],
    [['migrate', 'dance'], 'Unexpected argument: dance'],
    [['migrate'], '--database'],
    [['migrate', '--status', '--down'], 'not both'],
    [['migrate', '--config', 'a.js', '--database', 'b.sqlite'], 'omit --database'],
    [['migrate', '--database', 'oracle://scott:tiger@db'], 'not oracle://'],
    [['migrate', '--database', '/nowhere/at/all/consent.sqlite'], 'cannot be used'],
    [['migrate', '--status', '--database', 'nowhere.sqlite'], 'There is no database file'],
    [['migrate', '--database', 'postgres://scott:tiger@127.0.0.1:1/none'], 'ECONNREFUSED'],
    [['serve', '--database', 'x.sqlite', '--port', '70000'], '--port'],
    [['serve', '--database', 'x.sqlite', '--metrics-port', 'x'], '--metrics-port'],
    [['demo-data', '--database', 'x.sqlite', '--consents', '0'], '--consents'],
    [['demo-data', '--database', 'x.sqlite', '--until', '2026-02-30'], '--until'],
    [['demo-data', '--database', 'x.sqlite', '--until', '1970-01-02', '--days', '3'], '--until'],
    [['rebuild-statistics', '--database', 'nowhere.sqlite'], 'There is no database file'],
    [['storage', 'copy', '--env-file', 'nowhere.env', '--to', 'files'], 'nowhere.env cannot be read: ENOENT'],
  ])('called as %p it ends with 2 and says why', async (args, reason) => {
    const { code, stdout, stderr } = await runCliHere(args);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain(reason);
    expect(stdout + stderr).not.toMatch(/tiger|\n\s+at /);
  });

  test('the previous value of a secret does not become the current one', async () => {
    const previous = {
      EXPRESS_CONSENT_PREVIOUS_DATA_SIGNING_HASH: 'a signing hash that was replaced, long enough',
    };
    expect(await runCliHere(['migrate', '--database', file('previous.sqlite')], previous)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'EXPRESS_CONSENT_PREVIOUS_DATA_SIGNING_HASH is set without EXPRESS_CONSENT_DATA_SIGNING_HASH',
      ),
    });
  });

  test('the faults of a refused configuration are listed one by one', async () => {
    const wrong = { EXPRESS_CONSENT_BASE_PATH: 'no-slash', EXPRESS_CONSENT_MASTER_SECRET: 'short' };
    const { code, stderr } = await runCliHere(['migrate', '--database', file('wrong.sqlite')], wrong);
    expect(code).toBe(2);
    expect(stderr).toMatch(/- basePath: .*\n- auth\.masterSecret: /);
    expect(stderr).not.toContain('short\n');
  });
});

describe('with the variables of an app whose code has the address of the first operator', () => {
  const env = {
    EXPRESS_CONSENT_ADMIN_PASSWORD: 'correct horse battery staple',
    EXPRESS_CONSENT_MASTER_SECRET: 'a master secret, long enough to count',
    EXPRESS_CONSENT_DATA_SIGNING_HASH: 'a signing hash, long enough to count',
  };
  test('commands work, and create no operator', async () => {
    const name = file('app.sqlite');
    const call = (...args: string[]) => runCliHere([...args, '--database', name], env);
    for (const args of [
      ['migrate'],
      ['starter-texts', '--groups', 'opt-in', '--publish', '--controller', 'Shop Ltd'],
      ['verify-audit'],
      ['law'],
      ['export', 'audit'],
      ['pull', '--dir', file('pulled')],
    ])
      expect([args, await call(...args)]).toEqual([args, expect.objectContaining({ code: 0 })]);
    expect((await call('reset-password', 'admin@example.com')).stderr).toContain('There is no user');
  });

  test('serve names the variable that is missing', async () => {
    const served = await runCliHere(['serve', '--port', '0', '--database', file('unserved.sqlite')], env);
    expect(served).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'EXPRESS_CONSENT_ADMIN_EMAIL is required when EXPRESS_CONSENT_ADMIN_PASSWORD is set',
      ),
    });
  });
});

describe('the configuration', () => {
  const knexOf = (name: string) =>
    `knex({ client: 'better-sqlite3', connection: { filename: '${name}' }, useNullAsDefault: true })`;
  const modules: [string, string][] = [
    [
      'object.mjs',
      `import knex from 'knex';\nexport default { knex: ${knexOf('1.sqlite')}, database: { tablePrefix: 'own_' } };\n`,
    ],
    [
      'function.mjs',
      `import knex from 'knex';\nexport default async () => ({ knex: ${knexOf('2.sqlite')}, database: { tablePrefix: 'own_' } });\n`,
    ],
    [
      'named.mjs',
      `import knex from 'knex';\nexport const config = { knex: ${knexOf('3.sqlite')}, database: { tablePrefix: 'own_' } };\n`,
    ],
    [
      'object.cjs',
      `const knex = require('knex');\nmodule.exports = { knex: ${knexOf('4.sqlite')}, database: { tablePrefix: 'own_' } };\n`,
    ],
    [
      'compiled.cjs',
      `const knex = require('knex');\nexports.__esModule = true;\nexports.default = () => ({ knex: ${knexOf('5.sqlite')} });\n`,
    ],
  ];

  test.each(pickSome(modules, 2))(
    'is taken from a module such as %s, whose Knex is closed at the end',
    async (name, content) => {
      await writeFile(file(name), content);
      expect(await runCli(['migrate', '--config', name], { cwd: directory })).toMatchObject({
        code: 0,
        stdout: 'Ran 001-initial.\n',
      });
      const status = await runCli(['migrate', '--status'], {
        cwd: directory,
        env: { EXPRESS_CONSENT_CONFIG: name },
      });
      expect(status).toMatchObject({ code: 0, stdout: 'done     001-initial\n' });
    },
  );

  const faulty: readonly (readonly [string, string | null, string])[] = [
    ['throws.mjs', "throw new Error('the vault is locked'); export default {};", 'the vault is locked'],
    [
      'rejects.mjs',
      "export default async () => { throw new Error('the vault is locked'); };",
      'the vault is locked',
    ],
    ['absent.mjs', null, 'absent.mjs'],
    ['nothing.mjs', 'export const other = 1;', 'does not export a configuration'],
    ['app.mjs', 'console.log(process.exit(9));', 'does not export a configuration'],
    ['syntax.mjs', 'export default {', 'syntax.mjs'],
    [
      'express-app.cjs',
      "module.exports = Object.assign(() => { throw new Error('no request'); }, { handle() {} });",
      'does not export a configuration',
    ],
    [
      'service.cjs',
      'exports.default = { publicRouter() {}, adminRouter() {} };',
      'does not export a configuration',
    ],
  ];

  test.each(pickSome(faulty, 2))(
    'that cannot be had from %s is told with the reason',
    async (name, content, reason) => {
      if (content !== null) await writeFile(file(name), content);
      const { code, stderr } = await runCli(['migrate', '--config', name], { cwd: directory });
      expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
    },
  );

  test('names a database that is not there, which only some commands make', async () => {
    await writeFile(
      file('elsewhere.cjs'),
      `const knex = require('knex');\nmodule.exports = { knex: ${knexOf('elsewhere.sqlite')} };\n`,
    );
    for (const args of [['migrate', '--status'], ['doctor'], ['pull']]) {
      const { code, stderr } = await runCli([...args, '--config', 'elsewhere.cjs'], { cwd: directory });
      expect([code, stderr]).toEqual([2, expect.stringContaining('There is no database file')]);
    }
    expect(await readdir(directory)).not.toContain('elsewhere.sqlite');
  });

  test('comes from environment variables where options are absent', async () => {
    const env = { EXPRESS_CONSENT_DATABASE: file('env.sqlite'), EXPRESS_CONSENT_TABLE_PREFIX: 'env_' };
    await runCliHere(['migrate'], env);
    expect(await runCliHere(['migrate', '--status'], env)).toMatchObject({ code: 0 });
    // As a template of `.env` leaves it.
    expect(await runCliHere(['migrate', '--status'], { ...env, EXPRESS_CONSENT_CONFIG: '' })).toMatchObject({
      code: 0,
    });
    expect(
      await runCliHere(['migrate', '--status'], { ...env, EXPRESS_CONSENT_TABLE_PREFIX: 'other_' }),
    ).toMatchObject({ code: 1 });
    expect(await runCliHere(['migrate', '--status', '--database', file('none.sqlite')], env)).toMatchObject({
      code: 2,
    });
  });
});

test('starter texts come with the warnings about them, each once', async () => {
  const make = (name: string, ...more: string[]) =>
    runCliHere(['starter-texts', '--database', file(name), '--groups', 'opt-in,notice-only', ...more]);
  const warnings = ({ stderr }: { readonly stderr: string }) => stderr.match(/^Warning: .*$/gm);
  expect(warnings(await make('unnamed.sqlite', '--publish'))).toEqual([
    expect.stringContaining('“Default” is named as responsible'),
  ]);
  expect(warnings(await make('named.sqlite', '--publish', '--controller', 'Shop Ltd'))).toBeNull();
});

test('options that the command would ignore are refused', async () => {
  const env = { EXPRESS_CONSENT_CONFIG: 'consent.config.mjs' };
  expect(await runCliHere(['serve', '--storage', 'files'], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('EXPRESS_CONSENT_CONFIG already names the database and the storage'),
  });
  for (const more of [[], ['--status']])
    expect(
      await runCliHere(['migrate', '--database', file('kept.sqlite'), '--delete-all-data', ...more]),
    ).toMatchObject({ code: 2, stderr: expect.stringContaining('applies only with --down') });
});

describe('serve', () => {
  /** Starts the server, and returns what it prints until it serves. */
  async function startServe(args: readonly string[], env: Readonly<Record<string, string>>) {
    const { child, ended } = startCli(args, { env });
    let printed = '';
    child.stdout?.on('data', (chunk) => (printed += chunk));
    while (!/Ownership: .*\n/.test(printed))
      await Promise.race([
        once(child.stdout as Readable, 'data'),
        ended.then((result) => Promise.reject(result)),
      ]);
    return { child, ended, printed };
  }

  test('answers on both APIs until a signal ends it, and then exits with 0', async () => {
    const args = [
      'serve',
      '--database',
      file('serve.sqlite'),
      '--storage',
      file('storage'),
      '--port',
      '0',
      '--base-path',
      '/own',
      '--metrics-port',
      '0',
    ];
    const env = {
      EXPRESS_CONSENT_ADMIN_EMAIL: 'admin@shop.example',
      EXPRESS_CONSENT_ADMIN_PASSWORD: 'correct horse battery staple',
      EXPRESS_CONSENT_MASTER_SECRET: 'a master secret, long enough to count',
      EXPRESS_CONSENT_DATA_SIGNING_HASH: 'a signing hash, long enough to count',
      EXPRESS_CONSENT_TRUST_PROXY: '1',
    };
    const { child, ended, printed } = await startServe(args, env);
    const [, publicApi, adminApi, page = '', metrics = ''] =
      /Public API: (\S+)\nAdmin API: {2}(\S+)\nDashboard: {2}(\S+)\nMetrics: {4}(\S+)/.exec(printed) ?? [];
    expect((await fetch(`${publicApi}/health`)).status).toBe(200);
    const login = await fetch(`${adminApi}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email: env.EXPRESS_CONSENT_ADMIN_EMAIL,
        password: env.EXPRESS_CONSENT_ADMIN_PASSWORD,
      }),
    });
    expect(login.status).toBe(200);
    expect((await fetch(new URL('/elsewhere', publicApi))).status).toBe(404);
    expect(new URL(page).pathname).toBe('/own/');
    expect(await (await fetch(page)).text()).toContain('<base href="/own/">');
    const text = await (await fetch(metrics)).text();
    expect(text).toMatch(/^express_consent_http_request_duration_seconds_count\{.*admin.*\} 1$/m);
    expect(text).toContain('\nprocess_cpu_seconds_total ');
    expect((await fetch(`${publicApi}/metrics`)).status).toBe(404);
    expect((await fetch(new URL('/', metrics))).status).toBe(404);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('takes address, ports and secrets from --env-file, and then requires the proof of ownership', async () => {
    const variables = {
      EXPRESS_CONSENT_PORT: '0',
      EXPRESS_CONSENT_HOST: '127.0.0.2',
      EXPRESS_CONSENT_METRICS_PORT: '0',
      EXPRESS_CONSENT_MASTER_SECRET: 'a master secret, long enough to count',
      EXPRESS_CONSENT_DATA_SIGNING_HASH: 'a signing hash, long enough to count',
    };
    const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`);
    await writeFile(file('serve.env'), lines.join(''));
    const args = ['serve', '--database', file('env-file.sqlite'), '--env-file', file('serve.env')];
    const { child, ended, printed } = await startServe(args, {});
    expect(printed).toMatch(/^Public API: http:\/\/127\.0\.0\.2:/);
    expect(printed).toContain('Metrics:    http://127.0.0.2:');
    expect(printed).toContain('Ownership:  visitors can read and change only their own consent');
    const [, publicApi] = /Public API: (\S+)/.exec(printed) ?? [];
    expect((await fetch(`${publicApi}/consent/11111111-1111-4111-8111-111111111111`)).status).toBe(403);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  });

  test('without the key says that it cannot require the proof of ownership', async () => {
    const { child, ended, printed } = await startServe(
      ['serve', '--database', file('keyless.sqlite'), '--port', '0'],
      {},
    );
    expect(printed).toContain('Ownership:  who knows a visitor id can read, change and erase that consent');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  });

  test('works in the background also with the configuration of functions, which leave this to it', async () => {
    await writeFile(
      file('functions.mjs'),
      `import knex from 'knex';
      const report = ({ config }) => ({
        name: 'report',
        initialize() { throw new Error(\`background is \${config.background}\`); },
        destroy() {},
      });
      export default {
        knex: knex({ client: 'better-sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true }),
        background: false,
        plugins: [report],
        strictPlugins: true,
        logger: { warn() {}, error() {} },
      };`,
    );
    const { stderr } = await runCliHere(['serve', '--config', file('functions.mjs'), '--port', '0']);
    expect(stderr).toContain('background is true');
  });

  test('reports a port that is already in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const result = await runCliHere(['serve', '--database', file('taken.sqlite'), '--port', String(port)]);
    other.close();
    expect(result).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Port ${port} is already in use`),
    });
  });
});

describe('demo-data and rebuild-statistics', () => {
  const place = (name: string) => [
    '--database',
    file(`${name}.sqlite`),
    '--storage',
    file(`${name}-storage`),
  ];

  test('a database is filled once, unless mixing is forced, and its statistics can be rebuilt', async () => {
    const make = (...more: string[]) =>
      runCliHere([
        'demo-data',
        ...place('demo'),
        '--consents',
        '40',
        '--days',
        '3',
        '--seed',
        'a',
        '--until',
        '2026-03-29',
        ...more,
      ]);
    expect(await make()).toEqual({ code: 0, stdout: 'Created 40 visitors with the seed a.\n', stderr: '' });
    expect(await make()).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--force') });
    expect(await make('--force')).toMatchObject({ code: 0, stdout: 'Created 0 visitors with the seed a.\n' });
    expect(await make('--force', '--tenant', 'nowhere')).toMatchObject({
      code: 2,
      stderr: 'Tenant not found.\n',
    });
    expect(await runCliHere(['rebuild-statistics', ...place('demo')])).toEqual({
      code: 0,
      stdout: 'Counted 40 records.\n',
      stderr: '',
    });
  });
});
