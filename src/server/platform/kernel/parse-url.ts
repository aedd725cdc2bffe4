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
