import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import type { Browser, Page } from 'playwright-core';
import type { ProfileJson } from '../../src/features/profiles/profile-schemas';
import { collectComplaints, launchBrowser } from '../support/browser';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { profileJson } from '../support/profiles';
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
const examplePublic = join(__dirname, '../../examples/minimal/public');
const barePage =
  '<!doctype html><html><head><title>Bare</title><link rel="icon" href="data:,"></head><body><main id="place"></main></body></html>';

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
    // The example's page without the Content-Security-Policy that would stop what gets through.
    app.app.use(express.static(examplePublic));
    app.app.get('/bare', (_req, res) => void res.send(barePage));
    server = await new Promise<Server>((resolve) => {
      const listening: Server = app.app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  }, 60_000);
  afterEach(() => Promise.all(pages.splice(0).map((page) => page.context().close())));
  afterAll(async () => {
    await browser?.close();
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
        const link = (event.target as Element).closest('a, area');
        if (link !== null && isOrdinary(link)) event.preventDefault();
        event.stopPropagation();
      };
      addEventListener('click', stay, true);
      for (const element of document.querySelectorAll<HTMLElement>('.rich *, .about *, #place *')) {
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

  test('the raw texts would run, load and ask: the watch sees it', async () => {
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

  test.each(batches)(
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
          names: ['config', 'consentTexts', 'settings', 'banner-buttons'].filter(
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

  test.each(batches)(
    'do nothing on the example’s page, and are shown as the text that they are: batch $number',
    async ({ batch }) => {
      const texts = batch.map(({ html }) => html);
      const content = hostileProfile(texts);
      await publish(content);
      const { page, happened } = await watchedPage();
      const ownIds = [
        ...readFileSync(join(examplePublic, 'index.html'), 'utf8').matchAll(/ id="([^"]+)"/g),
      ].map(([, id]) => id);

      // With the signal the banner is another one, and the settings tell about it.
      for (const gpc of ['', '&gpc=1']) {
        await page.goto(`${origin}/?lang=en&region=eu${gpc}`);
        await page.locator('#banner[open]').waitFor();
        const banner = gpc ? content.gpcBanner : content.mainBanner;
        expect(await page.locator('#banner-heading').textContent()).toBe(banner?.heading);
        expect(await page.locator('#banner-buttons button').allTextContents()).toEqual(
          banner?.buttons?.map(({ text }) => text),
        );
        expect(await page.locator('#banner-text').textContent()).toMatch(gpc ? /^Signal/ : /^Main/);
        await page
          .locator('#banner-buttons button')
          .last()
          .evaluate((button: HTMLElement) => button.click());
        await page.locator('#settings[open]').waitFor();
        const shown = await page.evaluate(async () => {
          const file = await (await fetch('/svc/api/v1/profiles/default/opt-in/en')).json();
          const textOf = (html: string) =>
            new DOMParser().parseFromString(html, 'text/html').body.textContent;
          const all = (selector: string) =>
            [...document.querySelectorAll(`#settings-categories .category ${selector}`)].map(
              (node) => node.textContent,
            );
          const categories: { htmlText: string }[] = Object.values(file.preferenceModal.categories);
          const abouts = all('.about');
          return {
            headings: all('h3'),
            names: all('code'),
            providers: all('bdi:first-child'),
            lost: categories.filter(({ htmlText }, index) => textOf(htmlText) !== abouts[index]),
          };
        });
        const categories = Object.values(content.preferenceModal?.categories ?? {});
        expect(shown.lost).toEqual([]);
        expect(shown.headings.sort()).toEqual(categories.map(({ heading }) => heading).sort());
        const named = categories.map(({ cookies }) => content.cookies?.[cookies?.[0] ?? '']);
        expect(shown.names.sort()).toEqual(named.map((cookie) => cookie?.name).sort());
        expect(shown.providers.sort()).toEqual(named.flatMap((cookie) => cookie?.provider ?? []).sort());
        await provoke(page);
        // Those of single categories are made from the profile, with a word before them.
        const ids = await page
          .locator('[id]')
          .evaluateAll((nodes) => nodes.map(({ id }) => id).filter((id) => !/^(switch|about)-/.test(id)));
        expect(ids).toEqual(ownIds);
      }

      await page.locator('#settings-buttons button').evaluate((button: HTMLElement) => button.click());
      await page.locator('#record:not([hidden])').waitFor();
      const record = JSON.parse((await page.locator('#record').textContent()) ?? '{}');
      expect(Object.keys(record.consentJson).sort()).toEqual(
        Object.keys(content.preferenceModal?.categories ?? {}).sort(),
      );
      expect(happened).toEqual([]);
    },
  );

  test('the example’s own insertion lets nothing through that the service has not cleaned', async () => {
    const { page, happened } = await watchedPage();
    await page.goto(`${origin}/bare`);
    // As a text: the tests' compiler would make a `require` of it.
    await page.evaluate("import('/safe-html.js').then(({ safeHtml }) => { window.safeHtml = safeHtml; })");
    const left = await page.evaluate(
      (texts) => {
        const { safeHtml } = window as unknown as { safeHtml(html: string): DocumentFragment }; // put there by the script above
        const place = document.getElementById('place') as HTMLElement;
        for (const html of texts) {
          place.append(safeHtml(html));
          place.append(
            document.createRange().createContextualFragment(place.lastElementChild?.outerHTML ?? ''),
          );
        }
        const isBad = (element: Element) =>
          element.namespaceURI !== 'http://www.w3.org/1999/xhtml' ||
          element
            .getAttributeNames()
            .some((name) => /^(on|id$|name$|style$|src|ping|action|form)/.test(name)) ||
          !['', 'http:', 'https:', 'mailto:', 'tel:', ':', undefined].includes(
            (element as HTMLAnchorElement).protocol,
          );
        return [...place.querySelectorAll('*')]
          .filter(isBad)
          .map((element) => element.outerHTML.slice(0, 200));
      },
      small.map(({ html }) => html),
    );
    expect(left).toEqual([]);
    await provoke(page);
    expect(happened).toEqual([]);
  });

  test('a link to a new tab gives that tab no way back', async () => {
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
