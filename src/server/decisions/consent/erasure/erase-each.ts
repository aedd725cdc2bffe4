import type { ActorContext } from '#platform/kernel/caller';
import { ServiceError } from '#platform/kernel/errors';
import type { EraseConsent, Eraser, ErasureOfVisitor } from './erase-consent';

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
