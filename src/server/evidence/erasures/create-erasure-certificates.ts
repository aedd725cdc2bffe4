import type { ConsentRecords } from '#decisions/consent/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Feature } from '#platform/feature';
import type { ErrorPage } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import type { ReceiptsFeature } from '../receipts';
import { certificateRoutes } from './certificate-routes';

export interface ErasureCertificatesOptions {
  readonly records: Pick<ConsentRecords, 'certificates'>;
  readonly receipts: Pick<ReceiptsFeature, 'pdfs'>;
  readonly config: Pick<ResolvedConfig['receipts'], 'controllerName' | 'publicUrl'>;
  readonly clock: Clock;
  readonly errorPage: ErrorPage;
}

/** Creates the feature that hands out certificates of erasures. */
export function createErasureCertificates({
  records,
  receipts,
  config,
  clock,
  errorPage,
}: ErasureCertificatesOptions): Feature {
  return certificateRoutes({
    certificates: records.certificates,
    pdfs: receipts.pdfs,
    controllerName: config.controllerName ?? null,
    publicUrl: config.publicUrl,
    clock,
    errorPage,
  });
}
