import type { PublicationReader } from '#banners/profiles/index';
import type { ConsentRecords } from '#decisions/consent/index';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/kernel/clock';
import type { ReceiptsFeature } from '../receipts';
import { evidenceRoutes } from './evidence-routes';
import { createEvidenceService } from './evidence-service';
import { createPublicationEvidence, type PublicationEvidenceOptions } from './publication-evidence';

export interface EvidenceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly records: ConsentRecords;
  readonly receipts: Pick<ReceiptsFeature, 'service' | 'notices' | 'pdfs'>;
  readonly publications: PublicationReader;
  /** Returns the decisions of days and profiles, oldest first. */
  readonly decisions: PublicationEvidenceOptions['decisions'];
  readonly clock: Clock;
}

/** Creates the feature for evidence archives, which prove the consent of a visitor, and what visitors were shown. */
export function createEvidence({ receipts, ...options }: EvidenceOptions): Feature {
  const { service, notices, pdfs } = receipts;
  return {
    adminRoutes: evidenceRoutes(
      createEvidenceService({ ...options, receipts: service, notices }),
      createPublicationEvidence({ ...options, notices }),
      pdfs,
    ),
  };
}
