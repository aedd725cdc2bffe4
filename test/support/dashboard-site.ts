import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityFaults, collectComplaints, launchBrowser } from './browser';
import {
  adminEmail,
  adminPassword,
  createTestApp,
  type TestApp,
  type TestAppOptions,
} from './create-test-app';
import { listen } from './published-files';

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
  const browser: Browser = await launchBrowser();
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    app,
    origin,
    async open(path, { email = adminEmail, password = adminPassword, prepare, ...context } = {}) {
      const session = await browser.newContext({ reducedMotion: 'reduce', locale: 'en', ...context });
      const signedIn = await session.request.post(`${origin}${app.adminBase}/auth/login`, {
        data: { email, password, session: 'cookie' },
        headers: { 'X-Requested-With': 'dashboard' },
      });
      if (!signedIn.ok()) throw new Error(await signedIn.text());
      const page = await session.newPage();
      const complaints = collectComplaints(page, { cancels: true });
      await prepare?.(page);
      await page.goto(`${origin}/svc${path}`);
      return { page, complaints };
    },
    async close() {
      await browser.close();
      await server.close();
      await app.close();
    },
  };
}

/** Widths of a phone, a tablet and a desktop. */
const widths = [375, 768, 1440] as const;

/**
 * Accessibility faults of a screen in light and dark at three widths, one line each, and whether it is wider than its
 * window.
 */
export async function screenFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const where = `${colorScheme}, ${width} px`;
      // Only the colours of the dark scheme are other ones.
      const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined;
      faults.push(...(await accessibilityFaults(page, rules)).map((fault) => `${where}: ${fault}`));
      const isTooWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      if (isTooWide) faults.push(`${where}: the page scrolls sideways`);
    }
  }
  return faults;
}
