import { readListDate } from './list-date';
import type { RestrictionType } from './tc-string';
import type { VendorList } from './vendor-list';

/** A publisher's settings of the framework. */
export interface TcfSelection {
  readonly vendors: 'all' | readonly number[];
  /** Unset: every purpose. */
  readonly purposes?: readonly number[] | undefined;
  /** Unset: every special feature. */
  readonly specialFeatures?: readonly number[] | undefined;
  readonly publisherRestrictions?: readonly SelectedRestriction[] | undefined;
}

interface SelectedRestriction {
  readonly purpose: number;
  readonly type: Exclude<RestrictionType, 'undefined'>;
  readonly vendors: 'all' | readonly number[];
}

type ListedVendor = VendorList['vendors'][string];

/** A vendor with the legal bases that remain after the publisher's selection and restrictions. */
export interface DisclosedVendor extends ListedVendor {
  readonly purposes: number[];
  readonly legIntPurposes: number[];
  readonly specialPurposes: number[];
  readonly features: number[];
  readonly specialFeatures: number[];
}

/**
 * Returns the vendors that a publisher discloses, by id, with the purposes that they may still process for.
 * A restriction moves a purpose to the other legal basis where the vendor is flexible, and otherwise ends it.
 * Vendors that are left without any purpose are not disclosed.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "PubRestrictions".
 * @param now epoch milliseconds: vendors that were deleted by then are left out
 */
export function selectVendors(
  { vendors }: Pick<VendorList, 'vendors'>,
  selection: TcfSelection,
  now: number,
): Map<number, DisclosedVendor> {
  const named = selection.vendors === 'all' ? null : new Set(selection.vendors);
  const restrictions = indexRestrictions(selection);
  const disclosed = Object.values(vendors)
    .filter(({ id }) => named === null || named.has(id))
    // An unreadable date compares as false, so that the vendor stays.
    .filter(({ deletedDate }) => deletedDate == null || !(readListDate(deletedDate) <= now))
    .map((vendor) => restrictVendor(vendor, selection, (purpose) => restrictions(purpose, vendor.id)))
    .filter(
      ({ purposes, legIntPurposes, specialPurposes }) =>
        purposes.length + legIntPurposes.length + specialPurposes.length > 0,
    );
  return new Map(disclosed.sort((one, other) => one.id - other.id).map((vendor) => [vendor.id, vendor]));
}

type FindRestriction = (purpose: number) => SelectedRestriction['type'] | undefined;

function restrictVendor(
  vendor: ListedVendor,
  { purposes: asked, specialFeatures: askedFeatures }: TcfSelection,
  restrictionOf: FindRestriction,
): DisclosedVendor {
  const { purposes = [], legIntPurposes = [], flexiblePurposes = [] } = vendor;
  const { specialPurposes = [], features = [], specialFeatures = [] } = vendor;
  const isAsked = (purpose: number) => asked === undefined || asked.includes(purpose);
  const isFlexible = (purpose: number) => flexiblePurposes.includes(purpose);
  const remains = (own: readonly number[], other: readonly number[], required: string, opposite: string) => [
    ...own.filter((purpose) => isKept(restrictionOf(purpose), opposite)),
    ...other.filter((purpose) => isFlexible(purpose) && restrictionOf(purpose) === required),
  ];
  const sorted = (ids: readonly number[]) => [...new Set(ids)].filter(isAsked).sort((a, b) => a - b);
  return {
    ...vendor,
    purposes: sorted(remains(purposes, legIntPurposes, 'require-consent', 'require-legitimate-interest')),
    legIntPurposes: sorted(
      remains(legIntPurposes, purposes, 'require-legitimate-interest', 'require-consent'),
    ),
    specialPurposes,
    features,
    specialFeatures: specialFeatures.filter(
      (feature) => askedFeatures === undefined || askedFeatures.includes(feature),
    ),
  };
}

const isKept = (restriction: SelectedRestriction['type'] | undefined, opposite: string) =>
  restriction !== 'not-allowed' && restriction !== opposite;

function indexRestrictions({
  publisherRestrictions = [],
}: TcfSelection): (purpose: number, vendor: number) => SelectedRestriction['type'] | undefined {
  const indexed = publisherRestrictions.map(({ vendors, ...restriction }) => ({
    ...restriction,
    vendors: vendors === 'all' ? null : new Set(vendors),
  }));
  return (purpose, vendor) =>
    indexed.find(
      (restriction) =>
        restriction.purpose === purpose && (restriction.vendors === null || restriction.vendors.has(vendor)),
    )?.type;
}

/**
 * Returns the restrictions to write into a TC string: those of disclosed vendors that declare the purpose.
 */
export function listRestrictions(
  { vendors: listed }: Pick<VendorList, 'vendors'>,
  { publisherRestrictions = [] }: TcfSelection,
  disclosed: ReadonlySet<number>,
): { readonly purposeId: number; readonly type: SelectedRestriction['type']; readonly vendors: number[] }[] {
  const declares = (vendor: number, purpose: number) =>
    [...(listed[vendor]?.purposes ?? []), ...(listed[vendor]?.legIntPurposes ?? [])].includes(purpose);
  return publisherRestrictions
    .map(({ purpose, type, vendors }) => ({
      purposeId: purpose,
      type,
      vendors: [...disclosed].filter(
        (vendor) => (vendors === 'all' || vendors.includes(vendor)) && declares(vendor, purpose),
      ),
    }))
    .filter(({ vendors }) => vendors.length > 0);
}
