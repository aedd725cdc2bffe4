/**
 * Measures what the widget costs a page that it is in, in Chromium, compared with the same page without it in the same
 * run: small changes of a large page, and the removal of cookies on a deep page of a deep host.
 *
 *     node bench/widget-cost.mjs [--rounds 9] [--elements 30000] [--changes 200] [--cookies 25]
 *
 * Fails when a limit is exceeded. Needs `npm run build`. Prints Markdown.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { describeMachine } from './machine.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    elements: { type: 'string', default: '30000' },
    changes: { type: 'string', default: '200' },
    cookies: { type: 'string', default: '25' },
  },
});
const [rounds, elements, changes, cookies] = ['rounds', 'elements', 'changes', 'cookies'].map((name) =>
  Number(values[name]),
);
/** Most times the cost of the page alone. */
const mostRatio = 1.2;
/** Longest time that the removal of cookies may block the page (ms). */
const longestBlock = 50;

const widget = new URL('../dist/widget/', import.meta.url);
const { files } = JSON.parse(readFileSync(new URL('manifest.json', widget), 'utf8'));

const category = (letters) => ['necessary~mn', `analytics~${letters}`].join('!');
const toMinutes = (time) => Math.floor(time / 60_000).toString(36);
const toCookie = (letters) =>
  `1.shop.1.${toMinutes(Date.now())}.${toMinutes(Date.now() + 86_400_000)}.1a.${category(letters)}`;
const banner = { buttons: [] };
const bootstrap = {
  contract: 1,
  found: true,
  asksFirst: true,
  gpcBinding: false,
  childAge: null,
  cookies: { choice: 'svc_choice', path: '/', sameSite: 'lax' },
  locale: 'en',
  dir: 'ltr',
  categories: [
    { id: 'necessary', mandatory: true, preGranted: true, listensToGpc: false, purposes: 'n' },
    { id: 'analytics', mandatory: false, preGranted: false, listensToGpc: false, purposes: 'a' },
  ],
  profile: {
    id: 'shop',
    gpcMode: 'honor',
    cookies: { tag: { name: '_t*', purpose: 'analytics', listenGpc: false } },
    mainBanner: banner,
    preferenceModal: {
      ...banner,
      categories: {
        necessary: { legalBasis: 'mandatory', cookies: [] },
        analytics: { legalBasis: 'consent', cookies: ['tag'] },
      },
    },
  },
};

function renderPage(hasWidget) {
  const row = '<div class="row"><b>Bowl</b><span>Stoneware</span></div>';
  // Sections that the browser lays out alone, as long lists do: what a change costs does not hide in the layout.
  const sections = `<section>${row.repeat(100)}</section>`.repeat(Math.ceil(elements / 300));
  const tag = hasWidget
    ? `<script type="application/json" id="svc-boot">${JSON.stringify(bootstrap)}</script><script src="/svc/widget.js" async></script>`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"><style>section{contain:strict;height:2000px}.row{contain:strict;height:20px}</style>${tag}</head><body><main>${sections}</main><a href="#" data-consent-open>Privacy settings</a><img alt="" data-category="analytics" data-src="data:,"></body></html>`;
}

const server = createServer((request, response) => {
  const path = request.url.replace(/\?.*/, '');
  const name = path.startsWith('/svc/') ? path.split('/').at(-1) : undefined;
  if (name && files[name]) {
    response.writeHead(200, { 'Content-Type': files[name].contentType });
    return response.end(readFileSync(new URL(name, widget)));
  }
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(renderPage(!path.startsWith('/alone')));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const port = server.address().port;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});

async function openPage(address, letters) {
  const context = await browser.newContext();
  const origin = new URL(address).origin;
  await context.addCookies([{ name: 'svc_choice', value: toCookie(letters), url: origin }]);
  const page = await context.newPage();
  await page.goto(address);
  if (!address.includes('/alone'))
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/follow.js')),
    );
  await page.waitForTimeout(300);
  return page;
}

/** Returns the time for small changes of the page, each in a task of its own with its layout (ms). */
async function measureChanges(path) {
  const page = await openPage(`http://127.0.0.1:${port}${path}`, 'ga');
  const time = await page.evaluate(async (count) => {
    const rows = document.querySelectorAll('.row');
    const { port1, port2 } = new MessageChannel();
    const change = async () => {
      const start = performance.now();
      for (let at = 0; at < count; at++) {
        const row = rows[at * 20];
        row.append(Object.assign(document.createElement('i'), { textContent: at }));
        row.lastChild.classList.toggle('new');
        row.firstChild.textContent = `${at}!`;
        row.getBoundingClientRect();
        await new Promise((resolve) => {
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
      }
      return performance.now() - start;
    };
    const times = [];
    // The first times, the browser still compiles.
    for (let round = 0; round < 6; round++) times.push(await change());
    return Math.min(...times);
  }, changes);
  await page.context().close();
  return time;
}

/** Returns the longest task while the cookies of a withdrawn category are removed (ms). */
async function measureRemoval(hasStore) {
  const path = '/a/b/c/d/e/f/g/h/page';
  const page = await openPage(`http://www.eu.shop.localhost:${port}${path}`, 'ga');
  const longest = await page.evaluate(
    async ({ count, keeps, refusal }) => {
      if (!keeps) Reflect.deleteProperty(window, 'cookieStore');
      for (let at = 0; at < count; at++)
        // biome-ignore lint/suspicious/noDocumentCookie: as tags write them
        document.cookie = `_t${at}=1;path=${at % 2 ? '/a/b/c/d/e' : '/'}${at % 3 ? '' : ';domain=shop.localhost'}`;
      let longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      }).observe({ type: 'longtask' });
      await new Promise((resolve) => setTimeout(resolve, 200));
      // biome-ignore lint/suspicious/noDocumentCookie: as another tab decides
      document.cookie = `svc_choice=${refusal};path=/`;
      dispatchEvent(new Event('focus'));
      while (/_t\d/.test(document.cookie)) await new Promise((resolve) => setTimeout(resolve, 20));
      await new Promise((resolve) => setTimeout(resolve, 200));
      return longest;
    },
    { count: cookies, keeps: hasStore, refusal: toCookie('da') },
  );
  await page.context().close();
  return longest;
}

const times = { alone: [], with: [] };
const blocks = { with: [], without: [] };
for (let round = 0; round < rounds; round++) {
  times.alone.push(await measureChanges('/alone'));
  times.with.push(await measureChanges('/with'));
  blocks.with.push(await measureRemoval(true));
  blocks.without.push(await measureRemoval(false));
}
await browser.close();
server.close();

// Other work of the machine only adds to a round, so that the fastest one says most.
const [alone, together] = [times.alone, times.with].map((list) => Math.min(...list));
const ratio = together / alone;
const longest = Object.values(blocks).map((list) => Math.min(...list));
console.log(`# What the widget costs a page

${await describeMachine()}

${changes} small changes of a page with ${elements} elements, the fastest of ${rounds} rounds:

| Page | Time | |
|---|---|---|
| alone | ${alone.toFixed(0)} ms | 1 |
| with the widget | ${together.toFixed(0)} ms | ${ratio.toFixed(2)} (at most ${mostRatio}) |

Removal of ${cookies} cookies, nine folders deep on a host with four labels, longest task (0: none above 50 ms):

| Browser | Longest task |
|---|---|
| with the Cookie Store API | ${longest[0].toFixed(0)} ms (at most ${longestBlock}) |
| without it | ${longest[1].toFixed(0)} ms (at most ${longestBlock}) |`);
if (ratio > mostRatio || longest.some((time) => time > longestBlock)) process.exitCode = 1;
