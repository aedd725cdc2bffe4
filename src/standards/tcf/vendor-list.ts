import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { readListDate } from './list-date';

/**
 * The Global Vendor List and its translations. Only the parts that the service uses are validated, and other
 * keys are kept, because the format grows (TCF 2.4 added `standardTexts`, and `gvlSpecificationVersion` may
 * stay 3 or become 4).
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "The Global Vendor List".
 */

const Id = Type.Integer({ minimum: 1, maximum: 65_535 });
const Ids = Type.Optional(Type.Array(Id));
const Explained = Type.Object({
  id: Id,
  name: Type.String({ minLength: 1 }),
  description: Type.Optional(Type.String()),
});
const byId = <S extends TSchema>(item: S) =>
  Type.Record(Type.String({ pattern: '^[1-9][0-9]{0,4}$' }), item, { additionalProperties: false });

const Vendor = Type.Object({
  id: Id,
  name: Type.String({ minLength: 1 }),
  purposes: Ids,
  legIntPurposes: Ids,
  flexiblePurposes: Ids,
  specialPurposes: Ids,
  features: Ids,
  specialFeatures: Ids,
  deletedDate: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const Stack = Type.Object({ ...Explained.properties, purposes: Ids, specialFeatures: Ids });
/** The texts of a translation, each section by id. */
const texts = {
  purposes: byId(Explained),
  specialPurposes: byId(Explained),
  features: byId(Explained),
  specialFeatures: byId(Explained),
  stacks: Type.Optional(byId(Stack)),
  dataCategories: Type.Optional(byId(Explained)),
  standardTexts: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Texts to show in addition to others, such as `features` (TCF 2.4).',
    }),
  ),
};

export const VendorListTexts = Type.Object(texts);
export type VendorListTexts = Static<typeof VendorListTexts>;

export const VendorList = Type.Object({
  gvlSpecificationVersion: Type.Union([Type.Literal(3), Type.Literal(4)]),
  vendorListVersion: Type.Integer({ minimum: 1, maximum: 4095, description: 'As TC strings name it.' }),
  tcfPolicyVersion: Type.Integer({ minimum: 1, maximum: 63 }),
  lastUpdated: Type.String({ description: 'When this version was published, ISO 8601.' }),
  ...texts,
  vendors: byId(Vendor),
});
export type VendorList = Static<typeof VendorList>;

/**
 * Returns the value as a vendor list; null when it is not one. A list without purposes or vendors, with an
 * invalid date, or with an entry under a wrong id is not valid either.
 */
export function readVendorList(value: unknown): VendorList | null {
  if (!Value.Check(VendorList, value) || Number.isNaN(readListDate(value.lastUpdated))) return null;
  return hasTexts(value) && isFiledRightly(value.vendors) && Object.keys(value.vendors).length > 0
    ? value
    : null;
}

/**
 * Returns whether a list may replace another. One of a lower version may only when it was published later, as
 * a correction.
 */
export function supersedes(next: VendorList, previous: VendorList): boolean {
  return (
    next.vendorListVersion >= previous.vendorListVersion ||
    readListDate(next.lastUpdated) > readListDate(previous.lastUpdated)
  );
}

/** Returns the value as the texts of a vendor list in another language; null when it is not one. */
export function readVendorListTexts(value: unknown): VendorListTexts | null {
  return Value.Check(VendorListTexts, value) && hasTexts(value) ? value : null;
}

const sections = [
  'purposes',
  'specialPurposes',
  'features',
  'specialFeatures',
  'stacks',
  'dataCategories',
] as const;

const hasTexts = (list: VendorListTexts) =>
  sections.every((section) => isFiledRightly(list[section] ?? {})) && Object.keys(list.purposes).length > 0;

const isFiledRightly = (entries: Readonly<Record<string, { readonly id: number }>>) =>
  Object.entries(entries).every(([key, { id }]) => key === String(id));

/**
 * Returns the texts of the list in another language. The list decides which entries there are; texts that the
 * translation lacks, because it belongs to an older list, stay in English.
 */
export function inLanguage(list: VendorList, translation: VendorListTexts | null) {
  const translated = (section: (typeof sections)[number]) =>
    Object.fromEntries(
      Object.entries(list[section] ?? {}).map(([id, english]) => [
        id,
        translation?.[section]?.[id] ?? english,
      ]),
    );
  const standardTexts = { ...list.standardTexts, ...translation?.standardTexts };
  return {
    purposes: translated('purposes'),
    specialPurposes: translated('specialPurposes'),
    features: translated('features'),
    specialFeatures: translated('specialFeatures'),
    stacks: translated('stacks'),
    dataCategories: translated('dataCategories'),
    ...(Object.keys(standardTexts).length > 0 ? { standardTexts } : {}),
  };
}
