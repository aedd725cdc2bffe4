import { LRUCache } from 'lru-cache';
import { canonicalLocale } from './language-tags';

// Why: docs/adr/0079-languages-by-script-and-region.md

/** Greatest number of wanted tags that are read, more than any browser sends. */
const maxWanted = 64;

/** A language tag with its likely script and region. */
interface Tag {
  readonly canonical: string;
  readonly language: string;
  readonly script: string;
  readonly region: string;
  /** Whether the tag itself names a region. */
  readonly hasRegion: boolean;
  readonly hasVariants: boolean;
}

interface Available extends Tag {
  /** As the caller spells it. */
  readonly locale: string;
}

/**
 * Languages that readers of another one understand; in both directions `no` and `nb` are one. Source: Unicode CLDR,
 * languageMatching.
 */
const understood: Readonly<Record<string, readonly string[]>> = {
  bs: ['hr'],
  gsw: ['de'],
  hr: ['bs'],
  nb: ['nn'],
  nn: ['nb'],
  yue: ['zh'],
};

/** Languages whose readers read both scripts. Source: Unicode CLDR, languageMatching. */
const readInBothScripts = new Set(['sr', 'zh']);

/** A way of writing a language that several regions share. */
interface Variety {
  /** Region in the tag of the variety itself, as in `es-419`. */
  readonly region: string;
  /** Regions of the variety; null: all that belong to no other variety. */
  readonly regions: readonly string[] | null;
}

const latinAmerica = 'AR BO BR BZ CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE'.split(' ');

/** Source: Unicode CLDR, parentLocales. */
const varieties: Readonly<Record<string, readonly Variety[]>> = {
  en: [
    { region: 'US', regions: 'AS GU MH MP PH PR UM US VI'.split(' ') },
    { region: '001', regions: null },
  ],
  es: [
    { region: '419', regions: latinAmerica },
    { region: 'ES', regions: null },
  ],
  pt: [
    { region: 'BR', regions: ['BR'] },
    { region: 'PT', regions: null },
  ],
  zh: [
    { region: 'HK', regions: ['HK', 'MO'] },
    { region: 'TW', regions: null },
  ],
};

/** Tags with their likely subtags: every request of a browser has the same few. */
const tags = new LRUCache<string, Tag>({ max: 500 });

/** Sets of locales by their spellings: one for each profile or list of translations. */
const sets = new LRUCache<string, readonly Available[]>({ max: 200 });

/** Returns a tag with its likely script and region; null when it is not a language tag. */
function readTag(value: unknown): Tag | null {
  const canonical = canonicalLocale(value);
  if (canonical === null) return null;
  let tag = tags.get(canonical);
  if (tag === undefined) {
    const named = new Intl.Locale(canonical);
    const likely = named.maximize();
    tag = {
      canonical,
      language: likely.language === 'no' ? 'nb' : likely.language,
      script: likely.script ?? '',
      region: likely.region ?? '',
      hasRegion: named.region !== undefined,
      hasVariants: canonical !== named.baseName || /-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3})(?:-|$)/i.test(canonical),
    };
    tags.set(canonical, tag);
  }
  return tag;
}

function readSet(locales: readonly string[]): readonly Available[] {
  const key = locales.join(' ');
  let set = sets.get(key);
  if (set === undefined) {
    set = locales.flatMap((locale) => {
      const tag = readTag(locale);
      return tag === null ? [] : [{ ...tag, locale }];
    });
    sets.set(key, set);
  }
  return set;
}

const varietyOf = ({ language, region }: Pick<Tag, 'language' | 'region'>): Variety | undefined =>
  varieties[language]?.find((variety) => variety.region === region || variety.regions?.includes(region)) ??
  varieties[language]?.find(({ regions }) => regions === null);

/** Returns how far a text in the same language and script is from what is wanted; 0: the same tag. */
function distance(wanted: Tag, available: Tag): number {
  if (available.canonical === wanted.canonical) return 0;
  const ofVariants = available.hasVariants ? 0.5 : 0;
  return distanceOfRegions(wanted, available) + ofVariants;
}

function distanceOfRegions(wanted: Tag, { language, region, hasRegion }: Tag): number {
  if (region === wanted.region) return 1;
  const variety = varietyOf(wanted);
  if (hasRegion && region === variety?.region) return 2;
  if (!hasRegion) return 3;
  if (variety !== undefined && variety === varietyOf({ language, region })) return 4;
  return region === readTag(`${wanted.language}-${wanted.script}`)?.region ? 5 : 6;
}

/** Returns whether readers of one locale can be shown a text of the other: the same language in the same script. */
export function isSameLanguage(a: string, b: string): boolean {
  const [first, second] = [readTag(a), readTag(b)];
  return first !== null && first.language === second?.language && first.script === second.script;
}

/**
 * Returns the nearest of the texts in a language and script, of equally near ones the first; null when there is none.
 * @param script null: any
 */
function nearest(
  wanted: Tag,
  available: readonly Available[],
  language: string,
  script: string | null,
): string | null {
  let best: { readonly locale: string; readonly far: number } | null = null;
  for (const tag of available) {
    if (tag.language !== language || (script !== null && tag.script !== script)) continue;
    const far = distance(wanted, tag);
    if (best === null || far < best.far) best = { locale: tag.locale, far };
  }
  return best?.locale ?? null;
}

/**
 * Returns the available locale that a reader of the wanted tags, best first, is served best; null when none of their
 * languages is available. Tags are compared with their likely subtags: the language first, then the script, so that
 * `zh-TW` finds `zh-Hant` and not `zh`, then the region, so that `en-AU` finds `en-GB` before `en-US`. Another script is
 * chosen only where nothing else matches and readers know both. The result is spelled as in `available`.
 *
 * @example
 * findLocale(['zh-HK', 'en'], ['en', 'zh-Hans', 'zh-Hant']); // 'zh-Hant'
 */
export function findLocale(wanted: readonly unknown[], available: readonly string[]): string | null {
  const set = readSet(available);
  const read = wanted.slice(0, maxWanted).flatMap((value) => readTag(value) ?? []);
  for (const tag of read) {
    for (const language of [tag.language, ...(understood[tag.language] ?? [])]) {
      const found = nearest(tag, set, language, tag.script);
      if (found !== null) return found;
    }
  }
  for (const tag of read) {
    if (!readInBothScripts.has(tag.language)) continue;
    const found = nearest(tag, set, tag.language, null);
    if (found !== null) return found;
  }
  return null;
}
