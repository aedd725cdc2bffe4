import type { DataOf, InputOf } from '../../../api/use-resource';
import { applyEdits, type Edit, type Path, same, valueAt } from './edits';

export type Profile = DataOf<'getProfile'>;
export type ProfileJson = Profile['profileJson'];
export type LocaleContent = NonNullable<Profile['localeContent']>[string];

/** The content of a banner that the editor edits, in the form in which it is sent. */
export interface Content {
  readonly name: string;
  readonly defaultLocale: string;
  readonly profileJson: ProfileJson;
  readonly localeContent: Readonly<Record<string, LocaleContent>>;
  /**
   * Saved translations that are older than the default language's text, by language, with the version in which that
   * text changed.
   */
  readonly outdatedTexts: NonNullable<Profile['outdatedTexts']>;
  /**
   * Translations that a person has confirmed since then: by language and path, the default language's text of that
   * time.
   */
  readonly reviewed: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Saved texts that no person has checked, by language and path. */
  readonly uncheckedTexts: UncheckedTexts;
  /** Texts of the same kind that are not saved yet. A mark ends when its text changes. */
  readonly drafted: Readonly<Record<string, Readonly<Record<string, Drafted>>>>;
  /** Languages with edits, besides the default one: a save sends them, and requires that nothing is missing in them. */
  readonly changedLocales: readonly string[];
}

type UncheckedTexts = NonNullable<Profile['uncheckedTexts']>;

/** Where a text comes from that no person has checked. */
export type TextOrigin = UncheckedTexts[string][string];

interface Drafted {
  readonly origin: TextOrigin;
  readonly text: string;
}

export function toContent({
  name,
  defaultLocale,
  profileJson,
  localeContent = {},
  outdatedTexts = {},
  uncheckedTexts = {},
}: Profile): Content {
  // Publishing has its own route, and the service computes the list of languages.
  const { isActive: _isActive, locales: _locales, ...content } = profileJson;
  return {
    name,
    defaultLocale,
    profileJson: content,
    localeContent,
    outdatedTexts,
    reviewed: {},
    uncheckedTexts,
    drafted: {},
    changedLocales: [],
  };
}

/** Returns the path of a text in a language. */
export const textPath = (content: Content, locale: string, path: Path): Path =>
  locale === content.defaultLocale ? ['profileJson', ...path] : ['localeContent', locale, ...path];

/** Returns the request that saves the edited content. */
export function toUpdate(content: Content, edits: readonly Edit[]): InputOf<'updateProfile'>['body'] {
  const roots = new Set(edits.map(({ path }) => path[0]));
  const locales = listEditedLocales(edits);
  return {
    ...(roots.has('name') && { name: content.name }),
    ...(roots.has('profileJson') && { profileJson: content.profileJson }),
    ...(locales.length > 0 && {
      localeContent: Object.fromEntries(locales.map((tag) => [tag, content.localeContent[tag] ?? null])),
    }),
    ...(roots.has('reviewed') && {
      reviewedTexts: Object.fromEntries(
        Object.entries(content.reviewed).map(([tag, texts]) => [tag, Object.keys(texts)]),
      ),
    }),
    ...(roots.has('drafted') && { uncheckedTexts: listDrafted(content) }),
  };
}

const listEditedLocales = (edits: readonly Edit[]): readonly string[] => [
  ...new Set(edits.flatMap(({ path: [root, tag] }) => (root === 'localeContent' ? [String(tag)] : []))),
];

/** Returns the marks of texts that are not saved yet. */
function listDrafted(content: Content): UncheckedTexts {
  return Object.fromEntries(
    Object.entries(content.drafted).map(([tag, texts]) => [
      tag,
      Object.fromEntries(
        Object.entries(texts).flatMap(([path, { origin, text }]) =>
          textAt(content.localeContent[tag], path) === text ? [[path, origin] as const] : [],
        ),
      ),
    ]),
  );
}

/**
 * Returns the content with the edits and the marks that still hold: a mark ends when its text changes or a person confirms
 * it.
 * @param base the saved version that the edits started from
 */
export function toEdited(base: Content, edits: readonly Edit[]): Content {
  const content = applyEdits(base, edits);
  const drafted = listDrafted(content);
  const marks = Object.keys(content.localeContent).map((tag) => {
    const saved = Object.entries(base.uncheckedTexts[tag] ?? {}).filter(
      ([path]) => textAt(content.localeContent[tag], path) === textAt(base.localeContent[tag], path),
    );
    const own = { ...Object.fromEntries(saved), ...drafted[tag] };
    return [tag, Object.fromEntries(Object.entries(own).filter(([path]) => !isReviewed(content, tag, path)))];
  });
  return {
    ...content,
    uncheckedTexts: Object.fromEntries(marks),
    changedLocales: listEditedLocales(edits).filter((tag) => Object.hasOwn(content.localeContent, tag)),
  };
}

/** Returns whether a person has confirmed a text, for the default language's text of now. */
export const isReviewed = (content: Content, locale: string, path: string): boolean => {
  const reviewed = content.reviewed[locale]?.[path];
  return reviewed !== undefined && reviewed === (textAt(content.profileJson, path) ?? '');
};

/** Writes a path as the API does: `mainBanner.buttons[0].text`. */
export const toDotted = (path: Path): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );

/** Returns the text at a path in the API's form. Ids of cookies and categories can contain dots too. */
function textAt(part: unknown, dotted: string): string | undefined {
  if (dotted === '') return typeof part === 'string' ? part : undefined;
  if (typeof part !== 'object' || part === null) return undefined;
  for (const [key, value] of Object.entries(part)) {
    const start = Array.isArray(part) ? `[${key}]` : key;
    if (!dotted.startsWith(start)) continue;
    const rest = dotted.slice(start.length);
    const found = /^[.[]|^$/.test(rest) ? textAt(value, rest.replace(/^\./, '')) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the paths of texts that the service changed when it saved them, because it allows only some HTML. */
export const cleanedPaths = (sent: Content, saved: Content, edits: readonly Edit[]): readonly string[] =>
  edits
    .filter(({ path, after }) => path.at(-1) === 'htmlText' && after !== undefined)
    .filter(({ path }) => !same(valueAt(sent, path), valueAt(saved, path)))
    .map(({ path }) => JSON.stringify(path));
