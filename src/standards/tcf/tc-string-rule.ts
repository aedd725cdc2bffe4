import type { CmpStanding } from './cmp-list';
import type { TcStringFacts } from './tc-string';
import type { VendorList } from './vendor-list';

/** The context in which a TC string of this CMP is checked. Times are epoch milliseconds. */
export interface TcStringExpectations {
  readonly cmpId: number;
  readonly cmpVersion: number;
  readonly publisherCC: string;
  /** The newest Global Vendor List; null while it is not known, and then the rules that need it are off. */
  readonly vendorList: VendorList | null;
  /** Status of the configured CMP in the CMP list; null while it is not known. */
  readonly cmp: Pick<CmpStanding, 'status'> | null;
  /**
   * Time of the decision (epoch milliseconds), on whose day or the day before the string must have been created.
   * Unset: now.
   */
  readonly decidedAt?: number | undefined;
  readonly now: number;
}

/** A reason to refuse a string: a stable name, the fault in words, and the check for it. */
export interface TcStringRule {
  readonly reason: string;
  readonly message: string;
  readonly isBroken: (facts: TcStringFacts, expected: TcStringExpectations) => boolean;
}
