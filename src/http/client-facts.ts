import type { IncomingMessage } from 'node:http';
import proxyaddr from 'proxy-addr';
import type { TrustProxy } from '../kernel/host-types';
import { networkOf, normalizeIp } from '../kernel/ip-address';

type Trust = (ip: string, hop: number) => boolean;

/** Express puts its own setting, compiled, on the app that the request goes through. */
interface ExpressRequest extends IncomingMessage {
  readonly app?: { get?: (name: string) => unknown };
}

export interface ClientFacts {
  /** The client's address under the trust setting, in one spelling for each; null when there is none. */
  ip(req: IncomingMessage): string | null;
  /** What counts as one client: its IPv4 address, or the /64 of its IPv6 one. */
  network(req: IncomingMessage): string | null;
  secure(req: IncomingMessage): boolean;
  /** The host name without port, lower-cased. */
  hostname(req: IncomingMessage): string | null;
  /** Scheme, host and port that the request was sent to; null when it names no usable host. */
  origin(req: IncomingMessage): string | null;
}

/** @param trustProxy the configured setting; undefined: the host app's own. */
export function createClientFacts(trustProxy: TrustProxy | undefined): ClientFacts {
  const configured = trustProxy === undefined ? null : compileTrust(trustProxy);

  function trustOf(req: ExpressRequest): Trust {
    if (configured) return configured;
    const fromHost = req.app?.get?.('trust proxy fn');
    return typeof fromHost === 'function' ? (fromHost as Trust) : trustNobody;
  }

  const believesProxy = (req: IncomingMessage) => trustOf(req)(req.socket.remoteAddress ?? '', 0);
  const firstOf = (value: string | string[] | undefined) =>
    String(value ?? '')
      .split(',', 1)[0]
      ?.trim() ?? '';

  function ip(req: IncomingMessage): string | null {
    // Without an address (a socket that is gone, a Unix socket) there is nothing to hash or to count by.
    if (!req.socket.remoteAddress) return null;
    return normalizeIp(proxyaddr(req, trustOf(req)));
  }

  function host(req: IncomingMessage): string {
    const forwarded = believesProxy(req) ? firstOf(req.headers['x-forwarded-host']) : '';
    return (forwarded || req.headers.host || '').toLowerCase();
  }

  function secure(req: IncomingMessage): boolean {
    if ('encrypted' in req.socket && req.socket.encrypted) return true;
    return believesProxy(req) && firstOf(req.headers['x-forwarded-proto']).toLowerCase() === 'https';
  }

  return {
    ip,
    network(req) {
      const address = ip(req);
      return address === null ? null : networkOf(address);
    },
    secure,
    hostname: (req) => host(req).replace(/:\d*$/, '') || null,
    origin(req) {
      const address = `${secure(req) ? 'https' : 'http'}://${host(req)}`;
      // Nothing but a host and a port: the text goes into documents.
      return URL.canParse(address) && new URL(address).host !== '' && /^https?:\/\/[^/?#@\s]+$/.test(address)
        ? new URL(address).origin
        : null;
    },
  };
}

const trustNobody: Trust = () => false;

function compileTrust(value: TrustProxy): Trust {
  if (typeof value === 'function') return value;
  if (typeof value === 'boolean') return () => value;
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || value < 0)
      throw new TypeError('a number of proxies must be a whole number from 0');
    return (_ip, hop) => hop < value;
  }
  if (typeof value !== 'string' && !Array.isArray(value))
    throw new Error('must be true, false, a number of hops, addresses or a function');
  return proxyaddr.compile(
    typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [...value],
  );
}

/** @throws Error when the setting cannot be compiled; the configuration check calls it. */
export function checkTrustProxy(value: TrustProxy): void {
  compileTrust(value);
}
