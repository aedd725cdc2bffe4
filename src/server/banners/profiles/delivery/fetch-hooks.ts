import { Type } from '@sinclair/typebox';
import { findUnsafeJson } from '#platform/kernel/json';
import { matchesSchema } from '#platform/kernel/schema-check';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import { sanitiseTexts } from '../drafts/profile-content';
import type { LocaleFile } from '../locale-file';
import { ProfileJson } from '../profile-schemas';
import { PublishedProfile } from '../published-profile-schema';
import type { ProfileCatalogue } from './profile-catalogue';
import type { ProfileFetchHooks } from './public-profile-routes';

/**
 * Runs the fetch hooks. `beforeProfileFetch` can redirect to another profile of the tenant;
 * `afterProfileFetch` can change the reply, but not its profile or locale.
 */
export function profileFetchHooks(hooks: HookRunner, catalogue: ProfileCatalogue): ProfileFetchHooks {
  const check = createFetchedCheck();
  return {
    async before(id, tenantId) {
      if (!hooks.has('beforeProfileFetch')) return id;
      return hooks.change('beforeProfileFetch', id, async (wanted) => {
        if (typeof wanted !== 'string') return null;
        return wanted === id || (await catalogue.byId(wanted))?.tenantId === tenantId ? wanted : null;
      });
    },
    async after(profile) {
      if (!hooks.has('afterProfileFetch')) return profile;
      let accepted = profile;
      await hooks.change('afterProfileFetch', { ...profile }, (changed) => {
        const checked = check(changed, profile);
        if (checked === null) return null;
        accepted = checked;
        return { ...checked };
      });
      return accepted;
    },
  };
}

const alwaysPresent = [
  'expiryDays',
  'gpcMode',
  'cookies',
  'mainBanner',
  'preferenceModal',
  'enhanceAccessibility',
  'showFooterMetadata',
  'darkMode',
  'hidePoweredBy',
  'allowReceipt',
  'complianceConfig',
] as const;

/** Fields that a banner relies on. Plugins can add others. */
const Fetched = Type.Object({
  ...Type.Required(Type.Pick(ProfileJson, alwaysPresent)).properties,
  gpcBanner: ProfileJson.properties.gpcBanner,
  choicesLink: PublishedProfile.properties.choicesLink,
  defaultLocale: Type.String(),
  locales: Type.Array(Type.String(), { minItems: 1 }),
  complianceGroup: Type.Union([Type.String(), Type.Null()]),
});

/**
 * Checks a profile that a plugin returned: it must have the expected form, and markup beyond the allowlist is
 * removed.
 */
function createFetchedCheck(): (changed: unknown, original: LocaleFile) => LocaleFile | null {
  const matches = matchesSchema<LocaleFile>(Fetched);
  return (changed, original) => {
    if (findUnsafeJson(changed) !== null || !matches(changed)) return null;
    if (changed.id !== original.id || changed.currentLocale !== original.currentLocale) return null;
    const { mainBanner, preferenceModal, gpcBanner } = changed;
    const shown = { mainBanner, preferenceModal, ...(gpcBanner && { gpcBanner }) };
    const { texts } = sanitiseTexts({
      defaultLocale: changed.defaultLocale,
      profileJson: shown,
      localeContent: {},
    });
    return { ...changed, ...(texts.profileJson as typeof shown) }; // the same parts, with sanitised texts
  };
}
