import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createTemplate } from '../support/templates';
import { createWidgetSite, type VisitorOptions, type WidgetSite } from '../support/widget-page';

const sentence =
  'Shop Ltd and 2 partners use cookies to measure visits and to show advertising that suits you. ';
const long = `<p>${sentence.repeat(8)}<a href="/privacy">Policy</a></p>`;
const phone = { viewport: { width: 375, height: 667 } };

describeWith('chromium', 'The look of the widget', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
    const { mainBanner, preferenceModal } = profileJson();
    const { categories = {} } = preferenceModal ?? {};
    const { id } = await createTemplate(site.app, 'ui-templates', {
      name: 'Look',
      theme: { font: 'inherit', buttonRadius: 4 },
      mainBanner: { showClose: true },
    });
    await createActiveProfile(site.app, {
      profileJson: profileJson({
        uiTemplateId: id,
        mainBanner: { ...mainBanner, position: 'bottom-left', htmlText: long },
        preferenceModal: {
          ...preferenceModal,
          categories: { ...categories, marketing: { ...categories.marketing, order: 1 } },
          buttons: [
            { text: 'Accept all', style: 'primary', action: 'custom', cookies: '*' },
            { text: 'Reject all', style: 'primary', action: 'custom', cookies: '!' },
            { text: 'Save my choices', style: 'primary', action: 'submit' },
          ],
        },
      }),
      localeContent: {
        de: germanContent({
          mainBanner: {
            heading: 'Ihre Daten, Ihre Entscheidung',
            htmlText: long,
            buttons: [{ text: 'Alle akzeptieren' }, { text: 'Alle ablehnen' }, { text: 'Auswählen' }],
          },
          preferenceModal: {
            heading: 'Ihre Auswahl',
            categories: {
              necessary: { heading: 'Notwendig' },
              analytics: { heading: 'Statistik' },
              marketing: { heading: 'Werbung' },
            },
            buttons: [
              { text: 'Alle akzeptieren' },
              { text: 'Alle ablehnen' },
              { text: 'Meine Auswahl speichern' },
            ],
          },
        }),
      },
    });
    site.setPage('/', { head: '<style>body{font-family:Georgia}</style>' });
    site.setPage('/de', { html: 'lang="de"' });
    site.setPage('/own', {
      head: '<style>svc-consent{--svc-primary:#7a1f5c;--svc-buttonHeight:56px;--svc-width:500px;--svc-edge:40px}</style>',
    });
  });
  afterAll(() => site.close());

  async function open(options: VisitorOptions = {}, path = '/') {
    const { visit } = await site.createVisitor({ reducedMotion: 'reduce', ...options });
    const { page } = await visit(path);
    await page.locator('.banner').waitFor();
    return page;
  }
  const boxOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).boundingBox();
    if (box === null) throw new Error(`${selector} is not shown`);
    return box;
  };
  /** Size, colours, font and corners of a button. */
  const dressOf = (page: Page, selector: string) =>
    page.locator(selector).evaluate((node) => {
      const { width, height, top } = node.getBoundingClientRect();
      const { backgroundColor, color, font, borderRadius } = getComputedStyle(node);
      return { width: Math.round(width), height, top, backgroundColor, color, font, borderRadius };
    });

  testInDeep.each(['/', '/de'])(
    'a long text takes 45 % of a phone on %s, scrolls to its end under buttons that stay, and these are equal',
    async (path) => {
      const page = await open(phone, path);
      const banner = await boxOf(page, '.banner');
      expect(banner.height).toBeLessThanOrEqual(667 * 0.45 + 1);
      const manage = await boxOf(page, '.banner [name="manage"]');
      expect(manage.y + manage.height).toBeLessThan(banner.y + banner.height);
      expect(await dressOf(page, '.banner [name="accept"]')).toEqual(
        await dressOf(page, '.banner [name="refuse"]'),
      );
      const words = page.locator('.words');
      expect(await words.evaluate((node) => node.scrollHeight > node.clientHeight * 1.5)).toBe(true);
      const link = page.getByRole('link', { name: 'Policy' });
      await link.scrollIntoViewIfNeeded();
      await link.click({ trial: true });
      const { y, height } = await boxOf(page, '.words a');
      expect(y + height).toBeLessThan((await boxOf(page, '.buttons')).y);
      expect(await accessibilityFaults(page)).toEqual([]);
    },
  );

  test.each(
    pickSome(
      [
        ['on a phone', phone],
        ['on a wide screen', {}],
        ['in a bar', { viewport: { width: 800, height: 600 } }],
      ],
      1,
    ),
  )('nothing lies over the end of the text, long or short, %s', async (where, options) => {
    const page = await open(options);
    if (where === 'in a bar') await page.locator('.banner').evaluate((node) => node.classList.add('bottom'));
    for (const text of [sentence.repeat(9), sentence]) {
      const room = await page.locator('.words').evaluate((words, end) => {
        const last = words.querySelector('.text') as HTMLElement;
        last.textContent = end;
        words.scrollTo(0, words.scrollHeight);
        const fade = Number.parseFloat(getComputedStyle(words, '::after').height);
        return words.getBoundingClientRect().bottom - fade - last.getBoundingClientRect().bottom;
      }, text);
      expect(Math.abs(room)).toBeLessThan(1);
    }
  });

  test.each(pickSome([900, 1280, 1600], 1))(
    'the button that closes a bar lies over no other, %s px wide',
    async (width) => {
      const page = await open({ viewport: { width, height: 700 } });
      await page.locator('.banner').evaluate((node) => node.classList.replace('bottom-left', 'bottom'));
      const [close, last] = [
        await boxOf(page, '.banner .close'),
        await boxOf(page, '.banner [name="manage"]'),
      ];
      expect(last.x + last.width).toBeLessThanOrEqual(close.x);
    },
  );

  testInDeep('variables of the page’s own design do not reach it', async () => {
    const names = ['background', 'text', 'primary', 'onPrimary', 'secondary', 'line', 'radius', 'font'];
    const own = names.flatMap((name) => [`--t-${name}:red`, `--d-${name}:red`, `--${name}:red`]);
    site.setPage('/variables', {
      head: `<style>:root{--overlay:red;--bg:red;--fg:red;--pad:90px;--space:90px;${own.join(';')}}</style>`,
    });
    const look = async (path: string) => {
      const page = await open({ colorScheme: 'dark' }, path);
      await page.locator('[name="manage"]').click();
      const dialog = page.locator('.preferences');
      await dialog.waitFor();
      return dialog.evaluate((node) => {
        const { backgroundColor, color, borderRadius, padding } = getComputedStyle(node);
        const backdrop = getComputedStyle(node, '::backdrop').backgroundColor;
        return { backgroundColor, color, borderRadius, padding, backdrop };
      });
    };
    const plain = await look('/de');
    expect(plain.backdrop).toBe('rgba(0, 0, 0, 0.4)');
    expect(await look('/variables')).toEqual(plain);
  });

  test.each(
    pickSome(
      [
        ['/', phone, 112],
        ['/de', phone, 112],
        ['/', {}, 72],
      ],
      1,
    ),
  )('preferences have one action that stands out, on %s, and none wraps', async (path, options, foot) => {
    const page = await open(options, path);
    await page.locator('[name="manage"]').click();
    const [accept, refuse, save] = await Promise.all(
      ['accept', 'refuse', 'save'].map((name) => dressOf(page, `.preferences [name="${name}"]`)),
    );
    expect(accept).toEqual(refuse);
    expect(save?.backgroundColor).not.toBe(accept?.backgroundColor);
    expect(save?.height).toBeLessThanOrEqual(44);
    const buttons = await boxOf(page, '.preferences .buttons');
    expect(buttons.height).toBeLessThanOrEqual(foot);
    // Every category is one closed row, with its count.
    expect(await page.locator('.panel:visible').count()).toBe(0);
    expect(await page.locator('.category .count').allTextContents()).toHaveLength(3);
    // Those without a place come last.
    expect(
      await page.locator('.category').evaluateAll((rows) => rows.map((row) => row.dataset.category)),
    ).toEqual(['marketing', 'necessary', 'analytics']);
  });

  test('keeps off the notch of a phone on its side', async () => {
    const page = await open({ viewport: { width: 667, height: 375 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', {
      insets: { left: 47, right: 47, bottom: 21 },
    });
    await page.waitForFunction(
      () =>
        document.querySelector('svc-consent')?.shadowRoot?.querySelector('.banner')?.getBoundingClientRect()
          .left === 47,
    );
  });

  test('has the font of the page and the corners of its theme, and what the page’s variables say', async () => {
    const page = await open();
    expect(await dressOf(page, '.banner [name="accept"]')).toMatchObject({
      font: expect.stringContaining('Georgia'),
      borderRadius: '4px',
    });
    const own = await open({}, '/own');
    expect(await dressOf(own, '.banner [name="accept"]')).toMatchObject({
      backgroundColor: 'rgb(122, 31, 92)',
      height: 56,
    });
    expect(await boxOf(own, '.banner')).toMatchObject({ x: 40, width: 500 });
  });

  testInDeep(
    'leaves with a transition, in which nothing can be used, and at once for those who want no motion',
    async () => {
      const page = await open({ reducedMotion: 'no-preference' });
      await page.locator('svc-consent').evaluate((host) => host.style.setProperty('--svc-duration', '60s'));
      await page.locator('.banner [name="refuse"]').click();
      await page.locator('.banner.leaving[inert]').waitFor();
      expect(await page.evaluate(() => window.expressConsent?.states.marketing)).toBe('denied');
      await page.evaluate(() => {
        for (const animation of document.querySelector('svc-consent')?.shadowRoot?.getAnimations() ?? [])
          animation.finish();
      });
      await page.locator('.banner').waitFor({ state: 'detached' });

      const still = await open();
      await still.evaluate(() => {
        const banner = document.querySelector('svc-consent')?.shadowRoot?.querySelector('.banner');
        banner?.querySelector<HTMLElement>('[name="refuse"]')?.click();
        return new Promise((resolve) => setTimeout(resolve));
      });
      expect(await still.locator('.banner').count()).toBe(0);
    },
  );
});
