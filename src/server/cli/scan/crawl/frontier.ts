import { parseUrl } from '#platform/kernel/parse-url';
import type { Robots } from './robots';

/** Following a link must not change anything: such addresses often do. Files are not visited either. */
const risky =
  /(?:log|sign)[-_]?(?:out|off)|unsubscribe|delete|remove|add[-_]?to[-_]?(?:cart|basket)|\/(?:cart|basket)\/add/i;
const files = /\.(?:pdf|zip|gz|dmg|exe|jpe?g|png|gif|svg|webp|mp[34]|css|js|json|xml|docx?|xlsx?|csv|ics)$/i;
/** Most pages of one shape, such as `/product/4711`, so that others get their turn. */
const maxOfOneShape = 5;

/** Pages to visit: named ones first, then links in the order of their discovery, up to a limit. */
export function createFrontier(starts: readonly string[], limit: number, robots: (origin: string) => Robots) {
  const pages = [...new Set(starts.map(withoutFragment))];
  const known = new Set(pages);
  const origins = new Set(pages.map((url) => new URL(url).origin));
  const shapes = new Map<string, number>();

  const isWanted = ({ origin, pathname, search, href }: URL) => {
    if (!origins.has(origin) || known.has(href)) return false;
    return (
      !risky.test(pathname + search) && !files.test(pathname) && robots(origin).allows(pathname + search)
    );
  };

  return {
    pages: pages as readonly string[],
    /** Adds the links of a page, in the order of the page. */
    add(links: readonly string[], base: string): void {
      for (const link of links) {
        if (pages.length >= limit) return;
        const url = parseUrl(link, base);
        if (url === null) continue;
        url.hash = '';
        const shape = url.origin + url.pathname.replace(/\d+/g, '0');
        const count = shapes.get(shape) ?? 0;
        if (!isWanted(url) || count >= maxOfOneShape) continue;
        shapes.set(shape, count + 1);
        known.add(url.href);
        pages.push(url.href);
      }
    },
  };
}

export type Frontier = ReturnType<typeof createFrontier>;

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
