import type { WorkerOptions } from 'node:worker_threads';
import type { ResolvedConfig } from '../../config/config-schema';
import type { Clock } from '../../kernel/clock';
import type { Logger } from '../../kernel/logger';
import type { StorageAdapter } from '../../storage/storage-adapter';
import type { ConsentRecords } from '../consent';
import type { Feature } from '../feature';
import type { ProfileCatalogue } from '../profiles';
import { createNoticeReader, type NoticeReader } from './notice-reader';
import { createReceiptPdf, type ReceiptPdf } from './receipt-pdf';
import { createReceiptPrinter } from './receipt-printer';
import { receiptReadiness } from './receipt-readiness';
import { receiptRoutes } from './receipt-routes';
import { createReceiptService, type ReceiptService } from './receipt-service';

export interface ReceiptsOptions {
  readonly records: ConsentRecords;
  readonly catalogue: ProfileCatalogue;
  readonly storage: StorageAdapter;
  readonly receipts: ResolvedConfig['receipts'];
  readonly compliance: Pick<ResolvedConfig['compliance'], 'jurisdictions'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Options for tests, whose sources need a loader. */
  readonly workerOptions?: Pick<WorkerOptions, 'execArgv'>;
}

export interface ReceiptsFeature extends Feature {
  readonly service: ReceiptService;
  readonly notices: NoticeReader;
  readonly pdfs: ReceiptPdf;
  /** Reports the fields that a tenant's receipts still lack. */
  readonly readiness: (tenantId: string) => Promise<{ readonly ok: boolean; readonly message: string }>;
}

export function createReceipts(options: ReceiptsOptions): ReceiptsFeature {
  const { records, catalogue, storage, receipts: config, compliance, clock, logger, workerOptions } = options;
  const notices = createNoticeReader(storage);
  const pdfs = createReceiptPdf({ fonts: config.fonts, logger, workerOptions });
  const service = createReceiptService({
    records,
    catalogue,
    notices,
    clock,
    jurisdictions: compliance.jurisdictions,
    config,
  });
  return {
    publicRoutes: receiptRoutes({ records, receipts: service, printer: createReceiptPrinter(pdfs) }),
    service,
    notices,
    pdfs,
    readiness: (tenantId) => receiptReadiness(catalogue, config, tenantId),
    // Stops the thread that renders PDFs.
    close: pdfs.close,
  };
}
