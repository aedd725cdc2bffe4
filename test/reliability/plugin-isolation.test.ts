import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { ConsentPlugin, PluginContext } from 'express-consent';
import type { HookName } from '#platform/plugins/plugin-registry';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import {
  createWorld,
  hookNames,
  neutral,
  pluginWithEveryHook,
  scenarios,
  type World,
} from '../support/plugin-scenarios';

/**
 * Whatever a plugin does in a hook, what the visitor or operator asked for is done, and the other plugins see
 * what they would have seen without it.
 */

type Behaviour = (payload: unknown) => unknown;

const timeoutMs = 40;
const isChanging = (hook: HookName) => hook.startsWith('before') && hook !== 'beforeConsentErase';

/** Turns everything into something else, as deep as it goes. */
function ruin(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    ruin(item);
    (value as Record<string, unknown>)[key] = 'ruined';
  }
  Object.assign(value, { visitorId: 'ruined', tenantId: 'ruined', extra: 'ruined' });
  if (Array.isArray(value)) value.length = 0;
}

const trap = (): never => {
  throw new Error('touched');
};
const untouchable = () =>
  new Proxy(function untouchable() {}, {
    get: trap,
    getPrototypeOf: trap,
    has: trap,
    ownKeys: trap,
    getOwnPropertyDescriptor: trap,
    apply: trap,
  });

function selfCaused(): Error {
  const error = new Error('again');
  error.cause = error;
  return error;
}

/** The ways in which any hook can fail. */
const failures: readonly [string, Behaviour][] = [
  [
    'throws an error',
    () => {
      throw new Error('broken');
    },
  ],
  ...(['text', undefined, null, Symbol('s')] as const).map((thrown): [string, Behaviour] => [
    `throws ${String(thrown)}`,
    () => {
      throw thrown;
    },
  ]),
  [
    'throws what cannot be looked at',
    () => {
      throw untouchable();
    },
  ],
  [
    'throws an error that cannot be read',
    () => {
      throw Object.defineProperties(new Error('x'), {
        stack: { get: trap },
        name: { get: trap },
        cause: { get: trap },
      });
    },
  ],
  [
    'throws an error that caused itself',
    () => {
      throw selfCaused();
    },
  ],
  ['rejects', () => Promise.reject(new Error('broken'))],
  ['never settles', () => new Promise(() => {})],
  // biome-ignore lint/suspicious/noThenProperty: this is what such a plugin returns
  ['returns a thenable that never calls back', () => ({ then() {} })],
  [
    'returns a thenable that throws',
    () => ({
      // biome-ignore lint/suspicious/noThenProperty: this is what such a plugin returns
      get then(): unknown {
        return trap();
      },
    }),
  ],
  ['rejects when its time is over', () => wait(timeoutMs * 2).then(trap)],
  [
    'ruins its input and throws',
    (payload) => {
      ruin(payload);
      throw new Error('broken');
    },
  ],
];

/** Answers that are not valid for any hook. */
const garbage: readonly [string, Behaviour][] = [
  ['null', () => null],
  ['a number', () => 7],
  ['an empty text', () => ''],
  ['a long text', () => 'x'.repeat(100_000)],
  ['an empty object', () => ({})],
  ['a list of its input', (payload) => [payload]],
  ['a date', () => new Date()],
  ['a map', () => new Map([['consentJson', {}]])],
  ['a symbol', () => Symbol('s')],
  ['a big integer', () => 10n],
  [
    'what cannot be looked at',
    () => new Proxy({}, { get: (_target, key) => (key === 'then' ? undefined : trap()), ownKeys: trap }),
  ],
  [
    'an object whose getter throws',
    (payload) => Object.defineProperty({ ...Object(payload) }, 'name', { get: trap, enumerable: true }),
  ],
  ['an object that throws when it becomes JSON', (payload) => ({ ...Object(payload), toJSON: trap })],
  [
    'a cycle',
    (payload) => {
      const cycle: Record<string, unknown> = { ...Object(payload) };
      cycle.self = cycle;
      return cycle;
    },
  ],
  [
    'something nested without end',
    (payload) => {
      const endless = (): object => ({
        get deeper() {
          return endless();
        },
      });
      return {
        ...Object(payload),
        consentJson: endless(),
        profileJson: endless(),
        name: endless(),
        cookies: endless(),
      };
    },
  ],
  [
    'something that is half of it',
    (payload) =>
      typeof payload === 'string'
        ? payload.slice(1)
        : Object.fromEntries(Object.entries(Object(payload)).slice(2)),
  ],
  [
    'keys that reach the prototype',
    (payload) =>
      typeof payload === 'string' ? '__proto__' : JSON.parse('{"__proto__":{"polluted":true},"id":"x"}'),
  ],
  [
    'NUL characters',
    (payload) =>
      typeof payload === 'string'
        ? 'a\u0000b'
        : { ...Object(payload), name: 'a\u0000b', locale: 'en\u0000', id: '\u0000' },
  ],
];

/** Nothing to complain of, and nothing comes of it. */
const meddling: readonly [string, Behaviour][] = [
  ['ruins its input', (payload) => void ruin(payload)],
  ['freezes its input', (payload) => void Object.freeze(payload)],
  [
    'ruins its input later',
    (payload) => {
      queueMicrotask(() => ruin(payload));
      void turn().then(() => ruin(payload));
      void wait(1).then(() => ruin(payload));
    },
  ],
  ['returns nothing, after a while', () => wait(5)],
];

let app: TestApp;
let world: World;
const behaviours = new Map<HookName, Behaviour>();
const seen: Record<'first' | 'last', { hook: HookName; payload: unknown }[]> = { first: [], last: [] };
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

const witness = (name: 'first' | 'last') =>
  pluginWithEveryHook(
    name,
    (hook, payload) => void seen[name].push({ hook, payload: structuredClone(payload) }),
  );
const culprit = () => pluginWithEveryHook('culprit', (hook, payload) => behaviours.get(hook)?.(payload));

const opened: TestApp[] = [];
async function open(config: TestAppOptions['config']): Promise<TestApp> {
  const made = await createTestApp({ config });
  opened.push(made);
  return made;
}

beforeAll(async () => {
  process.on('unhandledRejection', note);
  app = await createTestApp({
    config: {
      rateLimit: false,
      pluginTimeoutMs: timeoutMs,
      plugins: [witness('first'), culprit(), witness('last')],
    },
  });
  world = await createWorld(app);
});
afterAll(async () => {
  for (const made of [app, ...opened]) await made.close();
  process.off('unhandledRejection', note);
});
afterEach(() => {
  behaviours.clear();
  expect(unhandled.splice(0)).toEqual([]);
});

async function outcomeOf(scenario: (typeof scenarios)[number], behaviour?: Behaviour) {
  seen.first = [];
  seen.last = [];
  const logged = app.logger.lines.length;
  if (behaviour !== undefined) behaviours.set(scenario.hook, behaviour);
  const outcome = neutral(await scenario.act(world), world);
  const payloads = (name: 'first' | 'last') =>
    seen[name].filter(({ hook }) => hook === scenario.hook).map(({ payload }) => payload);
  const told = app.logger.lines
    .slice(logged)
    .filter((line) => line.includes('"culprit"') && line.includes(`"${scenario.hook}"`));
  return {
    outcome,
    first: payloads('first'),
    last: payloads('last'),
    told,
    errors: app.logger.lines.slice(logged).filter((line) => line.includes('"level":"error"')),
  };
}

test('there is a request for every hook', () => {
  expect([...new Set(scenarios.map(({ hook }) => hook))].sort()).toEqual([...hookNames].sort());
});

describe.each(scenarios)('$hook, by $by', (scenario) => {
  const { hook, change } = scenario;
  let clean: Awaited<ReturnType<typeof outcomeOf>>;
  beforeAll(async () => {
    clean = await outcomeOf(scenario);
  });

  test('sees what is asked for, once, in order', async () => {
    const { outcome, first, last, told } = await outcomeOf(scenario);
    expect(outcome).toMatchObject({
      status:
        hook === 'beforeUserCreate' || hook === 'afterUserCreate' || scenario.by === 'POST /profiles'
          ? 201
          : 200,
    });
    expect(first).toHaveLength(1);
    expect(last).toEqual(first);
    expect(told).toEqual([]);
    expect(seen.first.map((entry) => entry.hook)).toEqual(seen.last.map((entry) => entry.hook));
  });

  test.each(failures)('%s: it is logged and skipped', async (_what, behaviour) => {
    const { outcome, first, last, told, errors } = await outcomeOf(scenario, behaviour);
    expect(outcome).toEqual(clean.outcome);
    expect(last).toEqual(first);
    expect(told).toEqual([expect.stringMatching(/A plugin hook (failed|took too long) and was skipped/)]);
    expect(errors).toEqual([]);
  });

  test.each(garbage)('returns %s: that is dropped', async (_what, behaviour) => {
    const { outcome, first, last, told, errors } = await outcomeOf(scenario, behaviour);
    expect(outcome).toEqual(clean.outcome);
    expect(last).toEqual(first);
    expect(told).toEqual(
      isChanging(hook) || hook === 'afterProfileFetch' ? [expect.stringContaining('was ignored')] : [],
    );
    expect(errors).toEqual([]);
  });

  test.each(meddling)('%s: has no visible effect', async (_what, behaviour) => {
    const { outcome, first, last, told } = await outcomeOf(scenario, behaviour);
    expect(outcome).toEqual(clean.outcome);
    expect(last).toEqual(first);
    expect(told).toEqual([]);
  });

  if (change === undefined) return;
  const changed: Behaviour = (payload) => change(payload as Record<string, unknown>, world);

  test('its result is used, also by the plugins after it', async () => {
    const { outcome, first, last, told } = await outcomeOf(scenario, changed);
    expect(outcome).not.toEqual(clean.outcome);
    expect(last).not.toEqual(first);
    expect(told).toEqual([]);
  });

  test('later changes to the result have no effect', async () => {
    const { outcome } = await outcomeOf(scenario, changed);
    const later = await outcomeOf(scenario, (payload) => {
      const answer = changed(payload);
      void turn().then(() => ruin(answer));
      void wait(1).then(() => ruin(answer));
      return answer;
    });
    expect([later.outcome, later.told]).toEqual([outcome, []]);
    // While it is being returned, the whole of it counts or nothing.
    const meanwhile = await outcomeOf(scenario, async (payload) => {
      const answer = changed(payload);
      for (let turns = 0; turns < 5; turns += 1) void Promise.resolve().then(() => ruin(answer));
      return answer;
    });
    expect([outcome, clean.outcome]).toContainEqual(meanwhile.outcome);
  });
});

describe('a plugin that goes bad after it was registered', () => {
  test.each<[string, (plugin: Record<string, unknown>) => void]>([
    [
      'has something else for hooks',
      (plugin) =>
        Object.assign(
          plugin,
          Object.fromEntries(hookNames.map((hook, index) => [hook, [null, 5, 'x', {}][index % 4]])),
        ),
    ],
    [
      'has hooks that cannot be called',
      (plugin) => Object.assign(plugin, Object.fromEntries(hookNames.map((hook) => [hook, untouchable()]))),
    ],
    [
      'has lost its name and its end',
      (plugin) => Object.assign(plugin, { name: undefined, destroy: undefined }),
    ],
  ])('%s: everything goes on without it', async (_what, spoil) => {
    const plugin = pluginWithEveryHook('turncoat', () => undefined) as unknown as Record<string, unknown>;
    const spoilt = await open({
      rateLimit: false,
      pluginTimeoutMs: timeoutMs,
      plugins: [plugin as unknown as ConsentPlugin, witness('last')],
    });
    await spoilt.service.start();
    spoil(plugin);
    const there = await createWorld(spoilt);
    seen.last = [];
    for (const scenario of scenarios)
      expect(await scenario.act(there)).toMatchObject({ status: expect.any(Number) });
    expect([...new Set(seen.last.map(({ hook }) => hook))].sort()).toEqual([...hookNames].sort());
    expect(spoilt.logger.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});

describe('initialize and destroy', () => {
  test('of a service full of plugins that fail in every way hold up neither its start, nor recording, nor its end', async () => {
    const calls: string[] = [];
    const bad = [...failures, ...garbage].map(
      ([what, behave]): ConsentPlugin => ({
        name: what,
        initialize: behave as () => void,
        destroy: behave as () => void,
      }),
    );
    const sound: ConsentPlugin = {
      name: 'sound',
      initialize: () => void calls.push('up'),
      destroy: () => void calls.push('down'),
    };
    const full = await open({
      pluginTimeoutMs: timeoutMs,
      plugins: [...bad, sound],
    });
    await full.service.start();
    const there = await createWorld(full);
    await consentCalls(full)
      .submit({ visitorId: 'v', profileId: there.profileId, consentJson: allGranted })
      .expect(200);
    const begun = performance.now();
    await full.close();
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(calls).toEqual(['up', 'down']);
    // What was not initialised is not destroyed either.
    expect(full.logger.lines.filter((line) => line.includes('is disabled'))).toHaveLength(failures.length);
    expect(full.logger.lines.filter((line) => line.includes('was skipped'))).toEqual([]);
  });

  test('one that tampers with its context changes nothing for the service or for others', async () => {
    const tries: ((context: PluginContext) => void)[] = [
      (context) => Object.assign(context, { knex: null }),
      (context) => Object.assign(context.storage, { read: trap, write: trap }),
      (context) => Object.assign(context.config, { basePath: '/elsewhere' }),
      (context) => Object.assign(context.config.auth as object, { mode: 'custom' }),
    ];
    const contexts: PluginContext[] = [];
    const tampering: ConsentPlugin = {
      name: 'tampering',
      initialize: (context) =>
        tries.forEach((attempt) => void expect(() => attempt(context)).toThrow(TypeError)),
      destroy() {},
    };
    const sound: ConsentPlugin = {
      name: 'sound',
      initialize: (context) => void contexts.push(context),
      destroy() {},
    };
    const tampered = await open({ plugins: [tampering, sound] });
    const there = await createWorld(tampered);
    await tampered.request.get(`${tampered.publicBase}/profiles/${there.profileId}`).expect(200);
    expect(contexts[0]).toMatchObject({
      knex: tampered.knex,
      config: { basePath: '/svc', auth: { mode: 'local' } },
    });
    const shown = await tampered.request
      .get(`${tampered.adminBase}/setup/config`)
      .set(await tampered.asAdmin());
    expect(shown.body).toMatchObject({
      basePath: '/svc',
      auth: { mode: 'local' },
      plugins: ['tampering', 'sound'],
    });
    expect(tampered.logger.lines.filter((line) => line.includes('was skipped'))).toEqual([]);
  });

  test('each plugin is initialised once, however often the service is started, and ended only then', async () => {
    const calls: string[] = [];
    const plugin: ConsentPlugin = {
      name: 'one',
      initialize: () => void calls.push('up'),
      destroy: () => void calls.push('down'),
    };
    const unused = await open({ plugins: [plugin] });
    await unused.close();
    expect(calls).toEqual([]);
    const used = await open({ plugins: [plugin] });
    await Promise.all([
      used.service.start(),
      used.service.start(),
      used.request.get(`${used.publicBase}/resolve-profile`),
    ]);
    await used.service.start();
    expect(calls).toEqual(['up']);
    await used.close();
    await used.service.close();
    expect(calls).toEqual(['up', 'down']);
  });
});

test('recording keeps its full throughput while every hook of every plugin hangs', async () => {
  for (const hook of hookNames) behaviours.set(hook, () => new Promise(() => {}));
  const calls = consentCalls(app);
  const begun = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      calls.submit({ visitorId: `crowd-${index}`, profileId: world.profileId, consentJson: allGranted }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(performance.now() - begun).toBeLessThan(4000);
  expect(await app.knex('svc_consents').where('visitor_id', 'like', 'crowd-%')).toHaveLength(40);
});
