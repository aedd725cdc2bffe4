import type { Page } from 'playwright-core';
import type { WidgetProfile } from '#widget/widget-types';
import { accessibilityFaults, settle } from '../support/browser';
import { pickSome } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import {
  choose,
  renderBootstrap,
  type SiteStates,
  toChoiceCookie,
  toSiteChoice,
} from '../support/widget-choices';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

describeWith('chromium', 'embedded content', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    site.otherRequests.length = 0;
  });

  async function open(
    body: string,
    {
      states = {},
      headers,
      profile,
    }: { states?: SiteStates; headers?: Record<string, string>; profile?: Partial<WidgetProfile> } = {},
  ) {
    site.setPage('/page', { body: `${renderBootstrap({}, profile)}${body}`, ...(headers && { headers }) });
    const { context, visit } = await site.createVisitor();
    await context.addCookies([toChoiceCookie(site.origin, states)]);
    const { page, complaints } = await visit('/page');
    return { page, complaints };
  }

  const film = (attributes = 'width="480" height="270"') =>
    `<iframe data-category="marketing" data-src="${site.otherOrigin}/film.html" title="Film" ${attributes}></iframe>`;
  const placeholder = (page: Page) => page.frameLocator('iframe');
  /** Waits in the page: a frame locator can wait forever in a frame that has just been put in again. */
  const waitForPlaceholder = (page: Page, control = 'button') =>
    page.waitForFunction(
      (selector) => document.querySelector('iframe')?.contentDocument?.querySelector(selector),
      control,
    );
  /** Presses a button of the first frame, in the page for the same reason. */
  async function press(page: Page, name: string): Promise<void> {
    await waitForPlaceholder(page);
    await page.evaluate((label) => {
      const buttons = document.querySelector('iframe')?.contentDocument?.querySelectorAll('button') ?? [];
      for (const button of buttons) if (button.textContent === label) button.click();
    }, name);
  }
  const waitForFilm = (page: Page) => until(() => isFilm(page), 'the film');
  const requested = () => site.otherRequests.map(({ path }) => path);
  const isFilm = (page: Page) => page.frames().some((frame) => frame.url().endsWith('/film.html'));

  test('a frame shows where its content comes from and asks, in the visitor’s words', async () => {
    const { page, complaints } = await open(`<h1>Films</h1>${film()}`);
    await waitForPlaceholder(page);
    expect(await placeholder(page).locator('main').textContent()).toContain(
      `This content comes from ${new URL(site.otherOrigin).host}.`,
    );
    expect(requested()).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the page does not move when placeholder and content change places', async () => {
    const { page } = await open(`<p>Before</p>${film()}<p id="after">After</p>`);
    await page.evaluate(() => {
      const layout = window as { shift?: number };
      layout.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          layout.shift = (layout.shift ?? 0) + (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await waitForPlaceholder(page);
    const before = await page.locator('#after').boundingBox();
    await choose(page, { marketing: 'granted' });
    await page.waitForFunction(() => document.querySelector('iframe')?.src);
    expect(await page.locator('#after').boundingBox()).toEqual(before);
    expect(await page.evaluate(() => (window as { shift?: number }).shift)).toBe(0);
  });

  test('“show once” loads this frame only and decides nothing', async () => {
    const { page } = await open(film() + film('width="480" height="270" id="second"'));
    await press(page, 'Show once');
    await waitForFilm(page);
    await settle(page);
    expect(requested()).toEqual(['/film.html']);
    expect(await page.evaluate(() => window.expressConsent?.states.marketing)).toBe('denied');
    // A decision about another category leaves it open.
    await choose(page, { analytics: 'granted' });
    expect(isFilm(page)).toBe(true);
  });

  test('consent loads all frames of the category, and withdrawal brings the placeholders back', async () => {
    const { page, complaints } = await open(film());
    await waitForPlaceholder(page);
    await choose(page, { marketing: 'granted' });
    await waitForFilm(page);
    const length = await page.evaluate(() => history.length);
    await choose(page, {});
    await waitForPlaceholder(page);
    await until(() => !isFilm(page), 'the end of the film');
    // "Back" must not lead to the content that was removed.
    expect(await page.evaluate(() => history.length)).toBe(length);
    await choose(page, { marketing: 'granted' });
    await waitForFilm(page);
    expect(complaints).toEqual([]);
  });

  test('a frame that was loaded from the start becomes a placeholder on withdrawal', async () => {
    const { page } = await open(film(), { states: { marketing: 'granted' } });
    await waitForFilm(page);
    await choose(page, {});
    await waitForPlaceholder(page);
    await until(() => !isFilm(page), 'the end of the film');
  });

  test('a sandboxed frame gets its placeholder outside the sandbox and its content inside', async () => {
    const { page } = await open(film('width="480" height="270" sandbox="allow-scripts"'));
    await press(page, 'Show once');
    await waitForFilm(page);
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
    const content = page.frames().find((frame) => frame.url().endsWith('/film.html'));
    expect(await content?.evaluate(() => self.origin)).toBe('null');
  });

  test('<svc-embed> becomes a frame, blocked and unblocked like any other', async () => {
    const { page } = await open(
      `<svc-embed category="marketing" src="${site.otherOrigin}/film.html" title="Film" width="480" height="270"></svc-embed>`,
    );
    await waitForPlaceholder(page);
    const frame = page.locator('svc-embed iframe');
    expect([await frame.getAttribute('title'), await frame.getAttribute('width')]).toEqual(['Film', '480']);
    await choose(page, { marketing: 'granted' });
    await waitForFilm(page);
  });

  test('<svc-embed> that a framework uses again is a frame with the attributes of now', async () => {
    const { page } = await open(
      `<svc-embed category="marketing" service="film" src="${site.otherOrigin}/film.html" title="Film" width="480" height="270" allow="fullscreen"></svc-embed>`,
    );
    const { categories } = toSiteChoice({});
    await waitForPlaceholder(page);
    await choose(
      page,
      {},
      {
        categories: categories.map((category) =>
          category.id === 'marketing' ? { ...category, services: { film: true } } : category,
        ),
      },
    );
    await waitForFilm(page);
    const change = (attributes: Readonly<Record<string, string | null>>) =>
      page.evaluate((list) => {
        const node = document.querySelector('svc-embed') as Element;
        for (const [name, value] of Object.entries(list))
          if (value === null) node.removeAttribute(name);
          else node.setAttribute(name, value);
      }, attributes);
    await change({
      service: null,
      src: `${site.otherOrigin}/next.html`,
      title: 'Next',
      width: null,
      height: '200',
      allow: null,
    });
    await waitForPlaceholder(page);
    expect(requested()).toEqual(['/film.html']);
    const names = ['title', 'width', 'height', 'allow'];
    const frame = page.locator('svc-embed iframe');
    expect(await Promise.all(names.map((name) => frame.getAttribute(name)))).toEqual([
      'Next',
      '100%',
      '200',
      null,
    ]);

    await change({ src: null, srcdoc: '<p>One</p>', width: '480' });
    await press(page, 'Show once');
    await page.frameLocator('iframe').getByText('One').waitFor();
    // Another text needs consent of its own.
    await change({ srcdoc: '<p>Two</p>' });
    await waitForPlaceholder(page);
    await choose(page, { marketing: 'granted' });
    await page.frameLocator('iframe').getByText('Two').waitFor();
    expect(requested()).toEqual(['/film.html']);
  });

  test.each(
    pickSome(['category="socialmedia"', '', 'service="film"', 'category="marketing socialmedia"'], 1),
  )('a frame that no profile asks about can only be shown once: <svc-embed %s>', async (attributes) => {
    const { page } = await open(
      `<svc-embed ${attributes} src="${site.otherOrigin}/film.html" title="Film" width="480" height="270"></svc-embed>`,
    );
    await waitForPlaceholder(page);
    const buttons = placeholder(page).getByRole('button');
    expect(await buttons.allTextContents()).toEqual(['Show once']);
    await press(page, 'Show once');
    await waitForFilm(page);
    expect(await page.evaluate(() => window.expressConsent?.states.marketing)).toBe('denied');
  });

  test('works under a strict policy, in the theme of the profile', async () => {
    const { page, complaints } = await open(film(), {
      headers: {
        'Content-Security-Policy':
          "default-src 'self'; script-src 'self'; style-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types express-consent",
      },
      profile: { theme: { light: { background: 'rgb(1, 2, 3)', text: '#ffffff' } } },
    });
    await waitForPlaceholder(page);
    expect(
      await placeholder(page)
        .locator('html')
        .evaluate((html) => getComputedStyle(html).backgroundColor),
    ).toBe('rgb(1, 2, 3)');
    expect(complaints).toEqual([]);
  });

  test('without the service, the placeholder links to the content', async () => {
    site.fail(({ path }) => (path.includes('/api/') ? 503 : undefined));
    try {
      site.setPage('/page', { body: film() });
      const { context, visit } = await site.createVisitor();
      await context.addCookies([toChoiceCookie(site.origin, {})]);
      const { page } = await visit('/page');
      await waitForPlaceholder(page, 'a');
      const link = placeholder(page).getByRole('link', { name: 'Film' });
      expect(await link.getAttribute('href')).toBe(`${site.otherOrigin}/film.html`);
    } finally {
      site.fail();
    }
  });
});
