import { type ConsentRecords, ownershipErrors, TenantQuery, VisitorParam } from '#decisions/consent/index';
import { defineRoute, type ErrorPage, type Route } from '#platform/http/route';
import { prefersOther } from '#platform/http/wanted-form';
import { asDownload, downloadName } from '#platform/kernel/download-name';
import { ServiceError } from '#platform/kernel/errors';
import { hasGpcSignal } from '#standards/gpc/index';
import type { ConsentReceipt } from '#standards/receipt/index';
import { getClient, type ReceiptPrinter } from './receipt-printer';
import { ReceiptView } from './receipt-schemas';
import type { ReceiptService } from './receipt-service';

export interface ReceiptRoutesOptions {
  readonly records: Pick<ConsentRecords, 'own'>;
  readonly receipts: ReceiptService;
  readonly printer: ReceiptPrinter;
  readonly errorPage: ErrorPage;
}

/** Returns the name of a receipt as a file. */
export const nameOf = (receipt: ConsentReceipt, extension: 'pdf' | 'json'): string =>
  downloadName('consent-receipt', [{ id: receipt.pii_principal_id }], receipt.decidedAt, extension);

/** Receipt route of the public API. */
export function receiptRoutes({ records, receipts, printer, errorPage }: ReceiptRoutesOptions): Route[] {
  return [
    defineRoute({
      id: 'getConsentReceipt',
      method: 'GET',
      path: '/consent/:visitorId/receipt',
      tag: 'Consent',
      summary:
        'Get the visitor’s receipt: a PDF, or JSON after ISO/IEC TS 27560 with `Accept: application/json`',
      keyScope: 'consents:read',
      access: { public: 'The visitor cookie or an API key proves whose record it is' },
      cors: 'allowlist',
      bucket: 'consentWrites',
      params: VisitorParam,
      query: TenantQuery,
      replies: { 200: { description: 'The receipt', schema: ReceiptView, alsoAs: ['application/pdf'] } },
      errors: [...ownershipErrors, 'receipt_disabled', 'optional_dependency_missing', 'receipt_font_missing'],
      errorPage,
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
        return {
          headers: { ...headers, ...asDownload(nameOf(receipt, 'pdf'), 'application/pdf') },
          body: pdf,
        };
      },
    }),
  ];
}
