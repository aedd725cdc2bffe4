import type { ResolvedConfig } from '../../config/config-schema';
import type { Clock } from '../../kernel/clock';
import type { TcStringExpectations } from '../../standards/tcf';
import type { Feature } from '../feature';
import type { ProfileCatalogue } from '../profiles';
import { createReadFrameworkApis, type ReadFrameworkApis } from './framework-apis';
import { createListVersions } from './list-versions';
import { createTcStringMaker, type TcStringMaker } from './tc-strings';
import { type TcfListOptions, tcfListRoutes } from './tcf-list-routes';
import { createVisitorSignals, type VisitorSignals } from './visitor-signals';

export interface FrameworksOptions {
  readonly tenancy: ResolvedConfig['tenancy'];
  readonly tcf: ResolvedConfig['tcf'];
  readonly gpp: ResolvedConfig['gpp'];
  readonly registry: {
    newest(): Pick<TcStringExpectations, 'vendorList'>;
    visitorTexts: TcfListOptions['texts'];
  };
  readonly catalogue: ProfileCatalogue;
  readonly clock: Clock;
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
}: FrameworksOptions): FrameworksFeature {
  const lists = createListVersions(() => registry.newest().vendorList);
  return {
    publicRoutes: tcfListRoutes({
      enabled: tcf.enabled,
      lists,
      texts: registry.visitorTexts,
      catalogue,
      clock,
      tenancy,
    }),
    signals: createVisitorSignals({ tcf, gpp }, lists, clock),
    tcStrings: createTcStringMaker(tcf, lists, catalogue, clock),
    readApis: createReadFrameworkApis({ tcf, gpp }, catalogue),
  };
}
