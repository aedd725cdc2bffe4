import { type WidgetWord, widgetWordKeys, widgetWords } from '#content/widget-words/index';
import { type Content, textPath, toDotted } from '../edits/content';
import { type Path, valueAt } from '../edits/edits';
import { listTextGroups, type OpenText } from '../texts/text-groups';

/** State of a translation in a file. */
export type TextState = OpenText['reason'] | 'translated';

/** One text in one language, as a file for translators contains it. */
export interface FileRow {
  readonly language: string;
  /** The API's path of the text: `mainBanner.buttons[0].text`. */
  readonly key: string;
  /** The place of the text in words, for the translator. */
  readonly place: string;
  readonly source: string;
  readonly translation: string;
  readonly state: TextState;
}

/** A text that a banner can have in each language. */
export interface FileText {
  readonly key: string;
  readonly path: Path;
  /** The default language's text; for a word of the banner itself, the built-in one where it is not replaced. */
  readonly source: string;
}

/** Lists the texts of the default language, and the words of the banner itself that some language replaces. */
export function listFileTexts(content: Content): readonly FileText[] {
  const { profileJson, localeContent, defaultLocale } = content;
  const fields = listTextGroups(profileJson).flatMap((group) => group.fields);
  const builtIn = widgetWords(defaultLocale);
  const isReplaced = (key: WidgetWord) =>
    [profileJson, ...Object.values(localeContent)].some(({ words }) => words?.[key] !== undefined);
  return [
    ...fields.map(({ path }) => ({
      path,
      source: String(valueAt(content, textPath(content, defaultLocale, path)) ?? ''),
    })),
    ...widgetWordKeys
      .filter(isReplaced)
      .map((key) => ({ path: ['words', key], source: profileJson.words?.[key] ?? builtIn[key] ?? '' })),
  ]
    .filter(({ source }) => source !== '')
    .map((text) => ({ ...text, key: toDotted(text.path) }));
}

/** Returns the rows of a file with the texts of these languages. @param nameOf names the place of a text in words */
export function listFileRows(
  content: Content,
  languages: readonly string[],
  open: readonly OpenText[],
  nameOf: (key: string) => string,
): readonly FileRow[] {
  const states = new Map(open.map(({ locale, path, reason }) => [`${locale} ${toDotted(path)}`, reason]));
  const texts = listFileTexts(content);
  return languages.flatMap((language) =>
    texts.map(({ key, path, source }) => ({
      language,
      key,
      place: nameOf(key),
      source,
      translation: String(valueAt(content, textPath(content, language, path)) ?? ''),
      state: states.get(`${language} ${key}`) ?? 'translated',
    })),
  );
}
