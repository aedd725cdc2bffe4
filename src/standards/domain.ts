/** Returns a domain without a leading `.` or `*.`, in lower case: domains of a profile are written in all these ways. */
export const toPlainDomain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^\*?\./, '');

/**
 * Returns whether a host is a domain or below it. A leading `.` or `*.` of the domain makes no difference, since browsers
 * send the cookies of a domain to all its subdomains (RFC 6265, section 5.1.3).
 *
 * @example
 * isInDomain('www.shop.example', '.shop.example'); // true
 * isInDomain('notshop.example', '*.shop.example'); // false
 */
export function isInDomain(host: string, domain: string): boolean {
  const name = toPlainDomain(domain);
  const own = host.toLowerCase().replace(/\.$/, '');
  return name !== '' && (own === name || own.endsWith(`.${name}`));
}

/**
 * Returns a host without parts that can be a visitor's: numbers, ids, tokens.
 *
 * @example
 * anonymiseHost('1234567.fls.ads.example'); // '*.fls.ads.example'
 */
export const anonymiseHost = (host: string): string =>
  host
    .split('.')
    .map((part, index, parts) =>
      index < parts.length - 2 && (part.length >= 20 || /\d{4,}|[0-9a-f]{8,}/.test(part)) ? '*' : part,
    )
    .join('.');

/** Returns the domain of an anonymised host, without the parts that were replaced. */
export const toFixedDomain = (host: string): string =>
  host.slice(host.lastIndexOf('*') + 1).replace(/^\./, '');
