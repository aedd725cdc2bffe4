import type { CmpStanding } from './cmp-list';
import type { TcStringFacts } from './tc-string';
import type { VendorList } from './vendor-list';

/** What a TC string made by this CMP must say. Times in epoch milliseconds. */
export interface TcStringExpectations {
  readonly cmpId: number;
  readonly cmpVersion: number;
  readonly publisherCC: string;
  /** The newest Global Vendor List; null while it is not known: the rules that need it are then off. */
  readonly vendorList: VendorList | null;
  /** What the CMP list says of the configured CMP; null while it is not known. */
  readonly cmp: Pick<CmpStanding, 'status'> | null;
  /** Whether the visitor decides at this moment, so that the string must be of today or yesterday. */
  readonly decidedNow: boolean;
  readonly now: number;
}

/** A reason to refuse a string: a stable name, the fault in words, and the check for it. */
export interface TcStringRule {
  readonly reason: string;
  readonly message: string;
  readonly isBroken: (facts: TcStringFacts, expected: TcStringExpectations) => boolean;
}
