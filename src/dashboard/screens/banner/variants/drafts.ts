import type { InputOf } from '../../../api/use-resource';
import { type Content, type ProfileJson, textPath } from '../edits/content';
import { type Path, valueAt, withValue } from '../edits/edits';
import { presets } from '../look/presets';

/** A variant that an operator is writing. */
export interface VariantDraft {
  readonly name: string;
  /** Texts by locale and path, such as `mainBanner.buttons.0.text`. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Empty: that of the banner. */
  readonly position: string;
  /** `template:` and an id, `preset:` and a name; empty: the look of the banner. */
  readonly look: string;
}

/** Variants that an operator is writing for a version of the banner. */
export interface WrittenVariants {
  /** Labels name buttons of this version, by position. */
  readonly version: number;
  readonly drafts: readonly VariantDraft[];
}

type VariantInput = InputOf<'startExperiment'>['body']['variants'][number];
type VariantTexts = NonNullable<VariantInput['texts']>[string];

export const emptyDraft: VariantDraft = { name: '', texts: {}, position: '', look: '' };

/** Returns whether nothing was written that could be lost. */
export const isBlank = ({ texts, ...draft }: VariantDraft): boolean =>
  Object.values(draft).every((value) => value === '') &&
  Object.values(texts).every((own) => Object.keys(own).length === 0);

/** Ids of the variants besides A, which is the banner as it is. */
export const variantIds = ['B', 'C', 'D'] as const;

export const toPath = (key: string): Path =>
  key.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Lists the texts that can vary, as keys of a draft. */
export function listKeys({ mainBanner, preferenceModal }: ProfileJson): readonly string[] {
  const parts = { mainBanner, preferenceModal };
  return (['mainBanner', 'preferenceModal'] as const).flatMap((part) =>
    parts[part] === undefined
      ? []
      : [
          `${part}.heading`,
          `${part}.htmlText`,
          ...(parts[part].buttons ?? []).map((_button, index) => `${part}.buttons.${index}.text`),
        ],
  );
}

/** Returns the text of the banner that a variant can replace; undefined where the language has none of its own. */
export const bannerText = (content: Content, locale: string, key: string): string | undefined =>
  valueAt(content, textPath(content, locale, toPath(key))) as string | undefined;

/** Returns the content that visitors of a variant would see. */
export function toVaried(content: Content, draft: VariantDraft): Content {
  const changes = Object.entries(draft.texts).flatMap(([locale, texts]) =>
    Object.entries(texts).map(([key, text]) => [textPath(content, locale, toPath(key)), text] as const),
  );
  const position = findPosition(draft);
  const [kind, id] = draft.look.split(':');
  return [
    ...changes,
    ...(position === '' ? [] : [[['profileJson', 'mainBanner', 'position'], position] as const]),
    ...(kind === 'template' ? [[['profileJson', 'uiTemplateId'], id] as const] : []),
  ].reduce((varied, [path, value]) => withValue(varied, path, value), content);
}

/** Returns the look that is ready to use and chosen in a draft; undefined: none is. */
export const findPreset = ({ look }: VariantDraft) => presets.find(({ id }) => look === `preset:${id}`);

const findPosition = (draft: VariantDraft) => draft.position || (findPreset(draft)?.position ?? '');

/** Returns whether a draft changes nothing. */
export const isEmpty = (content: Content, draft: VariantDraft): boolean =>
  draft.position === '' &&
  draft.look === '' &&
  Object.entries(draft.texts).every(([locale, texts]) =>
    Object.entries(texts).every(([key, text]) => text === bannerText(content, locale, key)),
  );

/** Returns the languages whose visitors see a draft as the banner is; empty where its look differs for everyone. */
export function sameIn(content: Content, draft: VariantDraft): readonly string[] {
  if (draft.position !== '' || draft.look !== '') return [];
  const locales = [content.defaultLocale, ...Object.keys(content.localeContent ?? {})];
  return locales.filter((locale) =>
    Object.entries(draft.texts[locale] ?? {}).every(
      ([key, text]) => text === bannerText(content, locale, key),
    ),
  );
}

/** @param uiTemplateId of the look, which exists by now; undefined: that of the banner */
export function toInput(draft: VariantDraft, uiTemplateId: string | undefined): VariantInput {
  const texts = Object.entries(draft.texts)
    .filter(([, own]) => Object.keys(own).length > 0)
    .map(([locale, own]) => [
      locale,
      Object.entries(own).reduce<VariantTexts>(
        (varied, [key, text]) => withValue(varied, toPath(key), text),
        {},
      ),
    ]);
  const position = findPosition(draft);
  return {
    ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
    ...(texts.length > 0 && { texts: Object.fromEntries(texts) }),
    ...(position !== '' && { position }),
    ...(uiTemplateId !== undefined && { uiTemplateId }),
  };
}
