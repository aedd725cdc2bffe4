import type { Page } from 'playwright-core';
import { settle, waitUntilSaved } from '../support/browser';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const link = '<a href="#" data-consent-open>Privacy settings</a>';
const body = `<h1>Shop</h1>${link}`;

// Only whole browsers have this cache, and they take three times as long as the one of the other files.
describeWith('chromium', 'A page that comes back from the back-forward cache', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ hasHistoryCache: true });
    site.setPage('/', { body });
    site.setPage('/next', { body });
  });
  afterAll(() => site.close());

  const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' });
  const accept = (page: Page) => banner(page).getByRole('button', { name: 'Accept all' }).click();
  const isDecided = (page: Page) => page.waitForFunction(() => window.expressConsent?.decided);

  test('follows the decision of another page', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).waitFor();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.goto(`${site.origin}/next`);
    await accept(page);
    await isDecided(page);
    await page.goBack({ waitUntil: 'commit' });
    await isDecided(page);
    expect(await page.evaluate(() => (window as { isSamePage?: boolean }).isSamePage)).toBe(true);
    await banner(page).waitFor({ state: 'detached' });
  });

  testInDeep(
    'follows the decision of another page when the answer comes that it has waited for',
    async () => {
      site.setPage('/french', { html: 'lang="fr"', body });
      const { visit } = await site.createVisitor();
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      site.fail(({ path }) => (path.includes('/bootstrap') ? released : undefined));
      const { page } = await visit();
      await page.waitForFunction(() => window.expressConsent);
      await page.evaluate(() => Object.assign(window, { isSamePage: true }));
      site.fail();
      // In another language: the browser would hold back the same request until the first one ends.
      await page.goto(`${site.origin}/french`);
      await banner(page).getByRole('button', { name: 'Reject' }).click();
      await waitUntilSaved(page);
      await page.goBack({ waitUntil: 'commit' });
      await isDecided(page);
      release();
      await settle(page);
      expect(
        await page.evaluate(() => [
          (window as { isSamePage?: boolean }).isSamePage,
          window.expressConsent?.states.marketing,
          document.querySelector('svc-consent')?.shadowRoot?.querySelectorAll('.banner').length ?? 0,
        ]),
      ).toEqual([true, 'denied', 0]);
    },
  );

  testInDeep('stops a frame after a withdrawal', async () => {
    const { visit } = await site.createVisitor();
    site.setPage('/film', {
      body: `${body}<iframe data-category="marketing" data-src="${site.otherOrigin}/film.html" title="Film" width="480" height="270"></iframe>`,
    });
    const { page } = await visit('/film');
    await accept(page);
    await page.locator('iframe[src]').waitFor();
    await waitUntilSaved(page);
    await page.goto(`${site.origin}/next`);
    await page.evaluate(() => window.expressConsent?.decide('none'));
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => window.expressConsent?.states.marketing === 'denied');
    await page.waitForFunction(() => !document.querySelector('iframe')?.src);
  });
});
