import type { ProfileCatalogue } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';

/** The frameworks whose APIs a page must have before any vendor's script runs. */
export interface FrameworkApis {
  readonly tcf: boolean;
  readonly gpp: boolean;
}

/**
 * Returns the frameworks that a tenant's pages use.
 * @param profileId the profile that the visitor has decided about; null: any active one can be shown
 */
export type ReadFrameworkApis = (tenantId: string, profileId: string | null) => Promise<FrameworkApis>;

export function createReadFrameworkApis(
  { tcf, gpp }: { readonly [framework in 'tcf' | 'gpp']: Pick<ResolvedConfig[framework], 'enabled'> },
  catalogue: Pick<ProfileCatalogue, 'active'>,
): ReadFrameworkApis {
  return async (tenantId, profileId) => {
    if (!tcf.enabled && !gpp.enabled) return { tcf: false, gpp: false };
    const active = await catalogue.active(tenantId);
    const decided = active.filter(({ id }) => id === profileId);
    const profiles = decided.length > 0 ? decided : active;
    return {
      tcf: tcf.enabled && profiles.some((profile) => profile.tcf !== null),
      gpp: gpp.enabled && profiles.length > 0,
    };
  };
}
