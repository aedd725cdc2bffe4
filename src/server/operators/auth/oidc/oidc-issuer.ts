import { logText } from '#platform/kernel/log-text';

/** Stands for the id of a tenant in the issuer of Entra ID's addresses for several tenants. */
const tenantMark = '{tenantid}';

/**
 * The provider's own settings contradict the configuration. Unlike an outage, this does not pass: an operator has
 * to change something. The message says what; `facts` has the values.
 */
export class ProviderMisconfigured extends Error {
  override readonly name = 'ProviderMisconfigured';

  constructor(
    message: string,
    readonly facts: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

/** Issuers whose ID tokens are accepted. */
export interface AcceptedIssuers {
  /** At least one. */
  readonly issuers: readonly string[];
  /** Returns whether an issuer is another tenant of the same provider. */
  isOtherTenant(issuer: string): boolean;
  /**
   * Returns whether tokens of the issuer can be signed with a key. Entra ID marks the keys of single tenants in the
   * key set that all tenants share.
   */
  hasKey(issuer: string, key: object): boolean;
}

export interface IssuerRules {
  /** `auth.oidc.issuer`. */
  readonly issuer: string;
  readonly allowedTenants?: readonly string[] | undefined;
}

/**
 * Returns the accepted issuers, given the one in the discovery document.
 * @throws ProviderMisconfigured when it is not the configured one
 */
export function acceptIssuers(found: string, { issuer, allowedTenants }: IssuerRules): AcceptedIssuers {
  const facts = { configured: logText(issuer), found: logText(found) };
  const [before = '', after] = found.split(tenantMark);
  if (after === undefined) {
    if (toHref(found) !== toHref(issuer))
      throw new ProviderMisconfigured(
        'The discovery document of the identity provider names another issuer than auth.oidc.issuer. Set auth.oidc.issuer to the issuer that was found; if the document has another address than that issuer, set auth.oidc.discoveryUrl too',
        facts,
      );
    return { issuers: [found], isOtherTenant: () => false, hasKey: () => true };
  }
  if (!isBetween(issuer, before, after))
    throw new ProviderMisconfigured(
      'The issuer in the discovery document of the identity provider does not match auth.oidc.issuer',
      facts,
    );
  if (allowedTenants === undefined)
    throw new ProviderMisconfigured(
      'auth.oidc.issuer is the address of Entra ID for several tenants. Set it to that of your own tenant, or list the tenants whose users can sign in in auth.oidc.allowedTenants',
      facts,
    );
  const issuers = allowedTenants.map((tenant) => `${before}${tenant.toLowerCase()}${after}`);
  return {
    issuers,
    isOtherTenant: (other) => isBetween(other, before, after) && !issuers.includes(other),
    hasKey(accepted, key) {
      const { issuer: owner } = key as { readonly issuer?: unknown };
      return typeof owner !== 'string' || owner === found || owner === accepted;
    },
  };
}

function isBetween(text: string, before: string, after: string): boolean {
  const isLongEnough = text.length > before.length + after.length;
  return isLongEnough && text.startsWith(before) && text.endsWith(after);
}

/** Returns an address in its standard form; the text itself when it is not an address. */
const toHref = (text: string): string => (URL.canParse(text) ? new URL(text).href : text);

/** Returns the issuer of an ID token that the library refused for it; null for other errors. */
export function findForeignIssuer(error: unknown): string | null {
  for (let cause = error, left = 5; isRecord(cause) && left > 0; cause = cause.cause, left -= 1) {
    const { claim, claims } = cause;
    if (claim === 'iss' && isRecord(claims) && typeof claims.iss === 'string') return claims.iss;
  }
  return null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
