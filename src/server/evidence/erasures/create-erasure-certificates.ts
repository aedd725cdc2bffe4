import type { ConsentRecords } from '#decisions/consent/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/kernel/clock';
import type { ReceiptsFeature } from '../receipts';
import { certificateRoutes } from './certificate-routes';

export interface ErasureCertificatesOptions {
  readonly records: Pick<ConsentRecords, 'certificates'>;
  readonly receipts: Pick<ReceiptsFeature, 'pdfs'>;
  readonly config: Pick<ResolvedConfig['receipts'], 'controllerName' | 'publicUrl'>;
  readonly clock: Clock;
}

/** Creates the feature that hands out certificates of erasures. */
export function createErasureCertificates({
  records,
  receipts,
  config,
  clock,
}: ErasureCertificatesOptions): Feature {
  return certificateRoutes({
    certificates: records.certificates,
    pdfs: receipts.pdfs,
    controllerName: config.controllerName ?? null,
    publicUrl: config.publicUrl,
    clock,
  });
}
