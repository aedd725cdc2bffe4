import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { importData } from '#cli/commands/import';
import { presets } from '#decisions/import/presets';
import { runCli, runCliHere } from '../support/cli';
import { consentCalls } from '../support/consent';
import {
  createTestApp,
  type TestApp,
  type TestAppOptions,
  testSigningHash,
} from '../support/create-test-app';
import { importedTables, plainMapping } from '../support/imports';
import { createActiveProfile } from '../support/profiles';
import { describeInAll, pickSome } from '../support/scope';
import { recount, statisticsCalls } from '../support/statistics';

const header = 'visitor,decided,analytics,ads,country';

let directory: string;
const file = (name: string) => join(directory, name);
const knexes: Knex[] = [];
const apps: TestApp[] = [];

/** A service on a SQLite file of its own, with an active profile. */
async function openApp(
  name: string,
  config: TestAppOptions['config'] = {},
): Promise<{ app: TestApp; profileId: string; database: string }> {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: file(name) },
    useNullAsDefault: true,
  });
  const app = await createTestApp({ knex, config });
  knexes.push(knex);
  apps.push(app);
  return { app, profileId: (await createActiveProfile(app)).id, database: file(name) };
}

let shop: Awaited<ReturnType<typeof openApp>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_import_`));
  shop = await openApp('consent.sqlite');
  await writeFile(file('mapping.json'), JSON.stringify(plainMapping));
  await writeFile(
    file('some.csv'),
    `${header}\nanna,2026-01-01,true,false,DE\nbert@shop.example,2026-01-01,true,false,DE\ncara,yesterday,true,false,\n`,
  );
});
afterAll(async () => {
  for (const app of apps) await app.close();
  for (const knex of knexes) await knex.destroy();
  await rm(directory, { recursive: true, force: true });
});

const environment = { EXPRESS_CONSENT_DATA_SIGNING_HASH: testSigningHash };
const importFile = (name: string, ...args: string[]) =>
  runCliHere(
    [
      'import',
      file(name),
      '--database',
      shop.database,
      '--profile',
      shop.profileId,
      '--mapping',
      file('mapping.json'),
      ...args,
    ],
    environment,
  );

test('a dry run reports the planned writes; the import writes them, exits with 1 for refused rows, and names no visitor', async () => {
  const dry = await importFile('some.csv', '--dry-run');
  expect(dry).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(
      '3 rows read: 1 to write, 0 older than the stored state, 0 already stored, 2 refused.',
    ),
  });
  expect(await shop.app.knex('svc_consents')).toEqual([]);

  const { code, stdout, stderr } = await importFile('some.csv', '--errors', file('errors.csv'));
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toContain(
    '3 rows read: 1 written, 0 older than the stored state, 0 already stored, 2 refused.\n',
  );
  expect(stdout).toContain('  once, in line 3: column "visitor": not a valid visitor id');
  expect(await shop.app.knex('svc_consents').pluck('visitor_id')).toEqual(['anna']);
  const errors = await readFile(file('errors.csv'), 'utf8');
  expect(errors).toMatch(
    /^line,reason\r\n3,"column ""\w+"": not a valid visitor id.*"\r\n4,"column ""\w+"": not a valid time.*"\r\n$/,
  );
  expect(stdout + errors).not.toMatch(/shop\.example|yesterday/);
  expect((await stat(file('errors.csv'))).mode & 0o777).toBe(0o600);
});

test('a file without fault ends with 0, also again, and its statistics are true at once', async () => {
  await writeFile(file('good.csv'), `${header}\ngood,2026-01-01,true,false,DE\n`);
  expect(await importFile('good.csv')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 written'),
  });
  expect(await importFile('good.csv')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 already stored, 0 refused'),
  });
  expect(await statisticsCalls(shop.app).current()).toEqual(await recount(shop.app.knex));
});

test('a mapping with a byte order mark is read, as a file with one is', async () => {
  await writeFile(file('bom.csv'), `\ufeff${header}\ngood,2026-01-01,true,false,DE\n`);
  await writeFile(file('bom.json'), `\ufeff${JSON.stringify(plainMapping)}`);
  const outcome = await importFile('bom.csv', '--mapping', file('bom.json'), '--dry-run');
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['a header alone', `${header}\n`],
  ['rows of delimiters alone', `${header}\r,,,,\r,,,,\r`],
])('a file without rows is a fault, not a success: %s', async (_what, content) => {
  await writeFile(file('no-rows.csv'), content);
  expect(await importFile('no-rows.csv')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The file contains no rows'),
  });
});

test('a file whose lines end with a carriage return alone is read', async () => {
  await writeFile(file('returns.csv'), `${header}\rreturns,2026-01-01,true,false,DE\r`);
  expect(await importFile('returns.csv', '--dry-run')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 rows read'),
  });
});

test('ids are hashed where that is asked for, and not without a key', async () => {
  const hashed = await importFile('some.csv', '--visitor-ids', 'hash', '--dry-run');
  expect(hashed.stdout).toContain('2 to write');
  const { profileId, database } = await openApp('without-a-secret.sqlite', { compliance: {} });
  const args = ['import', file('some.csv'), '--profile', profileId, '--mapping', file('mapping.json')];
  expect(await runCliHere([...args, '--database', database, '--visitor-ids', 'hash'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Set compliance.dataSigningHash to hash visitor ids'),
  });
  expect(await runCliHere([...args, '--database', database])).toMatchObject({
    stdout: expect.stringContaining('1 written'),
  });
});

test('without the signing secret of the app, which recognises erased visitors, nothing is imported', async () => {
  const { app, profileId, database } = await openApp('erased.sqlite');
  const args = ['import', file('some.csv'), '--profile', profileId, '--mapping', file('mapping.json')];
  const importInto = (variables: Readonly<Record<string, string>>) =>
    runCliHere([...args, '--database', database], variables);
  expect(await importInto(environment)).toMatchObject({ stdout: expect.stringContaining('1 written') });
  await consentCalls(app).erase('anna').expect(200);
  for (const [variables, fault] of [
    [{}, 'is not set'],
    [{ EXPRESS_CONSENT_DATA_SIGNING_HASH: 'the signing hash of another installation' }, 'is not the secret'],
  ] as const)
    expect(await importInto(variables)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`compliance.dataSigningHash ${fault}`),
    });
  expect(await importInto(environment)).toMatchObject({ stdout: expect.stringContaining('0 written') });
});

test.each([
  [[], 'Specify FILE'],
  [['some.csv'], '--profile is required'],
  [['nowhere.csv', '--profile', 'x', '--preset', 'klaro'], 'nowhere.csv cannot be read: ENOENT'],
  [['some.csv', '--profile', 'x', '--mapping', 'nowhere.json'], 'nowhere.json cannot be used: ENOENT'],
  [['some.csv', '--profile', 'x', '--mapping', 'some.csv'], 'not valid JSON'],
  [['some.csv', '--profile', 'x', '--preset', 'klaro'], 'has no profile x'],
  [['some.csv', '--profile', 'x', '--profile-version', '0'], '--profile-version'],
  [['some.csv', '--profile', 'x', '--visitor-ids', 'guess'], '--visitor-ids'],
  [['some.csv', '--profile', 'x', '--tenant', 'nowhere', '--preset', 'klaro'], 'Tenant not found'],
])('called as %p it ends with 2 and says why', async (args, reason) => {
  const paths = args.map((arg) => (/\.(csv|json)$/.test(arg) ? file(arg) : arg));
  const { code, stderr } = await runCliHere(['import', ...paths, '--database', shop.database], environment);
  expect(code).toBe(2);
  expect(stderr).toContain(reason);
});

test('an errors file that cannot be written ends it with 2', async () => {
  expect(await importFile('some.csv', '--errors', '/nowhere/at/all.csv')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ENOENT'),
  });
});

test('the help names every preset', () => {
  for (const preset of presets.keys()) expect(importData.options.preset?.description).toContain(preset);
});

describeInAll('killed under way and called again', () => {
  const rows = Array.from(
    { length: 1800 },
    (_row, index) =>
      `v${index % 1300},2026-0${1 + (index % 4)}-1${index % 9},${index % 2},${index % 3 === 0},DE`,
  );

  test.each(
    pickSome(
      [
        ['insert into `svc_consent_history`', 2],
        ['commit', 4],
        ['insert into `svc_audit`', 1],
      ] as const,
      1,
    ),
  )('before statement "%s" number %i it ends as one whole run does', async (statement, number) => {
    await writeFile(file('many.csv'), [header, ...rows].join('\n'));
    const [killed, whole] = [
      await openApp(`killed-${number}.sqlite`),
      await openApp(`whole-${number}.sqlite`),
    ];
    if (!(await readdir(directory)).includes('node_modules'))
      await symlink(join(__dirname, '../../node_modules'), file('node_modules'));
    await writeFile(
      file(`killed-${number}.mjs`),
      `import createKnex from 'knex';
      const knex = createKnex({ client: 'better-sqlite3', connection: { filename: ${JSON.stringify(killed.database)} }, useNullAsDefault: true });
      let seen = 0;
      knex.on('query', ({ sql }) => {
        if (sql.toLowerCase().startsWith(${JSON.stringify(statement)}) && ++seen === ${number}) process.kill(process.pid, 'SIGKILL');
      });
      export default { knex, compliance: { dataSigningHash: ${JSON.stringify(testSigningHash)} } };`,
    );
    const args = (profileId: string) => [
      'import',
      file('many.csv'),
      '--profile',
      profileId,
      '--mapping',
      file('mapping.json'),
    ];
    const { code } = await runCli([...args(killed.profileId), '--config', file(`killed-${number}.mjs`)], {
      cwd: directory,
    });
    expect(code).toBe('SIGKILL');
    const already = (await importedTables(killed.app)).consents.length;
    const again = await runCliHere([...args(killed.profileId), '--database', killed.database], environment);
    expect(again.code).toBe(0);
    expect(already).toBeGreaterThan(0);
    expect(
      (await runCliHere([...args(whole.profileId), '--database', whole.database], environment)).code,
    ).toBe(0);
    expect(await importedTables(killed.app)).toEqual(await importedTables(whole.app));
    expect(await statisticsCalls(killed.app).current()).toEqual(await statisticsCalls(whole.app).current());
  });
});

test('a list of refused lines that would replace the database, the input or the mapping is refused', async () => {
  for (const [name, use] of [
    ['some.csv', 'the file to import'],
    ['mapping.json', 'the mapping'],
    ['consent.sqlite', 'the database'],
  ] as const) {
    const before = await readFile(file(name));
    const { code, stderr } = await importFile('some.csv', '--errors', file(name));
    expect(code).toBe(2);
    expect(stderr).toContain(`${file(name)} is ${use}; name another file for the output`);
    expect((await readFile(file(name))).equals(before)).toBe(true);
  }
});
