import ipaddr from 'ipaddr.js';

/**
 * One spelling for each address: IPv4-mapped IPv6 as IPv4, IPv6 in its short form without zone, a port that a proxy
 * appended taken off. Null for what is no address.
 */
export function normalizeIp(text: string): string | null {
  const bare = text.trim().replace(/^\[(.*)\](?::\d+)?$/, '$1');
  const candidate = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.slice(0, bare.indexOf(':')) : (bare.split('%', 1)[0] ?? '');
  if (!ipaddr.isValid(candidate) || (!candidate.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(candidate))) return null;
  return ipaddr.process(candidate).toString();
}

/** What one client holds: an IPv4 address, or the /64 of an IPv6 one, inside which it can choose freely. */
export function networkOf(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  return ipaddr.IPv6.parse(ip)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
