import { readListDate } from './list-date';
import type { TcStringFacts } from './tc-string';
import type { TcStringExpectations, TcStringRule } from './tc-string-rule';
import type { VendorList } from './vendor-list';

const week = 7 * 86_400_000;

/** The policy version of TCF 2.2. */
const oldestPolicy = 4;

/**
 * Number of versions that a list may be behind. Lists are published each week, and a CMP must use the latest;
 * the tolerance is for caches and devices that were offline.
 */
const listsBehind = 13;

/** Tolerance after a deletion, of which a CMP with a cached older list does not know yet (ms). */
const deletionTolerance = 2 * week;

/** Returns a rule that is off while no list is known. */
function withList(
  isBroken: (facts: TcStringFacts, list: VendorList, expected: TcStringExpectations) => boolean,
): TcStringRule['isBroken'] {
  return (facts, expected) => expected.vendorList !== null && isBroken(facts, expected.vendorList, expected);
}

const isOlder = ({ vendorListVersion }: TcStringFacts, list: VendorList) =>
  vendorListVersion < list.vendorListVersion;

function purposesIn({
  purposeConsents,
  purposeLegitimateInterests,
  publisherPurposes,
  publisherRestrictions,
}: TcStringFacts): number[] {
  const { consents = [], legitimateInterests = [] } = publisherPurposes ?? {};
  return [
    ...purposeConsents,
    ...purposeLegitimateInterests,
    ...consents,
    ...legitimateInterests,
    ...publisherRestrictions.map(({ purposeId }) => purposeId),
  ];
}

/**
 * Returns whether a string discloses a vendor that never was in a list. Ids ascend and are never reused, so
 * only a vendor of an older list can be missing because it was removed since.
 */
function namesUnknownVendor(facts: TcStringFacts, { vendors, ...list }: VendorList): boolean {
  const highest = isOlder(facts, { vendors, ...list }) ? Math.max(...Object.keys(vendors).map(Number)) : 0;
  return (
    facts.vendorsDisclosed?.some((vendor) => !Object.hasOwn(vendors, vendor) && vendor > highest) ?? false
  );
}

function namesDeletedVendor(facts: TcStringFacts, list: VendorList): boolean {
  const knownDeletions = facts.created - (isOlder(facts, list) ? deletionTolerance : 0);
  return (
    facts.vendorsDisclosed?.some(
      (vendor) => readListDate(list.vendors[vendor]?.deletedDate ?? '') <= knownDeletions,
    ) ?? false
  );
}

/**
 * Rules on what a string must have in common with the published lists.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "CMPs using the GVL", "Global Vendor
 * List and TCF Policy Updates", "The Global CMP List".
 */
export const listRules = [
  {
    reason: 'unknown_vendor_list',
    message: 'names a vendor list that is newer than the latest one',
    isBroken: withList(({ vendorListVersion }, list) => vendorListVersion > list.vendorListVersion),
  },
  {
    reason: 'vendor_list_too_old',
    message: 'names a vendor list that was out of date when the string was created',
    isBroken: withList(({ vendorListVersion, created }, list, { now }) => {
      const weeksSince = Math.max(0, Math.ceil((now - created) / week));
      return vendorListVersion < list.vendorListVersion - listsBehind - weeksSince;
    }),
  },
  {
    reason: 'policy_version_too_old',
    message: 'has a policy version that is no longer valid',
    // The previous version is valid during the Managing Organisation's transition period, which no list
    // states.
    isBroken: ({ policyVersion }, { vendorList }) =>
      policyVersion < Math.max(oldestPolicy, (vendorList?.tcfPolicyVersion ?? 0) - 1),
  },
  {
    reason: 'wrong_policy_version',
    message: 'must have the same policy version as the vendor list that it names',
    isBroken: withList((facts, list) =>
      isOlder(facts, list)
        ? facts.policyVersion > list.tcfPolicyVersion
        : facts.policyVersion !== list.tcfPolicyVersion,
    ),
  },
  {
    reason: 'unknown_purpose',
    message: 'has a purpose that is not in any vendor list',
    isBroken: withList((facts, { purposes }) =>
      purposesIn(facts).some((purpose) => !Object.hasOwn(purposes, purpose)),
    ),
  },
  {
    reason: 'unknown_special_feature',
    message: 'has a special feature that is not in any vendor list',
    isBroken: withList(({ specialFeatureOptIns }, { specialFeatures }) =>
      specialFeatureOptIns.some((id) => !Object.hasOwn(specialFeatures, id)),
    ),
  },
  {
    reason: 'unknown_vendor',
    message: 'discloses a vendor that is not in any vendor list',
    isBroken: withList(namesUnknownVendor),
  },
  {
    reason: 'deleted_vendor',
    message: 'discloses a vendor that was deleted from the vendor list',
    isBroken: withList(namesDeletedVendor),
  },
] as const satisfies readonly TcStringRule[];
