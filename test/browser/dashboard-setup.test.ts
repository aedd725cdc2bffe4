import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { createUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The first steps in the dashboard', () => {
  let site: DashboardSite;
  beforeEach(async () => {
    site = await createDashboardSite();
  });
  afterEach(() => site.close());

  /** Counts what the operator does. */
  function operate(page: Page) {
    const counts = { clicks: 0, typed: 0 };
    return {
      counts,
      async click(role: 'button' | 'link' | 'checkbox', name: string | RegExp) {
        counts.clicks++;
        // The box itself is drawn beside its label.
        if (role === 'checkbox') await page.locator('label', { hasText: name }).click();
        else await page.getByRole(role, { name }).click();
      },
      async type(label: string, text: string) {
        counts.typed++;
        await page.getByLabel(label).fill(text);
      },
    };
  }

  testInDeep('are reached from the empty list of banners', async () => {
    const { page } = await site.open('/banners');
    await page.getByRole('main').getByRole('link', { name: 'First steps' }).click();
    await page.getByRole('heading', { level: 1, name: 'Who is asking?' }).waitFor();
  });

  testInDeep('can be skipped, and taken later', async () => {
    const { page } = await site.open('/setup');
    await page.getByLabel('Company').fill('Shop Ltd');
    expect(await screenFaults(page)).toEqual([]);
    const noted = page.waitForResponse(/setup\/complete$/);
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await noted;
    await page.getByRole('heading', { level: 1, name: 'Banners' }).waitFor();
    const { request, adminBase, asAdmin } = site.app;
    const status = await request.get(`${adminBase}/setup/status`).set(await asAdmin());
    expect(status.body).toEqual({ completed: true });
    await page.getByRole('main').getByRole('link', { name: 'First steps' }).click();
    expect(await page.getByLabel('Company').inputValue()).toBe('Shop Ltd');
  });

  testInDeep('are shown although the tab keeps values that are none', async () => {
    const { page } = await site.open('/setup', {
      prepare: (page) =>
        page.addInitScript(() => {
          const answers = {
            locales: null,
            groups: 5,
            catalogue: [{}],
            colour: 5,
            controllerName: 'Shop Ltd',
          };
          sessionStorage.setItem('express-consent:setup:', JSON.stringify(answers));
        }),
    });
    await page.getByRole('heading', { level: 1, name: 'Who is asking?' }).waitFor();
    expect(await page.getByLabel('Company').inputValue()).toBe('Shop Ltd');
  });

  test('lead from nothing to a banner on a page in seven clicks and two fields', async () => {
    const { page, complaints } = await site.open('/');
    const { click, type, counts } = operate(page);
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    await click('link', 'First steps');
    await heading('Who is asking?');
    await type('Company', 'Example Shop Ltd');
    await type('Address of the privacy policy', 'https://shop.example/privacy');
    await click('button', 'Continue');
    await heading('Where are your visitors?');
    await click('button', 'Continue');
    await heading('What does your site set?');
    const nothing = page.getByText('So far visitors have nothing to choose');
    await nothing.waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await click('checkbox', 'Google Analytics 4');
    await nothing.waitFor({ state: 'detached' });
    await click('button', 'Continue');
    await heading('How does it look?');
    const frame = page.frameLocator('iframe').last();
    await frame.getByText('Example Shop Ltd', { exact: false }).first().waitFor();
    expect(await site.app.knex('svc_profiles').select()).toEqual([]);
    await click('button', 'Publish 3 banners');
    await heading('Put it on your site');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await click('button', 'Copy');
    const snippet = await page.evaluate(() => navigator.clipboard.readText());
    expect(counts).toEqual({ clicks: 7, typed: 2 });

    await page.getByText('Waiting for the first page').waitFor();
    // The page of the getting-started guide, with these lines.
    const guide = readFileSync('docs/guide/getting-started.md', 'utf8');
    const html = (/^```html browser\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? '').replace(
      '<script src="/svc/widget.js" async></script>',
      () => snippet,
    );
    expect(html).toContain(snippet);
    site.app.app.get('/shop', (_req, res) => void res.type('html').send(html));
    const visitor = await page.context().browser()?.newContext({ locale: 'en', timezoneId: 'Europe/Berlin' });
    const shop = await visitor?.newPage();
    await shop?.goto(`${site.origin}/shop`);
    await shop?.getByRole('button', { name: 'Accept all' }).waitFor();
    expect(await shop?.getByText('Example Shop Ltd', { exact: false }).count()).toBe(1);
    await shop?.getByRole('button', { name: 'Accept all' }).click();
    await shop?.getByText('Visits are counted.').waitFor();
    await page.getByRole('row', { name: new RegExp(site.origin) }).waitFor();
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await heading('Overview');
    expect(await page.getByRole('link', { name: 'First steps' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  testInDeep('say before publishing which cookies visitors would read about in English', async () => {
    const { page } = await site.open('/setup');
    await page.getByLabel('Company').fill('Shop Ltd');
    await page.getByLabel('Address of the privacy policy').fill('/privacy');
    for (const language of ['German', 'Arabic']) await page.locator('label', { hasText: language }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Where are your visitors?' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('label', { hasText: 'Google Analytics 4' }).click();
    await page.locator('label', { hasText: 'Meta Pixel' }).click();
    await page.getByLabel('Search the catalogue').fill('panoramaId');
    await page.locator('label', { hasText: 'panoramaId' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const notice = page.locator('.notice.warn');
    await notice.getByText('One cookie is described in English only').waitFor();
    expect(await notice.textContent()).toContain('panoramaId');
    expect(await notice.textContent()).toMatch(/article 12\(1\).*(?:German and Arabic|Arabic and German)/);
    expect(await screenFaults(page)).toEqual([]);
  });

  testInDeep('leave live banners as they are, say so before and after, and do not count them', async () => {
    const banners = async () => {
      const { request, adminBase, asAdmin } = site.app;
      const { body } = await request.get(`${adminBase}/profiles?summary=1`).set(await asAdmin());
      return body.map(({ name }: { name: string }) => name).sort();
    };
    await createActiveProfile(site.app, { name: 'Of the shop' });
    const { page } = await site.open('/setup');
    await page.getByLabel('Company').fill('Shop Ltd');
    await page.getByLabel('Address of the privacy policy').fill('/privacy');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('“Of the shop” is live here and stays as it is.').waitFor();
    const live = page.getByRole('checkbox', { name: /^Opt-in Nothing/ });
    expect([await live.isChecked(), await live.isDisabled()]).toEqual([false, true]);
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Publish 2 banners' }).waitFor();
    // Somebody else is first.
    await createActiveProfile(site.app, {
      name: 'Of a colleague',
      profileJson: profileJson({ complianceGroup: 'opt-out-strict' }),
    });
    await page.getByRole('button', { name: 'Publish 2 banners' }).click();
    await page.getByText('Published: Opt-in with exemptions', { exact: true }).waitFor();
    await page
      .getByText('A banner was live here before and stays as it is: Opt-in and Strict opt-out.')
      .waitFor();
    expect(await screenFaults(page)).toEqual([]);
    expect(await banners()).toEqual(['Of a colleague', 'Of the shop', 'Starter: Opt-in with exemptions']);
  });

  testInDeep('keep what was answered, check it, and show the look as it is chosen', async () => {
    const { page } = await site.open('/setup?step=look');
    await page.getByRole('heading', { level: 1, name: 'Who is asking?' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Required.').nth(1).waitFor();
    expect(await page.getByText('Required.').count()).toBe(2);
    await page.getByLabel('Company').fill('Shop & Sons');
    await page.getByLabel('Address of the privacy policy').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByText('Enter a web address that starts with https://, or a path such as /privacy.')
      .waitFor();
    await page.getByLabel('Address of the privacy policy').fill('/privacy');
    await page.getByText('German', { exact: true }).click();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Germany, France, Italy', { exact: false }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.getByLabel('Search the catalogue').fill('vimeo');
    await page.getByRole('group', { name: 'Other cookies' }).locator('label', { hasText: 'vuid' }).click();
    await page.getByLabel('Search the catalogue').fill('');
    await page.getByRole('checkbox', { name: /^vuid/, checked: true }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.reload();
    await page.getByRole('checkbox', { name: /^vuid/, checked: true }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.getByText('Box in the middle').click();
    await page.getByText('Violet').click();
    const frame = page.frameLocator('iframe').last();
    await frame.locator('.banner.center').waitFor();
    const primary = frame.locator('.banner button').first();
    const colour = () => primary.evaluate((button) => getComputedStyle(button).backgroundColor);
    await expect(colour()).resolves.toBe('rgb(107, 47, 179)');
    await page.getByLabel('Language', { exact: true }).selectOption('German');
    await frame.getByText('Alle akzeptieren').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { level: 1, name: 'What does your site set?' }).waitFor();
  });

  testInDeep('find every tool in the catalogue, and are not for users without the permission', async () => {
    const { page } = await site.open('/setup');
    await page.getByLabel('Company').fill('Shop');
    await page.getByLabel('Address of the privacy policy').fill('/privacy');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const boxes = page.getByRole('checkbox');
    await boxes.nth(13).waitFor();
    for (const box of await boxes.all()) if (!(await box.isChecked())) await box.press('Space');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Publish 3 banners' }).click();
    await page.getByRole('heading', { level: 1, name: 'Put it on your site' }).waitFor();

    const { email } = await createUser(site.app, { role: ['stats:read'], signIn: false });
    const refused = await site.open('/setup', { email, password: userPassword });
    await refused.page
      .getByText('It requires the permission to change settings and publish starter banners.')
      .waitFor();
  });
});
