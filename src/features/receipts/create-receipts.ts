import type { WorkerOptions } from 'node:worker_threads';
import type { ResolvedConfig } from '../../config/config-schema';
import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import type { Route } from '../../http/route';
import type { Clock } from '../../kernel/clock';
import type { Logger } from '../../kernel/logger';
import type { StorageAdapter } from '../../storage/storage-adapter';
import type { ConsentRecords } from '../consent';
import type { ProfileCatalogue } from '../profiles';
import { evidenceRoutes } from './evidence-routes';
import { createEvidenceService } from './evidence-service';
import { createNoticeReader } from './notice-reader';
import { createPdfPress } from './pdf/pdf-press';
import { createReceiptPrinter } from './receipt-printer';
import { receiptReadiness } from './receipt-readiness';
import { receiptRoutes } from './receipt-routes';
import { createReceiptService } from './receipt-service';

export interface ReceiptsOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly records: ConsentRecords;
  readonly catalogue: ProfileCatalogue;
  readonly storage: StorageAdapter;
  readonly config: Pick<ResolvedConfig, 'receipts' | 'compliance'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** For tests, whose sources need a loader. */
  readonly workerOptions?: Pick<WorkerOptions, 'execArgv'>;
}

export interface ReceiptsFeature {
  readonly publicRoutes: Route[];
  readonly adminRoutes: Route[];
  /** What the receipts of a tenant still lack. */
  readonly readiness: (tenantId: string) => Promise<{ readonly ok: boolean; readonly message: string }>;
  /** Lets go of the thread that prints. */
  close(): Promise<void>;
}

export function createReceipts(options: ReceiptsOptions): ReceiptsFeature {
  const { records, catalogue, storage, config, clock, logger, workerOptions } = options;
  const notices = createNoticeReader(storage);
  const press = createPdfPress({ fonts: config.receipts.fonts, logger, workerOptions });
  const receipts = createReceiptService({
    records,
    catalogue,
    notices,
    clock,
    jurisdictions: config.compliance.jurisdictions,
    config: config.receipts,
  });
  return {
    publicRoutes: receiptRoutes({ records, receipts, printer: createReceiptPrinter(press) }),
    adminRoutes: evidenceRoutes(createEvidenceService({ ...options, receipts, notices }), press),
    readiness: (tenantId) => receiptReadiness(catalogue, config.receipts, tenantId),
    close: press.close,
  };
}
