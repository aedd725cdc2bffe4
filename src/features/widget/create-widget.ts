import type { IncomingMessage } from 'node:http';
import type { ResolvedConfig } from '../../config/config-schema';
import type { Clock } from '../../kernel/clock';
import type { Feature } from '../feature';
import { createFindApis, type FrameworkApis, type ReadPageApis } from './find-apis';
import { createPageTags, type PageOptions, type PageTags, type PageTagsOptions } from './page-tags';
import { createReadChoice, type ReadChoice } from './read-choice';
import { createServeWidgetFiles, type ServeWidgetFiles } from './serve-widget-files';
import { createSnippet, type SnippetOptions } from './snippet';
import { findWidgetDirectory, readWidgetFiles, type WidgetFiles } from './widget-files';

export interface WidgetOptions extends Pick<ResolvedConfig, 'basePath' | 'widget' | 'choiceCookie'> {
  /** The frameworks that the configuration turns on. */
  readonly apis: FrameworkApis;
  readonly clock: Clock;
  readonly lifecycle: { readonly isClosed: boolean };
  /** Directory with the built files. */
  readonly directory?: string | undefined;
}

/** What the tags of a page need of the service around the widget. */
export interface WidgetPageOptions
  extends Pick<PageTagsOptions, 'needsHints' | 'bootstrapHeaders' | 'readBootstrap'> {
  /** `publicPath` of the configuration. */
  readonly publicPath: string | undefined;
  /** Places in which nothing optional is allowed before a choice (ISO 3166). */
  readonly placesThatAskFirst: () => readonly string[];
  readonly readApis: ReadPageApis;
}

export interface WidgetFeature extends Feature {
  /** Creates the functions that write tags into the host's own pages. */
  createTags(options: WidgetPageOptions): WidgetTags;
  /** Serves `{basePath}/widget.js` and the files that it loads; passes other requests to `next`. */
  readonly serve: ServeWidgetFiles;
  readonly readChoice: ReadChoice;
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
  apis,
  clock,
  lifecycle,
  directory = findWidgetDirectory(),
}: WidgetOptions): WidgetFeature {
  let files: Promise<WidgetFiles | null> | null = null;
  /** Read once; files that were missing are looked for again. */
  const load = async () => {
    files ??= readWidgetFiles(directory);
    const found = await files.catch(() => null);
    if (found === null) files = null;
    return found;
  };
  const readChoice = createReadChoice(choiceCookie, clock);
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
    createTags({ publicPath = '', placesThatAskFirst, readApis, ...options }) {
      const shared = { cookie: choiceCookie.name, load, findApis: createFindApis(apis, readApis) };
      const base = `${publicPath}${basePath}`;
      return {
        page: createPageTags({ ...shared, ...options, base, readChoice }),
        snippet: createSnippet({ ...shared, placesThatAskFirst }),
      };
    },
    async start() {
      if (widget.enabled) await load();
    },
  };
}
