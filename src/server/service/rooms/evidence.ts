import { createEvidence } from '#evidence/archives/index';
import { createErasureCertificates } from '#evidence/erasures/index';
import { createExports } from '#evidence/exports/index';
import { createFind } from '#evidence/find/index';
import { createReceipts } from '#evidence/receipts/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Platform } from '../platform';
import type { Administration } from './administration';
import type { BannerFeatures } from './banners';
import type { DecisionFeatures } from './decisions';
import type { VisitorPages } from './visits';

export type EvidenceFeatures = ReturnType<typeof createEvidenceFeatures>;

interface Neighbours
  extends Pick<Administration, 'audit'>,
    Pick<BannerFeatures, 'profiles'>,
    Pick<DecisionFeatures, 'statistics' | 'consents'>,
    VisitorPages {}

/** Creates the features that prove decisions and hand them out. */
export function createEvidenceFeatures(
  config: ResolvedConfig,
  platform: Platform,
  { audit, profiles, statistics, consents: { records }, preferences: { errorPage } }: Neighbours,
) {
  const { clock, database, logger, runUnit, telemetry, workerOptions } = platform;
  const { compliance, limits } = config;
  const { catalogue } = profiles;
  const receipts = createReceipts({
    clock,
    logger,
    runUnit,
    storage: { read: profiles.readFile },
    telemetry,
    workerOptions,
    records,
    catalogue,
    compliance,
    receipts: config.receipts,
    errorPage,
  });
  const evidence = createEvidence({
    clock,
    database,
    runUnit,
    records,
    receipts,
    publications: profiles.publications,
    decisions: statistics.decisions,
  });
  const erasures = createErasureCertificates({
    clock,
    records,
    receipts,
    errorPage,
    config: config.receipts,
  });
  const find = createFind({ database, records, catalogue });
  const dataExports = createExports({
    clock,
    runUnit,
    workerOptions,
    limits,
    severalTenants: config.tenancy.enabled,
    dialect: database.dialect,
    openConsents: records.openReader,
    toEvidence: records.toEvidence,
    openAudit: audit.openReader,
    catalogue,
  });
  return { receipts, evidence, erasures, find, dataExports };
}
