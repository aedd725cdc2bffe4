import { Type } from '@sinclair/typebox';
import { findUnsafeJson } from '../../../kernel/json';
import { matchesSchema } from '../../../kernel/schema-check';
import type { HookRunner } from '../../../plugins/plugin-registry';
import { sanitiseTexts } from '../drafts/profile-content';
import type { LocaleFile } from '../locale-file';
import { ProfileJson } from '../profile-schemas';
import { PublishedProfile } from '../published-profile-schema';
import type { ProfileCatalogue } from './profile-catalogue';
import type { ProfileFetchHooks } from './public-profile-routes';

/**
 * `beforeProfileFetch` may send to another profile of the tenant; `afterProfileFetch` may change what is
 * answered, but not whose it is or in which locale.
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

const always = [
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

/** What a banner relies on. A plugin may add to it. */
const Fetched = Type.Object({
  ...Type.Required(Type.Pick(ProfileJson, always)).properties,
  gpcBanner: ProfileJson.properties.gpcBanner,
  choicesLink: PublishedProfile.properties.choicesLink,
  defaultLocale: Type.String(),
  locales: Type.Array(Type.String(), { minItems: 1 }),
  complianceGroup: Type.Union([Type.String(), Type.Null()]),
});

/**
 * Holds what a plugin made of a profile against what visitors' browsers may get: the form, and no markup
 * beyond the allowlist.
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
    return { ...changed, ...(texts.profileJson as typeof shown) }; // the same parts, with clean texts
  };
}
