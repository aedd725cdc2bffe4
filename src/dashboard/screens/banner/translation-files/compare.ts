import { type Content, textPath } from '../edits/content';
import { type Path, valueAt } from '../edits/edits';
import { longestText } from '../texts/longest-text';
import { listFileTexts } from './file-rows';
import type { ReadRow } from './read-file';

/** A text that a file would change. */
export interface TextChange {
  readonly language: string;
  readonly key: string;
  readonly path: Path;
  /** The text before; empty: there was none. */
  readonly before: string;
  readonly after: string;
  /** Whether the default language's text has changed since the translator saw it. */
  readonly isLate: boolean;
  /** Whether it has markup that saving removes. */
  readonly losesMarkup: boolean;
}

/** The changes that a file would make in a banner. */
export interface Comparison {
  readonly changes: readonly TextChange[];
  /** Number of rows that are as the banner is, or are empty. */
  readonly same: number;
  /** Keys of texts that the banner does not have. */
  readonly unknownKeys: readonly string[];
  /** Languages that the banner does not have, and the default language, whose texts are not translations. */
  readonly otherLanguages: readonly string[];
  /** Keys of translations that are too long, with their language. */
  readonly tooLong: readonly { readonly language: string; readonly key: string }[];
}

/**
 * Compares the rows of a file with a banner. An empty translation changes nothing; of several rows for one text, the
 * last counts.
 * @param losesMarkup returns whether saving would remove markup from HTML
 */
export function compareRows(
  content: Content,
  rows: readonly ReadRow[],
  losesMarkup: (html: string) => boolean,
): Comparison {
  const texts = new Map(listFileTexts(content).map((text) => [text.key, text]));
  const changes = new Map<string, TextChange>();
  const unknownKeys = new Set<string>();
  const otherLanguages = new Set<string>();
  const tooLong: Comparison['tooLong'][number][] = [];
  let same = 0;
  for (const { language, key, source, translation } of rows) {
    const text = texts.get(key);
    if (!Object.hasOwn(content.localeContent, language)) {
      otherLanguages.add(language);
      continue;
    }
    if (text === undefined) {
      unknownKeys.add(key);
      continue;
    }
    const before = String(valueAt(content, textPath(content, language, text.path)) ?? '');
    if (translation.trim() === '' || translation === toLines(before)) same += 1;
    else if (translation.length > longestText(text.path)) tooLong.push({ language, key });
    else
      changes.set(`${language} ${key}`, {
        language,
        key,
        path: text.path,
        before,
        after: translation,
        isLate: source !== null && source !== toLines(text.source),
        losesMarkup: text.path.at(-1) === 'htmlText' && losesMarkup(translation),
      });
  }
  return {
    changes: [...changes.values()],
    same,
    unknownKeys: [...unknownKeys],
    otherLanguages: [...otherLanguages],
    tooLong,
  };
}

const toLines = (text: string) => text.replace(/\r\n?/g, '\n');
