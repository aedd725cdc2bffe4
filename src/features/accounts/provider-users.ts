import { LRUCache } from 'lru-cache';
import type { Connection, Database } from '../../database/database';
import { isUniqueViolation } from '../../database/dialect';
import type { RunUnitOfWork, UnitOfWork } from '../../database/unit-of-work';
import type { Principal } from '../../kernel/caller';
import type { Clock } from '../../kernel/clock';
import type { Logger } from '../../kernel/logger';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { UserDraft } from './account-schemas';
import { createAdmission } from './admit-provider-user';
import { loadPrincipalOfUser, withRoles } from './principal';
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

/** Why someone whom a provider vouches for may not come in. */
export type ProviderRefusal = 'invalid_identity' | 'identity_conflict' | 'inactive';

export type ProviderOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: ProviderRefusal; readonly userId: string | null };

/** The users of identity providers: found by issuer and subject, linked by verified e-mail, or made. */
export interface ProviderUsers {
  /**
   * Finds, links or makes the user, applies the provider's roles and notes the sign-in; all in one
   * transaction with `work`, which may run again after a lost race. A refusal changes nothing and is not
   * audited here.
   */
  signIn<T>(
    told: ProviderUser,
    requestId: string | null,
    work: (unit: UnitOfWork, userId: string) => Promise<T>,
  ): Promise<ProviderOutcome<T>>;
  /**
   * For modes in which each request stands for itself: the same, but nothing is written while nothing has
   * changed. Roles and tenants apply to this very request; changed ones are stored at most once a minute, as
   * two tokens of a user may differ.
   */
  recognise(told: ProviderUser, requestId: string | null): Promise<ProviderOutcome<Principal>>;
}

export interface ProviderUsersOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hooks: HookRunner;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Name of the role of a user whom the provider gives none. */
  readonly auth: { readonly defaultRole: string | null };
  readonly tenants: NameableTenants;
}

/** Whoever loses a race of first sign-ins finds the user on the next try. */
const maxTries = 5;

/** In modes without sessions the last sign-in is kept to the hour. */
const loginNotedEveryMs = 3_600_000;

/**
 * In such modes changed roles and tenants of a user are stored at most so often by one process, and of so
 * many users.
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
  // With several tenants somebody new sees none until an operator or a claim says which.
  const admit = createAdmission({ clock, logger, defaultRole, firstTenants: tenants.several ? [] : null });
  /** When a user's roles or tenants were last changed on a provider's word, epoch milliseconds. */
  const storedAt = new LRUCache<string, number>({ max: maxUsersKept });

  async function read(given: ProviderUser): Promise<KnownProviderUser | null> {
    const told = check(given);
    return told === null
      ? null
      : { ...told, allowedTenants: await resolveTenantNames(tenants, told.tenants) };
  }

  /**
   * What a new user is made of; plugins are asked before the transaction, which must not wait for them. Null:
   * there is a user.
   */
  async function draftOf(told: KnownProviderUser): Promise<UserDraft | null> {
    if ((await database.read((connection) => findProviderUser(connection, told))) !== null) return null;
    return hooks.change('beforeUserCreate', { name: told.name, email: told.email }, (changed) =>
      checkDraft(changed),
    );
  }

  async function signInChecked<T>(
    told: KnownProviderUser,
    requestId: string | null,
    work: (unit: UnitOfWork, userId: string) => Promise<T>,
  ): Promise<ProviderOutcome<T>> {
    let draft: UserDraft | null = null;
    for (let tries = 1; tries <= maxTries; tries += 1) {
      draft ??= await draftOf(told);
      const outcome = await runUnit(async (unit) => {
        const admitted = await admit(unit, told, draft, requestId);
        if (admitted === 'again' || 'refused' in admitted) return admitted;
        return { ...admitted, value: await work(unit, admitted.userId) };
      }).catch((error) => {
        if (isUniqueViolation(error)) return 'again' as const;
        throw error;
      });
      if (outcome === 'again') continue;
      if ('refused' in outcome) return refused(outcome.refused, outcome.userId);
      if (outcome.hasChanged) storedAt.set(outcome.userId, clock.now());
      if (outcome.created !== null) await hooks.notify('afterUserCreate', outcome.created);
      return { ok: true, value: outcome.value };
    }
    throw new Error('a user is made and removed in turn');
  }

  /**
   * What needs no writing: a refusal, or a user of whom everything is stored, or was a moment ago; else null.
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
      roleNames: told.roleNames,
      defaultRole,
      isFirst: false,
    });
    const { given, taken } = roleChanges(roles);
    const newTenants = told.allowedTenants === undefined ? storedTenants : told.allowedTenants;
    const hasChanged = given.length + taken.length > 0 || !isSameTenants(newTenants, storedTenants);
    if (hasChanged && clock.now() - (storedAt.get(userId) ?? Number.NEGATIVE_INFINITY) >= storedEveryMs)
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
