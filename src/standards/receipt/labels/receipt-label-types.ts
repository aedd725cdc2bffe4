import type { LimitCause } from '../receipt-types';

/** The fixed words of a printed receipt in one language. `{name}` stands for what is filled in. */
export interface ReceiptLabels {
  /** BCP 47. */
  readonly locale: string;
  readonly title: string;
  /** `{date}`. */
  readonly lead: string;
  readonly sections: Readonly<
    Record<'choices' | 'record' | 'responsible' | 'withdrawal' | 'notice' | 'history' | 'signals', string>
  >;
  readonly fields: Readonly<
    Record<
      | 'decided'
      | 'status'
      | 'validUntil'
      | 'record'
      | 'receipt'
      | 'visitor'
      | 'device'
      | 'place'
      | 'law'
      | 'rules'
      | 'gpc'
      | 'controller'
      | 'contact'
      | 'recipients'
      | 'language'
      | 'version'
      | 'hash'
      | 'address'
      | 'basis'
      | 'purpose'
      | 'recordedBy',
      string
    >
  >;
  readonly choices: Readonly<Record<'granted' | 'denied' | 'objected' | 'alwaysOn' | 'none', string>>;
  readonly bases: Readonly<Record<'mandatory' | 'consent' | 'legitimate-interest', string>>;
  readonly purposes: Readonly<
    Record<'necessary' | 'functional' | 'preferences' | 'analytics' | 'marketing', string>
  >;
  /** Why a decision counts or does not, by the reason of `verify`. */
  readonly status: Readonly<
    Record<'valid' | 'profile_inactive' | 'profile_changed' | 'reconsent_required' | 'expired', string>
  >;
  readonly gpc: Readonly<Record<'seen' | 'notSeen', string>>;
  /** Next to a choice that is not in effect. */
  readonly limitedBy: Readonly<Record<LimitCause, string>>;
  /** `session`: the duration of a cookie that ends with the browser's session. */
  readonly cookies: Readonly<Record<'name' | 'provider' | 'duration' | 'session', string>>;
  readonly history: Readonly<Record<'date' | 'event' | 'allowed' | 'version', string>>;
  readonly events: Readonly<
    Record<
      | 'dpv:ConsentGiven'
      | 'dpv:RenewedConsentGiven'
      | 'dpv:ConsentRefused'
      | 'dpv:ConsentWithdrawn'
      | 'dpv:ConsentUnknown',
      string
    >
  >;
  readonly withdrawal: string;
  readonly noRecipients: string;
  /** Who recorded a decision. `unproven`: the request named the visitor, and nothing proves that it was theirs. */
  readonly by: Readonly<Record<'visitor' | 'unproven' | 'apiKey' | 'import', string>>;
  readonly noticeMissing: string;
  readonly noticeChanged: string;
  readonly noticeImported: string;
  readonly unknown: string;
  /** `{count}`. */
  readonly more: string;
  readonly shortened: string;
  /** For receipts that have every field of the standard. */
  readonly standard: string;
  readonly machineReadable: string;
  /** `{date}`. */
  readonly issued: string;
  /** `{page}`, `{pages}`. */
  readonly page: string;
}
