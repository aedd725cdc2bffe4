import type { IncomingMessage } from 'node:http';
import { coversPath } from '../kernel/cookies';
import { madeUpAddress } from '../kernel/ip-address';
import type { ServiceLogger } from '../kernel/logger';
import type { ClientFacts } from './client-facts';
import { readRequestPath } from './request-head';

/** Logs, once each, what requests show about the set-up of the host. */
export interface RequestNotices {
  /** Looks at a request to one of the routers, which the host has mounted if it gets one. */
  look(req: MountedRequest, router: RouterName): void;
  /** Is called before the host writes the address of `widget.js` into a page, which does not know the mount path. */
  writesAddress(): void;
  /** Looks at a request that a router passes on to the host, because the path is not its own. */
  passedOn(req: MountedRequest): void;
}

/** A request that Express may have passed on from a mount path. */
type MountedRequest = IncomingMessage & { readonly baseUrl?: string };

type RouterName = 'public' | 'admin';

export interface RequestNoticesOptions {
  readonly basePath: string;
  readonly publicPath: string | undefined;
  /** Path of the visitor's cookies. */
  readonly cookiePath: string;
  /** Paths of each router below the host's mount point by what they lead to, for the developer who opens them. */
  readonly addresses: Readonly<Record<RouterName, Readonly<Record<string, string>>>>;
  readonly clientFacts: Pick<ClientFacts, 'isProxyUnknown' | 'origin'>;
  readonly lifecycle: { readonly isStarted: boolean };
  readonly logger: ServiceLogger;
}

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'];
/** After so many pages, a browser has asked for `widget.js` where the mount is right. */
const pagesBeforeNotice = 10;
const ownPath = /^\/(?:api\/v1|admin\/v1|w)(?:\/|$)|^\/widget\.js$/;

export function createRequestNotices({
  basePath,
  publicPath,
  cookiePath,
  addresses,
  clientFacts,
  lifecycle,
  logger,
}: RequestNoticesOptions): RequestNotices {
  let hasNotedProxy = false;
  let hasNotedPrefix = false;
  let hasNotedMount = false;
  // The configuration check knows the public path, if there is one.
  let hasNotedCookies = publicPath !== undefined || cookiePath === '/';
  /** Whether a request has reached the public router without a mount path. */
  let isAtRoot = false;
  /** Mount path of the public router, if a request has shown it. */
  let mountedAt = '';
  let pages = 0;
  const notedRouters = new Set<RouterName>();

  function noteProxy(req: IncomingMessage): void {
    // `express-consent doctor` sends an address that no proxy adds to.
    if (req.headers['x-forwarded-for'] === madeUpAddress || !clientFacts.isProxyUnknown(req)) return;
    hasNotedProxy = true;
    logger.warn(
      { headers: proxyHeaders.filter((name) => req.headers[name] !== undefined) },
      "Requests come through a proxy, but no proxy is trusted: cookies are not `Secure`, and all visitors share one rate limit. Write `app.set('trust proxy', 1)` for one proxy, or set `trustProxy`. See docs/guide/troubleshooting.md#proxy-not-trusted",
    );
  }

  function noteCookies(baseUrl: string): void {
    const path = `${baseUrl}${basePath}` || '/';
    if (coversPath(cookiePath, `${baseUrl}${basePath}/api/v1`)) return;
    hasNotedCookies = true;
    logger.warn(
      { cookiePath, path },
      `Browsers send no cookie of \`visitorCookie.path\` "${cookiePath}" to the service, which is at "${path}", so visitors cannot read or change their decisions. Set it to a path that covers your pages and the service, such as "/"; if a proxy changes the path, set \`publicPath\`. See docs/guide/troubleshooting.md#path-of-the-cookies`,
    );
  }

  /** Only for a developer's own machine: elsewhere the header `Host` may be made up, and operators know the address. */
  function noteAddresses(req: MountedRequest, router: RouterName): void {
    const origin = clientFacts.origin(req);
    if (origin === null || !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)) return;
    notedRouters.add(router);
    const mount = `${origin}${publicPath ?? req.baseUrl ?? ''}`;
    logger.info(
      Object.fromEntries(Object.entries(addresses[router]).map(([name, path]) => [name, `${mount}${path}`])),
      'Addresses of the consent service',
    );
  }

  return {
    writesAddress() {
      if (hasNotedMount || isAtRoot || publicPath !== undefined) return;
      pages += 1;
      if (mountedAt === '' && pages < pagesBeforeNotice) return;
      hasNotedMount = true;
      const written = `\`consent.page()\` writes "${basePath}/widget.js" into pages`;
      logger.warn(
        { mountedAt, basePath },
        `${
          mountedAt === ''
            ? `${written}, but no request has reached \`consent.publicRouter\` there. Mount it in front of your routes; if it is mounted under a path, set \`publicPath\` to that path.`
            : `The public router is mounted at "${mountedAt}", but ${written}. Set \`publicPath: '${mountedAt}'\`.`
        } See docs/guide/troubleshooting.md#mounted-under-a-path`,
      );
    },
    look(req, router) {
      const { baseUrl = '' } = req;
      if (router === 'public' && baseUrl === '') isAtRoot = true;
      else if (router === 'public') mountedAt = baseUrl;
      if (!hasNotedCookies && router === 'public') noteCookies(baseUrl);
      if (!hasNotedProxy && proxyHeaders.some((name) => req.headers[name] !== undefined)) noteProxy(req);
      if (!notedRouters.has(router) && lifecycle.isStarted) noteAddresses(req, router);
    },
    passedOn(req) {
      const { baseUrl = '' } = req;
      if (
        hasNotedPrefix ||
        basePath === '' ||
        !baseUrl.endsWith(basePath) ||
        !ownPath.test(readRequestPath(req))
      )
        return;
      hasNotedPrefix = true;
      const outer = baseUrl.slice(0, -basePath.length);
      logger.warn(
        { mountedAt: baseUrl, basePath },
        `A router is mounted at "${baseUrl}" and adds its own "${basePath}", so nothing answers below "${baseUrl}" alone. Write \`app.use(${outer === '' ? '' : `'${outer}', `}consent.publicRouter)\`, or set \`basePath: ''\`. See docs/guide/troubleshooting.md#doubled-prefix`,
      );
    },
  };
}
