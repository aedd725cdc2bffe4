import type { Connection } from '#platform/database/database';
import type { AuthMode } from '#platform/kernel/auth-modes';
import { textFault } from '#platform/kernel/json';
import { findByEmail, findByIdentity, type KnownUser } from './identity-repository';
import type { AllowedTenants } from './tenant-access';
import { createUserDraftCheck } from './user-draft';
import { normalizeEmail } from './user-repository';

/**
 * Why a provider's answer has no names although a claim for them is configured: the claim is absent, the provider
 * has left it out because there are too many, or it is neither a text nor a list of texts.
 */
export type MissingNames = 'absent' | 'left_out' | 'unreadable';

/** Names of roles or tenants in a provider's answer. */
export interface ClaimedNames {
  /** The claim or attribute that contains the names; null when none is configured. */
  readonly claim: string | null;
  /** Undefined: the answer says nothing, so what is stored stays. An absent claim is not an empty one. */
  readonly names: readonly string[] | undefined;
  readonly missing: MissingNames | null;
}

/** A user as an identity provider describes them, after the provider's answer has been verified. */
export interface ProviderUser {
  readonly provider: Exclude<AuthMode, 'local'>;
  /** Identifies the user permanently, together with `subject`; 1 to 255 characters each. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  /** Whether the provider vouches for the address; only then can it link an existing user. */
  readonly emailVerified: boolean;
  readonly name?: string | undefined;
  /** Names of roles; unknown ones grant nothing. */
  readonly roles: ClaimedNames;
  /** Ids or slugs of tenants; unknown ones grant nothing, and `*` is all. */
  readonly tenants: ClaimedNames;
}

/** A provider user whose fields can be stored. */
export type CheckedProviderUser = ProviderUser & { readonly name: string };

/** A provider user with the tenants that the provider's names refer to; undefined: it sends none. */
export type KnownProviderUser = CheckedProviderUser & { readonly allowedTenants: AllowedTenants | undefined };

/**
 * Creates the check of a provider's data against the rules for an operator's own input; it returns null for
 * data that cannot be stored.
 */
export function createProviderUserCheck(): (told: ProviderUser) => CheckedProviderUser | null {
  const checkDraft = createUserDraftCheck();
  return (told) => {
    const { issuer, subject, email } = told;
    const fits = [issuer, subject].every(
      (text) => text.length > 0 && text.length <= 255 && textFault(text) === null,
    );
    // A name that cannot be displayed must not prevent a sign-in.
    const draft =
      checkDraft({ name: told.name?.trim(), email }) ?? checkDraft({ name: email.slice(0, 200), email });
    return fits && draft !== null ? { ...told, ...draft } : null;
  };
}

/** Returns whether the provider now vouches for the address of a known user whose address was unverified. */
export const isVerifiedNow = (known: KnownUser, told: ProviderUser): boolean =>
  !known.emailVerified && told.emailVerified && known.email === normalizeEmail(told.email);

/** The user that a provider refers to: known by identity, or an existing one to be linked. Null: none yet. */
export type FoundUser =
  | { readonly known: KnownUser; readonly isLinked: boolean }
  | 'identity_conflict'
  | null;

/** @param email the address that a new user would have */
export async function findProviderUser(
  connection: Connection,
  told: ProviderUser,
  email = told.email,
): Promise<FoundUser> {
  const known = await findByIdentity(connection, told);
  if (known !== null) return { known, isLinked: true };
  const namesake = await findByEmail(connection, email);
  if (namesake === null) return null;
  // The provider vouches for the address that it sent, not for one that a plugin set instead.
  const mayLink =
    !namesake.hasIdentity && namesake.emailVerified && told.emailVerified && email === told.email;
  return mayLink ? { known: namesake, isLinked: false } : 'identity_conflict';
}
