import type { TcfChoices } from './make-tc-string';
import { selectVendors, type TcfSelection } from './tailor-vendor-list';
import type { VendorList } from './vendor-list';

/**
 * Returns everything that a notice offers: the choices of a visitor who allows all of it.
 * @param now epoch milliseconds: vendors that were deleted by then are not offered
 */
export function offeredChoices(list: VendorList, selection: TcfSelection, now: number): TcfChoices {
  const vendors = [...selectVendors(list, selection, now).values()];
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
