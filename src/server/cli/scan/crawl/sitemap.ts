const maxLength = 10_000_000;
const maxAddresses = 5000;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the addresses in a sitemap or a sitemap index. @see https://www.sitemaps.org/protocol.html */
export function readSitemap(text: string): { readonly pages: string[]; readonly sitemaps: string[] } {
  const addresses = [
    ...text.slice(0, maxLength).matchAll(/<loc>\s*(?:<!\[CDATA\[)?([^<\]]{1,2048})/gi),
  ].slice(0, maxAddresses);
  const list = addresses.map(([, address = '']) =>
    address.trim().replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => entities[name] ?? whole),
  );
  return /<sitemapindex[\s>]/i.test(text) ? { pages: [], sitemaps: list } : { pages: list, sitemaps: [] };
}
