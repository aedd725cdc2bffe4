import { createPublicVersionCheck } from '#banners/profiles/index';
import { createHotServe, type HotServe } from '#banners/publishing/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { readRevision } from '#platform/database/revisions';
import { toStatusClass } from '#platform/http/measured-answers';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { isTransactional } from '#platform/storage/storage-within';
import type { Platform } from './platform';

/**
 * Creates the part of the public API that serves published files from memory.
 * @param read reads a file of storage; see `ProfilesFeature.readFile`
 */
export function setUpHotServe(
  {
    basePath,
    publicPath,
    hotServe,
    rateLimit,
  }: Pick<ResolvedConfig, 'basePath' | 'publicPath' | 'hotServe' | 'rateLimit'>,
  { clientFacts, clock, database, lifecycle, rateLimiter, requestLogger, storage, telemetry }: Platform,
  requiresApproval: (tenantId: string) => Promise<boolean>,
  read: StorageAdapter['read'],
): HotServe {
  return createHotServe({
    storage: { read },
    revision: isTransactional(storage)
      ? () => database.read((connection) => readRevision(connection, 'published'))
      : undefined,
    isPublic: createPublicVersionCheck(database, requiresApproval),
    basePath,
    publicPath,
    hotServe,
    logger: requestLogger,
    clock,
    limiter: rateLimit.enabled ? { consume: (client) => rateLimiter.consume('hotServe', client) } : undefined,
    clientIp: clientFacts.network,
    ready: lifecycle.ready,
    onAnswer(isHit, status) {
      if (telemetry.isOn)
        telemetry.count('published_files.requests', {
          cache: isHit ? 'hit' : 'miss',
          status_class: toStatusClass(status),
        });
    },
  });
}
