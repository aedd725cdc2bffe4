import type { Page } from 'playwright-core';
import { allGranted, consentCalls } from '../support/consent';
import { createDashboardSite, type DashboardSite } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'What the dashboard prints', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
    const { id: profileId } = await createActiveProfile(site.app, { name: 'EU' });
    await consentCalls(site.app)
      .submit({ visitorId: 'a', profileId, consentJson: allGranted, timezone: 'Europe/Vienna' })
      .expect(200);
  });
  afterAll(() => site.close());

  /** Shows the page as paper of this width (px): A4 between margins of 1 cm. */
  const print = async (page: Page) => {
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  };
  const background = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

  test.each(
    pickSome(
      [
        ['light', 'auto', 'dark'],
        ['light', 'dark', 'light'],
      ],
      1,
    ),
  )('is %s, whether the dashboard is %s or the system %s', async (_paper, chosen, system) => {
    const { page } = await site.open('/consents', {
      colorScheme: system as 'dark' | 'light',
      prepare: (opened) =>
        opened.addInitScript((scheme) => localStorage.setItem('express-consent:scheme', scheme), chosen),
    });
    await page.getByRole('row').nth(1).waitFor();
    expect(await background(page)).toBe('rgb(20, 20, 19)');
    await print(page);
    expect(await background(page)).toBe('rgb(255, 255, 255)');
  });

  testInDeep(
    'says when it was printed and in which zone its times are, and leaves out no column',
    async () => {
      const { page } = await site.open('/consents', { timezoneId: 'Asia/Tokyo' });
      const table = page.getByRole('table');
      await table.getByRole('row').nth(1).waitFor();
      const note = page.getByText(
        /^Printed on .*, \d+:\d\d\s?[AP]M\. Times are in the time zone Asia\/Tokyo\.$/,
      );
      expect(await note.isVisible()).toBe(false);
      await print(page);
      expect(await note.isVisible()).toBe(true);
      for (const column of await table.getByRole('columnheader').all())
        expect(await column.isVisible()).toBe(true);
      expect(await page.getByRole('columnheader').count()).toBe(5);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718);
    },
  );

  testInDeep('is the dialog alone where one is open, at its full length', async () => {
    const { page } = await site.open('/publications');
    await page.getByRole('button', { name: 'Show EU, version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'EU, version 1' });
    await dialog.getByText('Your privacy').first().waitFor();
    await print(page);
    expect(await page.getByRole('heading', { level: 1, includeHidden: true }).isVisible()).toBe(false);
    expect(await page.locator('button:visible').count()).toBe(0);
    const paper = await page.evaluate(() => {
      const overlay = document.querySelector('.overlay') as HTMLElement;
      const modal = document.querySelector('.modal') as HTMLElement;
      return {
        background: getComputedStyle(overlay).backgroundColor,
        isWhole: modal.scrollHeight <= modal.clientHeight,
        height: document.documentElement.scrollHeight >= modal.scrollHeight,
      };
    });
    expect(paper).toEqual({ background: 'rgba(0, 0, 0, 0)', isWhole: true, height: true });
    expect(await dialog.getByText(/^Printed on /).isVisible()).toBe(true);
  });

  testInDeep('shows the banner that visitors saw, which hides itself on paper elsewhere', async () => {
    const { page } = await site.open('/visitors/a');
    const heading = page.frameLocator('iframe').last().getByRole('heading', { name: 'Your privacy' });
    await heading.waitFor();
    await print(page);
    expect(await heading.isVisible()).toBe(true);
  });
});
