import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { lawChanges } from '#standards/law-changes/index';
import { runCliHere } from '../support/cli';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

let directory: string;
let knex: Knex;
let app: TestApp;
let database: string;
let europeId: string;
let otherTenant: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_law_`));
  database = join(directory, 'consent.sqlite');
  knex = createKnex({ client: 'better-sqlite3', connection: { filename: database }, useNullAsDefault: true });
  app = await createTestApp({ knex, config: { tenancy } });
  await app.service.start();
  europeId = (
    await createActiveProfile(app, { name: 'Europe', profileJson: profileJson({ countries: ['DE', 'FR'] }) })
  ).id;
  await createProfile(app, {
    name: 'Draft',
    profileJson: profileJson({ complianceGroup: 'opt-in-exempt', countries: [] }),
  });
  otherTenant = (await createTenant(app, 'britain')).id;
  await createActiveProfile(
    app,
    {
      name: 'Britain',
      profileJson: profileJson({ complianceGroup: 'opt-in-exempt', countries: ['GB'] }),
    },
    otherTenant,
  );
});
afterAll(async () => {
  await app.close();
  await knex.destroy();
  await rm(directory, { recursive: true, force: true });
});

const law = (...args: string[]) => runCliHere(['law', ...args]);
const report = async (...args: string[]) => {
  const { code, stdout } = await law('--json', ...args);
  expect(code).toBe(0);
  const { changes } = JSON.parse(stdout) as {
    changes: { id: string; profiles: { name: string }[] | null }[];
  };
  return new Map(changes.map(({ id, profiles }) => [id, profiles?.map(({ name }) => name) ?? null]));
};

describe('without a database', () => {
  test('prints each change with its day, places, source and what follows it', async () => {
    const { code, stdout, stderr } = await law();
    expect(code).toBe(0);
    expect(stdout).toContain('2026-02-05  GB  [gb-exceptions-2026]');
    expect(stdout).toContain('https://www.legislation.gov.uk/ukpga/2025/18/schedule/12');
    expect(stdout).toContain('consent/no-objection');
    expect(stdout).toMatch(new RegExp(`${lawChanges.length} changes\\.`));
    expect(stdout).not.toContain('Profile:');
    expect(stderr).toContain('--database');
  });

  test('prints those since a version or a day', async () => {
    expect((await law('--since', '0.1.0')).stdout.trim()).toBe('Nothing has changed.');
    const { stdout } = await law('--since', '2028-01-01');
    expect(stdout).toContain('us-vt-2028');
    expect(stdout).toContain('1 change.');
  });

  test('prints data for scripts', async () => {
    const { stdout } = await law('--json', '--since', '2028-01-01');
    expect(JSON.parse(stdout)).toEqual({
      since: '2028-01-01',
      changes: [{ ...lawChanges.at(-1), profiles: null }],
    });
  });
});

describe('with a database', () => {
  test('names the published profiles of all tenants that each change touches', async () => {
    const touched = await report('--database', database);
    expect(touched.get('europe-reask-six-months')).toEqual(['Europe']);
    expect(touched.get('gb-exceptions-2026')).toEqual(['Britain']);
    expect(touched.get('cl-lpdp-2026')).toEqual([]);
  });

  test('or of one tenant', async () => {
    const touched = await report('--database', database, '--tenant', otherTenant);
    expect(touched.get('europe-reask-six-months')).toEqual([]);
    expect(touched.get('gb-exceptions-2026')).toEqual(['Britain']);
  });

  test('prints them in words, with the version and the places', async () => {
    const { stdout } = await law('--database', database);
    expect(stdout).toContain(`Profile:  default: Europe (${europeId}), opt-in, version 1, for DE, FR`);
    expect(stdout).toContain('Profile:  no published one');
  });
});

test.each([
  [['--since', 'yesterday'], '--since must be a version such as 0.1.0, or a day'],
  [['--since', '2026-02-30'], '--since must be'],
  [['--tenant', 'default'], '--tenant applies only with'],
  [['extra'], 'Unexpected argument'],
])('%j is wrong usage', async (args, message) => {
  expect(await law(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
});

test('a tenant that does not exist is a failure', async () => {
  expect(await law('--database', database, '--tenant', 'nobody')).toMatchObject({ code: 2, stdout: '' });
});
