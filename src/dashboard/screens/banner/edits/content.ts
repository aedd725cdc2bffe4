import type { DataOf, InputOf } from '../../../api/use-resource';
import { type Edit, type Path, same, valueAt } from './edits';

export type Profile = DataOf<'getProfile'>;
export type ProfileJson = Profile['profileJson'];
export type LocaleContent = NonNullable<Profile['localeContent']>[string];

/** What the editor edits: a banner's own content, as it is sent. */
export interface Content {
  readonly name: string;
  readonly defaultLocale: string;
  readonly profileJson: ProfileJson;
  readonly localeContent: Readonly<Record<string, LocaleContent>>;
  /** As saved: by language, the texts that are older than the default language's, with the version since which. */
  readonly outdatedTexts: NonNullable<Profile['outdatedTexts']>;
  /** What a person has called still right since then: by language and path, the default language's text of that time. */
  readonly reviewed: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export function toContent({
  name,
  defaultLocale,
  profileJson,
  localeContent = {},
  outdatedTexts = {},
}: Profile): Content {
  // Publishing has its own route, and the service computes the list of languages.
  const { isActive: _isActive, locales: _locales, ...content } = profileJson;
  return { name, defaultLocale, profileJson: content, localeContent, outdatedTexts, reviewed: {} };
}

/** Returns the path of a text in a language. */
export const textPath = (content: Content, locale: string, path: Path): Path =>
  locale === content.defaultLocale ? ['profileJson', ...path] : ['localeContent', locale, ...path];

/** Returns the request that saves the edited content. */
export function toUpdate(content: Content, edits: readonly Edit[]): InputOf<'updateProfile'>['body'] {
  const roots = new Set(edits.map(({ path }) => path[0]));
  const locales = new Set(
    edits.flatMap(({ path: [root, tag] }) => (root === 'localeContent' ? [String(tag)] : [])),
  );
  return {
    ...(roots.has('name') && { name: content.name }),
    ...(roots.has('profileJson') && { profileJson: content.profileJson }),
    ...(locales.size > 0 && {
      localeContent: Object.fromEntries([...locales].map((tag) => [tag, content.localeContent[tag] ?? null])),
    }),
    ...(roots.has('reviewed') && {
      reviewedTexts: Object.fromEntries(
        Object.entries(content.reviewed).map(([tag, texts]) => [tag, Object.keys(texts)]),
      ),
    }),
  };
}

/** Writes a path as the API does: `mainBanner.buttons[0].text`. */
export const toDotted = (path: Path): string => path.join('.').replace(/\.(\d+)(?=\.|$)/g, '[$1]');

/** Returns the paths of texts that the service changed when it saved them, because it allows only some HTML. */
export const cleanedPaths = (sent: Content, saved: Content, edits: readonly Edit[]): readonly string[] =>
  edits
    .filter(({ path, after }) => path.at(-1) === 'htmlText' && after !== undefined)
    .filter(({ path }) => !same(valueAt(sent, path), valueAt(saved, path)))
    .map(({ path }) => JSON.stringify(path));
