import type { PageOptions } from '../widget-types';
import { dom, readGlobal } from './dom';

/** Returns the query with the facts that only the page knows: time zone, language, and tenant. */
export const readHints = ({ lang, noHints, tenant }: PageOptions, otherLang?: string): URLSearchParams =>
  toHints(otherLang || lang || dom.documentElement.lang, noHints === undefined, tenant);

/** Returns the query of the hints, in which an empty language is that of the browser. */
export const toHints = (lang: string, zone: boolean, tenantId: string | undefined): URLSearchParams =>
  new URLSearchParams({
    ...(zone && { tz: readTimeZone() }),
    // Many systems write `de_DE`.
    lang: lang.replace(/_/g, '-') || navigator.languages.join(),
    ...(tenantId && { tenantId }),
  });

/**
 * Returns the time zone. `Temporal` first: the first use of `Intl` costs up to 100 ms of main thread.
 */
const readTimeZone = (): string =>
  readGlobal('Temporal')?.Now?.timeZoneId?.() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

declare global {
  interface Window {
    /** Absent in older browsers, not yet part of TypeScript's `dom` library, and in some pages of another shape. */
    readonly Temporal?: { readonly Now?: { timeZoneId?(): string } };
  }
}
