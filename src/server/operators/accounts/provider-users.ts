import type { Connection, Database } from '#platform/database/database';
import { isUniqueViolation } from '#platform/database/dialect';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import type { Principal } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import { createGrowingCache } from '#platform/kernel/growing-cache';
import type { ServiceLogger } from '#platform/kernel/logger';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import type { UserDraft } from './account-schemas';
import { createAdmission } from './admit-provider-user';
import { loadPrincipalOfUser, withRoles } from './principal-repository';
import { createRoleNotes, type RolesRead, toRolesRead } from './provider-role-notes';
import { providerRoles, roleChanges } from './provider-roles';
import { type NameableTenants, resolveTenantNames } from './provider-tenants';
import {
  createProviderUserCheck,
  findProviderUser,
  isVerifiedNow,
  type KnownProviderUser,
  type ProviderUser,
} from './provider-user';
import { isSameTenants } from './tenant-access';
import { createUserDraftCheck } from './user-draft';

/** Reasons to refuse a user whom a provider vouches for. */
export type ProviderRefusal = 'invalid_identity' | 'identity_conflict' | 'inactive';

export type ProviderOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: ProviderRefusal; readonly userId: string | null };

/** The users of identity providers: found by issuer and subject, linked by verified e-mail, or created. */
export interface ProviderUsers {
  /**
   * Finds, links or creates the user, applies the provider's roles and records the sign-in, all in one
   * transaction with `work`, which may be retried after a conflict. A refusal changes nothing and is not
   * audited here.
   */
  signIn<T>(
    told: ProviderUser,
    requestId: string | null,
    work: (unit: UnitOfWork, userId: string, rolesRead: RolesRead | null) => Promise<T>,
  ): Promise<ProviderOutcome<T>>;
  /**
   * Does the same in modes without sessions, but writes nothing while nothing has changed. Roles and tenants
   * apply to this request; changed ones are stored at most once a minute, since two tokens of a user can
   * differ.
   */
  recognise(told: ProviderUser, requestId: string | null): Promise<ProviderOutcome<Principal>>;
}

export interface ProviderUsersOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hooks: HookRunner;
  readonly clock: Clock;
  readonly logger: ServiceLogger;
  /** Name of the role for users without roles from the provider. */
  readonly auth: { readonly defaultRole: string | null };
  readonly tenants: NameableTenants;
}

/** Attempts. A first sign-in that loses a race finds the user on the next attempt. */
const maxTries = 5;

/** Interval at which the last sign-in is recorded in modes without sessions (ms). */
const loginNotedEveryMs = 3_600_000;

/**
 * Interval at which one process stores changed roles and tenants of a user in such modes (ms), and the
 * greatest number of users that it remembers.
 */
const storedEveryMs = 60_000;
const maxUsersKept = 5000;

const refused = (reason: ProviderRefusal, userId: string | null = null) =>
  ({ ok: false, reason, userId }) as const;

export function createProviderUsers({
  database,
  runUnit,
  hooks,
  clock,
  logger,
  auth: { defaultRole },
  tenants,
}: ProviderUsersOptions): ProviderUsers {
  const check = createProviderUserCheck();
  const checkDraft = createUserDraftCheck();
  const notes = createRoleNotes(logger);
  // With several tenants, a new user sees none until an operator or a claim grants some.
  const admit = createAdmission({ clock, logger, defaultRole, firstTenants: tenants.several ? [] : null });
  /** Time of the last change of a user's roles or tenants by a provider (`clock.elapsed()`). */
  const storedAt = createGrowingCache<number>(maxUsersKept);

  async function read(given: ProviderUser): Promise<KnownProviderUser | null> {
    const told = check(given);
    return told === null
      ? null
      : { ...told, allowedTenants: await resolveTenantNames(tenants, told.tenants.names) };
  }

  /**
   * Returns the fields of a new user. Plugins are called before the transaction, which must not wait for
   * them. Null: the user exists.
   */
  async function toDraft(told: KnownProviderUser): Promise<UserDraft | null> {
    if ((await database.read((connection) => findProviderUser(connection, told))) !== null) return null;
    return hooks.change('beforeUserCreate', { name: told.name, email: told.email }, (changed) =>
      checkDraft(changed),
    );
  }

  async function signInChecked<T>(
    told: KnownProviderUser,
    requestId: string | null,
    work: (unit: UnitOfWork, userId: string, rolesRead: RolesRead | null) => Promise<T>,
  ): Promise<ProviderOutcome<T>> {
    let draft: UserDraft | null = null;
    for (let tries = 1; tries <= maxTries; tries += 1) {
      draft ??= await toDraft(told);
      const outcome = await runUnit(async (unit) => {
        const admitted = await admit(unit, told, draft, requestId);
        if (admitted === 'again' || 'refused' in admitted) return admitted;
        return { ...admitted, value: await work(unit, admitted.userId, admitted.rolesRead) };
      }).catch((error) => {
        if (isUniqueViolation(error)) return 'again' as const;
        throw error;
      });
      if (outcome === 'again') continue;
      if ('refused' in outcome) return refused(outcome.refused, outcome.userId);
      notes.note(told, outcome.rolesRead, outcome.userId);
      if (outcome.hasChanged) storedAt.set(outcome.userId, clock.elapsed());
      if (outcome.created !== null) await hooks.notify('afterUserCreate', outcome.created);
      return { ok: true, value: outcome.value };
    }
    throw new Error('a user is repeatedly created and deleted');
  }

  /**
   * Returns the result where nothing needs to be written: a refusal, or a user whose data is already stored
   * or was stored a moment ago; otherwise null.
   */
  async function unchanged(
    connection: Connection,
    told: KnownProviderUser,
  ): Promise<ProviderOutcome<Principal> | null> {
    const found = await findProviderUser(connection, told);
    if (found === 'identity_conflict') return refused(found);
    if (found === null) return null;
    const { userId, active, lastLoginAt, tenants: storedTenants } = found.known;
    if (!active) return refused('inactive', userId);
    if (!found.isLinked || isVerifiedNow(found.known, told)) return null;
    if (lastLoginAt === null || lastLoginAt <= clock.now() - loginNotedEveryMs) return null;
    const roles = await providerRoles(connection, {
      userId,
      told,
      defaultRole,
      isFirst: false,
    });
    notes.note(told, toRolesRead(told, roles.named), userId);
    const { given, taken } = roleChanges(roles);
    const newTenants = told.allowedTenants === undefined ? storedTenants : told.allowedTenants;
    const hasChanged = given.length + taken.length > 0 || !isSameTenants(newTenants, storedTenants);
    if (hasChanged && clock.elapsed() - (storedAt.get(userId) ?? Number.NEGATIVE_INFINITY) >= storedEveryMs)
      return null;
    const principal = await loadPrincipalOfUser(connection, userId);
    if (principal === null) return refused('inactive', userId);
    return {
      ok: true,
      value: hasChanged ? await withRoles(connection, principal, roles.wanted, newTenants) : principal,
    };
  }

  return {
    async signIn(given, requestId, work) {
      const told = await read(given);
      return told === null ? refused('invalid_identity') : signInChecked(told, requestId, work);
    },

    async recognise(given, requestId) {
      const told = await read(given);
      if (told === null) return refused('invalid_identity');
      const settled = await database.read((connection) => unchanged(connection, told));
      if (settled !== null) return settled;
      const outcome = await signInChecked(told, requestId, loadPrincipalOfUser);
      if (!outcome.ok) return outcome;
      if (outcome.value === null) throw new Error('a user who signed in a moment ago is not active');
      return { ok: true, value: outcome.value };
    },
  };
}
