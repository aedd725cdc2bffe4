import type { AuditLogEntry } from '#operators/audit/index';
import { canonicalJson } from '#platform/kernel/json';
import type { Columns } from './export-format';

const fields = [
  'id',
  'tenantId',
  'sequence',
  'action',
  'resourceType',
  'resourceId',
  'resourceName',
  'userId',
  'userEmail',
  'changes',
  'requestId',
  'createdAt',
  'previousHash',
  'hash',
] as const satisfies readonly (keyof AuditLogEntry)[];

/**
 * All fields of an entry; `changes` is the JSON from which the hash was computed. Texts that a spreadsheet would run get
 * apostrophes, so that entries with such texts can be verified in JSON exports only.
 */
export const auditColumns: Columns<AuditLogEntry> = {
  header: fields,
  cells: (entry) =>
    fields.map((field) => {
      const value = entry[field];
      return typeof value === 'object' && value !== null ? canonicalJson(value) : value;
    }),
};
