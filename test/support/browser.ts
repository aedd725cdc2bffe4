import axe, { type AxeResults } from 'axe-core';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { serviceAddresses } from './services';

// Two busy cores can slow a page down tenfold. Playwright gives up first, after 30 s, and says what it waited for.
jest.setTimeout(90_000);

/** The Chromium that a file has left to the next one of its worker, until it ends. */
interface LeftBrowser {
  readonly browser: Browser;
  readonly ending: NodeJS.Timeout;
}

// Unlike modules of tests and global variables, properties of the process outlive a file.
const left = Symbol.for('express-consent: the Chromium of this worker');
const worker = process as { [left]?: LeftBrowser };

/** How long Chromium waits for the next file (ms). */
const patienceMs = 3000;

/** Opens Chromium: the one of the file before, if there is one, since a start takes as long as some tests. */
export async function openBrowser(): Promise<Browser> {
  const { browser, ending } = worker[left] ?? {};
  delete worker[left];
  clearTimeout(ending);
  return browser?.isConnected() ? browser : launch({ executablePath: serviceAddresses.headlessShell });
}

/** Ends what was opened in Chromium, and leaves it to the next file. */
export async function closeBrowser(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
  if (worker[left] !== undefined) return browser.close();
  worker[left] = {
    browser,
    ending: setTimeout(() => {
      delete worker[left];
      void browser.close();
    }, patienceMs),
  };
}

/** Starts a whole Chromium, in which pages can come back from the back-forward cache. */
export const launchWithHistoryCache = (): Promise<Browser> =>
  launch({
    executablePath: serviceAddresses.chromium,
    // Playwright turns the cache off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });

/** Starts Chromium with a profile folder of its own, which Playwright removes at the end. */
const launch = (options: LaunchOptions): Promise<Browser> =>
  chromium.launch({
    ...options,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Sites that have a name.
      '--host-resolver-rules=MAP *.example.test 127.0.0.1',
    ],
  });

/**
 * Collects complaints of the page: console errors, uncaught exceptions, requests that fail. Read them at the end of a
 * test.
 * @param cancels whether the page may cancel its own requests, as the dashboard does when a screen is left
 */
export function collectComplaints(page: Page, { cancels = false } = {}): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (!(cancels && reason === 'net::ERR_ABORTED'))
      complaints.push(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400)
      complaints.push(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  return complaints;
}

/**
 * Waits until the page has sent what it has begun to send, for tests that nothing more is requested. `networkidle`
 * says nothing about what comes after the page has loaded.
 */
export async function settle(page: Page, origin = new URL(page.url()).origin): Promise<void> {
  await page.evaluate(async (url) => {
    await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
    await fetch(url, { cache: 'no-store' });
  }, `${origin}/svc/w/integrity.json`);
}

/**
 * Waits until the page has loaded these files of the service, which the next page then takes from the cache. Parts that
 * the first frame does not need come when the browser is idle.
 * @param names how their addresses end, without the query
 */
export async function waitForFiles(page: Page, ...names: string[]): Promise<void> {
  await page.waitForFunction((expected) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name.replace(/\?.*/, ''));
    return expected.every((name) => loaded.some((address) => address.endsWith(`/${name}`)));
  }, names);
}

/** Waits until the service has confirmed the decision: the cookie then ends without the id of a submission. */
export async function waitUntilSaved(page: Page): Promise<void> {
  await page.waitForFunction(() => /svc_choice=[^;.]*(\.[^;.]*){6}(;|$)/.test(document.cookie));
}

/**
 * Accessibility faults of the page as it is now, one line each: WCAG 2.2 A and AA and axe's best practices.
 * @param rules of axe, when not all of them say something new
 */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // React Aria reads the state of a button to screen readers with an element that names the button, even when it is gone.
  const options = {
    // The elements that pass are thousands.
    resultTypes: ['violations'],
    // Frames do not have axe, and complain about messages from it.
    iframes: false,
    ...(rules !== undefined && { runOnly: { type: 'rule', values: rules } }),
  };
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run({ exclude: ['[data-live-announcer]'] }, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}
