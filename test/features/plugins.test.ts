import type { ConsentPlugin, PluginContext } from 'express-consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, createProfile } from '../support/profiles';

const opened: TestApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

async function open(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(options);
  opened.push(app);
  return app;
}

const plugin = (name: string, hooks: Partial<ConsentPlugin> = {}): ConsentPlugin => ({ name, initialize() {}, destroy() {}, ...hooks });
const warnings = (app: TestApp) => app.logger.lines.filter((line) => line.includes('"warn"'));

describe('registration', () => {
  test('takes plugins from the configuration and then from svc.plugins, until the service starts', async () => {
    const app = await open({ config: { plugins: [plugin('one'), plugin('two')] } });
    app.service.plugins.register(plugin('three'));
    expect(app.service.plugins.names()).toEqual(['one', 'two', 'three']);
    await app.service.start();
    expect(() => app.service.plugins.register(plugin('late'))).toThrow(/before start/);
  });

  test('refuses a name twice, no name, and half a plugin', async () => {
    const app = await open({ config: { plugins: [plugin('one')] } });
    const { register } = app.service.plugins;
    expect(() => register(plugin('one'))).toThrow('There is a plugin named "one" already');
    expect(() => register(() => plugin('one'))).toThrow(/already/);
    expect(() => register(plugin(''))).toThrow(/name/);
    expect(() => register({ name: 'half' } as ConsentPlugin)).toThrow(/initialize\(\) and destroy\(\)/);
    expect(() => register(null as unknown as ConsentPlugin)).toThrow(/name/);
    expect(app.service.plugins.names()).toEqual(['one']);
  });

  test('calls a function with the context once, to make the plugin', async () => {
    const contexts: PluginContext[] = [];
    const app = await open({
      config: {
        plugins: [
          (context) => {
            contexts.push(context);
            return plugin('made', { initialize: (again) => void contexts.push(again) });
          },
        ],
      },
    });
    await app.service.start();
    expect(app.service.plugins.names()).toEqual(['made']);
    expect(contexts).toHaveLength(2);
    expect(contexts[1]).toBe(contexts[0]);
  });
});

describe('the context', () => {
  test('holds storage, Knex, events and logger, and the configuration without its secrets', async () => {
    const contexts: PluginContext[] = [];
    const app = await open({ config: { plugins: [plugin('reader', { initialize: (given) => void contexts.push(given) })] } });
    await app.service.start();
    const [context] = contexts;
    expect(context?.knex).toBe(app.knex);
    expect(context?.events).toBe(app.service.events);
    expect(context?.logger).toBe(app.logger);
    await context?.storage.write('plugin/own.json', Buffer.from('{}'));
    expect(String((await context?.storage.read('plugin/own.json'))?.body)).toBe('{}');
    expect(context?.config).toMatchObject({
      basePath: '/svc',
      auth: { adminEmail: 'admin@shop.example', adminPassword: '[redacted]', masterSecret: '[redacted]' },
    });
    expect(JSON.stringify(context?.config)).not.toMatch(/correct horse|long enough/);
  });
});

describe('a plugin that fails', () => {
  test('at initialize or destroy is told in the log and harms nothing', async () => {
    const calls: string[] = [];
    const failing = plugin('failing', {
      initialize: () => Promise.reject(new Error('cannot start')),
      destroy() {
        throw new Error('cannot stop');
      },
    });
    const app = await open({
      config: { plugins: [failing, plugin('sound', { initialize: () => void calls.push('up'), destroy: () => void calls.push('down') })] },
    });
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
    await app.service.close();
    expect(calls).toEqual(['up', 'down']);
    expect(warnings(app)).toEqual([expect.stringContaining('"hook":"initialize"'), expect.stringContaining('"hook":"destroy"')]);
  });

  test('to come to an end is passed over after its time', async () => {
    const app = await open({
      config: { pluginTimeoutMs: 50, plugins: [plugin('hanging', { initialize: () => new Promise(() => {}), destroy: () => new Promise(() => {}) })] },
    });
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
    await app.service.close();
    expect(warnings(app)).toHaveLength(2);
  });
});

describe('around a profile that is fetched', () => {
  const fetched = (app: TestApp, id: string) => app.request.get(`${app.publicBase}/profiles/${id}`);

  test('each plugin sees what the one before made of it', async () => {
    const add = (name: string) => plugin(name, { afterProfileFetch: (profile) => ({ ...profile, order: [...((profile.order as string[]) ?? []), name] }) });
    const app = await open({ config: { plugins: [add('one'), plugin('looks on', { afterProfileFetch() {} }), add('two')] } });
    const { id } = await createProfile(app);
    expect((await fetched(app, id).expect(200)).body).toMatchObject({ id, currentLocale: 'en', order: ['one', 'two'] });
  });

  test('one that tampers with what it is given, or fails, changes nothing for the others', async () => {
    const tampering = plugin('tampering', {
      afterProfileFetch(profile) {
        (profile as Record<string, unknown>).tampered = true;
        throw new Error('half-way');
      },
    });
    const app = await open({ config: { plugins: [tampering, plugin('adds', { afterProfileFetch: (profile) => ({ ...profile, added: true }) })] } });
    const { id } = await createProfile(app);
    const { body } = await fetched(app, id).expect(200);
    expect(body.added).toBe(true);
    expect(body).not.toHaveProperty('tampered');
  });

  test.each([null, 5, 'text', [[]], { id: 'another' }])('what comes back as %j is dropped with a warning', async (returned) => {
    const bad = plugin('bad', { afterProfileFetch: () => returned as unknown as Record<string, unknown> });
    const app = await open({ config: { plugins: [bad] } });
    const { id } = await createProfile(app);
    expect((await fetched(app, id).expect(200)).body.id).toBe(id);
    expect(warnings(app)).toEqual([expect.stringContaining('not valid')]);
  });

  test('may send to another profile, but not to one that does not exist', async () => {
    let target = 'nowhere';
    const app = await open({ config: { plugins: [plugin('sends on', { beforeProfileFetch: () => target })] } });
    const first = await createProfile(app, { name: 'First' });
    const second = await createActiveProfile(app, { name: 'Second' });
    expect((await fetched(app, first.id).expect(200)).body.id).toBe(first.id);
    expect(warnings(app)).toEqual([expect.stringContaining('not valid')]);
    target = second.id;
    expect((await fetched(app, first.id).expect(200)).body.id).toBe(second.id);
  });

  test('published files are served without asking any plugin', async () => {
    const asked: string[] = [];
    const count = plugin('counts', { beforeProfileFetch: () => void asked.push('before'), afterProfileFetch: () => void asked.push('after') });
    const app = await open({ config: { plugins: [count] } });
    await createActiveProfile(app);
    await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);
    expect(asked).toEqual([]);
  });
});
