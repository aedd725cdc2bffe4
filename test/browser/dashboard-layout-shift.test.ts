import type { Page } from 'playwright-core';
import { allGranted, consentCalls } from '../support/consent';
import { createDashboardSite, type DashboardSite } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
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
  beforeAll(async () => {
    site = await createDashboardSite();
    const { id: profileId } = await createActiveProfile(site.app);
    preview = `/banners/${profileId}/preview`;
    for (let count = 0; count < 3; count += 1)
      await consentCalls(site.app).submit({ profileId, consentJson: allGranted }).expect(200);
  });
  afterAll(() => site.close());

  test.each([...screens, 'preview'])(
    '%s does not move while its answers arrive one after the other',
    async (screen) => {
      const path = screen === 'preview' ? preview : screen;
      const { page } = await site.open(path, {
        viewport: { width: 1280, height: 900 },
        prepare: async (opened) => {
          await watchShifts(opened);
          await answerOneByOne(opened);
        },
      });
      await page.waitForLoadState('networkidle');
      await page.waitForFunction(() => !document.querySelector('.skeleton'));
      expect(await shiftsOf(page)).toEqual([]);
      await page.context().close();
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

/** Lets each answer of the API wait until the page has shown the one before. */
async function answerOneByOne(page: Page): Promise<void> {
  let before = Promise.resolve();
  await page.route('**/admin/v1/**', async (route) => {
    const response = await route.fetch();
    const shown = before.then(async () => {
      await route.fulfill({ response });
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    });
    before = shown.catch(() => undefined);
    await shown;
  });
}
