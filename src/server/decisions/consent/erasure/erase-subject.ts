import type { Database } from '#platform/database/database';
import type { ActorContext } from '#platform/kernel/caller';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { accountRepository } from '../account/account-repository';
import { consentRepository } from '../records/consent-repository';
import type { AuditedVisitor } from './audited-visitor';
import type { EraseConsent, Eraser } from './erase-consent';

/**
 * Erases the account of one of the host's users and all visitors that a server linked to the user, one after the other,
 * each with its own audit entry and all under one certificate, and returns its number and that of the visitors. What was
 * erased stays so, and stays certified, when a later one fails.
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
    let visitors = 0;
    // One that signed in and never decided has no record.
    const account = await database.read((connection) =>
      accountRepository(connection.tenant(context.tenantId)).visitorOf(subjectId),
    );
    if (account !== null && (await erase(context, account, by, erasure).catch(refuseUnlessErased)))
      visitors += 1;
    for (let some = await readSome(); some.length > 0; some = await readSome()) {
      for (const { visitorId } of some)
        if (await erase(context, visitorId, by, erasure).catch(refuseUnlessErased)) visitors += 1;
    }
    if (visitors === 0) throw new ServiceError('consent_not_found');
    return { certificateId: erasure.id, visitors };
  };
}

/** Somebody else may have erased a visitor in the meantime, who is then not counted. */
function refuseUnlessErased(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'consent_not_found') return null;
  throw error;
}
