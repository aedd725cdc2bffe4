import { isCopiedText } from '#standards/copied-text';
import {
  type Content,
  isReviewed,
  type ProfileJson,
  type TextOrigin,
  textPath,
  toDotted,
} from '../edits/content';
import { type Path, valueAt } from '../edits/edits';

export interface TextField {
  /** Path inside a language's content. */
  readonly path: Path;
  readonly isHtml: boolean;
}

export interface TextGroup {
  readonly id: string;
  /** The category of the group; null for a part of the banner. */
  readonly category: string | null;
  readonly fields: readonly TextField[];
}

/** Texts of each cookie. */
export const fieldsOfCookie = ['name', 'provider', 'description'] as const;

/** Lists every text that a banner of this structure can have. */
export function listTextGroups(profileJson: ProfileJson): readonly TextGroup[] {
  const { gpcBanner, preferenceModal, choicesLink, ageGate, services = {}, cookies = {} } = profileJson;
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
      id: 'services',
      category: null,
      fields: Object.keys(services).flatMap((key) =>
        ['name', 'provider', 'description'].map((field) => toField(['services', key, field])),
      ),
    },
    {
      id: 'cookies',
      category: null,
      fields: Object.keys(cookies).flatMap((id) =>
        fieldsOfCookie.map((field) => toField(['cookies', id, field])),
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

/** A text that needs attention. */
export interface OpenText {
  readonly locale: string;
  readonly path: Path;
  /**
   * `outdated`: the default language's text has changed since, and nobody has confirmed the translation. Nobody has
   * checked the others either: they come from a machine, are starter texts, or copies of the default language's text.
   */
  readonly reason: 'missing' | 'outdated' | TextOrigin;
}

/** Names of cookies and services, and addresses, rarely differ between languages. */
const isTranslated = (path: Path) =>
  path[0] !== 'privacyUrl' && !(/^(cookies|services)$/.test(String(path[0])) && path[2] !== 'description');

/** Returns the texts with which a new language begins: those of the default language, to be translated. */
export function listCopies({ profileJson }: Content): readonly (readonly [Path, string])[] {
  const fields = listTextGroups(profileJson).flatMap((group) => group.fields);
  return fields
    .filter(({ path }) => path[0] !== 'privacyUrl' && path[0] !== 'cookies' && path[0] !== 'services')
    .flatMap(({ path }) => {
      const text = valueAt(profileJson, path);
      return typeof text === 'string' ? [[path, text] as const] : [];
    });
}

/** @param base the saved version that the edits started from */
export function listOpenTexts(content: Content, base: Content): readonly OpenText[] {
  const fields = listTextGroups(content.profileJson).flatMap((group) => group.fields);
  return Object.keys(content.localeContent).flatMap((locale) =>
    fields.flatMap(({ path }): readonly OpenText[] => {
      const source = valueAt(content, textPath(content, content.defaultLocale, path));
      const own = valueAt(content, textPath(content, locale, path)) as string | undefined;
      if (!isTranslated(path)) return [];
      const dotted = toDotted(path);
      const origin = own && content.uncheckedTexts[locale]?.[dotted];
      const unchecked = origin ? [{ locale, path, reason: origin }] : [];
      if (!source) return unchecked;
      if (!own) return [{ locale, path, reason: 'missing' }];
      if (isReviewed(content, locale, dotted)) return [];
      if (valueAt(base, textPath(base, locale, path)) !== own) {
        const isCopied = isCopiedText(own, String(source), { locale, defaultLocale: content.defaultLocale });
        return isCopied ? [{ locale, path, reason: 'copied' }] : unchecked;
      }
      const savedSource = valueAt(base, textPath(base, base.defaultLocale, path));
      const isOutdated =
        valueAt(content.outdatedTexts, [locale, dotted]) !== undefined ||
        (savedSource !== undefined && savedSource !== '' && savedSource !== source);
      return isOutdated ? [{ locale, path, reason: 'outdated' }] : unchecked;
    }),
  );
}
