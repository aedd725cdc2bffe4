import type { IncomingMessage } from 'node:http';
import proxyaddr from 'proxy-addr';
import type { TrustProxy } from '../kernel/host-types';
import { normalizeIp, toNetwork } from '../kernel/ip-address';
import { parseUrl } from '../kernel/parse-url';

type Trust = (ip: string, hop: number) => boolean;

/** A request of Express, whose app has the compiled trust setting. */
interface ExpressRequest extends IncomingMessage {
  readonly app?: object;
}

export interface ClientFacts {
  /** Returns the client's normalised address under the trust setting; null when there is none. */
  ip(req: IncomingMessage): string | null;
  /**
   * Returns the network that is treated as one client: an IPv4 address, or the /64 network of an IPv6
   * address.
   */
  network(req: IncomingMessage): string | null;
  /** Returns the normalised address of this machine at which the connection arrived; null when there is none. */
  localAddress(req: IncomingMessage): string | null;
  secure(req: IncomingMessage): boolean;
  /** Returns the host name without port, lower-cased. */
  hostname(req: IncomingMessage): string | null;
  /** Returns scheme, host and port that the request was sent to; null when it names no valid host. */
  origin(req: IncomingMessage): string | null;
  /** Returns whether neither the configuration nor the host's app says which proxies to trust. */
  isProxyUnknown(req: IncomingMessage): boolean;
  /** Uses the trust setting of this app for requests that have not reached an app yet. */
  setWrappedApp(app: object): void;
}

/** @param trustProxy the configured setting; undefined uses that of the host's app */
export function createClientFacts(trustProxy: TrustProxy | undefined): ClientFacts {
  const configured = trustProxy === undefined ? null : compileTrust(trustProxy);
  let wrappedApp: object | undefined;

  function getTrust(req: ExpressRequest): Trust {
    if (configured) return configured;
    const app = req.app ?? wrappedApp;
    const fromHost = app && hasSettings(app) ? app.get('trust proxy fn') : undefined;
    return typeof fromHost === 'function' ? (fromHost as Trust) : trustNone;
  }

  const believesProxy = (req: IncomingMessage) => getTrust(req)(req.socket.remoteAddress ?? '', 0);
  const getFirst = (value: string | string[] | undefined) =>
    String(value ?? '')
      .split(',', 1)[0]
      ?.trim() ?? '';

  function ip(req: IncomingMessage): string | null {
    // Closed sockets and Unix sockets have no address.
    if (!req.socket.remoteAddress) return null;
    return normalizeIp(proxyaddr(req, getTrust(req)));
  }

  function host(req: IncomingMessage): string {
    const forwarded = believesProxy(req) ? getFirst(req.headers['x-forwarded-host']) : '';
    return (forwarded || req.headers.host || '').toLowerCase();
  }

  function secure(req: IncomingMessage): boolean {
    if ('encrypted' in req.socket && req.socket.encrypted) return true;
    return believesProxy(req) && getFirst(req.headers['x-forwarded-proto']).toLowerCase() === 'https';
  }

  return {
    ip,
    network(req) {
      const address = ip(req);
      return address === null ? null : toNetwork(address);
    },
    localAddress: ({ socket }) => (socket.localAddress ? normalizeIp(socket.localAddress) : null),
    secure,
    hostname: (req) => host(req).replace(/:\d*$/, '') || null,
    origin(req) {
      const address = `${secure(req) ? 'https' : 'http'}://${host(req)}`;
      // Only a host and a port are allowed: documents contain the text.
      return /^https?:\/\/[^/?#@\s]+$/.test(address) ? (parseUrl(address)?.origin ?? null) : null;
    },
    isProxyUnknown(req: ExpressRequest) {
      const app = req.app ?? wrappedApp;
      return configured === null && !(app && hasSettings(app) && app.get('trust proxy'));
    },
    setWrappedApp(app) {
      wrappedApp = app;
    },
  };
}

const hasSettings = (app: object): app is { get(name: string): unknown } =>
  'get' in app && typeof app.get === 'function';

const trustNone: Trust = () => false;

function compileTrust(value: TrustProxy): Trust {
  if (typeof value === 'function') return value;
  if (typeof value === 'boolean') return () => value;
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || value < 0)
      throw new TypeError('the number of proxies must be a whole number, 0 or more');
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
