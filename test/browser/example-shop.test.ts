import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { accessibilityFaults, launchBrowser } from '../support/browser';
import { describeWith } from '../support/services';
import { type ExampleProcess, ensureBuilt, startExample } from './example-process';
import { languages, newVisitor, type Region, textsOf, type Visitor } from './example-visitor';

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
    [shop, browser] = await Promise.all([startExample(directory), launchBrowser()]);
  }, 120_000);
  afterEach(() => Promise.all(visitors.splice(0).map((visitor) => visitor.leave())));
  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  async function come(options: BrowserContextOptions = {}): Promise<Visitor> {
    const visitor = await newVisitor(browser, shop.origin, options);
    visitors.push(visitor);
    return visitor;
  }

  describe.each(everywhere)('in $lang for the $region profile', ({ lang, region }) => {
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
      await page.getByRole('dialog', { name: mainBanner.heading }).waitFor();

      await press(accept);
      await banner.waitFor({ state: 'hidden' });
      expect(await visitor.record()).toMatchObject({
        consentJson: all('granted'),
        locale: lang,
        gpcDetected: false,
        source: 'banner',
      });
      expect(await visitor.calls()).toEqual(['GET 200', 'GET 200', 'POST 200', 'GET 200']);

      await visitor.reload();
      expect(await banner.isVisible()).toBe(false);
      expect(await visitor.choices()).toEqual(all('granted'));

      await page.getByRole('button', { name: preferenceModal.heading, exact: true }).click();
      await page.getByRole('dialog', { name: preferenceModal.heading }).waitFor();
      await settings.getByRole('switch', { name: preferenceModal.categories.analytics?.heading }).uncheck();
      await press(save, settings);
      await settings.waitFor({ state: 'hidden' });
      expect(await visitor.choices()).toEqual({ ...all('granted'), analytics: 'denied' });
      expect((await visitor.calls()).slice(-2)).toEqual(['PUT 200', 'GET 200']);

      await page.locator('#erase').click();
      await banner.waitFor();
      expect(await visitor.record()).toBeNull();
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('svc_vid');

      await visitor.reload();
      await press(reject);
      await banner.waitFor({ state: 'hidden' });
      expect(await visitor.choices()).toEqual(all('denied'));
      await visitor.reload();
      expect(await banner.isVisible()).toBe(false);
      expect(visitor.complaints).toEqual([]);
    });
  });

  test.each([
    { region: 'eu', lang: 'de' },
    { region: 'us', lang: 'ar' },
  ] as const)(
    'the settings of the $region profile in $lang tell each cookie and save single choices',
    async ({ region, lang }) => {
      const { mainBanner, preferenceModal } = textsOf(region, lang);
      const manage = mainBanner.buttons.at(-1)?.text;
      const save = preferenceModal.buttons[0]?.text;
      const visitor = await come();
      const { page, banner, settings } = visitor;
      await visitor.visit({ lang, region });
      await banner.getByRole('button', { name: manage, exact: true }).click();
      const switches = settings.getByRole('switch');
      expect(
        await switches.evaluateAll((nodes) => nodes.map((node) => (node as HTMLInputElement).checked)),
      ).toEqual([true, ...Array(4).fill(region === 'us')]);
      expect(await switches.first().isDisabled()).toBe(true);
      for (const summary of await settings.locator('summary').all()) await summary.click();
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
      expect(await page.locator('#film').getAttribute('data-allowed')).toBe(String(region === 'us'));
      expect(visitor.complaints).toEqual([]);
    },
  );

  test('what needs consent follows the choice: a cookie of its own and an embedded film', async () => {
    const visitor = await come();
    const { page, banner } = visitor;
    const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
    await visitor.visit({ lang: 'en', region: 'eu' });
    expect(await cookies()).toEqual([]);
    expect(await page.locator('#film').getAttribute('data-allowed')).toBe('false');
    await banner.getByRole('button', { name: 'Accept all' }).click();
    await banner.waitFor({ state: 'hidden' });
    expect((await cookies()).sort()).toEqual(['shop_language', 'svc_own', 'svc_vid']);
    expect(await page.locator('#film').getAttribute('data-allowed')).toBe('true');
    await page.locator('#erase').click();
    await banner.waitFor();
    expect(await cookies()).toEqual([]);
  });

  test('who confirms a mere notice grants nothing, and is not shown it again', async () => {
    const visitor = await come();
    const { page, banner } = visitor;
    // The example has no profile for places without a law; the page gets the European one as such.
    await page.route('**/profiles/default/*/1/en', async (route) => {
      const response = await route.fetch();
      const profile = await response.json();
      const mainBanner = {
        ...profile.mainBanner,
        buttons: [{ text: 'OK', style: 'primary', action: 'submit' }],
      };
      await route.fulfill({ response, json: { ...profile, complianceGroup: 'notice-only', mainBanner } });
    });
    await visitor.visit({ lang: 'en', region: 'eu' });
    await banner.getByRole('button', { name: 'OK', exact: true }).click();
    await banner.waitFor({ state: 'hidden' });
    expect(await visitor.choices()).toEqual({});
    await visitor.reload();
    expect(await banner.isVisible()).toBe(false);
    expect(visitor.complaints).toEqual([]);
  });

  test('a choice made under another region’s profile does not count, and is asked for again', async () => {
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
    expect(visitor.complaints).toEqual([]);
  });

  test('the keyboard alone is enough, and Escape decides nothing', async () => {
    const visitor = await come();
    const { page, banner, settings } = visitor;
    const focused = () =>
      page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.id || '');
    const tabTo = async (label: string) => {
      for (let presses = 0; presses < 40 && (await focused()) !== label; presses++)
        await page.keyboard.press('Tab');
      expect(await focused()).toBe(label);
    };
    await visitor.visit({ lang: 'en', region: 'eu' });
    await page.keyboard.press('Escape');
    expect(await banner.isVisible()).toBe(true);

    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the products');
    await tabTo('Manage choices');
    expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineWidth)).toBe(
      '3px',
    );
    await page.keyboard.press('Enter');
    await settings.waitFor();
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab');
      // Between the last and the first element the focus is on the browser itself, which is `body` to the
      // page.
      expect(
        await page.evaluate(
          () => document.activeElement?.closest('#settings, body')?.id || document.activeElement?.tagName,
        ),
      ).toMatch(/^(settings|BODY)$/);
    }
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'hidden' });
    expect(await banner.isVisible()).toBe(true);
    expect(await focused()).toBe('Manage choices');
    expect(await visitor.record()).toBeNull();

    await page.keyboard.press('Enter');
    await settings.waitFor();
    await tabTo('switch-analytics');
    await page.keyboard.press('Space');
    await tabTo('Save my choices');
    await page.keyboard.press('Enter');
    await banner.waitFor({ state: 'hidden' });
    expect(await visitor.choices()).toEqual({ ...all('denied'), analytics: 'granted' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('a visitor whose region has no profile is not asked, and nothing optional runs', async () => {
    const { page, banner } = await come({ timezoneId: 'Asia/Tokyo' });
    await page.goto(`${shop.origin}/?lang=en&region=mine`);
    await page.getByText('No profile is active for the group “notice-opt-out”').waitFor();
    expect(await banner.isVisible()).toBe(false);
    expect(await page.locator('#settings-link').isVisible()).toBe(false);
    expect(await page.locator('#film').getAttribute('data-allowed')).toBe('false');
  });

  test('a choice that cannot be saved is told so, and asked for again', async () => {
    const visitor = await come();
    const { page, banner } = visitor;
    await visitor.visit({ lang: 'en', region: 'eu' });
    await page.route('**/svc/api/v1/consent', (route) => route.abort());
    await banner.getByRole('button', { name: 'Reject all' }).click();
    await page.getByText('That did not work. Please try again.').waitFor();
    expect(await banner.isVisible()).toBe(true);
    await page.unroute('**/svc/api/v1/consent');
    await banner.getByRole('button', { name: 'Reject all' }).click();
    await banner.waitFor({ state: 'hidden' });
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

    test.each(['header', 'property', 'both'] as const)(
      'by %s: the US profile says that it is honoured, and sharing stays off',
      async (kind) => {
        const visitor = await comeWithSignal(kind);
        await visitor.visit({ lang: 'en', region: 'us' });
        await visitor.page.getByRole('dialog', { name: texts.gpcBanner?.heading }).waitFor();
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

    test('"accept all" does not override it, a switch of its own does, after the conflict is explained', async () => {
      const visitor = await comeWithSignal('both');
      const { banner, settings } = visitor;
      await visitor.visit({ lang: 'en', region: 'us' });
      await banner.getByRole('button', { name: 'Manage choices' }).click();
      expect(await settings.locator('#settings-signal').textContent()).toContain('Global Privacy Control');
      await settings.getByRole('button', { name: 'Accept all' }).click();
      await banner.waitFor({ state: 'hidden' });
      expect(await visitor.record()).toMatchObject({
        consentJson: { ...all('denied'), preferences: 'granted' },
      });
      expect(await visitor.record()).not.toHaveProperty('gpcOverride');

      await visitor.page.locator('#settings-link').click();
      await settings.getByRole('switch', { name: 'Videos' }).check();
      await settings.getByRole('button', { name: 'Save my choices' }).click();
      await settings.waitFor({ state: 'hidden' });
      const chosen = { ...all('denied'), preferences: 'granted', media: 'granted' };
      expect(await visitor.record()).toMatchObject({
        consentJson: chosen,
        effectiveConsent: chosen,
        gpcOverride: true,
      });
      expect(await visitor.page.locator('#film').getAttribute('data-allowed')).toBe('true');
      await visitor.reload();
      expect(await banner.isVisible()).toBe(false);
      expect(await visitor.page.locator('#film').getAttribute('data-allowed')).toBe('true');
    });

    test.each(['header', 'property'] as const)(
      'by %s, on a later visit, turns off what was accepted without it, and the page says so',
      async (kind) => {
        const visitor = await come();
        const { page, banner } = visitor;
        await visitor.visit({ lang: 'en', region: 'us' });
        await banner.getByRole('button', { name: 'Accept all' }).click();
        await banner.waitFor({ state: 'hidden' });
        expect(await page.locator('#film').getAttribute('data-allowed')).toBe('true');

        if (kind === 'header') await page.setExtraHTTPHeaders({ 'Sec-GPC': '1' });
        else
          await page.addInitScript(() =>
            Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
          );
        await visitor.reload();
        await page.getByRole('dialog', { name: texts.gpcBanner?.heading }).waitFor();
        const inForce = await page
          .locator('#in-force li')
          .evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.state));
        expect(inForce).toEqual(['granted', 'granted', 'denied', 'denied', 'denied']);
        expect(await page.locator('#film').getAttribute('data-allowed')).toBe('false');

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
      await visitor.page.getByRole('dialog', { name: textsOf('eu', 'en').mainBanner.heading }).waitFor();
      expect(await visitor.settings.locator('#settings-signal').isVisible()).toBe(false);
    });
  });

  test('markup that runs something does nothing, even if a server sent it', async () => {
    const visitor = await come();
    const { page, banner } = visitor;
    let alarms = 0;
    await page.exposeFunction('alarm', () => alarms++);
    const hostile = [
      '<img src=x onerror=alarm()>',
      '<script>alarm()</script>',
      '<svg onload=alarm()><a href="javascript:alarm()"><text>x</text></a></svg>',
      '<a id="trap" href=" java\tscript:alarm()" onclick=alarm() onmouseover=alarm()>click</a>',
      '<iframe srcdoc="<script>parent.alarm()</script>"></iframe>',
      '<p style="position:fixed" onclick=alarm()>text</p><math><mi xlink:href="javascript:alarm()">m</mi></math>',
      '<a data-consent-open href="/privacy">settings</a>',
    ].join('');
    await page.route('**/profiles/default/**', async (route) => {
      const response = await route.fetch();
      const profile = await response.json();
      profile.mainBanner.htmlText += hostile;
      await route.fulfill({ response, json: profile });
    });
    await visitor.visit({ lang: 'en', region: 'eu' });
    await banner.getByText('click', { exact: true }).click();
    await banner.getByText('text', { exact: true }).click();
    const markup = await banner.locator('#banner-text').innerHTML();
    expect(markup).not.toMatch(/<(img|script|svg|iframe|math)|javascript|style=|\son\w+=/i);
    await banner.getByText('settings', { exact: true }).click();
    await visitor.settings.waitFor();
    expect(alarms).toBe(0);
  });

  describe.each([
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
  ])('on a $device', ({ viewport, looks }) => {
    test.each([...looks])(
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
        for (const summary of await settings.locator('summary').all()) await summary.click();
        await check();
        await settings.locator('#settings-buttons button').first().click();
        await banner.waitFor({ state: 'hidden' });
        await check();
        await page.goto(`${shop.origin}/privacy?lang=${lang}`);
        await check();
        expect(visitor.complaints).toEqual([]);
      },
    );
  });
});
