import { gpcModes } from '../../standards/choice';
import type { Bootstrap, WidgetOptions, WidgetParameter, WidgetProfile } from '../widget-types';
import { dom, readGlobal } from './dom';
import { createFailure } from './report';

const isFlag = (value: unknown) => value === Boolean(value);

/**
 * Returns whether an answer has all that can allow something; throws for some in which a part is missing. What it does
 * not look at are texts and looks.
 */
function isBootstrap({ found, asksFirst, gpcBinding, childAge, cookies, profile }: Bootstrap): boolean {
  return Boolean(
    [found, asksFirst, gpcBinding].every(isFlag) &&
      (childAge === null || childAge >= 0) &&
      cookies.path &&
      found === (profile !== null) &&
      (profile === null || isProfile(profile)),
  );
}

function isProfile({ mainBanner, preferenceModal, gpcBanner = mainBanner, gpcMode, cookies }: WidgetProfile) {
  return (
    gpcModes.includes(gpcMode) &&
    [mainBanner, gpcBanner, preferenceModal].every(({ buttons }) => buttons.map(({ action }) => action)) &&
    Object.values(preferenceModal.categories).every((category) =>
      category.cookies
        .map((id) => cookies[id] as WidgetParameter) // Throws below where it is missing.
        .every(({ listenGpc, purpose }) => isFlag(listenGpc) && purpose.charAt(0)),
    )
  );
}

/**
 * Returns the bootstrap that the host has written into the page, else asks the service for it.
 * @param lang another language than the page's
 */
export async function fetchBootstrap(
  options: WidgetOptions,
  report: (error: unknown) => void,
  lang?: string,
): Promise<Bootstrap> {
  // Only a script: texts of visitors can bring an element with this id, but no sanitizer lets a script through.
  const written = lang ? null : dom.querySelector('script#svc-boot');
  if (written) {
    try {
      const answer = JSON.parse(written.textContent);
      if (isBootstrap(answer)) return answer;
    } catch {
      // Cut off, or not an answer.
    }
    report(createFailure('#svc-boot'));
  }
  return callService(options, `bootstrap?${readHints(options, lang)}`, {}, isBootstrap);
}

/** Sends a request. @throws Failure without an answer, or when its status says that it failed */
export async function request(url: URL | string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch(() => undefined);
  if (!response?.ok) throw createFailure(url, response?.status);
  return response;
}

/**
 * Calls a public route for the tenant.
 * @param isAnswer returns whether the body is an answer of this route; can throw where it is not
 * @throws Failure without a usable answer
 */
export async function callService<T>(
  { base, tenantId }: WidgetOptions,
  route: string,
  init: RequestInit,
  isAnswer: (answer: T) => unknown,
): Promise<T> {
  const url = new URL(`${base}api/v1/${route}`);
  if (tenantId) url.searchParams.set('tenantId', tenantId);
  const response = await request(url, init);
  try {
    const answer = await response.json();
    if (isAnswer(answer)) return answer;
  } catch {
    // Not JSON, or not an answer.
  }
  throw createFailure(url, response.status);
}

/** Returns what the service cannot see by itself: time zone and language of the page. */
export const readHints = ({ hints, lang }: WidgetOptions, otherLang?: string): URLSearchParams =>
  toHints(otherLang || lang || dom.documentElement.lang, hints);

/** Returns the query of the hints, in which an empty language is that of the browser. */
export const toHints = (lang: string, hints = true): URLSearchParams =>
  new URLSearchParams({
    ...(hints && { tz: readTimeZone() }),
    lang: lang || navigator.languages.join(),
  });

/**
 * Returns the time zone. `Temporal` first: the first use of `Intl` costs up to 100 ms of main thread.
 */
const readTimeZone = (): string =>
  readGlobal('Temporal')?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

declare global {
  interface Window {
    /** Absent in older browsers, and not yet part of TypeScript's `dom` library. */
    readonly Temporal?: { readonly Now: { timeZoneId(): string } };
  }
}
