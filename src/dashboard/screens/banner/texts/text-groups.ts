import { type Content, type LocaleContent, type ProfileJson, textPath, toDotted } from '../edits/content';
import { type Path, valueAt, withValue } from '../edits/edits';

export interface TextField {
  /** Inside a language's content. */
  readonly path: Path;
  readonly isHtml: boolean;
}

export interface TextGroup {
  readonly id: string;
  /** The category that the group shows; null: a part of the banner. */
  readonly category: string | null;
  readonly fields: readonly TextField[];
}

/** Lists every text that a banner of this structure can have. */
export function listTextGroups(profileJson: ProfileJson): readonly TextGroup[] {
  const { gpcBanner, preferenceModal, choicesLink, ageGate, cookies = {} } = profileJson;
  return [
    layer('mainBanner', profileJson),
    ...(gpcBanner === undefined ? [] : [layer('gpcBanner', profileJson)]),
    ...(preferenceModal === undefined ? [] : [layer('preferenceModal', profileJson)]),
    ...Object.keys(preferenceModal?.categories ?? {}).map((category) => ({
      id: `category-${category}`,
      category,
      fields: ['heading', 'htmlText'].map((field) =>
        toField(['preferenceModal', 'categories', category, field]),
      ),
    })),
    {
      id: 'choicesLink',
      category: null,
      fields: [
        ...(choicesLink === undefined ? [] : [toField(['choicesLink', 'text'])]),
        toField(['privacyUrl']),
      ],
    },
    ...(ageGate === undefined
      ? []
      : [
          {
            id: 'ageGate',
            category: null,
            fields: [toField(['ageGate', 'heading']), toField(['ageGate', 'text'])],
          },
        ]),
    {
      id: 'cookies',
      category: null,
      fields: Object.keys(cookies).flatMap((id) =>
        ['name', 'provider', 'description'].map((field) => toField(['cookies', id, field])),
      ),
    },
  ].filter(({ fields }) => fields.length > 0);
}

const toField = (path: Path): TextField => ({ path, isHtml: path.at(-1) === 'htmlText' });

function layer(id: 'mainBanner' | 'gpcBanner' | 'preferenceModal', profileJson: ProfileJson): TextGroup {
  return {
    id,
    category: null,
    fields: [
      toField([id, 'heading']),
      toField([id, 'htmlText']),
      ...(profileJson[id]?.buttons ?? []).map((_button, index) => toField([id, 'buttons', index, 'text'])),
    ],
  };
}

/** A text that somebody should look at. */
export interface OpenText {
  readonly locale: string;
  readonly path: Path;
  /**
   * `copied`: it is the default language's text. `outdated`: the default language's text has changed since, and nobody
   * has called the translation still right.
   */
  readonly reason: 'missing' | 'copied' | 'outdated';
}

/** Names of cookies and addresses rarely differ between languages. */
const isTranslated = (path: Path) =>
  path[0] !== 'privacyUrl' && !(path[0] === 'cookies' && path[2] !== 'description');

/** Shorter texts, such as "OK" and "Marketing", can be the same in two languages (characters). */
const longestCommon = 15;

/** Returns the texts with which a new language begins: those of the default language, to be translated. */
export function copyTexts(content: Content): LocaleContent {
  const fields = listTextGroups(content.profileJson).flatMap((group) => group.fields);
  return fields
    .filter(({ path }) => path[0] !== 'privacyUrl' && path[0] !== 'cookies')
    .reduce<LocaleContent>((texts, { path }) => {
      const text = valueAt(content, textPath(content, content.defaultLocale, path));
      return text === undefined ? texts : withValue(texts, path, text);
    }, {});
}

/** @param base the saved version that the edits started from */
export function listOpenTexts(content: Content, base: Content): readonly OpenText[] {
  const fields = listTextGroups(content.profileJson).flatMap((group) => group.fields);
  return Object.keys(content.localeContent).flatMap((locale) =>
    fields.flatMap(({ path }): readonly OpenText[] => {
      const source = valueAt(content, textPath(content, content.defaultLocale, path));
      const own = valueAt(content, textPath(content, locale, path)) as string | undefined;
      if (!source || !isTranslated(path)) return [];
      if (!own) return [{ locale, path, reason: 'missing' }];
      if (own === source && own.length > longestCommon) return [{ locale, path, reason: 'copied' }];
      if (valueAt(base, textPath(base, locale, path)) !== own) return [];
      if (valueAt(content.reviewed, [locale, toDotted(path)]) === source) return [];
      const savedSource = valueAt(base, textPath(base, base.defaultLocale, path));
      const isOutdated =
        valueAt(content.outdatedTexts, [locale, toDotted(path)]) !== undefined ||
        (savedSource !== undefined && savedSource !== '' && savedSource !== source);
      return isOutdated ? [{ locale, path, reason: 'outdated' }] : [];
    }),
  );
}
