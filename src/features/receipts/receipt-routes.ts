import { defineRoute, type Route } from '../../http/route';
import { prefersOther } from '../../http/wanted-form';
import { ServiceError } from '../../kernel/errors';
import { hasGpcSignal } from '../../standards/gpc';
import { type ConsentRecords, ownershipErrors, TenantQuery, VisitorParam } from '../consent';
import { getClient, type ReceiptPrinter } from './receipt-printer';
import { ReceiptView } from './receipt-schemas';
import type { ReceiptService } from './receipt-service';

export interface ReceiptRoutesOptions {
  readonly records: Pick<ConsentRecords, 'own'>;
  readonly receipts: ReceiptService;
  readonly printer: ReceiptPrinter;
}

/** Receipt route of the public API. */
export function receiptRoutes({ records, receipts, printer }: ReceiptRoutesOptions): Route[] {
  return [
    defineRoute({
      id: 'getConsentReceipt',
      method: 'GET',
      path: '/consent/:visitorId/receipt',
      tag: 'Consent',
      summary:
        'Get the visitor’s receipt: a PDF, or JSON after ISO/IEC TS 27560 with `Accept: application/json`',
      access: { public: 'The visitor cookie or an API key proves whose record it is' },
      cors: 'allowlist',
      bucket: 'consentWrites',
      params: VisitorParam,
      query: TenantQuery,
      replies: { 200: { description: 'The receipt', schema: ReceiptView, alsoAs: ['application/pdf'] } },
      errors: [...ownershipErrors, 'receipt_disabled', 'optional_dependency_missing', 'receipt_font_missing'],
      async handle(request) {
        const { consent, profile } = await records.own(request);
        const isAllowed =
          profile?.allowReceipt ?? (await receipts.readNotice(consent))?.allowReceipt ?? false;
        if (!isAllowed) throw new ServiceError('receipt_disabled');
        const signal = hasGpcSignal(request.headers['sec-gpc']);
        const issued = await receipts.issue(consent, request.mountUrl, signal);
        const { receipt } = issued;
        const headers = { Vary: 'Accept', 'Cache-Control': 'private, no-store' };
        if (prefersOther(request.headers.accept, 'application/json', 'application/pdf'))
          return { headers, body: receipt };
        const pdf = await printer.print(issued, getClient(request, consent.visitorId));
        const fileName = `consent-receipt-${receipt.decidedAt.slice(0, 10)}.pdf`;
        return {
          headers: {
            ...headers,
            'Content-Type': 'application/pdf',
            'Content-Disposition': `attachment; filename="${fileName}"`,
          },
          body: pdf,
        };
      },
    }),
  ];
}
