import type { LanguageTexts } from '#content/banner-texts/index';
import type { ComplianceGroupId } from '#standards/compliance/index';
import { defaultExpiryDays } from '../locale-file';
import type { ProfileJson } from '../profile-schemas';

/**
 * Groups whose visitors can opt out of sale and sharing: the permanent link has the title that California's
 * law prescribes.
 */
const optOut: readonly ComplianceGroupId[] = ['opt-out-strict', 'opt-out'];

/**
 * Returns the starter settings that the rules of the group require, and the permanent link in the default
 * language.
 */
export function starterSettings(
  group: ComplianceGroupId,
  texts: LanguageTexts,
): Pick<ProfileJson, 'choicesLink'> & { readonly expiryDays: number } {
  return {
    // Six calendar months are the shortest legal limit in this group, and what a refusal must last: 184 days at most.
    expiryDays: group === 'opt-in' ? 184 : defaultExpiryDays,
    choicesLink: { text: choicesLinkText(group, texts), optOutIcon: optOut.includes(group) },
  };
}

/** Returns the title of the permanent link that reopens the choices. */
export function choicesLinkText(group: ComplianceGroupId, { banners, modal }: LanguageTexts): string {
  return optOut.includes(group) ? banners['opt-out'].heading : modal.heading;
}
