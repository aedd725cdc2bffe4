import type { Database } from '#platform/database/database';
import type { ActorContext } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import type { EraseConsent, Eraser, ErasureOfVisitor } from './erase-consent';
import { erasureRepository } from './erasure-repository';

/**
 * Erases visitors under one certificate, one after the other, each with its own audit entry. What was erased stays so, and
 * stays certified, when a later one fails. Returns their number without those of whom nothing is stored, whom somebody else
 * may have erased in the meantime.
 */
export async function eraseEach(
  erase: EraseConsent,
  context: ActorContext,
  visitorIds: readonly string[],
  by: Eraser,
  erasure: ErasureOfVisitor,
): Promise<number> {
  let erased = 0;
  for (const visitorId of visitorIds) {
    try {
      await erase(context, visitorId, by, erasure);
      erased += 1;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'consent_not_found')) throw error;
    }
  }
  return erased;
}

/** Notes that the last visitor of an erasure has been erased: until then its certificate says that it is not complete. */
export type CompleteErasure = (tenantId: string, erasureId: string) => Promise<void>;

export const createCompleteErasure =
  (database: Database, clock: Clock): CompleteErasure =>
  (tenantId, erasureId) =>
    database.transaction((connection) =>
      erasureRepository(connection.tenant(tenantId)).complete(erasureId, clock.now()),
    );
