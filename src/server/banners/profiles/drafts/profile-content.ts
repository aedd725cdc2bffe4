import { isDeepStrictEqual } from 'node:util';
import { validationFailed } from '#platform/kernel/errors';
import { isBlankText } from '#standards/blank-text';
import type { Banner, CategoryMap, Finding, LocaleContent, Modal, ProfileJson } from '../profile-schemas';
import { isBlankHtml, sanitiseOperatorHtml } from './operator-html';

/** Sanitises the texts of a profile and checks that visitors are never shown an incomplete banner. */

type Section = 'mainBanner' | 'gpcBanner' | 'preferenceModal';
const sections: readonly Section[] = ['mainBanner', 'gpcBanner', 'preferenceModal'];

/** Texts of every locale, the default locale first. */
export interface ProfileTexts {
  readonly defaultLocale: string;
  readonly profileJson: ProfileJson;
  readonly localeContent: Readonly<Record<string, LocaleContent>>;
}

/**
 * Removes markup outside the allowlist from every htmlText, with a warning for each changed text. Applies to
 * texts carried over too: an older release may have allowed more.
 */
export function sanitiseTexts(texts: ProfileTexts): { texts: ProfileTexts; warnings: Finding[] } {
  const warnings: Finding[] = [];
  const clean = (locale: string, content: LocaleContent): LocaleContent => {
    const html = (text: string | undefined, section: Section, field: string) => {
      if (text === undefined) return {};
      const result = sanitiseOperatorHtml(text);
      if (result.changed)
        warnings.push({
          rule: 'content/sanitised',
          message: 'Markup that must not reach visitors was removed from this text',
          locale,
          section,
          field,
        });
      return { htmlText: result.html };
    };
    const cleaned: LocaleContent = { ...content };
    for (const section of sections) {
      const part = content[section];
      if (part !== undefined)
        Object.assign(cleaned, { [section]: { ...part, ...html(part.htmlText, section, 'htmlText') } });
    }
    const modal = cleaned.preferenceModal;
    if (modal?.categories !== undefined) {
      const categories = Object.entries(modal.categories).map(([id, category]) => [
        id,
        { ...category, ...html(category.htmlText, 'preferenceModal', `categories.${id}.htmlText`) },
      ]);
      cleaned.preferenceModal = { ...modal, categories: Object.fromEntries(categories) };
    }
    return cleaned;
  };
  return {
    texts: {
      ...texts,
      profileJson: clean(texts.defaultLocale, texts.profileJson) as ProfileJson,
      localeContent: Object.fromEntries(
        Object.entries(texts.localeContent).map(([locale, content]) => [locale, clean(locale, content)]),
      ),
    },
    warnings,
  };
}

const listContents = ({ profileJson, localeContent }: ProfileTexts): LocaleContent[] => [
  profileJson,
  ...Object.values(localeContent),
];

const listHtmlTexts = (texts: ProfileTexts): string[] =>
  listContents(texts)
    .flatMap((content) => [
      ...sections.map((section) => content[section]),
      ...Object.values(content.preferenceModal?.categories ?? {}),
    ])
    .flatMap((part) => part?.htmlText ?? []);

/** Limit on characters of HTML in a profile: each save writes and sanitises all of them. */
const maxHtmlLength = 500_000;

/**
 * Limit on `<` and `&` characters in those texts: sanitising costs time for each, and other requests wait for
 * it.
 */
const maxMarkup = 25_000;

/** @throws ServiceError `validation_failed` for more HTML, in all locales together, than a save can sanitise */
export function requireLittleHtml(texts: ProfileTexts): void {
  const html = listHtmlTexts(texts);
  if (sum(html.map(({ length }) => length)) > maxHtmlLength)
    throw validationFailed({
      path: '',
      message: `the texts must not have more than ${maxHtmlLength} characters of HTML in total`,
    });
  if (sum(html.map((text) => text.split(/[<&]/).length - 1)) > maxMarkup)
    throw validationFailed({
      path: '',
      message: `the texts must not have more than ${maxMarkup} "<" and "&" characters in total`,
    });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Maximum number of parameters that the categories of one locale list together: each belongs to one category.
 */
const maxListed = 4000;

/** @throws ServiceError `validation_failed` */
export function requireFewListed(categories: CategoryMap | undefined, path: string): void {
  const listed = Object.values(categories ?? {}).reduce(
    (count, { cookies = [] }) => count + cookies.length,
    0,
  );
  if (listed > maxListed)
    throw validationFailed({ path, message: `must not list more than ${maxListed} parameters in total` });
}

/** Returns all mandatory texts that are blank or missing, in every locale. */
export function findBlankContent({ defaultLocale, profileJson, localeContent }: ProfileTexts): Finding[] {
  return [
    ...findBlanks(defaultLocale, profileJson, profileJson),
    ...Object.entries(localeContent).flatMap(([locale, content]) => findBlanks(locale, content, profileJson)),
  ];
}

/** @param shared the default locale's content, which decides the number of buttons and the categories */
function findBlanks(locale: string, content: LocaleContent, shared: LocaleContent): Finding[] {
  const blank = (section: Section | 'choicesLink' | 'services', field: string): Finding => ({
    rule: 'content/blank',
    message: `${field} must not be blank`,
    locale,
    section,
    field,
  });

  function buttonBlanks(
    section: Section,
    part: Banner | Modal | undefined,
    model: Banner | Modal | undefined,
  ): Finding[] {
    const count = Math.max(part?.buttons?.length ?? 0, model?.buttons?.length ?? 0);
    return Array.from({ length: count }, (_, index) => index)
      .filter((index) => isBlankText(part?.buttons?.[index]?.text))
      .map((index) => blank(section, `buttons[${index}].text`));
  }

  const bannerBlanks = (section: 'mainBanner' | 'gpcBanner') => [
    ...(isBlankHtml(content[section]?.htmlText) ? [blank(section, 'htmlText')] : []),
    ...buttonBlanks(section, content[section], shared[section]),
  ];
  const modal = content.preferenceModal;
  const categoryIds = new Set([
    ...Object.keys(shared.preferenceModal?.categories ?? {}),
    ...Object.keys(modal?.categories ?? {}),
  ]);
  return [
    ...bannerBlanks('mainBanner'),
    // A locale without its own GPC banner shows the default locale's.
    ...(content.gpcBanner === undefined ? [] : bannerBlanks('gpcBanner')),
    ...(content.choicesLink !== undefined && isBlankText(content.choicesLink.text)
      ? [blank('choicesLink', 'text')]
      : []),
    ...(isBlankText(modal?.heading) ? [blank('preferenceModal', 'heading')] : []),
    ...buttonBlanks('preferenceModal', modal, shared.preferenceModal),
    ...[...categoryIds]
      .filter((id) => isBlankText(getEntry(modal?.categories, id)?.heading))
      .map((id) => blank('preferenceModal', `categories.${id}.heading`)),
    // A locale without its own name of a service shows the default locale's.
    ...Object.entries(content.services ?? {})
      .filter(([, { name }]) => (content === shared || name !== undefined) && isBlankText(name))
      .map(([key]) => blank('services', `${key}.name`)),
  ];
}

/**
 * Returns the settings of other locales that have no effect: sections, positions, button actions and
 * categories come from the default locale.
 */
export function findStructureDifferences({ profileJson, localeContent }: ProfileTexts): Finding[] {
  return Object.entries(localeContent).flatMap(([locale, content]) =>
    [...differences(content, profileJson)].map(([section, field]) => ({
      rule: 'content/locale-structure',
      message:
        field === section
          ? `${section} of this locale is not shown: the default locale has none`
          : `${field} of this locale was ignored: the default locale's applies to every locale`,
      locale,
      section,
      field,
    })),
  );
}

function* differences(
  content: LocaleContent,
  shared: LocaleContent,
): Generator<[Section | 'choicesLink', string]> {
  if (content.choicesLink !== undefined && shared.choicesLink === undefined)
    yield ['choicesLink', 'choicesLink'];
  else if (differs(content.choicesLink?.optOutIcon, shared.choicesLink?.optOutIcon))
    yield ['choicesLink', 'optOutIcon'];
  for (const section of sections) {
    const part = content[section];
    const shown = shared[section];
    if (part === undefined) continue;
    if (shown === undefined) {
      yield [section, section];
      continue;
    }
    if (differs(part.position, shown.position)) yield [section, 'position'];
    for (const [index, button] of (part.buttons ?? []).entries()) {
      const model = shown.buttons?.[index];
      if (model === undefined) yield [section, `buttons[${index}]`];
      else if (
        differs(button.action, model.action) ||
        differs(button.style, model.style) ||
        differs(button.cookies, model.cookies)
      )
        yield [section, `buttons[${index}]`];
    }
  }
  const model = shared.preferenceModal?.categories;
  for (const [id, category] of Object.entries(content.preferenceModal?.categories ?? {})) {
    const same = getEntry(model, id);
    if (
      same === undefined ||
      differs(category.legalBasis, same.legalBasis) ||
      differs(category.cookies, same.cookies)
    )
      yield ['preferenceModal', `categories.${id}`];
  }
}

function differs(value: unknown, model: unknown): boolean {
  // Ends at the first difference: every locale is compared with lists of thousands of ids.
  return value !== undefined && !isDeepStrictEqual(value, model);
}

function getEntry<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}
