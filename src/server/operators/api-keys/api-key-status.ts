import type { StoredApiKey } from './api-key-repository';

export function getKeyStatus(
  { revokedAt, expireBy }: Pick<StoredApiKey, 'revokedAt' | 'expireBy'>,
  now: number,
): 'active' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return isPast(expireBy, now) ? 'expired' : 'active';
}

export const isPast = (expireBy: number | null, now: number): boolean => expireBy !== null && expireBy <= now;
