import type { Frame, Page } from 'playwright-core';
import type { WidgetParameter, WidgetProfile } from '#widget/widget-types';
import { describeWith } from '../support/services';
import { choose, renderBootstrap, type SiteStates, toChoiceCookie } from '../support/widget-choices';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

describeWith('chromium', 'withdrawal', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
  });
  afterAll(() => site.close());

  type Parameters = Readonly<Record<string, Partial<WidgetParameter>>>;

  /** Opens a page below two folders, on a host with parent domains, as a visitor who granted everything. */
  async function open(parameters: Parameters, profile: Partial<WidgetProfile> = {}) {
    site.setPage('/shop/cart/page', { body: renderBootstrap(parameters, profile) });
    const { context } = await site.createVisitor();
    const origin = `http://www.shop.localhost:${new URL(site.origin).port}`;
    const granted = { functional: 'granted', analytics: 'granted', marketing: 'granted' } as const;
    await context.addCookies([toChoiceCookie(origin, granted)]);
    const page = await context.newPage();
    await page.goto(`${origin}/shop/cart/page`);
    await page.waitForFunction(() => window.expressConsent?.decided);
    return page;
  }

  const setCookies = (page: Page, ...cookies: string[]) =>
    page.evaluate((texts) => {
      // biome-ignore lint/suspicious/noDocumentCookie: that is how tags write them
      for (const text of texts) document.cookie = text;
    }, cookies);
  const readCookieNames = async (page: Page) =>
    (await page.context().cookies()).map(({ name }) => name).sort();
  const waitForRemoval = (page: Page, name: string) =>
    page.waitForFunction((gone) => !document.cookie.includes(`${gone}=`), name);

  test('removes cookies by name and pattern, of every domain and path that the page can reach', async () => {
    const page = await open({
      ga: { name: '_ga' },
      'ga-stream': { name: 'Besucher der Website', storedName: '_ga_*' },
    });
    await setCookies(
      page,
      '_ga=1; path=/; domain=shop.localhost',
      '_ga_A1=1; path=/',
      '_ga_B2=1; path=/shop',
      '_ga_C3=1; path=/shop/cart/',
      '_ga_D4=1; path=/; domain=.www.shop.localhost',
      'basket=1; path=/',
    );
    expect(await readCookieNames(page)).toEqual([
      '_ga',
      '_ga_A1',
      '_ga_B2',
      '_ga_C3',
      '_ga_D4',
      'basket',
      'svc_choice',
    ]);
    await choose(page, {});
    await waitForRemoval(page, '_ga');
    await waitForRemoval(page, '_ga_D4');
    expect(await readCookieNames(page)).toEqual(['basket', 'svc_choice']);
  });

  test('keeps what granted and mandatory categories use, and the widget’s own cookies', async () => {
    const page = await open({
      everything: { name: '*' },
      session: { name: 'sid', purpose: 'necessary' },
      language: { name: 'lang_*', purpose: 'functional' },
    });
    await setCookies(page, 'sid=1; path=/', 'lang_shop=1; path=/', 'svc_vid=1; path=/', 'other=1; path=/');
    await choose(page, { functional: 'granted' });
    await waitForRemoval(page, 'other');
    expect(await readCookieNames(page)).toEqual(['lang_shop', 'sid', 'svc_choice', 'svc_vid']);
  });

  test('a name with the signs of a regular expression is only itself', async () => {
    const page = await open({ dotted: { name: 'a.b+(c)' } });
    await setCookies(page, 'a.b+(c)=1; path=/', 'axbc=1; path=/');
    await choose(page, {});
    await waitForRemoval(page, 'a.b+(c)');
    expect(await readCookieNames(page)).toEqual(['axbc', 'svc_choice']);
  });

  test('removes entries of storage and databases, by kind', async () => {
    const page = await open({
      local: { name: 'track_*', kind: 'localStorage' },
      session: { name: 'visit', kind: 'sessionStorage' },
      database: { name: 'events-*', kind: 'indexedDB' },
    });
    await page.evaluate(async () => {
      for (const store of [localStorage, sessionStorage])
        for (const name of ['track_1', 'visit', 'basket']) store.setItem(name, '1');
      for (const name of ['events-1', 'basket'])
        await new Promise((resolve) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => {
            request.result.close();
            resolve(null);
          };
        });
    });
    await choose(page, {});
    // Chromium may list a database again while it removes it.
    await page.waitForFunction(async () => {
      const databases = await indexedDB.databases();
      return databases.map(({ name }) => name).join() === 'basket';
    });
    expect(
      await page.evaluate(() => ({
        local: Object.keys(localStorage).sort(),
        session: Object.keys(sessionStorage).sort(),
      })),
    ).toEqual({ local: ['basket', 'svc_refused', 'visit'], session: ['basket', 'track_1'] });
  });

  test('reloads the page where the profile says so, once and only after a withdrawal', async () => {
    const page = await open({ ga: { name: '_ga' } }, { reloadOnWithdrawal: true });
    await setCookies(page, '_ga=1; path=/');
    const reloaded = page.waitForEvent('framenavigated');
    await choose(page, { functional: 'granted', marketing: 'granted' });
    await reloaded;
    await page.waitForFunction(() => window.expressConsent?.states.analytics === 'denied');
    expect(await readCookieNames(page)).toEqual(['svc_choice']);
    // Granting reloads nothing: the mark survives.
    await page.evaluate(() => {
      document.title = 'same document';
    });
    await choose(page, { functional: 'granted', marketing: 'granted', analytics: 'granted' });
    await page.waitForFunction(() => window.expressConsent?.states.analytics === 'granted');
    expect(await page.title()).toBe('same document');
  });

  test('removes cookies of a frame in another site', async () => {
    site.setPage('/frame', { body: renderBootstrap({ tag: { name: '_t' } }) });
    site.setPage('/around', { body: `<iframe src="${site.origin}/frame"></iframe>`, script: '' });
    const { context } = await site.createVisitor();
    // Some browsers keep such cookies only for frames that may have them.
    await context.grantPermissions(['storage-access']);
    const page = await context.newPage();
    await page.goto(`${site.origin.replace('127.0.0.1', 'localhost')}/around`);
    const frame = page.frames().find((one) => one.url() === `${site.origin}/frame`) as Frame;
    await frame.evaluate(() => document.requestStorageAccess());
    const writeCookie = (text: string) =>
      frame.evaluate((pair) => {
        // biome-ignore lint/suspicious/noDocumentCookie: that is how tags write them
        document.cookie = `${pair}; SameSite=None; Secure`;
        dispatchEvent(new Event('focus'));
      }, text);
    const decide = (states: SiteStates) =>
      writeCookie(`svc_choice=${toChoiceCookie(site.origin, states).value}`);
    await decide({ analytics: 'granted' });
    await frame.waitForFunction(() => window.expressConsent?.states.analytics === 'granted');
    await writeCookie('_t=1');
    expect(await readCookieNames(page)).toEqual(['_t', 'svc_choice']);
    await decide({});
    await frame.waitForFunction(() => !document.cookie.includes('_t='));
    expect(await readCookieNames(page)).toEqual(['svc_choice']);
  });

  test('after the daily check, names and link are those of the newest version; without an answer, those of before', async () => {
    const ga = { name: '_ga' };
    const page = await open(
      { ga, cart: { name: 'cart' } },
      { choicesLink: { text: 'Privacy', optOutIcon: false } },
    );
    await choose(page, {});
    await page.getByRole('button', { name: 'Privacy', exact: true }).waitFor();
    await page.waitForFunction(() => localStorage.getItem('svc_refused'));
    const viewAfterCheck = async (body: string) => {
      site.setPage('/shop/cart/page', { body });
      await page.evaluate(() => localStorage.setItem('svc_checked', `${Math.random()}`));
      await setCookies(page, 'cart=1; path=/', '_new=1; path=/');
      await page.reload();
      await waitForRemoval(page, '_new');
      expect(await readCookieNames(page)).toEqual(['cart', 'svc_choice']);
    };
    const renderNewer = (text: string) =>
      renderBootstrap(
        { ga, cart: { name: 'cart', purpose: 'necessary' }, new: { name: '_new' } },
        { choicesLink: { text, optOutIcon: true } },
      );
    await viewAfterCheck(renderNewer('Privacy Choices'));
    await page.getByRole('button', { name: 'Privacy Choices' }).locator('svg').waitFor();

    // The page stays open until after the next check.
    const newest = renderNewer('Your Privacy Choices').replace(/<.*?>/g, '');
    await page.route(/\/bootstrap\?/, (route) => route.fulfill({ body: newest }));
    await page.evaluate(() => localStorage.setItem('svc_checked', `${Date.now()}`));
    await choose(page, { functional: 'granted' });
    await page.getByRole('button', { name: 'Your Privacy Choices' }).waitFor();

    await page.route(/\/bootstrap\?/, (route) => route.abort());
    await viewAfterCheck('<a href="#" data-consent-open></a>');
    const icon = page.getByRole('link', { name: 'Your Privacy Choices' }).locator('svg');
    await icon.waitFor();
    // As another tab that has read a newer version.
    await page.evaluate(() => {
      localStorage.svc_link = localStorage.svc_link.replace('"hasIcon":true', '"hasIcon":false');
    });
    await choose(page, {});
    await icon.waitFor({ state: 'detached' });
  });

  /** Cookies as tags set them, on a deep page of a host with parent domains. */
  const many = Array.from(
    { length: 25 },
    (_, at) => `_t${at}=1; path=${at % 2 ? '/' : '/shop/cart'}; domain=${at % 3 ? '' : 'shop.'}localhost`,
  );

  test.each([true, false])(
    'a refused tag that writes its cookies again loses them on the next page view, with the Cookie Store API: %s',
    async (hasStore) => {
      site.setPage('/shop/cart/one/two/three/four/page', {
        body: '<a href="#" data-consent-open>Privacy</a>',
      });
      const page = await open({ tag: { name: '_t*' } });
      await choose(page, {});
      await page.waitForFunction(() => localStorage.getItem('svc_refused'));
      await setCookies(page, ...many.map((text) => text.replace('; domain=localhost', '')));
      await page.addInitScript((keeps) => {
        if (!keeps) Reflect.deleteProperty(window, 'cookieStore');
        const { set, ...rest } = Object.getOwnPropertyDescriptor(
          Document.prototype,
          'cookie',
        ) as PropertyDescriptor;
        const counted = window as { writes?: number };
        counted.writes = 0;
        Object.defineProperty(Document.prototype, 'cookie', {
          ...rest,
          set(text: string) {
            counted.writes = (counted.writes ?? 0) + 1;
            set?.call(this, text);
          },
        });
      }, hasStore);
      site.takeServiceRequests();
      await page.goto(page.url().replace(/page$/, 'one/two/three/four/page'));
      await page.waitForFunction(() => !/_t\d/.test(document.cookie));
      expect(await readCookieNames(page)).toEqual(['svc_choice']);
      // The names are kept from the decision.
      expect(site.takeServiceRequests().filter((request) => request.includes('/api/'))).toEqual([]);
      const writes = await page.evaluate(() => (window as { writes?: number }).writes ?? 0);
      expect(writes).toBeLessThan(hasStore ? 25 * 4 : 25 * 150);
    },
  );
});
