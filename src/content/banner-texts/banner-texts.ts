import { type ComplianceGroupId, complianceGroups } from '#standards/compliance/index';
import { findLocale } from '#standards/locale/index';
import { ar } from './ar';
import type { BannerModel, LanguageTexts, SectionText } from './banner-text-types';
import { de } from './de';
import { el } from './el';
import { en } from './en';
import { es } from './es';
import { fa } from './fa';
import { fr } from './fr';
import { he } from './he';
import { it } from './it';
import { ja } from './ja';
import { nl } from './nl';
import { pl } from './pl';
import { ptBr } from './pt-br';
import { ptPt } from './pt-pt';

const languages: readonly LanguageTexts[] = [en, de, fr, es, it, ptPt, ptBr, nl, pl, el, ar, he, fa, ja];

/** Languages of the texts, English first. */
export const bannerTextLocales: readonly string[] = languages.map(({ locale }) => locale);

export interface FoundTexts extends LanguageTexts {
  /** Whether the texts are English because there are none in the language asked for. */
  readonly isFallback: boolean;
}

/**
 * Returns the texts for a locale, by lookup: `de-AT` finds German, `pt` Brazilian and `pt-AO` European
 * Portuguese. English when no language matches.
 */
export function bannerTexts(locale: string): FoundTexts {
  const found = findLocale([locale], bannerTextLocales);
  const texts = languages.find((language) => language.locale === found);
  return texts === undefined ? { ...en, isFallback: true } : { ...texts, isFallback: false };
}

/**
 * Returns whether the banner of a compliance group asks first, explains how to opt out, or only informs. Null
 * is a custom group, whose law is unknown; asking first is never wrong. What is necessary needs neither consent nor an
 * opt-out under any law (Directive 2002/58/EC art. 5(3)), and a choice that changes nothing would mislead.
 */
export function getBannerModel(
  group: ComplianceGroupId | null,
  { isNecessaryOnly }: Pick<BannerFacts, 'isNecessaryOnly'>,
): BannerModel {
  if (isNecessaryOnly) return 'necessary-only';
  if (group === null) return 'opt-in';
  if (group === 'opt-out-strict') return 'opt-out';
  return group === 'unregulated' ? 'notice-only' : group;
}

/** The facts about the site that a banner is for. */
export interface BannerFacts {
  /** Name of the controller of the processing; null: not known. */
  readonly controller: string | null;
  /** Number of third parties that can receive data. */
  readonly partners: number;
  /** Whether sensitive data is used, in the sense of Cal. Civ. Code § 1798.140(ae). */
  readonly usesSensitiveData: boolean;
  /** Whether the site uses only what it needs to work, so that visitors have nothing to choose. */
  readonly isNecessaryOnly: boolean;
}

/**
 * Returns the banner of a compliance group. Where consent is asked for, it names the controller and the
 * number of partners (CJEU C-673/17, Planet49; GDPR recital 42); where visitors opt out, it offers to limit
 * the use of sensitive data (Cal. Civ. Code § 1798.121).
 */
export function bannerFor(
  texts: LanguageTexts,
  group: ComplianceGroupId | null,
  site: BannerFacts,
): SectionText {
  const { controller, partners, usesSensitiveData } = site;
  const model = getBannerModel(group, site);
  const { heading, htmlText } = texts.banners[model];
  const asks = model.startsWith('opt-in');
  const further = [
    asks && controller !== null && filled(texts.facts.controller, 'controller', escapeHtml(controller)),
    asks && partners > 0 && filled(texts.facts.partners, 'partners', String(partners)),
    model === 'opt-out' && usesSensitiveData && texts.facts.limitSensitive,
  ].filter((text) => text !== false);
  // All sentences form one paragraph, since a banner has little room.
  return { heading, htmlText: [htmlText, ...further].join('').replace(/<\/p><p[^>]*>/g, ' ') };
}

/**
 * Returns the text for a visitor whose browser sends Global Privacy Control; null where the group ignores the signal, or
 * the site does nothing that it could end.
 */
export function gpcTextFor(
  { gpc }: LanguageTexts,
  group: ComplianceGroupId,
  { isNecessaryOnly }: Pick<BannerFacts, 'isNecessaryOnly'>,
): SectionText | null {
  const { gpcMode } = complianceGroups[group];
  if (gpcMode === 'ignore' || isNecessaryOnly) return null;
  return gpc[gpcMode === 'strict' ? 'binding' : 'honored'];
}

/** Returns the text of the preferences. Where there is nothing to choose, they say so, as the banner does. */
export function modalTextFor(
  { banners, modal }: LanguageTexts,
  { isNecessaryOnly }: Pick<BannerFacts, 'isNecessaryOnly'>,
): SectionText {
  return isNecessaryOnly ? { ...modal, htmlText: banners['necessary-only'].htmlText } : modal;
}

/**
 * Fills in a value. The replacement is a function, because a replacement text would interpret `$&` in a name.
 */
function filled(text: string, key: 'controller' | 'partners', value: string): string {
  return text.replace(`{${key}}`, () => value);
}

/** Whether the text of a banner has the starter texts' sentence that names this controller. */
export function namesController(htmlText: string, locale: string, controller: string): boolean {
  const sentence = filled(bannerTexts(locale).facts.controller, 'controller', escapeHtml(controller));
  return htmlText.includes(sentence.replace(/<\/?p[^>]*>/g, ''));
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
