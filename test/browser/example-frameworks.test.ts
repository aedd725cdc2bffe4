import type { Browser } from 'playwright-core';
import { closeBrowser, collectComplaints, openBrowser } from '../support/browser';
import { ensureBuilt } from '../support/built-package';
import { describeWith } from '../support/services';
import { type ExampleProcess, startFrameworks } from './example-process';

describeWith('chromium', 'The example with frameworks', () => {
  let example: ExampleProcess;
  let browser: Browser;
  beforeAll(async () => {
    await ensureBuilt('whole');
    [example, browser] = await Promise.all([startFrameworks(), openBrowser()]);
  }, 300_000);
  afterAll(async () => {
    if (browser) await closeBrowser(browser);
    await example?.stop();
  });

  test.each(['react', 'vue', 'svelte'])(
    '%s: parts follow the choice, and the server renders it for a returning visitor',
    async (framework) => {
      const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' });
      const page = await context.newPage();
      const complaints = collectComplaints(page);
      const readHtml = async () =>
        (await context.request.get(`${example.origin}/${framework}`, { maxRetries: 1 })).text();
      await page.goto(`${example.origin}/${framework}`);
      await page.getByText('Nothing is measured.').waitFor();
      expect(await page.locator('iframe[src]').count()).toBe(0);

      await page.getByRole('button', { name: 'Accept all' }).click();
      await page.getByText('Visits are measured.').waitFor();
      await page.getByRole('button', { name: 'Change my choice' }).waitFor();
      await page.locator('iframe[src]').waitFor();

      // No flash: the server has it in its markup, and hydration changes nothing.
      const html = await readHtml();
      expect(html).toContain('Visits are measured.');
      expect(html).not.toContain('Nothing is measured.');
      await page.addInitScript(() => {
        new MutationObserver(() => {
          if (document.body?.textContent.includes('Nothing is measured.'))
            Object.assign(window, { flashed: true });
        }).observe(document, { childList: true, subtree: true, characterData: true });
      });
      await page.reload();
      await page.getByText('Visits are measured.').waitFor();
      await page.getByRole('button', { name: 'Change my choice' }).click();
      await page.locator('[part~=preferences]').waitFor();
      expect(await page.evaluate(() => 'flashed' in window)).toBe(false);
      // The reload leaves a frame that still loads.
      expect(complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
      await context.close();
    },
  );
});
