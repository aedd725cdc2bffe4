import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createTestApp, type TestApp, type TestAppOptions } from './create-test-app';
import { createActiveProfile, type NewProfile } from './profiles';

export interface ShopPage {
  readonly head?: string;
  readonly body?: string;
  /** `false`: the page lacks the tag of the banner. */
  readonly hasTag?: boolean;
  /** Returns the `Set-Cookie` headers for a request. */
  readonly setCookies?: (cookie: string) => readonly string[];
}

export interface MisbehavingSite {
  readonly app: TestApp;
  readonly origin: string;
  /** Paths of the pages that were asked for, without those of the service. */
  readonly visits: string[];
  close(): Promise<void>;
}

async function listen(handle: RequestListener) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Other companies, each with a host name below `localhost`: all serve an image, for any path. */
const otherCompanies: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'image/svg+xml', 'Access-Control-Allow-Origin': '*' });
  response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
};

/**
 * A shop with the service and its banner, on which tests plant faults.
 * @param makePages returns the pages by path; `image` returns an image of another company
 */
export async function createMisbehavingSite(
  makePages: (image: (company: string) => string) => Readonly<Record<string, ShopPage>>,
  profile?: NewProfile,
  options: Pick<TestAppOptions, 'knex' | 'config' | 'directory'> = {},
): Promise<MisbehavingSite> {
  // Browsers know only the true time.
  const clock = { now: () => Date.now(), elapsed: () => Date.now(), advance: () => {} };
  const app = await createTestApp({ clock, ...options });
  await app.service.start();
  await createActiveProfile(app, profile);
  const others = await listen(otherCompanies);
  const pages = makePages((company) => `http://${company}.localhost:${others.port}/pixel.svg`);
  const visits: string[] = [];

  const host = express();
  host.use((request, response, next) => {
    const page = Object.hasOwn(pages, request.path) ? pages[request.path] : undefined;
    if (page === undefined) return next();
    visits.push(request.path);
    for (const cookie of page.setCookies?.(request.headers.cookie ?? '') ?? [])
      response.append('Set-Cookie', cookie);
    response.type('html').send(renderPage(page));
  });
  host.use(app.app);
  const site = await listen(host);
  return {
    app,
    origin: `http://127.0.0.1:${site.port}`,
    visits,
    async close() {
      await Promise.all([site.close(), others.close()]);
      await app.close();
    },
  };
}

/** A script that runs at once. */
export const script = (code: string): string => `<script>${code}</script>`;

/** A script that the banner runs when its category is granted. */
export const blocked = (category: string, code: string): string =>
  `<script type="text/plain" data-category="${category}">${code}</script>`;

function renderPage({ head = '', body = '', hasTag = true }: ShopPage): string {
  const tag = hasTag ? '<script src="/svc/widget.js" async></script>' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${tag}${head}</head><body><main><h1>Shop</h1>${body}</main></body></html>`;
}
