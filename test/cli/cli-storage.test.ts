import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex from 'knex';
import { runCliHere } from '../support/cli';
import { createTestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';

let folder: string;
let id: string;

const inFolder = (name: string) => join(folder, name);
const sqlite = (filename: string) =>
  createKnex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });
const copy = (to: string, ...more: string[]) =>
  runCliHere(['storage', 'copy', '--database', inFolder('consent.sqlite'), '--to', to, ...more]);

/** A published profile, with files in the database. */
async function fill(filename: string): Promise<string> {
  const knex = sqlite(filename);
  const app = await createTestApp({ knex });
  const profile = await createActiveProfile(app);
  await app.close();
  await knex.destroy();
  return profile.id;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ec_test_copy_'));
  id = await fill(inFolder('consent.sqlite'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('storage copy makes a directory from which a service on the same database serves the same bytes', async () => {
  expect(await copy(inFolder('files'))).toMatchObject({
    code: 0,
    stdout: 'Copied 8 files; 0 were already in the target.\n',
  });
  const knex = sqlite(inFolder('consent.sqlite'));
  const { body } = await knex('svc_files')
    .where({ object_key: `default/${id}/1/de.json` })
    .first();
  expect(await readFile(inFolder(`files/default/${id}/1/de.json`))).toEqual(body);
  const app = await createTestApp({ knex, directory: inFolder('files') });
  expect((await app.request.get(`${app.publicBase}/profiles/default/opt-in/de`).expect(200)).text).toBe(
    String(body),
  );
  await app.close();
  await knex.destroy();
});

test('storage copy called again writes what is missing or different only, and copies back', async () => {
  await copy(inFolder('files'));
  expect(await copy(inFolder('files'))).toMatchObject({
    code: 0,
    stdout: 'Copied 0 files; 8 were already in the target.\n',
  });
  await rm(inFolder(`files/default/${id}/1/de.json`));
  await writeFile(inFolder(`files/default/${id}/1/en.json`), '{"cut');
  expect(await copy(inFolder('files'))).toMatchObject({
    code: 0,
    stdout: 'Copied 2 files; 6 were already in the target.\n',
  });
  expect(await copy('database', '--from', inFolder('files'))).toMatchObject({
    code: 0,
    stdout: 'Copied 0 files; 8 were already in the target.\n',
  });
});

test('storage copy binds the target, and refuses one that belongs to another database or holds something else', async () => {
  await copy(inFolder('files'));
  await fill(inFolder('other.sqlite'));
  const other = ['storage', 'copy', '--database', inFolder('other.sqlite')];
  const before = (await readdir(inFolder('files'), { recursive: true })).sort();
  for (const option of ['--to', '--from']) {
    const refused = await runCliHere([
      ...other,
      ...(option === '--from' ? ['--to', inFolder('new')] : []),
      option,
      inFolder('files'),
    ]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/belongs to another database.*consent\.sqlite.*other\.sqlite/s),
    ]);
  }
  expect((await readdir(inFolder('files'), { recursive: true })).sort()).toEqual(before);
  await mkdir(inFolder('photos/holiday'), { recursive: true });
  await writeFile(inFolder('photos/holiday/beach.jpg'), '');
  expect(await copy(inFolder('photos'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not empty'),
  });
});

test('demo-data refuses a storage that another database uses, and needs none of its own', async () => {
  await copy(inFolder('files'));
  const demo = ['demo-data', '--database', inFolder('demo.sqlite'), '--consents', '10'];
  expect(await runCliHere([...demo, '--storage', inFolder('files')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('belongs to another database'),
  });
  expect(await runCliHere(demo)).toMatchObject({ code: 0 });
});

test('storage copy leaves damaged files out, names them, and the next start makes them again', async () => {
  await copy(inFolder('files'));
  await writeFile(inFolder(`files/default/${id}/1/en.json`), '{"mainBanner":{"heading":"Changed by hand"}}');
  const { code, stdout, stderr } = await runCliHere([
    ...['storage', 'copy', '--database', inFolder('consent.sqlite')],
    ...['--from', inFolder('files'), '--to', inFolder('new')],
  ]);
  // Without the damaged file and the manifest of its version.
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Copied 6 files; 0 were already in the target.\n' });
  expect(stderr).toContain(`Damaged, not copied: default/${id}/1/en.json`);
  const knex = sqlite(inFolder('consent.sqlite'));
  const app = await createTestApp({ knex, directory: inFolder('new') });
  const { text } = await app.request.get(`${app.publicBase}/profiles/default/${id}/1/en`).expect(200);
  expect(text).toBe(
    String(
      (
        await knex('svc_files')
          .where({ object_key: `default/${id}/1/en.json` })
          .first()
      ).body,
    ),
  );
  await app.close();
  await knex.destroy();
});

test('refuses a source that does not exist or is empty, and targets that are not empty directories', async () => {
  const from = (place: string) => copy(inFolder('new'), '--from', place);
  const nowhere = await from(inFolder('nost'));
  expect([nowhere.code, nowhere.stderr]).toEqual([
    2,
    expect.stringContaining(`There is no directory ${inFolder('nost')}`),
  ]);
  await mkdir(inFolder('empty'));
  const empty = await from(inFolder('empty'));
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('has no published files to copy')]);

  await writeFile(inFolder('afile'), 'text');
  const file = await copy(inFolder('afile'));
  expect([file.code, file.stderr]).toEqual([
    2,
    expect.stringContaining(`${inFolder('afile')} is not a directory`),
  ]);
  await mkdir(inFolder('papers'));
  await writeFile(inFolder('papers/Letter to Anna.txt'), 'text');
  const papers = await copy(inFolder('papers'));
  expect([papers.code, papers.stderr]).toEqual([2, expect.stringContaining('is not empty')]);
  expect(await readdir(inFolder('papers'))).toEqual(['Letter to Anna.txt']);
  expect((await copy(inFolder('afile/below'))).stderr).toContain('is not a directory');
});
