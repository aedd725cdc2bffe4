import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Actor, ActorContext } from '#platform/kernel/caller';
import { type Clock, toIso } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import type { RecordChanges } from '../records/consent-facts';
import { consentRepository } from '../records/consent-repository';
import type { AuditedVisitor } from './audited-visitor';
import { type ErasureFacts, erasureRepository } from './erasure-repository';

/** Who erased, as the audit log says it. */
export type Eraser =
  | { readonly by: 'visitor'; readonly ownershipProven: boolean }
  | { readonly by: 'apiKey'; readonly apiKeyId: string }
  | { readonly by: 'operator'; readonly reason?: string };

/** The erasure that a visitor belongs to. */
export type ErasureOfVisitor = Pick<ErasureFacts, 'id' | 'subjectHash'>;

export interface EraseConsentOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hooks: HookRunner;
  readonly recordChanges: RecordChanges;
  readonly clock: Clock;
  readonly auditedVisitor: AuditedVisitor;
  /** Id of the key with which visitors and users are hashed. */
  readonly hashKey: string;
}

/**
 * Erases a visitor; only an audit entry and the facts for a certificate remain, without the id. Returns the number of the
 * certificate.
 * @param part the erasure of several visitors that this is part of; default: one of its own
 * @throws ServiceError `consent_not_found`
 */
export type EraseConsent = (
  context: ActorContext,
  visitorId: string,
  by: Eraser,
  part?: ErasureOfVisitor,
) => Promise<string>;

export function createEraseConsent({
  database,
  runUnit,
  hooks,
  recordChanges,
  clock,
  auditedVisitor,
  hashKey,
}: EraseConsentOptions): EraseConsent {
  return async ({ tenantId, actor }, visitorId, by, part) => {
    const erasure = part ?? { id: newId(), subjectHash: null };
    const isKnown = await database.read((connection) =>
      consentRepository(connection.tenant(tenantId)).isKnown(visitorId),
    );
    if (!isKnown) throw new ServiceError('consent_not_found');
    await hooks.notify('beforeConsentErase', { tenantId, visitorId });
    const [visitorHash] = auditedVisitor(tenantId, visitorId);
    await runUnit(async (unit) => {
      const scope = unit.tenant(tenantId);
      const removed = await consentRepository(scope).erase(visitorId, clock.now());
      if (removed === null) throw new ServiceError('consent_not_found');
      const { record, states, parentalRequests } = removed;
      const erasedAt = clock.now();
      if (record !== null)
        await recordChanges(unit, tenantId, [
          { consentId: record.id, before: record, after: null, at: erasedAt },
        ]);
      const erased = { records: record === null ? 0 : 1, states, parentalRequests };
      await erasureRepository(scope).add(
        { ...erasure, ...toFacts(by, actor) },
        { visitorHash, erasedAt, ...erased },
        part === undefined,
      );
      unit.audit({
        tenantId,
        action: 'consent:erased',
        resourceType: 'consent',
        resourceId: visitorHash,
        actor,
        changes: {
          ...by,
          erased,
          certificate: erasure.id,
          erasedAt: toIso(erasedAt),
          ...(erasure.subjectHash !== null && { subjectHash: erasure.subjectHash }),
          hashKey,
        },
      });
      unit.emit('consent.erased', { tenantId, occurredAt: toIso(erasedAt), visitorId });
    });
    await hooks.notify('afterConsentErase', { tenantId, visitorId });
    return erasure.id;
  };
}

const toFacts = (eraser: Eraser, { userId, userEmail, apiKeyId }: Actor) => ({
  by: eraser.by,
  userId,
  userEmail,
  // The audit log has both, too.
  apiKeyId: eraser.by === 'apiKey' ? eraser.apiKeyId : (apiKeyId ?? null),
  ownershipProven: eraser.by === 'visitor' ? eraser.ownershipProven : null,
  reason: (eraser.by === 'operator' && eraser.reason) || null,
});
