import type { Locator, Page } from 'playwright-core';
import { truncate } from '#platform/kernel/truncate';
import type { BannerMeasure, ButtonMeasure } from '../observation';
import type { PublishedProfile } from '../published-profile';
import { orElse } from './bounded';
import { type Colours, toButtonMeasure } from './button-contrast';

/** Time in which a banner appears on a page that has loaded (ms). */
const appearanceMs = 5000;
/** Presses of the Tab key in addition to one for each button and link. */
const furtherTabs = 10;
const maxLinks = 10;

const none: BannerMeasure = { isShown: false, accept: null, refuse: null, unreachable: [], links: [] };

/** Measures the first layer by the parts that the widget documents for styling. */
export async function measureBanner(page: Page, profile: PublishedProfile): Promise<BannerMeasure> {
  const host = page.locator('svc-consent');
  // A gate for the visitor’s age can come before the banner.
  const layer = host.locator('[part~="banner"], dialog[open]').first();
  const isShown = await layer.waitFor({ state: 'visible', timeout: appearanceMs }).then(
    () => true,
    () => false,
  );
  if (!isShown) return none;
  const buttons = layer.locator('[part~="buttons"] [part~="button"]');
  const background = await orElse(readColours(layer), null);
  const measure = async (position: number | null) =>
    position === null ? null : orElse(measureButton(buttons.nth(position), background), null);
  return {
    isShown: true,
    accept: await measure(profile.acceptButton),
    refuse: await measure(profile.refuseButton),
    unreachable: await orElse(findUnreachable(page, buttons), [], 20_000),
    links: await checkLinks(page, layer),
  };
}

/** Styles as the browser computes them. */
interface Styled {
  readonly ownerDocument: {
    readonly defaultView: { getComputedStyle(node: never): ComputedStyle } | null;
  };
}
interface ComputedStyle {
  readonly color: string;
  readonly backgroundColor: string;
  readonly borderTopColor: string;
  readonly borderTopWidth: string;
  readonly opacity: string;
}

function readColours(locator: Locator): Promise<Colours | null> {
  return locator.evaluate((node: Styled) => {
    const style = node.ownerDocument.defaultView?.getComputedStyle(node as never);
    if (!style) return null;
    const { color, backgroundColor, borderTopColor, borderTopWidth, opacity } = style;
    return {
      color,
      backgroundColor,
      borderTopColor,
      opacity,
      borderWidth: Number.parseFloat(borderTopWidth),
    };
  });
}

async function measureButton(button: Locator, banner: Colours | null): Promise<ButtonMeasure | null> {
  const box = (await button.isVisible()) ? await button.boundingBox() : null;
  const colours = box === null ? null : await readColours(button);
  return box === null || colours === null ? null : toButtonMeasure(box, colours, banner);
}

interface FocusRoot {
  getRootNode(): { readonly activeElement?: unknown };
}

/** Presses Tab and returns the texts of the buttons that never get the focus. */
async function findUnreachable(page: Page, buttons: Locator): Promise<string[]> {
  const visible = (await buttons.all()).slice(0, 12);
  const waiting = new Map(await Promise.all(visible.map(async (button, at) => [at, button] as const)));
  // The order of the page decides how many presses it takes; the banner comes first in it.
  for (let press = 0; press < visible.length + furtherTabs && waiting.size > 0; press++) {
    await page.keyboard.press('Tab');
    for (const [at, button] of waiting) {
      const hasFocus = await button.evaluate(
        (node) => (node as unknown as FocusRoot).getRootNode().activeElement === node, // Node has no DOM types.
      );
      if (hasFocus) waiting.delete(at);
    }
  }
  return Promise.all(
    [...waiting.values()].map(async (button) => truncate((await button.textContent()) ?? '', 80, '…')),
  );
}

interface LinkNode {
  readonly href: string;
}

async function checkLinks(page: Page, layer: Locator): Promise<BannerMeasure['links']> {
  const addresses = await orElse(
    layer.locator('a[href]').evaluateAll((nodes) => (nodes as unknown as LinkNode[]).map(({ href }) => href)), // Node has no DOM types.
    [],
  );
  const links = [...new Set(addresses)].filter((url) => /^https?:/.test(url)).slice(0, maxLinks);
  return Promise.all(
    links.map(async (url) => {
      const answer = await orElse(page.request.get(url, { timeout: 10_000, maxRedirects: 5 }), null, 12_000);
      return { url: truncate(url, 300, '…'), status: answer?.status() ?? 0 };
    }),
  );
}
