import { parse } from 'csv-parse/sync';
import { byteOrderMark, csvLines } from '#platform/csv/csv-writer';
import { unguardCell } from '#platform/csv/spreadsheet-cells';
import { validationFailed } from '#platform/kernel/errors';
import { truncate } from '#platform/kernel/truncate';
import { canonicalLocale } from '#standards/locale/index';
import type { ProfileBase } from '../drafts/merge-draft';
import {
  type Banner,
  type LocaleContent,
  type Modal,
  maxTextLength,
  type ProfileJson,
} from '../profile-schemas';
import {
  isWidgetPath,
  listWidgetTexts,
  type OptionalText,
  possibleWidgetPaths,
  widgetTextFault,
  withWidgetTexts,
} from './widget-texts';

/**
 * Converts all texts of a profile to and from a CSV for translators: one row for each locale, with `locale`
 * first and then one column for each text path such as `mainBanner.buttons[0].text`.
 */

type Texts = Map<string, string>;

/** Returns the texts of a locale itself, by path. */
export function listTexts(content: LocaleContent): Texts {
  const found: OptionalText[] = [];
  for (const section of ['mainBanner', 'gpcBanner', 'preferenceModal'] as const) {
    const part: Banner | Modal | undefined = content[section];
    if (part === undefined) continue;
    found.push([`${section}.heading`, part.heading], [`${section}.htmlText`, part.htmlText]);
    for (const [index, button] of (part.buttons ?? []).entries())
      found.push([`${section}.buttons[${index}].text`, button.text]);
  }
  for (const [id, category] of Object.entries(content.preferenceModal?.categories ?? {})) {
    const path = `preferenceModal.categories.${id}`;
    found.push([`${path}.heading`, category.heading], [`${path}.htmlText`, category.htmlText]);
  }
  found.push(['choicesLink.text', content.choicesLink?.text], ...listWidgetTexts(content));
  const texts: Texts = new Map();
  for (const [path, text] of found) if (text !== undefined) texts.set(path, text);
  return texts;
}

/**
 * Returns the paths of all texts that a profile of this structure can have, whether or not any locale has
 * them.
 */
function possiblePaths(profileJson: ProfileJson): string[] {
  const sections = (['mainBanner', 'gpcBanner', 'preferenceModal'] as const).filter(
    (section) => profileJson[section] !== undefined,
  );
  return [
    ...sections.flatMap((section) => [
      `${section}.heading`,
      `${section}.htmlText`,
      ...(profileJson[section]?.buttons ?? []).map((_button, index) => `${section}.buttons[${index}].text`),
    ]),
    ...Object.keys(profileJson.preferenceModal?.categories ?? {}).flatMap((id) => [
      `preferenceModal.categories.${id}.heading`,
      `preferenceModal.categories.${id}.htmlText`,
    ]),
    ...(profileJson.choicesLink === undefined ? [] : ['choicesLink.text']),
    ...possibleWidgetPaths(profileJson),
  ];
}

/** Returns all texts of a profile as CSV for spreadsheets. Optional texts that no locale has are left out. */
export function exportTranslations({ defaultLocale, profileJson, localeContent }: ProfileBase): string {
  const contents = [[defaultLocale, profileJson] as const, ...Object.entries(localeContent)].map(
    ([locale, content]) => [locale, listTexts(content)] as const,
  );
  const used = new Set(contents.flatMap(([, texts]) => [...texts.keys()]));
  const paths = possiblePaths(profileJson).filter((path) => used.has(path) || !isWidgetPath(path));
  const rows = contents.map(([locale, texts]) => [locale, ...paths.map((path) => texts.get(path) ?? '')]);
  return byteOrderMark + csvLines([['locale', ...paths], ...rows]);
}

interface AppliedTranslations {
  readonly base: ProfileBase;
  /** Locales of the CSV. */
  readonly locales: readonly string[];
  /** Those that are new, or whose texts differ from the stored ones. */
  readonly changedLocales: readonly string[];
}

/**
 * Applies the texts of a CSV to a profile. Locales missing from the CSV stay unchanged, new ones are added;
 * an empty cell removes the locale's own text; missing columns are ignored.
 * @throws ServiceError `validation_failed` naming the row or column
 */
export function applyTranslations(base: ProfileBase, csv: string): AppliedTranslations {
  const table = readCsv(csv);
  const [header = [], ...rows] = table;
  const known = new Set(possiblePaths(base.profileJson));
  const columns = header.map(unguardCell);
  if (columns[0]?.startsWith('locale;'))
    throw validationFailed({
      path: 'column 1',
      message: 'the cells are separated by semicolons; use commas instead',
    });
  if (columns[0] !== 'locale')
    throw validationFailed({ path: 'column 1', message: 'must have the heading "locale"' });
  const seen = new Set<string>();
  for (const [index, path] of columns.entries()) {
    if (index > 0 && !known.has(path))
      throw validationFailed({
        path: `column ${index + 1}`,
        message: `"${truncate(path, 100)}" is not a text path of this profile`,
      });
    if (seen.has(path))
      throw validationFailed({
        path: `column ${index + 1}`,
        message: 'has the same heading as an earlier column',
      });
    seen.add(path);
  }
  if (rows.length === 0) throw validationFailed({ path: 'row 2', message: 'the file has no row with texts' });

  let profileJson = base.profileJson;
  const localeContent: Record<string, LocaleContent> = { ...base.localeContent };
  const locales: string[] = [];
  const changedLocales: string[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.length > columns.length)
      throw validationFailed({
        path: `row ${index + 2}`,
        message: 'has more cells than the header has columns',
      });
    const locale = canonicalLocale(row[0]?.trim());
    if (locale === null || locales.includes(locale)) {
      throw validationFailed({
        path: `row ${index + 2}`,
        message:
          locale === null ? 'does not begin with a BCP 47 language tag' : `repeats the locale ${locale}`,
      });
    }
    locales.push(locale);
    const cells = columns.slice(1).map((path, column) => [path, unguardCell(row[column + 1] ?? '')] as const);
    for (const [column, [path, text]] of cells.entries()) {
      const message = textFault(path, text);
      if (message !== null)
        throw validationFailed({ path: `row ${index + 2}, column ${column + 2}`, message });
    }
    const stored = locale === base.defaultLocale ? profileJson : localeContent[locale];
    const texts = listTexts(stored ?? {});
    if (stored === undefined || cells.some(([path, text]) => text !== (texts.get(path) ?? '')))
      changedLocales.push(locale);
    if (locale === base.defaultLocale)
      profileJson = withTexts(profileJson, profileJson, cells) as ProfileJson;
    else localeContent[locale] = withTexts(localeContent[locale] ?? {}, base.profileJson, cells);
  }
  return { base: { ...base, profileJson, localeContent }, locales, changedLocales };
}

/** Returns what is wrong with a text at a path; null for a valid one. */
export function textFault(path: string, text: string): string | null {
  if (isWidgetPath(path)) return widgetTextFault(path, text);
  const limit = maxTextLength[path.slice(path.lastIndexOf('.') + 1) as keyof typeof maxTextLength];
  return text.length > limit ? `must not be longer than ${limit} characters` : null;
}

/** Maximum number of commas and line ends in a file; the texts of the largest profile have fewer. */
const maxSeparators = 500_000;

function readCsv(csv: string): string[][] {
  if (csv.split(/,|\r\n?|\n/).length > maxSeparators)
    throw validationFailed({ path: '', message: `must not have more than ${maxSeparators} cells` });
  try {
    // Spreadsheets write the delimiters of rows that are empty.
    return parse(csv, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    });
  } catch (error) {
    const line = (error as { lines?: number }).lines;
    throw validationFailed({
      path: line === undefined ? '' : `line ${line}`,
      message: 'is not well-formed CSV',
    });
  }
}

/** @param structure the default locale's content, which decides sections, buttons and categories */
function withTexts(
  content: LocaleContent,
  structure: LocaleContent,
  cells: readonly (readonly [string, string])[],
): LocaleContent {
  const texts = listTexts(content);
  for (const [path, text] of cells) {
    if (text === '') texts.delete(path);
    else texts.set(path, text);
  }
  const text = (path: string, key: 'heading' | 'htmlText' | 'text') =>
    texts.has(path) ? { [key]: texts.get(path) } : {};
  const rebuilt: LocaleContent = { ...content };
  for (const section of ['mainBanner', 'gpcBanner', 'preferenceModal'] as const) {
    const model = structure[section];
    if (model === undefined) continue;
    const own: Banner | Modal = content[section] ?? {};
    const { heading: _heading, htmlText: _htmlText, ...rest } = own;
    const part: Banner | Modal = {
      ...rest,
      ...text(`${section}.heading`, 'heading'),
      ...text(`${section}.htmlText`, 'htmlText'),
      buttons: (model.buttons ?? []).map((_button, index) => {
        const { text: _text, ...button } = own.buttons?.[index] ?? {};
        return { ...button, ...text(`${section}.buttons[${index}].text`, 'text') };
      }),
    };
    // A locale without any text for the GPC banner shows the default locale's GPC banner, if any.
    const hasText =
      part.heading !== undefined ||
      part.htmlText !== undefined ||
      part.buttons?.some((button) => button.text !== undefined);
    if (section === 'gpcBanner' && !hasText) delete rebuilt.gpcBanner;
    else Object.assign(rebuilt, { [section]: part });
  }
  if (rebuilt.preferenceModal !== undefined) {
    const categories = Object.keys(structure.preferenceModal?.categories ?? {}).map((id) => {
      const own = content.preferenceModal?.categories;
      const {
        heading: _heading,
        htmlText: _htmlText,
        ...rest
      } = (own !== undefined && Object.hasOwn(own, id) ? own[id] : undefined) ?? {};
      const path = `preferenceModal.categories.${id}`;
      return [
        id,
        { ...rest, ...text(`${path}.heading`, 'heading'), ...text(`${path}.htmlText`, 'htmlText') },
      ] as const;
    });
    rebuilt.preferenceModal = { ...rebuilt.preferenceModal, categories: Object.fromEntries(categories) };
  }
  if (structure.choicesLink !== undefined) {
    const { text: _text, ...link } = content.choicesLink ?? {};
    const linkText = text('choicesLink.text', 'text');
    // A locale without its own title shows the default locale's.
    if (content === structure || Object.keys(linkText).length > 0)
      rebuilt.choicesLink = { ...link, ...linkText };
    else delete rebuilt.choicesLink;
  }
  return withWidgetTexts(rebuilt, content, structure, texts);
}
