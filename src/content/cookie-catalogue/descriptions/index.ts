import { bannerTexts, type CookieText } from '../../banner-texts';
import type { CatalogueEntry } from '../catalogue-entry';
import { ar } from './ar';
import { type CookieDescriptions, furtherTexts, starterTexts } from './common-cookies';
import { de } from './de';
import { el } from './el';
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

const languages: Readonly<Record<string, CookieDescriptions>> = {
  de,
  fr,
  es,
  it,
  nl,
  pl,
  'pt-PT': ptPt,
  'pt-BR': ptBr,
  el,
  ar,
  he,
  fa,
  ja,
};

/** The sentence of each cookie, by its id. */
const further = byCookie(furtherTexts);
const starter = byCookie(starterTexts);

type Described = Pick<CatalogueEntry, 'id' | 'provider' | 'description'>;

/**
 * Returns the function that says what a cookie of the catalogue does in a language, and null where it is described in English
 * only; null for a language in which no cookie is described. The language is found as for the texts of banners: `de-AT` finds
 * German. Finding it costs more than a description does, so find it once for many cookies.
 */
export function cookieDescriber(locale: string): ((entry: Described) => string | null) | null {
  if (isEnglish(locale)) return ({ description }) => description;
  const texts = bannerTexts(locale);
  if (texts.isFallback) return null;
  return ({ id, provider }) => {
    const own = starter.get(id);
    if (own !== undefined) return texts.cookies[own];
    const key = further.get(id);
    const sentence = key === undefined ? undefined : languages[texts.locale]?.[key];
    return sentence?.replace('{provider}', () => provider) ?? null;
  };
}

/** Returns what a cookie of the catalogue does, in a language; null where it is described in English only. */
export const describeCookie = (entry: Described, locale: string): string | null =>
  cookieDescriber(locale)?.(entry) ?? null;

export const isEnglish = (locale: string): boolean => locale.split('-', 1)[0] === 'en';

function byCookie<Key extends CookieText | keyof CookieDescriptions>(
  lists: Partial<Readonly<Record<Key, readonly string[]>>>,
): ReadonlyMap<string, Key> {
  const entries = Object.entries(lists) as [Key, readonly string[]][];
  return new Map(entries.flatMap(([key, ids]) => ids.map((id) => [id, key] as const)));
}
