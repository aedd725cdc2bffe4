import { validationFailed } from '#platform/kernel/errors';
import { findUnsafeJson } from '#platform/kernel/json';
import { matchesSchema } from '#platform/kernel/schema-check';
import { isWeakPassword } from '#platform/kernel/weak-password';
import { UserDraft } from './account-schemas';

/** @param path of the password in the request. @throws ServiceError `validation_failed` */
export function refuseWeakPassword(password: string, email: string, path = 'password'): void {
  if (isLikeEmail(password, email))
    throw validationFailed({ path, message: 'must not be the e-mail address', rule: 'password_is_email' });
  if (isWeakPassword(password, email))
    throw validationFailed({
      path,
      message: 'consists of common words, sequences or repetitions; choose a less predictable one',
      rule: 'weak_password',
    });
}

const isLikeEmail = (password: string, email: string) => password.toLowerCase() === email.toLowerCase();

/**
 * Checks the result of a plugin or the data of a provider against the rules for an operator's own input.
 * Returns null for invalid input; never throws.
 */
export function createUserDraftCheck(): (changed: unknown, password?: string | null) => UserDraft | null {
  const matches = matchesSchema<UserDraft>(UserDraft);
  return (changed, password = null) => {
    try {
      // Only plain data: the result of a plugin may contain getters, cycles or values that JSON does not
      // have.
      const draft: unknown = JSON.parse(JSON.stringify(changed));
      if (findUnsafeJson(draft) !== null || !matches(draft)) return null;
      if (password !== null && isLikeEmail(password, draft.email)) return null;
      return { name: draft.name, email: draft.email };
    } catch {
      return null;
    }
  };
}
