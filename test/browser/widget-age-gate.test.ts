import type { Page } from 'playwright-core';
import { settle, waitUntilSaved } from '../support/browser';
import { profileJson } from '../support/profiles';
import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

describeWith('chromium', 'The age gate of the widget', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({
      profile: { profileJson: profileJson({ ageGate: { minimumAge: 16, ask: 'yesNo' } }) },
    });
    site.setPage('/', {
      body: `<a href="#" data-consent-open>Privacy settings</a>
        <svc-embed category="marketing" src="/film" width="480" height="270"></svc-embed>`,
    });
  });
  afterAll(() => site.close());

  const question = (page: Page) => page.getByRole('dialog', { name: 'Are you 16 or older?' });
  const preferences = (page: Page) => page.getByRole('dialog', { name: 'Your choices' });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const refuse = async (page: Page) => {
    await question(page).getByRole('button', { name: 'No' }).click();
    await press(page, 'Close');
    await waitUntilSaved(page);
  };
  const newest = async () => (await site.records()).at(-1);
  const refused = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };

  test('asks a visitor who was too young again, also on the next page', async () => {
    const { visit } = await site.createVisitor();
    const first = await visit();
    await refuse(first.page);
    await first.page.getByRole('link', { name: 'Privacy settings' }).click();
    await refuse(first.page);

    const { page } = await visit();
    await page.waitForFunction(() => window.expressConsent?.decided);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await question(page).getByRole('button', { name: 'No' }).waitFor();
    expect(await preferences(page).count()).toBe(0);
    await refuse(page);
    expect(await preferences(page).count()).toBe(0);
    expect(await newest()).toMatchObject({ consent: refused, age_verified: 0, layer: 'age' });
  });

  test.each(['Always show', 'Show once'])('is asked before "%s" at a frame', async (button) => {
    const { visit } = await site.createVisitor();
    const first = await visit();
    await refuse(first.page);
    const { page } = await visit();
    await page.frameLocator('svc-embed iframe').getByRole('button', { name: button }).click();
    await refuse(page);
    await settle(page);
    expect(await page.locator('iframe[src]').count()).toBe(0);
    expect(await newest()).toMatchObject({ consent: refused, layer: 'age' });
  });

  test('holds a decision of the page back until the question is answered, and asks once', async () => {
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await question(page).waitFor();
    await page.evaluate(() => {
      const done = window.expressConsent?.decide('all');
      Object.assign(window, { done });
    });
    await refuse(page);
    await page.evaluate(() => (window as unknown as { done: Promise<void> }).done);
    expect(await question(page).count()).toBe(0);
    expect((await site.records()).length).toBe(count + 1);
    expect(await newest()).toMatchObject({ consent: refused, layer: 'age' });
  });

  test('lets the page refuse without a question, and who is old enough decide', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await question(page).waitFor();
    await page.evaluate(() => window.expressConsent?.decide('none'));
    expect(await newest()).toMatchObject({ consent: refused, method: 'api' });

    const later = await visit();
    await later.page.waitForFunction(() => window.expressConsent?.decided);
    await later.page.frameLocator('svc-embed iframe').getByRole('button', { name: 'Always show' }).click();
    await question(later.page).getByRole('button', { name: 'Yes' }).click();
    await later.page.locator('iframe[src="/film"]').waitFor();
    await later.page.getByRole('link', { name: 'Privacy settings' }).click();
    await preferences(later.page).waitFor();
    expect(await newest()).toMatchObject({ consent: { marketing: 'granted' }, age_verified: 1 });
  });
});
