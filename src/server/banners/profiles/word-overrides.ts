import { type Static, Type } from '@sinclair/typebox';
import { type WidgetWord, widgetWordKeys, widgetWords } from '#content/widget-words/index';
import { plainText } from '#platform/kernel/text-patterns';
import { isBlankText } from '#standards/blank-text';
import { isSameLanguage } from '#standards/locale/index';

/** The words of the widget that an operator replaces, and how they become those of a locale file. */

/** Maximum length of one word (characters). */
export const maxWordLength = 500;

/** A language leaves out the plural forms that it does not have. */
export const Words = Type.Unsafe<Partial<Record<WidgetWord, string>>>({
  type: 'object',
  patternProperties: {
    [`^(?:${widgetWordKeys.join('|')})$`]: { type: 'string', maxLength: maxWordLength, pattern: plainText },
  },
  maxProperties: widgetWordKeys.length,
  additionalProperties: false,
  description:
    'Words of the widget, such as `close`, as plain text. Replaces built-in words of the language; a blank one has no effect.',
});
export type Words = Static<typeof Words>;

export interface WordSources {
  readonly locale: string;
  readonly defaultLocale: string;
  /** The default locale's own words. */
  readonly shared?: Words | undefined;
  /** The locale's own words. */
  readonly own?: Words | undefined;
}

/**
 * Returns the words of a locale: the built-in ones of its language, the default locale's own ones if it has
 * the same language and script, and the locale's own ones.
 */
export function mergeWords(sources: WordSources): Words {
  return { ...widgetWords(sources.locale), ...replacedWords(sources) };
}

/** Returns the words of a locale that are not built in. */
export function replacedWords({ locale, defaultLocale, shared, own }: WordSources): Words {
  return { ...(isSameLanguage(locale, defaultLocale) ? withoutBlanks(shared) : {}), ...withoutBlanks(own) };
}

function withoutBlanks(words: Words = {}): Words {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => !isBlankText(word)));
}
