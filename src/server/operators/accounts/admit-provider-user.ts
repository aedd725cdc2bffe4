import type { UnitOfWork } from '#platform/database/unit-of-work';
import { systemActor } from '#platform/kernel/caller';
import { changedFields } from '#platform/kernel/changes';
import { type Clock, toIso } from '#platform/kernel/clock';
import { defaultTenantId, newId } from '#platform/kernel/ids';
import type { Logger } from '#platform/kernel/logger';
import type { CreatedUser } from '#platform/plugins/plugin-contract';
import type { UserDraft } from './account-schemas';
import { linkIdentity, recordProviderLogin } from './identity-repository';
import { type RolesRead, toRolesRead } from './provider-role-notes';
import { providerRoles, roleChanges } from './provider-roles';
import { findProviderUser, isVerifiedNow, type KnownProviderUser } from './provider-user';
import { lockRole, superadminRole } from './role-repository';
import { type AllowedTenants, isSameTenants, toTenantFields } from './tenant-access';
import { giveRole, insertUser, normalizeEmail, takeRole, updateUser } from './user-repository';

// Why: docs/adr/0016-users-of-identity-providers.md

export type Admitted =
  | {
      readonly userId: string;
      readonly created: CreatedUser | null;
      readonly hasChanged: boolean;
      readonly rolesRead: RolesRead | null;
    }
  | { readonly refused: 'identity_conflict' | 'inactive'; readonly userId: string | null }
  /** The facts before the transaction are no longer true. */
  | 'again';

export interface AdmissionOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Value of `auth.defaultRole`. */
  readonly defaultRole: string | null;
  /** Tenants of a new user when the provider sends none. */
  readonly firstTenants: AllowedTenants;
}

/**
 * Admits a user whom a provider vouches for, in the caller's transaction: finds, links or creates the user,
 * records the sign-in and updates the roles. A refusal writes nothing.
 * @param draft the fields of a new user; null when one seemed to exist
 */
export type Admit = (
  unit: UnitOfWork,
  told: KnownProviderUser,
  draft: UserDraft | null,
  requestId: string | null,
) => Promise<Admitted>;

export function createAdmission({ clock, logger, defaultRole, firstTenants }: AdmissionOptions): Admit {
  return async (unit, told, draft, requestId) => {
    // Changes of users and roles run one at a time: see account-changes.ts.
    await lockRole(unit, superadminRole);
    const found = await findProviderUser(unit, told, draft?.email);
    if (found === 'identity_conflict') return { refused: found, userId: null };
    if (found === null && draft === null) return 'again';

    const { provider, issuer, subject } = told;
    const now = clock.now();
    function audit(action: string, userId: string, changes: Readonly<Record<string, unknown>>): void {
      unit.audit({
        tenantId: defaultTenantId,
        action,
        resourceType: 'user',
        resourceId: userId,
        actor: { ...systemActor, requestId },
        changes,
      });
    }

    async function applyRoles(userId: string, isFirst: boolean) {
      const roles = await providerRoles(unit, { userId, told, defaultRole, isFirst });
      const { given, taken } = roleChanges(roles);
      for (const { id } of given) await giveRole(unit, userId, id);
      for (const { id } of taken) await takeRole(unit, userId, id);
      return { given, taken, rolesRead: toRolesRead(told, roles.named) };
    }

    if (found === null) {
      const created = {
        id: newId(),
        name: draft?.name ?? told.name,
        email: normalizeEmail(draft?.email ?? told.email),
      };
      const tenants = told.allowedTenants === undefined ? firstTenants : told.allowedTenants;
      // The provider vouches for the address that it sent, not for one that a plugin set instead.
      const emailVerified = told.emailVerified && created.email === normalizeEmail(told.email);
      await insertUser(unit, {
        ...created,
        emailVerified,
        passwordHash: null,
        tenants,
        provider,
        identity: { issuer, subject },
        now,
      });
      await recordProviderLogin(unit, created.id, now);
      const { given, rolesRead } = await applyRoles(created.id, true);
      const roles = given.map(({ name }) => name);
      if (roles.length === 0)
        logger.warn(
          { defaultRole },
          'A new user has no role: neither the provider nor auth.defaultRole names an existing role. See docs/guide/troubleshooting.md#unknown-default-role',
        );
      audit('user:created', created.id, {
        name: created.name,
        email: created.email,
        roles,
        ...toTenantFields(tenants),
        provider,
        issuer,
        subject,
      });
      unit.emit('user.created', {
        tenantId: defaultTenantId,
        occurredAt: toIso(now),
        userId: created.id,
        email: created.email,
      });
      return { userId: created.id, created, hasChanged: false, rolesRead };
    }

    const { userId } = found.known;
    // The row stays locked from here on.
    if (!(await recordProviderLogin(unit, userId, now))) return { refused: 'inactive', userId };
    if (!found.isLinked) {
      if (!(await linkIdentity(unit, userId, told, now))) return 'again';
      audit('user:identityLinked', userId, { provider, issuer, subject });
    }
    if (isVerifiedNow(found.known, told)) await updateUser(unit, userId, { emailVerified: true }, now);
    const { given, taken, rolesRead } = await applyRoles(userId, !found.isLinked);
    const { tenants: oldTenants } = found.known;
    const hasMoved = told.allowedTenants !== undefined && !isSameTenants(told.allowedTenants, oldTenants);
    const hasChanged = given.length + taken.length > 0 || hasMoved;
    if (hasChanged) await updateUser(unit, userId, { tenants: told.allowedTenants }, now);
    if (told.allowedTenants !== undefined && hasMoved)
      audit('user:updated', userId, {
        ...changedFields(toTenantFields(oldTenants), toTenantFields(told.allowedTenants)),
        provider,
      });
    for (const { id, name } of given)
      audit('user:roleAssigned', userId, { roleId: id, role: name, provider });
    for (const { id, name } of taken) audit('user:roleRevoked', userId, { roleId: id, role: name, provider });
    return { userId, created: null, hasChanged, rolesRead };
  };
}
