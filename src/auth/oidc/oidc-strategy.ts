import { Strategy } from 'passport';
import type { ProviderUser } from '../../features/accounts';
import { holdsClaim, namesOfOptional, textClaim } from '../claims';
import { LoginRefused, type LoginSecrets, type OidcConfig, type OidcProvider } from './oidc-provider';

/** One of the two steps of a sign-in. */
export type OidcStep =
  | { readonly step: 'begin'; readonly remember: (secrets: LoginSecrets) => void }
  | {
      readonly step: 'finish';
      readonly query: Readonly<Record<string, string>>;
      readonly secrets: LoginSecrets;
    };

/** The passport strategy of OpenID Connect's authorization code flow; it keeps nothing between the steps. */
export class OidcStrategy extends Strategy {
  override readonly name = 'oidc';

  constructor(
    private readonly provider: OidcProvider,
    private readonly oidc: OidcConfig,
  ) {
    super();
  }

  override authenticate(request: unknown): void {
    this.take(request as OidcStep).catch((error) => {
      if (error instanceof LoginRefused) this.fail(error);
      else this.error(error);
    });
  }

  private async take(request: OidcStep): Promise<void> {
    if (request.step === 'begin') {
      const { url, secrets } = await this.provider.begin();
      request.remember(secrets);
      this.redirect(url);
      return;
    }
    this.success(this.userOf(await this.provider.finish(request.query, request.secrets)));
  }

  private userOf(claims: Awaited<ReturnType<OidcProvider['finish']>>): ProviderUser {
    const { claimsMapping, requiredClaim, allowedDomains } = this.oidc;
    const email = textClaim(claims, claimsMapping.email);
    if (email === null) throw new LoginRefused('email_missing');
    // Some providers write it as a text, in any case.
    const verified = String(claims.email_verified).toLowerCase();
    if (verified === 'false') throw new LoginRefused('email_not_verified', { email });
    // What `email_verified` says is said of the claim `email` only.
    const emailVerified = verified === 'true' && claimsMapping.email === 'email';
    const message = 'This account may not sign in here.';
    if (requiredClaim !== undefined && !holdsClaim(claims, requiredClaim))
      throw new LoginRefused('required_claim_missing', { email, message });
    if (allowedDomains !== undefined) {
      if (!emailVerified) throw new LoginRefused('email_not_verified', { email });
      if (!isInDomain(email, allowedDomains))
        throw new LoginRefused('domain_not_allowed', { email, message });
    }
    return {
      provider: 'oidc',
      issuer: String(claims.iss),
      subject: String(claims.sub),
      email,
      emailVerified,
      name: textClaim(claims, 'name') ?? undefined,
      roleNames: namesOfOptional(claims, claimsMapping.roles),
      tenants: namesOfOptional(claims, claimsMapping.tenants),
    };
  }
}

/** Compares the part after the last `@`, whatever the case. */
function isInDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.some((allowed) => allowed.toLowerCase() === domain);
}
