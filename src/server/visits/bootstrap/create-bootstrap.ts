import type { IncomingHttpHeaders } from 'node:http';
import type { ProfileCatalogue } from '#banners/profiles/index';
import { createCompression, type PublishedReader } from '#banners/publishing/index';
import type { SeenPage } from '#console/installation/index';
import { widgetWordLocales, widgetWords } from '#content/widget-words/index';
import type { FrameworkApis, VisitorSignals } from '#frameworks/signals/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Feature } from '#platform/feature';
import { anonymous } from '#platform/kernel/caller';
import type { Logger } from '#platform/kernel/logger';
import { countLookups } from '#platform/kernel/telemetry/count-lookups';
import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import { createBootstrapAnswers } from './bootstrap-answers';
import { createBootstrapHead, selectFile, toSeenPage } from './bootstrap-head';
import { bootstrapRoutes } from './bootstrap-routes';
import type { createCachePolicy } from './cache-policy';
import { createMissingProfileWarning } from './missing-profile';
import type { FindPlace, VisitorPlace } from './visitor-place';

// Why: docs/adr/0046-bootstrap.md

export interface BootstrapOptions
  extends Pick<ResolvedConfig, 'hotServe' | 'visitorCookie' | 'choiceCookie'> {
  readonly findPlace: FindPlace;
  readonly cacheHeaders: ReturnType<typeof createCachePolicy>;
  readonly published: PublishedReader;
  readonly catalogue: ProfileCatalogue;
  readonly signals: VisitorSignals | null;
  /** Called for each page that asks for its banner. */
  readonly onPage: (page: SeenPage) => void;
  /** Returns of how many banners of a tenant one is counted; 0: none. */
  readonly impressionSample: (tenantId: string) => Promise<number>;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
}

/** Share of `hotServe.cacheBytes` that answers can use in addition. */
const cacheShare = 0.25;

export interface BootstrapFeature extends Feature {
  /** Returns what `GET /bootstrap` would answer, with the published file in it; null without a profile. */
  readForPage(visit: PageVisit): Promise<AnswerForPage>;
  /** Returns the rules of the place of a visitor of the host's own pages, as `GET /bootstrap` finds them. */
  findTerms(visit: Pick<PageVisit, 'headers' | 'ip'>): Promise<VisitorTerms>;
}

/** The compliance group of a visitor's place, and whether the law there makes Global Privacy Control binding. */
export type VisitorTerms = Pick<VisitorPlace, 'complianceGroup' | 'gpcBinding'>;

interface AnswerForPage {
  readonly body: Buffer;
  readonly profile: Buffer | null;
  /** The frameworks that ask this visitor. */
  readonly apis: FrameworkApis;
}

/** A request of one of the host's own pages. */
export interface PageVisit {
  readonly tenantId: string;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string | null;
  /** Origin of the page; null: not known. */
  readonly origin: string | null;
  /** Language of the texts; undefined: that of the headers. */
  readonly lang?: string | undefined;
}

/** Creates the two routes that banners call. */
export function createBootstrap(options: BootstrapOptions): BootstrapFeature {
  const { findPlace, cacheHeaders, hotServe, published, catalogue, onPage } = options;
  const describeVisit = createBootstrapHead({ ...options, wordLocales: widgetWordLocales });
  const warnOfMissingProfile = createMissingProfileWarning(
    options.logger,
    async (tenantId) => (await catalogue.active(tenantId)).length > 0,
  );
  const toHead: typeof describeVisit = async (...visit) => {
    const head = await describeVisit(...visit);
    if (!head.found) await warnOfMissingProfile(head);
    return head;
  };
  const answers = createBootstrapAnswers({
    cacheBytes: Math.ceil(hotServe.cacheBytes * cacheShare),
    compress: createCompression('many'),
    getWords: widgetWords,
    noteLookup: countLookups('bootstrap', options.telemetry),
  });
  return {
    async readForPage(visit) {
      const place = await findPlace({ ...visit, caller: anonymous }, { lang: visit.lang });
      const file = await published.read(...selectFile(visit.tenantId, place));
      const head = await toHead(visit.tenantId, place, file);
      if (visit.origin !== null) onPage(toSeenPage(head, visit.origin));
      const { body } = await answers.get(head, file, 'identity');
      const apis = { tcf: head.tcf !== null, gpp: head.gpp !== null };
      return { body, profile: file?.bytes ?? null, apis };
    },
    async findTerms(visit) {
      const place = await findPlace({ ...visit, caller: anonymous }, { lang: undefined });
      return { complianceGroup: place.complianceGroup, gpcBinding: place.gpcBinding };
    },
    publicRoutes: bootstrapRoutes({
      findPlace,
      published,
      toHead,
      onPage,
      answers,
      cacheHeaders,
      catalogue,
    }),
  };
}
