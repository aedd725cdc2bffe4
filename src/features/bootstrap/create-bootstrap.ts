import type { IncomingHttpHeaders } from 'node:http';
import type { ResolvedConfig } from '../../config/config-schema';
import { widgetWordLocales, widgetWords } from '../../content/widget-words';
import type { GeoDependence } from '../../geo/geo-provider';
import { anonymous } from '../../kernel/caller';
import type { Clock } from '../../kernel/clock';
import type { Logger } from '../../kernel/logger';
import type { Feature } from '../feature';
import type { FrameworkApis, VisitorSignals } from '../frameworks';
import type { SeenPage } from '../installation';
import type { LocateVisitor, ProfileCatalogue } from '../profiles';
import type { Compress, PublishedReader } from '../publishing';
import { createBootstrapAnswers } from './bootstrap-answers';
import { createBootstrapHead, selectFile, toSeenPage } from './bootstrap-head';
import { bootstrapRoutes } from './bootstrap-routes';
import { createCachePolicy } from './cache-policy';
import { createMissingProfileWarning } from './missing-profile';
import { createFindPlace } from './visitor-place';

// Why: docs/adr/0046-bootstrap.md

export interface BootstrapOptions
  extends Pick<ResolvedConfig, 'compliance' | 'tenancy' | 'hotServe' | 'visitorCookie' | 'choiceCookie'> {
  readonly locate: LocateVisitor;
  /** What the answers of `locate` depend on. */
  readonly placeDependsOn: Required<GeoDependence>;
  readonly published: PublishedReader;
  readonly compress: Compress;
  readonly catalogue: ProfileCatalogue;
  readonly signals: VisitorSignals | null;
  /** Called for each page that asks for its banner. */
  readonly onPage: (page: SeenPage) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Share of `hotServe.cacheBytes` that answers can use in addition. */
const cacheShare = 0.25;

export interface BootstrapFeature extends Feature {
  /** Returns what `GET /bootstrap` would answer, with the published file in it; null without a profile. */
  readForPage(visit: PageVisit): Promise<AnswerForPage>;
}

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
  const { compliance, tenancy, hotServe, placeDependsOn, published, compress, catalogue, onPage } = options;
  const findPlace = createFindPlace(options);
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
    compress,
    getWords: widgetWords,
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
    publicRoutes: bootstrapRoutes({
      findPlace,
      published,
      toHead,
      onPage,
      answers,
      cacheHeaders: createCachePolicy({
        place: compliance.type === 'auto' ? placeDependsOn : null,
        tenancy,
        maxAge: hotServe.maxAge,
      }),
      catalogue,
    }),
  };
}
