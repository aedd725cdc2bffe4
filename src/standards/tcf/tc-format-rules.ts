import { thirteenMonths } from '../calendar';
import { consentOnlyPurposes } from './consent-only-purposes';
import { iso639Codes } from './iso-639-1';
import type { TcStringFacts } from './tc-string';
import type { TcStringRule } from './tc-string-rule';

const day = 86_400_000;

/** Tolerance for browser clocks that are ahead (ms). */
const clockTolerance = 10 * 60_000;

/** Longest age of a string (ms). Its time is the midnight before the decision. */
export const longestLife = (thirteenMonths + 1) * day;

const startOfDay = (time: number) => Math.floor(time / day) * day;

/** Returns whether any purpose has two types of restriction for one vendor. */
function hasConflict(restrictions: TcStringFacts['publisherRestrictions']): boolean {
  const seen = new Map<number, Set<number>>();
  return restrictions.some(({ purposeId, vendors }) => {
    const restricted = seen.get(purposeId) ?? new Set();
    seen.set(purposeId, restricted);
    const repeats = vendors.some((vendor) => restricted.has(vendor));
    for (const vendor of vendors) restricted.add(vendor);
    return repeats;
  });
}

/**
 * Rules that a string must satisfy whatever the published lists contain.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "TC String Format", "What happened
 * to Created and LastUpdated?"; `disclosedVendors` mandatory since 2026-02-28 (TCF 2.3), policy version 4
 * since TCF 2.2.
 */
export const formatRules = [
  {
    reason: 'not_service_specific',
    message: 'must be service-specific: global scope has ended',
    isBroken: ({ isServiceSpecific }) => !isServiceSpecific,
  },
  {
    reason: 'wrong_cmp_id',
    message: 'was created by a CMP other than the configured one',
    isBroken: ({ cmpId }, expected) => cmpId !== expected.cmpId,
  },
  {
    reason: 'cmp_deregistered',
    message: 'was created by a CMP that is no longer registered: its strings must be discarded',
    isBroken: (_, { cmp }) => cmp?.status === 'deregistered',
  },
  {
    reason: 'wrong_cmp_version',
    message: 'was created by a CMP version other than the configured one',
    isBroken: ({ cmpVersion }, expected) => cmpVersion !== expected.cmpVersion,
  },
  {
    reason: 'wrong_publisher_cc',
    message: 'names a publisher country other than the configured one',
    isBroken: ({ publisherCC }, expected) => publisherCC !== expected.publisherCC,
  },
  {
    reason: 'unknown_language',
    message: 'must contain the ISO 639-1 code of the notice’s language',
    isBroken: ({ consentLanguage }) => !iso639Codes.has(consentLanguage),
  },
  {
    reason: 'timestamps_differ',
    message: 'must have the same creation and last-update time',
    isBroken: ({ created, lastUpdated }) => created !== lastUpdated,
  },
  {
    reason: 'not_day_level',
    message: 'must have a creation time of midnight UTC',
    isBroken: ({ created }) => created % day !== 0,
  },
  {
    reason: 'created_in_future',
    message: 'was created in the future',
    isBroken: ({ created }, { now }) => created > now + clockTolerance,
  },
  {
    reason: 'created_too_long_ago',
    message: 'was created more than 13 months ago',
    isBroken: ({ created }, { now }) => created < now - longestLife,
  },
  {
    reason: 'not_updated',
    message: 'must be created for this decision: it is older than the day before the decision',
    isBroken: ({ created }, { now, decidedAt = now }) => created < startOfDay(decidedAt) - day,
  },
  {
    reason: 'disclosed_vendors_missing',
    message: 'has no disclosed-vendors segment',
    isBroken: ({ vendorsDisclosed }) => vendorsDisclosed === null,
  },
  {
    reason: 'allowed_vendors_present',
    message: 'has an allowed-vendors segment, which the format no longer contains',
    isBroken: ({ vendorsAllowed }) => vendorsAllowed !== null,
  },
  {
    reason: 'undisclosed_vendor',
    message: 'has consent or legitimate interest for a vendor that was not disclosed',
    isBroken: ({ vendorsDisclosed, vendorConsents, vendorLegitimateInterests }) => {
      const disclosed = new Set(vendorsDisclosed);
      return [...vendorConsents, ...vendorLegitimateInterests].some((vendor) => !disclosed.has(vendor));
    },
  },
  {
    reason: 'forbidden_legitimate_interest',
    message: 'has legitimate interest for a purpose that requires consent: 1, 3, 4, 5 or 6',
    isBroken: ({ purposeLegitimateInterests }) =>
      purposeLegitimateInterests.some((purpose) => consentOnlyPurposes.includes(purpose)),
  },
  {
    reason: 'forbidden_restriction',
    message: 'has a publisher restriction that requires legitimate interest for purpose 1, 3, 4, 5 or 6',
    isBroken: ({ publisherRestrictions }) =>
      publisherRestrictions.some(
        ({ purposeId, type }) =>
          type === 'require-legitimate-interest' && consentOnlyPurposes.includes(purposeId),
      ),
  },
  {
    reason: 'conflicting_restrictions',
    message: 'has two publisher restrictions on the same purpose for the same vendor',
    isBroken: ({ publisherRestrictions }) => hasConflict(publisherRestrictions),
  },
  {
    reason: 'vendor_list_missing',
    message: 'must name a vendor list; versions start at 1',
    isBroken: ({ vendorListVersion }) => vendorListVersion === 0,
  },
] as const satisfies readonly TcStringRule[];
