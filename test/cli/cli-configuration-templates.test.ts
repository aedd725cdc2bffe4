import { type ConfigurationServer, useConfigurationFolder } from '../support/configuration';

/** Files of templates: whatever a template contains reaches another server. */

const { openServer, api, pull, push, edit, read } = useConfigurationFolder();
const list = 'consent-templates/list.json';

const google = { name: 'Google Analytics', provider: 'Google', category: 'analytics' };
const template = {
  name: 'List',
  cookies: { ga: { purpose: 'analytics', listenGpc: true, name: '_ga', service: 'google' } },
  categories: { analytics: { heading: 'Analytics', legalBasis: 'consent', cookies: ['ga'] } },
  services: { google },
};

const services = async (server: ConfigurationServer) =>
  (await api(server, 'get', '/consent-templates'))[0].services;

test('files contain every field of templates that the admin API takes', async () => {
  const server = await openServer('shop');
  await api(server, 'post', '/consent-templates', template);
  await api(server, 'post', '/ui-templates', { name: 'Look' });
  await pull(server);
  const { body } = await server.app.request.get(`${server.app.adminBase}/openapi.json`);
  const fieldsOf = (name: string) => Object.keys(body.components.schemas[name].properties);
  for (const [name, path] of [
    ['ConsentTemplateCreate', list],
    ['UiTemplateCreate', 'ui-templates/look.json'],
  ] as const) {
    // Names entries of the catalogue, which the answer contains.
    const wanted = fieldsOf(name).filter((field) => field !== 'catalogue');
    expect(Object.keys(await read(path))).toEqual(expect.arrayContaining(wanted));
  }
});

test('services reach another server, are compared, and go when the file loses them', async () => {
  const [staging, production] = [await openServer('staging'), await openServer('production')];
  const { id } = await api(staging, 'post', '/consent-templates', template);
  await pull(staging);
  expect(await push(production, '--yes', '--only', 'templates')).toMatchObject({ code: 0, stderr: '' });
  expect(await services(production)).toEqual({ google });

  await edit(list, (file) => Object.assign(file.services.google, { provider: 'Google Ireland' }));
  expect(await push(production, '--yes', '--only', 'templates')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('services.google.provider: "Google" → "Google Ireland"'),
  });
  await api(staging, 'put', `/consent-templates/${id}`, {
    services: { google: { ...google, name: 'GA' } },
  });
  expect(await push(staging, '--dry-run')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('consent template list: was changed on the server since the pull'),
  });

  for (const remove of [
    (file: { services?: object }) => void delete file.services,
    (file: { services?: object }) => Object.assign(file, { services: {} }),
  ]) {
    await edit(list, (file) => {
      delete file.cookies.ga.service;
      remove(file);
    });
    expect(await push(production, '--yes', '--only', 'templates')).toMatchObject({ code: 0, stderr: '' });
    expect(await services(production)).toEqual({});
    expect(await push(production, '--dry-run', '--only', 'templates')).toMatchObject({ code: 0 });
  }
});

test('the file of a template without services is as before', async () => {
  const server = await openServer('shop');
  const { services: _services, ...plain } = template;
  await api(server, 'post', '/consent-templates', {
    ...plain,
    cookies: { ga: { ...template.cookies.ga, service: undefined } },
  });
  await pull(server);
  expect(Object.keys(await read(list))).toEqual(['$schema', 'key', 'name', 'cookies', 'categories', 'base']);
});
