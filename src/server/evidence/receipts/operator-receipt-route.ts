import { Type } from '@sinclair/typebox';
import { type ConsentRecords, VisitorParam } from '#decisions/consent/index';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { defineRoute, type Route } from '#platform/http/route';
import { prefersOther } from '#platform/http/wanted-form';
import { asDownload } from '#platform/kernel/download-name';
import { ServiceError } from '#platform/kernel/errors';
import { oneOf } from '#platform/kernel/schemas';
import { getClient, type ReceiptPrinter } from './receipt-printer';
import { nameOf } from './receipt-routes';
import { ReceiptView } from './receipt-schemas';
import type { ReceiptService } from './receipt-service';

export interface OperatorReceiptRouteOptions {
  readonly records: Pick<ConsentRecords, 'find' | 'auditedVisitor'>;
  readonly receipts: ReceiptService;
  readonly printer: ReceiptPrinter;
  readonly runUnit: RunUnitOfWork;
}

const formats = ['pdf', 'json'] as const;

/** The route with which operators hand a visitor their receipt, whether or not the profile offers it on its pages. */
export function operatorReceiptRoute({
  records,
  receipts,
  printer,
  runUnit,
}: OperatorReceiptRouteOptions): Route {
  return defineRoute({
    id: 'getVisitorReceipt',
    method: 'GET',
    path: '/consents/:visitorId/receipt',
    tag: 'Consents',
    summary: 'Download a visitor’s receipt for them: as PDF, or as JSON after ISO/IEC TS 27560',
    access: { permission: 'consents:read' },
    reads: { record: 'consent', param: 'visitorId' },
    writes: () => true,
    params: VisitorParam,
    query: Type.Object({
      format: Type.Optional(oneOf(formats, { description: 'Default: what `Accept` prefers, else `pdf`.' })),
    }),
    replies: { 200: { description: 'The receipt', schema: ReceiptView, alsoAs: ['application/pdf'] } },
    errors: ['consent_not_found', 'optional_dependency_missing', 'receipt_font_missing'],
    async handle(request) {
      const { context, params, query, mountUrl } = request;
      const { tenantId, actor } = context;
      const consent = await records.find(tenantId, params.visitorId);
      if (consent === null) throw new ServiceError('consent_not_found');
      const prefersJson = prefersOther(request.headers.accept, 'application/json', 'application/pdf');
      const format = query.format ?? (prefersJson ? 'json' : 'pdf');
      // Both APIs are mounted under the same path.
      const issued = await receipts.issue(consent, mountUrl.replace(/\/admin\/v1$/, '/api/v1'));
      const { receipt } = issued;
      const isPdf = format === 'pdf';
      const body = isPdf ? await printer.print(issued, getClient(request, params.visitorId)) : receipt;
      await runUnit(async (unit) =>
        unit.audit({
          tenantId,
          action: 'export:receipt',
          resourceType: 'consent',
          resourceId: records.auditedVisitor(tenantId, params.visitorId)[0],
          actor,
          changes: { format },
        }),
      );
      const type = isPdf ? 'application/pdf' : 'application/json; charset=utf-8';
      return {
        headers: {
          Vary: 'Accept',
          'Cache-Control': 'private, no-store',
          ...asDownload(nameOf(receipt, format), type),
        },
        body,
      };
    },
  });
}
