import type { TenantScope } from '#platform/database/database';
import { leaveChild, parentalRepository } from '../parental/parental-repository';
import type { StoredConsent } from '../records/stored-consent';
import { leaveSignal } from './subject-signal-repository';

/**
 * Leaves to the other records of a user what a record tells about all of them, before it is erased or unlinked: an opt-out,
 * and that the user is a known child.
 * @param isChild whether a parent was asked for the visitor; default: as the requests say that are stored
 */
export async function leaveSubject(
  scope: TenantScope,
  record: Pick<StoredConsent, 'visitorId' | 'subjectId' | 'signalAt'>,
  now: number,
  isChild?: boolean,
): Promise<void> {
  const { visitorId, subjectId } = record;
  if (subjectId === null) return;
  if (isChild ?? (await parentalRepository(scope).asked([visitorId])).has(visitorId))
    await leaveChild(scope, { visitorId, subjectId }, now);
  await leaveSignal(scope, record, now);
}
