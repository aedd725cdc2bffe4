/**
 * Measures how soon a visitor can answer the banner, in Chromium on a slow connection and a slow processor,
 * compared with another banner on the same page from the same server in the same run:
 *
 *     node bench/widget.mjs [--rounds 15] [--latency 150] [--kilobits 1600] [--cpu 4] [--ways none,tuned,tag]
 *
 * Ways alternate within a round, and each visit is a new visitor's. A banner is visible once the compositor has
 * a frame in which it is at its final position and a click on "Accept all" hits it. Needs
 * `npm run build` and `npm ci --prefix bench/peers`. Prints Markdown.
 */
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { describeMachine } from './machine.mjs';
import { baseline, names, startSite } from './widget-site.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    latency: { type: 'string', default: '150' },
    kilobits: { type: 'string', default: '1600' },
    cpu: { type: 'string', default: '4' },
    ways: { type: 'string' },
    waterfall: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const bytesPerSecond = (Number(values.kilobits) * 1000) / 8;

/** Runs in the page, before its own scripts. */
function observe() {
  const seen = { banner: null, shift: 0, tasks: [] };
  window.bannerSeen = seen;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  const findAccept = () => {
    const own = document.querySelector('svc-consent')?.shadowRoot;
    const [banner, scope] = own
      ? [own.querySelector('.banner'), own]
      : [document.querySelector('#cc-main .cm'), document];
    const button = banner?.querySelector('.primary, [data-role="all"]');
    if (!button || getComputedStyle(banner).position !== 'fixed') return false;
    const { left, top, width, height } = button.getBoundingClientRect();
    return (
      width > 0 && scope.elementFromPoint(left + width / 2, top + height / 2)?.closest('button') === button
    );
  };
  const look = () => {
    if (!findAccept()) return requestAnimationFrame(look);
    // After this frame.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      seen.banner = performance.now();
    };
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
}

/** Returns a page on the slow connection, and what it has received since the last call. */
async function openSlowPage(context) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const requests = new Map();
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (!request.url.startsWith('data:')) requests.set(requestId, { url: request.url, sent: timestamp });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) requests.delete(requestId);
    else if (requests.has(requestId)) requests.get(requestId).answered = timestamp;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    if (requests.has(requestId))
      Object.assign(requests.get(requestId), { bytes: encodedDataLength, finished: timestamp });
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: Number(values.latency),
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.cpu) });
  return {
    page,
    takeRequests() {
      const taken = [...requests.values()];
      requests.clear();
      return taken;
    },
  };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** One new visitor: the first page view, a click on "Accept all", the second page view. */
async function visit(browser, url, hasBanner) {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 412, height: 823 },
  });
  try {
    await context.addInitScript(observe);
    const { page, takeRequests } = await openSlowPage(context);
    await page.goto(url);
    if (hasBanner) await page.waitForFunction(() => window.bannerSeen.banner !== null);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]);
    const first = await page.evaluate(() => ({
      ...window.bannerSeen,
      paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    }));
    const requests = takeRequests();
    if (hasBanner) {
      await page.getByRole('button', { name: 'Accept all' }).first().click();
      await page.waitForLoadState('networkidle');
      await pause(1500);
      takeRequests();
    }
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    await pause(500);
    const again = await page.evaluate(() => window.bannerSeen);
    if (again.banner !== null) throw new Error(`${url} asked again`);
    return { first, requests, again, later: takeRequests() };
  } finally {
    await context.close();
  }
}

const sorted = (numbers) => numbers.toSorted((a, b) => a - b);
const at = (numbers, share) => sorted(numbers)[Math.round((numbers.length - 1) * share)];
const median = (numbers) => at(numbers, 0.5);

const describeRatios = (ratios) =>
  ratios.every(Number.isFinite)
    ? `${median(ratios).toFixed(2)} (${at(ratios, 0.25).toFixed(2)} to ${at(ratios, 0.75).toFixed(2)})`
    : '';

/** Returns the time that long tasks of the first page view took (ms). */
const readBlocked = (visited) => sum((visited?.first.tasks ?? []).map(([, duration]) => duration));

function printWaterfall(name, { first, requests }) {
  const [{ sent: start }] = requests;
  console.log(`\n${name}: banner at ${first.banner?.toFixed(0)}, long tasks ${JSON.stringify(first.tasks)}`);
  for (const { url, sent, answered, finished, bytes } of requests)
    console.log(
      [sent, answered, finished].map((time) => `${Math.round((time - start) * 1000)}`.padStart(6)).join(''),
      `${bytes}`.padStart(7),
      new URL(url).pathname,
    );
}

const site = await startSite(values.ways?.split(','));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
try {
  const results = Object.fromEntries(site.ways.map((name) => [name, []]));
  // The first round warms up.
  for (let round = -1; round < rounds; round += 1)
    for (let index = 0; index < site.ways.length; index += 1) {
      const name = site.ways[(index + round + 1) % site.ways.length];
      const result = await visit(browser, `${site.origin}/${name}`, name !== 'none');
      if (round >= 0) results[name].push(result);
    }
  if (values.waterfall) for (const name of site.ways) printWaterfall(name, results[name].at(-1));
  await print(results, browser.version());
} finally {
  await browser.close();
  await site.close();
}

async function print(results, version) {
  console.log(`# Banner\n`);
  console.log(
    `\`node bench/widget.mjs\`: ${rounds} visits in each way; ${values.latency} ms a round trip, ${values.kilobits / 1000} Mbit/s, processor slowed ${values.cpu}×.\n`,
  );
  console.log(`${await describeMachine()}\n- Chromium ${version}, window of 412 × 823\n`);
  console.log(
    `Milliseconds since the navigation, medians. The ratio is the median of the ratios within each round, with their quartiles.\n`,
  );
  console.log(
    '| Way | Banner can be answered | Relative to orestbida, tuned | Relative to the page’s first contentful paint | First contentful paint |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const name of site.ways) {
    const all = results[name];
    const toPeer = all.map(
      ({ first }, round) => first.banner / (results[baseline]?.[round].first.banner ?? Number.NaN),
    );
    const toPaint = all.map(({ first }) => first.banner / first.paint);
    const cells =
      name === 'none'
        ? ['', '', '']
        : [
            median(all.map(({ first }) => first.banner)).toFixed(0),
            describeRatios(toPeer),
            describeRatios(toPaint),
          ];
    console.log(
      `| ${names[name]} | ${cells.join(' | ')} | ${median(all.map(({ first }) => first.paint)).toFixed(0)} |`,
    );
  }
  console.log(
    '\nWhat the page and the banner load, with headers. Long tasks take more than 50 ms: their sum on the page of the first visit, and the longest of all visits. Layout shift: the largest of all visits.\n',
  );
  console.log(
    '| Way | First visit: requests | Bytes | Next page: requests | Bytes | Long tasks (longest) | Relative to orestbida, tuned | Layout shift |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const name of site.ways) {
    const all = results[name];
    const count = (key) => median(all.map((result) => result[key].length));
    const bytes = (key) => median(all.map((result) => sum(result[key].map((request) => request.bytes ?? 0))));
    const tasks = all.map(({ first, again }) => [...first.tasks, ...again.tasks]);
    const longest = Math.max(0, ...tasks.flat().map(([, duration]) => duration));
    const blocked = all.map(readBlocked);
    const toPeer = blocked.map((time, round) => time / readBlocked(results[baseline]?.[round]));
    const shift = Math.max(...all.map(({ first, again }) => first.shift + again.shift));
    console.log(
      `| ${names[name]} | ${count('requests')} | ${bytes('requests')} | ${count('later')} | ${bytes('later')} | ${median(blocked).toFixed(0)} ms (${longest.toFixed(0)} ms) | ${describeRatios(toPeer)} | ${shift.toFixed(3)} |`,
    );
  }
}
