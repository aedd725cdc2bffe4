/**
 * The words that the widget needs in addition to the operator's texts, as plain text. `{name}` stands for
 * what the widget fills in.
 */
export interface WidgetWords extends CookieCounts {
  readonly close: string;
  /** State of a category that cannot be refused. */
  readonly alwaysOn: string;
  readonly on: string;
  readonly off: string;
  readonly details: string;
  readonly settings: string;
  readonly privacySettings: string;
  readonly privacyPolicy: string;
  /** Label of the language menu. */
  readonly language: string;

  /** Labels of a parameter's facts. */
  readonly provider: string;
  readonly purpose: string;
  readonly duration: string;
  /** Duration of what ends with the browser's session. */
  readonly session: string;
  readonly description: string;
  readonly domains: string;

  /** `{provider}`. In place of embedded content that is not allowed. */
  readonly embedBlocked: string;
  readonly showOnce: string;
  readonly alwaysShow: string;

  readonly consentId: string;
  /** `{date}`. */
  readonly decidedOn: string;
  /** Link to the receipt. */
  readonly receipt: string;
  readonly saved: string;
  /** The decision will be sent later. */
  readonly notSaved: string;
  /** The service has refused the decision. */
  readonly saveFailed: string;
  readonly cookiesBlocked: string;

  /** For which devices a choice counts, in every layer that asks for it (CNIL, deliberation 2025-131). */
  readonly accountScope: string;
  /** Notice on a device to which the choice of another one has come. */
  readonly accountFollowed: string;

  /** Status of an opt-out that Global Privacy Control has made, in the words of 11 CCR § 7025(c)(6). */
  readonly optOutHonoured: string;
  readonly gpcHonoured: string;
  /** Question to a visitor who allows what Global Privacy Control refuses. */
  readonly gpcConfirm: string;
  readonly gpcShareAnyway: string;
  readonly gpcKeep: string;

  readonly legitimateInterest: string;
  /** Button that objects to processing on the basis of a legitimate interest. */
  readonly object: string;

  /** `{age}`. */
  readonly ageQuestion: string;
  readonly birthYear: string;
  readonly yes: string;
  readonly no: string;
  readonly next: string;
  /** To a visitor who is too young to decide, where parents are not asked. */
  readonly tooYoung: string;
  /** Button that begins the request to a parent. */
  readonly askParent: string;
  readonly parentNote: string;
  readonly parentPending: string;

  readonly preview: string;
  /** `{name}`. */
  readonly poweredBy: string;
}

/**
 * Number of cookies in a category, `{count}`, by the plural categories of `Intl.PluralRules`. A language
 * leaves out the forms that it does not have; `cookiesOther` then applies.
 */
interface CookieCounts {
  readonly cookiesZero?: string;
  readonly cookiesOne?: string;
  readonly cookiesTwo?: string;
  readonly cookiesFew?: string;
  readonly cookiesMany?: string;
  readonly cookiesOther: string;
}
