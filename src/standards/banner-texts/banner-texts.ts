import type { ComplianceGroupId } from '../compliance';
import { lookupLocale } from '../locale';
import { ar } from './ar';
import type { BannerModel, LanguageTexts } from './banner-text-types';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { nl } from './nl';
import { pl } from './pl';
import { pt } from './pt';

const languages: readonly LanguageTexts[] = [en, de, fr, es, it, pt, nl, pl, ar];

/** The languages that there are texts in, English first. */
export const bannerTextLocales: readonly string[] = languages.map(({ locale }) => locale);

export interface FoundTexts extends LanguageTexts {
  /** Whether English stands in for a language that there are no texts in. */
  readonly isFallback: boolean;
}

/** The texts for a locale, by lookup (RFC 4647, section 3.4): `de-AT` finds German. English where nothing is found. */
export function bannerTexts(locale: string): FoundTexts {
  const found = lookupLocale([locale], bannerTextLocales);
  const texts = languages.find((language) => language.locale === found);
  return texts === undefined ? { ...en, isFallback: true } : { ...texts, isFallback: false };
}

/** How a banner speaks in a compliance group; null is a custom group, of which nothing is known but that asking first is never wrong. */
export function bannerModelOf(group: ComplianceGroupId | null): BannerModel {
  if (group === null) return 'opt-in';
  if (group === 'opt-out-strict') return 'opt-out';
  return group === 'unregulated' ? 'notice-only' : group;
}
