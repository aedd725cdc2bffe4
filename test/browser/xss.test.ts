import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { closeBrowser, collectComplaints, openBrowser } from '../support/browser';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { profileJson } from '../support/profiles';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { xssVectors } from '../support/xss-vectors';

/** No text of a profile has NUL or half characters: those are refused. */
const vectors = xssVectors.filter(({ html }) => !html.includes('\0') && html.isWellFormed());
/** Those that a page would take in without being busy for seconds. */
const small = vectors.filter(({ name }) => !name.startsWith('sizes'));
const batchSize = 95;
const batches = Array.from({ length: Math.ceil(vectors.length / batchSize) }, (_, index) => ({
  number: index + 1,
  batch: vectors.slice(index * batchSize, (index + 1) * batchSize),
}));
const barePage =
  '<!doctype html><html><head><title>Bare</title><link rel="icon" href="data:,"></head><body><main id="place"></main></body></html>';

const widgetPage = barePage.replace('</head>', '<script src="/svc/widget.js" async></script></head>');

/** One profile with a batch of texts in every place that an operator can write to. */
function hostileProfile(texts: readonly string[]): ProfileJson {
  const text = (index: number, length: number) => (texts[index % texts.length] ?? '').slice(0, length);
  const idOf = (html: string, index: number) =>
    `${index} ${html.replace(/\p{Cc}/gu, '')}`.slice(0, 60).toWellFormed();
  const cookies = texts.map((html, index): [string, NonNullable<ProfileJson['cookies']>[string]] => {
    const short = html.slice(0, 300).toWellFormed();
    return [
      idOf(html, index),
      {
        purpose: 'analytics',
        listenGpc: true,
        name: short,
        provider: short,
        duration: short,
        description: html.slice(0, 5000),
      },
    ];
  });
  const categories = texts.map((html, index) => [
    idOf(html, index),
    {
      heading: html.slice(0, 1000),
      htmlText: html,
      legalBasis: 'consent' as const,
      cookies: [idOf(html, index)],
    },
  ]);
  const base = profileJson();
  return profileJson({
    cookies: { ...base.cookies, ...Object.fromEntries(cookies) },
    complianceConfig: { [text(0, 90)]: text(1, 5000) },
    mainBanner: {
      position: text(2, 64),
      heading: text(3, 1000),
      htmlText: `Main ${texts[4]}`,
      buttons: [
        { text: text(5, 300), style: 'primary', action: 'custom', cookies: '*' },
        { text: text(6, 300), style: 'primary', action: 'custom', cookies: '!' },
        { text: text(7, 300), style: 'secondary', action: 'manage' },
      ],
    },
    gpcBanner: {
      position: text(8, 64),
      heading: text(9, 1000),
      htmlText: `Signal ${texts[10]}`,
      buttons: [{ text: text(11, 300), action: 'manage' }],
    },
    preferenceModal: {
      heading: text(12, 1000),
      htmlText: texts[13] ?? '',
      buttons: [{ text: text(14, 300), style: 'primary', action: 'submit' }],
      categories: { ...base.preferenceModal?.categories, ...Object.fromEntries(categories) },
    },
  });
}

describeWith('chromium', 'Hostile texts of operators in a browser', () => {
  let app: TestApp;
  let server: Server;
  let origin: string;
  let browser: Browser;
  let profileId: string | undefined;
  const pages: Page[] = [];

  beforeAll(async () => {
    app = await createTestApp();
    // Without a Content-Security-Policy, which would stop what gets through.
    app.app.get('/bare', (_req, res) => void res.send(barePage));
    app.app.get('/widget', (_req, res) => void res.send(widgetPage));
    server = await new Promise<Server>((resolve) => {
      const listening: Server = app.app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await openBrowser();
  }, 60_000);
  afterEach(() => Promise.all(pages.splice(0).map((page) => page.context().close())));
  afterAll(async () => {
    if (browser) await closeBrowser(browser);
    server?.closeAllConnections();
    server?.close();
    await app?.close();
  });

  /** Saves the texts as the published version of the one profile. */
  async function publish(content: ProfileJson): Promise<void> {
    const admin = await app.asAdmin();
    const profiles = `${app.adminBase}/profiles`;
    const saved = await (profileId === undefined
      ? app.request.post(profiles)
      : app.request.put(`${profiles}/${profileId}`)
    )
      .set(admin)
      .send({ name: 'Hostile', defaultLocale: 'en', profileJson: content })
      .expect((response) =>
        expect({ status: response.status, errors: response.body.errors }).toEqual({
          status: profileId ? 200 : 201,
          errors: undefined,
        }),
      );
    profileId ??= saved.body.id as string;
    await app.request.post(`${profiles}/${profileId}/activate`).set(admin).expect(200);
  }

  /** A page, and everything that happens there and must not. */
  async function watchedPage(): Promise<{ page: Page; happened: string[] }> {
    const context = await browser.newContext();
    await context.route(
      (url) => url.origin !== origin,
      (route) => route.abort(),
    );
    const page = await context.newPage();
    pages.push(page);
    const happened = collectComplaints(page);
    await page.exposeFunction('hit', () => void happened.push('hit'));
    page.on('dialog', (dialog) => {
      happened.push(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => {});
    });
    page.on('request', (request) => {
      if (/^(https?|wss?|ftp|file):/.test(request.url()) && new URL(request.url()).origin !== origin)
        happened.push(`request: ${request.url()}`);
    });
    page.on('popup', (popup) => happened.push(`popup: ${popup.url()}`));
    page.on('frameattached', () => happened.push('frame'));
    return { page, happened };
  }

  /** Lets timers, loads and animations come, then does to every element what a visitor could. */
  async function provoke(page: Page): Promise<void> {
    await page.evaluate(async () => {
      const isOrdinary = (element: Element) =>
        /^(https?|mailto|tel):$/.test((element as HTMLAnchorElement).protocol);
      // A link to a page may be followed; one that runs something must run here.
      const stay = (event: Event) => {
        const link = (event.composedPath()[0] as Element).closest('a, area');
        if (link !== null && isOrdinary(link)) event.preventDefault();
        event.stopPropagation();
      };
      addEventListener('click', stay, true);
      const root: ParentNode | undefined = document.querySelector('svc-consent')?.shadowRoot ?? undefined;
      const texts = [...(root?.querySelectorAll<HTMLElement>('.text *') ?? [])];
      for (const element of [...texts, ...document.querySelectorAll<HTMLElement>('#place *')]) {
        element.focus?.();
        element.click?.();
        for (const type of [
          'mouseover',
          'pointerenter',
          'toggle',
          'animationstart',
          'animationend',
          'load',
          'error',
          'keydown',
          'beforetoggle',
        ])
          element.dispatchEvent(new Event(type));
      }
      removeEventListener('click', stay, true);
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
  }

  testInDeep('the raw texts would run, load and ask: the watch sees it', async () => {
    const { page, happened } = await watchedPage();
    await page.goto(`${origin}/bare`);
    const ran = await page.evaluate(
      async (texts) => {
        const counted = new Set<number>();
        for (const [index, html] of texts.entries()) {
          const frame = document.body.appendChild(document.createElement('iframe'));
          Object.assign(frame.contentWindow as Window, { hit: () => counted.add(index) });
          const inner = frame.contentDocument as Document;
          // Runs scripts, which innerHTML would not.
          inner.body.append(inner.createRange().createContextualFragment(html));
          if (index % 30 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
          if (counted.size > 40) break;
        }
        for (let waits = 0; waits < 200 && counted.size <= 40; waits += 1)
          await new Promise((resolve) => setTimeout(resolve, 50));
        return counted.size;
      },
      [...small]
        .sort((a, b) => Number(b.name.startsWith('mutations')) - Number(a.name.startsWith('mutations')))
        .map(({ html }) => html),
    );
    expect(ran).toBeGreaterThan(40);
    await page.evaluate(() => {
      const place = document.getElementById('place') as HTMLElement;
      place.innerHTML =
        '<img src=x onerror="hit(); setTimeout(() => alert(1))"><img src="https://evil.example/pixel.gif"><a id=config>x</a><a href="javascript:hit()">x</a>';
    });
    await provoke(page);
    for (const sign of [
      /^hit$/,
      /^dialog: 1/,
      /^request: https:\/\/evil\.example\/pixel/,
      /^404: GET/,
      /^frame$/,
      /^console: /,
    ])
      expect(happened).toContainEqual(expect.stringMatching(sign));
  });

  test.each(pickSome(batches, 1))(
    'do nothing when a page inserts them as HTML, in whatever element and however often: batch $number',
    async ({ batch }) => {
      await publish(hostileProfile(batch.map(({ html }) => html)));
      const { page, happened } = await watchedPage();
      await page.goto(`${origin}/bare`);
      const faults = await page.evaluate(async () => {
        const file = await (await fetch('/svc/api/v1/profiles/default/opt-in/en')).json();
        const { mainBanner, gpcBanner, preferenceModal } = file;
        const texts: string[] = [
          mainBanner,
          gpcBanner,
          preferenceModal,
          ...Object.values(preferenceModal.categories),
        ].map((part) => part.htmlText);
        const place = document.getElementById('place') as HTMLElement;
        const svg = 'http://www.w3.org/2000/svg';
        const math = 'http://www.w3.org/1998/Math/MathML';
        const make = (name: string) => {
          if (name === 'svg' || name === 'foreignObject') return document.createElementNS(svg, name);
          return name === 'math' ? document.createElementNS(math, name) : document.createElement(name);
        };
        const around =
          'div p a td select option noscript textarea title xmp noembed svg foreignObject math template'.split(
            ' ',
          );
        for (const html of texts) {
          for (const name of around) {
            const outer = place.appendChild(document.createElement('div'));
            const inner = outer.appendChild(make(name));
            inner.innerHTML = html;
            for (let round = 0; round < 3; round += 1) {
              inner.innerHTML = String(inner.innerHTML);
              outer.innerHTML = String(outer.innerHTML);
            }
          }
          // These run scripts that innerHTML would not.
          place.append(document.createRange().createContextualFragment(html));
          place.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
          const template = document.createElement('template');
          template.innerHTML = html;
          place.append(document.importNode(template.content, true));
          place.insertAdjacentHTML('beforeend', html);
        }
        const bad =
          'script, style, iframe, object, embed, link, meta, base, form, input, img, image, video, audio, [id], [name], [style], [src], [srcset], [ping]';
        const handlers = [...place.querySelectorAll('*')].filter((element) =>
          element.getAttributeNames().some((name) => name.startsWith('on')),
        );
        return {
          texts: texts.length,
          elements: [
            ...new Set(
              [...place.querySelectorAll(bad), ...handlers].map((element) => element.outerHTML.slice(0, 200)),
            ),
          ],
          names: ['config', 'consentTexts', 'settings', 'expressConsent'].filter(
            (name) => name in window || name in document,
          ),
          own: [
            typeof document.cookie,
            typeof document.getElementById,
            typeof document.createElement,
            document.body.parentNode === document.documentElement,
          ],
        };
      });
      expect(faults).toEqual({
        texts: batch.length + 6,
        elements: [],
        names: [],
        own: ['string', 'function', 'function', true],
      });
      await provoke(page);
      expect(happened).toEqual([]);
      expect(page.url()).toBe(`${origin}/bare`);
    },
  );

  // The server's tests clean all of them.
  test.each(pickSome(batches, 1))(
    'do nothing in the widget, and are shown as the text that they are: batch $number',
    async ({ batch }) => {
      const content = hostileProfile(batch.map(({ html }) => html));
      await publish(content);
      const { page, happened } = await watchedPage();
      const banner = page.locator('[part~=banner]');
      const preferences = page.locator('[part~=preferences]');

      // With the signal the banner is another one, and the preferences explain it.
      for (const gpc of [false, true]) {
        if (gpc)
          await page.addInitScript(() =>
            Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
          );
        await page.goto(`${origin}/widget`);
        await banner.waitFor();
        const shownBanner = gpc ? content.gpcBanner : content.mainBanner;
        expect(await banner.locator('.heading').textContent()).toBe(shownBanner?.heading);
        expect(await banner.locator('button').allTextContents()).toEqual(
          shownBanner?.buttons?.map(({ text }) => text),
        );
        expect(await banner.locator('.text').textContent()).toMatch(gpc ? /^Signal/ : /^Main/);
        await banner
          .locator('button')
          .last()
          .evaluate((button: HTMLElement) => button.click());
        await preferences.waitFor();
        await preferences.locator('.opener').evaluateAll((openers) => {
          for (const opener of openers) (opener as HTMLElement).click();
        });
        await preferences.locator('.category:last-child .cookies li').waitFor({ state: 'attached' });
        const shown = await page.evaluate(async () => {
          const file = await (await fetch('/svc/api/v1/profiles/default/opt-in/en')).json();
          const root = document.querySelector('svc-consent')?.shadowRoot as ShadowRoot;
          const textOf = (html: string) =>
            new DOMParser().parseFromString(html, 'text/html').body.textContent;
          const all = (selector: string) =>
            [...root.querySelectorAll(`.category ${selector}`)].map((node) => node.textContent);
          const categories: { htmlText: string }[] = Object.values(file.preferenceModal.categories);
          const abouts = all('.text');
          return {
            headings: all('.opener > span:not(.count)'),
            names: all('code'),
            lost: categories.filter(({ htmlText }, index) => textOf(htmlText) !== abouts[index]),
          };
        });
        const categories = Object.values(content.preferenceModal?.categories ?? {});
        expect(shown.lost).toEqual([]);
        expect(shown.headings.sort()).toEqual(categories.map(({ heading }) => heading).sort());
        const named = categories.map(({ cookies }) => content.cookies?.[cookies?.[0] ?? '']);
        expect(shown.names.sort()).toEqual(named.map((cookie) => cookie?.name).sort());
        for (const cookie of named.flatMap((found) => (found?.provider?.trim() ? [found.provider] : [])))
          expect(await preferences.textContent()).toContain(cookie);
        await provoke(page);
        const ids = await page
          .locator('[id]')
          .evaluateAll((nodes) =>
            nodes.map(({ id }) => id).filter((id) => !/^(switch|about|panel)-/.test(id)),
          );
        expect(ids).toEqual(['place', 'heading', 'preferences-heading']);
      }

      const saved = page.waitForResponse((response) => response.request().method() === 'POST');
      await preferences.locator('.foot button').evaluate((button: HTMLElement) => button.click());
      await saved;
      const { record } = await page.evaluate(async () => (await fetch('/svc/api/v1/consent')).json());
      expect(Object.keys(record.consentJson).sort()).toEqual(
        Object.keys(content.preferenceModal?.categories ?? {}).sort(),
      );
      // So many categories fit into no cookie, so the widget asks for the record, which is not there yet.
      const isQuestion = (sign: string) => /403|\/consent net::ERR_ABORTED/.test(sign);
      expect(happened.filter((sign) => !isQuestion(sign))).toEqual([]);
    },
  );

  test('a page opened in a new tab has no access to its opener', async () => {
    const link = '<a href="/bare" target="_blank" rel="opener">x</a>';
    await publish(profileJson({ mainBanner: { ...profileJson().mainBanner, htmlText: link } }));
    const { page } = await watchedPage();
    await page.goto(`${origin}/bare`);
    await page.evaluate(async () => {
      const file = await (await fetch('/svc/api/v1/profiles/default/opt-in/en')).json();
      (document.getElementById('place') as HTMLElement).innerHTML = file.mainBanner.htmlText;
    });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.locator('#place a').click()]);
    await tab.waitForLoadState();
    expect(await tab.evaluate(() => window.opener)).toBeNull();
  });
});
