import type { ProfileFacts } from '#banners/profiles/index';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import type { StringWarning } from '../consent-schemas';
import { allowsMore, listAnswers } from '../records/consent-decision';
import type { StoredConsent } from '../records/stored-consent';
import { isUnstorable } from './unstorable-strings';

// Why: docs/adr/0041-invalid-strings-lose-no-refusal.md

/** Reasons why a TC or GPP string, or a parent's token, that came with a decision cannot be stored. */
export type StringFault = StringWarning;

/** A decision without the strings that have faults. */
export function withoutFaulty<T extends object>(decision: T, faults: readonly StringFault[]): T {
  if (faults.length === 0) return decision;
  const faulty = faults.map(({ path }) => path) as readonly string[];
  return Object.fromEntries(Object.entries(decision).filter(([field]) => !faulty.includes(field))) as T;
}

/**
 * Refuses a decision with faulty strings or a token when it allows more than before. A refusal or a
 * withdrawal counts without its string: it must be as easy as consent (GDPR, Article 7(3)), also for a page
 * whose script is out of date.
 * @param before the record as stored, locked by this transaction; null when there is none
 * @throws ServiceError `invalid_tc_string`, `invalid_gpp_string`
 */
export function requireNoNewGrant(
  [fault]: readonly StringFault[],
  after: Parameters<typeof listAnswers>[0],
  before: Pick<StoredConsent, 'profileId' | 'consentJson' | 'services'> | null,
  profile: Pick<ProfileFacts, 'id' | 'mandatoryCategories' | 'categoryOf'> | null,
): void {
  // The same category id can mean something else in another profile.
  const held = before !== null && (profile === null || before.profileId === profile.id) ? before : null;
  if (fault === undefined) return;
  const heldAnswers = held === null ? {} : listAnswers(held, profile);
  if (!allowsMore(listAnswers(after, profile), heldAnswers, profile?.mandatoryCategories ?? [])) return;
  const { code, reason, path, message } = fault;
  if (code === 'invalid_parental_token') throw new ServiceError(code);
  if (isUnstorable(reason)) throw validationFailed({ path, message });
  throw new ServiceError(code, { body: { reason, details: [{ path, message }] } });
}
