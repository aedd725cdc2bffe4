import type { IncomingMessage } from 'node:http';
import { withDeadline } from '../../kernel/concurrency/deadline';
import { hasGpcSignal } from '../../standards/gpc';
import { parseAcceptLanguage } from '../../standards/locale';
import { type PurposeLetters, readDefaultPurposes } from './default-purposes';
import { type createFindApis, type FrameworkApis, pageDeadlineMs } from './find-apis';
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
   * page grows by some 20 KB (8 KB compressed). Default false.
   */
  readonly inline?: boolean | undefined;
}

export interface ConsentModeOptions {
  /** Whether to set the default of Microsoft UET as well. Default false. */
  readonly microsoft?: boolean | undefined;
  /** Whether clicks on links carry the ids of ads in the address. Default false. */
  readonly urlPassthrough?: boolean | undefined;
  /** How long Google's tags wait for a choice (ms). Default 500. */
  readonly waitMs?: number | undefined;
}

/** Markup for one answer to one visitor. */
export interface PageTags {
  /** For the `<head>`, before any other script. */
  readonly head: string;
  /**
   * Request headers that the markup depends on, for `Vary` where the page is cached. `*`: it also depends on what
   * no header states, such as the client's address, so no cache can keep the page for others.
   */
  readonly vary: string;
}

/** What `GET /bootstrap` would answer to a request. */
export interface PageBootstrap {
  /** The answer (JSON). The same buffer for the same answer. */
  readonly body: Buffer;
  /** The published file of the profile; null when the group has none. */
  readonly profile: Buffer | null;
  /** The frameworks that ask this visitor. */
  readonly apis: FrameworkApis;
}

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
}

/** Parts that every first visit loads. */
const firstParts = ['banner.js'] as const;
const firstStyles = ['widget.css'] as const;

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
}: PageTagsOptions) {
  return async (req: IncomingMessage, options: PageOptions = {}): Promise<PageTags> => {
    const { locale, tenantId } = options;
    const vary = 'Cookie, Sec-GPC';
    const attributes = toNonceAttribute(options.nonce);
    const data = toDataAttributes({
      tenant: tenantId,
      lang: locale,
      cookie: cookie === 'svc_choice' ? undefined : cookie,
      'no-hints': needsHints ? undefined : true,
      gpc: hasGpcSignal(req.headers['sec-gpc']) || undefined,
    });
    const address = escapeAttribute(`${base}/widget.js`);
    const toScript = (priority = '') =>
      `<script src="${address}" async${priority}${attributes}${data}></script>`;
    const files = await load();
    if (files === null) return { head: toScript(), vary };

    const inline = (text: string) => `<script${attributes}>${text}</script>`;
    // Browsers give scripts with `async` a low priority.
    const first = options.inline
      ? `<script data-base="${escapeAttribute(`${base}/`)}"${attributes}${data}>${readInline(files)}</script>`
      : toScript(' fetchpriority="high"');
    const defaults = (granted: PurposeLetters | null) => {
      const { consentMode = true } = options;
      if (consentMode === false) return '';
      const { microsoft, urlPassthrough, waitMs = 500 } = consentMode === true ? {} : consentMode;
      return inline(
        fillHead(files, {
          cookie,
          granted: granted?.always ?? 'n',
          grantedWithGpc: granted?.withGpc ?? 'n',
          waitMs,
          microsoft,
          urlPassthrough,
        }),
      );
    };
    const stubs = (apis: FrameworkApis) => {
      const text = fillStubs(files, apis);
      return text && inline(text);
    };
    const { decided, profileId } = readChoice(req);
    if (decided) {
      const apis = await findApis({ req, tenantId, profileId });
      return { head: stubs(apis) + defaults(null) + toScript(), vary };
    }

    const toPart = (name: string) => `${base}/w/${files.hash}/${name}`;
    const preloads = options.inline
      ? ''
      : [
          ...firstParts.map((name) => `<link rel="modulepreload" href="${toPart(name)}"${attributes}>`),
          ...firstStyles.map((name) => `<link rel="preload" as="fetch" href="${toPart(name)}" crossorigin>`),
        ].join('');
    if (needsHints) {
      const bootstrap = `${base}/api/v1/bootstrap`;
      const early = inline(fillEarly(files, { bootstrap, tenantId, lang: locale }));
      const apis = await findApis({ req, tenantId });
      return { head: stubs(apis) + early + preloads + defaults(null) + first, vary };
    }

    const found = await withDeadline(pageDeadlineMs, readBootstrap(req, options), () => null).catch(
      () => null,
    );
    const apis = found?.apis ?? (await findApis({ req, tenantId }));
    const boot =
      found === null ? '' : `<script type="application/json" id="svc-boot">${toText(found.body)}</script>`;
    const granted = found?.profile ? readDefaultPurposes(found.profile) : null;
    const languages = parseAcceptLanguage(locale).length === 0 ? ['Accept-Language'] : [];
    return {
      head: stubs(apis) + preloads + defaults(granted) + boot + first,
      vary: bootstrapHeaders === null ? '*' : [vary, ...bootstrapHeaders, ...languages].join(', '),
    };
  };
}

/** Texts of answers, which are kept for as long as the answers are. */
const texts = new WeakMap<Buffer, string>();

function toText(body: Buffer): string {
  let text = texts.get(body);
  if (text === undefined) {
    text = escapeScriptText(body.toString('utf8'));
    texts.set(body, text);
  }
  return text;
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
