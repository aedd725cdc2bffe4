import type { ResolvedConfig } from '../config/config-schema';
import { readRevision } from '../database/revisions';
import { createHotServe, type HotServe } from '../features/publishing';
import { isTransactional } from '../storage/storage-within';
import type { Platform } from './platform';

/** Creates the part of the public API that serves published files from memory. */
export function createPublishedFiles(
  {
    basePath,
    publicPath,
    hotServe,
    rateLimit,
  }: Pick<ResolvedConfig, 'basePath' | 'publicPath' | 'hotServe' | 'rateLimit'>,
  { clientFacts, clock, database, lifecycle, logger, rateLimiter, storage }: Platform,
): HotServe {
  return createHotServe({
    storage,
    revision: isTransactional(storage)
      ? () => database.read((connection) => readRevision(connection, 'published'))
      : undefined,
    basePath,
    publicPath,
    hotServe,
    logger,
    clock,
    limiter: rateLimit.enabled ? { consume: (client) => rateLimiter.consume('hotServe', client) } : undefined,
    clientIp: clientFacts.network,
    ready: lifecycle.ready,
  });
}
