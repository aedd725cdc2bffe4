import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const body = `<h1>Shop</h1><a href="#" data-consent-open>Privacy settings</a>
<script type="text/plain" data-category="analytics">document.body.dataset.analytics = 'runs';</script>`;

describeWith('chromium', 'The widget where no profile is active', () => {
  let site: WidgetSite;
  afterEach(() => site.close());

  /** Visits a page of a place of this group; returns whether its blocked script runs. */
  async function visitPlace(type: 'opt-in' | 'opt-out-strict', gpc = false): Promise<boolean> {
    site = await createWidgetSite({ profile: null, config: { compliance: { type } } });
    site.setPage('/', { body });
    const { visit } = await site.createVisitor({ gpc });
    const { page } = await visit();
    await page.evaluate(() => window.expressConsent?.ready);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    return page.evaluate(() => document.body.dataset.analytics === 'runs');
  }

  test('allows content where the law does not ask first', async () => {
    expect(await visitPlace('opt-out-strict')).toBe(true);
  });

  test('allows nothing where Global Privacy Control binds', async () => {
    expect(await visitPlace('opt-out-strict', true)).toBe(false);
  });

  test('allows nothing where the law asks first', async () => {
    expect(await visitPlace('opt-in')).toBe(false);
  });
});
