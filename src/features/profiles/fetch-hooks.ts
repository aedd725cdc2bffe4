import type { Logger } from '../../kernel/logger';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { ProfileCatalogue } from './profile-catalogue';
import type { ProfileFetchHooks } from './public-profile-routes';

/** `beforeProfileFetch` may send to another profile that exists; `afterProfileFetch` may change what is answered, but not whose it is. */
export function profileFetchHooks(hooks: HookRunner, catalogue: ProfileCatalogue, logger: Logger): ProfileFetchHooks {
  return {
    async before(id) {
      if (!hooks.has('beforeProfileFetch')) return id;
      const wanted = await hooks.change('beforeProfileFetch', id, (changed) => (typeof changed === 'string' ? changed : null));
      if (wanted === id || (await catalogue.byId(wanted)) !== null) return wanted;
      logger.warn({ hook: 'beforeProfileFetch' }, 'A plugin sent to a profile that does not exist; the one asked for is answered');
      return id;
    },
    async after(profile) {
      if (!hooks.has('afterProfileFetch')) return profile;
      return hooks.change('afterProfileFetch', profile, (changed) =>
        typeof changed === 'object' && changed !== null && !Array.isArray(changed) && (changed as { id?: unknown }).id === profile.id
          ? (changed as Record<string, unknown>)
          : null,
      );
    },
  };
}
