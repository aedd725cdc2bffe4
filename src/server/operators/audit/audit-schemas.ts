import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '#platform/kernel/schemas';

export const AuditLogEntry = Type.Object({
  id: Type.String(),
  tenantId: Type.String(),
  sequence: Type.Integer({ description: 'Position in the tenant’s chain, from 1.' }),
  action: Type.String({ description: '`<resource>:<verb>`' }),
  resourceType: Type.String(),
  resourceId: nullable(Type.String(), {
    description: 'The changed resource; a visitor is identified by a keyed hash of its id.',
  }),
  resourceName: nullable(Type.String(), {
    description:
      'The name of the resource at the time of the entry; null: it has none, as a visitor or the settings.',
  }),
  userId: nullable(Type.String(), {
    description: 'The acting user; null: a visitor, a server with an API key, or the service itself.',
  }),
  userEmail: nullable(Type.String(), { description: 'The address at the time of the entry.' }),
  changes: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The changes, as `{ before, after }` by field, and other facts. Never contains secrets.',
  }),
  requestId: nullable(Type.String(), { description: 'The `X-Request-Id` of the request.' }),
  createdAt: Type.String({ format: 'date-time' }),
  hash: Type.String({
    description: 'SHA-256 in hex, of all the other fields as JSON with sorted keys and no white space.',
  }),
  previousHash: Type.String({ description: 'Hash of the entry before; 64 zeros in the first.' }),
});
export type AuditLogEntry = Static<typeof AuditLogEntry>;

export const AuditVerdict = Type.Object({
  valid: Type.Boolean(),
  checked: Type.Integer({ description: 'Number of entries that were checked.' }),
  firstBroken: nullable(Type.String(), {
    description:
      'Id of the first entry that does not fit; null when all fit, and when entries are missing: the last ones, or all about a stored resource.',
  }),
});
