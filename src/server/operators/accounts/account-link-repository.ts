import type { Connection, Query, Row } from '#platform/database/database';
import type { Permission } from '#platform/kernel/permissions';
import type { LinkPurpose } from './account-schemas';

// Why: docs/adr/0074-links-are-rows.md

/** A link with which a user chooses a password. Times are in epoch ms. */
export interface StoredLink {
  readonly id: string;
  /** The user that the link is for. */
  readonly userId: string;
  readonly purpose: LinkPurpose;
  readonly tokenHash: string;
  /** The user who made the link. */
  readonly madeBy: string;
  /** The permission that making it took. */
  readonly permission: Permission;
  readonly createdAt: number;
  readonly expiresAt: number;
}

const links = (connection: Connection): Query => connection.global('account_links') as Query;

/** Stores a link, which replaces the one that the user has for this purpose. */
export async function storeLink(connection: Connection, link: StoredLink): Promise<void> {
  await links(connection).where({ user_id: link.userId, purpose: link.purpose }).delete();
  await links(connection).insert({
    id: link.id,
    user_id: link.userId,
    purpose: link.purpose,
    token_hash: link.tokenHash,
    made_by: link.madeBy,
    permission: link.permission,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
  });
}

/** Returns the link whose token has one of these hashes, if it has not expired. */
export async function findLink(
  connection: Connection,
  tokenHashes: readonly string[],
  now: number,
): Promise<StoredLink | null> {
  const row = await links(connection)
    .whereIn('token_hash', tokenHashes)
    .where('expires_at', '>', now)
    .first();
  return row === undefined ? null : toLink(row);
}

/** Returns the links for a user that have not expired, newest first. */
export async function listLinks(connection: Connection, userId: string, now: number): Promise<StoredLink[]> {
  const rows = await links(connection)
    .where({ user_id: userId })
    .where('expires_at', '>', now)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
  return rows.map(toLink);
}

/** Removes a link; returns false when it has been used, replaced or revoked. */
export async function removeLink(connection: Connection, userId: string, id: string): Promise<boolean> {
  return Number(await links(connection).where({ user_id: userId, id }).delete()) > 0;
}

/** Ends the links for a user, whose account has changed. */
export async function endLinksFor(connection: Connection, userId: string): Promise<void> {
  await links(connection).where({ user_id: userId }).delete();
}

/** Ends the links that a user has made and the links for this user, whose rights have changed. */
export async function endLinksOf(connection: Connection, userId: string): Promise<void> {
  await endLinksFor(connection, userId);
  await links(connection).where({ made_by: userId }).delete();
}

/** Ends the links of everyone who has a role, whose permissions have changed. */
export async function endLinksOfHolders(connection: Connection, roleId: string): Promise<void> {
  const holders = () => connection.global('user_roles').where({ role_id: roleId }).select('user_id');
  await links(connection).whereIn('user_id', holders()).delete();
  await links(connection).whereIn('made_by', holders()).delete();
}

export async function deleteExpiredLinks(connection: Connection, now: number): Promise<void> {
  await links(connection).where('expires_at', '<=', now).delete();
}

/**
 * Returns when the last link ends whose token was not hashed with this key (epoch ms); null when there is none.
 */
export async function lastLinkEnd(
  connection: Connection,
  currentKeyId: string,
  now: number,
): Promise<number | null> {
  const row = await links(connection)
    .where('expires_at', '>', now)
    .whereNot('token_hash', 'like', `${currentKeyId}%`)
    .max({ last: 'expires_at' })
    .first();
  return row?.last === null || row?.last === undefined ? null : Number(row.last);
}

const toLink = (row: Row): StoredLink => ({
  id: row.id,
  userId: row.user_id,
  purpose: row.purpose,
  tokenHash: row.token_hash,
  madeBy: row.made_by,
  permission: row.permission,
  createdAt: Number(row.created_at),
  expiresAt: Number(row.expires_at),
});
