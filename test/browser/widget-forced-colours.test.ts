import type { Locator, Page } from 'playwright-core';
import { contrastRatio } from '#standards/contrast';
import { accessibilityFaults } from '../support/browser';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

/** Least contrast of what shows a control and its state (WCAG 2.2, 1.4.11). */
const least = 3;

// The profile has no dark mode of its own: the visitor's contrast theme must do.
describeWith('chromium', 'The widget in forced colours', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite();
    site.setPage('/', { body: '<h1>Shop</h1>' });
  });
  afterEach(() => site.fail());
  afterAll(() => site.close());

  const preferences = (page: Page) => page.getByRole('dialog', { name: 'Your choices' });
  const readBorder = (node: Element) => {
    const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(node);
    return [borderTopWidth, borderTopStyle, borderTopColor !== backgroundColor];
  };
  const visible = ['1px', 'solid', true];

  /** Returns the contrast of border and ring with the ground, of the knob with its track, and of the mark with the knob. */
  async function readSwitch(toggle: Locator) {
    const colours = await toggle.evaluate((node) => {
      const ground = node.closest('dialog, .page') as Element;
      const [under, track] = [ground, node].map((each) => getComputedStyle(each));
      const [knob, mark] = ['::before', '::after'].map((part) => getComputedStyle(node, part));
      const pairs: Readonly<Record<string, readonly (string | undefined)[]>> = {
        border: [track?.borderTopColor, under?.backgroundColor],
        ring: [track?.outlineColor, under?.backgroundColor],
        knob: [knob?.backgroundColor, track?.backgroundColor],
        ...(mark?.content !== 'none' && { mark: [mark?.backgroundColor, knob?.backgroundColor] }),
      };
      return pairs;
    });
    const toHex = (colour = '') =>
      `#${(colour.match(/\d+/g) ?? [])
        .slice(0, 3)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`;
    return Object.entries(colours).map(([part, [one, other]]) => ({
      part,
      isSeen: contrastRatio(toHex(one), toHex(other)) >= least,
    }));
  }
  const seen = (...parts: readonly string[]) => parts.map((part) => ({ part, isSeen: true }));

  /** Reads the switch as the keyboard reaches it, and again when the keyboard has changed it. */
  async function readBothStates(page: Page, toggle: Locator) {
    await toggle.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const before = await readSwitch(toggle);
    await page.keyboard.press('Space');
    return [before, await readSwitch(toggle)];
  }

  test.each(pickSome(['light', 'dark'] as const, 1))(
    'borders, focus and switches stay visible, %s',
    async (colorScheme) => {
      const { visit } = await site.createVisitor({
        forcedColors: 'active',
        reducedMotion: 'reduce',
        colorScheme,
      });
      const { page } = await visit();
      const banner = page.getByRole('region', { name: 'Your privacy' });
      await banner.waitFor();
      expect(await banner.evaluate(readBorder)).toEqual(visible);
      for (const button of await banner.getByRole('button').all())
        expect(await button.evaluate(readBorder)).toEqual(visible);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const readFocus = (node: Element) => {
        const { outlineStyle, outlineWidth, outlineColor, backgroundColor } = getComputedStyle(node);
        return [outlineStyle, outlineWidth, outlineColor !== backgroundColor];
      };
      expect(await banner.locator('button:focus').evaluate(readFocus)).toEqual(['solid', '2px', true]);

      await banner.getByRole('button', { name: 'Choose' }).click();
      expect(await preferences(page).evaluate(readBorder)).toEqual(visible);
      const parts = seen('border', 'ring', 'knob', 'mark');
      const analytics = preferences(page).getByRole('switch', { name: 'Analytics' });
      expect(await readBothStates(page, analytics)).toEqual([parts, parts]);
      expect(await accessibilityFaults(page)).toEqual([]);
      site.fail(({ method, path }) => (method === 'POST' && path.includes('/consent') ? 503 : undefined));
      await preferences(page).getByRole('button', { name: 'Save' }).click();
      expect(await page.getByRole('button', { name: 'Privacy settings' }).evaluate(readBorder)).toEqual(
        visible,
      );
      await page.getByText('could not be sent yet').waitFor();
      expect(await page.locator('.status').evaluate(readBorder)).toEqual(visible);
    },
  );

  testInDeep.each(['light', 'dark'] as const)(
    'so do they on the page of preferences, %s',
    async (colorScheme) => {
      const { visit } = await site.createVisitor({
        forcedColors: 'active',
        reducedMotion: 'reduce',
        colorScheme,
      });
      const { page } = await visit('/svc/api/v1/preferences?tz=Europe/Berlin');
      const parts = seen('border', 'ring', 'knob');
      const analytics = page.getByRole('switch', { name: 'Analytics' });
      expect(await readBothStates(page, analytics)).toEqual([parts, parts]);
    },
  );
});
