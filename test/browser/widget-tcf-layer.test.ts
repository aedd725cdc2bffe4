import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser';
import { createFrameworkSite, decode, type FrameworkSite, lastEvent } from '../support/framework-page';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import type { VisitorOptions } from '../support/widget-page';

describeWith('chromium', 'the layers of the TCF', () => {
  let site: FrameworkSite;
  beforeAll(async () => {
    site = await createFrameworkSite({ languageSwitch: true });
    site.setPage('/ar', {
      html: 'lang="ar"',
      script: '<script src="/svc/widget.js" data-lang="ar" async></script>',
    });
  });
  afterAll(() => site.close());

  const phone = { viewport: { width: 320, height: 640 } };

  async function open(options: VisitorOptions = {}, path = '/ads') {
    const { visit } = await site.createVisitor(options);
    const { page } = await visit(path);
    await page.locator('.banner .tcf').waitFor();
    return page;
  }
  async function openPartners(page: Page) {
    await page.getByRole('button', { name: /\(2\)$/ }).click();
    await page.locator('.group[open] .item').first().waitFor();
    return page.getByRole('dialog');
  }
  const isInView = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => {
      const { top, bottom, width } = button.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight && width > 0;
    });

  testInDeep.each<[string, VisitorOptions]>([
    ['on a phone', phone],
    ['on a wide screen in the dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
    ['with forced colours', { viewport: { width: 768, height: 1024 }, forcedColors: 'active' }],
  ])('every state is accessible %s', async (_where, options) => {
    const page = await open(options);
    expect(await accessibilityFaults(page)).toEqual([]);
    const dialog = await openPartners(page);
    const openAll = (selector: string) =>
      dialog.locator(selector).evaluateAll((nodes) => {
        for (const node of nodes) (node as HTMLDetailsElement).open = true;
      });
    await openAll('.group');
    await dialog.getByText('Match and combine data').waitFor();
    await openAll('.item details');
    await dialog.getByText('Match and combine data, described').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('on a phone, every decision is in reach beside the long texts, and nothing is cut off', async () => {
    const page = await open(phone);
    for (const name of ['Accept all', 'Reject', 'Choose']) expect(await isInView(page, name)).toBe(true);
    const words = page.locator('.banner .words');
    expect(await words.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
    // At the end of the texts, nothing is below the buttons.
    await words.evaluate((node) => node.scrollTo(0, node.scrollHeight));
    const partners = await page.getByRole('button', { name: 'Partners (2)' }).boundingBox();
    const accept = await page.getByRole('button', { name: 'Accept all' }).boundingBox();
    expect((partners?.y ?? 0) + (partners?.height ?? 0)).toBeLessThanOrEqual(accept?.y ?? 0);
    const dialog = await openPartners(page);
    for (const summary of await dialog.locator('.item summary').all()) await summary.click();
    const wide = await dialog.locator('.body').evaluate((node) => node.scrollWidth - node.clientWidth);
    expect(wide).toBe(0);
  });

  testInDeep('zoomed to 400 %, the buttons are in sight at once', async () => {
    const page = await open({ viewport: { width: 320, height: 256 } });
    for (const name of ['Accept all', 'Reject', 'Choose']) expect(await isInView(page, name)).toBe(true);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await lastEvent(page, 'useractioncomplete');
  });

  testInDeep('the link to the partners leads to their list', async () => {
    const page = await open(phone);
    const dialog = await openPartners(page);
    await page.waitForFunction(
      () => document.querySelector('svc-consent')?.shadowRoot?.activeElement?.textContent === 'Partners (2)',
    );
    const names = await dialog.locator('.group[open] h4').allTextContents();
    expect(names).toEqual(['Vendor 1', 'Vendor 3']);
    const top = await dialog.locator('.group[open]').evaluate((node) => node.getBoundingClientRect().top);
    const bodyTop = await dialog.locator('.body').evaluate((node) => node.getBoundingClientRect().top);
    expect(top - bodyTop).toBeLessThan(300);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Choose' }).click();
    await dialog.locator('.group').first().waitFor();
    expect(await dialog.locator('.group[open]').count()).toBe(0);
  });

  testInDeep('every feature is shown with the standard text of the list', async () => {
    const dialog = await openPartners(await open());
    const features = dialog.locator('.group', {
      has: dialog.page().getByRole('heading', { name: /^Features/ }),
    });
    await features.locator('summary').first().click();
    await features.locator('.item').first().waitFor();
    for (const feature of await features.locator('.item').all())
      expect(await feature.getByText('Used along with purposes.').isVisible()).toBe(true);
    expect(await dialog.getByText('Used along with purposes.').count()).toBe(
      await features.locator('.item').count(),
    );
  });

  test('a purpose is allowed by keyboard alone, and its label is part of its switch', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Choose' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.locator('.group').first().waitFor();
    const tabTo = async (text: string) => {
      const read = () =>
        page.evaluate(() => {
          const active = document.querySelector('svc-consent')?.shadowRoot?.activeElement;
          return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
        });
      for (let presses = 0; presses < 40 && (await read()) !== text; presses++)
        await page.keyboard.press('Tab');
      expect(await read()).toBe(text);
    };
    await tabTo('Purposes');
    await page.keyboard.press('Enter');
    await tabTo('Consent: Store and access information');
    await page.keyboard.press('Space');
    await dialog
      .locator('.item')
      .filter({ hasText: 'Measure advertising' })
      .getByText('Legitimate interest')
      .click();
    await tabTo('Save');
    await page.keyboard.press('Enter');
    const { tcString } = await lastEvent(page, 'useractioncomplete');
    expect(decode(tcString)).toMatchObject({ purposes: [1], legitimateInterests: [] });
  });

  testInDeep('another language keeps what the visitor has changed, and opening again does not', async () => {
    const page = await open();
    const purpose = page.locator('[data-kind="purposes"][data-id="1"]');
    const openPurposes = async () => {
      await page.locator('.group summary').first().click();
      await purpose.waitFor();
    };
    await page.getByRole('button', { name: 'Choose' }).click();
    await openPurposes();
    await purpose.check();
    await page.getByRole('combobox').selectOption('ar');
    await page.getByRole('dialog', { name: 'Ihre Auswahl' }).locator('.group').first().waitFor();
    await openPurposes();
    expect(await purpose.isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Auswählen' }).click();
    await page.locator('.preferences .group').first().waitFor();
    await openPurposes();
    expect(await purpose.isChecked()).toBe(false);
  });

  testInDeep('right to left, texts in another language stay on their side', async () => {
    const page = await open({ ...phone, reducedMotion: 'reduce' }, '/ar');
    expect(await page.locator('.frame').getAttribute('dir')).toBe('rtl');
    const dialog = await openPartners(page);
    const heading = dialog.locator('.group[open] h4').first();
    const side = await heading.evaluate((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return node.getBoundingClientRect().right - range.getBoundingClientRect().right;
    });
    expect(side).toBeLessThan(1);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  // The last one, because it publishes.
  test('a page that is open for long asks with the vendors and the list of the version that it shows', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Partners (2)' }).waitFor();
    const { request, adminBase } = site.app;
    const admin = await site.app.asAdmin();
    // The one for Europe was created first.
    const [{ id, profileJson }] = (await request.get(`${adminBase}/profiles`).set(admin)).body;
    await request
      .put(`${adminBase}/profiles/${id}`)
      .set(admin)
      .send({ profileJson: { ...profileJson, tcf: { ...profileJson.tcf, vendors: [3] } } })
      .expect(200);
    await request.post(`${adminBase}/profiles/${id}/activate`).set(admin).expect(200);
    let listVersion = 101;
    await page.route(/\/bootstrap\?/, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      await route.fulfill({ response, json: { ...json, tcf: { ...json.tcf, listVersion } } });
    });
    await page.route(/\/tcf\/list\/10[12]\//, async (route) => {
      const url = route.request().url();
      const response = await route.fetch({ url: url.replace(/\/10[12]\//, '/100/') });
      const vendorListVersion = Number(/\/(10[12])\//.exec(url)?.[1]);
      await route.fulfill({ response, json: { ...(await response.json()), vendorListVersion } });
    });
    await page.evaluate(() => {
      document.documentElement.lang = 'en-GB';
    });
    await page.getByRole('button', { name: 'Partners (1)' }).waitFor();
    const version = await page.evaluate(
      () =>
        new Promise((resolve) =>
          window.__tcfapi?.('ping', 2, (ping) => resolve((ping as { gvlVersion: number }).gvlVersion)),
        ),
    );
    expect(version).toBe(101);

    // A choice is about the list that the visitor saw, also when the page has learned of another one meanwhile.
    await page.getByRole('button', { name: 'Choose', exact: true }).click();
    await page.locator('.preferences .group').first().waitFor();
    listVersion = 102;
    const learned = page.waitForResponse(/\/bootstrap\?/);
    await page.evaluate(() => {
      document.documentElement.lang = 'en';
    });
    await (await learned).finished();
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && /\/consent/.test(request.url()),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await sent).postDataJSON()).toMatchObject({ tcf: { listVersion: 101 } });
  });
});
