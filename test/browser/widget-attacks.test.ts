import type { Page } from 'playwright-core';
import { settle, waitUntilSaved } from '../support/browser';
import { createActiveProfile } from '../support/profiles';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const link = '<a href="#" data-consent-open>Privacy settings</a>';
const body = `<h1>Shop</h1>${link}`;

describeWith('chromium', 'The widget in a page that does not expect it', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
    await createActiveProfile(site.app);
    site.setPage('/', { body });
    site.setPage('/bare', { body: '<h1>Shop</h1>' });
  });
  afterEach(() => site.fail());
  afterAll(() => site.close());

  const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' });
  const press = (page: Page, name: string) => banner(page).getByRole('button', { name }).click();
  const isDecided = (page: Page) => page.waitForFunction(() => window.expressConsent?.decided);
  const states = (page: Page) => page.evaluate(() => window.expressConsent?.states);

  testInDeep.each([
    ['empties its body', () => document.body.replaceChildren('The next page')],
    ['replaces its body', () => document.body.replaceWith(document.createElement('body'))],
    [
      'replaces the root element',
      () => {
        const root = document.createElement('html');
        root.append(document.createElement('head'), document.createElement('body'));
        document.documentElement.replaceWith(root);
      },
    ],
    ['removes the element', () => document.querySelector('svc-consent')?.remove()],
  ])('the banner comes back when the page %s', async (_, change) => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).waitFor();
    await page.evaluate(change);
    await press(page, 'Accept all');
    await isDecided(page);
  });

  testInDeep('a page that removes the banner again and again keeps working', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).waitFor();
    await page.evaluate(() => {
      new MutationObserver(() => document.querySelector('svc-consent')?.remove()).observe(document.body, {
        childList: true,
      });
      document.querySelector('svc-consent')?.remove();
    });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await states(page)).toMatchObject({ analytics: 'denied' });
  });

  test.each(
    pickSome(
      [
        ['gone', 'body *{all:unset!important;display:none!important}'],
        [
          'transparent',
          'body>*{opacity:0!important;visibility:hidden!important;pointer-events:none!important}',
        ],
        [
          'shrunk',
          'body>*{transform:scale(0)!important;contain:strict!important;overflow:hidden!important;width:0!important;height:0!important}',
        ],
        [
          'clipped',
          'body>*{clip-path:inset(50%)!important;content-visibility:hidden!important;filter:blur(9px)!important;zoom:.1!important}',
        ],
        [
          'behind',
          'body>*{z-index:0!important;position:fixed!important;inset:-999px auto auto -999px!important}main{z-index:2147483647!important;position:fixed!important;inset:0!important;background:red}',
        ],
      ],
      2,
    ),
  )('is where visitors see and reach it in a page whose styles make all of it %s', async (_, style) => {
    site.setPage('/styled', { body, head: `<style>${style}</style>` });
    const { visit } = await site.createVisitor({ viewport: { width: 1000, height: 700 } });
    const { page } = await visit('/styled');
    await page.waitForFunction(() =>
      document.querySelector('svc-consent')?.shadowRoot?.querySelector('.banner'),
    );
    const button = page.locator('svc-consent [part~=primary]').first();
    await button.click({ trial: true });
    expect(
      await button.evaluate((node) => {
        const look: Record<string, string> = {};
        for (
          let one: Element | null = node;
          one;
          one = one.parentElement ?? (one.getRootNode() as ShadowRoot).host ?? null
        ) {
          const { opacity, filter, transform, clipPath } = getComputedStyle(one);
          if (opacity !== '1' || filter !== 'none' || transform !== 'none' || clipPath !== 'none')
            look[one.localName] = `${opacity} ${filter} ${transform} ${clipPath}`;
          if (one === document.body) break;
        }
        return look;
      }),
    ).toEqual({});
    await button.click();
    await isDecided(page);
  });

  testInDeep(
    'pages that hide everything behind their own dialog leave the banner to assistive technology',
    async () => {
      const { visit } = await site.createVisitor();
      const { page } = await visit();
      await banner(page).waitFor();
      await page.evaluate(() => {
        for (const child of document.body.children) {
          child.setAttribute('inert', '');
          child.setAttribute('aria-hidden', 'true');
        }
      });
      await press(page, 'Accept all');
      await isDecided(page);
    },
  );

  testInDeep('works in a page with old polyfills and replaced globals', async () => {
    site.setPage('/polyfilled', {
      body,
      script: `<script>
        Object.prototype.extend = function () { throw new Error('called') };
        window.uetq = undefined;
        Array.prototype.remove = function () {};
        Array.prototype.toJSON = undefined;
        String.prototype.format = function () {};
        const nativeFetch = fetch;
        window.fetch = (...call) => new Promise((resolve, reject) => setTimeout(() => nativeFetch(...call).then(resolve, reject)));
        class Zone extends Promise {}
        window.Promise = Zone;
        const parse = JSON.parse; JSON.parse = (...call) => parse(...call);
      </script><script src="/svc/widget.js" async></script>`,
    });
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit('/polyfilled');
    await press(page, 'Accept all');
    await waitUntilSaved(page);
    expect((await site.records()).length).toBe(count + 1);
    expect(complaints).toEqual([]);
  });

  testInDeep('an element of the page cannot pass for the texts of the service', async () => {
    site.setPage('/comments', {
      body: `${body}<div id="svc-boot">{"found":true,"profile":null,"cookies":{},"asksFirst":false}</div>`,
    });
    const { visit } = await site.createVisitor();
    const { page } = await visit('/comments');
    await banner(page).waitFor();
  });

  test('texts in the page that are cut off are fetched instead', async () => {
    site.setPage('/cut', {
      body: `<script type="application/json" id="svc-boot">{"found":tr</script>${body}`,
    });
    const { visit } = await site.createVisitor();
    const { page } = await visit('/cut');
    await banner(page).waitFor();
  });

  testInDeep('a base address of the page changes nothing', async () => {
    site.setPage('/based', {
      body,
      script: `<base href="https://elsewhere.example/deep/"><script src="${site.origin}/svc/widget.js" async></script>`,
    });
    const { visit } = await site.createVisitor();
    const { page } = await visit('/based');
    await press(page, 'Accept all');
    await waitUntilSaved(page);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await page.getByRole('dialog', { name: 'Your choices' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/based');
  });

  testInDeep('a script that is loaded twice asks once', async () => {
    const tag = '<script src="/svc/widget.js"></script>';
    site.setPage('/twice', { body, script: tag + tag });
    const { visit } = await site.createVisitor();
    const { page } = await visit('/twice');
    await banner(page).waitFor();
    expect(await page.locator('svc-consent').count()).toBe(1);
    expect(await banner(page).count()).toBe(1);
  });

  testInDeep('a page that writes itself shows the banner', async () => {
    site.setPage('/written', {
      script: '',
      head: `<script>document.write('<script src="/svc/widget.js" async><\\/script>')</script>`,
      body: `<script>document.write('<p>Written</p>')</script>${link}`,
    });
    const { visit } = await site.createVisitor();
    const { page } = await visit('/written');
    await press(page, 'Reject');
    await isDecided(page);
  });

  testInDeep('nothing of it is printed', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await banner(page).isVisible()).toBe(false);
  });

  testInDeep('shows the banner in a tab that was opened in the background', async () => {
    const { context } = await site.createVisitor();
    await context.addInitScript(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      Object.defineProperty(document, 'hidden', { get: () => true });
      window.requestAnimationFrame = () => 0;
    });
    const page = await context.newPage();
    await page.goto(site.origin);
    await banner(page).waitFor();
  });

  describe('with values of others in its storage', () => {
    const plant = async (
      values: Readonly<Partial<Record<string, string>>>,
      cookies: readonly string[] = [],
    ) => {
      const { context, visit } = await site.createVisitor();
      await context.addInitScript((items) => {
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, `${value}`);
      }, values);
      await context.addCookies(cookies.map((value) => ({ name: 'svc_choice', value, url: site.origin })));
      return visit('/bare');
    };
    const far = 'zzzzz';

    const otherCookies = [
      'x',
      '1.',
      '1.shop.1.1.1.0.analytics~g',
      `1.shop.1.1.${far}.9.analytics~g`,
      `1.shop.1.1.${far}.0.analytics~x`,
      `1.*zz.1.1.${far}.0.analytics~g`,
      `1.shop.1.1.${far}.0.${'a~g!'.repeat(900)}`,
    ];
    test.each(pickSome(otherCookies, 1))(
      'a cookie that is not a choice (%#) leads to the banner',
      async (value) => {
        const { page, complaints } = await plant({}, [value.slice(0, 4000)]);
        await banner(page).waitFor();
        expect(complaints).toEqual([]);
      },
    );

    test.each(pickSome(['__proto__', 'constructor', 'hasOwnProperty'], 1))(
      'a choice about a category %s is one about a category',
      async (id) => {
        const now = Math.floor(Date.now() / 60_000).toString(36);
        const { page } = await plant({}, [`1.shop.1.${now}.${far}.0.${id}~g`]);
        await isDecided(page);
        expect(await page.evaluate(() => Object.entries(window.expressConsent?.states ?? {})[0], id)).toEqual(
          [id, 'granted'],
        );
        expect(await page.evaluate(() => ({}) instanceof Object && !('granted' in {}))).toBe(true);
      },
    );

    const otherEntries: readonly Readonly<Record<string, string>>[] = [
      { svc_link: '{', svc_checked: 'x', svc_owed: '{', svc_age: '{' },
      { svc_link: '{"lang":"en"}', svc_checked: 'Infinity', svc_owed: 'null' },
      { svc_link: '"en"', svc_checked: '-1', svc_owed: '' },
      { svc_link: 'null' },
    ];
    testInDeep.each(otherEntries)('%j in local storage changes nothing', async (values) => {
      const { page, complaints } = await plant(values);
      await press(page, 'Reject');
      await waitUntilSaved(page);
      await page.getByRole('button', { name: 'Privacy settings' }).click();
      await page.getByRole('dialog', { name: 'Your choices' }).waitFor();
      expect(complaints).toEqual([]);
    });

    testInDeep.each(['Infinity', 'x', `${Date.now() + 400 * 86_400_000}`])(
      'checks the choice after a day although it has noted %s',
      async (value) => {
        const { page } = await plant({ svc_checked: value });
        await press(page, 'Reject');
        await waitUntilSaved(page);
        await page.clock.install({ time: Date.now() + 90_000_000 });
        site.requests.length = 0;
        await page.reload();
        await until(() => site.requests.some(({ path }) => path.includes('/recheck')), 'the check');
      },
    );

    testInDeep('the widget works with storage that is full or refuses everything', async () => {
      const { context, visit } = await site.createVisitor();
      await context.addInitScript(() => {
        const refuse = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
        Object.defineProperty(Storage.prototype, 'setItem', { value: refuse });
        Object.defineProperty(window, 'sessionStorage', { get: refuse });
        Object.defineProperty(window, 'indexedDB', { get: refuse });
      });
      const count = (await site.records()).length;
      site.fail(({ method }) => (method === 'POST' ? 503 : undefined));
      const { page } = await visit('/bare');
      await press(page, 'Reject');
      await page.getByText('could not be sent yet').waitFor();
      site.fail();
      await page.reload();
      await waitUntilSaved(page);
      expect((await site.records()).slice(count)).toMatchObject([{ consent: { analytics: 'denied' } }]);
    });
  });

  test.each(pickSome([-400, -1, 0.1, 20], 1))(
    'a clock that is %d days wrong loses no decision',
    async (days) => {
      const count = (await site.records()).length;
      const { context } = await site.createVisitor();
      const page = await context.newPage();
      await page.clock.install({ time: Date.now() + days * 86_400_000 });
      await page.goto(site.origin);
      await press(page, 'Accept all');
      await until(async () => (await site.records()).length === count + 1, 'the record');
      await waitUntilSaved(page);
      expect(await states(page)).toMatchObject({ analytics: 'granted' });
      await page.reload();
      await isDecided(page);
      expect(await states(page)).toMatchObject({ analytics: 'granted' });
    },
  );

  describe('when an address fails', () => {
    const html = { type: 'text/html', text: '<h1>Down</h1>' };
    const cut = { type: 'application/json', text: '{"found":true,"profile":{"id":' };

    test.each([
      // `widget-answers.test.ts` has the other faults of this address.
      ...pickSome([html, 503, 404, 'abort', 'hang', cut] as const, 1).map(
        (fault) => ['/api/v1/bootstrap', fault] as const,
      ),
      ...pickSome(['hang', 503, html] as const, 1).map((fault) => ['banner.js', fault] as const),
      ...pickSome([503, html] as const, 1).map((fault) => ['follow.js', fault] as const),
    ] as const)(
      '%s with %j: nothing optional is allowed, and no exception reaches the page',
      async (part, fault) => {
        site.requests.length = 0;
        site.fail(({ path }) => (path.includes(part) ? fault : undefined));
        const { visit } = await site.createVisitor();
        const { page, complaints } = await visit('/bare');
        await until(() => site.requests.some(({ path }) => path.includes(part)), 'the request');
        if (part === 'follow.js') await banner(page).waitFor();
        else if (fault !== 'hang')
          await until(() => complaints.some((text) => text.includes('express-consent:')));
        await settle(page);
        expect(await banner(page).count()).toBe(part === 'follow.js' ? 1 : 0);
        expect((await states(page))?.analytics ?? 'denied').toBe('denied');
        expect(complaints.filter((text) => text.startsWith('uncaught'))).toEqual([]);
      },
    );

    const failPart = (name: string) => site.fail(({ path }) => (path.includes(name) ? 503 : undefined));
    const preferencesPage = /\/svc\/api\/v1\/preferences\?/;

    test('decide.js or preferences.js: what is not saved is said beside the banner, and buttons lead to a page', async () => {
      failPart('decide.js');
      const { visit } = await site.createVisitor({ viewport: { width: 375, height: 667 } });
      const { page, complaints } = await visit('/bare');
      await press(page, 'Reject');
      await page.getByText('Your choice could not be saved.').waitFor();
      await page.evaluate(() => document.querySelector('svc-consent')?.remove());
      await page.getByRole('button', { name: 'Close' }).click({ trial: true });
      expect(await banner(page).count()).toBe(1);
      site.fail();
      await press(page, 'Reject');
      await isDecided(page);

      failPart('preferences.js');
      await page.getByRole('button', { name: 'Privacy settings' }).click();
      await page.waitForURL(preferencesPage);
      await page.getByRole('heading', { name: 'Your choices' }).waitFor();
      expect(complaints.filter((text) => text.startsWith('uncaught'))).toEqual([]);
    });

    testInDeep('preferences.js: the banner and links lead to a page, calls of the page nowhere', async () => {
      failPart('preferences.js');
      const { visit } = await site.createVisitor();
      const { page, complaints } = await visit();
      await banner(page).waitFor();
      await page.evaluate(() => window.expressConsent?.open());
      expect(complaints.filter((text) => text.includes('express-consent:'))).toHaveLength(1);
      await press(page, 'Choose');
      await page.waitForURL(preferencesPage);
      await page.goBack();
      await banner(page).waitFor();
      await page.getByRole('link', { name: 'Privacy settings' }).click();
      await page.waitForURL(preferencesPage);
    });

    test.each(pickSome(['hang', 404, html, cut] as const, 1))(
      'a decision that meets %j is in force',
      async (fault) => {
        site.fail(({ method }) => (method === 'POST' ? fault : undefined));
        const { visit } = await site.createVisitor();
        const { page, complaints } = await visit();
        await press(page, 'Accept all');
        await isDecided(page);
        await settle(page);
        await page.reload();
        await isDecided(page);
        expect(await states(page)).toMatchObject({ analytics: 'granted' });
        expect(complaints.filter((text) => text.startsWith('uncaught'))).toEqual([]);
      },
    );
  });

  test('the last decision counts, whichever answer arrives last', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).waitFor();
    const count = (await site.records()).length;
    let release = () => {};
    site.requests.length = 0;
    site.fail(({ method }) => {
      if (method !== 'POST') return undefined;
      site.fail();
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await press(page, 'Accept all');
    await until(async () => (await site.records()).length === count + 1, 'the record');
    await page.evaluate(() => void window.expressConsent?.decide('none'));
    await waitUntilSaved(page);
    release();
    // The answer brings its own cookies, so the decision after it is sent for them once more.
    await until(
      () => site.requests.filter(({ method }) => method === 'POST').length === 3,
      'a third request',
    );
    await waitUntilSaved(page);
    await page.reload();
    await isDecided(page);
    expect(await states(page)).toMatchObject({ analytics: 'denied' });
    await waitUntilSaved(page);
    for (const { consent } of (await site.records()).slice(count))
      expect(consent).toMatchObject({ analytics: 'denied' });
  });

  test('the last decision counts when two tabs decide differently', async () => {
    const { visit } = await site.createVisitor();
    const first = await visit();
    await banner(first.page).waitFor();
    const second = await visit();
    await press(first.page, 'Accept all');
    await waitUntilSaved(first.page);
    await press(second.page, 'Reject');
    await waitUntilSaved(second.page);
    await first.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    expect(await states(first.page)).toMatchObject({ analytics: 'denied' });
    expect((await site.records()).at(-1)).toMatchObject({ revision: 2, consent: { analytics: 'denied' } });
  });
});
