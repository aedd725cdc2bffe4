import ipaddr from 'ipaddr.js';
import { parseUrl } from './parse-url';

const canonicalIpv4 = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/**
 * Returns the one spelling of an address: IPv4-mapped IPv6 as IPv4, IPv6 in its short form without a zone,
 * and without a port that a proxy appended. Null when the text is not an address.
 */
export function normalizeIp(text: string): string | null {
  // Nearly every address is one of these, which need no parser.
  const ipv4 = text.startsWith('::ffff:') ? text.slice('::ffff:'.length) : text;
  if (canonicalIpv4.test(ipv4)) return ipv4;
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
 * Returns the network that one client has to itself: an IPv4 address, or the network of an IPv6 address, from
 * which a client can choose freely.
 * @param bits prefix length of an IPv6 network; a multiple of 8
 */
export function toNetwork(ip: string, bits = 64): string {
  if (!ip.includes(':') || !isIpv6(ip)) return ip;
  const bytes = ipaddr.IPv6.parse(ip)
    .toByteArray()
    .slice(0, bits / 8);
  return `${Buffer.from(bytes).toString('hex')}/${bits}`;
}

/**
 * Returns whether a machine on the public internet can have the normalised address. False for private,
 * loopback, link-local, reserved and tunnelled addresses, and for IPv6 outside the block that is assigned
 * (RFC 4291, section 2.4), such as an IPv4 address written as `::127.0.0.1`.
 */
export function isPublicIp(ip: string): boolean {
  const address = ipaddr.parse(ip);
  const isAssigned = address instanceof ipaddr.IPv4 || address.match(ipaddr.IPv6.parse('2000::'), 3);
  return isAssigned && address.range() === 'unicast' && ip !== azureHost;
}

/** Answers every virtual machine in Azure from its own host, though the address looks public. */
const azureHost = '168.63.129.16';

/** Returns whether a host name, an IPv6 address without brackets, is this machine's own. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '::1' || /^127(\.\d+){3}$/.test(hostname);

/** Returns whether secrets can be sent to a URL: it uses TLS or does not leave this machine. */
export function isHttpsOrLoopback(address: string): boolean {
  const url = parseUrl(address);
  if (url === null) return false;
  const { protocol, hostname } = url;
  const isLoopback = isLoopbackHost(hostname.replace(/^\[(.*)\]$/, '$1'));
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}

/** An address for documentation, which no visitor has (RFC 5737, section 3): the one that `doctor` claims to have. */
export const madeUpAddress = '192.0.2.77';
