import type { Browser } from 'playwright-core';
import { openPage, type Times } from './browser/open-page';
import { openVisitor } from './browser/open-visitor';
import { hasWidget } from './browser/widget-driver';
import { createFrontier, type Frontier } from './crawl/frontier';
import { type Robots, readRobots } from './crawl/robots';
import { readSitemap } from './crawl/sitemap';
import { thisMachine } from './places';
import { fetchText, readServiceBase, type ServiceAddress } from './service-client';

const maxSitemaps = 5;

/** Reads `robots.txt` and the sitemaps of the sites. Links of pages are added while they are visited. */
export async function discoverPages(
  urls: readonly string[],
  limit: number,
): Promise<{ readonly frontier: Frontier; readonly delayMs: number; addSitemaps(): Promise<void> }> {
  const robots = new Map<string, Robots>();
  for (const origin of new Set(urls.map((url) => new URL(url).origin)))
    robots.set(origin, readRobots((await fetchText(`${origin}/robots.txt`)) ?? ''));
  const frontier = createFrontier(urls, limit, (origin) => robots.get(origin) ?? readRobots(''));
  return {
    frontier,
    delayMs: Math.max(0, ...[...robots.values()].map(({ delayMs }) => delayMs)),
    async addSitemaps() {
      for (const [origin, { sitemaps }] of robots) {
        // A sitemap on another host could name any page; the frontier keeps to the origins of the start pages.
        const waiting = sitemaps.length > 0 ? [...sitemaps] : [`${origin}/sitemap.xml`];
        for (let read = 0; read < maxSitemaps && waiting.length > 0; read++) {
          const found = readSitemap((await fetchText(waiting.shift() ?? '')) ?? '');
          waiting.push(...found.sitemaps);
          frontier.add(found.pages, origin);
        }
      }
    },
  };
}

/** Finds the service by the requests of the start pages. @returns null when no page has the widget */
export async function findService(
  browser: Browser,
  urls: readonly string[],
  times: Times,
): Promise<ServiceAddress | null> {
  const context = await openVisitor(
    browser,
    { kind: 'undecided', device: 'desktop', place: null },
    thisMachine,
  );
  try {
    let base: string | null = null;
    context.on('request', (request) => {
      base ??= readServiceBase(request.url());
    });
    const tab = await openPage(context, () => true, times);
    for (const url of urls) {
      if (!(await tab.visit(url)) || !(await hasWidget(tab.page)) || base === null) continue;
      const tag = tab.page.locator('script[data-tenant]').first();
      const tenantId = (await tag.count()) > 0 ? await tag.getAttribute('data-tenant') : null;
      return { base, tenantId };
    }
    return null;
  } finally {
    await context.close();
  }
}
