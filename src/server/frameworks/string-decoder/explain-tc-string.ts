import type { TcStringFacts } from '#standards/tcf/index';

/** Names of the ids in a TC string, by id, from the Global Vendor List. */
export interface FrameworkNames {
  readonly purposes: Readonly<Record<string, string>>;
  readonly specialFeatures: Readonly<Record<string, string>>;
  readonly vendors: Readonly<Record<string, string>>;
}

/**
 * Explains a TC string: ids with names, and the bits of each purpose and vendor. Names are null when the list
 * lacks them.
 */
export function explainTcString(facts: TcStringFacts, names: FrameworkNames | null) {
  const getName = (kind: keyof FrameworkNames, id: number) => {
    const ofKind = names?.[kind];
    return ofKind !== undefined && Object.hasOwn(ofKind, id) ? (ofKind[String(id)] ?? null) : null;
  };
  const {
    created,
    lastUpdated,
    purposeConsents,
    purposeLegitimateInterests,
    vendorConsents,
    vendorLegitimateInterests,
    vendorsDisclosed,
    vendorsAllowed,
    ...rest
  } = facts;
  const purposes = bits({ consent: purposeConsents, legitimateInterest: purposeLegitimateInterests });
  const vendors = bits({
    consent: vendorConsents,
    legitimateInterest: vendorLegitimateInterests,
    disclosed: vendorsDisclosed ?? [],
    allowed: vendorsAllowed ?? [],
  });
  return {
    ...rest,
    created: new Date(created).toISOString(),
    lastUpdated: new Date(lastUpdated).toISOString(),
    segments: [
      'core',
      ...(vendorsDisclosed === null ? [] : ['disclosedVendors']),
      ...(vendorsAllowed === null ? [] : ['allowedVendors']),
      ...(facts.publisherPurposes === null ? [] : ['publisherPurposes']),
    ],
    specialFeatureOptIns: facts.specialFeatureOptIns.map((id) => ({
      id,
      name: getName('specialFeatures', id),
    })),
    purposes: purposes.map(({ id, ...flags }) => ({ id, name: getName('purposes', id), ...flags })),
    vendors: vendors.map(({ id, ...flags }) => ({ id, name: getName('vendors', id), ...flags })),
    publisherRestrictions: facts.publisherRestrictions.map((restriction) => ({
      ...restriction,
      purpose: getName('purposes', restriction.purposeId),
    })),
  };
}

/** Inverts lists of ids by kind: returns every listed id with a flag for each kind. */
function bits<Kind extends string>(
  lists: Readonly<Record<Kind, readonly number[]>>,
): ({ id: number } & Record<Kind, boolean>)[] {
  const kinds = Object.entries(lists) as [Kind, readonly number[]][];
  const sets = kinds.map(([kind, ids]) => [kind, new Set(ids)] as const);
  const all = [...new Set(kinds.flatMap(([, ids]) => ids))].sort((a, b) => a - b);
  return all.map((id) => ({
    id,
    ...(Object.fromEntries(sets.map(([kind, ids]) => [kind, ids.has(id)])) as Record<Kind, boolean>),
  }));
}
