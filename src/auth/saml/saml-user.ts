import type { ResolvedConfig } from '../../config/config-schema';
import type { ProviderUser } from '../../features/accounts';
import type { Assertion } from './saml-assertion';
import { SamlRefused } from './saml-refusal';

export type SamlUserOptions = Pick<
  NonNullable<ResolvedConfig['auth']['saml']>,
  'emailAttribute' | 'rolesAttribute' | 'tenantsAttribute' | 'requiredAttribute' | 'trustEmail'
>;

/** As OASIS (X.500 attributes), Microsoft and the common products name them. */
const emailNames = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const displayNames = [
  'displayName',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  'cn',
  'urn:oid:2.5.4.3',
];

const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/**
 * Whom an assertion speaks of. The name id is who it is for ever; where the provider makes up another one
 * each time, or tells none, that is the e-mail address.
 * @throws SamlRefused
 */
export function toProviderUser(
  { issuer, nameId, nameIdFormat, attributes }: Assertion,
  options: SamlUserOptions,
): ProviderUser {
  const { emailAttribute, rolesAttribute, tenantsAttribute, requiredAttribute } = options;
  const firstOf = (names: readonly string[]) =>
    names.map((name) => attributes.get(name)?.[0]).find((value) => value !== undefined);
  const isName = nameId !== null && nameIdFormat !== transientFormat;
  const email =
    firstOf(emailAttribute === undefined ? emailNames : [emailAttribute]) ??
    (emailAttribute === undefined && isName ? nameId : undefined);
  // A name id that is no address is no address.
  if (email === undefined || !email.includes('@')) throw new SamlRefused('email_missing');
  if (
    requiredAttribute !== undefined &&
    !attributes.get(requiredAttribute.name)?.includes(requiredAttribute.value)
  )
    throw new SamlRefused('required_attribute_missing', { email });
  const namesIn = (attribute: string | undefined) =>
    attribute === undefined ? undefined : (attributes.get(attribute) ?? []);
  return {
    provider: 'saml',
    // Whoever is known by address only must not be taken for someone whose name id looks like that address.
    issuer: isName ? issuer : `${issuer}#email`,
    subject: isName ? nameId : email.toLowerCase(),
    email,
    // SAML has no word for it: the operator knows whether the provider is the authority for its users'
    // addresses.
    emailVerified: options.trustEmail,
    name: firstOf(displayNames),
    roleNames: namesIn(rolesAttribute),
    tenants: namesIn(tenantsAttribute),
  };
}
