import type { Connection, Database } from '#platform/database/database';
import type { UnitOfWork } from '#platform/database/unit-of-work';
import type { Principal } from '#platform/kernel/caller';
import { type Clock, toIso } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { type AccountContext, auditAccount, type RunAccountChange } from './account-changes';
import { findLink, listLinks, removeLink, type StoredLink, storeLink } from './account-link-repository';
import type { LinkPurpose, OpenLink } from './account-schemas';
import { findAuthority } from './authority-repository';
import { isWithinTenants, mayChangeUser, requireMayChangeUser, requireTenants } from './user-access-rules';
import { findUser } from './user-repository';

// Why: docs/adr/0074-links-are-rows.md

/** The tokens of links. The database contains only hashes, whose key it does not contain. */
export interface LinkTokens {
  create(): { readonly token: string; readonly hash: string };
  /** Returns the hashes under which a token can be stored: one for each configured key. */
  hashes(token: string): readonly string[];
  /** Returns whether the key of a hash is configured; otherwise the link cannot be used any more. */
  isKnown(hash: string): boolean;
}

/** A link that has just been made. */
export interface MadeLink {
  readonly id: string;
  readonly token: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** One-time links with which users choose a password: each user has at most one for each purpose. */
export interface AccountLinks {
  /** Makes a link in the caller's transaction, and ends the one that the user had for this purpose. */
  make(unit: UnitOfWork, context: AccountContext, userId: string, purpose: LinkPurpose): Promise<MadeLink>;
  /** Returns the links for a user that can be used. @throws ServiceError `user_not_found`, `tenant_forbidden` */
  list(caller: Principal, userId: string): Promise<OpenLink[]>;
  /** @throws ServiceError `forbidden`, `tenant_forbidden`, `user_not_found`, `link_not_found` */
  revoke(context: AccountContext, userId: string, linkId: string): Promise<void>;
}

const lifetimesMs = { invitation: 72 * 3_600_000, reset: 24 * 3_600_000 } as const;

export interface AccountLinksOptions {
  readonly database: Database;
  readonly changeAccounts: RunAccountChange;
  readonly tokens: LinkTokens;
  readonly clock: Clock;
}

export function createAccountLinks({
  database,
  changeAccounts,
  tokens,
  clock,
}: AccountLinksOptions): AccountLinks {
  return {
    async make(unit, { caller, permission }, userId, purpose) {
      const now = clock.now();
      const { token, hash } = tokens.create();
      const link = {
        id: newId(),
        userId,
        purpose,
        tokenHash: hash,
        madeBy: caller.userId,
        permission,
        createdAt: now,
        expiresAt: now + lifetimesMs[purpose],
      };
      await storeLink(unit, link);
      return { id: link.id, token, expiresAt: toIso(link.expiresAt) };
    },

    list: (caller, userId) =>
      database.read(async (connection) => {
        const authority = await findAuthority(connection, userId);
        if (authority === null) throw new ServiceError('user_not_found');
        requireTenants(caller, authority.allowedTenants);
        const open: OpenLink[] = [];
        for (const link of await listLinks(connection, userId, clock.now())) {
          if (!tokens.isKnown(link.tokenHash) || !(await isBacked(connection, link))) continue;
          const makerAuthority = await findAuthority(connection, link.madeBy);
          const showsMaker =
            makerAuthority !== null && isWithinTenants(makerAuthority.allowedTenants, caller.allowedTenants);
          const maker = showsMaker ? await findUser(connection, link.madeBy) : null;
          open.push({
            id: link.id,
            purpose: link.purpose,
            createdAt: toIso(link.createdAt),
            expiresAt: toIso(link.expiresAt),
            createdBy: maker && { id: maker.id, name: maker.name, email: maker.email },
          });
        }
        return open;
      }),

    revoke: (context, userId, linkId) =>
      changeAccounts(context, async (unit, me) => {
        const authority = await findAuthority(unit, userId);
        if (authority === null) throw new ServiceError('user_not_found');
        requireMayChangeUser(me, authority);
        if (!(await removeLink(unit, userId, linkId))) throw new ServiceError('link_not_found');
        auditAccount(unit, context, 'user:linkRevoked', userId, { linkId });
      }),
  };
}

/** Returns the link of a token if it can be used now, else null. */
export async function findUsableLink(
  connection: Connection,
  tokens: Pick<LinkTokens, 'hashes'>,
  token: string,
  now: number,
): Promise<StoredLink | null> {
  const link = await findLink(connection, tokens.hashes(token), now);
  return link !== null && (await isBacked(connection, link)) ? link : null;
}

/** Returns whether the maker of a link could make it now. */
async function isBacked(
  connection: Connection,
  { userId, madeBy, permission }: StoredLink,
): Promise<boolean> {
  const maker = await findAuthority(connection, madeBy);
  const user = await findAuthority(connection, userId);
  return (
    maker?.active === true &&
    user?.active === true &&
    maker.permissions.has(permission) &&
    mayChangeUser(maker, user)
  );
}
