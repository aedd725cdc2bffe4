import type { Bootstrap, WidgetOptions } from '../widget-types';

/**
 * Returns the bootstrap that the host has written into the page, else asks the service for it.
 * @param lang another language than the page's
 */
export async function fetchBootstrap(options: WidgetOptions, lang?: string): Promise<Bootstrap> {
  return (lang ? null : readWritten()) ?? callService(options, `bootstrap?${readHints(options, lang)}`);
}

function readWritten(): Bootstrap | null {
  try {
    // Only a script: texts of visitors can bring an element with this id, but no sanitizer lets a script through.
    return JSON.parse(document.querySelector('script#svc-boot')?.textContent || 'null');
  } catch {
    // Cut off.
    return null;
  }
}

/** Calls a public route for the tenant. @throws Response when the status says that it failed */
export async function callService<T>(
  { base, tenantId }: WidgetOptions,
  route: string,
  init?: RequestInit,
): Promise<T> {
  const url = new URL(`${base}api/v1/${route}`);
  if (tenantId) url.searchParams.set('tenantId', tenantId);
  const response = await fetch(url, init);
  if (!response.ok) throw response;
  return response.json();
}

/** Returns what the service cannot see by itself: time zone and language of the page. */
export function readHints({ hints, lang }: Partial<WidgetOptions>, otherLang?: string): URLSearchParams {
  return new URLSearchParams({
    ...(hints !== false && { tz: readTimeZone() }),
    lang: otherLang || lang || document.documentElement.lang || navigator.languages.join(),
  });
}

/**
 * Returns the time zone. `Temporal` first: the first use of `Intl` costs up to 100 ms of main thread.
 */
const readTimeZone = (): string =>
  typeof Temporal === 'undefined'
    ? Intl.DateTimeFormat().resolvedOptions().timeZone
    : Temporal.Now.timeZoneId();

/** Absent in older browsers, and not yet part of TypeScript's `dom` library. */
declare const Temporal: { readonly Now: { timeZoneId(): string } } | undefined;
