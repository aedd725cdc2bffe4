import type { Database, TenantScope } from '#platform/database/database';
import type { ActorContext } from '#platform/kernel/caller';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { accountRepository } from '../account/account-repository';
import type { AuditedVisitor } from './audited-visitor';
import type { EraseConsent, Eraser } from './erase-consent';
import { type CompleteErasure, eraseEach } from './erase-each';
import { erasureRepository } from './erasure-repository';
import { subjectRepository } from './subject-repository';

interface ErasedSubject {
  readonly certificateId: string;
  readonly visitors: number;
}

/**
 * Erases the account of one of the host's users and all visitors that a server linked to the user, and returns the number
 * of their one certificate and that of the visitors. When nothing is left of the user since an erasure was interrupted, that
 * erasure is complete, and its certificate is the one returned.
 * @throws ServiceError `consent_not_found`
 */
export type EraseSubject = (context: ActorContext, subjectId: string, by: Eraser) => Promise<ErasedSubject>;

export function createEraseSubject(
  database: Database,
  erase: EraseConsent,
  complete: CompleteErasure,
  auditedSubject: AuditedVisitor,
): EraseSubject {
  async function completeLast(tenantId: string, subjectId: string): Promise<ErasedSubject> {
    const last = await database.read((connection) =>
      erasureRepository(connection.tenant(tenantId)).lastOfSubject(auditedSubject(tenantId, subjectId)),
    );
    if (last === null || last.complete) throw new ServiceError('consent_not_found');
    await complete(tenantId, last.id);
    return { certificateId: last.id, visitors: last.visitors };
  }

  return async (context, subjectId, by) => {
    const { tenantId } = context;
    const [subjectHash] = auditedSubject(tenantId, subjectId);
    const erasure = { id: newId(), subjectHash };
    const read = <T>(work: (scope: TenantScope) => Promise<T>) =>
      database.read((connection) => work(connection.tenant(tenantId)));
    let visitors = 0;
    async function eraseAll(readSome: (scope: TenantScope) => Promise<string[]>): Promise<void> {
      for (let some = await read(readSome); some.length > 0; some = await read(readSome))
        visitors += await eraseEach(erase, context, some, by, erasure);
    }
    // One that signed in and never decided has no record.
    const account = await read((scope) => accountRepository(scope).visitorOf(subjectId));
    // Those for whom a parent was asked come last, since each leaves a request to the others.
    await eraseAll((scope) => subjectRepository(scope).unaskedVisitors(subjectId));
    await eraseAll((scope) => subjectRepository(scope).visitors(subjectId));
    if (account !== null) visitors += await eraseEach(erase, context, [account], by, erasure);
    if (visitors === 0) return completeLast(tenantId, subjectId);
    await complete(tenantId, erasure.id);
    return { certificateId: erasure.id, visitors };
  };
}
