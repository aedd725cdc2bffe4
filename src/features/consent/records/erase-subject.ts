import type { Database } from '../../../database/database';
import type { ActorContext } from '../../../kernel/caller';
import { ServiceError } from '../../../kernel/errors';
import { consentRepository } from './consent-repository';
import type { EraseConsent, Eraser } from './erase-consent';

/**
 * Erases all visitors that a server linked to one of the host's users, one after the other, each with an audit entry
 * of its own, and returns their names in the audit log. What was erased stays so when a later one fails.
 */
export type EraseSubject = (
  context: ActorContext,
  subjectId: string,
  by: Eraser,
) => Promise<readonly string[]>;

export function createEraseSubject(database: Database, erase: EraseConsent): EraseSubject {
  return async (context, subjectId, by) => {
    const readSome = () =>
      database.read((connection) =>
        consentRepository(connection.tenant(context.tenantId)).ofSubject(subjectId),
      );
    const erased: string[] = [];
    for (let some = await readSome(); some.length > 0; some = await readSome()) {
      for (const { visitorId } of some) {
        const name = await erase(context, visitorId, by).catch(refuseUnlessErased);
        if (name !== null) erased.push(name);
      }
    }
    return erased;
  };
}

/** Somebody else may have erased a visitor in the meantime, who is then not counted. */
function refuseUnlessErased(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'consent_not_found') return null;
  throw error;
}
