import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser';
import { pickSome } from '../support/scope';
import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

describeWith('chromium', 'the cookie declaration', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite();
    site.setPage('/policy', { body: '<h1>Cookies</h1><svc-declaration></svc-declaration>' });
  });
  afterAll(() => site.close());

  const stateOf = (page: Page, id: string) => page.locator(`[data-svc-state="${id}"]`);
  const declaration = (page: Page) => page.locator('svc-declaration');

  test('lists what the site stores, follows the choice, and its button opens the preferences', async () => {
    const { page, complaints } = await (await site.createVisitor()).visit('/policy');
    await declaration(page).getByRole('heading', { name: 'Cookies and similar technologies' }).waitFor();
    const table = declaration(page).getByRole('region', { name: 'Analytics' }).getByRole('table');
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Name',
      'Provider',
      'Purpose',
      'Kept for',
      'Type',
    ]);
    expect(await table.getByRole('rowheader').textContent()).toBe('_ga');
    await stateOf(page, 'analytics').filter({ hasText: '(Off)' }).waitFor();

    await declaration(page).getByRole('button', { name: 'Privacy settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your choices' });
    await dialog.getByRole('switch', { name: 'Analytics' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await stateOf(page, 'analytics').filter({ hasText: '(On)' }).waitFor();
    expect(await stateOf(page, 'marketing').textContent()).toBe('(Off)');
    expect(complaints).toEqual([]);
  });

  test('keeps what the server has written, without a request, and takes the state of the browser', async () => {
    site.setPage('/written', {
      body: '<h1>Cookies</h1><svc-declaration><p>Ours <small data-svc-state="marketing" data-on="yes" data-off="no"></small></p></svc-declaration>',
    });
    const { page } = await (await site.createVisitor()).visit('/written');
    await stateOf(page, 'marketing').filter({ hasText: '(no)' }).waitFor();
    expect(await declaration(page).textContent()).toBe('Ours (no)');
    expect(
      site.requests.filter(({ path }) => path.includes('/declaration/') && path.includes('written')),
    ).toEqual([]);
  });

  test('is in the language of its element, also from right to left', async () => {
    site.setPage('/de', { body: '<h1>Cookies</h1><div lang="de"><svc-declaration></svc-declaration></div>' });
    const { page } = await (await site.createVisitor()).visit('/de');
    await declaration(page).locator('section').waitFor();
    const paths = site.requests.map(({ path }) => path).filter((path) => path.includes('/declaration/'));
    expect(paths.at(-1)).toContain('/declaration/de?');
  });

  test.each(
    pickSome(
      [
        [375, 'light'],
        [1280, 'dark'],
      ] as const,
      1,
    ),
  )(
    'has no accessibility fault at %d px in the %s theme, and never widens the page',
    async (width, theme) => {
      const { page } = await (
        await site.createVisitor({ viewport: { width, height: 800 }, colorScheme: theme })
      ).visit('/policy');
      await declaration(page).getByRole('table').first().waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    },
  );
});
