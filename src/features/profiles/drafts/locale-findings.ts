import { hasWidgetWords, type WidgetWord, widgetWords } from '../../../content/widget-words';
import { isBlankText } from '../../../standards/blank-text';
import { lookRules, type RuleSeverities } from '../../../standards/compliance';
import {
  findUnknownPosition,
  findUnknownPositions as findUnknownPositionsOfTemplate,
  toLevel,
  type UiPresentation,
} from '../../templates';
import type { Finding, LocaleContent } from '../profile-schemas';
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

/** Returns the locales with texts of parameters, or of an age gate, that the profile does not have. */
export function findForeignTexts({ profileJson, localeContent }: ProfileTexts): Finding[] {
  return Object.entries(localeContent).flatMap(([locale, content]) => {
    const unknown = Object.keys(content.cookies ?? {}).filter(
      (id) => !Object.hasOwn(profileJson.cookies ?? {}, id),
    );
    const rule = 'content/locale-structure';
    return [
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
  return contents.flatMap(([locale, { words = {} }]) => {
    const builtIn = Object.entries(widgetWords(locale));
    const replaced = replacedWords({ locale, defaultLocale, shared: profileJson.words, own: words });
    const missing = hasWidgetWords(locale)
      ? []
      : builtIn.map(([key]) => key).filter((key) => !Object.hasOwn(replaced, key));
    const withoutPlaces = builtIn.flatMap(([key, word]) => {
      const own = words[key as WidgetWord];
      const [place] = /\{\w+\}/.exec(word) ?? [];
      return place === undefined || isBlankText(own) || own?.includes(place) ? [] : [{ key, place }];
    });
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
      ...withoutPlaces.map(({ key, place }) => ({
        rule: 'content/word-place',
        message: `The word lacks “${place}”, for which the widget fills in a value`,
        locale,
        field: `words.${key}`,
      })),
    ];
  });
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
