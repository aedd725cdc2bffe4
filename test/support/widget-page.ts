import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrowserContextOptions, Page } from 'playwright-core';
// Declares `window.expressConsent` for functions that tests run in the page.
import type {} from '#widget/widget-types';
import { closeBrowser, collectComplaints, launchWithHistoryCache, openBrowser } from './browser';
import { createTestApp, type TestAppOptions } from './create-test-app';
import { createActiveProfile, type NewProfile } from './profiles';
import { listen } from './published-files';

/** A page of the site under test. */
export interface WidgetPage {
  /** Markup after the script of the widget. */
  readonly head?: string;
  readonly body?: string;
  /** Returns markup for the start of the head, or of the head and the body, made for each request. */
  readonly tags?: (
    request: IncomingMessage,
  ) => Promise<string | { readonly head: string; readonly body: string }>;
  /** Attributes of `<html>`; default `lang="en"`. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The widget's script tag; default: that of the documentation. Empty: none. */
  readonly script?: string;
}

/** One request that reached the site or the other origin. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
}

/**
 * Returns whether the harness answers instead of the site: with a status, by closing the connection, never, or with
 * a text. A promise holds back the site's own answer until it resolves. A page can come in two parts: the first ends with
 * a text, and the rest follows when the promise resolves, if it resolves to true.
 */
type Fault = (
  request: LoggedRequest,
) =>
  | number
  | 'abort'
  | 'hang'
  | { readonly type: string; readonly text: string }
  | { readonly until: string; readonly hasRest: Promise<boolean> }
  | Promise<void>
  | undefined;

export interface VisitorOptions extends BrowserContextOptions {
  /** The browser sends Global Privacy Control. */
  readonly gpc?: boolean;
}

const publicKinds = /\/svc\/(widget|w\/|api\/)/;

/**
 * A site with the service mounted, and a second origin that stands for other companies. Create one for each file, and
 * close it.
 */
export async function createPages(options: TestAppOptions & { readonly profile?: NewProfile | null } = {}) {
  const { profile, ...appOptions } = options;
  // Browsers know only the true time.
  const clock = createMovingClock();
  const app = await createTestApp({ clock, ...appOptions });
  const pages = new Map<string, WidgetPage>([['/', {}]]);
  const requests: LoggedRequest[] = [];
  const otherRequests: LoggedRequest[] = [];
  let fault: Fault = () => undefined;

  const site = await listen(async (request, response) => {
    const logged = { method: request.method ?? '', path: request.url ?? '' };
    requests.push(logged);
    const failure = fault(logged);
    if (failure === 'abort') return void request.socket.destroy();
    if (failure === 'hang') return;
    if (failure instanceof Promise) holdBack(response, failure);
    else if (typeof failure === 'object' && 'text' in failure)
      return void response.writeHead(200, { 'Content-Type': failure.type }).end(failure.text);
    else if (typeof failure === 'number') return void response.writeHead(failure).end();
    const page = pages.get(logged.path.replace(/[?#].*/, ''));
    if (page === undefined) return void app.app(request as never, response as never); // plain requests are what Express extends
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers });
    const html = renderPage(page, (await page.tags?.(request)) ?? '');
    if (typeof failure === 'object' && 'until' in failure) await sendInParts(response, html, failure);
    else response.end(html);
  });
  /** Answers every path: scripts that note that they ran, an image, a page for frames. */
  const other = await listen((request, response) => {
    const path = request.url ?? '';
    otherRequests.push({ method: request.method ?? '', path });
    const type = /\.js/.test(path)
      ? 'text/javascript'
      : /\.css/.test(path)
        ? 'text/css'
        : /\.html/.test(path)
          ? 'text/html'
          : 'image/svg+xml';
    response.writeHead(200, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' });
    const ran = `(window.ran ??= []).push(${JSON.stringify(path)});`;
    response.end(
      type === 'text/javascript'
        ? ran
        : type === 'image/svg+xml'
          ? '<svg xmlns="http://www.w3.org/2000/svg"/>'
          : '',
    );
  });
  if (profile !== null) await createActiveProfile(app, profile);
  const origin = `http://127.0.0.1:${site.port}`;

  return {
    app,
    origin,
    /** The other companies' origin: another site for cookies, too. */
    otherOrigin: `http://localhost:${other.port}`,
    requests,
    otherRequests,
    /** Paths of the requests to the service since the last call, as `METHOD /path` without the query. */
    takeServiceRequests(): string[] {
      const taken = requests.splice(0).filter(({ path }) => publicKinds.test(path));
      return taken.map(
        ({ method, path }) => `${method} ${path.replace(/\?.*/, '').replace(/\/w\/\w+\//, '/w/')}`,
      );
    },
    /** Makes the site fail for some requests, until it is called without a function. */
    fail(next: Fault = () => undefined) {
      fault = next;
    },
    /** Defines a page of the site. */
    setPage(path: string, page: WidgetPage) {
      pages.set(path, page);
    },
    /** Rows of the table of consents, oldest first, with the states as `consent`. */
    async records(): Promise<{ readonly [column: string]: unknown; readonly consent: unknown }[]> {
      const rows = await app.knex('svc_consents').orderBy('created_at');
      return rows.map((row) => ({ ...row, consent: JSON.parse(row.consent_json) }));
    },
    async close() {
      await Promise.all([site.close(), other.close()]);
      await app.close();
    },
  };
}

/** The same with a Chromium to visit the pages. */
export async function createWidgetSite({
  hasHistoryCache = false,
  ...options
}: Parameters<typeof createPages>[0] & {
  /** Whether pages can come back from the back-forward cache. */
  readonly hasHistoryCache?: boolean;
} = {}) {
  const [pages, browser] = await Promise.all([
    createPages(options),
    hasHistoryCache ? launchWithHistoryCache() : openBrowser(),
  ]);
  return {
    ...pages,
    browser,
    /** Opens a browser of a new visitor. */
    async createVisitor({ gpc = false, ...contextOptions }: VisitorOptions = {}) {
      const context = await browser.newContext({
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        ...(gpc && { extraHTTPHeaders: { 'Sec-GPC': '1' } }),
        ...contextOptions,
      });
      if (gpc)
        await context.addInitScript(() =>
          Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
        );
      return {
        context,
        /** Opens a page of the site and collects what it complains about. */
        async visit(path = '/'): Promise<{ page: Page; complaints: string[] }> {
          const page = await context.newPage();
          const complaints = collectComplaints(page);
          await page.goto(`${pages.origin}${path}`);
          return { page, complaints };
        },
      };
    },
    async close() {
      await (hasHistoryCache ? browser.close() : closeBrowser(browser));
      await pages.close();
    },
  };
}

/** Sends an answer, with its headers, only when the promise resolves. */
function holdBack(response: ServerResponse, released: Promise<void>): void {
  const end = response.end.bind(response);
  response.end = (...parts: readonly unknown[]) => {
    void released.then(() => (end as (...parts: readonly unknown[]) => void)(...parts));
    return response;
  };
}

async function sendInParts(
  response: ServerResponse,
  html: string,
  { until, hasRest }: { readonly until: string; readonly hasRest: Promise<boolean> },
): Promise<void> {
  const end = html.indexOf(until) + until.length;
  if (end < until.length) throw new Error(`The page does not contain "${until}".`);
  response.write(html.slice(0, end));
  response.end((await hasRest) ? html.slice(end) : '');
}

/** A clock that runs, and can be moved ahead. */
function createMovingClock() {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  return {
    now,
    elapsed: now,
    advance: (milliseconds: number) => {
      ahead += milliseconds;
    },
  };
}

export type WidgetSite = Awaited<ReturnType<typeof createWidgetSite>>;

function renderPage(
  { html = 'lang="en"', head = '', body = '<h1>Shop</h1><p>Welcome.</p>', script }: WidgetPage,
  made: string | { readonly head: string; readonly body: string },
) {
  const tags = typeof made === 'string' ? { head: made, body: '' } : made;
  const tag = script ?? '<script src="/svc/widget.js" async></script>';
  return `<!doctype html><html ${html}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title><link rel="icon" href="data:,">${tags.head}${tag}${head}</head><body>${tags.body}<main>${body}</main></body></html>`;
}
