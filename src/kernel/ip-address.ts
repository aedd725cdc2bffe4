import ipaddr from 'ipaddr.js';

/**
 * One spelling for each address: IPv4-mapped IPv6 as IPv4, IPv6 in its short form without zone, a port that a
 * proxy appended taken off. Null for what is no address.
 */
export function normalizeIp(text: string): string | null {
  const bare = text.trim().replace(/^\[(.*)\](?::\d+)?$/, '$1');
  const candidate = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare)
    ? bare.slice(0, bare.indexOf(':'))
    : (bare.split('%', 1)[0] ?? '');
  if (
    !ipaddr.isValid(candidate) ||
    (!candidate.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(candidate))
  )
    return null;
  return ipaddr.process(candidate).toString();
}

export const isIpv6 = (ip: string): boolean => ipaddr.IPv6.isValid(ip);

/**
 * Returns what one client holds: an IPv4 address, or the network of an IPv6 one, inside which it can choose
 * freely.
 * @param bits prefix length of an IPv6 network; a multiple of 8
 */
export function networkOf(ip: string, bits = 64): string {
  if (!isIpv6(ip)) return ip;
  const bytes = ipaddr.IPv6.parse(ip)
    .toByteArray()
    .slice(0, bits / 8);
  return `${Buffer.from(bytes).toString('hex')}/${bits}`;
}

/**
 * Whether a machine on the public internet can have the normalised address: not a private, loopback,
 * link-local, reserved or tunnelled one.
 */
export function isPublicIp(ip: string): boolean {
  return ipaddr.parse(ip).range() === 'unicast';
}

/** Whether an address may be trusted with secrets: over TLS, or without leaving this machine. */
export function isHttpsOrLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}
