import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Database } from '#platform/database/database';
import type { Logger } from '#platform/kernel/logger';
import { findRole } from '../accounts';

/** Warns when all users of the identity provider get a role at their first sign-in. */
export async function warnOfOpenDoor(
  { mode, defaultRole, oidc, saml }: ResolvedConfig['auth'],
  database: Database,
  logger: Logger,
): Promise<void> {
  const isGuarded =
    mode === 'oidc'
      ? oidc?.requiredClaim !== undefined || oidc?.allowedDomains !== undefined
      : saml?.requiredAttribute !== undefined;
  if ((mode !== 'oidc' && mode !== 'saml') || isGuarded || defaultRole === null) return;
  if ((await database.read((connection) => findRole(connection, { name: defaultRole }))) === null) return;
  const keys =
    mode === 'oidc' ? 'auth.oidc.requiredClaim or auth.oidc.allowedDomains' : 'auth.saml.requiredAttribute';
  logger.warn(
    { mode, defaultRole },
    'All users of the identity provider can sign in and get the role of auth.defaultRole: ' +
      `set ${keys}, or set auth.defaultRole to null. See docs/guide/troubleshooting.md#open-sign-in`,
  );
}

/** Warns when new users get no role because the configured one does not exist. */
export async function warnOfMissingRole(
  { defaultRole }: Pick<ResolvedConfig['auth'], 'defaultRole'>,
  database: Database,
  logger: Logger,
): Promise<void> {
  if (defaultRole === null) return;
  if ((await database.read((connection) => findRole(connection, { name: defaultRole }))) !== null) return;
  logger.warn(
    { defaultRole },
    'auth.defaultRole names a role that does not exist, so new users get no role: create the role, name another one, or set it to null. See docs/guide/troubleshooting.md#unknown-default-role',
  );
}
