import { type KeyHolder, lockCaller } from '#operators/accounts/index';
import type { Database } from '#platform/database/database';
import { bumpContent, type RevisionWatcher } from '#platform/database/revisions';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import type { Actor, Principal } from '#platform/kernel/caller';
import { changedFields } from '#platform/kernel/changes';
import { type Clock, lastMoment, toIso, toIsoOrNull } from '#platform/kernel/clock';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import type { KeyScope } from '#platform/kernel/permissions';
import { apiKeyRepository, type KeyState, lockKeysOfHolder, type StoredApiKey } from './api-key-repository';
import type { ApiKey, ApiKeyCreate } from './api-key-schemas';
import { getKeyStatus, isPast } from './api-key-status';
import { newApiKeyText } from './api-key-text';
import type { KeyHolders } from './key-holder';

export interface ApiKeyServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly watcher: RevisionWatcher;
  readonly holders: KeyHolders;
  readonly clock: Clock;
}

export interface ApiKeyContext {
  readonly tenantId: string;
  readonly actor: Actor;
}

/**
 * Manages the API keys of a tenant. Changes take effect in this process at once, in others within half a
 * second.
 */
export interface ApiKeyService {
  list(tenantId: string): Promise<ApiKey[]>;
  /**
   * Creates a key that acts for its creator, if it has scopes.
   * @throws ServiceError `validation_failed` when `expireBy` is in the past or after the year 9999; `forbidden` when the
   * creator lacks a permission that the key would have; `unauthenticated` once the creator was signed out
   */
  create(
    context: ApiKeyContext,
    creator: Principal,
    input: ApiKeyCreate,
  ): Promise<ApiKey & { readonly key: string }>;
  /** Revokes the key; it can be reactivated. @throws ServiceError `api_key_not_found` */
  revoke(context: ApiKeyContext, id: string): Promise<ApiKey>;
  /**
   * Reactivates the key and clears an `expireBy` in the past. It acts for the same person as before: who knows the
   * secret of a key must not act as somebody else.
   * @throws ServiceError `api_key_not_found`; `forbidden` and `unauthenticated` as `create`
   */
  reactivate(context: ApiKeyContext, caller: Principal, id: string): Promise<ApiKey>;
  /**
   * Revokes all keys that act for a person, in the caller's transaction, and returns how many.
   */
  revokeKeysOf(unit: UnitOfWork, holderId: string, actor: Actor): Promise<number>;
  /** @throws ServiceError `api_key_not_found` */
  remove(context: ApiKeyContext, id: string): Promise<void>;
}

export function createApiKeyService({
  database,
  runUnit,
  watcher,
  holders,
  clock,
}: ApiKeyServiceOptions): ApiKeyService {
  function toView(stored: StoredApiKey, holder: KeyHolder | null): ApiKey {
    const { keyHash, holderId, revokedAt, expireBy, lastUsedAt, createdAt, scopes, ...key } = stored;
    const { effective, restsFrom } = holders.rightsOf(stored, holder);
    return {
      ...key,
      scopes: scopes && [...scopes],
      holder: holder && { id: holder.person.userId, name: holder.person.name, email: holder.person.email },
      withheld: (scopes ?? []).filter((scope) => !effective.includes(scope)),
      restsFrom: toIsoOrNull(restsFrom),
      status: getKeyStatus({ revokedAt, expireBy }, clock.now()),
      expireBy: toIsoOrNull(expireBy),
      lastUsedAt: toIsoOrNull(lastUsedAt),
      createdAt: toIso(createdAt),
    };
  }

  const view = async (key: StoredApiKey): Promise<ApiKey> => toView(key, await holders.find(key));

  const toStateView = ({ revokedAt, expireBy }: KeyState) => ({
    status: getKeyStatus({ revokedAt, expireBy }, clock.now()),
    expireBy: toIsoOrNull(expireBy),
  });

  function audit(
    unit: UnitOfWork,
    { tenantId, actor }: ApiKeyContext,
    verb: string,
    { id, name, prefix }: Pick<StoredApiKey, 'id' | 'name' | 'prefix'>,
    more = {},
  ) {
    unit.audit({
      tenantId,
      action: `apikey:${verb}`,
      resourceType: 'apikey',
      resourceId: id,
      resourceName: name,
      actor,
      changes: { name, prefix, ...more },
    });
  }

  /** Writes the next state of a locked key; writes and reports nothing when the key already has it. */
  async function write(
    unit: UnitOfWork,
    context: ApiKeyContext,
    verb: string,
    key: StoredApiKey,
    next: KeyState | 'removed',
  ): Promise<StoredApiKey> {
    const keys = apiKeyRepository(unit.tenant(context.tenantId));
    const changes = next === 'removed' ? {} : changedFields(toStateView(key), toStateView(next));
    if (next !== 'removed' && Object.keys(changes).length === 0) return key;
    if (next === 'removed') await keys.remove(key.id);
    else await keys.setState(key.id, next);
    audit(unit, context, verb, key, changes);
    await bumpContent(unit, context.tenantId);
    unit.afterCommit(() => watcher.expire(context.tenantId));
    return next === 'removed' ? key : { ...key, ...next };
  }

  /** Changes one key. @param caller user for whom the key acts again; null where it no longer does */
  const change = (
    context: ApiKeyContext,
    id: string,
    verb: string,
    toNext: (key: StoredApiKey) => KeyState | 'removed',
    caller: Principal | null = null,
  ): Promise<StoredApiKey> =>
    runUnit(async (unit) => {
      if (caller !== null) await lockCaller(unit, caller);
      const key = await apiKeyRepository(unit.tenant(context.tenantId)).lock(id);
      if (key === null) throw new ServiceError('api_key_not_found');
      return write(unit, context, verb, key, toNext(key));
    });

  return {
    async list(tenantId) {
      const keys = await database.read((connection) => apiKeyRepository(connection.tenant(tenantId)).list());
      const ids = new Set(keys.map(({ holderId }) => holderId));
      const people = new Map<string | null, KeyHolder | null>();
      for (const holderId of ids) people.set(holderId, await holders.find({ tenantId, holderId }));
      return keys.map((key) => toView(key, people.get(key.holderId) ?? null));
    },

    async create(context, creator, input) {
      const { tenantId } = context;
      const scopes = input.scopes ?? null;
      requireRights(creator, scopes);
      const now = clock.now();
      const expireBy = input.expireBy === undefined ? null : Date.parse(input.expireBy);
      // The format also accepts a leap second, which our clocks never show.
      if (expireBy !== null && !(expireBy > now))
        throw validationFailed({ path: 'expireBy', message: 'must be in the future', rule: 'in_future' });
      if (expireBy !== null && expireBy > lastMoment)
        throw validationFailed({
          path: 'expireBy',
          message: 'must be before the year 10000 UTC',
          rule: 'too_late',
        });
      const { key, ...text } = newApiKeyText();
      const holderId = scopes === null ? null : creator.userId;
      const stored = { ...text, id: newId(), name: input.name, scopes, holderId, expireBy, createdAt: now };
      await runUnit(async (unit) => {
        await lockCaller(unit, creator);
        await apiKeyRepository(unit.tenant(tenantId)).insert(stored);
        audit(unit, context, 'created', stored, { expireBy: toIsoOrNull(expireBy), scopes });
      });
      const made = { ...stored, tenantId, revokedAt: null, lastUsedAt: null };
      return { ...(await view(made)), key };
    },

    revoke: async (context, id) =>
      view(
        await change(context, id, 'revoked', ({ revokedAt, expireBy }) => ({
          revokedAt: revokedAt ?? clock.now(),
          expireBy,
        })),
      ),

    reactivate: async (context, caller, id) =>
      view(
        await change(
          context,
          id,
          'reactivated',
          ({ expireBy, scopes }) => {
            requireRights(caller, scopes);
            return { revokedAt: null, expireBy: isPast(expireBy, clock.now()) ? null : expireBy };
          },
          caller,
        ),
      ),

    async revokeKeysOf(unit, holderId, actor) {
      const keys = await lockKeysOfHolder(unit, holderId);
      for (const key of keys)
        await write(unit, { tenantId: key.tenantId, actor }, 'revoked', key, {
          revokedAt: clock.now(),
          expireBy: key.expireBy,
        });
      return keys.length;
    },

    remove: async (context, id) => void (await change(context, id, 'deleted', () => 'removed')),
  };
}

/** Permissions that correspond to a key without scopes. */
const publicRights: readonly KeyScope[] = ['consents:read', 'consents:update', 'consents:erase'];

/** Nobody grants more than they have. @throws ServiceError `forbidden` that names what is missing */
function requireRights({ permissions }: Principal, scopes: readonly KeyScope[] | null): void {
  const missing = (scopes ?? publicRights).filter((scope) => !permissions.has(scope));
  if (missing.length > 0)
    throw new ServiceError('forbidden', {
      message: `This also needs the permission ${missing.join(' and ')}.`,
    });
}
