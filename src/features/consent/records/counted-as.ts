import { fromJson } from '../../../database/rows';
import { findLocale } from '../../../standards/locale';
import type { ConsentJson } from '../consent-schemas';

/**
 * The name under which statistics count every name that no version of a profile has had. Locales and
 * ordinary category ids have no brackets.
 */
export const otherName = '(other)';

/**
 * How statistics name a decision's categories and locale where not as they are. Browsers can send any name,
 * so only names of the profile are counted one by one. Stored with the decision: an amount is taken from
 * where it was added.
 */
export interface CountedAs {
  /** Categories that count as `otherName`. */
  readonly otherCategories: readonly string[];
  readonly locale: string;
}

/** The names that versions of a profile have had. */
export interface KnownNames {
  readonly categories: ReadonlySet<string>;
  readonly locales: ReadonlySet<string>;
}

/**
 * Returns how a decision is counted; null: by its own names. A regional locale counts as the profile's locale
 * that it falls back to.
 */
export function countDecisionAs(
  consentJson: ConsentJson,
  locale: string,
  known: KnownNames,
): CountedAs | null {
  const otherCategories = Object.keys(consentJson).filter((category) => !known.categories.has(category));
  const countedLocale = known.locales.has(locale)
    ? locale
    : (findLocale([locale], [...known.locales]) ?? otherName);
  return otherCategories.length === 0 && countedLocale === locale
    ? null
    : { otherCategories, locale: countedLocale };
}

interface CountedDecision {
  readonly consentJson: ConsentJson;
  readonly locale: string;
  readonly countedAs: CountedAs | null;
}

/**
 * Returns the names that a stored decision was counted by: all that is known once its profile has been
 * deleted.
 */
export function namesCountedBy({ consentJson, locale, countedAs }: CountedDecision): KnownNames {
  const categories = Object.keys(consentJson).filter(
    (category) => !countedAs?.otherCategories.includes(category),
  );
  const countedLocale = countedAs?.locale ?? locale;
  return {
    categories: new Set(categories),
    locales: new Set(countedLocale === otherName ? [] : [countedLocale]),
  };
}

export const toCountedAsColumn = (countedAs: CountedAs | null): string | null =>
  countedAs === null ? null : JSON.stringify(countedAs);

export const readCountedAs = (column: unknown): CountedAs | null =>
  column === null ? null : fromJson(column);
