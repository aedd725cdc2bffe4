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

/** The client of one request. */
export interface Client {
  readonly ip: string | null;
  readonly network: string | null;
  /** The normalised address of this machine at which the connection arrived; null when there is none. */
  readonly localAddress: string | null;
  readonly secure: boolean;
  readonly origin: string | null;
}

export interface ClientFacts {
  /** Returns everything that an API needs, with one look at the trust setting. */
  read(req: IncomingMessage): Client;
  /** Returns the client's normalised address under the trust setting; null when there is none. */
  ip(req: IncomingMessage): string | null;
  /**
   * Returns the network that is treated as one client: an IPv4 address, or the /64 network of an IPv6
   * address.
   */
  network(req: IncomingMessage): string | null;
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

  return {
    read(req) {
      const trust = getTrust(req);
      const ip = findIp(req, trust);
      const { localAddress } = req.socket;
      const isProxied = isFromProxy(req, trust);
      const secure = isSecure(req, isProxied);
      return {
        ip,
        network: ip === null ? null : toNetwork(ip),
        localAddress: localAddress ? normalizeIp(localAddress) : null,
        secure,
        origin: toOrigin(secure, findHost(req, isProxied)),
      };
    },
    ip: (req) => findIp(req, getTrust(req)),
    network(req) {
      const ip = findIp(req, getTrust(req));
      return ip === null ? null : toNetwork(ip);
    },
    secure: (req) => isSecure(req, isFromProxy(req, getTrust(req))),
    hostname: (req) => findHost(req, isFromProxy(req, getTrust(req))).replace(/:\d*$/, '') || null,
    origin(req) {
      const isProxied = isFromProxy(req, getTrust(req));
      return toOrigin(isSecure(req, isProxied), findHost(req, isProxied));
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

/** Returns whether the headers of a proxy count: its address is trusted. */
const isFromProxy = ({ socket }: IncomingMessage, trust: Trust): boolean =>
  trust(socket.remoteAddress ?? '', 0);

const getFirst = (value: string | string[] | undefined): string =>
  String(value ?? '')
    .split(',', 1)[0]
    ?.trim() ?? '';

function findIp(req: IncomingMessage, trust: Trust): string | null {
  // A Unix socket has no address, and neither has a closed one. A trusted proxy behind it names the client all the same.
  const trusts: Trust = req.socket.remoteAddress ? trust : (ip, hop) => trust(ip ?? '', hop);
  const address: string | undefined = proxyaddr(req, trusts);
  return address === undefined ? null : normalizeIp(address);
}

function findHost({ headers }: IncomingMessage, isProxied: boolean): string {
  const forwarded = isProxied ? getFirst(headers['x-forwarded-host']) : '';
  return (forwarded || headers.host || '').toLowerCase();
}

function isSecure({ socket, headers }: IncomingMessage, isProxied: boolean): boolean {
  if ('encrypted' in socket && socket.encrypted) return true;
  return isProxied && getFirst(headers['x-forwarded-proto']).toLowerCase() === 'https';
}

function toOrigin(secure: boolean, host: string): string | null {
  const address = `${secure ? 'https' : 'http'}://${host}`;
  // Only a host and a port are allowed: documents contain the text.
  return /^https?:\/\/[^/?#@\s]+$/.test(address) ? (parseUrl(address)?.origin ?? null) : null;
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
