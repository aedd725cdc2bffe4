import type { Database } from '../../database/database';
import { bumpRevision, type RevisionWatcher } from '../../database/revisions';
import type { RunUnitOfWork, UnitOfWork } from '../../database/unit-of-work';
import type { Actor } from '../../kernel/caller';
import { changedFields } from '../../kernel/changes';
import { type Clock, lastMoment, toIso, toIsoOrNull } from '../../kernel/clock';
import { ServiceError, validationFailed } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { apiKeyRepository, type StoredApiKey } from './api-key-repository';
import type { ApiKey, ApiKeyCreate } from './api-key-schemas';
import { getKeyStatus, isPast } from './api-key-status';
import { newApiKeyText } from './api-key-text';

export interface ApiKeyServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly watcher: RevisionWatcher;
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
  /** @throws ServiceError `validation_failed` when `expireBy` is in the past or after the year 9999 */
  create(context: ApiKeyContext, input: ApiKeyCreate): Promise<ApiKey & { readonly key: string }>;
  /** Revokes the key; it can be reactivated. @throws ServiceError `api_key_not_found` */
  revoke(context: ApiKeyContext, id: string): Promise<ApiKey>;
  /** Reactivates the key and clears an `expireBy` in the past. @throws ServiceError `api_key_not_found` */
  reactivate(context: ApiKeyContext, id: string): Promise<ApiKey>;
  /** @throws ServiceError `api_key_not_found` */
  remove(context: ApiKeyContext, id: string): Promise<void>;
}

export function createApiKeyService({
  database,
  runUnit,
  watcher,
  clock,
}: ApiKeyServiceOptions): ApiKeyService {
  function toView({ keyHash, revokedAt, expireBy, lastUsedAt, createdAt, ...key }: StoredApiKey): ApiKey {
    return {
      ...key,
      status: getKeyStatus({ revokedAt, expireBy }, clock.now()),
      expireBy: toIsoOrNull(expireBy),
      lastUsedAt: toIsoOrNull(lastUsedAt),
      createdAt: toIso(createdAt),
    };
  }

  const toValidityView = (validity: Pick<StoredApiKey, 'revokedAt' | 'expireBy'>) => ({
    status: getKeyStatus(validity, clock.now()),
    expireBy: toIsoOrNull(validity.expireBy),
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

  /** Changes one key; writes and reports nothing when the key already has the new state. */
  const change = (
    context: ApiKeyContext,
    id: string,
    verb: string,
    toNext: (key: StoredApiKey) => Pick<StoredApiKey, 'revokedAt' | 'expireBy'> | 'removed',
  ): Promise<StoredApiKey> =>
    runUnit(async (unit) => {
      const keys = apiKeyRepository(unit.tenant(context.tenantId));
      const key = await keys.lock(id);
      if (key === null) throw new ServiceError('api_key_not_found');
      const next = toNext(key);
      if (next !== 'removed' && next.revokedAt === key.revokedAt && next.expireBy === key.expireBy)
        return key;
      if (next === 'removed') await keys.remove(id);
      else await keys.setValidity(id, next);
      audit(
        unit,
        context,
        verb,
        key,
        next === 'removed' ? {} : changedFields(toValidityView(key), toValidityView({ ...key, ...next })),
      );
      await bumpRevision(unit, 'content');
      unit.afterCommit(() => watcher.expire());
      return next === 'removed' ? key : { ...key, ...next };
    });

  return {
    async list(tenantId) {
      const keys = await database.read((connection) => apiKeyRepository(connection.tenant(tenantId)).list());
      return keys.map(toView);
    },

    async create(context, input) {
      const { tenantId } = context;
      const now = clock.now();
      const expireBy = input.expireBy === undefined ? null : Date.parse(input.expireBy);
      // The format also accepts a leap second, which our clocks never show.
      if (expireBy !== null && !(expireBy > now))
        throw validationFailed({ path: 'expireBy', message: 'must be in the future' });
      if (expireBy !== null && expireBy > lastMoment)
        throw validationFailed({ path: 'expireBy', message: 'must be before the year 10000 UTC' });
      const { key, ...text } = newApiKeyText();
      const stored = { ...text, id: newId(), name: input.name, expireBy, createdAt: now };
      await runUnit(async (unit) => {
        await apiKeyRepository(unit.tenant(tenantId)).insert(stored);
        audit(unit, context, 'created', stored, { expireBy: toIsoOrNull(expireBy) });
      });
      return { ...toView({ ...stored, tenantId, revokedAt: null, lastUsedAt: null }), key };
    },

    revoke: async (context, id) =>
      toView(
        await change(context, id, 'revoked', ({ revokedAt, expireBy }) => ({
          revokedAt: revokedAt ?? clock.now(),
          expireBy,
        })),
      ),

    reactivate: async (context, id) =>
      toView(
        await change(context, id, 'reactivated', ({ expireBy }) => ({
          revokedAt: null,
          expireBy: isPast(expireBy, clock.now()) ? null : expireBy,
        })),
      ),

    remove: async (context, id) => void (await change(context, id, 'deleted', () => 'removed')),
  };
}
