import type { OriginCounts } from './text-origins';

/** A person as of a change; null: the service itself. */
export interface Person {
  readonly id: string;
  readonly email: string | null;
}

/** Facts of a version that lists show without its content. */
export interface VersionSummaryFacts {
  /** Locales of the version, the default locale first. */
  readonly locales: readonly string[];
  /** Number of texts of the default locale that are to be translated. */
  readonly textCount: number;
  /** Number of texts that visitors get from the default locale instead, by locale. */
  readonly missingTexts: Readonly<Record<string, number>>;
  /** Number of translations that are older than the text of the default locale, by locale. */
  readonly outdatedTexts: Readonly<Record<string, number>>;
  /** Number of further texts that no person has checked, by locale and origin. */
  readonly uncheckedTexts: Readonly<Record<string, OriginCounts>>;
  /** Headings in the default locale, by category id. A category without one is absent. */
  readonly categories: Readonly<Record<string, string>>;
  /** Number of findings when the version was saved. */
  readonly findings: { readonly errors: number; readonly warnings: number };
}

/** Reads a person from two columns. */
export const toPerson = (id: string | null, email: string | null): Person | null =>
  id === null ? null : { id, email };
