import type { IncomingMessage, ServerResponse } from 'node:http';
import { pickVariant } from '#layers/index';
import { requireKnownKeys } from '#platform/kernel/known-keys';
import { hasGpcSignal } from '#standards/gpc/index';
import { parseAcceptLanguage } from '#standards/locale/index';
import type { Bootstrap } from '../bootstrap/index';
import { type PurposeLetters, readDefaultPurposes } from './default-purposes';
import type { createFindApis, FrameworkApis } from './find-apis';
import { type FirstFrame, prepareFirstFrame } from './first-frame';
import { startPageTime, type WithinPageTime } from './page-deadline';
import type { ReadChoice } from './read-choice';
import { escapeScriptText, fillEarly, fillHead, fillStubs, readInline } from './snippets';
import type { WidgetFiles } from './widget-files';

// Why: docs/adr/0049-tags-for-pages.md

export interface PageOptions {
  /** Nonce of the page's Content-Security-Policy, for the scripts of the tags. */
  readonly nonce?: string | undefined;
  /** Language of the texts (BCP 47). Default: that of the page, else those of the browser. */
  readonly locale?: string | undefined;
  /** Tenant of the page. Default: the one that the host name or `tenancy.resolve` names. */
  readonly tenantId?: string | undefined;
  /** Whether to set the defaults of consent mode before any tag runs. Default true: Google's only. */
  readonly consentMode?: boolean | ConsentModeOptions | undefined;
  /**
   * Whether the page of a first visit contains the code of the banner, which then shows a round trip sooner. The
   * page grows by some 25 KB (10 KB compressed). Default false.
   */
  readonly inline?: boolean | undefined;
  /** CSS selector of elements whose open shadow roots can contain blocked content. Default: none. */
  readonly roots?: string | undefined;
  /** Whether browsers report the names of cookies that no profile lists. Default true. */
  readonly reports?: boolean | undefined;
  /** `false`: the page does not contain `body`, so the widget does not wait for it. Default true. */
  readonly body?: boolean | undefined;
  /** The answer in which the choice cookie of another service ends. Default: the answer of Express, `req.res`. */
  readonly res?: ServerResponse | undefined;
}

export interface ConsentModeOptions {
  /** Whether to set the default of Microsoft UET as well. Default false. */
  readonly microsoft?: boolean | undefined;
  /** Whether clicks on links carry the ids of ads in the address. Default false. */
  readonly urlPassthrough?: boolean | undefined;
  /** How long Google's tags wait for a choice (ms). Default 500. */
  readonly waitMs?: number | undefined;
  /** Name of the queue of Google's tags, where it is not `dataLayer`. */
  readonly dataLayer?: string | undefined;
}

/** Markup for one answer to one visitor. */
export interface PageTags {
  /** For the `<head>`, before any other script. */
  readonly head: string;
  /**
   * For the start of the `<body>`: the banner of a first visit, which browsers show with the page and which works
   * without scripts. Empty for a visitor who has decided, and where only the widget can show the banner. Its style needs
   * the `nonce` where the page's policy has a `style-src`.
   */
  readonly body: string;
  /**
   * Request headers that the markup depends on, for `Vary` where the page is cached. `*`: it also depends on what
   * no header states, such as the client's address, so no cache can keep the page for others.
   */
  readonly vary: string;
}

/** The answer of `GET /bootstrap` to a request. */
export interface PageBootstrap {
  /** The answer (JSON). The same buffer for the same answer. */
  readonly body: Buffer;
  /** The published file of the profile; null when the group has none. */
  readonly profile: Buffer | null;
  /** The frameworks that ask this visitor. */
  readonly apis: FrameworkApis;
}

const knownOptions = {
  nonce: 'string',
  locale: 'string',
  tenantId: 'string',
  consentMode: true,
  inline: true,
  roots: 'string',
  reports: true,
  body: true,
  res: true,
} as const;
/** Options of consent mode, to check their names and types. */
export const consentModeKeys = {
  microsoft: true,
  urlPassthrough: true,
  waitMs: 'number',
  dataLayer: 'string',
} as const;

export interface PageTagsOptions {
  /** URL path of the service as browsers see it, without a slash at its end. */
  readonly base: string;
  readonly cookie: string;
  readonly readChoice: ReadChoice;
  readonly load: () => Promise<WidgetFiles | null>;
  /** Whether the service needs hints of the browser to find the visitor's place. */
  readonly needsHints: boolean;
  /** Request headers that the bootstrap depends on; null: it also depends on what no header states. */
  readonly bootstrapHeaders: readonly string[] | null;
  readonly readBootstrap: (
    req: IncomingMessage,
    options: Pick<PageOptions, 'locale' | 'tenantId'>,
  ) => Promise<PageBootstrap | null>;
  readonly findApis: ReturnType<typeof createFindApis>;
  /** Ends choices about profiles that this service does not have. Returns the profile of the one that counts; null: none. */
  readonly endForeignChoices: (
    req: IncomingMessage,
    profileId: string,
    options: Pick<PageOptions, 'res'>,
    inTime: WithinPageTime,
  ) => Promise<string | null>;
}

/** Creates the function behind `consent.page(req)`. */
export function createPageTags({
  base,
  cookie,
  readChoice,
  load,
  needsHints,
  bootstrapHeaders,
  readBootstrap,
  findApis,
  endForeignChoices,
}: PageTagsOptions) {
  const toText = keepByBuffer((body) => escapeScriptText(body.toString('utf8')));
  const toDefaultPurposes = keepByBuffer(readDefaultPurposes);
  const toFrames = keepByBuffer(prepareFrames);
  return async (req: IncomingMessage, options: PageOptions = {}): Promise<PageTags> => {
    requireKnownKeys('page()', options, knownOptions);
    const { locale, tenantId, consentMode = true } = options;
    const modeOptions = consentMode === true || consentMode === false ? {} : consentMode;
    requireKnownKeys('page(): consentMode', modeOptions, consentModeKeys);
    const vary = 'Cookie, Sec-GPC';
    const hasSignal = hasGpcSignal(req.headers['sec-gpc']);
    const attributes = toNonceAttribute(options.nonce);
    const data = toDataAttributes({
      tenant: tenantId,
      lang: locale,
      cookie: cookie === 'svc_choice' ? undefined : cookie,
      'no-hints': needsHints ? undefined : true,
      gpc: hasSignal || undefined,
      layer: modeOptions.dataLayer,
      'consent-roots': options.roots,
      'no-reports': options.reports === false || undefined,
    });
    const address = escapeAttribute(`${base}/widget.js`);
    const toScript = (more = '') => `<script src="${address}" async${more}${attributes}${data}></script>`;
    const files = await load();
    if (files === null) return { head: toScript(), body: '', vary };
    const inTime = startPageTime();

    const inline = (text: string) => `<script${attributes}>${text}</script>`;
    const first = (written: PageFrame | null = null) => {
      const frame = written === null ? '' : toDataAttributes({ frame: written.variant ?? true });
      return options.inline
        ? `<script data-base="${escapeAttribute(`${base}/`)}"${attributes}${data}${frame}>${readInline(files)}</script>`
        : // Browsers give scripts with `async` a low priority.
          toScript(frame || ' fetchpriority="high"');
    };
    const defaults = (granted: PurposeLetters | null) => {
      if (consentMode === false) return '';
      const { microsoft, urlPassthrough, waitMs = 500, dataLayer } = modeOptions;
      return inline(
        fillHead(files, {
          cookie,
          granted: granted?.always ?? 'n',
          grantedWithGpc: granted?.withGpc ?? 'n',
          gpc: hasSignal || undefined,
          waitMs,
          microsoft,
          urlPassthrough,
          dataLayer,
        }),
      );
    };
    const stubs = (apis: FrameworkApis) => {
      const text = fillStubs(files, apis);
      return text && inline(text);
    };
    const { profileId: newest, visitorId } = readChoice(req);
    const profileId = newest === null ? null : await endForeignChoices(req, newest, options, inTime);
    if (profileId !== null) {
      const apis = await findApis({ req, tenantId, profileId }, inTime);
      return { head: stubs(apis) + defaults(null) + toScript(), body: '', vary };
    }

    const preload = options.inline
      ? ''
      : `<link rel="modulepreload" href="${base}/w/${files.hash}/banner.js"${attributes}>`;
    if (needsHints) {
      const bootstrap = `${base}/api/v1/bootstrap`;
      const early = inline(fillEarly(files, { bootstrap, tenantId, lang: locale }));
      const apis = await findApis({ req, tenantId }, inTime);
      return { head: stubs(apis) + early + preload + defaults(null) + first(), body: '', vary };
    }

    const found = await inTime(readBootstrap(req, options), null);
    const apis = found?.apis ?? (await findApis({ req, tenantId }, inTime));
    const boot =
      found === null ? '' : `<script type="application/json" id="svc-boot">${toText(found.body)}</script>`;
    // Who has a record but no choice cookie can have opted out.
    const isFirstVisit = visitorId === null;
    const granted = found?.profile && isFirstVisit ? toDefaultPurposes(found.profile) : null;
    const frame =
      found === null || options.body === false ? null : toFrames(found.body)(files, hasSignal, isFirstVisit);
    const body = frame?.frame.write(req, { nonce: attributes, base, tenantId }) ?? '';
    const languages = parseAcceptLanguage(locale).length === 0 ? ['Accept-Language'] : [];
    return {
      head: stubs(apis) + preload + defaults(granted) + boot + first(frame),
      body,
      vary: bootstrapHeaders === null ? '*' : [vary, ...bootstrapHeaders, ...languages].join(', '),
    };
  };
}

/** Returns a function that reads each buffer once, and keeps the result for as long as the buffer is kept. */
function keepByBuffer<T extends object | string>(read: (buffer: Buffer) => T): (buffer: Buffer) => T {
  const results = new WeakMap<Buffer, T>();
  return (buffer) => {
    const known = results.get(buffer);
    if (known !== undefined) return known;
    const result = read(buffer);
    results.set(buffer, result);
    return result;
  };
}

/** The first layer of a page, and the variant that it shows. */
interface PageFrame {
  readonly frame: FirstFrame;
  readonly variant: string | undefined;
}

/**
 * Returns a function that prepares the first layers of an answer, once for browsers with and without a signal, and picks
 * the variant of each page.
 */
function prepareFrames(
  body: Buffer,
): (files: WidgetFiles, hasSignal: boolean, isFirstVisit: boolean) => PageFrame | null {
  const bootstrap: Bootstrap = JSON.parse(body.toString('utf8'));
  const prepared = new Map<boolean, readonly PageFrame[]>();
  return (files, hasSignal, isFirstVisit) => {
    // There the widget reads the record before it asks.
    if (!(isFirstVisit || bootstrap.asksFirst)) return null;
    let frames = prepared.get(hasSignal);
    if (frames === undefined) {
      frames = prepareVariants(bootstrap, files, hasSignal);
      prepared.set(hasSignal, frames);
    }
    const variant = bootstrap.profile ? pickVariant(bootstrap.profile) : undefined;
    return frames.find((frame) => frame.variant === variant) ?? null;
  };
}

/** Returns none where any cannot be written, or more visitors would see the others. */
function prepareVariants(bootstrap: Bootstrap, files: WidgetFiles, hasSignal: boolean): readonly PageFrame[] {
  const ids = Object.keys(bootstrap.profile?.variants ?? {});
  try {
    const frames = (ids.length === 0 ? [undefined] : ids).flatMap((variant) => {
      const frame = prepareFirstFrame(bootstrap, files, hasSignal, variant);
      return frame === null ? [] : [{ frame, variant }];
    });
    return frames.length < ids.length ? [] : frames;
  } catch {
    // A file that is damaged in storage must not fail the host's page.
    return [];
  }
}

const noncePattern = /^[A-Za-z0-9+/_-]{1,256}={0,2}$/;

/** @throws TypeError for a value that is not a nonce (CSP Level 3, section 2.3.1) */
export function toNonceAttribute(nonce: string | undefined): string {
  if (nonce === undefined) return '';
  if (!noncePattern.test(nonce)) throw new TypeError('nonce must be base64 text');
  return ` nonce="${nonce}"`;
}

const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** `true` stands for an attribute without a value. */
const toDataAttributes = (values: Readonly<Record<string, string | true | undefined>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      return value === true ? ` data-${name}` : ` data-${name}="${escapeAttribute(value)}"`;
    })
    .join('');
