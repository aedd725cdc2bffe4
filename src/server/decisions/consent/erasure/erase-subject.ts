import type { Database } from '#platform/database/database';
import type { ActorContext } from '#platform/kernel/caller';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { accountRepository } from '../account/account-repository';
import { consentRepository } from '../records/consent-repository';
import type { AuditedVisitor } from './audited-visitor';
import type { EraseConsent, Eraser } from './erase-consent';
import { eraseEach } from './erase-each';

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
  auditedSubject: AuditedVisitor,
): EraseSubject {
  return async (context, subjectId, by) => {
    const [subjectHash] = auditedSubject(context.tenantId, subjectId);
    const erasure = { id: newId(), subjectHash };
    const readSome = () =>
      database.read((connection) =>
        consentRepository(connection.tenant(context.tenantId)).ofSubject(subjectId),
      );
    // One that signed in and never decided has no record.
    const account = await database.read((connection) =>
      accountRepository(connection.tenant(context.tenantId)).visitorOf(subjectId),
    );
    let visitors = await eraseEach(erase, context, account === null ? [] : [account], by, erasure);
    for (let some = await readSome(); some.length > 0; some = await readSome())
      visitors += await eraseEach(
        erase,
        context,
        some.map(({ visitorId }) => visitorId),
        by,
        erasure,
      );
    if (visitors === 0) throw new ServiceError('consent_not_found');
    return { certificateId: erasure.id, visitors };
  };
}
