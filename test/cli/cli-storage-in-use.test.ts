import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { commands } from '#cli/commands/index';
import { type CliResult, runCliHere } from '../support/cli';
import { allGranted, consentCalls } from '../support/consent';
import { adminEmail, createTestApp, testSigningHash } from '../support/create-test-app';
import { plainMapping } from '../support/imports';
import { createActiveProfile } from '../support/profiles';

/** Commands on a service whose published files are in a directory. */

let root: string;
let folder: string;
let profileId: string;
let knex: Knex;
const file = (name: string) => join(folder, name);
const open = (filename: string) =>
  createKnex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });

const environment = {
  EXPRESS_CONSENT_DATA_SIGNING_HASH: testSigningHash,
  EXPRESS_CONSENT_MASTER_SECRET: 'test master secret, long enough to count',
};
const run = (
  args: readonly string[],
  { storage = file('files'), input = '' }: { readonly storage?: string; readonly input?: string } = {},
): Promise<CliResult> =>
  runCliHere(
    [...args, '--database', file('consent.sqlite')],
    { ...environment, EXPRESS_CONSENT_STORAGE: storage },
    input,
  );

/** Makes a database with a published profile and a visitor, and the files of both it and its storage. */
async function fill(name: string): Promise<string> {
  const filled = open(join(root, `${name}.sqlite`));
  const app = await createTestApp({ knex: filled, directory: join(root, `${name}-files`) });
  const { id } = await createActiveProfile(app);
  await consentCalls(app).submit({ visitorId: 'anna', profileId: id, consentJson: allGranted }).expect(200);
  await app.close();
  await filled.destroy();
  return id;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_storage_in_use_`));
  profileId = await fill('own');
  await fill('other');
});
afterAll(() => rm(root, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(root, 'test-'));
  await cp(join(root, 'own.sqlite'), file('consent.sqlite'));
  await cp(join(root, 'own-files'), file('files'), { recursive: true });
  await cp(join(root, 'other-files'), file('files-of-another'), { recursive: true });
  knex = open(file('consent.sqlite'));
});
afterEach(() => knex.destroy());

const filesOf = async (directory: string) => (await readdir(directory, { recursive: true })).sort();

/** Pulls the profile, and edits its heading. */
async function pullAndEdit(): Promise<void> {
  expect(await run(['pull', '--dir', file('pulled')])).toMatchObject({ code: 0 });
  const path = file('pulled/profiles/shop-eu.json');
  const content = JSON.parse(await readFile(path, 'utf8'));
  content.content.profileJson.mainBanner.heading = 'Pushed';
  await writeFile(path, JSON.stringify(content));
}
const push = ['--yes', '--publish', '--dir'];

/** Arguments of each command, and preparations for it. */
const writing: Readonly<
  Record<string, () => Promise<{ readonly args: readonly string[]; readonly input?: string }>>
> = {
  migrate: async () => ({ args: [] }),
  import: async () => {
    const header = 'visitor,decided,analytics,ads,country';
    await writeFile(file('some.csv'), `${header}\nbert,2026-01-01,true,false,DE\n`);
    await writeFile(file('mapping.json'), JSON.stringify(plainMapping));
    return { args: [file('some.csv'), '--profile', profileId, '--mapping', file('mapping.json')] };
  },
  export: async () => ({ args: ['consents', '--output', file('consents.csv')] }),
  restored: async () => ({ args: [] }),
  erase: async () => ({ args: ['--from', '-'], input: 'anna\n' }),
  'starter-texts': async () => ({ args: ['--groups', 'usa', '--publish'] }),
  'demo-data': async () => ({ args: ['--consents', '5', '--days', '1', '--force'] }),
  pull: async () => ({ args: ['--dir', file('pulled')] }),
  push: async () => {
    await pullAndEdit();
    return { args: [...push, file('pulled')] };
  },
  types: async () => ({ args: ['--output', file('consent.d.ts')] }),
  storage: async () => ({ args: ['copy', '--to', file('copy')] }),
  rotate: async () => ({ args: [] }),
  'reset-password': async () => ({
    args: [adminEmail, '--password-stdin'],
    input: 'a new horse battery staple\n',
  }),
  'rebuild-statistics': async () => ({ args: [] }),
};
/** Commands that write nothing into a service, and those with tests of their own: `serve`, and `scan` in a browser. */
const others = ['init', 'doctor', 'law', 'verify-audit', 'serve', 'scan'];

test('each command is in the table, or writes nothing into a storage', () => {
  const names = commands.map(({ name }) => name).filter((name) => !others.includes(name));
  expect(Object.keys(writing)).toEqual(names);
});

test.each(Object.entries(writing))('%s works with files in a directory', async (name, prepare) => {
  const { args, input = '' } = await prepare();
  expect(await run([name, ...args], { input })).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('failed'),
  });
});

test('a push publishes into the directory', async () => {
  await pullAndEdit();
  expect(await run(['push', ...push, file('pulled')])).toMatchObject({ code: 0, stderr: '' });
  const app = await createTestApp({ knex, directory: file('files') });
  const { body } = await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);
  expect(body.mainBanner.heading).toBe('Pushed');
  await app.close();
});

test('a push into a storage that belongs to no database binds it, and the service starts on it', async () => {
  await pullAndEdit();
  await mkdir(file('empty'));
  expect(await run(['push', ...push, file('pulled')], { storage: file('empty') })).toMatchObject({ code: 0 });
  expect(await filesOf(file('empty/_binding'))).toEqual([
    expect.any(String),
    expect.stringMatching(/owner\.json$/),
  ]);
  const app = await createTestApp({ knex, directory: file('empty') });
  await app.request.get(`${app.publicBase}/profiles/default/${profileId}/1/en`).expect(200);
  await app.close();
});

test.each([
  ['push', () => [...push, file('pulled')]],
  ['scan', () => ['http://127.0.0.1:1/', '--draft', '--browser', file('no-browser')]],
  ['restored', () => []],
])('%s is refused a storage of another database, and writes nothing', async (name, args) => {
  await pullAndEdit();
  const state = async () => [
    await filesOf(file('files-of-another')),
    await knex('svc_profiles'),
    await knex('svc_profile_versions').count(),
    await knex('svc_audit').count(),
  ];
  const before = await state();
  const { code, stderr } = await run([name, ...args()], { storage: file('files-of-another') });
  expect(code).not.toBe(0);
  expect(stderr).toContain('belongs to another database');
  expect(await state()).toEqual(before);
});

test('a database that was only migrated takes what is pushed', async () => {
  await pullAndEdit();
  await knex.destroy();
  await rm(file('consent.sqlite'));
  expect(await run(['migrate'], { storage: file('new') })).toMatchObject({ code: 0 });
  const pushed = await run(['push', ...push, file('pulled')], { storage: file('new') });
  expect(pushed).toMatchObject({ code: 0, stdout: expect.stringMatching(/Pushed \d+ of \d+\.\n$/) });
});
