/**
 * Measures how much processor time a banner costs the main thread of a page, in Chromium with a slow processor,
 * compared with another banner on the same page from the same server in the same run:
 *
 *     node bench/widget-main-thread.mjs [--rounds 20] [--cpu 4] [--ways none,tuned,tag,frame]
 *
 * Processor time of the thread, in which other programs count less than in time that passes. Ways alternate within a round,
 * each visit is a new visitor's. What the page alone (`none`) needs in the same round is subtracted. Long tasks are those
 * above 50 ms of time that passes. Needs `npm run build` and `npm ci --prefix bench/peers`. Prints Markdown.
 */
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { describeMachine } from './machine.mjs';
import { baseline, names, startSite } from './widget-site.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    cpu: { type: 'string', default: '4' },
    ways: { type: 'string', default: 'none,tuned,tag,frame' },
  },
});
const rounds = Number(values.rounds);

/** Runs in the page, before its own scripts: marks the end of the first frame with a banner, and notes long tasks. */
function observe(hasBanner) {
  const seen = { isMarked: false, tasks: [] };
  window.bannerSeen = seen;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const mark = () =>
    setTimeout(() => {
      performance.mark('banner');
      seen.isMarked = true;
    });
  if (!hasBanner) return addEventListener('load', mark);
  const isShown = () => {
    const own = document.querySelector('svc-consent')?.shadowRoot;
    const banner = own ? own.querySelector('.banner') : document.querySelector('#cc-main .cm');
    return banner?.checkVisibility({ visibilityProperty: true });
  };
  requestAnimationFrame(function lookForBanner() {
    requestAnimationFrame(isShown() ? mark : lookForBanner);
  });
}

const scriptEvents =
  /^(EvaluateScript|FunctionCall|TimerFire|FireAnimationFrame|FireIdleCallback|EventDispatch|BlinkScheduler_PerformMicrotaskCheckpoint|v8\.(run|callFunction|compile|compileModule|evaluateModule|newInstance|produceCache)|V8\.(CompileCode|CompileStreamedModule|FinalizeDeserialization)|DocumentModuleScriptFetcher::NotifyFinished|MinorGC|MajorGC)$/;

/**
 * Returns the processor time of the main thread (ms): of scripts until the mark, with the layout that they make necessary,
 * and of all tasks until the mark and until the end.
 */
function readTrace(events) {
  const mark = events.find(({ name, cat }) => name === 'banner' && cat.includes('user_timing'));
  const spans = events
    .filter(({ ph, pid, tid, tdur }) => ph === 'X' && pid === mark.pid && tid === mark.tid && tdur)
    .sort((a, b) => a.ts - b.ts);
  const isOwn = ({ name, args }) => name === 'FunctionCall' && args.data?.functionName === 'lookForBanner';
  const result = { scripts: 0, until: 0, all: 0 };
  let end = 0;
  for (const span of spans) {
    // Outer events contain the inner ones.
    const isOuter = scriptEvents.test(span.name) && span.ts >= end;
    if (isOuter) end = span.ts + span.dur;
    const time = (isOuter ? span.tdur : 0) - (isOwn(span) ? span.tdur : 0);
    if (span.ts < mark.ts) result.scripts += time / 1000;
    if (span.name !== 'ThreadControllerImpl::RunTask') continue;
    result.all += span.tdur / 1000;
    if (span.ts < mark.ts) result.until += span.tdur / 1000;
  }
  return result;
}

/** One new visitor's first page view. */
async function visit(browser, url, hasBanner) {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 412, height: 823 },
  });
  const session = await browser.newBrowserCDPSession();
  try {
    await context.addInitScript(observe, hasBanner);
    const page = await context.newPage();
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', {
      rate: Number(values.cpu),
    });
    const events = [];
    session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
    const complete = new Promise((resolve) => session.on('Tracing.tracingComplete', resolve));
    await session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: {
        includedCategories: ['toplevel', 'devtools.timeline', 'v8', 'blink.user_timing'],
        excludedCategories: ['*'],
      },
    });
    await page.goto(url);
    await page.waitForFunction(() => window.bannerSeen.isMarked, undefined, { polling: 200 });
    await page.waitForLoadState('networkidle');
    const { tasks } = await page.evaluate(() => window.bannerSeen);
    await session.send('Tracing.end');
    await complete;
    return { ...readTrace(events), long: sum(tasks) };
  } finally {
    await session.detach();
    await context.close();
  }
}

const at = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.round((numbers.length - 1) * share)];
const median = (numbers) => at(numbers, 0.5);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const site = await startSite(values.ways.split(','));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const results = Object.fromEntries(site.ways.map((name) => [name, []]));
try {
  // The first round warms up.
  for (let round = -1; round < rounds; round += 1)
    for (let index = 0; index < site.ways.length; index += 1) {
      const name = site.ways[(index + round + 1) % site.ways.length];
      const result = await visit(browser, `${site.origin}/${name}`, name !== 'none');
      if (round >= 0) results[name].push(result);
    }
} finally {
  await browser.close();
  await site.close();
}

console.log(`# Main thread

${await describeMachine()}
- Chromium ${browser.version()}, processor slowed ${values.cpu}×, ${rounds} rounds

Processor time without that of the page alone: medians, and the median of the ratios within each round, with their quartiles.
Scripts contain the layout that they make necessary. Long tasks: the median of their sums.

| Way | Scripts until the banner is painted | Relative | All tasks until the banner is painted | Relative | All tasks until the page is quiet | Relative | Long tasks | Relative |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |`);
const without = (name, key) =>
  results[name].map((one, round) => one[key] - (results.none?.[round][key] ?? 0));
const kinds = ['scripts', 'until', 'all', 'long'];
for (const name of site.ways.filter((way) => way !== 'none')) {
  const cells = kinds.flatMap((key) => {
    const times = without(name, key);
    const shownTime = `${median(times).toFixed(1)} ms`;
    if (results[baseline] === undefined) return [shownTime, ''];
    const peer = without(baseline, key);
    const ratios = times.map((time, round) => time / peer[round]);
    return [
      shownTime,
      `${median(ratios).toFixed(2)} (${at(ratios, 0.25).toFixed(2)} to ${at(ratios, 0.75).toFixed(2)})`,
    ];
  });
  console.log(`| ${names[name]} | ${cells.join(' | ')} |`);
}
