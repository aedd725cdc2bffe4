import type { ProfileCatalogue } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/kernel/clock';
import { countLookups } from '#platform/kernel/telemetry/count-lookups';
import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import type { VendorList } from '#standards/tcf/index';
import { createReadFrameworkApis, type ReadFrameworkApis } from './framework-apis';
import { createListVersions } from './list-versions';
import { createTcStringMaker, type TcStringMaker } from './tc-strings';
import { type TcfListOptions, tcfListRoutes, tcfPreviewRoutes } from './tcf-list-routes';
import { createVisitorSignals, type VisitorSignals } from './visitor-signals';

export interface FrameworksOptions {
  readonly tenancy: ResolvedConfig['tenancy'];
  readonly tcf: ResolvedConfig['tcf'];
  readonly gpp: ResolvedConfig['gpp'];
  readonly registry: {
    readonly vendorListInUse: VendorList | null;
    readonly isDeregistered: () => boolean;
    readonly readListsAgain: () => Promise<unknown>;
    visitorTexts: TcfListOptions['texts'];
  };
  readonly catalogue: ProfileCatalogue;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}

export interface FrameworksFeature extends Feature {
  readonly signals: VisitorSignals;
  readonly tcStrings: TcStringMaker;
  readonly readApis: ReadFrameworkApis;
}

/** Creates what browsers need for the APIs and notices of the IAB frameworks. */
export function createFrameworks({
  tcf,
  gpp,
  tenancy,
  registry,
  catalogue,
  clock,
  telemetry,
}: FrameworksOptions): FrameworksFeature {
  const lists = createListVersions(() => registry.vendorListInUse, registry.readListsAgain, clock);
  // Why: docs/adr/0206-a-deregistered-cmp-asks-nobody.md
  const { isDeregistered } = registry;
  const listOptions = { enabled: tcf.enabled, lists, texts: registry.visitorTexts, catalogue, clock };
  return {
    publicRoutes: tcfListRoutes({
      ...listOptions,
      tenancy,
      noteLookup: countLookups('vendor-lists', telemetry),
    }),
    adminRoutes: tcfPreviewRoutes(listOptions),
    signals: createVisitorSignals({ tcf, gpp }, lists, isDeregistered, clock),
    tcStrings: createTcStringMaker(tcf, lists, isDeregistered, catalogue, clock),
    readApis: createReadFrameworkApis({ tcf, gpp }, catalogue),
  };
}
