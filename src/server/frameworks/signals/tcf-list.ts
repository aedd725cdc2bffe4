import { findLocale } from '#standards/locale/index';
import {
  type DisclosedVendor,
  inLanguage,
  selectVendors,
  type TcfSelection,
  type VendorList,
  type VendorListTexts,
} from '#standards/tcf/index';

type Entries = Readonly<Record<string, { readonly id: number; readonly name: string }>>;

/**
 * Returns the parts of a vendor list that visitors of a selection need, with texts in one language: the
 * disclosed vendors and what they declare.
 */
export function tailorList(
  list: VendorList,
  selection: TcfSelection & { readonly stacks?: readonly number[] | undefined },
  { language, texts }: { readonly language: string; readonly texts: VendorListTexts | null },
  now: number,
) {
  const vendors = [...selectVendors(list, selection, now).values()];
  const declared = (...fields: readonly (keyof DisclosedVendor)[]) => {
    const ids = new Set(vendors.flatMap((vendor) => fields.flatMap((field) => vendor[field] as number[])));
    return (id: number) => ids.has(id);
  };
  const translated = inLanguage(list, texts);
  const { purposes, specialFeatures, stacks, dataCategories, standardTexts } = translated;
  const isPurpose = declared('purposes', 'legIntPurposes');
  const isSpecialFeature = declared('specialFeatures');
  return {
    vendorListVersion: list.vendorListVersion,
    tcfPolicyVersion: list.tcfPolicyVersion,
    gvlSpecificationVersion: list.gvlSpecificationVersion,
    lastUpdated: list.lastUpdated,
    language,
    purposes: pick(purposes, isPurpose),
    specialPurposes: pick(translated.specialPurposes, declared('specialPurposes')),
    features: pick(translated.features, declared('features')),
    specialFeatures: pick(specialFeatures, isSpecialFeature),
    stacks: Object.fromEntries(
      Object.entries(pick(stacks, (id) => selection.stacks?.includes(id) ?? false)).map(([id, stack]) => {
        const { purposes: inStack = [], specialFeatures: features = [] } = list.stacks?.[id] ?? {};
        return [
          id,
          {
            ...stack,
            purposes: inStack.filter(isPurpose),
            specialFeatures: features.filter(isSpecialFeature),
          },
        ];
      }),
    ),
    dataCategories,
    ...(standardTexts === undefined ? {} : { standardTexts }),
    vendors: Object.fromEntries(vendors.map((vendor) => [vendor.id, withOneAddress(vendor, language)])),
  };
}

function pick<T extends Entries>(entries: T, isWanted: (id: number) => boolean): T {
  return Object.fromEntries(Object.entries(entries).filter(([, { id }]) => isWanted(id))) as T;
}

/** Vendors state their addresses in up to forty languages. */
function withOneAddress(vendor: DisclosedVendor & { readonly urls?: unknown }, language: string) {
  if (!Array.isArray(vendor.urls)) return vendor;
  const urls = vendor.urls as readonly ({ readonly langId?: unknown } | null)[];
  const languages = urls.map((entry) => String(entry?.langId ?? ''));
  const found = findLocale([language, 'en'], languages);
  return { ...vendor, urls: [urls[found === null ? 0 : languages.indexOf(found)]].filter(Boolean) };
}
