import { TCString } from '@iabtechlabtcf/core';
import { countVendors, mostVendors, readSegmentTypes, segmentTypes } from './vendor-ranges';

/**
 * The content of a TC string. Times are epoch milliseconds; ids are in ascending order; null where a segment
 * is absent.
 */
export interface TcStringFacts {
  readonly version: number;
  readonly created: number;
  readonly lastUpdated: number;
  readonly cmpId: number;
  readonly cmpVersion: number;
  readonly consentScreen: number;
  /** ISO 639-1 code, upper case as in the string. */
  readonly consentLanguage: string;
  readonly vendorListVersion: number;
  readonly policyVersion: number;
  readonly isServiceSpecific: boolean;
  readonly useNonStandardTexts: boolean;
  readonly purposeOneTreatment: boolean;
  /** ISO 3166-1 alpha-2. */
  readonly publisherCC: string;
  readonly specialFeatureOptIns: readonly number[];
  readonly purposeConsents: readonly number[];
  readonly purposeLegitimateInterests: readonly number[];
  readonly vendorConsents: readonly number[];
  readonly vendorLegitimateInterests: readonly number[];
  readonly publisherRestrictions: readonly {
    readonly purposeId: number;
    readonly type: RestrictionType;
    readonly vendors: readonly number[];
  }[];
  readonly vendorsDisclosed: readonly number[] | null;
  readonly vendorsAllowed: readonly number[] | null;
  readonly publisherPurposes: {
    readonly consents: readonly number[];
    readonly legitimateInterests: readonly number[];
  } | null;
}

export const restrictionTypes = ['not-allowed', 'require-consent', 'require-legitimate-interest'] as const;
export type RestrictionType = (typeof restrictionTypes)[number] | 'undefined';

/** Reasons why a text cannot be read as a TC string. */
export type TcStringFault = 'not_base64url' | 'unsupported_version' | 'undecodable' | 'too_many_vendors';

/**
 * Reads a TC string of version 2.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2.
 */
export function readTcString(text: string): TcStringFacts | TcStringFault {
  if (!/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+){0,3}$/.test(text)) return 'not_base64url';
  // Version 2 in the first six bits is the letter C.
  if (!text.startsWith('C')) return 'unsupported_version';
  const segments = text.split('.');
  const types = readSegmentTypes(segments);
  if (types === null) return 'undecodable';
  try {
    if (countVendors(segments, types, 'tcfeuv2') > mostVendors) return 'too_many_vendors';
    return toFacts(TCString.decode(text), new Set(types));
  } catch {
    // The decoder throws its own errors, and plain TypeErrors on garbage.
    return 'undecodable';
  }
}

function toFacts(model: ReturnType<typeof TCString.decode>, types: ReadonlySet<number>): TcStringFacts {
  const ids = (vector: { forEach(each: (value: boolean, id: number) => void): void }) => {
    const set: number[] = [];
    vector.forEach((value, id) => void (value && set.push(id)));
    return set;
  };
  return {
    version: Number(model.version),
    created: model.created.getTime(),
    lastUpdated: model.lastUpdated.getTime(),
    cmpId: Number(model.cmpId),
    cmpVersion: Number(model.cmpVersion),
    consentScreen: Number(model.consentScreen),
    consentLanguage: model.consentLanguage,
    vendorListVersion: Number(model.vendorListVersion),
    policyVersion: Number(model.policyVersion),
    isServiceSpecific: model.isServiceSpecific,
    useNonStandardTexts: model.useNonStandardTexts,
    purposeOneTreatment: model.purposeOneTreatment,
    publisherCC: model.publisherCountryCode,
    specialFeatureOptIns: ids(model.specialFeatureOptins),
    purposeConsents: ids(model.purposeConsents),
    purposeLegitimateInterests: ids(model.purposeLegitimateInterests),
    vendorConsents: ids(model.vendorConsents),
    vendorLegitimateInterests: ids(model.vendorLegitimateInterests),
    publisherRestrictions: model.publisherRestrictions.getRestrictions().map((restriction) => ({
      purposeId: restriction.purposeId,
      type: restrictionTypes[restriction.restrictionType] ?? 'undefined',
      vendors: model.publisherRestrictions.getVendors(restriction),
    })),
    vendorsDisclosed: types.has(segmentTypes.disclosed) ? ids(model.vendorsDisclosed) : null,
    vendorsAllowed: types.has(segmentTypes.allowed) ? ids(model.vendorsAllowed) : null,
    publisherPurposes: types.has(segmentTypes.publisher)
      ? {
          consents: ids(model.publisherConsents),
          legitimateInterests: ids(model.publisherLegitimateInterests),
        }
      : null,
  };
}
