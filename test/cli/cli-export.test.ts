import { execFileSync } from 'node:child_process';
import { link, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { runCli, runCliHere } from '../support/cli';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { exportCalls, readCsv, readWorkbook } from '../support/exports';
import { insertRecords, recordRow } from '../support/records';

const start = Date.UTC(2026, 0, 1);
const day = 86_400_000;

let directory: string;
let knex: Knex;
let app: TestApp;
let database: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_export_`));
  database = join(directory, 'consent.sqlite');
  knex = createKnex({ client: 'better-sqlite3', connection: { filename: database }, useNullAsDefault: true });
  app = await createTestApp({ knex });
  await app.service.start();
  await insertRecords(
    knex,
    Array.from({ length: 600 }, (_row, index) =>
      recordRow({
        createdAt: start + index * 3_600_000,
        profileId: index % 3 === 0 ? 'profile-2' : 'profile-1',
      }),
    ),
  );
});
afterAll(async () => {
  await app.close();
  await knex.destroy();
  await rm(directory, { recursive: true, force: true });
});

const file = (name: string) => join(directory, name);
const exportData = (...args: string[]) => runCliHere(['export', ...args, '--database', database]);
const lastEntry = () => knex('svc_audit').orderBy('sequence', 'desc').first();

test('consents on standard output are those of the admin API, to the byte', async () => {
  const { code, stdout, stderr } = await exportData('consents');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(readCsv(stdout).rows).toHaveLength(600);
  expect(stdout).toBe((await exportCalls(app).get('/consents', { format: 'csv' })).text);
  expect(JSON.parse((await exportData('consents', '--format', 'json')).stdout)).toEqual(
    await exportCalls(app).json('/consents'),
  );
});

test('profile and days narrow it, and the entry of the audit log says so', async () => {
  const { stdout } = await exportData(
    'consents',
    '--profile',
    'profile-2',
    '--from',
    '2026-01-02',
    '--to',
    '2026-01-03',
  );
  const { rows } = readCsv(stdout);
  expect(rows).toHaveLength(16);
  expect(
    rows.every((row) => row.profileId === 'profile-2' && Date.parse(row.createdAt ?? '') < start + 3 * day),
  ).toBe(true);
  expect(await lastEntry()).toMatchObject({ action: 'export:consents', user_id: null });
  expect(JSON.parse((await lastEntry()).changes)).toMatchObject({
    format: 'csv',
    profileId: 'profile-2',
    from: '2026-01-02T00:00:00.000Z',
    rows: 16,
  });
});

test('a file is its owner’s alone, replaces the one before, and nothing is left beside it', async () => {
  await writeFile(file('out.csv'), 'old');
  const { code, stdout, stderr } = await exportData('consents', '--output', file('out.csv'));
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: '',
    stderr: `Wrote 600 records to ${file('out.csv')}.\n`,
  });
  expect(readCsv(await readFile(file('out.csv'), 'utf8')).rows).toHaveLength(600);
  expect((await stat(file('out.csv'))).mode & 0o777).toBe(0o600);
  expect((await readdir(directory)).filter((name) => name.includes('.part'))).toEqual([]);
});

test('what is there and no file stays: a device, or a pipe', async () => {
  execFileSync('mkfifo', [file('pipe')]);
  const { code, stderr } = await exportData('consents', '--output', file('pipe'));
  expect([code, stderr]).toEqual([2, expect.stringContaining('not a regular file')]);
  expect((await stat(file('pipe'))).isFIFO()).toBe(true);
});

test('an export that fails under way leaves the file that was there, and no part', async () => {
  await writeFile(file('kept.csv'), 'old');
  // A record whose decision is not JSON fails once the first pages are written.
  await knex('svc_consents').where({ created_at: start }).update({ consent_json: 'broken' });
  const { code, stderr } = await exportData('consents', '--format', 'json', '--output', file('kept.csv'));
  await knex('svc_consents').where({ created_at: start }).update({ consent_json: '{"analytics":"granted"}' });
  expect(code).toBe(2);
  expect(stderr).not.toContain('broken');
  expect(await readFile(file('kept.csv'), 'utf8')).toBe('old');
  expect((await readdir(directory)).filter((name) => name.includes('.part'))).toEqual([]);
});

test('the audit log comes with its hashes', async () => {
  const { stdout } = await exportData('audit', '--output', file('audit.csv')).then(() =>
    exportData('audit', '--format', 'json'),
  );
  expect(JSON.parse(stdout)[0]).toMatchObject({ action: 'export:audit', changes: { format: 'csv' } });
  expect(readCsv(await readFile(file('audit.csv'), 'utf8')).header).toContain('previousHash');
});

test('a workbook has the rows of the CSV', async () => {
  const { code, stderr } = await runCli([
    'export',
    'consents',
    '--format',
    'xlsx',
    '--output',
    file('out.xlsx'),
    '--profile',
    'profile-2',
    '--database',
    database,
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Wrote 200 records to ${file('out.xlsx')}.\n` });
  const [sheet = []] = Object.values(readWorkbook(await readFile(file('out.xlsx'))));
  expect(sheet).toHaveLength(201);
});

test('a tenant is found by its id alone, and what a deleted one has left too', async () => {
  await knex('svc_tenants').insert({
    id: 'shop-2',
    name: 'Shop 2',
    slug: 'shop-2',
    created_at: start,
    updated_at: start,
  });
  const empty = await exportData('consents', '--tenant', 'shop-2', '--format', 'json');
  expect([empty.code, JSON.parse(empty.stdout)]).toEqual([0, []]);
  await insertRecords(knex, [recordRow({ createdAt: start })], 'shop-2');
  await knex('svc_tenants').where({ id: 'shop-2' }).delete();
  expect(readCsv((await exportData('consents', '--tenant', 'shop-2')).stdout).rows).toHaveLength(1);
  expect(
    readCsv((await exportData('audit', '--tenant', 'shop-2')).stdout).rows.map(({ action }) => action),
  ).toEqual(['export:consents', 'export:consents']);
});

test.each([
  [['everything'], 'consents or audit'],
  [[], 'Specify consents|audit'],
  [['consents', '--format', 'pdf'], '--format'],
  [['audit', '--format', 'xlsx'], 'csv or json'],
  [['audit', '--profile', 'x'], '--profile'],
  [['consents', '--profile', ''], '--profile is empty'],
  [['consents', '--from', 'yesterday'], '--from'],
  [['consents', '--from', '2026-02-01', '--to', '2026-01-01'], '--from'],
  [['consents', '--tenant', 'nowhere'], 'Tenant not found'],
  [['consents', '--output', '/nowhere/at/all.csv'], 'ENOENT'],
  [['consents', '--output', tmpdir()], 'exists and is not a regular file'],
])('called as %p it ends with 2, says why and writes nothing', async (args, reason) => {
  const { code, stdout, stderr } = await exportData(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(reason);
});

describe('an output that would destroy data is refused', () => {
  test.each([
    ['the database', ''],
    ['its write-ahead log', '-wal'],
    ['its shared memory', '-shm'],
  ])('%s', async (_what, ending) => {
    const before = await readFile(database);
    const { code, stderr } = await exportData('consents', '--output', `${database}${ending}`);
    expect(code).toBe(2);
    expect(stderr).toContain(`${database}${ending} is the database; name another file for the output`);
    expect((await readFile(database)).equals(before)).toBe(true);
  });

  test('the database under another name', async () => {
    await symlink(database, file('linked.csv'));
    await link(database, file('hard.csv'));
    for (const name of ['linked.csv', 'hard.csv', `../${basename(directory)}/consent.sqlite`])
      expect((await exportData('consents', '--output', file(name))).stderr).toContain('is the database');
  });

  test('another SQLite database', async () => {
    const other = createKnex({
      client: 'better-sqlite3',
      connection: { filename: file('other.sqlite') },
      useNullAsDefault: true,
    });
    await other.schema.createTable('orders', (table) => void table.integer('id'));
    await other.destroy();
    const { code, stderr } = await exportData('consents', '--output', file('other.sqlite'));
    expect(code).toBe(2);
    expect(stderr).toContain('is a SQLite database');
  });

  test('the file of the secrets', async () => {
    const secrets = 'EXPRESS_CONSENT_TABLE_PREFIX=svc_\n';
    for (const name of ['.env.production', 'secrets']) await writeFile(file(name), secrets);
    expect(await exportData('consents', '--output', file('.env.production'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is a file with variables'),
    });
    const args = ['export', 'consents', '--database', database, '--env-file', file('secrets')];
    expect(await runCli([...args, '--output', file('secrets')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is the file with the variables'),
    });
    for (const name of ['.env.production', 'secrets'])
      expect(await readFile(file(name), 'utf8')).toBe(secrets);
  });

  test('the module of the configuration', async () => {
    const module = file('consent.config.cjs');
    const knexModule = JSON.stringify(require.resolve('knex'));
    await writeFile(
      module,
      `module.exports = { knex: require(${knexModule})({ client: 'better-sqlite3', connection: { filename: ${JSON.stringify(database)} }, useNullAsDefault: true }) };`,
    );
    const before = await readFile(module, 'utf8');
    const { code, stderr } = await runCli(['export', 'consents', '--config', module, '--output', module]);
    expect(stderr).toContain('is the configuration');
    expect(code).toBe(2);
    expect(await readFile(module, 'utf8')).toBe(before);
  });
});
