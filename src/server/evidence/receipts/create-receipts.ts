import type { WorkerOptions } from 'node:worker_threads';
import type { ProfileCatalogue } from '#banners/profiles/index';
import type { ConsentRecords } from '#decisions/consent/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Feature } from '#platform/feature';
import type { ErrorPage } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import type { Logger } from '#platform/kernel/logger';
import { countLookups } from '#platform/kernel/telemetry/count-lookups';
import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { createNoticeReader, type NoticeReader } from './notice-reader';
import { operatorReceiptRoute } from './operator-receipt-route';
import { createReceiptPdf, type ReceiptPdf } from './receipt-pdf';
import { createReceiptPrinter } from './receipt-printer';
import { receiptReadiness } from './receipt-readiness';
import { receiptRoutes } from './receipt-routes';
import { createReceiptService, type ReceiptService } from './receipt-service';
import { createFindShownNotice } from './shown-notice';
import { shownNoticeRoute } from './shown-notice-route';

export interface ReceiptsOptions {
  readonly records: ConsentRecords;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: ProfileCatalogue;
  readonly storage: Pick<StorageAdapter, 'read'>;
  readonly receipts: ResolvedConfig['receipts'];
  readonly compliance: Pick<ResolvedConfig['compliance'], 'jurisdictions'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly errorPage: ErrorPage;
  /** Options for tests, whose sources need a loader. */
  readonly workerOptions?: Pick<WorkerOptions, 'execArgv'>;
}

export interface ReceiptsFeature extends Feature {
  readonly service: ReceiptService;
  readonly notices: NoticeReader;
  readonly pdfs: ReceiptPdf;
  /** Reports the fields that a tenant's receipts still lack. */
  readonly readiness: (
    tenantId: string,
  ) => Promise<{ readonly ok: boolean; readonly message: string; readonly unused?: boolean }>;
}

export function createReceipts(options: ReceiptsOptions): ReceiptsFeature {
  const { records, catalogue, storage, receipts: config, compliance, clock, logger, workerOptions } = options;
  const notices = createNoticeReader(storage, catalogue, countLookups('notices', options.telemetry));
  const findShownNotice = createFindShownNotice(records);
  const pdfs = createReceiptPdf({ fonts: config.fonts, logger, workerOptions });
  const service = createReceiptService({
    records,
    catalogue,
    notices,
    findShownNotice,
    clock,
    jurisdictions: compliance.jurisdictions,
    config,
  });
  const printing = { records, receipts: service, printer: createReceiptPrinter(pdfs) };
  return {
    publicRoutes: receiptRoutes({ ...printing, errorPage: options.errorPage }),
    adminRoutes: [
      operatorReceiptRoute({ ...printing, runUnit: options.runUnit }),
      shownNoticeRoute({ records, notices, findShownNotice }),
    ],
    service,
    notices,
    pdfs,
    readiness: (tenantId) => receiptReadiness(catalogue, config, tenantId),
    // Stops the thread that renders PDFs.
    close: pdfs.close,
  };
}
