import { accountWords, hasWidgetWords, widgetWords } from '#content/widget-words/index';
import { isBlankText } from '#standards/blank-text';
import { isSameLanguage } from '#standards/locale/index';
import type { Content } from '../edits/content';
import type { OpenText } from './text-groups';

/** Lists the words of the banner itself that visitors read in English, because their language has none built in. */
export function listMissingWords({
  defaultLocale,
  profileJson,
  localeContent,
}: Content): readonly OpenText[] {
  const { accountRule = 'off', words: shared } = profileJson;
  const isShown = (word: string) => accountRule !== 'off' || !accountWords.has(word);
  return [defaultLocale, ...Object.keys(localeContent)]
    .filter((locale) => !hasWidgetWords(locale))
    .flatMap((locale) => {
      const own: Readonly<Record<string, string>> = {
        ...(isSameLanguage(locale, defaultLocale) && shared),
        ...localeContent[locale]?.words,
      };
      return Object.keys(widgetWords(locale))
        .filter((word) => isShown(word) && isBlankText(own[word]))
        .map((word) => ({ locale, path: ['words', word], reason: 'missing' as const }));
    });
}
