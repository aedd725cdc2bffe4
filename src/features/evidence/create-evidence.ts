import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import type { Clock } from '../../kernel/clock';
import type { ConsentRecords } from '../consent';
import type { Feature } from '../feature';
import type { ProfileCatalogue } from '../profiles';
import type { ReceiptsFeature } from '../receipts';
import { evidenceRoutes } from './evidence-routes';
import { createEvidenceService } from './evidence-service';

export interface EvidenceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly records: ConsentRecords;
  readonly catalogue: ProfileCatalogue;
  readonly receipts: Pick<ReceiptsFeature, 'service' | 'notices' | 'pdfs'>;
  readonly clock: Clock;
}

/** Creates the feature for evidence archives, which prove the consent of a visitor or a subject. */
export function createEvidence({ receipts, ...options }: EvidenceOptions): Feature {
  const { service, notices, pdfs } = receipts;
  return {
    adminRoutes: evidenceRoutes(createEvidenceService({ ...options, receipts: service, notices }), pdfs),
  };
}
