import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { FaultDetail } from '#platform/kernel/errors';
import { isPublicIp, normalizeIp } from '#platform/kernel/ip-address';
import { parseUrl, toUrlHost } from '#platform/kernel/parse-url';
import { askNameServers } from './name-servers';

// Why: docs/adr/0108-webhooks-in-the-service.md

export interface ReceiverAddresses {
  /** Returns what is wrong with an address, before any look-up; null when it can be saved. */
  fault(url: string): Omit<FaultDetail, 'path'> | null;
  /**
   * Resolves a host name once. The request must go to one of the returned addresses: a second look-up could give others.
   * @param signal ends the look-up
   * @throws RefusedAddress when any of the addresses is not public
   */
  pin(hostname: string, signal: AbortSignal): Promise<readonly [LookupAddress, ...LookupAddress[]]>;
}

/** An address inside the network of the service, to which no message is sent. */
class RefusedAddress extends Error {
  readonly code = 'address_refused';
}

export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

/**
 * Creates the check against server-side request forgery (OWASP). Loopback, private, link-local, metadata and reserved
 * addresses are refused, except of hosts that the configuration allows.
 * @param allowedHosts host names or addresses, without ports. Their names can be those of the hosts file
 * @param resolve resolves all other names
 */
export function createReceiverAddresses(
  allowedHosts: readonly string[],
  resolve: ResolveHost = askNameServers,
): ReceiverAddresses {
  const allowed = new Set(allowedHosts.map(toUrlHost));
  const isReachable = (address: string) => {
    const ip = normalizeIp(address);
    return ip !== null && isPublicIp(ip);
  };

  return {
    fault(address) {
      const url = parseUrl(address);
      if (/\p{Cc}/u.test(address))
        return { message: 'must not contain control characters', rule: 'web_address' };
      if (url === null)
        return {
          message: 'must be an absolute address, such as https://hooks.example.com/consent',
          rule: 'web_address',
        };
      const host = bare(url.hostname);
      if (url.username !== '' || url.password !== '')
        return { message: 'must not contain a user name or password', rule: 'no_user_name' };
      if (url.hash !== '') return { message: 'must not contain a fragment', rule: 'no_fragment' };
      if (allowed.has(host))
        return ['http:', 'https:'].includes(url.protocol)
          ? null
          : { message: 'must begin with https:// or http://', rule: 'web_address' };
      if (url.protocol !== 'https:') return { message: 'must begin with https://', rule: 'https' };
      if (host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && !isReachable(host)))
        return {
          message: 'must be a public address; `webhooks.allowedHosts` allows internal ones',
          rule: 'public_address',
        };
      return null;
    },

    async pin(hostname, signal) {
      const host = bare(hostname);
      const family = isIP(host);
      const isAllowed = allowed.has(host);
      const find = () => (isAllowed ? lookup(host, { all: true }) : resolve(host, signal));
      const [first, ...others] = family === 0 ? await find() : [{ address: host, family }];
      if (first === undefined) throw new RefusedAddress('The host name has no address');
      if (!isAllowed && ![first, ...others].every(({ address }) => isReachable(address)))
        throw new RefusedAddress('The host name resolves to an address that is not public');
      return [first, ...others];
    },
  };
}

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
