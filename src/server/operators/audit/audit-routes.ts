import { Type } from '@sinclair/typebox';
import type { Database } from '#platform/database/database';
import { readListPage } from '#platform/database/listing';
import type { Reads } from '#platform/database/reads';
import { type Paging, searchParameter, toPage, toPageSchema } from '#platform/http/paging';
import { defineRoute, type Route } from '#platform/http/route';
import { timeRangeParameters } from '#platform/http/time-range-parameters';
import { seesAllTenants } from '#platform/kernel/caller';
import { createLatestRun } from '#platform/kernel/concurrency/latest-run';
import { readTimeRange } from '#platform/kernel/time-range';
import { auditRepository, shownEntry, withoutAccounts } from './audit-repository';
import { AuditLogEntry, AuditVerdict } from './audit-schemas';
import { verifyChain } from './verify-chain';

const tag = 'Audit';
const access = { permission: 'audit:read' } as const;
const exactly = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

/** Audit log routes of the admin API. */
export function auditRoutes({
  database,
  reads,
  paging,
}: {
  readonly database: Database;
  readonly reads: Reads;
  readonly paging: Paging;
}): Route[] {
  const verify = createLatestRun((tenantId) => verifyChain(database, tenantId));
  return [
    defineRoute({
      id: 'listAudit',
      method: 'GET',
      path: '/audit',
      tag,
      summary: 'List the tenant’s audit log, newest first',
      description:
        'Users who may see only some tenants get no entries on users, sign-ins, roles and tenants: those concern people of all tenants.',
      access,
      query: Type.Object({
        ...paging.parameters,
        ...timeRangeParameters,
        id: exactly(64, 'Only this entry.'),
        action: exactly(64, 'Only this action: `profile:activated`.'),
        resourceType: exactly(64, 'Only entries on resources of this type: `profile`.'),
        resourceId: exactly(128, 'Only entries on this resource.'),
        userId: exactly(64, 'Only entries of this user.'),
        q: searchParameter(['action', 'resourceType', 'resourceId', 'resourceName', 'userId']),
      }),
      replies: { 200: { description: 'A page of entries', schema: toPageSchema(AuditLogEntry) } },
      errors: [],
      async handle({
        tenantId,
        caller,
        query: { from, to, id, action, resourceType, resourceId, userId, q: text, ...query },
      }) {
        const range = readTimeRange({ from, to });
        const request = paging.read(
          {
            list: 'audit',
            tenantId,
            filters: { ...range, id, action, resourceType, resourceId, userId, text },
          },
          query,
        );
        const hidesAccounts = !seesAllTenants(caller);
        const list = { tenantId, table: 'audit' } as const;
        const found = await reads.readPage(list, request.after, (scope) =>
          readListPage(scope, request, {
            table: list.table,
            equals: { id, action, resource_type: resourceType, resource_id: resourceId, user_id: userId },
            range,
            narrow: hidesAccounts ? withoutAccounts : undefined,
            search: {
              text,
              columns: ['action', 'resource_type', 'resource_id', 'resource_name', 'user_id'],
              indexed: ['resource_id', 'user_id'],
              rows: paging.searchRows,
            },
            knownTotal: async () =>
              !hidesAccounts && (id ?? action ?? resourceType ?? resourceId ?? userId) === undefined
                ? auditRepository(scope).count()
                : null,
          }),
        );
        return { body: toPage(request, { ...found, items: found.items.map(shownEntry) }) };
      },
    }),
    defineRoute({
      id: 'verifyAudit',
      method: 'GET',
      path: '/audit/verify',
      tag,
      summary: 'Verify that no entries were changed, removed or inserted',
      access,
      replies: { 200: { description: 'The result', schema: AuditVerdict } },
      errors: [],
      async handle({ tenantId }) {
        const { valid, checked, firstBroken } = await verify(tenantId);
        return { body: { valid, checked, firstBroken } };
      },
    }),
  ];
}
