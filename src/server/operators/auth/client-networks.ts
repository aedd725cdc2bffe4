import { isIpv6, toNetwork } from '#platform/kernel/ip-address';

/** A network that contains a client, with the number of failures that are allowed from it in a window. */
export interface ClientNetwork {
  readonly name: string;
  readonly limit: {
    /** Failures on one account. */
    readonly accountAndIp: number;
    /** Failures on all accounts together. */
    readonly ip: number;
  };
}

/** IPv6 prefixes. A home connection has a /56 network and a company a /48, and can choose any /64 in it. */
const prefixes = [
  { bits: 64, limit: { accountAndIp: 5, ip: 100 } },
  { bits: 56, limit: { accountAndIp: 10, ip: 300 } },
  { bits: 48, limit: { accountAndIp: 20, ip: 1000 } },
] as const;

/**
 * Returns the networks by which attempts of a client are counted, the smallest first. An IPv4 address is one
 * network.
 */
export function getNetworks(ip: string | null): readonly ClientNetwork[] {
  const counted = ip !== null && isIpv6(ip) ? prefixes : prefixes.slice(0, 1);
  return counted.map(({ bits, limit }) => ({ name: ip === null ? 'unknown' : toNetwork(ip, bits), limit }));
}

/** Returns the network that one subscriber usually has. Subscribers take turns at the password hasher. */
export const toSubscriberNetwork = (ip: string | null): string =>
  ip === null ? 'unknown' : toNetwork(ip, 56);
