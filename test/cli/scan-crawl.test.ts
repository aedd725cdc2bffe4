import { createFrontier } from '#cli/scan/crawl/frontier';
import { readRobots } from '#cli/scan/crawl/robots';
import { readSitemap } from '#cli/scan/crawl/sitemap';
import { readServiceBase } from '#cli/scan/service-client';

const shop = 'https://shop.example';

describe('the pages that a scan visits', () => {
  test.each([
    ['', '/a', true],
    ['User-agent: *\nDisallow: /a', '/a/b', false],
    ['User-agent: *\nDisallow: /\nAllow: /a', '/a/b', true],
    ['User-agent: *\nDisallow: /*.php$', '/a.php', false],
    ['User-agent: *\nDisallow: /*.php$', '/a.php?b', true],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Express-Consent\nAllow: /', '/a', true],
    ['User-agent: a\nUser-agent: *\nDisallow: /a # why', '/a', false],
    ['Disallow: /', '/a', true],
  ])('robots.txt %j allows %s: %s', (text, path, isAllowed) => {
    expect(readRobots(text).allows(path)).toBe(isAllowed);
  });

  test('robots.txt sets the pause and names sitemaps, within limits', () => {
    const { delayMs, sitemaps } = readRobots('Sitemap: https://a/s.xml\nUser-agent: *\nCrawl-delay: 3600');
    expect([delayMs, sitemaps]).toEqual([10_000, ['https://a/s.xml']]);
  });

  test('a pattern of robots.txt with many stars takes no time', () => {
    const rule = readRobots(`User-agent: *\nDisallow: /${'*a'.repeat(2000)}$`);
    expect(rule.allows(`/${'a'.repeat(1900)}b`)).toBe(true);
  });

  test('a sitemap lists pages, an index lists sitemaps', () => {
    expect(readSitemap('<urlset><url><loc> https://a/?b=1&amp;c=2 </loc></url></urlset>').pages).toEqual([
      'https://a/?b=1&c=2',
    ]);
    expect(readSitemap('<sitemapindex><sitemap><loc>https://a/s.xml</loc>').sitemaps).toEqual([
      'https://a/s.xml',
    ]);
  });

  test('follows links of the same origin once, up to the limit, and none that could change something', () => {
    const frontier = createFrontier([`${shop}/#top`], 4, () =>
      readRobots('User-agent: *\nDisallow: /secret'),
    );
    frontier.add(
      [
        '/a#b',
        '/a',
        'https://other.example/',
        'mailto:a@b',
        '/log-out',
        '/cart/add?id=1',
        '/secret',
        '/x.pdf',
        'http://[',
      ],
      shop,
    );
    expect(frontier.pages).toEqual([`${shop}/`, `${shop}/a`]);
    frontier.add(['/b', '/c', '/d'], shop);
    expect(frontier.pages).toHaveLength(4);
  });

  test('visits a few of many pages that differ by a number alone', () => {
    const frontier = createFrontier([`${shop}/`], 100, () => readRobots(''));
    frontier.add(
      Array.from({ length: 50 }, (_, id) => `/product/${id}`),
      shop,
    );
    expect(frontier.pages).toHaveLength(6);
  });

  test.each([
    ['https://shop.example/svc/widget.js', 'https://shop.example/svc/'],
    ['https://cmp.example/api/v1/bootstrap?tz=x', 'https://cmp.example/'],
    ['https://shop.example/svc/w/0123456789abcdef/banner.js', 'https://shop.example/svc/'],
    ['https://shop.example/app.js', null],
    ['data:text/javascript,1', null],
  ])('the address %s shows that the service is at %s', (address, base) => {
    expect(readServiceBase(address)).toBe(base);
  });
});
