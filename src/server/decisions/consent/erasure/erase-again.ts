import type { Database } from '#platform/database/database';
import { systemActor } from '#platform/kernel/caller';
import { ServiceError } from '#platform/kernel/errors';
import { consentRepository } from '../records/consent-repository';
import type { EraseConsent } from './erase-consent';

/** An erasure that the database no longer contains, because an earlier backup was restored. */
export interface LostErasure {
  readonly tenantId: string;
  readonly visitorId: string;
  /** Epoch ms; null: not known. */
  readonly erasedAt: number | null;
}

/** `missing`: nothing of the visitor is stored. `newer`: the visitor has decided after the erasure, so the record stays. */
export type RepeatedErasure = 'erased' | 'missing' | 'newer';

/** Repeats an erasure after a restore, with an audit entry and a certificate of its own. */
export type EraseAgain = (lost: LostErasure) => Promise<RepeatedErasure>;

export function createEraseAgain(database: Database, erase: EraseConsent): EraseAgain {
  return async ({ tenantId, visitorId, erasedAt }) => {
    const record = await database.read((connection) =>
      consentRepository(connection.tenant(tenantId)).find(visitorId),
    );
    if (record !== null && erasedAt !== null && record.createdAt > erasedAt) return 'newer';
    try {
      await erase({ tenantId, actor: systemActor }, visitorId, {
        by: 'operator',
        reason: 'Erased again after a restore',
      });
      return 'erased';
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'consent_not_found') return 'missing';
      throw error;
    }
  };
}
