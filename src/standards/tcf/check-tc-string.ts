import { readTcString, type TcStringFacts, type TcStringFault } from './tc-string';

/** What a TC string made by this CMP must say. */
export interface TcStringExpectations {
  readonly cmpId: number;
  readonly cmpVersion: number;
  readonly publisherCC: string;
  /** Newest version of the Global Vendor List that is known; null: not known, so not checked. */
  readonly newestVendorList: number | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

export type TcStringRefusal =
  | TcStringFault
  | 'not_service_specific'
  | 'wrong_cmp_id'
  | 'wrong_cmp_version'
  | 'policy_version_too_old'
  | 'unknown_vendor_list'
  | 'timestamps_differ'
  | 'created_in_future'
  | 'disclosed_vendors_missing'
  | 'wrong_publisher_cc';

/** A sentence for each refusal. */
export const tcStringRefusals: Readonly<Record<TcStringRefusal, string>> = {
  not_base64url: 'must consist of base64url segments joined by dots',
  unsupported_version: 'must be a TC string of version 2',
  undecodable: 'cannot be decoded',
  too_many_vendors: 'lists more vendors than any vendor list has',
  not_service_specific: 'must be service-specific: global scope has ended',
  wrong_cmp_id: 'was made by another CMP than the configured one',
  wrong_cmp_version: 'was made by another version of the CMP than the configured one',
  policy_version_too_old: 'must be of policy version 4 or later',
  unknown_vendor_list: 'names a vendor list newer than the newest there is',
  timestamps_differ: 'must have the same time of creation and of last update',
  created_in_future: 'was created in the future',
  disclosed_vendors_missing: 'lacks the segment of disclosed vendors',
  wrong_publisher_cc: 'names another country of the publisher than the configured one',
};

/** Clocks of browsers may go this much ahead, in milliseconds; the framework rounds to days, so honest ones seldom need it. */
const clockTolerance = 10 * 60_000;

/**
 * Holds a TC string that a visitor submits against the framework and against this CMP; null when it is good.
 * Source: IAB Europe TCF Policies 5.0.b and Tech Lab format v2 (`disclosedVendors` mandatory since 2026-02-28 by TCF 2.3;
 * `created` and `lastUpdated` equal since TCF 2.2; service-specific strings only).
 */
export function checkTcString(text: string, expected: TcStringExpectations): TcStringRefusal | null {
  const facts = readTcString(text);
  return typeof facts === 'string' ? facts : checkFacts(facts, expected);
}

function checkFacts(facts: TcStringFacts, { cmpId, cmpVersion, publisherCC, newestVendorList, now }: TcStringExpectations): TcStringRefusal | null {
  if (!facts.isServiceSpecific) return 'not_service_specific';
  if (facts.cmpId !== cmpId) return 'wrong_cmp_id';
  if (facts.cmpVersion !== cmpVersion) return 'wrong_cmp_version';
  if (facts.policyVersion < 4) return 'policy_version_too_old';
  if (newestVendorList !== null && facts.vendorListVersion > newestVendorList) return 'unknown_vendor_list';
  if (facts.created !== facts.lastUpdated) return 'timestamps_differ';
  if (facts.created > now + clockTolerance) return 'created_in_future';
  if (facts.vendorsDisclosed === null) return 'disclosed_vendors_missing';
  return facts.publisherCC === publisherCC ? null : 'wrong_publisher_cc';
}
