import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityFaults, closeBrowser, collectComplaints, openBrowser } from './browser';
import {
  adminEmail,
  adminPassword,
  createTestApp,
  type TestApp,
  type TestAppOptions,
} from './create-test-app';
import { listen } from './published-files';
import { isDeep } from './scope';

/** The dashboard in a browser, and the service behind it. */
export interface DashboardSite {
  readonly app: TestApp;
  /** `http://127.0.0.1:…` */
  readonly origin: string;
  /** Opens a screen as somebody who is signed in; default: the first superadmin. */
  open(path: string, options?: OpenOptions): Promise<{ readonly page: Page; readonly complaints: string[] }>;
  close(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  readonly email?: string;
  readonly password?: string;
  /** Called before the first screen loads, to answer some of its requests. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Serves the dashboard and opens a Chromium. Create one for each file, and close it. */
export async function createDashboardSite(options: TestAppOptions = {}): Promise<DashboardSite> {
  const app = await createTestApp({
    ...options,
    config: { rateLimit: false, dashboard: { enabled: true }, ...options.config },
  });
  await app.service.start();
  const server = await listen(app.app);
  const browser: Browser = await openBrowser();
  const origin = `http://127.0.0.1:${server.port}`;
  let openedBy: string | undefined;
  /** The page that tests share, one after another. */
  let shared: Page | undefined;
  /** Closes what earlier tests left open, which would go on drawing and asking. Returns whether this test is new. */
  const isNewTest = async () => {
    const { currentTestName } = expect.getState();
    if (currentTestName === openedBy) return false;
    openedBy = currentTestName;
    for (const context of browser.contexts()) {
      // A test's answer to a request may still be on its way.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (context !== shared?.context()) await context.close();
    }
    if (shared?.isClosed()) shared = undefined;
    if (shared !== undefined) await emptyPage(shared, `${origin}/svc/w/integrity.json`);
    return true;
  };
  const newPage = async (options: BrowserContextOptions = {}) =>
    (await browser.newContext({ reducedMotion: 'reduce', locale: 'en', ...options })).newPage();
  return {
    app,
    origin,
    async open(path, { email = adminEmail, password = adminPassword, prepare, ...options } = {}) {
      const isPlain = prepare === undefined && Object.keys(options).length === 0;
      const isFirst = await isNewTest();
      // A new page takes the browser twice as long to show its first screen.
      const page = isFirst && isPlain && shared !== undefined ? shared : await newPage(options);
      if (isFirst && isPlain) shared = page;
      const signedIn = await page.context().request.post(`${origin}${app.adminBase}/auth/login`, {
        data: { email, password, session: 'cookie' },
        headers: { 'X-Requested-With': 'dashboard' },
      });
      if (!signedIn.ok()) throw new Error(await signedIn.text());
      const complaints = collectComplaints(page, { cancels: true });
      await prepare?.(page);
      await page.goto(`${origin}/svc${path}`);
      return { page, complaints };
    },
    async close() {
      await closeBrowser(browser);
      await server.close();
      await app.close();
    },
  };
}

/**
 * Makes a page as a new one is, but for the window it is in.
 * @param address of the same site that does next to nothing: for another site the browser starts another process
 */
async function emptyPage(page: Page, address: string): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of [
    'console',
    'dialog',
    'download',
    'pageerror',
    'popup',
    'request',
    'requestfailed',
    'response',
  ])
    page.removeAllListeners(event);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.goto(address);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await context.clearPermissions();
  await page.mouse.move(0, 0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce', forcedColors: null });
}

/** Widths of a phone, a tablet and a desktop. */
const widths = [375, 768, 1440] as const;
const colorSchemes = ['light', 'dark'] as const;

interface View {
  readonly width: (typeof widths)[number];
  readonly colorScheme: (typeof colorSchemes)[number];
}

/** Views of the screens that a file checks, in turn, when it checks each in one view only. */
const viewsInTurn: readonly View[] = [
  { width: 375, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 375, colorScheme: 'dark' },
];
let turn = 0;

/** Every view, or every second time the next one: axe takes a quarter of the time of these tests. */
function chooseViews(): readonly View[] {
  if (isDeep) return colorSchemes.flatMap((colorScheme) => widths.map((width) => ({ width, colorScheme })));
  turn += 1;
  return turn % 2 === 0 ? [] : [viewsInTurn[Math.floor(turn / 2) % viewsInTurn.length] as View];
}

/**
 * Returns the accessibility faults of a screen, one line each, and whether it is wider than its window. `npm run test:deep`
 * checks it at three widths, light and dark; `npm run test:all` checks every second screen, in one view. Waits for what is
 * still loading: until then the screen shows the old rows, in pale colours.
 */
export async function screenFaults(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector('[data-stale], .stale') === null);
  const faults: string[] = [];
  for (const { width, colorScheme } of chooseViews()) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const where = `${colorScheme}, ${width} px`;
    // In another colour scheme only the colours are other ones.
    const rules = isDeep && colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined;
    faults.push(...(await accessibilityFaults(page, rules)).map((fault) => `${where}: ${fault}`));
    const isTooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    if (isTooWide) faults.push(`${where}: the page scrolls sideways`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return faults;
}
