import type { Database } from '#platform/database/database';
import type { ActorContext } from '#platform/kernel/caller';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { accountRepository } from '../account/account-repository';
import { parentalRepository } from '../parental/parental-repository';
import { consentRepository } from '../records/consent-repository';
import type { AuditedVisitor } from './audited-visitor';
import type { EraseConsent, Eraser } from './erase-consent';
import { type CompleteErasure, eraseEach } from './erase-each';

/**
 * Erases the account of one of the host's users and all visitors that a server linked to the user, and returns the number
 * of their one certificate and that of the visitors.
 * @throws ServiceError `consent_not_found`
 */
export type EraseSubject = (
  context: ActorContext,
  subjectId: string,
  by: Eraser,
) => Promise<{ readonly certificateId: string; readonly visitors: number }>;

export function createEraseSubject(
  database: Database,
  erase: EraseConsent,
  complete: CompleteErasure,
  auditedSubject: AuditedVisitor,
): EraseSubject {
  return async (context, subjectId, by) => {
    const [subjectHash] = auditedSubject(context.tenantId, subjectId);
    const erasure = { id: newId(), subjectHash };
    const readSome = () =>
      database.read(async (connection) => {
        const scope = connection.tenant(context.tenantId);
        const records = await consentRepository(scope).ofSubject(subjectId);
        const ids = records.map(({ visitorId }) => visitorId);
        const asked = await parentalRepository(scope).asked(ids);
        // Those for whom a parent was asked come last, since each leaves a request to the others.
        return [...ids.filter((id) => !asked.has(id)), ...asked];
      });
    // One that signed in and never decided has no record.
    const account = await database.read((connection) =>
      accountRepository(connection.tenant(context.tenantId)).visitorOf(subjectId),
    );
    let visitors = 0;
    for (let some = await readSome(); some.length > 0; some = await readSome())
      visitors += await eraseEach(erase, context, some, by, erasure);
    if (account !== null) visitors += await eraseEach(erase, context, [account], by, erasure);
    if (visitors === 0) throw new ServiceError('consent_not_found');
    await complete(context.tenantId, erasure.id);
    return { certificateId: erasure.id, visitors };
  };
}
