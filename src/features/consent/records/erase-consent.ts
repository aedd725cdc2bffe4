import type { Database } from '../../../database/database';
import type { RunUnitOfWork } from '../../../database/unit-of-work';
import type { ActorContext } from '../../../kernel/caller';
import { type Clock, toIso } from '../../../kernel/clock';
import { ServiceError } from '../../../kernel/errors';
import type { HookRunner } from '../../../plugins/plugin-registry';
import type { AuditedVisitor } from './audited-visitor';
import type { RecordChanges } from './consent-facts';
import { consentRepository } from './consent-repository';

/** Who erased, as the audit log says it. */
export type Eraser =
  | { readonly by: 'visitor'; readonly ownershipProven: boolean }
  | { readonly by: 'apiKey'; readonly apiKeyId: string }
  | { readonly by: 'operator'; readonly reason?: string };

export interface EraseConsentOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hooks: HookRunner;
  readonly recordChanges: RecordChanges;
  readonly clock: Clock;
  readonly auditedVisitor: AuditedVisitor;
}

/**
 * Erases a visitor; only an audit entry without the id remains. Returns the name of the visitor in the audit log.
 * @throws ServiceError `consent_not_found`
 */
export type EraseConsent = (context: ActorContext, visitorId: string, by: Eraser) => Promise<string>;

export function createEraseConsent({
  database,
  runUnit,
  hooks,
  recordChanges,
  clock,
  auditedVisitor,
}: EraseConsentOptions): EraseConsent {
  return async ({ tenantId, actor }, visitorId, by) => {
    const isKnown = await database.read((connection) =>
      consentRepository(connection.tenant(tenantId)).isKnown(visitorId),
    );
    if (!isKnown) throw new ServiceError('consent_not_found');
    await hooks.notify('beforeConsentErase', { tenantId, visitorId });
    const [resourceId] = auditedVisitor(tenantId, visitorId);
    await runUnit(async (unit) => {
      const erased = await consentRepository(unit.tenant(tenantId)).erase(visitorId);
      if (erased === null) throw new ServiceError('consent_not_found');
      const { record, states, parentalRequests } = erased;
      if (record !== null)
        await recordChanges(unit, tenantId, [
          { consentId: record.id, before: record, after: null, at: clock.now() },
        ]);
      unit.audit({
        tenantId,
        action: 'consent:erased',
        resourceType: 'consent',
        resourceId,
        actor,
        changes: { ...by, erased: { records: record === null ? 0 : 1, states, parentalRequests } },
      });
      unit.emit('consent.erased', { tenantId, occurredAt: toIso(clock.now()), visitorId });
    });
    await hooks.notify('afterConsentErase', { tenantId, visitorId });
    return resourceId;
  };
}
