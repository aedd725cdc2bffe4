import { rm, writeFile } from 'node:fs/promises';
import { startCli } from '../support/cli';
import { type ConfigurationServer, type Json, useConfigurationFolder } from '../support/configuration';
import { createActiveProfile, createProfile } from '../support/profiles';

const { api, edit, openServer, pathOf, pull, push, read, served, write } = useConfigurationFolder();

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
       compliance: { dataSigningHash: 'd'.repeat(40) },
     };`,
  );
  const args = ['push', '--config', config, '--dir', pathOf('.'), '--only', 'profiles', '--yes'];
  expect(await startCli(args).ended).toMatchObject({ code: 'SIGKILL' });
  expect(await names(production)).toHaveLength(1);
  expect(await push(production, '--only', 'profiles', '--yes')).toMatchObject({ code: 0, stderr: '' });
  expect(await names(production)).toEqual(['Renamed Second', 'Renamed Shop EU']);
});

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
    await addProfile('a-new', 'A new');
    await rm(pathOf('profiles/shop-eu.json'));
    expect(await push(server, ...publish, '--prune')).toMatchObject({ code: 0, stderr: '' });
    expect(await names(server)).toEqual(['A new']);
    expect(await served(server)).not.toBeNull();
  });

  /** Adds the file of a new profile, active as `shop-eu` is. */
  async function addProfile(key: string, name: string) {
    const { base: _base, ...file } = await read('profiles/shop-eu.json');
    await write(`profiles/${key}.json`, { ...file, key, name });
  }
});
