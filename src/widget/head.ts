import { createGtag, toGoogleConsent } from './signals/google';

/** Values that the service writes into the snippet. Purposes are their first letters, as in the choice cookie. */
export interface HeadOptions {
  /** Name of the choice cookie. */
  readonly cookie: string;
  /** Purposes that are granted before a choice: `n` where visitors are asked first. */
  readonly granted: string;
  /** The same for browsers that send Global Privacy Control. */
  readonly grantedWithGpc: string;
  /** Whether the request had the signal: some browsers do not show it to scripts. */
  readonly gpc?: boolean | undefined;
  /** How long Google's tags wait for a choice (ms). */
  readonly waitMs: number;
  /** ISO 3166 codes of places where only necessary purposes are granted, on pages that serve several places. */
  readonly regions?: readonly string[];
  /** Whether clicks on links carry the ids of ads in the address. */
  readonly urlPassthrough?: boolean;
  /** Whether to set Microsoft's default as well. */
  readonly microsoft?: boolean;
  /** Name of the queue of Google's tags; absent: `dataLayer`. */
  readonly dataLayer?: string;
}

/** The service replaces this name by the options as JSON. */
declare const headOptions: HeadOptions;

setDefaults(headOptions);

/**
 * Sets the defaults of consent mode before any tag runs: the visitor's own choice, which needs no wait, else
 * what the place allows. The rules are those of `readChoiceStates`.
 * Source: https://developers.google.com/tag-platform/security/guides/consent
 */
function setDefaults({
  cookie,
  regions,
  urlPassthrough,
  microsoft,
  dataLayer = 'dataLayer',
  ...options
}: HeadOptions): void {
  const gtag = createGtag(dataLayer);
  const gpc = options.gpc || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  let granted = gpc ? options.grantedWithGpc : options.granted;
  let wait_for_update = options.waitMs;
  let places = regions;
  try {
    const pattern = RegExp(
      `(?:^|; )${cookie}=1${'\\.([^.;]+)'.repeat(4)}\\.(.)(g?)(v?)a?[of]?\\.([^.;]*)`,
      'g',
    );
    const now = Date.now();
    let highest: number | undefined;
    let found: string[] = [];
    // Sandboxed frames have no cookies, and throw. `findChoice` has the same rules for several cookies.
    for (const match of document.cookie.matchAll(pattern)) {
      const [at = 0, until = 0] = [match[3], match[4]].map(
        (text) => Number.parseInt(text as string, 36) * 60_000,
      );
      const rank = (at < now + 86_400_000 ? at : 0) - match[0].split('~g').length;
      if (until <= now || rank <= (highest as number)) continue;
      highest = rank;
      found = match;
    }
    // Throws without a choice.
    const [, , , , , mode, detected, override, list] = found;
    let allowed = '';
    let refused = '';
    for (const [, state = '', listens, purposes] of (list as string).matchAll(/~(.)(l?)(\w*)/g)) {
      const isSignalled = listens && mode !== '0' && (gpc || detected);
      const stands = state === 'g' && detected && (mode === '1' || override);
      if (/[gmp]/.test(state) && (!isSignalled || stands)) allowed += purposes;
      else refused += purposes;
    }
    granted = [...allowed].filter((purpose) => !refused.includes(purpose)).join('');
    wait_for_update = 0;
    places = undefined;
  } catch {}
  const consent = toGoogleConsent(granted);
  if (urlPassthrough) gtag('set', 'url_passthrough', true);
  gtag('set', 'ads_data_redaction', true);
  if (places) gtag('consent', 'default', { ...toGoogleConsent('n'), wait_for_update, region: places });
  gtag('consent', 'default', { ...consent, wait_for_update });
  if (microsoft) {
    const page = window as { uetq?: unknown[] };
    page.uetq ??= [];
    // Microsoft's defaults have no regions.
    page.uetq.push('consent', 'default', { ad_storage: places ? 'denied' : consent.ad_storage });
  }
}
