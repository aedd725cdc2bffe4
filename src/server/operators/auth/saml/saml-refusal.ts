/** Reasons why a response of the identity provider is not accepted: stable words for the audit log. */
export type SamlRefusal =
  | 'malformed_response'
  | 'unsolicited_response'
  | 'unknown_request'
  | 'response_replayed'
  | 'other_browser'
  | 'provider_refused'
  | 'wrong_destination'
  | 'wrong_recipient'
  | 'wrong_issuer'
  | 'wrong_audience'
  | 'response_expired'
  | 'response_not_yet_valid'
  | 'unsigned_assertion'
  | 'weak_algorithm'
  | 'invalid_signature'
  | 'invalid_assertion'
  | 'email_missing'
  | 'required_attribute_missing';

interface SamlRefusedOptions extends ErrorOptions {
  readonly email?: string | null;
  /** For the log: only what the provider has signed, since anyone can write the rest. */
  readonly facts?: Readonly<Record<string, string>>;
}

const messages: Partial<Readonly<Record<SamlRefusal, string>>> = {
  wrong_issuer:
    'The identity provider names another issuer than the configured one. The log of the service has both.',
};

/** The identity provider's response is not accepted. */
export class SamlRefused extends Error {
  override readonly name = 'SamlRefused';
  readonly reason: SamlRefusal;

  /** E-mail address in the response, if it was read. */
  readonly email: string | null;
  readonly facts: Readonly<Record<string, string>>;

  constructor(reason: SamlRefusal, { email = null, facts = {}, ...options }: SamlRefusedOptions = {}) {
    super(messages[reason] ?? 'The sign-in was refused.', options);
    this.reason = reason;
    this.email = email;
    this.facts = facts;
  }
}
