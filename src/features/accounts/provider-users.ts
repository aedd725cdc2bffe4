import type { Connection, Database } from '../../database/database';
import { isUniqueViolation } from '../../database/dialect';
import type { RunUnitOfWork, UnitOfWork } from '../../database/unit-of-work';
import type { Principal } from '../../kernel/caller';
import type { Clock } from '../../kernel/clock';
import type { Logger } from '../../kernel/logger';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { UserDraft } from './account-schemas';
import { createAdmission } from './admit-provider-user';
import { loadPrincipalOfUser } from './principal';
import { providerRoles, roleChanges } from './provider-roles';
import { type CheckedProviderUser, createProviderUserCheck, findProviderUser, type ProviderUser } from './provider-user';
import { createUserDraftCheck } from './user-draft';

/** Why someone whom a provider vouches for may not come in. */
export type ProviderRefusal = 'invalid_identity' | 'identity_conflict' | 'inactive';

export type ProviderOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: ProviderRefusal; readonly userId: string | null };

/** The users of identity providers: found by issuer and subject, linked by verified e-mail, or made. */
export interface ProviderUsers {
  /**
   * Finds, links or makes the user, applies the provider's roles and notes the sign-in; all in one transaction with
   * `work`, which may run again after a lost race. A refusal changes nothing and is not audited here.
   */
  signIn<T>(told: ProviderUser, requestId: string | null, work: (unit: UnitOfWork, userId: string) => Promise<T>): Promise<ProviderOutcome<T>>;
  /** For modes in which each request stands for itself: the same, but nothing is written while nothing has changed. */
  recognise(told: ProviderUser, requestId: string | null): Promise<ProviderOutcome<Principal>>;
}

export interface ProviderUsersOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hooks: HookRunner;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Name of the role of a user whom the provider gives none. */
  readonly defaultRole: string;
}

/** Whoever loses a race of first sign-ins finds the user on the next try. */
const maxTries = 5;

/** In modes without sessions the last sign-in is kept to the hour. */
const loginNotedEveryMs = 3_600_000;

const refused = (reason: ProviderRefusal, userId: string | null = null) => ({ ok: false, reason, userId }) as const;

export function createProviderUsers({ database, runUnit, hooks, clock, logger, defaultRole }: ProviderUsersOptions): ProviderUsers {
  const check = createProviderUserCheck();
  const checkDraft = createUserDraftCheck();
  const admit = createAdmission({ clock, logger, defaultRole });

  /** What a new user is made of; plugins are asked before the transaction, which must not wait for them. Null: there is a user. */
  async function draftOf(told: CheckedProviderUser): Promise<UserDraft | null> {
    if ((await database.read((connection) => findProviderUser(connection, told))) !== null) return null;
    return hooks.change('beforeUserCreate', { name: told.name, email: told.email }, (changed) => checkDraft(changed));
  }

  async function signInChecked<T>(
    told: CheckedProviderUser,
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
      if (outcome.created !== null) await hooks.notify('afterUserCreate', outcome.created);
      return { ok: true, value: outcome.value };
    }
    throw new Error('a user is made and removed in turn');
  }

  /** What needs no writing: a refusal, or a user whose roles and last sign-in are as they should be; else null. */
  async function unchanged(connection: Connection, told: CheckedProviderUser): Promise<ProviderOutcome<Principal> | null> {
    const found = await findProviderUser(connection, told);
    if (found === 'identity_conflict') return refused(found);
    if (found === null) return null;
    const { userId, active, lastLoginAt } = found.known;
    if (!active) return refused('inactive', userId);
    if (!found.isLinked || lastLoginAt === null || lastLoginAt <= clock.now() - loginNotedEveryMs) return null;
    const { given, taken } = roleChanges(await providerRoles(connection, { userId, roleNames: told.roleNames, defaultRole, isFirst: false }));
    if (given.length + taken.length > 0) return null;
    const principal = await loadPrincipalOfUser(connection, userId);
    return principal === null ? refused('inactive', userId) : { ok: true, value: principal };
  }

  return {
    async signIn(given, requestId, work) {
      const told = check(given);
      return told === null ? refused('invalid_identity') : signInChecked(told, requestId, work);
    },

    async recognise(given, requestId) {
      const told = check(given);
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
