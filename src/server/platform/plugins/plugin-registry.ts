import { closest } from '../kernel/closest';
import { withDeadline } from '../kernel/concurrency/deadline';
import { SetupError } from '../kernel/errors';
import { describeError, errorReason, type Logger } from '../kernel/logger';
import type { ConsentPlugin, PluginContext, PluginInput } from './plugin-contract';

// Why: docs/adr/0029-plugins-outside-the-transaction.md

type Hooks = Required<Omit<ConsentPlugin, 'name' | 'initialize' | 'destroy'>>;
export type HookName = keyof Hooks;
const hookNames: Readonly<Record<HookName, true>> = {
  beforeConsentSave: true,
  afterConsentSave: true,
  beforeConsentUpdate: true,
  afterConsentUpdate: true,
  beforeConsentErase: true,
  afterConsentErase: true,
  beforeProfileFetch: true,
  afterProfileFetch: true,
  beforeProfileSave: true,
  afterProfileActivate: true,
  beforeUserCreate: true,
  afterUserCreate: true,
};
type Payload<Name extends HookName> = Parameters<Hooks[Name]>[0];

export interface PluginRegistry {
  /**
   * Adds a plugin; its hooks run after those of plugins that were registered before.
   * @throws Error after `start()`, or when the name is already in use
   */
  register(plugin: PluginInput): void;
  /** Returns the names of the plugins in the order in which their hooks run, without disabled ones. */
  names(): readonly string[];
}

export interface HookRunner extends PluginRegistry {
  /**
   * Initialises each plugin that has not yet been initialised. A plugin that fails is disabled, unless plugins are
   * `strict`.
   * @throws SetupError naming the plugin that failed, if plugins are `strict`
   */
  initialize(): Promise<void>;
  /** Returns the names of the plugins that could not be initialised; null when there are no plugins at all. */
  disabled(): readonly string[] | null;
  /**
   * Destroys each initialised plugin, once; a disabled one only if its `initialize` has ended after all, too late to be
   * used. Never throws.
   */
  destroy(): Promise<void>;
  /** Returns whether any plugin has one of these hooks: their payload is only read in that case. */
  has(...names: HookName[]): boolean;
  /** Runs an observing hook of every plugin in order. Never throws. */
  notify<Name extends HookName>(name: Name, payload: Payload<Name>): Promise<void>;
  /**
   * Runs a hook that can change its payload: each plugin receives the result of the one before. Results that
   * `accept` rejects are ignored with a warning.
   * @param accept returns the payload to continue with, or null when the result of a plugin is not valid. It
   * receives plain data, as parsed from JSON
   * @throws only errors of `accept`
   */
  change<Name extends HookName>(
    name: Name,
    payload: Payload<Name>,
    accept: (changed: unknown) => Payload<Name> | null | Promise<Payload<Name> | null>,
  ): Promise<Payload<Name>>;
}

export interface PluginRegistryOptions {
  readonly context: PluginContext;
  readonly timeoutMs: number;
  /** Whether the start fails when a plugin cannot be initialised; otherwise the plugin is disabled. */
  readonly strict: boolean;
  readonly logger: Logger;
}

interface Entry {
  /** Name at registration. */
  readonly name: string;
  readonly plugin: ConsentPlugin;
  /** State of the plugin; only hooks of initialised plugins are run. */
  state: 'registered' | 'initialized' | 'disabled' | 'destroyed';
  /** Whether a disabled plugin was initialised too late, so that it has to be destroyed. */
  isUpLate: boolean;
}

const failed = Symbol('failed');
const late = Symbol('late');

/**
 * Creates the plugins of one service instance and runs their hooks: isolated from each other, on copies, and
 * under a time limit.
 */
export function createPluginRegistry({
  context,
  timeoutMs,
  strict,
  logger,
}: PluginRegistryOptions): HookRunner {
  const entries: Entry[] = [];
  const active = () => entries.filter(({ state }) => state === 'initialized');
  let isSealed = false;

  function register(input: PluginInput): void {
    if (isSealed) throw new Error('Register plugins before start()');
    const plugin = typeof input === 'function' ? input(context) : input;
    const name: unknown = plugin?.name;
    if (typeof name !== 'string' || name === '') throw new Error('A plugin must have a name');
    if (typeof plugin.initialize !== 'function' || typeof plugin.destroy !== 'function')
      throw new Error(`Plugin "${name}" must have initialize() and destroy()`);
    requireKnownHooks(name, plugin);
    if (entries.some((other) => other.name === name))
      throw new Error(`A plugin named "${name}" is already registered`);
    entries.push({ name, plugin, state: 'registered', isUpLate: false });
  }

  /** Returns the result of a hook; undefined when the plugin does not have it. @throws the error of the hook */
  async function call(
    { plugin }: Entry,
    hook: keyof ConsentPlugin,
    argument: () => unknown,
  ): Promise<unknown> {
    const method: unknown = plugin[hook];
    return typeof method === 'function' ? Reflect.apply(method, plugin, [argument()]) : undefined;
  }

  /** Returns `late` when a hook takes too long. @throws the error of the hook */
  const inTime = (running: Promise<unknown>): Promise<unknown> =>
    withDeadline<unknown, typeof late>(timeoutMs, running, () => late);

  /** @throws the error of `initialize`, or one that says that it takes too long */
  async function initialize(entry: Entry): Promise<void> {
    const running = call(entry, 'initialize', () => context);
    if ((await inTime(running)) !== late) {
      entry.state = 'initialized';
      return;
    }
    running.then(
      () => {
        entry.isUpLate = true;
      },
      () => {},
    );
    throw new Error(`initialize took longer than ${timeoutMs} ms`);
  }

  /** Like `call`, but returns `failed` instead of throwing. */
  async function run(entry: Entry, hook: keyof ConsentPlugin, argument: () => unknown): Promise<unknown> {
    try {
      const answer = await inTime(call(entry, hook, argument));
      if (answer !== late) return answer;
      logger.warn(
        { plugin: entry.name, hook, timeoutMs },
        'A plugin hook took too long and was skipped. See docs/guide/troubleshooting.md#plugin-failed',
      );
    } catch (error) {
      logger.warn(
        { plugin: entry.name, hook, error: describeError(error) },
        'A plugin hook failed and was skipped. See docs/guide/troubleshooting.md#plugin-failed',
      );
    }
    return failed;
  }

  const hasHook = ({ plugin }: Entry, name: HookName) => typeof plugin[name] === 'function';

  return {
    register,
    names: () => entries.filter(({ state }) => state !== 'disabled').map(({ name }) => name),
    async initialize() {
      isSealed = true;
      for (const entry of entries.filter(({ state }) => state === 'registered')) {
        try {
          await initialize(entry);
        } catch (error) {
          if (strict)
            throw new SetupError(
              `The plugin "${entry.name}" could not be initialised: ${errorReason(error)}`,
              { cause: error },
            );
          entry.state = 'disabled';
          logger.warn(
            { plugin: entry.name, error: describeError(error) },
            'A plugin could not be initialised and is disabled. See docs/guide/troubleshooting.md#plugin-disabled',
          );
        }
      }
    },
    disabled: () =>
      entries.length === 0
        ? null
        : entries.filter(({ state }) => state === 'disabled').map(({ name }) => name),
    async destroy() {
      for (const entry of entries.filter(({ state, isUpLate }) => state === 'initialized' || isUpLate)) {
        entry.state = 'destroyed';
        entry.isUpLate = false;
        await run(entry, 'destroy', () => undefined);
      }
    },
    has: (...names) =>
      entries.some((entry) => entry.state === 'initialized' && names.some((name) => hasHook(entry, name))),
    async notify(name, payload) {
      for (const entry of active().filter((each) => hasHook(each, name)))
        await run(entry, name, () => structuredClone(payload));
    },
    async change(name, payload, accept) {
      let current = payload;
      for (const entry of active().filter((each) => hasHook(each, name))) {
        const input = current;
        const answer = await run(entry, name, () => structuredClone(input));
        if (answer === failed || answer === undefined) continue;
        const plain = toPlain(answer);
        const accepted = plain === undefined ? null : await accept(plain);
        if (accepted === null)
          logger.warn(
            { plugin: entry.name, hook: name },
            'The result of a plugin hook was ignored because it is not valid',
          );
        else current = accepted;
      }
      return current;
    },
  };
}

/**
 * Returns a copy by way of JSON, to which the plugin has no reference. Undefined for values that JSON cannot
 * contain: cycles, big integers, getters that throw.
 */
function toPlain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}

/** Checks the names of hooks. A plugin can have methods of its own under names that do not resemble a hook. */
function requireKnownHooks(name: string, plugin: ConsentPlugin): void {
  for (const key of [...Object.keys(plugin), ...inheritedNames(plugin)]) {
    if (Object.hasOwn(hookNames, key) || !/^(?:be|af)/i.test(key)) continue;
    const near = closest(key, Object.keys(hookNames));
    if (near !== null) throw new Error(`Plugin "${name}": ${key} is not a hook; did you mean ${near}?`);
  }
}

/** Returns the names of a plugin's classes, the base classes too. */
function inheritedNames(plugin: object): string[] {
  const prototype: object | null = Object.getPrototypeOf(plugin);
  if (prototype === null || prototype === Object.prototype) return [];
  return [...Object.getOwnPropertyNames(prototype), ...inheritedNames(prototype)];
}
