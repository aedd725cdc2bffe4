import { type Static, Type } from '@sinclair/typebox';
import type { Database } from '../../../database/database';
import { packageVersion } from '../../../kernel/version';
import { AuditLogEntry, auditRepository } from '../../audit';

export const ErasureCertificate = Type.Object(
  {
    generatedBy: Type.String({ description: 'This package and its version.' }),
    tenantId: Type.String(),
    entries: Type.Array(AuditLogEntry, {
      description:
        'The entries of the audit log, one for each erased visitor: what was erased, when and by whom, with the hash by which the log can be compared. At most 1,000.',
    }),
    entriesLeftOut: Type.Integer({ description: 'Number of entries beyond 1,000, which only the log has.' }),
  },
  {
    title: 'ErasureCertificate',
    description: 'Proof of an erasure. Contains a keyed hash of the visitor’s id in place of the id.',
  },
);
export type ErasureCertificate = Static<typeof ErasureCertificate>;

const maxEntries = 1000;

/** Newest entries on a visitor among which the erasure is: others can have followed it. */
const entriesRead = 10;

/** Returns the certificate of an erasure that has just been committed. */
export type CertifyErasure = (
  tenantId: string,
  erased: readonly string[],
  requestId: string | null,
) => Promise<ErasureCertificate>;

/** @param database which is read after the commit, never a replica */
export function createCertifyErasure(database: Database): CertifyErasure {
  return async (tenantId, erased, requestId) => {
    const entries: AuditLogEntry[] = [];
    for (const id of erased.slice(0, maxEntries)) {
      const found = await database.read((connection) =>
        auditRepository(connection.tenant(tenantId)).ofResource('consent', id, {
          limit: entriesRead,
          before: null,
        }),
      );
      const entry = found.find((other) => other.action === 'consent:erased' && other.requestId === requestId);
      if (entry !== undefined) entries.push(entry);
    }
    return {
      generatedBy: `express-consent ${packageVersion}`,
      tenantId,
      entries,
      entriesLeftOut: erased.length - entries.length,
    };
  };
}
