import type { IncomingMessage } from 'node:http';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/kernel/clock';
import type { Logger } from '#platform/kernel/logger';
import { createFindApis, type FrameworkApis, type ReadPageApis } from './find-apis';
import { createPageTags, type PageOptions, type PageTags, type PageTagsOptions } from './page-tags';
import { createReadChoice, type ReadChoice } from './read-choice';
import { createServeWidgetFiles, type ServeWidgetFiles } from './serve-widget-files';
import { type CreateSnippetOptions, createSnippet, type SnippetOptions } from './snippet';
import { createLoadWidgetFiles, filesMissing, loadInstalledWidgetFiles } from './widget-files';

export interface WidgetOptions
  extends Pick<ResolvedConfig, 'basePath' | 'widget' | 'choiceCookie' | 'visitorCookie'> {
  /** The frameworks that the configuration turns on. */
  readonly apis: FrameworkApis;
  readonly clock: Clock;
  readonly lifecycle: { readonly isClosed: boolean };
  readonly logger: Pick<Logger, 'warn'>;
  /** Directory with the built files; default: that of this installation. */
  readonly directory?: string | undefined;
}

/** The services that the tags of a page use. */
export interface WidgetPageOptions
  extends Pick<PageTagsOptions, 'needsHints' | 'bootstrapHeaders' | 'readBootstrap' | 'endForeignChoices'>,
    Pick<CreateSnippetOptions, 'readRegions'> {
  /** `publicPath` of the configuration. */
  readonly publicPath: string | undefined;
  readonly readApis: ReadPageApis;
}

export interface WidgetFeature extends Feature {
  /** Creates the functions that write tags into the host's own pages. */
  createTags(options: WidgetPageOptions): WidgetTags;
  /** Serves `{basePath}/widget.js` and the files that it loads; passes other requests to `next`. */
  readonly serve: ServeWidgetFiles;
  readonly readChoice: ReadChoice;
  /** Returns the text of a style sheet; empty when the files have not been built. */
  readonly readSheet: (name: string) => Promise<string>;
}

/** Writes the widget's tags into the host's own pages. */
export interface WidgetTags {
  page(req: IncomingMessage, options?: PageOptions): Promise<PageTags>;
  snippet(options?: SnippetOptions): Promise<string>;
}

/** Creates the part that serves the banner's files. */
export function createWidget({
  basePath,
  widget,
  choiceCookie,
  visitorCookie,
  apis,
  clock,
  lifecycle,
  logger,
  directory,
}: WidgetOptions): WidgetFeature {
  const load = directory === undefined ? loadInstalledWidgetFiles : createLoadWidgetFiles(directory);
  const readChoice = createReadChoice({ choiceCookie, visitorCookie, clock });
  const serve = createServeWidgetFiles({
    basePath,
    cookie: choiceCookie.name,
    apis,
    load,
    isClosed: () => lifecycle.isClosed,
  });
  return {
    serve: widget.enabled ? serve : (_req, _res, next) => next(),
    readChoice,
    readSheet: async (name) =>
      (await load())?.byName.get(name)?.bodies.identity.toString('utf8').trim() ?? '',
    createTags({ publicPath = '', readRegions, readApis, ...options }) {
      const shared = { cookie: choiceCookie.name, load, findApis: createFindApis(apis, readApis) };
      const base = `${publicPath}${basePath}`;
      return {
        page: createPageTags({ ...shared, ...options, base, readChoice }),
        snippet: createSnippet({ ...shared, readRegions }),
      };
    },
    async start() {
      if (widget.enabled && (await load()) === null) logger.warn({}, filesMissing);
    },
  };
}
