import type { Database } from '#platform/database/database';
import { ServiceError } from '#platform/kernel/errors';
import { consentRepository } from './consent-repository';
import type { StoredConsent } from './stored-consent';

/** Returns the visitor's record; null when there is none. */
export const findConsent = (database: Database, tenantId: string, visitorId: string) =>
  database.read((connection) => consentRepository(connection.tenant(tenantId)).find(visitorId));

/** Returns the visitor's record. @throws ServiceError `consent_not_found` */
export async function requireConsent(
  database: Database,
  tenantId: string,
  visitorId: string,
): Promise<StoredConsent> {
  const consent = await findConsent(database, tenantId, visitorId);
  if (consent === null) throw new ServiceError('consent_not_found');
  return consent;
}
