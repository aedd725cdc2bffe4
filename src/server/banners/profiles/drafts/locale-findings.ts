import { isEnglish } from '#content/cookie-catalogue/index';
import { accountWords, hasWidgetWords, type WidgetWord, widgetWords } from '#content/widget-words/index';
import { isBlankText } from '#standards/blank-text';
import { lookRules, type RuleSeverities } from '#standards/compliance/index';
import {
  findUnknownPosition,
  findUnknownPositions as findUnknownPositionsOfTemplate,
  toLevel,
  type UiPresentation,
} from '../../templates';
import { getGpcMode } from '../locale-file';
import type { Finding, LocaleContent } from '../profile-schemas';
import { getAccountRule } from '../widget-settings';
import { replacedWords } from '../word-overrides';
import type { ProfileTexts } from './profile-content';

/** Warnings about what the widget shows in each language, and where. */

/** Greatest number of ids or words that one message names. */
const maxNamed = 5;

function nameSome(names: readonly string[]): string {
  const left = names.length - maxNamed;
  return `${names
    .slice(0, maxNamed)
    .map((name) => `“${name}”`)
    .join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** Returns the locales with texts of parameters, of services or of an age gate that the profile does not have. */
export function findForeignTexts({ profileJson, localeContent }: ProfileTexts): Finding[] {
  return Object.entries(localeContent).flatMap(([locale, content]) => {
    const unknown = Object.keys(content.cookies ?? {}).filter(
      (id) => !Object.hasOwn(profileJson.cookies ?? {}, id),
    );
    const unknownServices = Object.keys(content.services ?? {}).filter(
      (key) => !Object.hasOwn(profileJson.services ?? {}, key),
    );
    const rule = 'content/locale-structure';
    return [
      ...(unknownServices.length > 0
        ? [
            {
              rule,
              message: `The profile has no service ${nameSome(unknownServices)}; the texts are not shown`,
              locale,
              field: 'services',
            },
          ]
        : []),
      ...(unknown.length > 0
        ? [
            {
              rule,
              message: `The profile has no cookie ${nameSome(unknown)}; the texts are not shown`,
              locale,
              field: 'cookies',
            },
          ]
        : []),
      ...(content.ageGate !== undefined && profileJson.ageGate === undefined
        ? [
            {
              rule,
              message: 'ageGate of this locale is not shown: the profile has none',
              locale,
              field: 'ageGate',
            },
          ]
        : []),
    ];
  });
}

/**
 * Returns the locales whose widget would show English words, and words without the places that the widget
 * fills in.
 */
export function findWordFaults({ defaultLocale, profileJson, localeContent }: ProfileTexts): Finding[] {
  const contents: readonly (readonly [string, LocaleContent])[] = [
    [defaultLocale, profileJson],
    ...Object.entries(localeContent),
  ];
  const isShown = (word: string) => getAccountRule(profileJson) !== null || !accountWords.has(word);
  return contents.flatMap(([locale, { words = {} }]) => {
    const builtIn = Object.entries(widgetWords(locale));
    const replaced = replacedWords({ locale, defaultLocale, shared: profileJson.words, own: words });
    const missing = hasWidgetWords(locale)
      ? []
      : builtIn.map(([key]) => key).filter((key) => isShown(key) && !Object.hasOwn(replaced, key));
    const withoutPlaces: { readonly key: string; readonly place: string }[] = [];
    for (const [key, word] of builtIn) {
      const own = words[key as WidgetWord];
      if (own === undefined || isBlankText(own)) continue;
      const [place] = /\{\w+\}/.exec(word) ?? [];
      if (place !== undefined && !own.includes(place)) withoutPlaces.push({ key, place });
    }
    return [
      ...(missing.length > 0
        ? [
            {
              rule: 'content/words-untranslated',
              message: `The widget has no words in this language and shows English ones: provide ${nameSome(missing)} in words`,
              locale,
              field: 'words',
            },
          ]
        : []),
      ...findMissingLegalWord(locale, words, profileJson),
      ...withoutPlaces.map(({ key, place }) => ({
        rule: 'content/word-place',
        message: `The word lacks “${place}”, for which the widget fills in a value`,
        locale,
        field: `words.${key}`,
      })),
    ];
  });
}

/** Says that the opt-out was honoured, as the law's own example does. */
const saysHonoured = /opt.?out.*\bhonou?red\b/i;

/**
 * Returns whether the line about an honoured privacy signal lost the words of the law, where the signal is binding. Only
 * English ones are known.
 */
function findMissingLegalWord(
  locale: string,
  { optOutHonoured: own }: LocaleContent['words'] & object,
  profileJson: ProfileTexts['profileJson'],
): Finding[] {
  if (getGpcMode(profileJson) !== 'strict' || own === undefined || isBlankText(own)) return [];
  if (!isEnglish(locale) || saysHonoured.test(own)) return [];
  return [
    {
      rule: 'content/word-required',
      message:
        'Where the privacy signal is binding, this line must say that the opt-out was honored, such as “Opt-out request honored”',
      locale,
      field: 'words.optOutHonoured',
      law: '11 CCR 7025(c)(6)',
    },
  ];
}

/** Returns the positions that the widget does not know, of the profile and of its UI template. */
export function findUnknownPositions(
  { profileJson }: ProfileTexts,
  ui: UiPresentation | null,
  severities: RuleSeverities = {},
) {
  const own = (['mainBanner', 'gpcBanner', 'preferenceModal'] as const).flatMap((section) => {
    const known = section === 'preferenceModal' ? section : 'mainBanner';
    const finding = findUnknownPosition(known, profileJson[section]?.position);
    return finding === null ? [] : [{ ...finding, section, field: 'position' }];
  });
  const inTemplate = ui === null ? [] : findUnknownPositionsOfTemplate(ui);
  return toLevel<Finding>(lookRules.unknownPosition, severities, [
    ...own,
    ...inTemplate.map(({ field, ...finding }) => ({ ...finding, field: `ui.${field}` })),
  ]);
}
