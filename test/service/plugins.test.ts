import type { ConsentPlugin, PluginContext } from 'express-consent';
import { addSignIn, openDevice } from '../support/account-devices';
import { allDenied, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { startThroughAdapter } from '../support/serverless-adapter';

const opened: TestApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

async function open(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(options);
  opened.push(app);
  return app;
}

const plugin = (name: string, hooks: Partial<ConsentPlugin> = {}): ConsentPlugin => ({
  name,
  initialize() {},
  destroy() {},
  ...hooks,
});
const warnings = (app: TestApp) => app.logger.lines.filter((line) => line.includes('"warn"'));

describe('registration', () => {
  test('accepts plugins from the configuration, then from svc.plugins until the service starts', async () => {
    const app = await open({ config: { plugins: [plugin('one'), plugin('two')] } });
    app.service.plugins.register(plugin('three'));
    expect(app.service.plugins.names()).toEqual(['one', 'two', 'three']);
    await app.service.start();
    expect(() => app.service.plugins.register(plugin('late'))).toThrow(/before start/);
  });

  test('refuses a name twice, no name, and half a plugin', async () => {
    const app = await open({ config: { plugins: [plugin('one')] } });
    const { register } = app.service.plugins;
    expect(() => register(plugin('one'))).toThrow('A plugin named "one" is already registered');
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
    const app = await open({
      config: { plugins: [plugin('reader', { initialize: (given) => void contexts.push(given) })] },
    });
    await app.service.start();
    const [context] = contexts;
    expect(context?.knex).toBe(app.knex);
    expect(context?.events).toBe(app.service.events);
    context?.logger.info({ plugin: 'reader' }, 'is reading');
    expect(app.logger.lines).toContain(
      JSON.stringify({ level: 'info', message: 'is reading', plugin: 'reader' }),
    );
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
  /** Plugins that note their calls; the second one cannot be initialised until it is repaired. */
  function three() {
    const calls: string[] = [];
    const noting = (name: string, initialize: () => unknown = () => {}) =>
      plugin(name, {
        initialize: async () => {
          await initialize();
          calls.push(`${name} up`);
        },
        destroy: () => void calls.push(`${name} down`),
        beforeProfileFetch: () => void calls.push(`${name} asked`),
      });
    let broken = true;
    const failing = noting('mail', () =>
      broken ? Promise.reject(new Error('WEBHOOK_SECRET is not set')) : undefined,
    );
    return {
      calls,
      plugins: [noting('first'), failing, noting('last')],
      repair: () => {
        broken = false;
      },
    };
  }

  test('at initialize stops the start with strictPlugins, by its name, until it is repaired', async () => {
    const { calls, plugins, repair } = three();
    const app = await open({ config: { plugins, strictPlugins: true } });
    const refused = {
      name: 'SetupError',
      message: 'The plugin "mail" could not be initialised: WEBHOOK_SECRET is not set',
    };
    await expect(app.service.start()).rejects.toMatchObject(refused);
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(503);
    expect(app.logger.lines.filter((line) => line.includes('could not start'))[0]).toContain(
      'WEBHOOK_SECRET is not set',
    );
    expect(calls).toEqual(['first up']);
    repair();
    await app.request.get(`${app.publicBase}/profiles/unknown`).expect(404);
    await app.service.close();
    expect(calls).toEqual([
      'first up',
      'mail up',
      'last up',
      'first asked',
      'mail asked',
      'last asked',
      'first down',
      'mail down',
      'last down',
    ]);
  });

  test('at initialize is not destroyed when the service closes instead', async () => {
    const { calls, plugins } = three();
    const app = await open({ config: { plugins, strictPlugins: true } });
    await expect(app.service.start()).rejects.toThrow('mail');
    await app.service.close();
    expect(calls).toEqual(['first up', 'first down']);
  });

  test('at initialize is disabled, and named in the log, by health() and in the dashboard’s configuration', async () => {
    const { calls, plugins, repair } = three();
    const app = await open({ config: { plugins } });
    await app.service.start();
    expect(await app.service.health()).toMatchObject({ status: 'ok', checks: { plugins: 'disabled: mail' } });
    // Everybody can read this one.
    const { body } = await app.request.get(`${app.adminBase}/health`).expect(200);
    expect(body).toMatchObject({ status: 'ok', checks: { plugins: 'disabled' } });
    expect(JSON.stringify(body)).not.toContain('mail');
    const config = await app.request
      .get(`${app.adminBase}/setup/config`)
      .set(await app.asAdmin())
      .expect(200);
    expect(config.body.plugins).toEqual(['first', 'last']);
    expect(config.body.readiness.plugins).toEqual({ ok: false, message: expect.stringContaining(': mail.') });
    repair();
    await app.request.get(`${app.publicBase}/profiles/unknown`).expect(404);
    expect(app.service.plugins.names()).toEqual(['first', 'last']);
    await app.service.close();
    expect(calls).toEqual(['first up', 'last up', 'first asked', 'last asked', 'first down', 'last down']);
    const [line] = app.logger.lines.filter((each) => each.includes('is disabled'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 'warn',
      message: expect.stringMatching(/ See docs\/guide\/troubleshooting\.md#plugin-disabled$/),
      plugin: 'mail',
      error: expect.stringContaining('WEBHOOK_SECRET is not set'),
    });
  });

  test('shows in health() only where there are plugins', async () => {
    const none = await open();
    await none.service.start();
    expect((await none.service.health()).checks).not.toHaveProperty('plugins');
    const sound = await open({ config: { plugins: [plugin('sound')] } });
    await sound.service.start();
    expect((await sound.service.health()).checks).toMatchObject({ plugins: 'ok' });
    const { readiness } = (
      await sound.request
        .get(`${sound.adminBase}/setup/config`)
        .set(await sound.asAdmin())
        .expect(200)
    ).body;
    expect(readiness.plugins.ok).toBe(true);
  });

  test('to initialize in time is disabled, never called by a hook, and destroyed if it has ended by then', async () => {
    const ends: (() => void)[] = [];
    const calls: string[] = [];
    const slow = (name: string) =>
      plugin(name, {
        initialize: () => new Promise<void>((resolve) => void ends.push(resolve)),
        destroy: () => void calls.push(`${name} down`),
        beforeProfileFetch: () => void calls.push(`${name} asked`),
      });
    const app = await open({ config: { pluginTimeoutMs: 50, plugins: [slow('late'), slow('never')] } });
    await app.service.start();
    expect((await app.service.health()).checks.plugins).toBe('disabled: late, never');
    ends[0]?.();
    await app.request.get(`${app.publicBase}/profiles/unknown`).expect(404);
    await app.service.close();
    expect(calls).toEqual(['late down']);
  });

  test('to finish in time is treated alike: with strictPlugins it stops the start, at destroy it is passed over', async () => {
    const hanging = () => new Promise<void>(() => {});
    const slow = await open({
      config: {
        pluginTimeoutMs: 50,
        strictPlugins: true,
        plugins: [plugin('hanging', { initialize: hanging })],
      },
    });
    await expect(slow.service.start()).rejects.toThrow(
      'The plugin "hanging" could not be initialised: initialize took longer than 50 ms',
    );
    const app = await open({
      config: {
        pluginTimeoutMs: 50,
        plugins: [
          plugin('hanging', { destroy: hanging }),
          plugin('failing', {
            destroy() {
              throw new Error('cannot stop');
            },
          }),
        ],
      },
    });
    await app.service.start();
    await app.service.close();
    expect(warnings(app)).toEqual([
      expect.stringContaining('took too long'),
      expect.stringContaining('cannot stop'),
    ]);
  });
});

describe('around a profile that is fetched', () => {
  const fetched = (app: TestApp, id: string) => app.request.get(`${app.publicBase}/profiles/${id}`);

  test('each plugin sees what the one before made of it', async () => {
    const add = (name: string) =>
      plugin(name, {
        afterProfileFetch: (profile) => ({
          ...profile,
          order: [...((profile.order as string[]) ?? []), name],
        }),
      });
    const app = await open({
      config: { plugins: [add('one'), plugin('looks on', { afterProfileFetch() {} }), add('two')] },
    });
    const { id } = await createProfile(app);
    expect((await fetched(app, id).expect(200)).body).toMatchObject({
      id,
      currentLocale: 'en',
      order: ['one', 'two'],
    });
  });

  test('one that tampers with what it is given, or fails, changes nothing for the others', async () => {
    const tampering = plugin('tampering', {
      afterProfileFetch(profile) {
        (profile as Record<string, unknown>).tampered = true;
        throw new Error('half-way');
      },
    });
    const app = await open({
      config: {
        plugins: [
          tampering,
          plugin('adds', { afterProfileFetch: (profile) => ({ ...profile, added: true }) }),
        ],
      },
    });
    const { id } = await createProfile(app);
    const { body } = await fetched(app, id).expect(200);
    expect(body.added).toBe(true);
    expect(body).not.toHaveProperty('tampered');
  });

  test.each([null, 5, 'text', [[]], { id: 'another' }])(
    'what comes back as %j is dropped with a warning',
    async (returned) => {
      const bad = plugin('bad', { afterProfileFetch: () => returned as unknown as Record<string, unknown> });
      const app = await open({ config: { plugins: [bad] } });
      const { id } = await createProfile(app);
      expect((await fetched(app, id).expect(200)).body.id).toBe(id);
      expect(warnings(app)).toEqual([expect.stringContaining('not valid')]);
    },
  );

  test('may send to another profile, but not to one that does not exist', async () => {
    let target = 'nowhere';
    const app = await open({
      config: { plugins: [plugin('sends on', { beforeProfileFetch: () => target })] },
    });
    const first = await createProfile(app, { name: 'First' });
    const second = await createActiveProfile(app, { name: 'Second' });
    expect((await fetched(app, first.id).expect(200)).body.id).toBe(first.id);
    expect(warnings(app)).toEqual([expect.stringContaining('not valid')]);
    target = second.id;
    expect((await fetched(app, first.id).expect(200)).body.id).toBe(second.id);
  });

  test('published files are served without asking any plugin', async () => {
    const asked: string[] = [];
    const count = plugin('counts', {
      beforeProfileFetch: () => void asked.push('before'),
      afterProfileFetch: () => void asked.push('after'),
    });
    const app = await open({ config: { plugins: [count] } });
    await createActiveProfile(app);
    await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);
    expect(asked).toEqual([]);
  });
});

describe('close() waits for a hook after a change', () => {
  /** A service with a plugin that closes it within a hook once `begin` has been called, and notes what happens. */
  async function openClosing(hook: 'afterConsentSave' | 'afterConsentErase') {
    const calls: string[] = [];
    let leave: (() => void) | undefined;
    let closing: Promise<void> | undefined;
    const closer = plugin('closer', {
      destroy: () => void calls.push('destroy'),
      async [hook]() {
        if (leave === undefined) return;
        leave();
        closing = app.service.close();
        // Enough for close() to do all that does not wait for this hook.
        for (let turns = 0; turns < 100; turns += 1) await new Promise(setImmediate);
        calls.push('after');
      },
    });
    const app = await open({ config: { plugins: [closer] } });
    const json = profileJson({ accountRule: 'strictest' });
    const { id: profileId } = await createActiveProfile(app, { profileJson: json });
    /** @param onHook called within the hook */
    function begin(onHook = () => {}): void {
      leave = onHook;
    }
    async function noted(): Promise<string[]> {
      while (closing === undefined) await new Promise(setImmediate);
      await closing;
      return calls;
    }
    return { app, profileId, begin, noted };
  }

  test('whose client has gone', async () => {
    const { app, profileId, begin, noted } = await openClosing('afterConsentErase');
    await consentCalls(app).submit({ visitorId: 'visitor', profileId, consentJson: allDenied }).expect(200);
    const { res } = startThroughAdapter(app.app, {
      method: 'DELETE',
      path: `${app.publicBase}/consent/visitor`,
      headers: { cookie: cookieOf('visitor') },
    });
    begin(() => void res.emit('close'));
    expect(await noted()).toEqual(['after', 'destroy']);
  });

  test('that a sign-in on a page of the host has made', async () => {
    const { app, profileId, begin, noted } = await openClosing('afterConsentSave');
    addSignIn(app);
    const device = openDevice(app);
    await device.decide(profileId, allDenied);
    begin();
    const [calls] = await Promise.all([noted(), device.signIn('anna')]);
    expect(calls).toEqual(['after', 'destroy']);
  });
});
