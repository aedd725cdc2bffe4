import type { Page } from 'playwright-core';
import type { WidgetProfile } from '#widget/widget-types';
import { settle } from '../support/browser';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { choose, renderBootstrap, type SiteStates, toChoiceCookie } from '../support/widget-choices';
import { createWidgetSite, type WidgetPage, type WidgetSite } from '../support/widget-page';

/** The promises to the page: docs/adr/0097-a-guest-in-the-page.md */
describeWith('chromium', 'The widget as a guest in the page', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    site.otherRequests.length = 0;
    site.requests.length = 0;
  });

  const layers: Partial<WidgetProfile> = {
    mainBanner: {
      heading: 'Your privacy',
      htmlText: '<p>Text</p>',
      buttons: [{ text: 'Accept', cookies: '*' }],
    },
    choicesLink: { text: 'Privacy settings', optOutIcon: false },
  };

  /** @param states those of a returning visitor; `null`: a first visit */
  async function open(
    body: string,
    {
      states = {},
      profile = layers,
      ...rest
    }: WidgetPage & {
      readonly states?: SiteStates | null;
      readonly profile?: Partial<WidgetProfile>;
    } = {},
  ) {
    site.setPage('/page', { body: `${renderBootstrap({}, profile)}${body}`, ...rest });
    const { context, visit } = await site.createVisitor();
    if (states) await context.addCookies([toChoiceCookie(site.origin, states)]);
    const { page, complaints } = await visit('/page');
    return {
      page,
      complaints,
      warnings: () => complaints.filter((text) => text.includes('express-consent')),
    };
  }

  const readRuns = (page: Page) => page.evaluate(() => window.ran ?? []);
  const waitForRuns = (page: Page, count: number) =>
    page.waitForFunction((least) => (window.ran?.length ?? 0) >= least, count);
  const inline = (code: string, attributes = '') =>
    `<script type="text/plain" data-category="analytics" ${attributes}>${code}</script>`;
  const ran = (name: string) => `(window.ran ??= []).push('${name}')`;
  const film = (name: string, attributes = '') =>
    `<iframe data-category="marketing" data-src="${site.otherOrigin}/${name}.html" title="Film" width="480" height="270" ${attributes}></iframe>`;
  const isLoaded = (page: Page, name: string) =>
    page.frames().some((frame) => frame.url().endsWith(`/${name}.html`));
  /** Waits until the widget follows the page. */
  const followed = (page: Page) =>
    page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/follow.js')),
    );
  const waitForPlaceholder = (page: Page, selector: string) =>
    page.waitForFunction(
      (frame) => document.querySelector<HTMLIFrameElement>(frame)?.contentDocument?.querySelector('button'),
      selector,
    );

  testInDeep('what a released script writes is inserted in its place, and the page stays', async () => {
    const { page, warnings } = await open(
      `<h1>Shop</h1><div id="ad">${inline(
        `document.open(); document.write('<ul><li>'); document.writeln('first</li>', '<li>second</li></ul>');
         document.write('<scr' + 'ipt>document.write("<b>inner</b>");(window.ran ??= []).push("written")</scr' + 'ipt>'); document.close(); ${ran('inline')}`,
      )}<i>after</i></div>
      <script type="text/plain" data-category="analytics" data-src="/writes.js"></script>
      <script>document.write('<em>own</em>')</script>`,
    );
    await page.route('**/writes.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `document.write('<u>external</u>');${ran('external')}`,
      }),
    );
    await choose(page, { analytics: 'granted' });
    await waitForRuns(page, 3);
    await page.locator('u').waitFor();
    const texts = await page.locator('h1, #ad li, #ad b, #ad i, u, em').allTextContents();
    expect(texts).toEqual(['Shop', 'first', 'second', 'inner', 'after', 'external', 'own']);
    // For good: also on the next page view, where the script runs by itself.
    await page.reload();
    await waitForRuns(page, 2);
    expect(await page.locator('h1').textContent()).toBe('Shop');
    expect(new Set(warnings()).size).toBe(1);
    expect(warnings()[0]).toContain('writing-into-the-page');
  });

  testInDeep('a framework finds its own elements where it has put them, and can move them', async () => {
    const { page, complaints } = await open('<div id="root"></div>', { states: { analytics: 'granted' } });
    await followed(page);
    const faults = await page.evaluate(async (origin) => {
      const found: string[] = [];
      const root = document.getElementById('root') as HTMLElement;
      const create = (markup: string) => {
        const { firstElementChild } = Object.assign(document.createElement('div'), { innerHTML: markup });
        return firstElementChild as HTMLElement;
      };
      const own = [
        create('<p>first</p>'),
        create(
          '<script type="text/plain" data-category="analytics">(window.ran ??= []).push(document.currentScript.parentNode.id)</script>',
        ),
        create(
          `<script type="text/plain" data-category="analytics" data-src="${origin}/tag.js" id="tag"></script>`,
        ),
        create(
          `<iframe data-category="marketing" data-src="${origin}/film.html" sandbox="allow-scripts"></iframe>`,
        ),
        create(`<iframe data-category="marketing" src="/svc/w/integrity.json"></iframe>`),
        create('<p>last</p>'),
      ];
      const observer = new MutationObserver((records) => {
        for (const node of records.flatMap(({ removedNodes }) => [...removedNodes]))
          if (own.includes(node as HTMLElement)) found.push(`removed ${(node as HTMLElement).outerHTML}`);
      });
      observer.observe(root, { childList: true });
      root.append(...own);
      while ((window.ran?.length ?? 0) < 2 || !own[3]?.ownerDocument)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (
        ![...root.childNodes].every((node, at) => node === own[at]) ||
        root.childNodes.length !== own.length
      )
        found.push(`children: ${root.innerHTML}`);
      observer.disconnect();
      // As React updates, moves and removes.
      try {
        const [first, script, tag, , second] = own;
        if (!first || !script || !tag || !second) throw new Error('an element is missing');
        root.insertBefore(document.createElement('hr'), script);
        root.insertBefore(document.createElement('hr'), tag);
        root.insertBefore(first, second);
      } catch (error) {
        found.push(`${error}`);
      }
      return found;
    }, site.otherOrigin);
    expect(faults).toEqual([]);
    expect(await readRuns(page)).toEqual(['root', '/tag.js']);
    // Tags look for their own element by its id.
    expect(await page.locator('script#tag').count()).toBe(1);
    expect(await page.locator('script#tag').getAttribute('src')).toBe(`${site.otherOrigin}/tag.js`);
    await page.evaluate(() => {
      const root = document.getElementById('root') as HTMLElement;
      for (const node of [...root.childNodes]) root.removeChild(node);
    });
    expect(complaints.filter((text) => text.startsWith('uncaught'))).toEqual([]);
  });

  testInDeep('copies of the markup are blocked and loaded like the original', async () => {
    const body = `<section>${inline(ran('tag'))}${film('film', 'sandbox="allow-scripts"')}<img alt="" data-category="marketing" data-consent-src="${site.otherOrigin}/own.svg"></section>`;
    const { page } = await open(body);
    await waitForPlaceholder(page, 'iframe');
    await page.waitForFunction(() => document.querySelector('iframe')?.hasAttribute('sandbox'));
    // Turbo keeps a clone of the page before it leaves it.
    const clones = () =>
      page.evaluate(() => {
        const body = document.body.cloneNode(true);
        document.body.replaceWith(body);
      });
    await clones();
    await waitForPlaceholder(page, 'iframe');
    await choose(page, { analytics: 'granted', marketing: 'granted' });
    await until(() => isLoaded(page, 'film'), 'the film');
    await waitForRuns(page, 1);
    await clones();
    await waitForRuns(page, 2);
    await page.evaluate(() => {
      document.body.innerHTML = `${document.body.innerHTML}`;
    });
    await waitForRuns(page, 3);
    await until(() => isLoaded(page, 'film'), 'the film of the copy');
    expect(await page.locator('img').getAttribute('src')).toBe(`${site.otherOrigin}/own.svg`);
    // A clone from now that is shown after a withdrawal has placeholders.
    const markup = await page.evaluate(() => document.body.innerHTML);
    await choose(page, {});
    await page.evaluate((html) => {
      document.body.innerHTML = html;
    }, markup);
    await waitForPlaceholder(page, 'iframe');
    await until(() => !isLoaded(page, 'film'), 'the end of the film');
    await page.waitForFunction(() => document.querySelector('iframe')?.hasAttribute('sandbox'));
    expect((await readRuns(page)).length).toBe(3);
    expect(await page.locator('script[type="text/plain"]').count()).toBe(1);
  });

  test('takes no part in the layout and in the selectors of the page', async () => {
    const head = `<style>
      html,body{margin:0;min-height:100%} html{display:flex} body{display:grid;flex:1;grid-template-rows:18px 1fr;gap:10px;transform:translateX(0)}
      body>:first-child,body>:last-child{outline:1px solid red} body>:nth-child(2){color:rgb(0,0,255)}</style>`;
    const measure = (page: Page) =>
      page.evaluate(() => ({
        boxes: [...document.querySelectorAll('html, body, main')].map((node) =>
          JSON.stringify(node.getBoundingClientRect()),
        ),
        matches: [
          'body>:first-child',
          'body>:last-child',
          'body>*',
          'html>:last-child',
          'html>:first-child',
        ].map((selector) =>
          [...document.querySelectorAll(selector)].map(({ localName }) => localName).join(),
        ),
      }));
    const { page } = await open('<h1>Shop</h1>', { head, script: '' });
    const alone = await measure(page);
    const first = await open('<h1>Shop</h1>', { head, states: null });
    await first.page.getByRole('region', { name: 'Your privacy' }).waitFor();
    expect(await measure(first.page)).toEqual(alone);
    const later = await open(`<h1>Shop</h1><p style="height:300vh"></p>`, { head });
    const link = later.page.getByRole('button', { name: 'Privacy settings' });
    await link.waitFor();
    // A transformed body is as tall as the page: a link that is fixed to it would be far below.
    const box = await link.boundingBox();
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(720);
    expect(await later.page.locator('svc-consent [data-nosnippet]').count()).toBe(1);
  });

  testInDeep('follows links, languages, addresses, and frames that were hidden', async () => {
    const { page } = await open(
      `<div id="tab" hidden>${film('hidden')}</div>${film('old', 'id="changes"')}
      <svc-embed category="marketing" srcdoc="&lt;p>From the text&lt;/p>" title="Text" style="display:block;width:300px;height:200px"></svc-embed>`,
    );
    const ownLink = page.getByRole('button', { name: 'Privacy settings' });
    await ownLink.waitFor();
    // A footer that comes later, and goes with its page.
    await page.evaluate(() =>
      document
        .querySelector('main')
        ?.insertAdjacentHTML('beforeend', '<footer><a href="#" data-consent-open></a></footer>'),
    );
    await page.getByRole('link', { name: 'Privacy settings' }).waitFor();
    await ownLink.waitFor({ state: 'hidden' });
    await page.evaluate(() => document.querySelector('footer')?.remove());
    await ownLink.waitFor();

    await waitForPlaceholder(page, '#changes');
    expect(
      await page.evaluate(() => document.querySelector('iframe')?.contentDocument?.body.childNodes.length),
    ).toBe(0);
    await page.evaluate(() => document.getElementById('tab')?.removeAttribute('hidden'));
    await waitForPlaceholder(page, '#tab iframe');

    await page.evaluate((origin) => {
      document.getElementById('changes')?.setAttribute('data-src', `${origin}/new.html`);
    }, site.otherOrigin);
    await choose(page, { marketing: 'granted' });
    await until(() => isLoaded(page, 'new'), 'the new film');
    expect(isLoaded(page, 'old')).toBe(false);
    await page.evaluate((origin) => {
      document.getElementById('changes')?.setAttribute('data-src', `${origin}/newer.html`);
    }, site.otherOrigin);
    await until(() => isLoaded(page, 'newer'), 'the newer film');
    await page.frameLocator('svc-embed iframe').getByText('From the text').waitFor();

    await page.evaluate(() => {
      document.documentElement.lang = 'de_DE';
    });
    await until(
      () => site.requests.some(({ path }) => path.includes('/bootstrap') && path.includes('lang=de-DE')),
      'the texts of the new language',
    );
  });

  testInDeep('the focus stays in a frame that the visitor has allowed', async () => {
    const { page } = await open(film('film'));
    await waitForPlaceholder(page, 'iframe');
    await page.frameLocator('iframe').getByRole('button', { name: 'Show once' }).press('Enter');
    await until(() => isLoaded(page, 'film'), 'the film');
    await page.waitForFunction(() => document.activeElement?.localName === 'iframe');
  });

  test('a modal banner holds the page only while it can be seen', async () => {
    const modal = {
      ...layers,
      ui: { mainBanner: { overlayOpacity: 0.5 }, preferenceModal: {} },
    };
    const { page } = await open(
      '<button id="own" onclick="this.textContent = 1">0</button><p style="height:300vh"></p>',
      { states: null, profile: modal },
    );
    const dialog = page.getByRole('dialog', { name: 'Your privacy' });
    await dialog.waitFor();
    await page.waitForFunction(() => getComputedStyle(document.documentElement).overflowY === 'hidden');
    await page.mouse.move(5, 5);
    await page.mouse.wheel(0, 400);
    await settle(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // As a filter of the visitor hides it: the widget's styles do not prevail.
    await dialog.evaluate((node) => node.style.setProperty('display', 'none', 'important'));
    await page.waitForFunction(() => getComputedStyle(document.documentElement).overflowY === 'visible');
    await page.locator('#own').click();
    expect(await page.locator('#own').textContent()).toBe('1');
    await page.mouse.wheel(0, 400);
    await page.waitForFunction(() => scrollY > 0);
  });

  test.each(
    pickSome(
      [
        ['left', 'center', 'desktop'],
        ['right', 'bottom', 'phone'],
        ['right', 'bottom-right', 'desktop'],
        ['center', 'center', 'desktop'],
        ['center', 'bottom-left', 'phone'],
      ] as const,
      1,
    ),
  )(
    'preferences that are not modal open (%s) above the banner (%s), on a %s',
    async (position, banner, device) => {
      const [width, height] = device === 'phone' ? [390, 700] : [1280, 720];
      const buttons = [{ text: 'Choose', action: 'manage' }] as const;
      const { page } = await open('<button id="own" onclick="this.textContent = 1">0</button>', {
        states: null,
        profile: {
          mainBanner: { ...layers.mainBanner, position: banner, buttons },
          ui: { mainBanner: {}, preferenceModal: { position, trapFocus: false, persistent: true } },
        },
      });
      await page.setViewportSize({ width, height });
      await page.getByRole('button', { name: 'Choose' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const { box, ...rest } = await dialog.evaluate(async (node) => {
        await Promise.all(node.getAnimations().map(({ finished }) => finished));
        const root = node.getRootNode() as ShadowRoot;
        const { left, top, right, bottom } = node.getBoundingClientRect();
        const corners = [left + 1, right - 1].flatMap((x) =>
          [top + 40, bottom - 40].map((y) => [x, y] as const),
        );
        return {
          box: [left, top, innerWidth - right, innerHeight - bottom].map(Math.round),
          isAbove: corners.every(([x, y]) => node.contains(root.elementFromPoint(x, y))),
          focused: root.activeElement?.className,
          backdrop: getComputedStyle(node, '::backdrop').backgroundColor,
        };
      });
      expect(rest).toEqual({ isAbove: true, focused: 'heading', backdrop: 'rgba(0, 0, 0, 0)' });
      const [left = 0, top = 0, right = 0, bottom = 0] = box;
      if (device === 'phone') expect([left, right, bottom, top > 0]).toEqual([0, 0, 0, true]);
      else if (position === 'center') expect([left - right, top - bottom, left > 0]).toEqual([0, 0, true]);
      else expect([position === 'left' ? left : right, top, bottom]).toEqual([0, 0, 0]);
    },
  );

  testInDeep('an endless animation of the page does not keep the banner', async () => {
    const { page } = await open(
      '<style>@keyframes glow { to { outline-color: red } } svc-consent::part(banner) { animation: glow 1s infinite }</style>',
      { states: null },
    );
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.locator('.banner').waitFor({ state: 'detached' });
  });

  testInDeep('a tag that loads the widget as a module says why there is no banner', async () => {
    const { complaints } = await open('<h1>Shop</h1>', {
      script: '<script type="module" src="/svc/widget.js"></script>',
    });
    await until(() => complaints.length > 0, 'the line');
    expect(complaints).toEqual([
      'uncaught: A module cannot start this. See docs/guide/troubleshooting.md#module',
    ]);
  });

  test('shadow roots are searched where the page says so, and named where not', async () => {
    const define = `<script>for (const name of ['my-app', 'my-card']) customElements.define(name, class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<img alt="" data-category="analytics" data-src="${site.otherOrigin}/' + this.localName + '.svg">'; }
    })</script>`;
    const { page, warnings } = await open(`<my-app></my-app><my-card></my-card>${define}`, {
      script: '<script src="/svc/widget.js" data-consent-roots="my-app" data-layer="tags" async></script>',
    });
    await until(() => warnings().length > 0);
    expect(warnings()).toEqual([
      'console: express-consent: Blocked content in the shadow root of <my-card> is not looked at. See docs/guide/troubleshooting.md#shadow-root',
    ]);
    await choose(page, { analytics: 'granted' });
    await until(() => site.otherRequests.length > 0);
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('my-app')));
    await page.waitForFunction(() =>
      [...document.querySelectorAll('my-app')].every((node) => node.shadowRoot?.querySelector('[src]')),
    );
    expect(new Set(site.otherRequests.map(({ path }) => path))).toEqual(new Set(['/my-app.svg']));
    // The queue of the page's own name.
    expect(
      await page.evaluate(() => {
        const { tags, dataLayer } = window as { tags?: unknown[]; dataLayer?: unknown[] };
        return [(tags?.length ?? 0) > 0, dataLayer];
      }),
    ).toEqual([true, undefined]);
  });

  test('a browser that is too old gets no banner, one line in the console, and the whole page', async () => {
    site.setPage('/page', { body: `${renderBootstrap({}, layers)}<h1>Shop</h1>${inline(ran('tag'))}` });
    const { context, visit } = await site.createVisitor();
    await context.addCookies([toChoiceCookie(site.origin, { analytics: 'granted' })]);
    await context.addInitScript(() => {
      Reflect.deleteProperty(window, 'CSSStyleSheet');
      Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets');
      Reflect.deleteProperty(Object, 'hasOwn');
    });
    const { page, complaints } = await visit('/page');
    await until(() => complaints.length > 0);
    await page.locator('h1').click();
    await settle(page);
    expect(complaints).toEqual([
      'console: express-consent: This browser is too old. See docs/guide/troubleshooting.md#old-browser',
    ]);
    expect(await readRuns(page)).toEqual([]);
  });

  test('now and then it reports the names of the page’s cookies, and nothing else', async () => {
    const day = 86_400_000;
    const today = Math.floor(Date.now() / day);
    const minute = Math.floor(Date.now() / 60_000) - 3 * 1440;
    // This browser's turn is today.
    const decidedAt = (minute - ((minute + today) % 10)) * 60_000;
    site.fail(({ path }) =>
      path.includes('/recheck') ? { type: 'application/json', text: '{"ask":false}' } : undefined,
    );
    for (const attributes of ['', 'data-no-reports']) {
      site.setPage('/shop/orders/123', {
        body: renderBootstrap({ listed: { name: '_ga*' } }),
        script: `<script src="/svc/widget.js" ${attributes} async></script>`,
      });
      const { context } = await site.createVisitor();
      const toCookie = (name: string) => ({ name, value: 'secret', url: site.origin });
      await context.addCookies([
        toChoiceCookie(site.origin, { analytics: 'granted' }, { decidedAt }),
        ...['_ga', '_ga_1', '_fbp', 'unknown'].map(toCookie),
      ]);
      const page = await context.newPage();
      const bodies: (string | null)[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/reports')) bodies.push(request.postData());
      });
      await page.goto(`${site.origin}/shop/orders/123`);
      await page.waitForFunction(() => localStorage.getItem('svc_checked'));
      if (attributes) await settle(page);
      else await until(() => bodies.length > 0, 'the report');
      const reports = ['_ga', '_ga_1', '_fbp', 'unknown'].map((cookie) => ({ page: '/shop', cookie }));
      expect(bodies).toEqual(attributes ? [] : [JSON.stringify({ reports })]);
    }
    site.fail();
  });
});
