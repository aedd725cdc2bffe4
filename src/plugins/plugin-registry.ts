import { describeError, type Logger } from '../kernel/logger';
import type { ConsentPlugin, PluginContext, PluginInput } from './plugin-contract';

type Hooks = Required<Omit<ConsentPlugin, 'name' | 'initialize' | 'destroy'>>;
export type HookName = keyof Hooks;
type Payload<Name extends HookName> = Parameters<Hooks[Name]>[0];

export interface PluginRegistry {
  /** Adds a plugin; its hooks run after those registered before. @throws Error after `start()`, or for a name that is taken */
  register(plugin: PluginInput): void;
  /** Names in the order in which hooks run. */
  names(): readonly string[];
}

export interface HookRunner extends PluginRegistry {
  initialize(): Promise<void>;
  destroy(): Promise<void>;
  /** Whether any plugin has one of these hooks: what they would need is read only then. */
  has(...names: HookName[]): boolean;
  /** Runs an observing hook of every plugin in order. Never throws. */
  notify<Name extends HookName>(name: Name, payload: Payload<Name>): Promise<void>;
  /**
   * Runs a changing hook: each plugin sees what the one before returned. What `accept` refuses is dropped with a warning.
   * Never throws.
   * @param accept gives the payload to go on with, or null when what the plugin returned is no good
   */
  change<Name extends HookName>(name: Name, payload: Payload<Name>, accept: (changed: unknown) => Payload<Name> | null): Promise<Payload<Name>>;
}

export interface PluginRegistryOptions {
  readonly context: PluginContext;
  readonly timeoutMs: number;
  readonly logger: Logger;
}

/** The plugins of one service instance and the running of their hooks, apart from each other and under a time limit. */
export function createPluginRegistry(given: readonly PluginInput[], { context, timeoutMs, logger }: PluginRegistryOptions): HookRunner {
  const plugins: ConsentPlugin[] = [];
  let started = false;

  function register(input: PluginInput): void {
    if (started) throw new Error('Plugins are registered before start()');
    const plugin = typeof input === 'function' ? input(context) : input;
    if (typeof plugin?.name !== 'string' || plugin.name === '') throw new Error('A plugin needs a name');
    if (typeof plugin.initialize !== 'function' || typeof plugin.destroy !== 'function')
      throw new Error(`Plugin "${plugin.name}" needs initialize() and destroy()`);
    if (plugins.some(({ name }) => name === plugin.name)) throw new Error(`There is a plugin named "${plugin.name}" already`);
    plugins.push(plugin);
  }

  /** The hook's answer, or `failed` once it threw, rejected or took too long. */
  async function call(plugin: ConsentPlugin, hook: string, run: () => unknown): Promise<{ value: unknown } | 'failed'> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`took longer than ${timeoutMs} ms`)), timeoutMs);
      });
      const running = Promise.resolve().then(run);
      return { value: await Promise.race([running, late]) };
    } catch (error) {
      logger.warn({ plugin: plugin.name, hook, error: describeError(error) }, 'A plugin hook failed and was passed over');
      return 'failed';
    } finally {
      clearTimeout(timer);
    }
  }

  function hookOf<Name extends HookName>(plugin: ConsentPlugin, name: Name): ((payload: Payload<Name>) => unknown) | undefined {
    const hook = plugin[name] as ((payload: Payload<Name>) => unknown) | undefined;
    return typeof hook === 'function' ? hook.bind(plugin) : undefined;
  }

  for (const plugin of given) register(plugin);

  return {
    register,
    names: () => plugins.map(({ name }) => name),
    async initialize() {
      started = true;
      for (const plugin of plugins) await call(plugin, 'initialize', () => plugin.initialize(context));
    },
    async destroy() {
      for (const plugin of plugins) await call(plugin, 'destroy', () => plugin.destroy());
    },
    has: (...names) => plugins.some((plugin) => names.some((name) => typeof plugin[name] === 'function')),
    async notify(name, payload) {
      for (const plugin of plugins) {
        const hook = hookOf(plugin, name);
        // Each plugin gets a copy, so that none can change what the next one or the service sees.
        if (hook !== undefined) await call(plugin, name, () => hook(structuredClone(payload)));
      }
    },
    async change(name, payload, accept) {
      let current = payload;
      for (const plugin of plugins) {
        const hook = hookOf(plugin, name);
        if (hook === undefined) continue;
        const input = current;
        const answer = await call(plugin, name, () => hook(structuredClone(input)));
        if (answer === 'failed' || answer.value === undefined) continue;
        const accepted = accept(answer.value);
        if (accepted === null) logger.warn({ plugin: plugin.name, hook: name }, 'What a plugin hook returned was dropped: it is not valid');
        else current = accepted;
      }
      return current;
    },
  };
}
