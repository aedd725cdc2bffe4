import type { Page } from 'playwright-core';
import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const body = `<h1>Shop</h1><a href="#" data-consent-open>Privacy settings</a>
<script type="text/plain" data-category="analytics">document.body.dataset.analytics = 'runs';</script>
<svc-embed category="marketing" src="/film" title="Film" width="480" height="270"></svc-embed>`;

describeWith('chromium', 'The widget where no profile is active', () => {
  let site: WidgetSite;
  afterEach(() => site.close());

  async function openPlace(type: 'opt-in' | 'opt-out-strict', gpc = false): Promise<Page> {
    site = await createWidgetSite({ profile: null, config: { compliance: { type } } });
    site.setPage('/', { body });
    const { visit } = await site.createVisitor({ gpc });
    const { page } = await visit();
    return page;
  }

  /** Visits a page of a place of this group; returns whether its blocked script runs. */
  async function visitPlace(type: 'opt-in' | 'opt-out-strict', gpc = false): Promise<boolean> {
    const page = await openPlace(type, gpc);
    await page.evaluate(() => window.expressConsent?.ready);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    return page.evaluate(() => document.body.dataset.analytics === 'runs');
  }

  test('allows content where the law does not ask first', async () => {
    expect(await visitPlace('opt-out-strict')).toBe(true);
  });

  test('shows embeds where the law does not ask first', async () => {
    const page = await openPlace('opt-out-strict');
    await page.locator('svc-embed iframe[src="/film"]').waitFor();
  });

  test('allows nothing where Global Privacy Control binds', async () => {
    expect(await visitPlace('opt-out-strict', true)).toBe(false);
  });

  test('allows nothing where the law asks first', async () => {
    expect(await visitPlace('opt-in')).toBe(false);
  });
});
