import { requireKnownKeys } from '#platform/kernel/known-keys';
import type { createFindApis } from './find-apis';
import { startPageTime } from './page-deadline';
import { type ConsentModeOptions, consentModeKeys, toNonceAttribute } from './page-tags';
import { fillHead, fillStubs } from './snippets';
import type { WidgetFiles } from './widget-files';

export interface SnippetOptions extends ConsentModeOptions {
  /** Nonce of the page's Content-Security-Policy. */
  readonly nonce?: string | undefined;
  /**
   * Whether the page is the same for several places: the defaults are denied where the law asks first, and
   * granted elsewhere unless the browser sends Global Privacy Control. Default false: denied everywhere.
   */
  readonly regions?: boolean | undefined;
  /** Tenant of the page, where there are several. Its profiles decide which frameworks' APIs are written. */
  readonly tenantId?: string | undefined;
}

export interface CreateSnippetOptions {
  readonly cookie: string;
  readonly load: () => Promise<WidgetFiles | null>;
  /** Returns the places in which nothing optional is allowed before a choice (ISO 3166); null: everywhere. */
  readonly readRegions: () => readonly string[] | null;
  readonly findApis: ReturnType<typeof createFindApis>;
}

const knownOptions = { ...consentModeKeys, nonce: 'string', regions: true, tenantId: 'string' } as const;

/** Creates the function behind `consent.snippet()`, for pages that do not depend on the request. */
export function createSnippet({ cookie, load, readRegions, findApis }: CreateSnippetOptions) {
  return async (options: SnippetOptions = {}): Promise<string> => {
    requireKnownKeys('snippet()', options, knownOptions);
    const { nonce, regions = false, tenantId, microsoft, urlPassthrough, waitMs = 500, dataLayer } = options;
    const places = regions ? readRegions() : null;
    const attribute = toNonceAttribute(nonce);
    const files = await load();
    if (files === null) return '';
    const stubs = fillStubs(files, await findApis({ tenantId }, startPageTime()));
    const defaults = fillHead(files, {
      cookie,
      granted: places === null ? 'n' : 'nfpam',
      grantedWithGpc: 'n',
      waitMs,
      microsoft,
      urlPassthrough,
      dataLayer,
      regions: places?.length ? places : undefined,
    });
    return `<script${attribute}>${stubs}${defaults}</script>`;
  };
}
