/**
 * The words around the texts of the Transparency and Consent Framework, which come from the vendor list.
 * `{name}` stands for what the widget fills in.
 */
export interface TcfWords {
  /** `{count}`. Before the purposes of the first layer. */
  readonly intro: string;
  /** `{count}`. */
  readonly partners: string;
  readonly interest: string;
  readonly scope: string;
  readonly purposes: string;
  readonly specialPurposes: string;
  /** Of the special purposes. */
  readonly noChoice: string;
  readonly features: string;
  readonly specialFeatures: string;
  readonly consent: string;
  readonly legitimateInterest: string;
  readonly examples: string;
  /** Label of a number of days. */
  readonly retention: string;
  readonly cookieLifetime: string;
  /** Below the lifetime, of vendors that start it again when a cookie is used. */
  readonly cookieRefresh: string;
  /** Fact about a vendor. */
  readonly otherStorage: string;
  readonly data: string;
  /** Link to a page of the vendor. */
  readonly interestClaim: string;
}
