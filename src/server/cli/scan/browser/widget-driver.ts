import type { BrowserContext, Page } from 'playwright-core';
import { isOwnName, type PublishedProfile } from '../published-profile';
import type { toDecision } from '../visitors';
import { orElse } from './bounded';

type Decision = NonNullable<ReturnType<typeof toDecision>>;

/** The part of `window.expressConsent` that the scanner uses. */
interface PageScope {
  readonly expressConsent?: {
    readonly ready: Promise<void>;
    decide(decision: unknown): Promise<void>;
  };
}

/** Time in which a widget starts on a page that has loaded (ms). */
const startMs = 5000;
const answerMs = 15_000;

/** Returns whether the page has the widget, once it has started. */
export function hasWidget(page: Page): Promise<boolean> {
  const start = page.waitForFunction(
    () => (globalThis as unknown as PageScope).expressConsent !== undefined, // Runs in a page, not in Node.
    undefined,
    { timeout: startMs },
  );
  return orElse(
    start.then(() => true),
    false,
    startMs,
  );
}

/** Returns whether the widget of the page has started already. */
export function hasStartedWidget(page: Page): Promise<boolean> {
  const answer = page.evaluate(
    () => (globalThis as unknown as PageScope).expressConsent !== undefined, // Runs in a page, not in Node.
  );
  return orElse(answer, false);
}

/** Decides as the page’s own buttons would. @returns false when the widget does not answer */
export function decide(page: Page, decision: Decision): Promise<boolean> {
  const deciding = page.evaluate(async (wanted) => {
    const widget = (globalThis as unknown as PageScope).expressConsent; // Runs in a page, not in Node.
    await widget?.ready;
    await widget?.decide(wanted);
    return widget !== undefined;
  }, decision);
  // A withdrawal can reload the page before the answer arrives.
  const reload = page.waitForEvent('load', { timeout: answerMs }).then(() => true);
  reload.catch(() => {});
  return orElse(
    deciding.catch(() => reload),
    false,
    answerMs,
  );
}

/** Returns the widget’s own cookies, with which a visitor returns. */
export async function readChoiceCookies(context: BrowserContext, profile: PublishedProfile) {
  return (await context.cookies()).filter(({ name }) => isOwnName(profile, name));
}

/** Returns whether the page shows a way to the settings. @param waits whether the link can still appear */
export async function hasSettingsLink(page: Page, waits: boolean): Promise<boolean> {
  const link = page.locator('[data-consent-open]').filter({ visible: true }).first();
  if (!waits) return orElse(link.isVisible(), false);
  return link.waitFor({ state: 'visible', timeout: startMs }).then(
    () => true,
    () => false,
  );
}

/** Returns the addresses of the page’s links, in its order. */
export function readLinks(page: Page): Promise<string[]> {
  const links = page
    .locator('a[href]:not([rel~="nofollow"]):not([download])')
    .evaluateAll((nodes) => (nodes as unknown as { href: string }[]).slice(0, 2000).map(({ href }) => href)); // Node has no DOM types.
  return orElse(links, []);
}
