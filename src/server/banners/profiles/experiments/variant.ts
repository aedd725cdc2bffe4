import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from '#platform/kernel/schemas';
import type { UiPresentation } from '../../templates';
import type { ProfileTexts } from '../drafts/profile-content';
import { type Button, maxTextLength, type ProfileJson } from '../profile-schemas';

/**
 * A variant of a version of a profile: other texts or another look of the first layer and the preferences. Nothing that a
 * decision depends on can vary: categories, cookies, buttons and what they do, defaults, Global Privacy Control.
 * Why: docs/adr/0111-variants.md
 */

const optional = Type.Optional;

/** Ids of the variants. A is the profile as it is. */
export const variantIds = ['A', 'B', 'C', 'D'] as const;
export type VariantId = (typeof variantIds)[number];

export const VariantIdSchema = oneOf(variantIds, { description: '`A` is the profile as it is.' });

const part = optional(
  Type.Object({
    heading: optional(Type.String({ maxLength: maxTextLength.heading })),
    htmlText: optional(
      Type.String({
        maxLength: maxTextLength.htmlText,
        description: 'Operator-written HTML; sanitised on save.',
      }),
    ),
    buttons: optional(
      Type.Array(Type.Object({ text: optional(Type.String({ maxLength: maxTextLength.text })) }), {
        maxItems: 20,
        description: 'Labels of the profile’s buttons, by position. What a button does cannot vary.',
      }),
    ),
  }),
);

/** Texts of a variant in one locale; those that are left out are the profile's. */
const VariantTexts = Type.Object({ mainBanner: part, preferenceModal: part });
type VariantTexts = Static<typeof VariantTexts>;
type VariantPart = NonNullable<VariantTexts['mainBanner']>;

export const variantFields = {
  name: optional(
    Type.String({ maxLength: 100, description: 'Says what it tries, for operators. Visitors never see it.' }),
  ),
  texts: optional(
    Type.Record(Type.String(), VariantTexts, {
      maxProperties: 200,
      description: 'By locale of the profile. Texts that are left out are the profile’s own.',
    }),
  ),
  position: optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Position of the first layer.' }),
  ),
  uiTemplateId: optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Another look, as it is when the experiment starts.',
    }),
  ),
};

export const VariantInput = Type.Object(variantFields, {
  description: 'What visitors of the variant see instead. Everything else is the profile’s.',
});
export type VariantInput = Static<typeof VariantInput>;

/** A variant as a version stores it. */
export interface StoredVariant extends VariantInput {
  readonly id: Exclude<VariantId, 'A'>;
  /** Presentation of `uiTemplateId` as of the version. */
  readonly ui?: UiPresentation;
}

interface VariedContent extends ProfileTexts {
  readonly ui: UiPresentation | null;
}

/** Returns the content that visitors of a variant see. */
export function applyVariant<C extends VariedContent>(
  content: C,
  { texts = {}, position, uiTemplateId, ui }: Omit<StoredVariant, 'id'>,
): C {
  const { defaultLocale, profileJson, localeContent } = content;
  const varied = varyTexts(profileJson, texts[defaultLocale]);
  const others = Object.entries(texts)
    .filter(([locale]) => Object.hasOwn(localeContent, locale))
    .map(([locale, own]) => [locale, varyTexts(localeContent[locale] ?? {}, own)]);
  return {
    ...content,
    profileJson: {
      ...varied,
      ...(uiTemplateId !== undefined && { uiTemplateId }),
      ...(position !== undefined && { mainBanner: { ...varied.mainBanner, position } }),
    },
    localeContent: { ...localeContent, ...Object.fromEntries(others) },
    ui: ui ?? content.ui,
  };
}

type TextParts = Pick<ProfileJson, 'mainBanner' | 'preferenceModal'>;

function varyTexts<T extends TextParts>(content: T, own: VariantTexts = {}): T {
  const { mainBanner, preferenceModal } = own;
  return {
    ...content,
    ...(mainBanner && { mainBanner: varyPart(content.mainBanner, mainBanner) }),
    ...(preferenceModal && { preferenceModal: varyPart(content.preferenceModal, preferenceModal) }),
  };
}

function varyPart<P extends NonNullable<TextParts['mainBanner']>>(
  whole: P | undefined,
  { heading, htmlText, buttons: labels }: VariantPart,
): P {
  const { buttons = [] } = whole ?? {};
  const places = Array.from({ length: Math.max(buttons.length, labels?.length ?? 0) });
  const labelled = places.map((_, index): Button => {
    const text = labels?.[index]?.text;
    return { ...buttons[index], ...(text !== undefined && { text }) };
  });
  return {
    ...whole,
    ...(heading !== undefined && { heading }),
    ...(htmlText !== undefined && { htmlText }),
    ...(labels && { buttons: labelled }),
  } as P;
}

/** Returns the same texts of a variant as a checked draft has them: sanitised, and changed by plugins. */
export function readTexts(
  { defaultLocale, profileJson, localeContent }: ProfileTexts,
  texts: VariantInput['texts'] = {},
): NonNullable<VariantInput['texts']> {
  return Object.fromEntries(
    Object.entries(texts).map(([locale, { mainBanner, preferenceModal }]) => {
      const from = locale === defaultLocale ? profileJson : localeContent[locale];
      return [
        locale,
        {
          ...(mainBanner && { mainBanner: readPart(mainBanner, from?.mainBanner) }),
          ...(preferenceModal && { preferenceModal: readPart(preferenceModal, from?.preferenceModal) }),
        },
      ];
    }),
  );
}

function readPart({ heading, htmlText, buttons }: VariantPart, from: VariantPart = {}): VariantPart {
  return {
    ...(heading !== undefined && { heading: from.heading ?? '' }),
    ...(htmlText !== undefined && { htmlText: from.htmlText ?? '' }),
    ...(buttons && {
      buttons: buttons.map(({ text }, index) =>
        text === undefined ? {} : { text: from.buttons?.[index]?.text ?? '' },
      ),
    }),
  };
}
