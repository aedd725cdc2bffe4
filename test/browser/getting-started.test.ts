import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { collectComplaints, launchBrowser, waitUntilSaved } from '../support/browser';
import { createDocumentedPlace, type DocumentedPlace, type Program } from '../support/documented-programs';
import { createHostProject } from '../support/host-project';
import { describeWith } from '../support/services';

const root = resolve(__dirname, '../..');
const blockOf = (page: string, kind: string) =>
  new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(
    readFileSync(join(root, page), 'utf8'),
  )?.[1] ?? '';

const guide = 'docs/guide/getting-started.md';
const app = blockOf('README.md', 'js').replace(
  'app.listen(3000)',
  "app.use(express.static('public'));\napp.listen(3000)",
);

describeWith('chromium', 'The page of the getting-started guide', () => {
  let project: string;
  let place: DocumentedPlace;
  let server: Program;
  let browser: Browser;

  beforeAll(async () => {
    project = await createHostProject();
    place = await createDocumentedPlace(join(project, 'started'), {
      ADMIN_PASSWORD: 'correct horse battery staple',
      MASTER_SECRET: 'a master secret, long enough to be one',
      DATA_SIGNING_HASH: 'a signing hash, long enough to be one',
    });
    server = await place.start('app.mjs', app, { 'public/index.html': blockOf(guide, 'html browser') });
    await place.listens(server);
    const published = await place.start('publish.mjs', blockOf(guide, 'js runnable'));
    await published.ends();
    expect([published.child.exitCode, published.printed()]).toEqual([0, expect.any(String)]);
    browser = await launchBrowser();
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(project, { recursive: true, force: true });
  });

  const banner = (page: Page) => page.locator('[part~=banner]');
  const stateOf = (page: Page) => page.locator('output').textContent();

  test.each([
    ['Europe/Vienna', 'de-AT', 'Reject', '{"necessary":"granted","analytics":"denied"}'],
    ['Europe/Vienna', 'en-GB', 'Accept all', '{"necessary":"granted","analytics":"granted"}'],
  ])(
    'a visitor in %s who reads %s presses "%s" and is not asked again',
    async (timezoneId, locale, label, inForce) => {
      const context = await browser.newContext({ timezoneId, locale });
      const page = await context.newPage();
      const complaints = collectComplaints(page);
      await page.goto(place.origin);
      await page.getByRole('button', { name: label, exact: true }).click();
      await banner(page).waitFor({ state: 'hidden' });
      expect(await stateOf(page)).toBe(inForce);
      await waitUntilSaved(page);
      await page.reload();
      await page.waitForFunction(() => document.querySelector('output')?.textContent !== 'nothing yet');
      expect(await stateOf(page)).toBe(inForce);
      expect(await page.getByText('Visits are counted.').isVisible()).toBe(
        inForce.includes('"analytics":"granted"'),
      );
      expect(await banner(page).isVisible()).toBe(false);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test.each(['America/New_York', 'America/Los_Angeles', 'Asia/Shanghai', 'Asia/Tokyo'])(
    'a visitor in %s gets a banner and can answer it',
    async (timezoneId) => {
      const context = await browser.newContext({ timezoneId, locale: 'en-US' });
      const page = await context.newPage();
      await page.goto(place.origin);
      await banner(page).getByRole('button').first().click();
      await banner(page).waitFor({ state: 'hidden' });
      await context.close();
    },
  );

  test('publishing again changes nothing and says so', async () => {
    const again = await place.start('publish.mjs', blockOf(guide, 'js runnable'));
    await again.ends();
    expect(again.child.exitCode).not.toBe(0);
    expect(again.printed()).toContain('Published already');
  });
});
