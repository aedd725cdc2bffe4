import type { Database } from '#platform/database/database';
import type { RevisionWatcher } from '#platform/database/revisions';
import { createRevisionCache } from '#platform/database/revisions';
import type { ApiKeyCaller, Principal } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { safeEqual } from '#platform/kernel/crypto';
import { keyRests, RefusedKey, ServiceError } from '#platform/kernel/errors';
import { createGrowingCache } from '#platform/kernel/growing-cache';
import { describeError, type Logger } from '#platform/kernel/logger';
import { apiKeyRepository, findApiKeyByPrefix, type StoredApiKey } from './api-key-repository';
import { getKeyStatus } from './api-key-status';
import { readApiKeyText } from './api-key-text';
import type { KeyHolders } from './key-holder';

export interface ApiKeyAuthenticatorOptions {
  readonly background: Background;
  readonly database: Database;
  readonly watcher: RevisionWatcher;
  readonly tenantExists: (id: string) => Promise<boolean>;
  readonly holders: KeyHolders;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface ApiKeyAuthenticator {
  /** Returns the caller that an `X-API-Key` header identifies. @throws ServiceError `invalid_api_key` */
  authenticate(header: string): Promise<ApiKeyCaller>;
  /**
   * Returns the person for whom a key acts on the admin API, with no more than its scopes; null for a key
   * without scopes, and for a header that is not one of our keys.
   * @throws ServiceError `invalid_api_key`; `forbidden` once the person has no access any more, and while the key rests
   */
  authenticateOperator(header: string): Promise<Principal | null>;
  /** Resolves when every use so far has been recorded. */
  flush(): Promise<void>;
}

const minuteMs = 60_000;
const maxTrackedKeys = 5000;

export function createApiKeyAuthenticator({
  background,
  database,
  watcher,
  tenantExists,
  holders,
  clock,
  logger,
}: ApiKeyAuthenticatorOptions): ApiKeyAuthenticator {
  const find = createRevisionCache<StoredApiKey | null>({
    database,
    watcher,
    // Unknown prefixes are not cached: anyone can invent them.
    isCacheable: (key) => key !== null,
    isOutdated: (_prefix, key, concerns) => key === null || concerns(key.tenantId),
  });
  const findByPrefix = (prefix: string) =>
    find(prefix, (connection) => findApiKeyByPrefix(connection, prefix));
  /** The last minute written, by key. */
  const lastMinutes = createGrowingCache<number>(maxTrackedKeys);
  const writes = new Set<Promise<void>>();

  /**
   * Records the use of a key, at most once a minute. Requests do not wait for it, and a failed write is not
   * repeated: the next minute's is as good.
   */
  function recordUse({ id, tenantId, lastUsedAt }: StoredApiKey): void {
    const minute = Math.floor(clock.now() / minuteMs) * minuteMs;
    if (minute <= Math.max(lastMinutes.get(id) ?? 0, lastUsedAt ?? 0)) return;
    lastMinutes.set(id, minute);
    const write = database
      .transaction((connection) => apiKeyRepository(connection.tenant(tenantId)).recordUse(id, minute))
      .catch((error) =>
        logger.warn({ keyId: id, error: describeError(error) }, 'Could not record the use of an API key'),
      )
      .finally(() => writes.delete(write));
    writes.add(write);
  }

  /** @throws ServiceError `invalid_api_key` */
  async function identify(header: string): Promise<StoredApiKey> {
    const sent = readApiKeyText(header);
    const key = sent === null ? null : await findByPrefix(sent.prefix);
    if (sent === null || key === null || !safeEqual(sent.keyHash, key.keyHash))
      throw new ServiceError('invalid_api_key');
    const status = getKeyStatus(key, clock.now());
    if (status !== 'active')
      throw new ServiceError('invalid_api_key', { cause: new RefusedKey(key.id, status) });
    if (!(await tenantExists(key.tenantId))) throw new ServiceError('invalid_api_key');
    recordUse(key);
    // The process can be frozen after the answer, and a write in progress would keep its locks.
    if (!background.isOn) await Promise.all(writes);
    return key;
  }

  return {
    async authenticate(header) {
      const key = await identify(header);
      const { id: keyId, tenantId, scopes } = key;
      if (scopes === null) return { kind: 'apiKey', keyId, tenantId, scopes };
      const { effective, rests } = holders.rightsOf(key, await holders.find(key));
      return { kind: 'apiKey', keyId, tenantId, scopes: new Set(effective), ...(rests && { rests }) };
    },

    async authenticateOperator(header) {
      // The host can use the same header for keys of its own.
      if (readApiKeyText(header) === null) return null;
      const key = await identify(header);
      if (key.scopes === null) return null;
      const holder = await holders.find(key);
      if (holder === null)
        throw new ServiceError('forbidden', {
          message:
            'The person for whom this API key acts has no access any more. Create a key for somebody else.',
        });
      const { effective, rests } = holders.rightsOf(key, holder);
      if (rests) throw keyRests();
      return {
        ...holder.person,
        roles: [],
        permissions: new Set(effective),
        allowedTenants: [key.tenantId],
        sessionId: null,
        signedInAt: null,
        apiKeyId: key.id,
      };
    },

    async flush() {
      await Promise.all(writes);
    },
  };
}
