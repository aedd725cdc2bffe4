import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database';
import { createRevisionCache } from '../../database/revision-cache';
import type { RevisionWatcher } from '../../database/revisions';
import type { ApiKeyCaller } from '../../kernel/caller';
import type { Clock } from '../../kernel/clock';
import { safeEqual } from '../../kernel/crypto';
import { ServiceError } from '../../kernel/errors';
import { describeError, type Logger } from '../../kernel/logger';
import { apiKeyRepository, findApiKeyByPrefix, type StoredApiKey } from './api-key-repository';
import { getKeyStatus } from './api-key-status';
import { readApiKeyText } from './api-key-text';

export interface ApiKeyAuthenticatorOptions {
  readonly database: Database;
  readonly watcher: RevisionWatcher;
  readonly tenantExists: (id: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface ApiKeyAuthenticator {
  /** Returns the caller that an `X-API-Key` header identifies. @throws ServiceError `invalid_api_key` */
  authenticate(header: string): Promise<ApiKeyCaller>;
  /** Resolves when every use so far has been recorded. */
  flush(): Promise<void>;
}

const minuteMs = 60_000;
const maxTrackedKeys = 5000;

export function createApiKeyAuthenticator({
  database,
  watcher,
  tenantExists,
  clock,
  logger,
}: ApiKeyAuthenticatorOptions): ApiKeyAuthenticator {
  const find = createRevisionCache<StoredApiKey | null>({
    database,
    watcher,
    // Unknown prefixes are not cached: anyone can invent them.
    isCacheable: (key) => key !== null,
  });
  const findByPrefix = (prefix: string) =>
    find(prefix, (connection) => findApiKeyByPrefix(connection, prefix));
  /** The last minute written, by key. */
  const lastMinutes = new LRUCache<string, number>({ max: maxTrackedKeys });
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

  return {
    async authenticate(header) {
      const sent = readApiKeyText(header);
      const key = sent === null ? null : await findByPrefix(sent.prefix);
      if (
        sent === null ||
        key === null ||
        !safeEqual(sent.keyHash, key.keyHash) ||
        getKeyStatus(key, clock.now()) !== 'active'
      ) {
        throw new ServiceError('invalid_api_key');
      }
      if (!(await tenantExists(key.tenantId))) throw new ServiceError('invalid_api_key');
      recordUse(key);
      return { kind: 'apiKey', keyId: key.id, tenantId: key.tenantId };
    },

    async flush() {
      await Promise.all(writes);
    },
  };
}
