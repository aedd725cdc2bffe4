import { writeFile } from 'node:fs/promises';
import { startCli } from '../support/cli';
import { type ConfigurationServer, type Json, useConfigurationFolder } from '../support/configuration';
import { createProfile } from '../support/profiles';

const { api, openServer, pathOf, pull, push, read } = useConfigurationFolder();

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
