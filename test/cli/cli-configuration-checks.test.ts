import { rm } from 'node:fs/promises';
import { runCliHere } from '../support/cli';
import { type ConfigurationServer, useConfigurationFolder } from '../support/configuration';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { createWebhook } from '../support/webhooks';

/** Pushes that are refused as a whole, before anything is written. */

const { openServer, api, pull, push, pushWithoutSecrets, edit, read, write, pathOf } =
  useConfigurationFolder();
const shop = 'profiles/shop-eu.json';
const look = 'ui-templates/look.json';
const list = 'consent-templates/list.json';

const buttons = {
  accept: { type: 'primary', action: 'custom', cookies: '*' },
  reject: { type: 'primary', action: 'custom', cookies: '!' },
  choose: { type: 'secondary', action: 'manage' },
};

/** Opens a server with a profile that uses both kinds of templates, and pulls it. */
async function pulledServer(isActive = true): Promise<ConfigurationServer> {
  const server = await openServer('shop');
  const { id: uiTemplateId } = await api(server, 'post', '/ui-templates', {
    name: 'Look',
    mainBanner: { buttons },
    theme: { radius: 4 },
  });
  const { id: consentTemplateId } = await api(server, 'post', '/consent-templates', {
    name: 'List',
    cookies: {
      session: { purpose: 'necessary', listenGpc: false, name: 'sid' },
      ga: { purpose: 'analytics', listenGpc: true, name: '_ga' },
    },
    categories: {
      necessary: { heading: 'Necessary', legalBasis: 'mandatory', cookies: ['session'] },
      analytics: { heading: 'Analytics', legalBasis: 'consent', cookies: ['ga'] },
    },
  });
  await (isActive ? createActiveProfile : createProfile)(server.app, {
    profileJson: { ...profileJson(), uiTemplateId, consentTemplateId },
  });
  expect(await pull(server)).toMatchObject({ code: 0 });
  return server;
}

/** Everything that a push can write. */
const readServer = async (server: ConfigurationServer) =>
  Promise.all(
    ['/profiles', '/ui-templates', '/consent-templates', '/settings'].map((path) => api(server, 'get', path)),
  );

/** Expects that a dry run and a push both name the reason and fail, and that nothing is written. */
async function expectRefusal(
  server: ConfigurationServer,
  reason: string,
  ...options: string[]
): Promise<void> {
  const before = await readServer(server);
  for (const how of ['--dry-run', '--yes']) {
    const { code, stderr } = await push(server, how, ...options);
    expect(stderr).toContain(reason);
    expect(stderr).toContain('Nothing was changed.');
    expect(code).toBe(1);
  }
  expect(await readServer(server)).toEqual(before);
}

describe('a push is refused before anything is written', () => {
  const cases: [string, () => Promise<unknown>, string, ...string[]][] = [
    [
      'a parameter in no category',
      () => edit(list, ({ categories }) => Object.assign(categories.analytics, { cookies: [] })),
      'consent template list: cookies.ga "ga" is not in any category',
    ],
    [
      'a look without contrast',
      () => edit(look, ({ theme }) => Object.assign(theme, { light: { text: '#ffffff' } })),
      'UI template look: ',
    ],
    [
      'an origin that is none',
      () => edit('settings.json', ({ allowedOrigins }) => allowedOrigins.push('shop.example')),
      'settings: allowedOrigins[0] must be an origin',
    ],
    [
      'a button that profiles do not label',
      () =>
        edit(look, ({ mainBanner }) =>
          Object.assign(mainBanner.buttons, { more: { type: 'text', action: 'manage' } }),
        ),
      'profile shop-eu: en, mainBanner, buttons: The UI template has 4 buttons',
    ],
    [
      'a button less, whose label goes too',
      async () => {
        await edit(look, ({ mainBanner }) => void delete mainBanner.buttons.choose);
        await edit(shop, ({ content: { profileJson: shared, localeContent } }) => {
          for (const { mainBanner } of [shared, localeContent.de]) mainBanner.buttons.pop();
        });
      },
      'buttons cannot be removed or reordered: "Shop EU". Give them a UI template of another key',
      '--publish',
    ],
    [
      'a parameter that a profile must keep',
      () =>
        edit(list, ({ cookies, categories }) => {
          delete cookies.session;
          delete categories.necessary;
        }),
      'consent template list: Profiles that use this template need parameters that this change removes: "Shop EU"',
    ],
    [
      'another group of a profile that is online',
      () =>
        edit(shop, ({ content }) =>
          Object.assign(content.profileJson, { complianceGroup: 'opt-in-explicit' }),
        ),
      'profile shop-eu: Deactivate the profile before changing its compliance group',
    ],
    [
      'a draft of another group than what is published before it',
      async () => {
        await edit(shop, (file) => {
          Object.assign(file, { key: 'new', name: 'New', published: structuredClone(file.content) });
          Object.assign(file.content.profileJson, { complianceGroup: 'opt-in-explicit' });
        });
      },
      'profile new: Deactivate the profile before changing its compliance group',
      '--publish',
    ],
    [
      'a profile without group that should be online',
      () =>
        edit(shop, (file) => {
          Object.assign(file, { key: 'new', name: 'New' });
          delete file.content.profileJson.complianceGroup;
        }),
      'profile new: Choose a compliance group before activating the profile',
      '--publish',
    ],
  ];
  test.each(cases)('%s', async (_name, spoil, reason, ...options) => {
    const server = await pulledServer();
    await spoil();
    await expectRefusal(server, reason, ...options);
  });
});

test('without the signing hash of the app, nothing is written that webhooks receive', async () => {
  const server = await pulledServer();
  const editHeading = (heading: string) =>
    edit(shop, ({ content }) => {
      content.profileJson.mainBanner.heading = heading;
    });
  const draftScan = ['scan', 'http://127.0.0.1:9/', '--draft', '--browser', '/nowhere', '--database'];
  // No tenant has a webhook.
  await editHeading('Pushed without a webhook');
  expect(await pushWithoutSecrets(server, '--yes')).toMatchObject({ code: 0, stderr: '' });
  expect((await runCliHere([...draftScan, server.database])).stderr).toContain('no browser at /nowhere');

  await createWebhook(server.app, undefined, ['profile.created', 'profile.updated', 'profile.activated']);
  await editHeading('Pushed');
  const before = await readServer(server);
  expect(await pushWithoutSecrets(server, '--dry-run')).toMatchObject({ code: 2, stderr: '' });
  const stderr = expect.stringContaining('compliance.dataSigningHash is not set');
  const otherSecret = { EXPRESS_CONSENT_DATA_SIGNING_HASH: 'the signing hash of another installation' };
  expect(await pushWithoutSecrets(server, '--yes')).toMatchObject({ code: 1, stderr });
  for (const args of [draftScan, ['starter-texts', '--database'], ['demo-data', '--database']]) {
    expect(await runCliHere([...args, server.database])).toMatchObject({ code: 2, stderr });
    expect(await runCliHere([...args, server.database], otherSecret)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not the secret that this database was last used with'),
    });
  }
  expect(await readServer(server)).toEqual(before);
  expect(await server.knex('svc_webhook_messages')).toEqual([]);
  expect(await push(server, '--yes')).toMatchObject({ code: 0, stderr: '' });
  expect(await server.knex('svc_webhook_messages')).toHaveLength(1);
});

test('a button can go once every profile that is online uses another look', async () => {
  const server = await pulledServer();
  await edit(look, ({ mainBanner }) => void delete mainBanner.buttons.choose);
  const other = { ...(await read(look)), key: 'other', name: 'Other' };
  await write('ui-templates/other.json', { ...other, base: undefined, mainBanner: { buttons } });
  await edit(shop, ({ content }) => Object.assign(content, { uiTemplate: 'other' }));
  await expectRefusal(server, 'buttons cannot be removed or reordered: "Shop EU"');
  expect(await push(server, '--yes', '--publish')).toMatchObject({ code: 0, stderr: '' });
  expect(await push(server, '--dry-run', '--publish')).toMatchObject({ code: 0 });
});

describe.each([
  ['online', true],
  ['a draft', false],
])('a template that a profile names which is %s', (_state, isActive) => {
  test('is not removed, so that the folder can be pushed again', async () => {
    const server = await pulledServer(isActive);
    await rm(pathOf(look));
    const reason = 'UI template look: cannot be removed: profile "shop-eu" would still use it';
    await expectRefusal(server, reason, '--prune');
    await expectRefusal(server, reason, '--prune', '--publish');
    await expectRefusal(server, reason, '--prune', '--only', 'templates');
  });

  test('is not removed while a new profile names it', async () => {
    const server = await pulledServer(isActive);
    await rm(pathOf(look));
    await edit(shop, (file) => void delete file.content.uiTemplate);
    const file = await read(shop);
    const content = { ...file.content, uiTemplate: 'look' };
    await write('profiles/new.json', { ...file, key: 'new', name: 'New', base: undefined, content });
    await expectRefusal(
      server,
      'profile new: names the UI template "look", which no file contains and --prune would remove',
      '--prune',
    );
  });

  test('is removed together with the profile', async () => {
    const server = await pulledServer(isActive);
    await rm(pathOf(look));
    await rm(pathOf(shop));
    const pushed = await push(server, '--yes', '--prune', '--publish', '--force');
    expect(pushed).toMatchObject({ code: 0, stderr: '' });
    expect(await api(server, 'get', '/ui-templates')).toEqual([]);
  });
});

test('what was edited on the server is not removed because it has no file', async () => {
  const server = await openServer('shop');
  const { id } = await createActiveProfile(server.app);
  await pull(server);
  const file = await read(shop);
  await edit(shop, ({ content }) => Object.assign(content.profileJson, { expiryDays: 90 }));
  expect(await push(server, '--yes')).toMatchObject({ code: 0 });
  await rm(pathOf(shop));
  const edited = { profileJson: { ...file.content.profileJson, expiryDays: 33 } };
  await api(server, 'put', `/profiles/${id}`, edited);
  await expectRefusal(server, 'profile shop-eu: is not what was last pushed', '--prune', '--publish');

  // As it was pushed, also when somebody has published it, it goes.
  await api(server, 'put', `/profiles/${id}`, {
    profileJson: { ...edited.profileJson, expiryDays: 90 },
  });
  await api(server, 'post', `/profiles/${id}/activate`);
  expect(await push(server, '--yes', '--prune', '--publish')).toMatchObject({ code: 0, stderr: '' });
  expect(await api(server, 'get', '/profiles')).toEqual([]);
});

test('what was pulled and never pushed is removed only with --force', async () => {
  const server = await pulledServer(false);
  await rm(pathOf(shop));
  await expectRefusal(server, 'profile shop-eu: is not what was last pushed', '--prune');
  expect(await push(server, '--yes', '--prune', '--force')).toMatchObject({ code: 0, stderr: '' });
  expect(await api(server, 'get', '/profiles')).toEqual([]);
});
