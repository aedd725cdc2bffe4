import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { vendorList } from './tc-strings';

/** The registry's answer in place of its list. */
export type Misbehaviour =
  | number
  /** Answers this text with status 200. */
  | { readonly text: string }
  | { readonly json: unknown }
  | { readonly redirect: string; readonly status?: number }
  /** Answers a body that never ends, as fast as it is read. */
  | 'floods'
  /** Answers a small body that grows to 50 megabytes when it is decompressed. */
  | 'bombs'
  /** Answers one byte of the list now and then. */
  | 'drips'
  /** Never answers. */
  | 'hangs'
  | 'hangs up'
  /** Ends the connection in the middle of the body. */
  | 'breaks off';

export const paths = {
  vendors: '/v3/vendor-list.json',
  cmps: '/v2/cmp-list.json',
  moreCmps: '/v2/other/cmp-list.json',
} as const;

export const cmpList = (cmp: object | null = { id: 31, name: 'Shop CMP', isCommercial: false }) => ({
  lastUpdated: '2026-11-19T16:00:00Z',
  cmps: { '7': { id: 7, name: 'Another CMP', isCommercial: true }, ...(cmp === null ? {} : { '31': cmp }) },
});

const german = {
  ...vendorList(),
  purposes: {
    '1': { id: 1, name: 'Speichern von Informationen', description: 'Auf Deutsch', illustrations: [] },
  },
  standardTexts: { features: 'Zusammen mit Zwecken' },
  vendors: undefined,
};

/** IAB Europe's registry on a port of its own, which answers as it is told. */
export async function createFakeRegistry() {
  const lists: Record<string, unknown> = {};
  const misbehaving: Record<string, Misbehaviour> = {};
  const headers: Record<string, string> = {};
  const requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  let held: Promise<void> | null = null;
  let release = () => {};

  /** Good again, with nothing asked yet. */
  function reset(): void {
    for (const record of [lists, misbehaving, headers])
      for (const key of Object.keys(record)) delete record[key];
    requests.splice(0);
    release();
    Object.assign(lists, {
      [paths.vendors]: vendorList(),
      [paths.cmps]: cmpList(),
      [paths.moreCmps]: cmpList(),
      '/v3/purposes-de.json': german,
    });
  }
  reset();

  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    if (held !== null) await held;
    const misbehaviour = misbehaving[path] ?? (lists[path] === undefined ? 404 : undefined);
    if (misbehaviour === undefined) answer(request, response, JSON.stringify(lists[path]), headers);
    else misbehave(misbehaviour, response, JSON.stringify(lists[path] ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    lists,
    misbehaving,
    /** Sent with each list. */
    headers,
    requests,
    reset,
    /** The requests for one list. */
    asked: (path: string) => requests.filter((request) => request.path === path),
    /** Answers nothing until the returned function is called. */
    hold(): () => void {
      held = new Promise((resolve) => {
        release = () => {
          held = null;
          resolve();
        };
      });
      return release;
    },
    /** The `tcf` part of a configuration that asks this registry. */
    tcf: {
      enabled: true,
      cmpId: 31,
      cmpVersion: 2,
      publisherCC: 'DE',
      vendorListUrl: `${origin}${paths.vendors}`,
      cmpListUrls: [`${origin}${paths.cmps}`, `${origin}${paths.moreCmps}`],
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeRegistry = Awaited<ReturnType<typeof createFakeRegistry>>;

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  const facts = { ETag: etag, 'Last-Modified': 'Thu, 19 Nov 2026 16:00:00 GMT', ...headers };
  if (request.headers['if-none-match'] === etag) response.writeHead(304, facts).end();
  else response.writeHead(200, { 'Content-Type': 'application/json', ...facts }).end(body);
}

function misbehave(how: Misbehaviour, response: ServerResponse, body: string): void {
  if (how === 'hangs') return;
  if (how === 'hangs up') return void response.socket?.destroy();
  if (how === 'floods') return flood(response.writeHead(200, { 'Content-Type': 'application/json' }));
  if (how === 'bombs') return void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb());
  if (how === 'drips') return drip(response.writeHead(200), body);
  if (how === 'breaks off') {
    response
      .writeHead(200, { 'Content-Length': String(body.length) })
      .write(body.slice(0, 100), () => response.socket?.destroy());
    return;
  }
  if (typeof how === 'number')
    return void response.writeHead(how, { 'Content-Type': 'text/html' }).end('<h1>No</h1>');
  if ('redirect' in how) return void response.writeHead(how.status ?? 302, { Location: how.redirect }).end();
  response
    .writeHead(200, { 'Content-Type': 'text/html', ETag: '"of something else"' })
    .end('text' in how ? how.text : JSON.stringify(how.json));
}

const block = Buffer.alloc(65_536, ' ');
const bomb = () => gzipSync(Buffer.alloc(50_000_000, ' '), { level: 1 });

function flood(response: ServerResponse): void {
  const more = () => {
    while (response.writable && response.write(block));
  };
  response.on('drain', more).on('close', () => response.destroy());
  more();
}

function drip(response: ServerResponse, body: string): void {
  let sent = 0;
  const timer = setInterval(() => {
    response.write(body[sent]);
    sent += 1;
  }, 20);
  response.on('close', () => clearInterval(timer));
}
