import type { ResolvedConfig } from '../config/config-schema';
import type { Database } from '../database/database';
import { findRole } from '../features/accounts';
import type { Logger } from '../kernel/logger';

/** Warns when everyone whom the identity provider knows gets a role at the first sign-in. */
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
    `Everyone whom the identity provider knows can sign in and gets the role of auth.defaultRole: set ${keys}, or auth.defaultRole to null`,
  );
}
