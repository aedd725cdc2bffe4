import { type ComplianceConfig, safeComplianceConfig } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { ControllerFacts } from '#standards/receipt/index';

const necessaryBases = {
  contract: 'dpv:ContractPerformance',
  'legitimate-interest': 'dpv:LegitimateInterest',
} as const;

/**
 * Returns the controller of the processing. A profile's data takes precedence over the configuration, since
 * tenants and sites can differ.
 */
export function getController(
  profileTexts: ComplianceConfig,
  configured: ResolvedConfig['receipts'],
): ControllerFacts {
  const own = safeComplianceConfig(profileTexts);
  const said = (key: string) => (Object.hasOwn(own, key) ? (own[key]?.trim() ?? '') : '') || null;
  return {
    name: said('controllerName') ?? said('dataFiduciary') ?? configured.controllerName ?? null,
    address: said('controllerAddress') ?? configured.controllerAddress ?? null,
    contact: said('contact') ?? configured.contact ?? null,
    withdrawalUrl: said('withdrawalUrl') ?? configured.withdrawalUrl ?? null,
    jurisdiction: said('jurisdiction') ?? configured.jurisdiction ?? null,
    storageLocations: said('storageLocations')?.split(/\s*,\s*/) ?? configured.storageLocations,
    retentionPeriod: said('retentionPeriod') ?? configured.retentionPeriod ?? null,
    necessaryBasis: necessaryBases[configured.necessaryBasis],
  };
}
