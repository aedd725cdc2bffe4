import type { Page } from 'playwright-core';
import { accessibilityFaults, settle, waitForFiles, waitUntilSaved } from '../support/browser';
import { profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const link = '<a href="#" data-consent-open>Privacy settings</a>';
const all = { necessary: 'granted', analytics: 'granted', marketing: 'granted' };

describeWith('chromium', 'The widget on a first visit', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({
      profile: { profileJson: profileJson({ showFooterMetadata: true, allowReceipt: true }) },
    });
    site.setPage('/', { body: `<h1>Shop</h1><p>Welcome.</p>${link}` });
    site.setPage('/bare', { body: '<h1>Shop</h1>' });
  });
  afterAll(() => site.close());

  const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' });
  const preferences = (page: Page) => page.getByRole('dialog', { name: 'Your choices' });
  const states = (page: Page) => page.evaluate(() => window.expressConsent?.states);

  test('asks, records what the visitor accepts, and then needs no request', async () => {
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit();
    await banner(page).waitFor();
    expect(await states(page)).toEqual({ ...all, analytics: 'denied', marketing: 'denied' });
    await banner(page).getByRole('button', { name: 'Accept all' }).click();
    await banner(page).waitFor({ state: 'detached' });
    expect(await states(page)).toEqual(all);
    await until(async () => (await site.records()).length === 1);
    expect((await site.records())[0]).toMatchObject({
      consent: all,
      method: 'accept',
      layer: 'banner',
      locale: 'en',
      profile_version: 1,
    });
    await waitUntilSaved(page);
    await page
      .getByRole('status')
      .filter({ hasText: 'Your choice has been saved.' })
      .waitFor({ state: 'attached' });
    await waitForFiles(page, 'follow.js', 'link.js');
    expect(complaints).toEqual([]);

    site.takeServiceRequests();
    const again = await visit();
    await again.page.waitForFunction(() => window.expressConsent?.decided);
    expect(await states(again.page)).toEqual(all);
    expect(await banner(again.page).count()).toBe(0);
    // The script itself is in the cache.
    await settle(again.page);
    expect(site.takeServiceRequests()).toEqual(['GET /svc/w/integrity.json']);
    expect(again.complaints).toEqual([]);
  });

  test('shows the banner of a tag alone after three requests', async () => {
    const needed = ['/svc/widget.js', '/svc/w/banner.js', '/svc/api/v1/bootstrap'];
    const toName = (path: string) => path.replace(/\?.*/, '').replace(/\/w\/\w+\//, '/w/');
    site.fail(({ path }) =>
      path.startsWith('/svc/') && !needed.includes(toName(path)) ? 'hang' : undefined,
    );
    site.takeServiceRequests();
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).getByRole('button', { name: 'Reject' }).waitFor();
    site.fail();
    const sent = site.takeServiceRequests().filter((request) => needed.includes(request.slice(4)));
    expect(sent.sort()).toEqual(needed.map((path) => `GET ${path}`).sort());
  });

  test('lets the visitor choose, change and withdraw', async () => {
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit();
    await banner(page).getByRole('button', { name: 'Choose' }).click();
    await preferences(page).getByRole('switch', { name: 'Analytics' }).check();
    await preferences(page).getByRole('button', { name: 'Save' }).click();
    await preferences(page).waitFor({ state: 'detached' });
    await until(async () => (await site.records()).length === count + 1);
    expect((await site.records()).at(-1)).toMatchObject({
      consent: { ...all, marketing: 'denied' },
      method: 'save',
      layer: 'preferences',
    });

    // Its answer brings the cookie that shows the record.
    await waitUntilSaved(page);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    const record = (await site.records()).at(-1);
    await preferences(page).getByText(`${record?.id}`).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      preferences(page).getByRole('link', { name: 'Download receipt' }).click(),
    ]);
    expect(await download.failure()).toBeNull();
    await preferences(page).getByRole('switch', { name: 'Analytics' }).uncheck();
    await preferences(page).getByRole('button', { name: 'Save' }).click();
    await until(async () => (await site.records()).at(-1)?.revision === 2);
    expect((await site.records()).at(-1)?.consent).toEqual({
      ...all,
      analytics: 'denied',
      marketing: 'denied',
    });
    expect(complaints).toEqual([]);
  });

  test('offers accepting and refusing alike, first in the page, without moving it', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).waitFor();
    const sizes = await Promise.all(
      ['Accept all', 'Reject'].map(async (name) => {
        const button = banner(page).getByRole('button', { name });
        const { width, height } = (await button.boundingBox()) ?? {};
        const colours = await button.evaluate((node) => [
          getComputedStyle(node).backgroundColor,
          getComputedStyle(node).color,
        ]);
        return { width, height, colours };
      }),
    );
    expect(sizes[0]).toEqual(sizes[1]);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    const shift = await page.evaluate(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
            type: 'layout-shift',
            buffered: true,
          });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
        }),
    );
    expect(shift).toBe(0);
    await page.keyboard.press('Tab');
    expect(await banner(page).locator(':focus').count()).toBe(1);
  });

  test('works with the keyboard alone, and Escape saves nothing', async () => {
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).waitFor();
    const choose = banner(page).getByRole('button', { name: 'Choose' });
    await choose.focus();
    await page.keyboard.press('Enter');
    await preferences(page).waitFor();
    expect(await preferences(page).locator(':focus').count()).toBe(1);
    await preferences(page).getByRole('switch', { name: 'Marketing' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await preferences(page).waitFor({ state: 'detached' });
    expect(await choose.evaluate((node) => (node.getRootNode() as ShadowRoot).activeElement === node)).toBe(
      true,
    );
    expect((await site.records()).length).toBe(count);
    expect((await states(page))?.marketing).toBe('denied');
  });

  test.each(['light', 'dark'] as const)('has no accessibility faults in %s', async (colorScheme) => {
    const { visit } = await site.createVisitor({ colorScheme });
    const { page } = await visit();
    await banner(page).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.evaluate(() => window.expressConsent?.open());
    const analytics = preferences(page).getByRole('button', { name: 'Analytics 1 cookie' });
    await analytics.click();
    expect(await analytics.getAttribute('aria-expanded')).toBe('true');
    await preferences(page).getByText('13 months').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('shows a link to the choices on pages that have none', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/bare');
    await banner(page).getByRole('button', { name: 'Reject' }).click();
    await waitUntilSaved(page);
    await page.getByRole('button', { name: 'Privacy settings' }).click();
    await preferences(page).getByRole('link', { name: 'Download receipt' }).waitFor();
    site.takeServiceRequests();
    const again = await visit('/bare');
    await again.page.getByRole('button', { name: 'Privacy settings' }).waitFor();
    expect(site.takeServiceRequests().filter((request) => request.includes('/api/'))).toEqual([]);
  });

  testInDeep('a decision about a service that the profile does not ask about is none', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    const decide = () => window.expressConsent?.decide({}, { youtube: true }).catch(({ message }) => message);
    expect(await page.evaluate(decide)).toBe('decide(): unknown category, state or service: youtube');
    expect(await page.evaluate(() => window.expressConsent?.decided)).toBe(false);
  });

  test('erases the record and asks again', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit('/bare');
    await banner(page).getByRole('button', { name: 'Accept all' }).click();
    await waitUntilSaved(page);
    await page.getByRole('button', { name: 'Privacy settings' }).waitFor();
    const count = (await site.records()).length;
    await page.waitForFunction(() => localStorage.getItem('svc_link'));
    await page.evaluate(() => window.expressConsent?.erase());
    await banner(page).waitFor();
    expect((await site.records()).length).toBe(count - 1);
    expect(await states(page)).toEqual({ ...all, analytics: 'denied', marketing: 'denied' });
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });
});
