import type { Page } from 'playwright-core';
import { settle } from '../support/browser';
import { allGranted, consentCalls } from '../support/consent';
import { createDashboardSite, type DashboardSite } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { pickSome } from '../support/scope';
import { describeWith } from '../support/services';

/** A shift that nobody sees: a line by less than its height. Half of what is "good" would be 0.05. */
const leastSeen = 0.002;

const screens = [
  '/',
  '/banners',
  '/templates',
  '/catalogue',
  '/consents',
  '/publications',
  '/places',
  '/audit',
  '/exports',
  '/installation',
  '/settings',
  '/people',
  '/roles',
  '/api-keys',
  '/frameworks',
  '/account',
];

describeWith('chromium', 'The layout of the dashboard', () => {
  let site: DashboardSite;
  let preview = '';
  let page: Page;
  let allShown: () => Promise<void>;
  beforeAll(async () => {
    site = await createDashboardSite();
    const { id: profileId } = await createActiveProfile(site.app);
    preview = `/banners/${profileId}/preview`;
    for (let count = 0; count < 3; count += 1)
      await consentCalls(site.app).submit({ profileId, consentJson: allGranted }).expect(200);
    // The figures of these decisions are there before they are shown.
    await site.app.service.maintenance();
    ({ page } = await site.open('/account', { viewport: { width: 1280, height: 900 } }));
    await watchShifts(page);
    // A busy machine takes longer than the three seconds after which the overview shows what has arrived.
    await page.addInitScript(() => {
      const { setTimeout } = window;
      const wait = (run: () => void, time?: number) => setTimeout(run, time === 3000 ? 30_000 : time);
      Object.assign(window, { setTimeout: wait });
    });
    allShown = await answerOneByOne(page);
  });
  afterAll(() => site.close());

  test.each(pickSome([...screens, 'preview'], 3))(
    '%s does not move while its answers arrive one after the other',
    async (screen) => {
      const path = screen === 'preview' ? preview : screen;
      await page.goto(`${site.origin}/svc${path}`);
      await allShown();
      expect(await shiftsOf(page)).toEqual([]);
    },
  );
});

/** Collects the elements that move without the user's doing. */
const watchShifts = (page: Page) =>
  page.addInitScript((least) => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number;
        readonly sources: readonly { readonly node: Element | null }[];
      })[]) {
        const moved = entry.sources.map(({ node }) => node?.className || node?.textContent);
        if (entry.value > least) shifts.push(`${moved.join(', ')} by ${entry.value.toFixed(4)}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, leastSeen);

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

/**
 * Lets each answer of the API wait until the page has shown the one before.
 * @returns a function that waits until all are shown, and nothing else is on its way
 */
async function answerOneByOne(page: Page): Promise<() => Promise<void>> {
  let last = Promise.resolve();
  await page.route('**/admin/v1/**', async (route) => {
    const response = await route.fetch();
    const shown = last.then(async () => {
      await route.fulfill({ response });
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    });
    last = shown.catch(() => undefined);
    await shown;
  });
  return async () => {
    for (let shown: typeof last | undefined; shown !== last; ) {
      await settle(page);
      await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.skeleton'));
      shown = last;
      await shown;
      await settle(page);
    }
  };
}
