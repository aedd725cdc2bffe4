import { createGrowingCache } from '#platform/kernel/growing-cache';
import { logNames, logText } from '#platform/kernel/log-text';
import type { ServiceLogger } from '#platform/kernel/logger';
import type { RoleReference } from './account-schemas';
import type { MissingNames, ProviderUser } from './provider-user';

/** The effect of the roles in a provider's answer on a sign-in. */
export interface RolesRead {
  /** The claim or attribute that was read. */
  readonly claim: string;
  /** Why there were no names; null when there were. */
  readonly missing: MissingNames | null;
  /** Roles of this service that the provider named. */
  readonly granted: readonly string[];
  /** Number of other names, and the first of them. */
  readonly ignored: number;
  readonly ignoredNames: readonly string[];
}

/** Returns what was read; null when the provider does not send roles by configuration. */
export function toRolesRead(
  { roles: { claim, names = [], missing } }: Pick<ProviderUser, 'roles'>,
  named: readonly RoleReference[],
): RolesRead | null {
  if (claim === null) return null;
  const granted = named.map(({ name }) => name);
  const ignored = [...new Set(names)].filter((name) => !granted.includes(name));
  return {
    claim: logText(claim),
    missing,
    granted,
    ignored: ignored.length,
    ignoredNames: logNames(ignored),
  };
}

/** Logs what a provider's answer says about roles and tenants. */
export interface RoleNotes {
  /**
   * Warns once of each set of names that contains no role of this service. Reports missing names at each sign-in;
   * in modes without sessions, where every request is one, once for each reason.
   */
  note(told: NotedUser, read: RolesRead | null, userId: string): void;
}

type NotedUser = Pick<ProviderUser, 'provider' | 'roles' | 'tenants'>;

/** Greatest number of sets that one process remembers. */
const maxSets = 1000;

const reasons: Readonly<Record<MissingNames, string>> = {
  absent: 'the provider did not send it',
  left_out:
    'the provider left it out because the user has too many groups. Send only the groups that are assigned to this application, or its roles',
  unreadable: 'it is neither a text nor a list of texts. Check its path',
};

export function createRoleNotes(logger: ServiceLogger): RoleNotes {
  const noted = createGrowingCache<true>(maxSets);
  function isNew(...key: readonly unknown[]): boolean {
    const text = JSON.stringify(key);
    const isFirst = !noted.has(text);
    noted.set(text, true);
    return isFirst;
  }

  function noteMissing(kind: 'roles' | 'tenants', told: NotedUser, userId: string): void {
    const { claim, names, missing } = told[kind];
    // With `whenMissing: 'remove'` a missing claim is an empty one.
    if (claim === null || missing === null || names !== undefined) return;
    const isToken = told.provider === 'jwt';
    if (isToken && !isNew(kind, claim, missing)) return;
    // A host that signs its own tokens can leave roles to operators: the claim has a default name.
    const level = isToken && missing === 'absent' ? 'info' : 'warn';
    logger[level](
      { mode: told.provider, claim: logText(claim), missing, ...(isToken ? {} : { userId }) },
      `The claim with the ${kind} was not read, so the user keeps the stored ${kind}: ${reasons[missing]}`,
    );
  }

  return {
    note(told, read, userId) {
      noteMissing('roles', told, userId);
      noteMissing('tenants', told, userId);
      if (read === null || read.missing !== null) return;
      const { claim, granted, ignored, ignoredNames } = read;
      const mode = told.provider;
      if (mode === 'oidc' || mode === 'saml')
        logger.info({ mode, userId, ...read }, 'The roles of a user were read from the identity provider');
      if (granted.length > 0 || ignored === 0 || !isNew('unknown', claim, ignored, ignoredNames)) return;
      logger.warn(
        { mode, claim, names: ignoredNames, total: ignored },
        'No name in the claim with the roles is a role of this service, so the claim grants nothing: correct the names, or create roles with these names',
      );
    },
  };
}
