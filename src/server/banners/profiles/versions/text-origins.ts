import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from '#platform/kernel/schemas';

/** Where a text comes from that no person has checked. */
export const textOrigins = ['machine', 'starter', 'copied'] as const;
export type TextOrigin = (typeof textOrigins)[number];

/** Texts that no person has checked, by locale and text path. */
export type UncheckedTexts = Readonly<Record<string, Readonly<Record<string, TextOrigin>>>>;

/** Schema of the marks, as the admin API receives and returns them. */
export const UncheckedTextsMap = Type.Unsafe<UncheckedTexts>(
  Type.Record(
    Type.String(),
    Type.Record(Type.String({ maxLength: 400 }), oneOf(textOrigins), { maxProperties: 5000 }),
    {
      maxProperties: 300,
      description:
        'By locale, the paths of texts that no person has checked, with their origin: a machine translation, a starter text, or a copy of the default locale’s text. A text leaves the list when it changes or is reviewed (`reviewedTexts`), also long after publishing.',
    },
  ),
);

const count = Type.Optional(Type.Integer());

/** Number of unchecked texts of a locale, by origin. An origin without any is absent. */
export const OriginCounts = Type.Object({ machine: count, starter: count, copied: count });
export type OriginCounts = Static<typeof OriginCounts>;
