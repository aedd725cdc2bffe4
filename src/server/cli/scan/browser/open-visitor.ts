import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { Visitor } from '../observation';
import type { ScanPlace } from '../places';
import { sendGpcSignal, watchStorage } from './page-script';

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** A common phone; sites choose their mobile pages by the name of the browser. */
const toPhone = (browser: Browser): BrowserContextOptions => ({
  viewport: { width: 412, height: 839 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent: `Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Mobile Safari/537.36`,
});

/** Opens a new browser profile, as a visitor for whom nothing is stored. */
export async function openVisitor(
  browser: Browser,
  { kind, device }: Visitor,
  { timezone, headers }: ScanPlace,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...(device === 'phone' ? toPhone(browser) : desktop),
    ...(timezone !== null && { timezoneId: timezone }),
    acceptDownloads: false,
    extraHTTPHeaders: { ...headers, ...(kind === 'gpc' && { 'Sec-GPC': '1' }) },
  });
  await context.addInitScript(watchStorage);
  // The banner removes what the site stores in spite of a refusal, so that the visits would not see that it does.
  if (kind !== 'withdrawn') await context.route(/\/w\/\w+\/withdraw\.js$/, (route) => route.abort());
  if (kind === 'gpc') await context.addInitScript(sendGpcSignal);
  return context;
}
