import type { Page } from 'playwright-core';
import { createActiveProfile, germanContent, profileJson, serviceProfileJson } from '../support/profiles';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createTemplate } from '../support/templates';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type VisitorOptions, type WidgetSite } from '../support/widget-page';

const phone = { viewport: { width: 375, height: 667 } };
const links = Array.from({ length: 60 }, (_, index) => `<p><a href="#${index}">Bowl ${index}</a></p>`);

/** Visitors who use the keyboard, and pages that have shortcuts of their own. */
describeWith('chromium', 'The widget by keyboard', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
    site.setPage('/', { body: `<h1>Shop</h1>${links.join('')}` });
  });
  afterEach(() => site.fail());
  afterAll(() => site.close());

  async function open(options: VisitorOptions = {}) {
    const { visit, context } = await site.createVisitor({ reducedMotion: 'reduce', ...options });
    const { page, complaints } = await visit();
    await page.locator('.banner, dialog').first().waitFor();
    return { page, context, complaints };
  }
  /** Returns the name of the widget's element that has the focus. */
  const focused = (page: Page) =>
    page.evaluate(() => {
      const node = document.querySelector('svc-consent')?.shadowRoot?.activeElement;
      return node?.getAttribute('aria-label') ?? node?.textContent;
    });
  const hasRing = (page: Page) =>
    page.evaluate(() => {
      const node = document.querySelector('svc-consent')?.shadowRoot?.activeElement;
      return node && getComputedStyle(node).outlineStyle !== 'none';
    });

  describe('in a dialog that opens by itself', () => {
    const modal = async (other: Parameters<typeof profileJson>[0]) => {
      const { id } = await createTemplate(site.app, 'ui-templates', {
        name: `Modal ${Math.random()}`,
        mainBanner: { overlayOpacity: 0.5 },
      });
      const buttons = profileJson().mainBanner?.buttons ?? [];
      const mainBanner = { heading: 'Your privacy', htmlText: '<p>Text</p>', buttons };
      await createActiveProfile(site.app, {
        profileJson: profileJson({ uiTemplateId: id, mainBanner, ...other } as never),
        localeContent: {},
      });
    };

    test('begins at the text, and no key that was meant for the page is an answer', async () => {
      await modal({ ageGate: { minimumAge: 16, ask: 'yesNo' } });
      const { page } = await open();
      const question = page.getByRole('dialog', { name: 'Are you 16 or older?' });
      expect([await focused(page), await hasRing(page)]).toEqual(['Are you 16 or older?', false]);
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      // As after a page that comes in place of this one.
      await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
      await page.waitForFunction(
        () => document.querySelector('svc-consent')?.shadowRoot?.activeElement?.className === 'ask',
      );
      await page.keyboard.press('Enter');
      expect(await question.count()).toBe(1);
      await page.keyboard.press('Tab');
      expect([await focused(page), await hasRing(page)]).toEqual(['Yes', true]);
      await page.keyboard.press('Enter');

      const banner = page.getByRole('dialog', { name: 'Your privacy' });
      await banner.waitFor();
      expect([await focused(page), await hasRing(page)]).toEqual(['Your privacy', false]);
      await page.keyboard.press('Enter');
      expect(await banner.count()).toBe(1);
      await page.keyboard.press('Tab');
      expect([await focused(page), await hasRing(page)]).toEqual(['Accept all', true]);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      expect(await banner.count()).toBe(1);
    });

    test('begins at the texts before a question', async () => {
      await modal({ ageGate: { minimumAge: 16, ask: 'birthYear', text: 'Hello' } });
      const { page } = await open();
      expect(await focused(page)).toBe('Hello');
    });

    test('begins at a first layer without a heading, which also says what could not be saved', async () => {
      const { buttons } = profileJson().mainBanner as { buttons: never };
      await modal({ mainBanner: { htmlText: '<p>Text</p>', buttons } });
      site.fail(({ path }) => (path.includes('decide.js') ? 503 : undefined));
      const { page } = await open();
      expect(await focused(page)).toBe('Text');
      await page.getByRole('button', { name: 'Reject' }).click();
      await page.getByText('Your choice could not be saved.').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      site.fail();
      await page.getByRole('button', { name: 'Reject' }).click();
      await page
        .locator('.frame > .status', { hasText: 'Your choice has been saved.' })
        .waitFor({ state: 'attached' });
    });
  });

  describe('in a page that a banner covers in part', () => {
    /** Whether each link is seen that the Tab key reaches after the banner, until the end of the window and back. */
    async function countHidden(page: Page): Promise<number> {
      let hidden = 0;
      const look = async (key: string, times: number) => {
        for (let press = 0; press < times; press++) {
          await page.keyboard.press(key);
          hidden += await page.evaluate(() => {
            const { left, top, bottom, width, height } = (
              document.activeElement as Element
            ).getBoundingClientRect();
            const seen = document.elementFromPoint(left + width / 2, top + height / 2);
            return top > -1 && bottom <= innerHeight && seen === document.activeElement ? 0 : 1;
          });
        }
      };
      await page.evaluate(() => document.querySelector('a')?.focus());
      await look('Tab', 40);
      await look('Shift+Tab', 30);
      return hidden;
    }
    const show = (position: string) =>
      createActiveProfile(site.app, {
        profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, position } as never }),
        localeContent: {},
      });
    const padding = (page: Page) =>
      page.evaluate(() => {
        const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
        return [scrollPaddingTop, scrollPaddingBottom];
      });

    test.each(
      pickSome(
        [
          ['a card on a phone', 'bottom-left', phone],
          ['a bar', 'bottom', {}],
          ['a bar at the top', 'top', {}],
        ] as const,
        1,
      ),
    )('what has the focus is never under %s', async (_, position, options) => {
      await show(position);
      const { page } = await open(options);
      expect(await countHidden(page)).toBe(0);
      await page.getByRole('button', { name: 'Reject' }).click();
      await page.locator('.banner').waitFor({ state: 'detached' });
      await until(async () => (await padding(page)).join() === 'auto,auto', 'the end of the padding');
    });

    test('a card in the corner of a wide window leaves scrolling as it is', async () => {
      await show('bottom-left');
      const { page } = await open();
      expect(await padding(page)).toEqual(['auto', 'auto']);
      await page.setViewportSize(phone.viewport);
      await until(async () => Number.parseInt((await padding(page))[1] ?? '', 10) > 100, 'the padding');
    });
  });

  test('keys that are pressed in the widget are none of the page', async () => {
    await createActiveProfile(site.app, { localeContent: {} });
    const { page } = await open();
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      for (const type of ['keydown', 'keypress', 'keyup'])
        addEventListener(type, (event) => {
          heard.push((event as KeyboardEvent).code);
          event.preventDefault();
        });
    });
    await page.getByRole('button', { name: 'Choose' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('switch', { name: 'Analytics' }).focus();
    await page.keyboard.press('Space');
    expect(await page.getByRole('switch', { name: 'Analytics' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('.preferences').waitFor({ state: 'detached' });
    const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    expect(await heard()).toEqual([]);
    await page.evaluate(() => document.querySelector('a')?.focus());
    await page.keyboard.press('Space');
    expect(await heard()).toEqual(['Space', 'Space']);
  });

  describe('in the list of languages', () => {
    beforeAll(async () => {
      const { mainBanner, preferenceModal } = germanContent();
      const categories = { ...preferenceModal?.categories, comfort: { heading: 'Comfort' } };
      const own = serviceProfileJson();
      const comfort = { heading: 'Comfort', htmlText: 'More.', legalBasis: 'consent' as const, cookies: [] };
      await createActiveProfile(site.app, {
        profileJson: {
          ...own,
          languageSwitch: true,
          preferenceModal: {
            ...own.preferenceModal,
            buttons: own.preferenceModal?.buttons ?? [],
            categories: { ...own.preferenceModal?.categories, comfort },
          },
        },
        localeContent: {
          de: germanContent({ preferenceModal: { ...preferenceModal, categories } }),
          fr: germanContent({
            mainBanner: { ...mainBanner, heading: 'Vos données' },
            preferenceModal: { ...preferenceModal, categories, heading: 'Vos choix' },
          }),
        },
      });
    });
    const preferences = (page: Page, name: string) => page.getByRole('dialog', { name });
    const states = (page: Page) =>
      page
        .locator('.preferences input')
        .evaluateAll((nodes: HTMLInputElement[]) =>
          nodes.map(({ id, checked, indeterminate }) => `${id} ${indeterminate ? 'mixed' : checked}`),
        );
    async function change(page: Page) {
      await page.getByRole('button', { name: 'Choose' }).click();
      await page.getByRole('button', { name: 'Marketing' }).click();
      await page.getByRole('checkbox', { name: 'Analytics' }).check();
      await page.getByRole('switch', { name: 'Comfort' }).check();
      await page.getByRole('switch', { name: 'YouTube' }).check();
      await page.getByRole('combobox').focus();
      return states(page);
    }

    testInDeep(
      'each arrow key is another language, with the switches and the focus where they were',
      async () => {
        const count = (await site.records()).length;
        const { page, complaints } = await open();
        const before = await change(page);
        expect(before.filter((state) => /mixed|true/.test(state))).toHaveLength(5);
        for (const heading of ['Ihre Auswahl', 'Vos choix']) {
          await page.keyboard.press('ArrowDown');
          await preferences(page, heading).waitFor();
          expect(await page.locator('.preferences').count()).toBe(1);
          expect(await states(page)).toEqual(before);
          await page.waitForFunction(
            () => document.querySelector('svc-consent')?.shadowRoot?.activeElement?.localName === 'select',
          );
        }
        await page.getByRole('region', { name: 'Vos données' }).waitFor();
        await page.getByRole('button', { name: 'Speichern' }).click();
        await until(async () => (await site.records()).length === count + 1);
        expect((await site.records()).at(-1)).toMatchObject({
          locale: 'fr',
          consent: { comfort: 'granted', marketing: 'denied' },
          services: expect.stringContaining('"youtube":true'),
        });
        expect(complaints).toEqual([]);
      },
    );

    testInDeep('one that cannot be loaded changes nothing, and the decision is kept', async () => {
      const { page, complaints } = await open();
      const before = await change(page);
      site.fail(({ path }) => (/bootstrap|\/consent/.test(path) ? 'abort' : undefined));
      await page.keyboard.press('ArrowDown');
      await until(() => complaints.some((text) => text.includes('express-consent:')));
      expect(await page.getByRole('combobox').inputValue()).toBe('en');
      expect(await states(page)).toEqual(before);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('could not be sent yet').waitFor();
      expect(await page.evaluate(() => window.expressConsent?.services.youtube)).toBe(true);
      expect(complaints.filter((text) => text.startsWith('uncaught'))).toEqual([]);
    });
  });
});
