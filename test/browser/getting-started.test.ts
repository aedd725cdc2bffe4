import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, collectComplaints, openBrowser, waitUntilSaved } from '../support/browser';
import { createDocumentedPlace, type DocumentedPlace, type Program } from '../support/documented-programs';
import { createHostProject } from '../support/host-project';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

const root = resolve(__dirname, '../..');
const blockOf = (page: string, kind: string) =>
  new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(
    readFileSync(join(root, page), 'utf8'),
  )?.[1] ?? '';

const guide = 'docs/guide/getting-started.md';
const app = blockOf(guide, 'js');

describeWith('chromium', 'The page of the getting-started guide', () => {
  let project: string;
  let place: DocumentedPlace;
  let server: Program;
  let browser: Browser;

  beforeAll(async () => {
    project = await createHostProject();
    place = await createDocumentedPlace(join(project, 'started'), {
      EXPRESS_CONSENT_ADMIN_EMAIL: 'admin@example.com',
      EXPRESS_CONSENT_ADMIN_PASSWORD: 'correct horse battery staple',
      EXPRESS_CONSENT_MASTER_SECRET: 'a master secret, long enough to be one',
      EXPRESS_CONSENT_DATA_SIGNING_HASH: 'a signing hash, long enough to be one',
    });
    server = await place.start('app.mjs', app, { 'public/index.html': blockOf(guide, 'html browser') });
    await place.listens(server);
    const published = await place.start('publish.mjs', blockOf(guide, 'js runnable'));
    await published.ends();
    expect([published.child.exitCode, published.printed()]).toEqual([0, expect.any(String)]);
    browser = await openBrowser();
  }, 90_000);
  afterAll(async () => {
    if (browser) await closeBrowser(browser);
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

  test.each(pickSome(['America/New_York', 'America/Los_Angeles', 'Asia/Shanghai', 'Asia/Tokyo'], 2))(
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

  test("the app of the page is the README's, which also serves files", () => {
    expect(app.replace("app.use(express.static('public'));\n", '')).toBe(blockOf('README.md', 'js'));
  });

  const publish = async (code = blockOf(guide, 'js runnable')) => {
    const program = await place.start('publish.mjs', code);
    await program.ends();
    return program;
  };

  test('publishing again changes nothing', async () => {
    const again = await publish();
    expect(again.child.exitCode).toBe(0);
    expect(again.printed()).toContain('and starter texts for 0 other groups');
  });

  testInDeep('publishing continues where an earlier run has failed', async () => {
    const code = blockOf(guide, 'js runnable').replaceAll('Shop, EU', 'Shop, second');
    const failed = await publish(code.replace('/activate`', '/activate-with-a-fault`'));
    expect(failed.child.exitCode).not.toBe(0);
    const again = await publish(code);
    expect([again.child.exitCode, again.printed()]).toEqual([
      0,
      expect.stringContaining('Published Shop, second'),
    ]);
  });
});
