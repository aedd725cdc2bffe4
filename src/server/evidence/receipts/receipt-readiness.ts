import type { ProfileCatalogue } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { ControllerFacts } from '#standards/receipt/index';
import { getController } from './controller';

/**
 * The keys of the configuration, and of a profile's `complianceConfig`, that supply mandatory fields of a
 * receipt.
 */
const sources = [
  ['controllerName', ({ name }) => name === null],
  ['controllerAddress', ({ address }) => address === null],
  ['contact', ({ contact }) => contact === null],
  ['jurisdiction', ({ jurisdiction }) => jurisdiction === null],
  ['storageLocations', ({ storageLocations }) => storageLocations.length === 0],
  ['retentionPeriod', ({ retentionPeriod }) => retentionPeriod === null],
] as const satisfies readonly (readonly [string, (controller: ControllerFacts) => boolean])[];

/**
 * Checks whether the receipts of a tenant's active profiles have every mandatory field of ISO/IEC TS 27560.
 */
export async function receiptReadiness(
  catalogue: Pick<ProfileCatalogue, 'active'>,
  configured: ResolvedConfig['receipts'],
  tenantId: string,
) {
  const offering = (await catalogue.active(tenantId)).filter(({ allowReceipt }) => allowReceipt);
  if (offering.length === 0) return { ok: true, unused: true, message: 'No active profile offers receipts.' };
  const controllers = offering.map(({ id, complianceConfig }) => ({
    id,
    controller: getController(complianceConfig, configured),
  }));
  const lacks = (isMissing: (controller: ControllerFacts) => boolean) =>
    controllers.find(({ controller }) => isMissing(controller));
  const gaps = sources.filter(([, isMissing]) => lacks(isMissing) !== undefined);
  const missing = gaps.map(([key]) => key);
  if (missing.length === 0)
    return { ok: true, message: 'Receipts have every mandatory field of ISO/IEC TS 27560.' };
  return {
    ok: false,
    message: `Receipts lack mandatory fields of ISO/IEC TS 27560: set ${missing.map((key) => `receipts.${key}`).join(', ')}, or the same keys in complianceConfig of each profile.`,
    missing,
    profileId: lacks(gaps[0]?.[1] ?? (() => false))?.id,
  };
}
