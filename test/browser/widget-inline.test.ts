import type { Page } from 'playwright-core';
import { waitForFiles } from '../support/browser';
import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const nonce = 'c2VjcmV0';
const headers = {
  'Content-Security-Policy': `script-src 'nonce-${nonce}' 'strict-dynamic'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types express-consent`,
};
const body = '<h1>Shop</h1><a href="#" data-consent-open>Privacy settings</a>';
const byHeader = {
  name: 'by header',
  dependsOn: { headers: ['x-country'] },
  locate: () => ({ country: 'DE' }),
};

describeWith('chromium', 'The widget with its code in the page of a first visit', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ config: { geo: byHeader } });
    const { page } = site.app.service;
    const tags = async (req: Parameters<typeof page>[0]) =>
      (await page(req, { nonce, inline: true, locale: 'en' })).head;
    site.setPage('/', { script: '', tags, headers, body });
  });
  afterAll(() => site.close());

  const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' });

  test('asks without a request, under a strict policy', async () => {
    site.fail(({ path }) => (path === '/' ? undefined : 503));
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).getByRole('button', { name: 'Accept all' }).waitFor();
    expect(await banner(page).evaluate((node) => getComputedStyle(node).position)).toBe('fixed');
    site.fail();
  });

  test('records the decision, and the next page takes the script from the cache', async () => {
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit();
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/v1/consent'));
    await page.waitForLoadState('networkidle');
    await banner(page).getByRole('button', { name: 'Accept all' }).click();
    expect((await saved).ok()).toBe(true);
    await banner(page).waitFor({ state: 'detached' });
    await waitForFiles(page, 'follow.js', 'link.js');
    expect(complaints).toEqual([]);

    site.takeServiceRequests();
    const next = await visit();
    await next.page.waitForFunction(() => window.expressConsent?.decided);
    expect(await next.page.evaluate(() => window.expressConsent?.states.analytics)).toBe('granted');
    expect(await next.page.locator('script[src$="/svc/widget.js"]').count()).toBe(1);
    expect(site.takeServiceRequests()).toEqual([]);
    expect(next.complaints).toEqual([]);
  });

  test('opens the preferences, whose code is loaded from the service', async () => {
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit();
    await banner(page).getByRole('button', { name: 'Choose' }).click();
    await page.getByRole('dialog', { name: 'Your choices' }).waitFor();
    expect(site.takeServiceRequests()).toContain('GET /svc/w/preferences.js');
    expect(complaints).toEqual([]);
  });
});
