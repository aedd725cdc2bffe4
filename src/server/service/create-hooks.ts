import { ConfigError } from '#platform/config/resolve-config';
import type { PluginInput } from '#platform/plugins/plugin-contract';
import {
  createPluginRegistry,
  type HookRunner,
  type PluginRegistryOptions,
} from '#platform/plugins/plugin-registry';

/** Creates the plugin registry with the configured plugins. @throws ConfigError naming all invalid plugins */
export function createHooks(options: PluginRegistryOptions, plugins: readonly PluginInput[]): HookRunner {
  const hooks = createPluginRegistry(options);
  const faults = plugins.flatMap((plugin, index) => {
    try {
      hooks.register(plugin);
      return [];
    } catch (error) {
      return [
        { path: `plugins.${index}`, message: error instanceof Error ? error.message : 'cannot be created' },
      ];
    }
  });
  if (faults.length > 0) throw new ConfigError(faults);
  return hooks;
}
