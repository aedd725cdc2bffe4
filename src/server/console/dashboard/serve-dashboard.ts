import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCodingChoice, end, sendError } from '#banners/publishing/index';
import { isUnchanged } from '#platform/http/conditional-reply';
import { readRequestPath } from '#platform/http/request-head';
import type { DashboardFile, DashboardFiles } from './dashboard-files';
import {
  type PageConfig,
  pageHeaders,
  previewHeaders,
  renderPage,
  renderPreviewPage,
} from './dashboard-page';

export interface ServeDashboardOptions {
  readonly basePath: string;
  readonly publicPath: string | undefined;
  /** `dashboard.path`. */
  readonly path: string;
  readonly page: Omit<PageConfig, 'adminBase' | 'publicBase' | 'prefix'>;
  /** Returns the files; null when they have not been built. */
  readonly load: () => Promise<DashboardFiles | null>;
  readonly isClosed: () => boolean;
}

/** Serves the dashboard; passes other requests to `next`. */
export type ServeDashboard = (
  req: IncomingMessage & { readonly baseUrl?: string },
  res: ServerResponse,
  next: () => void,
) => void;

/** Below `basePath`, these belong to the APIs and to the widget, whatever the path of the dashboard is. */
const others = /^\/(?:api|admin|w)(?:\/|$)/;
const assetPath = /^assets\/([\w-]{1,80}\.(?:js|css))$/;
/** Addresses of screens have no dot; what has one is a file, perhaps of the host. */
const screenPath = /^[\w%~/-]{0,500}$/;

const immutable = 'public, max-age=31536000, immutable';
const notBuilt =
  'The files of the dashboard are missing: bundle your server with `--external:express-consent`, or run `npm run build` in a source checkout. See docs/guide/troubleshooting.md#files-missing';

export function createServeDashboard({
  basePath,
  publicPath,
  path: dashboardPath,
  page,
  load,
  isClosed,
}: ServeDashboardOptions): ServeDashboard {
  const chooseCoding = createCodingChoice();
  const root = `${basePath}${dashboardPath}`;

  /** Returns the part of the path below the dashboard; null for requests that are not for it. */
  function readPath(req: IncomingMessage): string | null {
    const path = readRequestPath(req);
    if (`${path}/` === root) return '..';
    if (!path.startsWith(root) || others.test(path.slice(basePath.length))) return null;
    const below = path.slice(root.length);
    return below === 'preview.html' || assetPath.test(below) || screenPath.test(below) ? below : null;
  }

  /** Returns the path that browsers use, which is never the address of another host. */
  function pathsOf(req: IncomingMessage & { readonly baseUrl?: string }) {
    const mount = `${publicPath ?? req.baseUrl ?? ''}${basePath}`.replace(/^[/\\]{2,}/, '/');
    return {
      adminBase: `${mount}/admin/v1`,
      publicBase: `${mount}/api/v1`,
      prefix: `${mount}${dashboardPath}`,
    };
  }

  async function answer(req: IncomingMessage, res: ServerResponse, below: string): Promise<void> {
    if (isClosed()) return sendError(req, res, 'unavailable');
    const files = await load();
    if (files === null) return sendError(req, res, 'unavailable', {}, notBuilt);
    const [, asset] = assetPath.exec(below) ?? [];
    if (asset !== undefined) {
      const file = files.byName.get(asset);
      if (file === undefined) return sendError(req, res, 'route_not_found');
      return sendAsset(req, res, file);
    }
    const paths = pathsOf(req);
    if (below === '..') {
      // Relative addresses need the slash.
      const [, query] = (req.url ?? '').split('?', 2);
      return sendRedirect(req, res, `${paths.prefix}${query === undefined ? '' : `?${query}`}`);
    }
    if (below === 'preview.html') {
      if (files.preview === null) return sendError(req, res, 'route_not_found');
      return sendPage(req, res, renderPreviewPage(paths.prefix, files.preview), previewHeaders());
    }
    const nonce = randomBytes(16).toString('base64url');
    sendPage(req, res, renderPage({ ...page, ...paths }, files, nonce), pageHeaders(nonce));
  }

  async function sendAsset(req: IncomingMessage, res: ServerResponse, file: DashboardFile): Promise<void> {
    const coding = chooseCoding(req.headers['accept-encoding']);
    if (coding === null) return sendError(req, res, 'not_acceptable', { Vary: 'Accept-Encoding' });
    const body = await file.body(coding);
    const etag = `"${coding}-${body.length.toString(36)}"`;
    // The preview has no origin, so its scripts are requested across origins.
    const headers = {
      'Cache-Control': immutable,
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ETag: etag,
    };
    if (isUnchanged(req.headers, { etag })) {
      res.writeHead(304, headers);
      return void res.end();
    }
    res.writeHead(200, {
      ...headers,
      'Content-Type': file.contentType,
      'Content-Length': String(body.length),
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    });
    end(req, res, body);
  }

  return (req, res, next) => {
    const below = req.method === 'GET' || req.method === 'HEAD' ? readPath(req) : null;
    if (below === null) return next();
    answer(req, res, below).catch(() => sendError(req, res, 'unavailable'));
  };
}

function sendRedirect(req: IncomingMessage, res: ServerResponse, location: string): void {
  res.writeHead(308, { Location: location, 'Cache-Control': 'no-store', 'Content-Length': '0' });
  end(req, res, Buffer.alloc(0));
}

/** No cache keeps the page: it is small, names the current files, and its nonce must not be used twice. */
function sendPage(
  req: IncomingMessage,
  res: ServerResponse,
  html: string,
  headers: Readonly<Record<string, string>>,
): void {
  const body = Buffer.from(html);
  res.writeHead(200, { ...headers, 'Cache-Control': 'no-store', 'Content-Length': String(body.length) });
  end(req, res, body);
}
