import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCodingChoice, end, openHeaders, sendError } from '#banners/publishing/index';
import { isUnchanged } from '#platform/http/conditional-reply';
import { readRequestPath } from '#platform/http/request-head';
import type { FrameworkApis } from './find-apis';
import { fillHead, fillStubs } from './snippets';
import { filesMissing, toWidgetFile, type WidgetFile, type WidgetFiles } from './widget-files';

export interface ServeWidgetFilesOptions {
  readonly basePath: string;
  /** Name of the choice cookie. */
  readonly cookie: string;
  /** The frameworks whose APIs `default.js` has. */
  readonly apis: FrameworkApis;
  /** Returns the files; null when they have not been built. */
  readonly load: () => Promise<WidgetFiles | null>;
  readonly isClosed: () => boolean;
}

/** Serves the widget's files and returns true; passes other requests to `next`. */
export type ServeWidgetFiles = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/** Served by name, in the version of the package. */
const byName = /^\/(widget\.(?:js|css)|default\.js)$/;
/** Parts; the first two digits of their hash are its contract. */
const byHash = /^\/w\/([0-9a-f]{12})\/([a-z-]{1,40}\.(?:js|css))$/;
const integrityPath = '/w/integrity.json';
/** The defaults of consent mode and the APIs of the frameworks, for pages without nonces. */
const defaultPath = '/default.js';
/** Not parts: they know their place by their path. */
const notParts: readonly string[] = ['widget.js', 'restart.js'];

const cacheControl = {
  name: 'public, max-age=3600, stale-while-revalidate=86400',
  hash: 'public, max-age=31536000, immutable',
  otherHash: 'no-cache',
};
const allowedMethods = 'GET, HEAD, OPTIONS';

/** Serves the built files from memory: no database, no cookie, nothing that depends on the visitor. */
export function createServeWidgetFiles({
  basePath,
  cookie,
  apis,
  load,
  isClosed,
}: ServeWidgetFilesOptions): ServeWidgetFiles {
  const chooseCoding = createCodingChoice();
  let defaultFile: WidgetFile | undefined;

  const makeDefaultFile = (files: WidgetFiles) =>
    toWidgetFile(
      Buffer.from(
        fillStubs(files, apis) + fillHead(files, { cookie, granted: 'n', grantedWithGpc: 'n', waitMs: 500 }),
      ),
      'text/javascript; charset=utf-8',
    );

  async function answer(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    if (req.method === 'OPTIONS') {
      res.writeHead(204, { ...openHeaders, Allow: allowedMethods });
      return void res.end();
    }
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return sendError(req, res, 'method_not_allowed', { Allow: allowedMethods });
    if (isClosed()) return sendError(req, res, 'unavailable');
    const files = await load();
    if (files === null) return sendError(req, res, 'unavailable', {}, filesMissing);
    if (path === defaultPath) {
      defaultFile ??= makeDefaultFile(files);
      return sendFile(req, res, defaultFile, cacheControl.name);
    }
    if (path === integrityPath) return sendIntegrity(req, res, files);
    const found = findFile(files, path);
    if (found === null) return sendError(req, res, 'route_not_found');
    sendFile(req, res, found.file, found.caching);
  }

  function sendFile(req: IncomingMessage, res: ServerResponse, file: WidgetFile, caching: string): void {
    const coding = chooseCoding(req.headers['accept-encoding']);
    if (coding === null) return sendError(req, res, 'not_acceptable', { Vary: 'Accept-Encoding' });
    const etag = coding === 'identity' ? `"${file.hash}"` : `"${file.hash}-${coding}"`;
    const headers = { ...openHeaders, ETag: etag, 'Cache-Control': caching, Vary: 'Accept-Encoding' };
    if (isUnchanged(req.headers, { etag })) {
      res.writeHead(304, headers);
      return void res.end();
    }
    const body = file.bodies[coding];
    res.writeHead(200, {
      ...headers,
      'Content-Type': file.contentType,
      'Content-Length': String(body.length),
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    });
    end(req, res, body);
  }

  return (req, res, next) => {
    const path = readPath(req, basePath);
    if (path === null || !(byName.test(path) || byHash.test(path) || path === integrityPath)) return next();
    answer(req, res, path).catch(() => sendError(req, res, 'unavailable'));
  };
}

/** Returns the path below `basePath`; null for other paths. */
function readPath(req: IncomingMessage, basePath: string): string | null {
  const path = readRequestPath(req);
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : null;
}

const readContract = (hash: string) => hash.slice(0, 2);

function findFile(
  files: WidgetFiles,
  path: string,
): { readonly file: WidgetFile; readonly caching: string } | null {
  const [, hash, part = ''] = byHash.exec(path) ?? [];
  const name = hash === undefined ? byName.exec(path)?.[1] : notParts.includes(part) ? undefined : part;
  const file = name === undefined ? undefined : files.byName.get(name);
  if (file === undefined) return null;
  if (hash === undefined) return { file, caching: cacheControl.name };
  if (hash === files.hash) return { file, caching: cacheControl.hash };
  // A script of another version works with these parts if it has their contract. Others are replaced.
  const isSuited = readContract(hash) === readContract(files.hash) || part.endsWith('.css');
  return {
    file: isSuited ? file : (files.byName.get('restart.js') ?? file),
    caching: cacheControl.otherHash,
  };
}

function sendIntegrity(
  req: IncomingMessage,
  res: ServerResponse,
  { hash, byName, inPages }: WidgetFiles,
): void {
  const integrity = Object.fromEntries([...byName, ...inPages].map(([name, file]) => [name, file.integrity]));
  const body = Buffer.from(JSON.stringify({ hash, integrity }));
  res.writeHead(200, {
    ...openHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
    'Cache-Control': cacheControl.name,
  });
  end(req, res, body);
}
