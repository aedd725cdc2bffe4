import type { Connection, Database } from '#platform/database/database';
import type { UnitOfWork } from '#platform/database/unit-of-work';
import type { AuthMode } from '#platform/kernel/auth-modes';
import type { Actor, Principal } from '#platform/kernel/caller';
import { changedFields } from '#platform/kernel/changes';
import { type Clock, toIso } from '#platform/kernel/clock';
import { ServiceError, unauthenticated, validationFailed } from '#platform/kernel/errors';
import { defaultTenantId, newId } from '#platform/kernel/ids';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import {
  type AccountContext,
  auditAccount,
  type ConfirmOwner,
  orTaken,
  type RunAccountChange,
  readCallerAuthority,
} from './account-changes';
import type { AccountLinks } from './account-links';
import type { PasswordLink, User, UserCreate, UserUpdate } from './account-schemas';
import { type Authority, findAuthority } from './authority-repository';
import { unlinkIdentity } from './identity-repository';
import { getTurnOf, type PasswordHasher } from './password-hasher';
import { linkEvent, requirePasswordOrInvitation, toPasswordLink } from './password-links';
import { findRole, type RoleRecord, superadminRole } from './role-repository';
import { revokeUserSessions } from './session-repository';
import {
  type AllowedTenants,
  isSameTenants,
  readAllowedTenants,
  toAllowedTenants,
  toTenantFields,
} from './tenant-access';
import { disableTotp } from './totp-repository';
import {
  addsTenants,
  areFarReaching,
  isWithinTenants,
  requireMayChangeUser,
  requireMayGrant,
  requireTenants,
} from './user-access-rules';
import { createUserDraftCheck, refuseWeakPassword } from './user-draft';
import {
  activeSuperadminExists,
  deleteUser,
  findCredentials,
  findUser,
  giveRole,
  insertUser,
  listUsers,
  normalizeEmail,
  replacePassword,
  takeRole,
  updateUser,
} from './user-repository';

export interface UserServiceOptions {
  readonly database: Database;
  readonly changeAccounts: RunAccountChange;
  readonly hasher: PasswordHasher;
  readonly hooks: HookRunner;
  readonly clock: Clock;
  /** Name of the role for users created without one. */
  readonly defaultRole: string | null;
  readonly confirmOwner: ConfirmOwner;
  readonly mode: AuthMode;
  readonly links: AccountLinks;
  readonly tenantExists: (id: string) => Promise<boolean>;
  readonly revokeKeysOf: RevokeKeysOf;
}

/** Revokes the API keys that act for a user, in the caller's transaction, and returns how many. */
export type RevokeKeysOf = (unit: UnitOfWork, userId: string, actor: Actor) => Promise<number>;

/**
 * Manages users under the rules of who may change whom. Changes throw ServiceError `unauthenticated` when the caller was
 * signed out meanwhile, `forbidden`, `tenant_forbidden`, `user_not_found`. Changes of how another user signs in, and those
 * that give a user far-reaching permissions, need proof of identity and throw as ConfirmOwner does.
 */
export interface UserService {
  /**
   * Returns the users that the caller can see: a caller with limited tenants sees users whose tenants are a
   * subset of them.
   */
  list(caller: Principal): Promise<User[]>;
  get(caller: Principal, id: string): Promise<User>;
  /** Throws early where the change would be refused whatever its body. */
  requireMayChange(context: AccountContext, id: string): Promise<void>;
  /**
   * Creates a user, with a password or with a link to choose one.
   * @param findPage returns the address of the page that accepts links
   * @throws ServiceError also `already_exists`, `validation_failed`, `unavailable`, and as `findPage` does
   */
  create(
    context: AccountContext,
    input: UserCreate,
    findPage: () => Promise<string>,
  ): Promise<User & { readonly invitation?: PasswordLink }>;
  /**
   * Creates a link with which another user chooses a new password; the old one stays valid until then.
   * @throws ServiceError also `validation_failed`, and as `findPage` does
   */
  createResetLink(
    context: AccountContext,
    id: string,
    findPage: () => Promise<string>,
  ): Promise<PasswordLink>;
  /**
   * Updates a user. Changing one's own password and address needs proof of identity.
   * @param check throws where the user, whom no other change can reach now, is not in the state that the caller has read
   * @throws ServiceError also `already_exists`, `last_superadmin`, `validation_failed`, `unavailable`, as ConfirmOwner
   * and `check` do
   */
  update(context: AccountContext, id: string, input: UserUpdate, check: (user: User) => void): Promise<User>;
  /** @throws ServiceError also `last_superadmin` */
  remove(context: AccountContext, id: string): Promise<void>;
  /**
   * Assigns a role; assigning one that the user has changes nothing. @throws ServiceError also
   * `validation_failed`
   */
  assignRole(context: AccountContext, id: string, roleId: string): Promise<User>;
  /** @throws ServiceError also `role_not_found`, `last_superadmin` */
  revokeRole(context: AccountContext, id: string, roleId: string): Promise<void>;
  /**
   * Unlinks the user's identity at the provider, so that another one can be linked, ends the sessions of the old one, and
   * revokes the API keys that act for the user: the old one may know their secrets.
   * @throws ServiceError also `identity_not_found`
   */
  releaseIdentity(context: AccountContext, id: string): Promise<void>;
}

const ownTotp = {
  path: 'totpEnabled',
  message: 'can be switched off only by the user, with POST /auth/totp/disable and a code',
};
const othersTotp = {
  path: 'totpEnabled',
  message: 'can be switched on only by the user, with POST /auth/totp/setup and /auth/totp/verify',
};

const emailTaken = orTaken('email', 'Another user has this e-mail address.');

export function createUserService({
  database,
  changeAccounts,
  hasher,
  hooks,
  clock,
  defaultRole,
  confirmOwner,
  mode,
  links,
  tenantExists,
  revokeKeysOf,
}: UserServiceOptions): UserService {
  const checkDraft = createUserDraftCheck();

  async function changeable(
    connection: Connection,
    me: Authority,
    id: string,
  ): Promise<{ user: User; authority: Authority }> {
    const authority = await findAuthority(connection, id);
    const user = await findUser(connection, id);
    if (authority === null || user === null) throw new ServiceError('user_not_found');
    requireMayChangeUser(me, authority);
    return { user, authority };
  }

  /** Throws unless another active superadmin remains. Must be called before a user stops being one. */
  async function requireAnotherSuperadmin(
    connection: Connection,
    { userId, active, isSuperadmin }: Authority,
  ): Promise<void> {
    if (active && isSuperadmin && !(await activeSuperadminExists(connection, userId)))
      throw new ServiceError('last_superadmin');
  }

  async function firstRole(
    connection: Connection,
    me: Authority,
    { roleId, ...fields }: UserCreate,
  ): Promise<RoleRecord> {
    requireTenants(
      me,
      readAllowedTenants(fields, null),
      'Name the tenants of the new user in allowedTenants, from your own.',
    );
    const role =
      roleId === undefined
        ? defaultRole && (await findRole(connection, { name: defaultRole }))
        : await findRole(connection, { id: roleId });
    if (!role)
      throw validationFailed({
        path: 'roleId',
        message:
          roleId === undefined
            ? 'is required because auth.defaultRole does not match a role'
            : 'does not match a role',
      });
    requireMayGrant(me, role);
    return role;
  }

  /** Returns whether a change is one for which the caller must have proven their identity. */
  async function needsProof(
    { caller }: AccountContext,
    id: string,
    { password, email, totpEnabled, active, ...tenants }: UserUpdate,
  ): Promise<boolean> {
    const isNewEmail = (current: string) => email !== undefined && normalizeEmail(email) !== current;
    if (id === caller.userId) return password !== undefined || isNewEmail(caller.email);
    if (password !== undefined) return true;
    const { user, authority } = await database.read(async (connection) => ({
      user: await stored(connection, id),
      authority: await findAuthority(connection, id),
    }));
    const oldTenants = toAllowedTenants(user);
    const gains =
      (active === true && !user.active) || addsTenants(oldTenants, readAllowedTenants(tenants, oldTenants));
    return (
      isNewEmail(user.email) ||
      (totpEnabled === false && user.totpEnabled) ||
      (gains && areFarReaching(authority?.permissions ?? []))
    );
  }

  /**
   * Returns the ids that are not tenants. Must be called before a transaction, which may hold the only
   * connection.
   */
  async function unknownTenants(ids: readonly string[] = []): Promise<string[]> {
    const unknown: string[] = [];
    for (const id of new Set(ids)) if (!(await tenantExists(id))) unknown.push(id);
    return unknown;
  }

  /** A tenant that has been deleted since may stay in the list: it grants nothing. */
  function requireKnown(
    unknown: readonly string[],
    listed: readonly string[],
    before: readonly string[],
  ): void {
    const faults = unknown
      .filter((id) => !before.includes(id))
      .map((id) => ({
        path: `allowedTenants[${listed.indexOf(id)}]`,
        message: 'does not match a tenant',
        rule: 'unknown' as const,
      }));
    if (faults.length > 0) throw validationFailed(...faults);
  }

  async function stored(connection: Connection, id: string): Promise<User> {
    const user = await findUser(connection, id);
    if (user === null) throw new ServiceError('user_not_found');
    return user;
  }

  return {
    async list(caller) {
      const users = await database.read(listUsers);
      return users.filter((user) => isWithinTenants(getAllowedTenants(user), caller.allowedTenants));
    },

    async get(caller, id) {
      const user = await database.read((connection) => stored(connection, id));
      requireTenants(caller, getAllowedTenants(user));
      return user;
    },

    requireMayChange: (context, id) =>
      database.read(
        async (connection) =>
          void (await changeable(connection, await readCallerAuthority(connection, context), id)),
      ),

    async create(context, input, findPage) {
      const { invite = false, password } = input;
      requirePasswordOrInvitation(input, mode);
      // Checked before plugins are called and the password is hashed, and again when the user is written.
      const { permissions } = await database.read(async (connection) =>
        firstRole(connection, await readCallerAuthority(connection, context), input),
      );
      requireKnown(await unknownTenants(input.allowedTenants), input.allowedTenants ?? [], []);
      if (password !== undefined) refuseWeakPassword(password, input.email);
      if (areFarReaching(permissions)) await confirmOwner(context, {}, 'createUser');
      const page = invite ? await findPage() : '';
      const draft = await hooks.change(
        'beforeUserCreate',
        { name: input.name, email: input.email },
        (changed) => checkDraft(changed, password ?? null),
      );
      const passwordHash =
        password === undefined ? null : await hasher.hash(password, getTurnOf(context.caller.userId));
      const id = newId();
      const created = await changeAccounts(context, async (unit, me) => {
        const role = await firstRole(unit, me, input);
        const now = clock.now();
        const tenants = readAllowedTenants(input, null);
        await insertUser(unit, {
          ...draft,
          id,
          emailVerified: true,
          passwordHash,
          tenants,
          provider: 'local',
          now,
        }).catch(emailTaken);
        await giveRole(unit, id, role.id);
        const made = await stored(unit, id);
        auditAccount(unit, context, 'user:created', id, {
          name: made.name,
          email: made.email,
          roles: [role.name],
          ...toTenantFields(tenants),
        });
        unit.emit('user.created', {
          tenantId: defaultTenantId,
          occurredAt: toIso(now),
          userId: id,
          email: made.email,
        });
        if (!invite) return made;
        const invitation = toPasswordLink(await links.make(unit, context, id, 'invitation'), page);
        auditAccount(unit, context, 'user:invited', id, toAudited(invitation));
        unit.emit('user.invited', linkEvent(made, invitation, now));
        return { ...made, invitation };
      });
      await hooks.notify('afterUserCreate', { id, name: created.name, email: created.email });
      return created;
    },

    async createResetLink(context, id, findPage) {
      if (id === context.caller.userId)
        throw validationFailed({ path: 'id', message: 'is your own account: use POST /auth/password' });
      requireActive(await database.read((connection) => stored(connection, id)));
      await confirmOwner(context, {}, 'resetLink');
      const page = await findPage();
      return changeAccounts(context, async (unit, me) => {
        // Read again: the link must not go to an address that was replaced meanwhile.
        const { user } = await changeable(unit, me, id);
        requireActive(user);
        const link = toPasswordLink(await links.make(unit, context, id, 'reset'), page);
        auditAccount(unit, context, 'user:resetLinkCreated', id, toAudited(link));
        unit.emit('user.resetLinkCreated', linkEvent(user, link, clock.now()));
        return link;
      });
    },

    async update(context, id, { password, totpEnabled, currentPassword, totp, ...input }, check) {
      const isOwn = id === context.caller.userId;
      // Read before the proof: a password that is set meanwhile stays.
      const own =
        isOwn && password !== undefined
          ? await database.read((connection) => findCredentials(connection, context.caller.email))
          : null;
      if (await needsProof(context, id, { ...input, password, totpEnabled }))
        await confirmOwner(context, { currentPassword, totp }, 'update');
      const passwordHash =
        password === undefined ? undefined : await hasher.hash(password, getTurnOf(context.caller.userId));
      const unknown = await unknownTenants(input.allowedTenants);
      return changeAccounts(context, async (unit, me) => {
        const { user, authority } = await changeable(unit, me, id);
        check(user);
        const oldTenants = toAllowedTenants(user);
        const tenants = readAllowedTenants(input, oldTenants);
        const before = {
          name: user.name,
          email: user.email,
          ...toTenantFields(oldTenants),
          active: user.active,
        };
        const after = {
          name: input.name ?? before.name,
          email: normalizeEmail(input.email ?? before.email),
          ...toTenantFields(tenants),
          active: input.active ?? before.active,
        };
        if (!isSameTenants(tenants, oldTenants)) requireTenants(me, tenants);
        if (input.allowedTenants !== undefined)
          requireKnown(unknown, input.allowedTenants, before.allowedTenants);
        if (password !== undefined) refuseWeakPassword(password, after.email);
        if (!after.active) await requireAnotherSuperadmin(unit, authority);
        const totpOff = totpEnabled === false && user.totpEnabled;
        if (totpOff && isOwn) throw validationFailed(ownTotp);
        if (totpEnabled === true && !user.totpEnabled) throw validationFailed(othersTotp);
        const changes = {
          ...changedFields(before, after),
          ...(password === undefined ? {} : { passwordChanged: true }),
        };
        const now = clock.now();
        if (totpOff) {
          await disableTotp(unit, id, now);
          await revokeUserSessions(unit, id, now);
          auditAccount(unit, context, 'user:totpDisabled', id, {});
        }
        if (Object.keys(changes).length === 0) return totpOff ? stored(unit, id) : user;

        if (isOwn && passwordHash !== undefined) {
          const old = { userId: id, email: user.email, passwordHash: own?.passwordHash ?? null };
          if (!(await replacePassword(unit, old, passwordHash, now))) throw unauthenticated();
        }
        // An operator who enters another address vouches for it.
        const emailVerified = after.email === before.email ? undefined : true;
        await updateUser(
          unit,
          id,
          {
            name: after.name,
            email: after.email === before.email ? undefined : after.email,
            emailVerified,
            passwordHash: isOwn ? undefined : passwordHash,
            tenants: isSameTenants(tenants, oldTenants) ? undefined : tenants,
            active: after.active === before.active ? undefined : after.active,
          },
          now,
        ).catch(emailTaken);
        if (!after.active) await revokeUserSessions(unit, id, now);
        // Users who change how they sign in stay signed in with this session only.
        else if (password !== undefined || after.email !== before.email)
          await revokeUserSessions(unit, id, now, context.caller.sessionId);
        auditAccount(unit, context, 'user:updated', id, changes);
        return stored(unit, id);
      });
    },

    remove: (context, id) =>
      changeAccounts(context, async (unit, me) => {
        const { user, authority } = await changeable(unit, me, id);
        await requireAnotherSuperadmin(unit, authority);
        await deleteUser(unit, id);
        auditAccount(
          unit,
          context,
          'user:deleted',
          id,
          { name: user.name, email: user.email, roles: user.roles.map(({ name }) => name) },
          user.name,
        );
      }),

    async assignRole(context, id, roleId) {
      const promotes = await database.read(async (connection) => {
        const role = await findRole(connection, { id: roleId });
        const { roles } = await stored(connection, id);
        return role !== null && areFarReaching(role.permissions) && !roles.some((held) => held.id === roleId);
      });
      if (promotes) await confirmOwner(context, {}, 'assignRole');
      return changeAccounts(context, async (unit, me) => {
        const { user } = await changeable(unit, me, id);
        const role = await findRole(unit, { id: roleId });
        if (role === null) throw validationFailed({ path: 'roleId', message: 'does not match a role' });
        requireMayGrant(me, role);
        if (user.roles.some((held) => held.id === roleId)) return user;
        await giveRole(unit, id, roleId);
        await updateUser(unit, id, {}, clock.now());
        auditAccount(unit, context, 'user:roleAssigned', id, { roleId, role: role.name });
        return stored(unit, id);
      });
    },

    revokeRole: (context, id, roleId) =>
      changeAccounts(context, async (unit, me) => {
        const { user, authority } = await changeable(unit, me, id);
        const role = user.roles.find((held) => held.id === roleId);
        if (role === undefined)
          throw new ServiceError('role_not_found', { message: 'This user does not have this role.' });
        if (role.name === superadminRole) await requireAnotherSuperadmin(unit, authority);
        await takeRole(unit, id, roleId);
        await updateUser(unit, id, {}, clock.now());
        auditAccount(unit, context, 'user:roleRevoked', id, { roleId, role: role.name });
      }),

    async releaseIdentity(context, id) {
      await confirmOwner(context, {}, 'releaseIdentity');
      return changeAccounts(context, async (unit, me) => {
        const { user } = await changeable(unit, me, id);
        if (user.identity === null) throw new ServiceError('identity_not_found');
        const now = clock.now();
        await unlinkIdentity(unit, id, now);
        await revokeUserSessions(unit, id, now);
        const keysRevoked = await revokeKeysOf(unit, id, context.actor);
        auditAccount(unit, context, 'user:identityReleased', id, {
          ...user.identity,
          ...(keysRevoked > 0 && { keysRevoked }),
        });
      });
    },
  };
}

function requireActive({ active }: User): void {
  if (!active)
    throw validationFailed({ path: 'id', message: 'is a deactivated user: activate the user first' });
}

/** Returns what the audit log says about a link that was made. */
const toAudited = ({ id, expiresAt }: PasswordLink) => ({ linkId: id, expiresAt });

function getAllowedTenants(user: User): AllowedTenants {
  return user.roles.some(({ name }) => name === superadminRole) ? null : toAllowedTenants(user);
}
