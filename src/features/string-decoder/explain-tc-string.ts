import type { TcStringFacts } from '../../standards/tcf';

/** What the ids of a TC string stand for, by id; the Global Vendor List tells. */
export interface FrameworkNames {
  readonly purposes: Readonly<Record<string, string>>;
  readonly specialFeatures: Readonly<Record<string, string>>;
  readonly vendors: Readonly<Record<string, string>>;
}

/**
 * A TC string as a person reads it: ids with names, and of each purpose and vendor what holds. Names are null
 * where the list lacks them.
 */
export function explainTcString(facts: TcStringFacts, names: FrameworkNames | null) {
  const nameOf = (kind: keyof FrameworkNames, id: number) => {
    const known = names?.[kind];
    return known !== undefined && Object.hasOwn(known, id) ? (known[String(id)] ?? null) : null;
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
      name: nameOf('specialFeatures', id),
    })),
    purposes: purposes.map(({ id, ...held }) => ({ id, name: nameOf('purposes', id), ...held })),
    vendors: vendors.map(({ id, ...held }) => ({ id, name: nameOf('vendors', id), ...held })),
    publisherRestrictions: facts.publisherRestrictions.map((restriction) => ({
      ...restriction,
      purpose: nameOf('purposes', restriction.purposeId),
    })),
  };
}

/** Turns lists of ids by kind round: every id that is in any of them, with what holds for it. */
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
