import type { Connection } from '../../database/database';
import type { AuthMode } from '../../kernel/auth-modes';
import { textFault } from '../../kernel/json';
import { findByEmail, findByIdentity, type KnownUser } from './identity-repository';
import type { AllowedTenants } from './tenant-access';
import { createUserDraftCheck } from './user-draft';
import { normalizeEmail } from './user-repository';

/** A user as an identity provider describes them, after the provider's answer has been verified. */
export interface ProviderUser {
  readonly provider: Exclude<AuthMode, 'local'>;
  /** Identifies the user permanently, together with `subject`; 1 to 255 characters each. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  /** Whether the provider vouches for the address: only then is an existing user linked by it. */
  readonly emailVerified: boolean;
  readonly name?: string | undefined;
  /**
   * Names of roles, of which unknown ones grant nothing. Undefined: the provider tells no roles, operators
   * set them.
   */
  readonly roleNames: readonly string[] | undefined;
  /**
   * Ids or slugs of tenants, of which unknown ones open nothing; `*` is all. Undefined: the provider tells
   * none, operators set them.
   */
  readonly tenants?: readonly string[] | undefined;
}

/** The same in a form in which it may be kept. */
export type CheckedProviderUser = ProviderUser & { readonly name: string };

/** The same with the tenants that the provider's names stand for; undefined: it tells none. */
export type KnownProviderUser = CheckedProviderUser & { readonly allowedTenants: AllowedTenants | undefined };

/** Holds what a provider says against the rules for an operator's own input; null for what cannot be kept. */
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

/** Whether the provider now vouches for an address of a known user that nobody vouched for before. */
export const isVerifiedNow = (known: KnownUser, told: ProviderUser): boolean =>
  !known.emailVerified && told.emailVerified && known.email === normalizeEmail(told.email);

/**
 * The user whom a provider means: known by identity, or an existing one who is to be linked. Null: nobody
 * yet.
 */
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
  // The provider vouches for the address that it told, not for one that a plugin put in its place.
  const mayLink =
    !namesake.hasIdentity && namesake.emailVerified && told.emailVerified && email === told.email;
  return mayLink ? { known: namesake, isLinked: false } : 'identity_conflict';
}
