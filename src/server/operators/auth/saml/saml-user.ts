import type { ResolvedConfig } from '#platform/config/config-schema';
import type { ClaimedNames, ProviderUser } from '../../accounts';
import { noClaim, toNames } from '../claims';
import type { Assertion } from './saml-assertion';
import { SamlRefused } from './saml-refusal';

export type SamlUserOptions = Pick<
  NonNullable<ResolvedConfig['auth']['saml']>,
  | 'emailAttribute'
  | 'rolesAttribute'
  | 'tenantsAttribute'
  | 'separator'
  | 'whenMissing'
  | 'requiredAttribute'
  | 'trustEmail'
>;

/** Attribute names of OASIS (X.500 attributes), Microsoft and other common products. */
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

/** Entra ID sends this attribute instead of the groups (not of the roles) of a user who has more than 150. */
const groupsLink = 'http://schemas.microsoft.com/claims/groups.link';

const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/**
 * Returns the user that an assertion describes. Users are identified by the name id, or by the e-mail address
 * when the provider sends no name id or a new one each time.
 * @throws SamlRefused
 */
export function toProviderUser(
  { issuer, nameId, nameIdFormat, attributes }: Assertion,
  options: SamlUserOptions,
): ProviderUser {
  const { emailAttribute, rolesAttribute, tenantsAttribute, requiredAttribute } = options;
  const readFirst = (names: readonly string[]) =>
    names.map((name) => attributes.get(name)?.[0]).find((value) => value !== undefined);
  const isName = nameId !== null && nameIdFormat !== transientFormat;
  const email =
    readFirst(emailAttribute === undefined ? emailNames : [emailAttribute]) ??
    (emailAttribute === undefined && isName ? nameId : undefined);
  // A name id can be something other than an e-mail address.
  if (email === undefined || !email.includes('@')) throw new SamlRefused('email_missing');
  if (
    requiredAttribute !== undefined &&
    !attributes.get(requiredAttribute.name)?.includes(requiredAttribute.value)
  )
    throw new SamlRefused('required_attribute_missing', { email });
  const namesIn = (attribute: string | undefined): ClaimedNames =>
    attribute === undefined
      ? noClaim
      : toNames(
          attribute,
          attributes.get(attribute),
          attributes.has(groupsLink) && !attribute.endsWith('/role'),
          options,
        );
  return {
    provider: 'saml',
    // A user identified by an address must not be confused with one whose name id looks like that address.
    issuer: isName ? issuer : `${issuer}#email`,
    subject: isName ? nameId : email.toLowerCase(),
    email,
    // SAML does not say whether an address is verified. The operator knows whether the provider controls the
    // addresses of its users.
    emailVerified: options.trustEmail,
    name: readFirst(displayNames),
    roles: namesIn(rolesAttribute),
    tenants: namesIn(tenantsAttribute),
  };
}
