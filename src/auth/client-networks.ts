import { isIpv6, networkOf } from '../kernel/ip-address';

/** A network that a client is in, with the failures that are allowed from it in a window. */
export interface ClientNetwork {
  readonly name: string;
  readonly limit: {
    /** On one account. */
    readonly accountAndIp: number;
    /** On any accounts. */
    readonly ip: number;
  };
}

/** A home line has a /56 of IPv6, a company a /48: inside it one client can choose its /64 freely. */
const prefixes = [
  { bits: 64, limit: { accountAndIp: 5, ip: 100 } },
  { bits: 56, limit: { accountAndIp: 10, ip: 300 } },
  { bits: 48, limit: { accountAndIp: 20, ip: 1000 } },
] as const;

/**
 * Returns the networks by which a client is counted, the narrowest first. An IPv4 address is one of its own.
 */
export function networksOf(ip: string | null): readonly ClientNetwork[] {
  const counted = ip !== null && isIpv6(ip) ? prefixes : prefixes.slice(0, 1);
  return counted.map(({ bits, limit }) => ({ name: ip === null ? 'unknown' : networkOf(ip, bits), limit }));
}

/** What takes turns with others for the password hasher: what one subscriber usually has. */
export const subscriberOf = (ip: string | null): string => (ip === null ? 'unknown' : networkOf(ip, 56));
