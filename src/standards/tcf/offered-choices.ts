import { type DisclosedVendor, selectVendors, type TcfSelection } from './tailor-vendor-list';
import type { VendorList } from './vendor-list';

/** A visitor's choices: the ids that the visitor allows, or does not object to. */
export interface TcfChoices {
  readonly purposes: readonly number[];
  readonly legitimateInterests: readonly number[];
  readonly specialFeatures: readonly number[];
  readonly vendors: readonly number[];
  readonly vendorLegitimateInterests: readonly number[];
}

/**
 * Returns everything that a notice offers: the choices of a visitor who allows all of it.
 * @param now epoch milliseconds: vendors that were deleted by then are not offered
 */
export function offeredChoices(list: VendorList, selection: TcfSelection, now: number): TcfChoices {
  return choicesAbout(list, [...selectVendors(list, selection, now).values()]);
}

/** Returns everything that a notice with these vendors offers: the legal bases that each of them still has. */
export function choicesAbout(list: VendorList, vendors: readonly DisclosedVendor[]): TcfChoices {
  const declared = (field: 'purposes' | 'legIntPurposes' | 'specialFeatures', known: object) =>
    [...new Set(vendors.flatMap((vendor) => vendor[field]))].filter((id) => Object.hasOwn(known, id));
  const having = (field: 'purposes' | 'legIntPurposes') =>
    vendors.filter((vendor) => vendor[field].length > 0).map(({ id }) => id);
  return {
    purposes: declared('purposes', list.purposes),
    legitimateInterests: declared('legIntPurposes', list.purposes),
    specialFeatures: declared('specialFeatures', list.specialFeatures),
    vendors: having('purposes'),
    vendorLegitimateInterests: having('legIntPurposes'),
  };
}
