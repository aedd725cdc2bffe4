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
