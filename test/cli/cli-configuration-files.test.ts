import { rm } from 'node:fs/promises';
import { type Json, useConfigurationFolder } from '../support/configuration';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';

/** The forms that files can have, and the edits that a pull keeps. */

const { openServer, api, pull, push, edit, read, pathOf } = useConfigurationFolder();
const shop = 'profiles/shop-eu.json';

test.each([
  ['active', (file: { active: boolean }) => Object.assign(file, { active: false })],
  ['published', (file: { published?: object }) => void delete file.published],
])('a pull keeps an edit of %s alone', async (_field, change) => {
  const server = await openServer('shop');
  const { id } = await createActiveProfile(server.app);
  await api(server, 'put', `/profiles/${id}`, { profileJson: profileJson({ expiryDays: 180 }) });
  await pull(server);
  await edit(shop, change);
  const edited = await read(shop);
  expect(await pull(server)).toMatchObject({ code: 2, stderr: expect.stringContaining(shop) });
  expect(await read(shop)).toEqual(edited);
  expect(await pull(server, '--force')).toMatchObject({ code: 0 });
  expect(await read(shop)).not.toEqual(edited);
});

test('a pull keeps that a draft should go online, until it has', async () => {
  const server = await openServer('shop');
  const { id } = await createProfile(server.app);
  await pull(server);
  await edit(shop, (file) => Object.assign(file, { active: true }));
  expect(await pull(server)).toMatchObject({ code: 2, stderr: expect.stringContaining(shop) });
  expect((await read(shop)).active).toBe(true);
  await api(server, 'post', `/profiles/${id}/activate`);
  expect(await pull(server)).toMatchObject({ code: 0 });
  expect((await read(shop)).active).toBe(true);
});

test('a pull after a draft was pushed writes what visitors still get', async () => {
  const server = await openServer('shop');
  await createActiveProfile(server.app);
  await pull(server);
  await edit(shop, ({ content }) => Object.assign(content.profileJson, { expiryDays: 90 }));
  expect(await push(server, '--yes')).toMatchObject({ code: 0 });
  expect(await pull(server)).toMatchObject({ code: 0 });
  const { content, published } = await read(shop);
  expect([content.profileJson.expiryDays, published.profileJson.expiryDays]).toEqual([90, undefined]);
});

test('language tags and names can be written in any form, and pushed again', async () => {
  const server = await openServer('shop');
  await createProfile(server.app, { localeContent: {} });
  await pull(server);
  await edit(shop, (file) => {
    file.name = ' Shop ';
    file.content.defaultLocale = 'en-us';
    file.content.localeContent['de-at'] = germanContent();
  });
  expect(await push(server, '--yes')).toMatchObject({ code: 0, stderr: '' });
  expect(await push(server, '--dry-run')).toMatchObject({ code: 0, stderr: '' });
  expect(await api(server, 'get', '/profiles')).toMatchObject([
    { name: 'Shop', defaultLocale: 'en-US', profileJson: { locales: ['en-US', 'de-AT'] } },
  ]);
  expect(await pull(server)).toMatchObject({ code: 0 });
  expect(Object.keys((await read(shop)).content.localeContent)).toEqual(['de-AT']);
});

test.each([
  [
    'two forms of one language tag',
    { localeContent: { de: germanContent(), DE: germanContent() } },
    'content.localeContent.DE is listed twice (as de)',
  ],
  [
    'a key that is not a language tag',
    { localeContent: { german: germanContent() } },
    'content.localeContent.german must be a BCP 47 language tag',
  ],
  [
    'a default that is not a language tag',
    { defaultLocale: 'english' },
    'content.defaultLocale must be a BCP 47 language tag',
  ],
  [
    'fields that files say elsewhere',
    { profileJson: profileJson({ isActive: true }) },
    'content.profileJson.isActive is not a known field; use `active`',
  ],
  [
    'a database id of a template',
    { profileJson: profileJson({ uiTemplateId: '0190b2b6-0000-7000-8000-000000000000' }) },
    'content.profileJson.uiTemplateId is not a known field; use `uiTemplate`',
  ],
])('a fault of the file: %s', async (_name, change, message) => {
  const server = await openServer('shop');
  await createProfile(server.app);
  await pull(server);
  await edit(shop, ({ content }) => Object.assign(content, change));
  for (const how of ['--dry-run', '--yes'])
    expect(await push(server, how)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${shop}: ${message}`),
    });
});

test('--note is the reason of everything that a push creates, changes or removes', async () => {
  const server = await openServer('shop');
  await createProfile(server.app);
  await api(server, 'post', '/ui-templates', { name: 'Look' });
  await pull(server);
  const production = await openServer('production');
  await edit('settings.json', (file) => file.allowedOrigins.push('https://shop.example'));
  expect(await push(production, '--yes', '--note', ' Ticket 7 ')).toMatchObject({ code: 0 });
  const [{ id }] = await api(production, 'get', '/profiles');
  expect(await api(production, 'get', `/profiles/${id}/versions`)).toMatchObject([{ note: 'Ticket 7' }]);
  await rm(pathOf(shop));
  await rm(pathOf('ui-templates/look.json'));
  expect(await push(production, '--yes', '--prune', '--note', 'Ticket 8')).toMatchObject({ code: 0 });
  const { items } = await api(production, 'get', '/audit');
  const notes = items
    .filter(({ userEmail }: Json) => userEmail === 'command line')
    .map(({ action, changes }: Json) => [action, changes.note]);
  expect(notes.sort()).toEqual([
    ['profile:created', 'Ticket 7'],
    ['profile:deleted', 'Ticket 8'],
    ['settings:updated', 'Ticket 7'],
    ['uiTemplate:created', 'Ticket 7'],
    ['uiTemplate:deleted', 'Ticket 8'],
  ]);
});
