import { rm, writeFile } from 'node:fs/promises';
import { createUser } from '../support/accounts';
import { startCli } from '../support/cli';
import { type ConfigurationServer, type Json, useConfigurationFolder } from '../support/configuration';
import { testSigningHash } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';

const { api, edit, openServer, pathOf, pull, push, pushMeanwhile, read, served, write } =
  useConfigurationFolder();

const profiles = (server: ConfigurationServer): Promise<Json[]> => api(server, 'get', '/profiles');
const names = async (server: ConfigurationServer) => (await profiles(server)).map(({ name }) => name).sort();

test('a push that is killed is repeated without creating a profile twice', async () => {
  const [staging, production] = [await openServer('staging'), await openServer('production')];
  await createProfile(staging.app);
  await createProfile(staging.app, { name: 'Second' });
  await pull(staging, '--only', 'profiles');
  // Now neither key follows from the name.
  for (const { id, name } of await profiles(staging))
    await api(staging, 'put', `/profiles/${id}`, { name: `Renamed ${name}` });
  await pull(staging, '--only', 'profiles');
  expect(await read('profiles/shop-eu.json')).toMatchObject({ key: 'shop-eu', name: 'Renamed Shop EU' });

  const config = pathOf('consent.config.cjs');
  await writeFile(
    config,
    `const knex = require(${JSON.stringify(require.resolve('knex'))})({
       client: 'better-sqlite3',
       connection: { filename: ${JSON.stringify(production.database)} },
       useNullAsDefault: true,
     });
     let inserted = 0;
     knex.on('query', ({ sql }) => {
       if (/insert into .svc_profiles. /.test(sql) && ++inserted === 2) process.kill(process.pid, 'SIGKILL');
     });
     module.exports = {
       knex,
       auth: { mode: 'local', masterSecret: 'm'.repeat(40) },
       compliance: { dataSigningHash: ${JSON.stringify(testSigningHash)} },
     };`,
  );
  const args = ['push', '--config', config, '--dir', pathOf('.'), '--only', 'profiles', '--yes'];
  expect(await startCli(args).ended).toMatchObject({ code: 'SIGKILL' });
  expect(await names(production)).toHaveLength(1);
  expect(await push(production, '--only', 'profiles', '--yes')).toMatchObject({ code: 0, stderr: '' });
  expect(await names(production)).toEqual(['Renamed Second', 'Renamed Shop EU']);
});

/** Pushes an edit of the profile, since only what was pushed is removed without `--force`. */
async function pushHeading(server: ConfigurationServer, ...options: string[]): Promise<void> {
  await edit('profiles/shop-eu.json', ({ content }) => {
    content.profileJson.mainBanner.heading = 'Pushed';
  });
  expect(await push(server, ...options)).toMatchObject({ code: 0 });
}

describe('a group serves one profile', () => {
  const online = async (server: ConfigurationServer) =>
    (await profiles(server)).filter(({ isActive }) => isActive).map(({ name }) => name);
  const publish = ['--yes', '--publish', '--only', 'profiles'];

  test('a push publishes over a profile that it does not know only with --force, and the plan says so', async () => {
    const [staging, production] = [await openServer('staging'), await openServer('production')];
    await createActiveProfile(staging.app, { name: 'From staging' });
    await createActiveProfile(production.app, { name: 'Made in production' });
    await pull(staging, '--only', 'profiles');
    expect(await push(production, ...publish)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('replaces profile made-in-production, which goes offline'),
      stderr: expect.stringContaining('would take the profile "made-in-production" offline'),
    });
    expect(await names(production)).toEqual(['Made in production']);
    expect(await push(production, ...publish, '--force')).toMatchObject({ code: 0, stderr: '' });
    expect(await online(production)).toEqual(['From staging']);
  });

  test('two files that are both active are refused', async () => {
    const server = await openServer('server');
    await createActiveProfile(server.app);
    await pull(server, '--only', 'profiles');
    await edit('profiles/shop-eu.json', ({ content }) => {
      content.profileJson.mainBanner.heading = 'Old';
    });
    await addProfile('a-new', 'A new');
    const refused = await push(server, ...publish, '--force');
    expect(refused).toMatchObject({ code: 1 });
    for (const text of [
      'profile a-new: and the profile "shop-eu"',
      'profile shop-eu: and the profile "a-new"',
    ])
      expect(refused.stderr).toContain(text);
    expect(await names(server)).toEqual(['Shop EU']);
  });

  test('files replace one profile by another, and back again', async () => {
    const server = await openServer('server');
    await createActiveProfile(server.app);
    await pull(server, '--only', 'profiles');
    await addProfile('a-new', 'A new');
    const setActive = (key: string, active: boolean) =>
      edit(`profiles/${key}.json`, (file) => Object.assign(file, { active }));
    await setActive('shop-eu', false);
    const replaced = await push(server, ...publish);
    expect(replaced).toMatchObject({ code: 0, stderr: '' });
    expect(replaced.stdout).not.toContain('stays online');
    expect(await online(server)).toEqual(['A new']);
    await setActive('shop-eu', true);
    await setActive('a-new', false);
    expect(await push(server, ...publish)).toMatchObject({ code: 0, stderr: '' });
    expect(await online(server)).toEqual(['Shop EU']);
    // Nobody takes its place.
    await setActive('shop-eu', false);
    expect(await push(server, ...publish)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('profile "shop-eu" stays online until another profile'),
    });
  });

  test('a profile is replaced and removed by one push', async () => {
    const server = await openServer('server');
    await createActiveProfile(server.app);
    await pull(server, '--only', 'profiles');
    await pushHeading(server, ...publish);
    await addProfile('a-new', 'A new');
    await rm(pathOf('profiles/shop-eu.json'));
    expect(await push(server, ...publish, '--prune')).toMatchObject({ code: 0, stderr: '' });
    expect(await names(server)).toEqual(['A new']);
    expect(await served(server)).not.toBeNull();

    // A colleague edits the replaced profile at this moment.
    await addProfile('b-new', 'B new', 'a-new');
    await rm(pathOf('profiles/a-new.json'));
    const colleague = await colleagueSaves(server, ['profile:deactivated']);
    expect(await push(server, ...publish, '--prune')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('It was changed on the server in the meantime'),
    });
    await colleague.stop();
    expect(await names(server)).toEqual(['A new', 'B new']);
  });

  /** Adds the file of a new profile, active as the other one is. */
  async function addProfile(key: string, name: string, other = 'shop-eu') {
    const { base: _base, ...file } = await read(`profiles/${other}.json`);
    await write(`profiles/${key}.json`, { ...file, key, name });
  }
});

describe('what changes while the operator reads the plan is not overwritten', () => {
  const refused = { code: 1, text: expect.stringContaining('It was changed on the server in the meantime') };

  test('lists of origins: only the one that differs is pushed', async () => {
    const server = await openServer('server');
    await api(server, 'patch', '/settings', { allowedOrigins: ['https://a.example'] });
    await pull(server);
    await edit('settings.json', ({ allowedOrigins }) => allowedOrigins.push('https://b.example'));
    const set = (settings: object) => () => api(server, 'patch', '/settings', settings);
    const meanwhile = { allowedOrigins: ['https://a.example', 'https://c.example'] };
    expect(await pushMeanwhile(server, [], set(meanwhile))).toMatchObject(refused);
    expect(await api(server, 'get', '/settings')).toMatchObject(meanwhile);

    const admin = { adminAllowedOrigins: ['https://admin.example'] };
    expect(await pushMeanwhile(server, ['--force'], set(admin))).toMatchObject({ code: 0 });
    expect(await api(server, 'get', '/settings')).toMatchObject({
      ...admin,
      allowedOrigins: ['https://a.example', 'https://b.example'],
    });
  });

  test('a profile that is to be removed and goes online', async () => {
    const server = await openServer('server');
    const { id } = await createProfile(server.app);
    await createProfile(server.app, { name: 'Other' });
    await pull(server);
    await pushHeading(server, '--yes');
    await rm(pathOf('profiles/shop-eu.json'));
    const activate = () => api(server, 'post', `/profiles/${id}/activate`);
    expect(await pushMeanwhile(server, ['--prune'], activate)).toMatchObject(refused);
    expect(await served(server)).not.toBeNull();
  });

  test('a template that is to be removed and is edited', async () => {
    const server = await openServer('server');
    const { id } = await api(server, 'post', '/ui-templates', { name: 'Look' });
    await pull(server);
    await edit('ui-templates/look.json', (file) => Object.assign(file, { theme: { radius: 5 } }));
    expect(await push(server, '--yes')).toMatchObject({ code: 0 });
    await rm(pathOf('ui-templates/look.json'));
    const save = () => api(server, 'put', `/ui-templates/${id}`, { theme: { radius: 9 } });
    expect(await pushMeanwhile(server, ['--prune'], save)).toMatchObject(refused);
    expect(await api(server, 'get', '/ui-templates')).toHaveLength(1);
  });

  test('a profile that is to be published and goes offline, or whose group gets another one', async () => {
    const server = await openServer('server');
    const { id } = await createActiveProfile(server.app);
    const other = await createProfile(server.app, { name: 'Other' });
    await pull(server);
    const isOnline = async () => (await profiles(server)).map(({ name, isActive }) => [name, isActive]);
    for (const [meanwhile, expected] of [
      [`/profiles/${id}/deactivate`, []],
      [`/profiles/${other.id}/activate`, ['Other']],
    ] as const) {
      await edit('profiles/shop-eu.json', ({ content }) => {
        content.profileJson.mainBanner.heading = `Until ${meanwhile}`;
      });
      const act = () => api(server, 'post', meanwhile);
      expect(await pushMeanwhile(server, ['--publish', '--force'], act)).toMatchObject(refused);
      expect((await isOnline()).filter(([, online]) => online).map(([name]) => name)).toEqual(expected);
      // Again as before.
      await api(server, 'post', `/profiles/${id}/activate`).catch(() => undefined);
    }
  });
});

/** Has a colleague edit what is audited, at the same moment. */
async function colleagueSaves({ knex }: ConfigurationServer, actions: readonly string[]) {
  const columns = Object.keys(await knex('svc_profile_versions').first());
  const shared = columns.filter((name) => !['version', 'content'].includes(name));
  const ofTemplate = `update svc_ui_templates set theme = '{"radius":9}', updated_at = updated_at + 1;`;
  const ofProfile = `insert into svc_profile_versions (version, content, ${shared})
      select version + 1, replace(content, 'Pushed', 'By a colleague'), ${shared}
      from svc_profile_versions where profile_id = new.resource_id order by version desc limit 1;
    update svc_profiles set version = version + 1 where id = new.resource_id;`;
  for (const action of actions)
    await knex.raw(
      `create trigger "${action}" after insert on svc_audit when new.action = '${action}'
       begin ${action.startsWith('profile') ? ofProfile : ofTemplate} end`,
    );
  return {
    async stop() {
      for (const action of actions) await knex.raw(`drop trigger "${action}"`);
    },
  };
}

test('what a colleague saves right after a push is not taken for the push, so the next one does not overwrite it', async () => {
  const server = await openServer('server');
  await createProfile(server.app);
  await api(server, 'post', '/ui-templates', { name: 'Look' });
  await pull(server);
  const edits = async (heading: string, radius: number) => {
    await edit('profiles/shop-eu.json', ({ content }) => {
      content.profileJson.mainBanner.heading = heading;
    });
    await edit('ui-templates/look.json', (file) => Object.assign(file, { theme: { radius } }));
  };
  const colleague = await colleagueSaves(server, ['profile:updated', 'uiTemplate:updated']);
  await edits('Pushed', 5);
  expect(await push(server, '--yes')).toMatchObject({ code: 0, stderr: '' });
  await colleague.stop();

  await edits('Pushed again', 6);
  const { code, stderr } = await push(server, '--yes');
  expect(code).toBe(1);
  for (const resource of ['profile shop-eu', 'UI template look'])
    expect(stderr).toContain(`${resource}: was changed on the server since the pull`);
});

describe('a push during an outage', () => {
  /** Fails what is inserted into a table. */
  const fail = ({ knex }: ConfigurationServer, table: string, when: string) =>
    knex.raw(
      `create trigger outage before insert on ${table} when ${when} begin select raise(abort, 'disk I/O error'); end`,
    );

  test('says what it has done, attempts nothing more, and goes on when it is repeated', async () => {
    const server = await openServer('server');
    for (const name of ['First', 'Second', 'Third']) await createProfile(server.app, { name });
    await pull(server);
    for (const key of ['first', 'second', 'third'])
      await edit(`profiles/${key}.json`, (file) => Object.assign(file, { name: `${key}, pushed` }));
    await fail(server, 'svc_audit', "new.resource_name = 'second, pushed'");
    const failed = await push(server, '--yes');
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('Pushed 1 of 3.\n') });
    expect(failed.stderr).toMatch(
      /^profile second: .*disk I\/O error.*\nprofile second: The push has stopped here\./,
    );
    expect(await names(server)).toEqual(['Second', 'Third', 'first, pushed']);
    await server.knex.raw('drop trigger outage');
    expect(await push(server, '--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Pushed 2 of 2.\n'),
    });
  });

  test('leaves the text for visitors as the draft until it is repeated, and says so', async () => {
    const server = await openServer('server');
    const { id } = await createActiveProfile(server.app);
    await api(server, 'put', `/profiles/${id}`, { name: 'Shop EU', note: 'A draft' });
    await pull(server);
    await edit('profiles/shop-eu.json', (file) => {
      file.published = structuredClone(file.content);
      file.published.profileJson.mainBanner.heading = 'For visitors';
      file.content.profileJson.mainBanner.heading = 'Draft';
    });
    const heading = async () => (await api(server, 'get', `/profiles/${id}`)).profileJson.mainBanner.heading;
    await fail(server, 'svc_profile_versions', `instr(new.content, '"Draft"') > 0`);
    expect(await push(server, '--yes', '--publish')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Pushed 0 of 1.\n'),
      stderr: expect.stringContaining('The draft on the server is now the text for visitors.'),
    });
    expect(await heading()).toBe('For visitors');
    expect(await served(server)).toContain('For visitors');
    await server.knex.raw('drop trigger outage');
    expect(await push(server, '--yes', '--publish')).toMatchObject({ code: 0 });
    expect(await heading()).toBe('Draft');
    expect(await served(server)).toContain('For visitors');

    // The draft is saved although the publication fails.
    await edit('profiles/shop-eu.json', (file) => {
      file.published.profileJson.mainBanner.heading = 'For visitors again';
    });
    await fail(server, 'svc_audit', "new.action = 'profile:activated'");
    expect(await push(server, '--yes', '--publish')).toMatchObject({ code: 1 });
    expect(await heading()).toBe('Draft');
    expect(await served(server)).not.toContain('For visitors again');
  });
});

test('a push to a tenant that was deleted is refused, and leaves nothing behind', async () => {
  const server = await openServer('server');
  const { knex } = server;
  await createProfile(server.app);
  await api(server, 'post', '/ui-templates', { name: 'Look' });
  await pull(server);
  const other = ['--tenant', 'other', '--yes'];
  const tenant = { id: 'other', name: 'Other', slug: 'other', created_at: 0, updated_at: 0 };
  await knex('svc_tenants').insert(tenant);
  expect(await push(server, ...other)).toMatchObject({ code: 0 });
  const working = [
    'svc_tenants',
    'svc_profiles',
    'svc_ui_templates',
    'svc_settings',
    'svc_configuration_keys',
  ];
  for (const table of working)
    await knex(table)
      .where(table === 'svc_tenants' ? { id: 'other' } : { tenant_id: 'other' })
      .delete();
  expect(await push(server, ...other)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Tenant not found'),
  });
  for (const table of working.slice(1)) expect(await knex(table).where({ tenant_id: 'other' })).toEqual([]);
});

describe('a changed look reaches visitors', () => {
  let server: ConfigurationServer;
  let profile: Json;
  beforeEach(async () => {
    server = await openServer('server');
    const look = await api(server, 'post', '/ui-templates', { name: 'Look', theme: { radius: 4 } });
    profile = await createActiveProfile(server.app, {
      profileJson: { ...profileJson(), uiTemplateId: look.id },
    });
  });
  const round = () =>
    edit('ui-templates/look.json', ({ theme }) => {
      theme.radius = 13;
    });

  test('when it was pushed as a draft first', async () => {
    await pull(server);
    await round();
    expect(await push(server, '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await served(server)).toContain('"radius":4');
    expect(await push(server, '--dry-run')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('visitors get it once you add --publish'),
    });
    // A pull loses nothing that was pushed.
    expect(await pull(server)).toMatchObject({ code: 0, stderr: '' });
    expect(await push(server, '--yes', '--publish')).toMatchObject({ code: 0, stderr: '' });
    expect(await served(server)).toContain('"radius":13');
    expect(await push(server, '--dry-run', '--publish')).toMatchObject({ code: 0 });
  });

  test('when only its template was pushed first', async () => {
    await pull(server);
    await round();
    expect(await push(server, '--yes', '--publish', '--only', 'templates')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('profile "shop-eu" keeps its look until it is saved'),
    });
    expect(await push(server, '--yes', '--publish')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"look (changed look)"'),
    });
    expect(await served(server)).toContain('"radius":13');
  });

  test('when visitors get another version than the draft', async () => {
    const { profileJson: stored } = await api(server, 'get', `/profiles/${profile.id}`);
    await api(server, 'put', `/profiles/${profile.id}`, { profileJson: { ...stored, expiryDays: 90 } });
    await pull(server);
    expect((await read('profiles/shop-eu.json')).published).toBeDefined();
    await round();
    expect(await push(server, '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await pull(server)).toMatchObject({ code: 0, stderr: '' });
    expect(await push(server, '--yes', '--publish')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('published.uiTemplate: "look" → "look (changed look)"'),
    });
    expect(await served(server)).toContain('"radius":13');
    expect((await profiles(server))[0].profileJson.expiryDays).toBe(90);
    expect(await push(server, '--dry-run', '--publish')).toMatchObject({ code: 0 });
  });
});

test('a profile that matched by its name keeps its key, also when the push has found no differences', async () => {
  const [staging, production] = [await openServer('staging'), await openServer('production')];
  for (const { app } of [staging, production]) await createActiveProfile(app);
  await pull(staging, '--only', 'profiles');
  const publish = ['--yes', '--publish', '--only', 'profiles'];
  expect(await push(production, '--dry-run', '--only', 'profiles')).toMatchObject({ code: 0 });
  expect(await production.knex('svc_configuration_keys').select()).toEqual([]);
  expect(await push(production, ...publish)).toMatchObject({ code: 0, stdout: 'No differences.\n' });
  const [{ id }] = await profiles(production);
  await api(production, 'put', `/profiles/${id}`, { name: 'Shop Europe' });
  expect(await push(production, ...publish)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('profile shop-eu: was changed on the server since the pull'),
  });
  expect(await names(production)).toEqual(['Shop Europe']);
});

test('a file with another live version is refused where a second person must approve, and nothing is saved', async () => {
  const server = await openServer('server');
  const { id } = await createActiveProfile(server.app);
  await api(server, 'put', `/profiles/${id}`, { profileJson: profileJson({ expiryDays: 180 }) });
  await createUser(server.app, { role: 'editor' });
  await api(server, 'patch', '/settings', { approvalRequired: true });
  await pull(server);
  await edit('profiles/shop-eu.json', ({ content, published }) => {
    content.profileJson.mainBanner.heading = 'Draft';
    published.profileJson.mainBanner.heading = 'Live';
  });
  for (const _time of [1, 2])
    expect(await push(server, '--yes', '--publish')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('only a second person may publish'),
    });
  expect(await profiles(server)).toMatchObject([{ version: 2, publishedVersion: 1 }]);
  expect(await push(server, '--yes')).toMatchObject({ code: 0, stderr: '' });
  expect(await profiles(server)).toMatchObject([
    { version: 3, publishedVersion: 1, profileJson: { mainBanner: { heading: 'Draft' } } },
  ]);
});

test('a file whose live version cannot be published has its draft saved nevertheless', async () => {
  const server = await openServer('server');
  const { id } = await createActiveProfile(server.app);
  await api(server, 'put', `/profiles/${id}`, { profileJson: profileJson({ expiryDays: 180 }) });
  await createUser(server.app, { role: 'editor' });
  await pull(server);
  await edit('profiles/shop-eu.json', ({ content, published }) => {
    content.profileJson.mainBanner.heading = 'Draft';
    published.profileJson.mainBanner.heading = 'Live';
  });
  const demand = () => api(server, 'patch', '/settings', { approvalRequired: true });
  expect(await pushMeanwhile(server, ['--publish'], demand)).toMatchObject({
    code: 1,
    text: expect.stringContaining('a second person has approved'),
  });
  expect(await profiles(server)).toMatchObject([
    { publishedVersion: 1, profileJson: { expiryDays: 180, mainBanner: { heading: 'Draft' } } },
  ]);
});

test('the plan says that a publication ends an experiment', async () => {
  const server = await openServer('server');
  const { id } = await createActiveProfile(server.app);
  await pull(server);
  await api(server, 'post', `/profiles/${id}/experiments`, {
    variants: [{ share: 50, texts: { en: { mainBanner: { heading: 'Variant' } } } }],
  });
  await edit('profiles/shop-eu.json', ({ content }) => {
    content.profileJson.mainBanner.heading = 'Pushed';
  });
  const ends = 'ends the experiment of profile shop-eu, version 2';
  expect((await push(server, '--dry-run')).stdout).not.toContain(ends);
  expect(await push(server, '--yes', '--publish')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(ends),
  });
  expect(await api(server, 'get', `/profiles/${id}/experiments`)).toMatchObject([{ running: false }]);
  await edit('profiles/shop-eu.json', ({ content }) => {
    content.profileJson.mainBanner.heading = 'Again';
  });
  expect((await push(server, '--dry-run', '--publish')).stdout).not.toContain('ends the experiment');
});
