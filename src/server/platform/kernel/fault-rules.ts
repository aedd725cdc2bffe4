/** Stable words for the rules that a person's input can break. Clients translate the sentences of faults by them. */
export const faultRules = [
  'required',
  'one_of',
  'whole_number',
  'min_length',
  'max_length',
  'min_items',
  'max_items',
  'minimum',
  'maximum',
  'repeated',
  'unknown',
  'taken',
  'email',
  'date',
  'not_after_to',
  'max_days',
  'in_future',
  'too_late',
  'one_line',
  'plain_text',
  'color',
  'fonts',
  'path',
  'web_address',
  'address_or_path',
  'origin',
  'https',
  'public_address',
  'no_user_name',
  'no_fragment',
  'group_name',
  'slug',
  'cookie_name',
  'country',
  'country_or_region',
  'language',
  'six_digits',
  'weak_password',
  'password_is_email',
] as const;
export type FaultRule = (typeof faultRules)[number];

/** The rule of a fault, if it has a word, and the number that its sentence names. */
export interface BrokenRule {
  readonly rule?: FaultRule;
  readonly limit?: number;
}
