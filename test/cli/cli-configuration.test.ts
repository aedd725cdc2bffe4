import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { run } from '#cli/run';
import { createUser } from '../support/accounts';
import {
  type ConfigurationServer,
  type Json,
  secretsOfServers,
  useConfigurationFolder,
} from '../support/configuration';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';

const { openServer, api, pathOf, pull, push, edit, read } = useConfigurationFolder();
let staging: ConfigurationServer;

/** Every file of the folder with its text. */
async function readAll(): Promise<Record<string, string>> {
  const folder = pathOf();
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const files = names.map(async ({ name, parentPath }) => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const;
  });
  return Object.fromEntries((await Promise.all(files)).sort());
}

const profiles = (server: ConfigurationServer) => api(server, 'get', '/profiles');

/** A copy of staging's configuration on a server of its own: with a look, a cookie list, a draft and a live version. */
beforeAll(async () => {
  staging = await openServer('staging');
  const look = await api(staging, 'post', '/ui-templates', {
    name: 'Dark corners',
    mainBanner: { position: 'bottom', overlayOpacity: 0.5 },
    theme: { radius: 4 },
  });
  const list = await api(staging, 'post', '/consent-templates', {
    name: 'Größere Cookies/../..',
    cookies: { session: { purpose: 'necessary', listenGpc: false, name: 'sid' } },
    categories: { necessary: { heading: 'Necessary', legalBasis: 'mandatory', cookies: ['session'] } },
  });
  const profile = await createActiveProfile(staging.app, {
    profileJson: { ...profileJson(), uiTemplateId: look.id, consentTemplateId: list.id },
  });
  await api(staging, 'put', `/profiles/${profile.id}`, {
    profileJson: {
      ...profileJson({ expiryDays: 180 }),
      uiTemplateId: look.id,
      consentTemplateId: list.id,
    },
  });
  await createProfile(staging.app, { name: 'CON', localeContent: {} });
  await staging.app.request
    .patch(`${staging.app.adminBase}/settings`)
    .set(await staging.app.asAdmin())
    .send({ allowedOrigins: ['https://shop.example'] })
    .expect(200);
});

test('pull writes one file for each resource, with keys, without ids, times or secrets, and again the same', async () => {
  expect(await pull(staging)).toMatchObject({ code: 0, stderr: '' });
  const files = await readAll();
  expect(Object.keys(files)).toEqual([
    'consent-templates/grossere-cookies.json',
    'profiles/con-profile.json',
    'profiles/shop-eu.json',
    'schema/consent-template.schema.json',
    'schema/profile.schema.json',
    'schema/settings.schema.json',
    'schema/ui-template.schema.json',
    'settings.json',
    'ui-templates/dark-corners.json',
  ]);
  const shop = await read('profiles/shop-eu.json');
  expect(shop).toMatchObject({
    $schema: '../schema/profile.schema.json',
    key: 'shop-eu',
    name: 'Shop EU',
    active: true,
    content: {
      defaultLocale: 'en',
      consentTemplate: 'grossere-cookies',
      uiTemplate: 'dark-corners',
      profileJson: { expiryDays: 180, cookies: { ga: { name: '_ga' } } },
      localeContent: { de: { mainBanner: { heading: germanContent().mainBanner?.heading } } },
    },
    published: { uiTemplate: 'dark-corners' },
  });
  expect(shop.published.profileJson.expiryDays).toBeUndefined();
  const everything = Object.values(files).join('');
  const ids = (await profiles(staging)).map(({ id }: { id: string }) => id);
  for (const secret of [...ids, 'createdAt', 'updatedAt', 'tenantId', 'passwordHash', '"isActive":'])
    expect(everything.replaceAll('"isActive": {', '')).not.toContain(secret);

  expect(await pull(staging)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await readAll()).toEqual(files);
  // The categories stay in the order in which visitors see them.
  expect(Object.keys(shop.content.profileJson.preferenceModal.categories)).toEqual([
    'necessary',
    'analytics',
    'marketing',
  ]);
});

test('what was pulled changes nothing, also with --publish and --prune', async () => {
  await pull(staging);
  for (const options of [[], ['--publish', '--prune'], ['--yes']])
    expect(await push(staging, '--dry-run', ...options)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No differences.'),
    });
});

test('an edited file is shown field by field, pushed as a draft by the command line, and pulled as it was written', async () => {
  await pull(staging);
  await edit('profiles/shop-eu.json', (file) => {
    file.name = 'Shop Europe';
    file.content.profileJson.mainBanner.heading = 'Your choice';
    file.content.localeContent.de.mainBanner.heading = 'Ihre Wahl';
  });
  await edit('ui-templates/dark-corners.json', (file) => {
    delete file.mainBanner.overlayOpacity;
    file.theme.radius = 8;
  });
  const dry = await push(staging, '--dry-run');
  expect(dry.code).toBe(2);
  expect(dry.stdout).toContain('~ profile shop-eu changes');
  expect(dry.stdout).toContain('content.profileJson.mainBanner.heading: "Your privacy" → "Your choice"');
  expect(dry.stdout).toContain('mainBanner.overlayOpacity: 0.5 → (none)');
  expect(dry.stdout).toContain('Plan: 0 to create, 2 to change, 0 to remove, 0 to publish.');
  expect((await profiles(staging))[0].version).toBe(2);

  const unasked = await push(staging);
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
  expect((await profiles(staging))[0].version).toBe(2);

  expect(await push(staging, '--yes', '--note', 'ticket 7')).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('Pushed 2 of 2.'),
  });
  const [shop] = await profiles(staging);
  expect(shop).toMatchObject({ name: 'Shop Europe', version: 3, publishedVersion: 1 });
  const { items } = await api(staging, 'get', '/audit?resourceType=profile');
  expect(items[0]).toMatchObject({
    action: 'profile:updated',
    userId: null,
    userEmail: 'command line',
    changes: { note: 'ticket 7' },
  });

  const edited = await readAll();
  expect(await push(staging, '--dry-run')).toMatchObject({ code: 0 });
  await pull(staging);
  const withoutBase = (files: Record<string, string>) =>
    Object.entries(files).map(([path, text]) => [path, { ...JSON.parse(text), base: null }]);
  // Published is not part of the edit; only the base of the two edited files is new.
  expect(withoutBase(await readAll())).toEqual(withoutBase(edited));
  expect(await readAll()).not.toEqual(edited);
});

test('whatever is edited, a pull after the push gives the file that was pushed', async () => {
  const server = await openServer('property');
  await createActiveProfile(server.app);
  await api(server, 'post', '/ui-templates', { name: 'Look', theme: { radius: 1 } });
  await pull(server);
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((value) => `x${value}x`);
  const edits = fc.record({
    name: text.map((value) => value.replace(/\s/g, '_')),
    heading: text,
    expiryDays: fc.integer({ min: 1, max: 365 }),
    order: fc.shuffledSubarray(['necessary', 'analytics', 'marketing'], { minLength: 3 }),
    german: fc.boolean(),
    radius: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(edits, async ({ name, heading, expiryDays, order, german, radius }) => {
      await edit('profiles/shop-eu.json', (file) => {
        const { profileJson: shared } = file.content;
        const { categories } = shared.preferenceModal;
        Object.assign(file, { name });
        Object.assign(shared, { expiryDays });
        shared.mainBanner.heading = heading;
        shared.preferenceModal.categories = Object.fromEntries(order.map((id) => [id, categories[id]]));
        file.content.localeContent = german ? { de: germanContent() } : {};
      });
      await edit('ui-templates/look.json', (file) => {
        file.theme = radius === undefined ? {} : { radius };
      });
      const pushed = await push(server, '--yes');
      expect(pushed).toMatchObject({ code: 0, stderr: '' });
      const before = [await read('profiles/shop-eu.json'), await read('ui-templates/look.json')];
      expect(await push(server, '--dry-run')).toMatchObject({ code: 0 });
      expect(await pull(server)).toMatchObject({ code: 0 });
      const after = [await read('profiles/shop-eu.json'), await read('ui-templates/look.json')];
      const contents = (files: readonly Json[]) =>
        files.map(({ base: _base, published: _published, ...file }) =>
          // The service adds it to every link.
          JSON.parse(JSON.stringify(file).replaceAll(' rel=\\"noopener\\"', '')),
        );
      const [{ content }] = after;
      expect(Object.keys(content.profileJson.preferenceModal.categories)).toEqual(order);
      expect(contents(after)).toEqual(contents(before));
      expect(await push(server, '--dry-run')).toMatchObject({ code: 0 });
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test('a terminal is asked, and nothing but yes pushes', async () => {
  await pull(staging);
  await edit('settings.json', (file) => file.allowedOrigins.push('https://www.shop.example'));
  const answer = (text: string) =>
    run(['push', '--database', staging.database, '--dir', pathOf()], {
      environment: secretsOfServers,
      out: () => {},
      err: () => {},
      stdin: Object.assign(Readable.from([text]), { isTTY: true }),
      stdout: process.stdout,
    });
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(await answer('no\n')).toBe(1);
    expect((await api(staging, 'get', '/settings')).allowedOrigins).toEqual(['https://shop.example']);
    expect(await answer('yes\n')).toBe(0);
    expect(written).toHaveBeenCalledWith(expect.stringContaining('Push these changes?'));
  } finally {
    written.mockRestore();
  }
  const { knex } = staging;
  expect(JSON.parse((await knex('svc_settings').first()).allowed_origins)).toHaveLength(2);
});

test('what was changed on the server since the pull is not replaced without --force', async () => {
  await pull(staging);
  const [{ id }] = await profiles(staging);
  const { profileJson: stored } = await api(staging, 'get', `/profiles/${id}`);
  await api(staging, 'put', `/profiles/${id}`, {
    profileJson: { ...stored, isActive: false, expiryDays: 90 },
  });
  await edit('profiles/shop-eu.json', (file) => {
    file.content.profileJson.expiryDays = 200;
  });
  const refused = await push(staging, '--yes');
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('profile shop-eu: was changed on the server since the pull'),
  });
  expect((await profiles(staging))[0].profileJson.expiryDays).toBe(90);
  // Nor does a pull replace the edit.
  expect(await pull(staging)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('profiles/shop-eu.json'),
  });
  expect((await read('profiles/shop-eu.json')).content.profileJson.expiryDays).toBe(200);
  expect(await push(staging, '--yes', '--force')).toMatchObject({ code: 0 });
  expect((await profiles(staging))[0].profileJson.expiryDays).toBe(200);
});

test('a file keeps its resource when the file or the resource is renamed', async () => {
  await pull(staging);
  await rename(pathOf('profiles/shop-eu.json'), pathOf('profiles/europe.json'));
  const [{ id }] = await profiles(staging);
  await api(staging, 'put', `/profiles/${id}`, { name: 'Completely different' });
  expect(await pull(staging)).toMatchObject({ stdout: 'Wrote profiles/europe.json\n' });
  expect(await read('profiles/europe.json')).toMatchObject({ key: 'shop-eu', name: 'Completely different' });
});

test('staging reaches production, where the ids differ: live version, draft, later edits, removal', async () => {
  const production = await openServer('production');
  await pull(staging);
  const created = await push(production, '--yes', '--publish', '--only', 'profiles,templates');
  expect(created).toMatchObject({ code: 0, stderr: '' });
  const find = async (server: ConfigurationServer, name: string) =>
    (await profiles(server)).find((each: { name: string }) => each.name === name);
  const [there, here] = [
    await find(staging, 'Completely different'),
    await find(production, 'Completely different'),
  ];
  expect(here.id).not.toBe(there.id);
  expect(here).toMatchObject({ isActive: true, version: 2, publishedVersion: 1 });
  expect(here.profileJson.uiTemplateId).not.toBe(there.profileJson.uiTemplateId);
  const live = await production.app.request.get(`${production.app.publicBase}/profiles/default/opt-in/en`);
  expect(live.status).toBe(200);
  expect((await find(production, 'CON')).isActive).toBe(false);
  // Both servers give the same files.
  const ours = await readAll();
  expect(await pull(production, '--only', 'profiles,templates')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await readAll()).toEqual(ours);

  // Publish the draft: what visitors get is no longer another version.
  await edit('profiles/shop-eu.json', (file) => {
    delete file.published;
  });
  const dry = await push(production, '--dry-run', '--publish', '--only', 'profiles');
  expect(dry).toMatchObject({ code: 2, stdout: expect.stringContaining('^ profile shop-eu is published') });
  expect(await push(production, '--yes', '--publish', '--only', 'profiles')).toMatchObject({ code: 0 });
  expect(await find(production, 'Completely different')).toMatchObject({ publishedVersion: 2, version: 2 });

  // A changed look reaches the profiles that use it.
  await edit('ui-templates/dark-corners.json', (file) => {
    file.theme.radius = 13;
  });
  expect(await push(production, '--yes', '--publish', '--only', 'profiles,templates')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"dark-corners (changed look)"'),
  });
  production.app.clock.advance(2000);
  const { text } = await production.app.request.get(
    `${production.app.publicBase}/profiles/default/opt-in/en`,
  );
  expect(text).toContain('"radius":13');

  // A profile without a file stays, until it may be removed.
  await rm(pathOf('profiles/shop-eu.json'));
  expect(await push(production, '--dry-run')).toMatchObject({
    stdout: expect.stringContaining('profile "shop-eu" is not in the files; --prune removes it'),
  });
  expect(await push(production, '--yes', '--prune', '--only', 'profiles')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('only with --prune and --publish'),
  });
  expect(await push(production, '--yes', '--prune', '--publish', '--only', 'profiles')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('- profile shop-eu is removed'),
  });
  expect((await profiles(production)).map(({ name }: { name: string }) => name)).toEqual(['CON']);
});

test('a resource that was deleted on the server is created again only with --force', async () => {
  const server = await openServer('deleting');
  const { id } = await api(server, 'post', '/ui-templates', { name: 'Look' });
  await pull(server);
  await api(server, 'delete', `/ui-templates/${id}`);
  expect(await push(server, '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('UI template look: was deleted on the server'),
  });
  expect(await api(server, 'get', '/ui-templates')).toEqual([]);
  expect(await push(server, '--yes', '--force')).toMatchObject({ code: 0 });
  expect(await api(server, 'get', '/ui-templates')).toMatchObject([{ name: 'Look' }]);
  // What was made on the server and never pulled is not removed by --prune alone.
  await api(server, 'post', '/ui-templates', { name: 'Made here' });
  expect(await push(server, '--yes', '--prune')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('UI template made-here: was created on the server and never pulled'),
  });
  expect(await api(server, 'get', '/ui-templates')).toHaveLength(2);
  // Without its resource, a file stays until it may be removed.
  const looks: Json[] = await api(server, 'get', '/ui-templates');
  await api(server, 'delete', `/ui-templates/${looks.find(({ name }) => name === 'Look').id}`);
  expect(await pull(server)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('--prune removes it'),
  });
  expect(await pull(server, '--prune')).toMatchObject({ stdout: 'Removed ui-templates/look.json\n' });
});

test('a profile taken offline on the server is not published again without --force', async () => {
  await pull(staging);
  const [{ id }] = await profiles(staging);
  await api(staging, 'post', `/profiles/${id}/deactivate`);
  expect(await push(staging, '--yes', '--publish')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('was published or taken offline on the server since the pull'),
  });
  expect((await profiles(staging))[0].isActive).toBe(false);
});

describe('files that cannot be pushed are named, and nothing changes', () => {
  const shop = 'profiles/shop-eu.json';
  const cases: [string, () => Promise<unknown>, string][] = [
    ['wrong JSON', () => writeFile(pathOf(shop), '{"key": '), 'profiles/shop-eu.json: is not valid JSON'],
    ['a list', () => writeFile(pathOf(shop), '[]'), 'the file must be an object'],
    [
      'a key that leaves the folder',
      () => edit(shop, (file) => Object.assign(file, { key: '../../etc/passwd' })),
      'profiles/shop-eu.json: key',
    ],
    [
      'a prototype key',
      async () => {
        const text = await readFile(pathOf(shop), 'utf8');
        await writeFile(
          pathOf(shop),
          text.replace('"content": {', '"content": {"__proto__": {"admin": true},'),
        );
      },
      'must not have the key "__proto__"',
    ],
    ['a huge file', () => writeFile(pathOf(shop), ' '.repeat(16_777_217)), 'is larger than 16 MiB'],
    [
      'an unknown field',
      () => edit(shop, (file) => Object.assign(file, { publised: true })),
      'publised is not a known field',
    ],
    [
      'an unknown field of the profile',
      () => edit(shop, (file) => Object.assign(file.content.profileJson, { expiryDay: 3 })),
      'content.profileJson.expiryDay is not a known field',
    ],
    [
      'an unknown field of a text',
      () => edit(shop, (file) => Object.assign(file.content.localeContent.de.mainBanner, { headline: 'x' })),
      'content.localeContent.de.mainBanner.headline is not a known field',
    ],
    ['a missing field', () => edit(shop, (file) => void delete file.name), 'name is missing'],
    [
      'a wrong value',
      () => edit(shop, (file) => Object.assign(file.content.profileJson, { expiryDays: 'soon' })),
      'content.profileJson.expiryDays must be a whole number',
    ],
    [
      'a template that nobody has',
      () => edit(shop, (file) => Object.assign(file.content, { uiTemplate: 'absent' })),
      'names the UI template "absent"',
    ],
    [
      'content that breaks the rules of its group',
      () =>
        edit(shop, (file) =>
          Object.assign(file.content.profileJson.mainBanner, {
            buttons: [{ text: 'OK', action: 'custom', cookies: '*' }],
          }),
        ),
      'profile shop-eu: ',
    ],
    [
      'two files with one key',
      () => cp(pathOf(shop), pathOf('profiles/copy.json')),
      'has the key "shop-eu", as profiles/copy.json does',
    ],
    [
      'a link to another file',
      async () => {
        await rm(pathOf(shop));
        await symlink(staging.database, pathOf(shop));
      },
      'is not a regular file',
    ],
  ];
  test.each(cases)('%s', async (_name, spoil, message) => {
    await pull(staging);
    const before = await staging.knex('svc_profile_versions').count({ count: '*' });
    await spoil();
    const { code, stderr } = await push(staging, '--yes', '--force', '--publish');
    expect(stderr).toContain(message);
    expect(stderr).toContain('Nothing was changed');
    expect(code).toBe(1);
    expect(await staging.knex('svc_profile_versions').count({ count: '*' })).toEqual(before);
  });
});

test('wrong usage is explained', async () => {
  expect(await push(staging)).toMatchObject({ code: 1, stderr: expect.stringContaining('has no files') });
  expect(await push(staging, '--only', 'everything')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--only'),
  });
  expect(await push(staging, '--require-reconsent')).toMatchObject({ code: 1 });
  expect(await pull(staging, '--tenant', 'unknown')).toMatchObject({ code: 2 });
  await mkdir(dirname(pathOf()), { recursive: true });
  await writeFile(pathOf(), '');
  expect(await pull(staging)).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a folder') });
});

test('a push publishes nothing where a second person must approve, and says so', async () => {
  const server = await openServer('approval');
  await createActiveProfile(server.app);
  await createUser(server.app, { role: 'editor' });
  await server.app.request
    .patch(`${server.app.adminBase}/settings`)
    .set(await server.app.asAdmin())
    .send({ approvalRequired: true })
    .expect(200);
  expect(await pull(server)).toMatchObject({ code: 0 });
  await edit('profiles/shop-eu.json', ({ content }) => {
    content.profileJson.mainBanner.heading = 'Pushed';
  });
  const { code, stdout, stderr } = await push(server, '--yes', '--publish');
  expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('a second person has approved')]);
  const { body } = await server.app.request
    .get(`${server.app.adminBase}/profiles`)
    .set(await server.app.asAdmin());
  expect(body).toMatchObject([{ version: 2, publishedVersion: 1 }]);
});
