import type { VendorList } from '#standards/tcf/index';

/** Number of vendor lists to keep: pages that are open while a list is published still name the one before. */
const maxKept = 4;

/** Vendor lists by their version, as far as this process has seen them. */
export interface ListVersions {
  newest(): VendorList | null;
  find(version: number): VendorList | null;
}

export function createListVersions(newest: () => VendorList | null): ListVersions {
  const kept = new Map<number, VendorList>();

  function keepNewest(): VendorList | null {
    const list = newest();
    if (list === null || kept.get(list.vendorListVersion) === list) return list;
    kept.set(list.vendorListVersion, list);
    const [oldest] = [...kept.keys()].sort((one, other) => one - other);
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return list;
  }

  return {
    newest: keepNewest,
    find(version) {
      // An outage of the registry must not end pages that are open.
      keepNewest();
      return kept.get(version) ?? null;
    },
  };
}
