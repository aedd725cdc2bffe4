import type { ProviderUser } from '../../accounts';
import { holdsClaim, isLeftOut, namesClaim, readFlag, textClaim } from '../claims';
import { LoginRefused, type OidcConfig, type OidcProvider } from './oidc-provider';

/**
 * Returns the user that an ID token describes.
 * @throws LoginRefused when the configuration excludes the user
 */
export function toProviderUser(
  claims: Awaited<ReturnType<OidcProvider['finish']>>,
  { claimsMapping, requiredClaim, allowedDomains }: OidcConfig,
): ProviderUser {
  const email = textClaim(claims, claimsMapping.email);
  if (email === null) throw new LoginRefused('email_missing');
  const verified = readFlag(claims, 'email_verified');
  if (verified === false) throw new LoginRefused('email_not_verified', { email });
  // `email_verified` only describes the claim `email`.
  const emailVerified = verified === true && claimsMapping.email === 'email';
  const message = 'This account is not allowed to sign in here.';
  if (requiredClaim !== undefined && !holdsClaim(claims, requiredClaim))
    throw new LoginRefused('required_claim_missing', {
      email,
      message,
      ...(isLeftOut(claims, requiredClaim.name) && {
        cause: new Error('the provider left the required claim out because the user has too many groups'),
      }),
    });
  if (allowedDomains !== undefined) {
    if (!emailVerified) throw new LoginRefused('email_not_verified', { email });
    if (!isInDomain(email, allowedDomains)) throw new LoginRefused('domain_not_allowed', { email, message });
  }
  return {
    provider: 'oidc',
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email,
    emailVerified,
    name: textClaim(claims, 'name') ?? undefined,
    roles: namesClaim(claims, claimsMapping.roles, claimsMapping),
    tenants: namesClaim(claims, claimsMapping.tenants, claimsMapping),
  };
}

/** Returns whether the part after the last `@` is one of the domains, ignoring case. */
function isInDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.some((allowed) => allowed.toLowerCase() === domain);
}
