import type { AuthMode } from '#platform/kernel/auth-modes';
import { toIso } from '#platform/kernel/clock';
import { validationFailed } from '#platform/kernel/errors';
import type { PasswordLinkEvent } from '#platform/kernel/events';
import { defaultTenantId } from '#platform/kernel/ids';
import type { MadeLink } from './account-links';
import type { PasswordLink, User, UserCreate } from './account-schemas';

/**
 * Requires a new user to have either a password or an invitation.
 * @throws ServiceError `validation_failed`
 */
export function requirePasswordOrInvitation(
  { password, invite = false }: Pick<UserCreate, 'password' | 'invite'>,
  mode: AuthMode,
): void {
  if (invite && mode !== 'local')
    throw validationFailed({ path: 'invite', message: 'is available only with auth.mode local' });
  if (invite && password !== undefined)
    throw validationFailed({ path: 'password', message: 'must be left away when `invite` is true' });
  if (!invite && password === undefined)
    throw validationFailed({ path: 'password', message: 'is required unless `invite` is true' });
}

/**
 * Returns the link to send to the user. The token is in the fragment, which browsers do not send to servers.
 * @param page address of the page that accepts links
 */
export const toPasswordLink = ({ id, token, expiresAt }: MadeLink, page: string): PasswordLink => ({
  id,
  token,
  link: `${page}#${new URLSearchParams({ accept: token })}`,
  expiresAt,
});

/** Returns the payload of the event with which the host can send a link. */
export const linkEvent = (
  user: User,
  { token, link, expiresAt }: PasswordLink,
  now: number,
): PasswordLinkEvent => ({
  tenantId: defaultTenantId,
  occurredAt: toIso(now),
  userId: user.id,
  name: user.name,
  email: user.email,
  token,
  link,
  expiresAt,
});
