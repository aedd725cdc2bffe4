/**
 * Parses an address; null: it is not one. Instead of `URL.canParse`, which Node.js 20 answers wrongly for letters
 * such as `ü` once the code that calls it has been optimised.
 * @param base what a relative address is relative to
 */
export function parseUrl(address: string, base?: string | URL): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/**
 * Returns a host name or an address as URLs have it, without the brackets of IPv6; null when the text is something else, or
 * has a scheme, a port or a path.
 *
 * @example
 * toUrlHost('Warehouse.internal'); // 'warehouse.internal'
 * toUrlHost('0:0:0:0:0:0:0:1'); // '::1'
 * toUrlHost('warehouse.internal:8080'); // null
 */
export function toUrlHost(text: string): string | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (/[\s/\\?#@*[\]]/.test(bare)) return null;
  // Only IPv6 addresses have colons.
  const hostname = parseUrl(`https://${bare.includes(':') ? `[${bare}]` : bare}/`)?.hostname;
  return hostname === undefined ? null : hostname.replace(/^\[(.*)\]$/, '$1');
}
