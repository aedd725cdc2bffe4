import type { Database } from '../../database/database';
import type { RunUnitOfWork } from '../../database/unit-of-work';
import type { Route } from '../../http/route';
import type { Clock } from '../../kernel/clock';
import type { ConsentRecords } from '../consent';
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

export interface EvidenceFeature {
  readonly adminRoutes: Route[];
}

export function createEvidence({ receipts, ...options }: EvidenceOptions): EvidenceFeature {
  const { service, notices, pdfs } = receipts;
  return {
    adminRoutes: evidenceRoutes(createEvidenceService({ ...options, receipts: service, notices }), pdfs),
  };
}
