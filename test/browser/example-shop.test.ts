import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityFaults, closeBrowser, openBrowser } from '../support/browser';
import { ensureBuilt } from '../support/built-package';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { type ExampleProcess, startExample } from './example-process';
import { languages, newVisitor, type Region, textsOf, type Visitor } from './example-visitor';

/** The embedded film, rather than its placeholder. */
const film = (page: Page) => page.locator('svc-embed iframe[src]');

const optional = (state: string) => ({
  preferences: state,
  analytics: state,
  media: state,
  marketing: state,
});
const all = (state: string) => ({ necessary: 'granted', ...optional(state) });
const regions: readonly Region[] = ['eu', 'us'];
/**
 * Each language once, each region more than once: what differs by language and by region does not differ by
 * both.
 */
const everywhere = languages.map((lang, index) => ({
  lang,
  region: regions[index % regions.length] as Region,
}));

describeWith('chromium', 'The example shop in a browser', () => {
  let directory: string;
  let shop: ExampleProcess;
  let browser: Browser;
  const visitors: Visitor[] = [];

  beforeAll(async () => {
    await ensureBuilt();
    directory = await mkdtemp(join(tmpdir(), 'ec_example_'));
    [shop, browser] = await Promise.all([startExample(directory), openBrowser()]);
  }, 300_000);
  afterEach(() => Promise.all(visitors.splice(0).map((visitor) => visitor.leave())));
  afterAll(async () => {
    if (browser) await closeBrowser(browser);
    await shop?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  async function come(options: BrowserContextOptions = {}): Promise<Visitor> {
    const visitor = await newVisitor(browser, shop.origin, options);
    visitors.push(visitor);
    return visitor;
  }

  describe.each(pickSome(everywhere, 1))('in $lang for the $region profile', ({ lang, region }) => {
    const { mainBanner, preferenceModal } = textsOf(region, lang);
    const [accept, reject] = mainBanner.buttons.map(({ text }) => text);
    const [save] = preferenceModal.buttons.map(({ text }) => text);

    test('a visitor accepts, is not asked again, changes one choice, erases everything, is asked again and rejects', async () => {
      const visitor = await come();
      const { page, banner, settings } = visitor;
      const press = (label: string | undefined, within = banner) =>
        within.getByRole('button', { name: label, exact: true }).click();
      await visitor.visit({ lang, region });
      expect(await page.locator('html').getAttribute('lang')).toBe(lang);
      expect(await page.locator('html').getAttribute('dir')).toBe(lang === 'ar' ? 'rtl' : 'ltr');
      await page.getByRole('region', { name: mainBanner.heading }).waitFor();
      await until(async () => (await visitor.calls()).length > 2, 'the impression in the list');

      await press(accept);
      await banner.waitFor({ state: 'hidden' });
      expect(await visitor.record()).toMatchObject({
        consentJson: all('granted'),
        locale: lang,
        gpcDetected: false,
        source: 'banner',
      });
      await until(async () => (await visitor.calls()).length > 3, 'the last request in the list');
      expect(await visitor.calls()).toEqual([
        '/svc/widget.js 200',
        '/svc/api/v1/bootstrap 200',
        '/svc/api/v1/impressions 200',
        '/svc/api/v1/consent 200',
      ]);

      await visitor.reload();
      expect(await banner.isVisible()).toBe(false);
      expect(await visitor.choices()).toEqual(all('granted'));
      await until(async () => (await visitor.calls()).length > 0, 'a request in the list');
      expect(await visitor.calls()).toEqual(['/svc/widget.js 200']);

      await page.locator('#choices').click();
      await page.getByRole('dialog', { name: preferenceModal.heading }).waitFor();
      await settings.getByRole('switch', { name: preferenceModal.categories.analytics?.heading }).uncheck();
      await press(save, settings);
      await settings.waitFor({ state: 'hidden' });
      expect(await visitor.choices()).toEqual({ ...all('granted'), analytics: 'denied' });
      await page.locator('#erase').click();
      await banner.waitFor();
      expect(await visitor.record()).toBeNull();
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('svc_vid');
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('svc_choice');

      await visitor.reload();
      await press(reject);
      await banner.waitFor({ state: 'hidden' });
      expect(await visitor.choices()).toEqual(all('denied'));
      await visitor.reload();
      expect(await banner.isVisible()).toBe(false);
      expect(visitor.complaints).toEqual([]);
    });
  });

  test.each(
    pickSome(
      [
        { region: 'eu', lang: 'de' },
        { region: 'us', lang: 'ar' },
      ] as const,
      1,
    ),
  )(
    'the settings of the $region profile in $lang tell each cookie and save single choices',
    async ({ region, lang }) => {
      const { mainBanner, preferenceModal } = textsOf(region, lang);
      const manage = mainBanner.buttons.at(-1)?.text;
      const save = preferenceModal.buttons[0]?.text;
      const visitor = await come();
      const { page, banner, settings } = visitor;
      await visitor.visit({ lang, region });
      await banner.getByRole('button', { name: manage, exact: true }).click();
      await settings.waitFor();
      const switches = settings.getByRole('switch');
      expect(
        await switches.evaluateAll((nodes) => nodes.map((node) => (node as HTMLInputElement).checked)),
      ).toEqual(Array(4).fill(region === 'us'));
      for (const opener of await settings.locator('.opener').all()) await opener.click();
      await settings.locator('.category:last-child .cookies code').first().waitFor();
      const cookies = await settings.locator('.cookies code').allTextContents();
      expect(cookies).toEqual(
        expect.arrayContaining([
          'svc_vid',
          'svc_own',
          '_ga',
          '_ga_*',
          '_hjSession_*',
          '_hjSessionUser_*',
          'VISITOR_INFO1_LIVE',
          'YSC',
          'PREF',
          '_fbp',
          '_fbc',
        ]),
      );

      await settings
        .getByRole('switch', { name: preferenceModal.categories.analytics?.heading })
        .setChecked(true);
      await settings
        .getByRole('switch', { name: preferenceModal.categories.marketing?.heading })
        .setChecked(false);
      await settings.getByRole('button', { name: save, exact: true }).click();
      await banner.waitFor({ state: 'hidden' });
      const untouched = region === 'us' ? 'granted' : 'denied';
      expect(await visitor.choices()).toEqual({
        ...all(untouched),
        analytics: 'granted',
        marketing: 'denied',
      });
      if (region === 'us') await film(page).waitFor();
      else expect(await film(page).count()).toBe(0);
      expect(visitor.complaints).toEqual([]);
    },
  );

  testInDeep('the site’s own cookie and the embedded film follow the choice', async () => {
    const visitor = await come();
    const { page, banner } = visitor;
    const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
    await visitor.visit({ lang: 'en', region: 'eu' });
    expect(await cookies()).toEqual(['shop_region']);
    expect(await page.locator('html').getAttribute('data-measured')).toBeNull();
    expect(await film(page).count()).toBe(0);
    await banner.getByRole('button', { name: 'Accept all' }).click();
    await banner.waitFor({ state: 'hidden' });
    expect(await visitor.choices()).toEqual(all('granted'));
    expect((await cookies()).sort()).toEqual([
      'shop_language',
      'shop_region',
      'svc_choice',
      'svc_own',
      'svc_vid',
    ]);
    expect(await page.locator('html').getAttribute('data-measured')).toBe('true');
    await film(page).waitFor();
    await page.locator('#erase').click();
    await banner.waitFor();
    expect(await cookies()).toEqual(['shop_region']);
  });

  testInDeep(
    'a choice made under another region’s profile does not apply, and the visitor is asked again',
    async () => {
      const visitor = await come();
      await visitor.visit({ lang: 'en', region: 'eu' });
      await visitor.banner.getByRole('button', { name: 'Accept all' }).click();
      await visitor.banner.waitFor({ state: 'hidden' });
      const european = await visitor.record();
      await visitor.page.getByRole('radio', { name: 'USA' }).check();
      await visitor.page.waitForURL(/region=us/);
      await visitor.banner.waitFor();
      await visitor.banner.getByRole('button', { name: 'Reject all' }).click();
      await visitor.banner.waitFor({ state: 'hidden' });
      expect(await visitor.record()).toMatchObject({
        visitorId: european?.visitorId,
        consentJson: all('denied'),
      });
      expect((await visitor.record())?.profileId).not.toBe(european?.profileId);
      // The control leaves the page at once, while it may still load.
      expect(visitor.complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
    },
  );

  testInDeep('the banner can be used by keyboard alone, and Escape decides nothing', async () => {
    const visitor = await come();
    const { page, banner, settings } = visitor;
    /** The text or the id of the focused element, also inside the widget. */
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        const element = activeElement?.shadowRoot?.activeElement ?? activeElement;
        return element?.textContent?.trim() || element?.id || '';
      });
    const tabTo = async (label: string) => {
      for (let presses = 0; presses < 40 && (await focused()) !== label; presses++)
        await page.keyboard.press('Tab');
      expect(await focused()).toBe(label);
    };
    await visitor.visit({ lang: 'en', region: 'eu' });
    await page.keyboard.press('Escape');
    expect(await banner.isVisible()).toBe(true);

    // The banner is first in the page, so that nobody has to look for it.
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('privacy policy');
    await tabTo('Skip to the products');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Manage choices');
    await page.keyboard.press('Enter');
    await settings.waitFor();
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab');
      // Between the last and the first element the focus is on the browser itself, which is `body` to the page.
      const isOutside = await page.evaluate(() => {
        const inside = document.activeElement?.shadowRoot?.activeElement;
        return document.activeElement !== document.body && !inside?.closest('[part~=preferences]');
      });
      expect(isOutside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'hidden' });
    expect(await banner.isVisible()).toBe(true);
    expect(await focused()).toBe('Manage choices');
    expect(await visitor.record()).toBeNull();

    await page.keyboard.press('Enter');
    await settings.waitFor();
    await settings.getByRole('switch', { name: 'Statistics' }).focus();
    await page.keyboard.press('Space');
    await tabTo('Save my choices');
    await page.keyboard.press('Enter');
    await banner.waitFor({ state: 'hidden' });
    expect(await visitor.choices()).toEqual({ ...all('denied'), analytics: 'granted' });
  });

  test('a visitor whose region has no profile is not asked, and has what the local law allows', async () => {
    const { page, banner } = await come({ timezoneId: 'Asia/Tokyo' });
    await page.goto(`${shop.origin}/?lang=en&region=mine`);
    // Japan does not ask first.
    await film(page).waitFor();
    expect(await banner.isVisible()).toBe(false);
  });

  testInDeep('a choice that cannot be sent holds, and is sent on the next visit', async () => {
    const visitor = await come();
    const { page, banner } = visitor;
    await visitor.visit({ lang: 'en', region: 'eu' });
    await page.route('**/svc/api/v1/consent', (route) => route.abort());
    await banner.getByRole('button', { name: 'Reject all' }).click();
    await banner.waitFor({ state: 'hidden' });
    expect(await page.locator('#record').isVisible()).toBe(false);
    await page.unroute('**/svc/api/v1/consent');
    await visitor.reload();
    expect(await banner.isVisible()).toBe(false);
    expect(await visitor.choices()).toEqual(all('denied'));
  });

  describe('with a Global Privacy Control signal', () => {
    const texts = textsOf('us', 'en');
    const header = { extraHTTPHeaders: { 'Sec-GPC': '1' } };

    async function comeWithSignal(kind: 'header' | 'property' | 'both'): Promise<Visitor> {
      const visitor = await come(kind === 'property' ? {} : header);
      if (kind !== 'header')
        await visitor.page.addInitScript(() =>
          Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
        );
      return visitor;
    }

    test('the shop states that it abides by it', async () => {
      const answer = await fetch(`${shop.origin}/.well-known/gpc.json`);
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ gpc: true })]);
    });

    test.each(pickSome(['header', 'property', 'both'] as const, 1))(
      'by %s: the US profile says that it is honoured, and sharing stays off',
      async (kind) => {
        const visitor = await comeWithSignal(kind);
        await visitor.visit({ lang: 'en', region: 'us' });
        await visitor.page.getByRole('region', { name: texts.gpcBanner?.heading }).waitFor();
        const inForce = await visitor.page
          .locator('#in-force li')
          .evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.state));
        expect(inForce).toEqual(['granted', 'granted', 'denied', 'denied', 'denied']);
        await visitor.banner.getByRole('button', { name: texts.gpcBanner?.buttons[0]?.text }).click();
        await visitor.banner.waitFor({ state: 'hidden' });
        expect(await visitor.record()).toMatchObject({
          gpcDetected: true,
          consentJson: { ...all('denied'), preferences: 'granted' },
        });
        expect(visitor.complaints).toEqual([]);
      },
    );

    test('"accept all" does not override it; a separate switch does, after explaining the conflict', async () => {
      const visitor = await comeWithSignal('both');
      const { banner, settings } = visitor;
      await visitor.visit({ lang: 'en', region: 'us' });
      await banner.getByRole('button', { name: 'Manage choices' }).click();
      expect(await settings.locator('[part~=note]').textContent()).toContain('Global Privacy Control');
      await settings.getByRole('button', { name: 'Accept all' }).click();
      await banner.waitFor({ state: 'hidden' });
      expect(await visitor.record()).toMatchObject({
        consentJson: { ...all('denied'), preferences: 'granted' },
      });
      expect(await visitor.record()).not.toHaveProperty('gpcOverride');

      await visitor.page.locator('#choices').click();
      await settings.getByRole('switch', { name: 'Videos' }).check();
      await settings.getByRole('button', { name: 'Save my choices' }).click();
      await visitor.page.getByRole('button', { name: 'Allow anyway' }).click();
      await settings.waitFor({ state: 'hidden' });
      const chosen = { ...all('denied'), preferences: 'granted', media: 'granted' };
      expect(await visitor.record()).toMatchObject({
        consentJson: chosen,
        effectiveConsent: chosen,
        gpcOverride: true,
      });
      await film(visitor.page).waitFor();
      await visitor.reload();
      expect(await banner.isVisible()).toBe(false);
      await film(visitor.page).waitFor();
    });

    testInDeep.each(['header', 'property'] as const)(
      'by %s, on a later visit, turns off what was accepted without it, and the page says so',
      async (kind) => {
        const visitor = await come();
        const { page, banner } = visitor;
        await visitor.visit({ lang: 'en', region: 'us' });
        await banner.getByRole('button', { name: 'Accept all' }).click();
        await banner.waitFor({ state: 'hidden' });
        await film(page).waitFor();

        if (kind === 'header') await page.setExtraHTTPHeaders({ 'Sec-GPC': '1' });
        else
          await page.addInitScript(() =>
            Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
          );
        await visitor.reload();
        await page.getByRole('region', { name: texts.gpcBanner?.heading }).waitFor();
        const inForce = await page
          .locator('#in-force li')
          .evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.state));
        expect(inForce).toEqual(['granted', 'granted', 'denied', 'denied', 'denied']);
        expect(await film(page).count()).toBe(0);

        await banner.getByRole('button', { name: texts.gpcBanner?.buttons[0]?.text }).click();
        await banner.waitFor({ state: 'hidden' });
        expect(await visitor.record()).toMatchObject({
          gpcDetected: true,
          effectiveConsent: { ...all('denied'), preferences: 'granted' },
        });
        await visitor.reload();
        expect(await banner.isVisible()).toBe(false);
        expect(visitor.complaints).toEqual([]);
      },
    );

    test('the EU profile, where nothing is on before a choice, shows its ordinary banner', async () => {
      const visitor = await comeWithSignal('both');
      await visitor.visit({ lang: 'en', region: 'eu' });
      await visitor.page.getByRole('region', { name: textsOf('eu', 'en').mainBanner.heading }).waitFor();
      expect(await visitor.settings.locator('[part~=note]').isVisible()).toBe(false);
    });
  });

  describe.each(
    pickSome(
      [
        {
          device: 'phone',
          viewport: { width: 390, height: 844 },
          looks: [
            { colorScheme: 'dark', lang: 'ar', region: 'eu' },
            { colorScheme: 'light', lang: 'fr', region: 'us' },
          ] as const,
        },
        {
          device: 'desktop',
          viewport: { width: 1280, height: 850 },
          looks: [
            { colorScheme: 'light', lang: 'en', region: 'eu' },
            { colorScheme: 'dark', lang: 'de', region: 'us' },
          ] as const,
        },
      ],
      1,
    ),
  )('on a $device', ({ viewport, looks }) => {
    testInDeep.each([...looks])(
      '$colorScheme, $lang, $region: axe finds nothing, and nothing sticks out sideways',
      async ({ colorScheme, lang, region }) => {
        const visitor = await come({ viewport, colorScheme });
        const { page, banner, settings } = visitor;
        const check = async () => {
          expect(await accessibilityFaults(page)).toEqual([]);
          expect(
            await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
          ).toBe(0);
        };
        await visitor.visit({ lang, region });
        await check();
        await banner.locator('button').last().click();
        await settings.waitFor();
        for (const opener of await settings.locator('.opener').all()) await opener.click();
        await check();
        await settings.locator('.foot button').first().click();
        await banner.waitFor({ state: 'hidden' });
        await check();
        await page.goto(`${shop.origin}/privacy?lang=${lang}`);
        await check();
        expect(visitor.complaints).toEqual([]);
      },
    );
  });
});
