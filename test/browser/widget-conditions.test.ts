import type { Locator, Page } from 'playwright-core';
import { settle, waitUntilSaved } from '../support/browser';
import { createActiveProfile, profileJson } from '../support/profiles';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { toChoiceCookie } from '../support/widget-choices';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const link = '<a href="#" data-consent-open>Privacy settings</a>';
const body = `<h1>Shop</h1>${link}`;

const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' });
const preferences = (page: Page) => page.getByRole('dialog', { name: 'Your choices' });
const press = (page: Page, name: string) => banner(page).getByRole('button', { name }).click();
const isDecided = (page: Page) => page.waitForFunction(() => window.expressConsent?.decided);
const states = (page: Page) => page.evaluate(() => window.expressConsent?.states);

/** A profile whose choice does not fit into a cookie. */
function longProfile(count: number, name: string) {
  const { preferenceModal } = profileJson();
  const ids = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  return profileJson({
    preferenceModal: {
      ...preferenceModal,
      buttons: preferenceModal?.buttons ?? [],
      categories: {
        ...preferenceModal?.categories,
        ...Object.fromEntries(
          ids.map((id) => [
            id,
            { heading: id, htmlText: 'More.', legalBasis: 'consent' as const, cookies: [] },
          ]),
        ),
      },
    },
  });
}

describeWith('chromium', 'The widget without a choice in a cookie', () => {
  let site: WidgetSite;
  afterEach(() => site.close());

  test.each(
    pickSome(
      [
        ['that is turned off', { config: { choiceCookie: { enabled: false } } }],
        [
          'that it would not fit into because of many categories',
          { profile: { profileJson: longProfile(70, 'x'.repeat(60)), localeContent: {} } },
        ],
        [
          'that it would not fit into because of long names',
          { profile: { profileJson: longProfile(30, 'ü'.repeat(30)), localeContent: {} } },
        ],
      ],
      2,
    ),
  )('%s keeps the choice in the record, and asks a new visitor without an error', async (_, options) => {
    site = await createWidgetSite(options as Parameters<typeof createWidgetSite>[0]);
    site.setPage('/', { body });
    const { context, visit } = await site.createVisitor();
    const { page, complaints } = await visit();
    await press(page, 'Accept all');
    await banner(page).waitFor({ state: 'detached' });
    await page.getByText('Your choice has been saved.').waitFor({ state: 'attached' });
    expect(complaints).toEqual([]);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('svc_choice');

    const again = await visit();
    await isDecided(again.page);
    expect(await states(again.page)).toMatchObject({ analytics: 'granted', marketing: 'granted' });
    expect(await banner(again.page).count()).toBe(0);
    await again.page.getByRole('link', { name: 'Privacy settings' }).click();
    await preferences(again.page).getByRole('switch', { name: 'Analytics' }).uncheck();
    await preferences(again.page).getByRole('button', { name: 'Save' }).click();
    await until(async () => (await site.records())[0]?.revision === 2);

    const last = await visit();
    await isDecided(last.page);
    expect(await states(last.page)).toMatchObject({ analytics: 'denied', marketing: 'granted' });
    await last.page.evaluate(() => window.expressConsent?.erase());
    await banner(last.page).waitFor();
    expect(await site.records()).toEqual([]);
    expect([...again.complaints, ...last.complaints]).toEqual([]);
  });

  testInDeep.each([503, 'hang'] as const)(
    'sends a decision that met %j on the next visit, once',
    async (fault) => {
      site = await createWidgetSite({ config: { choiceCookie: { enabled: false } } });
      site.setPage('/', { body });
      site.fail(({ method }) => (method === 'POST' ? fault : undefined));
      const { visit } = await site.createVisitor();
      const { page } = await visit();
      await press(page, 'Accept all');
      if (fault === 503) await page.getByText('could not be sent yet').waitFor();
      await page.waitForFunction(() => localStorage.getItem('svc_owed'));
      await page.close();
      site.fail();
      const again = await visit();
      await isDecided(again.page);
      expect(await states(again.page)).toMatchObject({ analytics: 'granted' });
      await visit();
      expect(await site.records()).toMatchObject([{ method: 'accept', revision: 1 }]);
      expect(await again.page.evaluate(() => localStorage.getItem('svc_owed'))).toBeNull();
    },
  );

  testInDeep(
    'keeps a grant that stands against the signal, and follows a withdrawal in another tab',
    async () => {
      site = await createWidgetSite({ config: { choiceCookie: { enabled: false } } });
      site.setPage('/', { body });
      const { visit } = await site.createVisitor({ gpc: true });
      const { page } = await visit();
      await press(page, 'Accept all');
      await until(async () => (await site.records()).length === 1);
      const { page: other } = await visit();
      await isDecided(other);
      expect(await states(other)).toMatchObject({ analytics: 'granted', marketing: 'granted' });

      const wake = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      site.fail(({ method }) => (method === 'GET' ? 503 : undefined));
      await wake();
      await settle(page);
      expect(await states(page)).toMatchObject({ analytics: 'granted' });
      site.fail();
      await other.evaluate(() => window.expressConsent?.decide('none'));
      await wake();
      await page.waitForFunction(() => window.expressConsent?.states.analytics === 'denied');
      await other.evaluate(() => window.expressConsent?.erase());
      // The cookie of the visitor, which proves that there is a record, has gone with it.
      await page.reload();
      await banner(page).waitFor();
    },
  );

  testInDeep('asks on a page that is still open about the version that a publication demands', async () => {
    site = await createWidgetSite({ config: { choiceCookie: { enabled: false } }, profile: null });
    const { id } = await createActiveProfile(site.app);
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await press(page, 'Accept all');
    await until(async () => (await site.records()).length === 1);
    const url = `${site.app.adminBase}/profiles/${id}`;
    const admin = await site.app.asAdmin();
    await site.app.request.put(url).set(admin).send({ requireReconsent: true }).expect(200);
    await site.app.request.post(`${url}/activate`).set(admin).expect(200);
    const [before] = await site.records();
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await press(page, 'Accept all');
    await until(async () => (await site.records())[0]?.revision === 2);
    const [after] = await site.records();
    expect(Number(after?.profile_version)).toBeGreaterThan(Number(before?.profile_version));
  });

  testInDeep('keeps what another tab owes when the answer to an earlier decision arrives', async () => {
    site = await createWidgetSite({ config: { choiceCookie: { enabled: false } } });
    const { visit } = await site.createVisitor();
    const [first, second] = [await visit(), await visit()];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    site.fail(({ method }) => (method === 'POST' ? released : undefined));
    await press(first.page, 'Accept all');
    await until(async () => (await site.records()).length === 1);
    site.fail(({ method }) => (method === 'POST' ? 503 : undefined));
    await press(second.page, 'Reject');
    await second.page.getByText('could not be sent yet').waitFor();
    release();
    await first.page.getByText('Your choice has been saved.').waitFor({ state: 'attached' });
    site.fail();
    await second.page.reload();
    await until(async () => (await site.records())[0]?.revision === 2, 'the refusal');
    expect(await states(second.page)).toMatchObject({ analytics: 'denied' });
  });
});

describeWith('chromium', 'Where visitors opt out, the widget without a choice in a cookie', () => {
  let site: WidgetSite;
  afterEach(() => site.close());

  const { cookies, mainBanner } = profileJson();
  const profile = {
    profileJson: profileJson({
      complianceGroup: 'opt-out-strict',
      countries: undefined,
      gpcBanner: mainBanner,
      cookies: Object.fromEntries(
        Object.entries(cookies ?? {}).map(([id, cookie]) => [id, { ...cookie, preGranted: true }]),
      ),
    }),
    localeContent: {},
  };
  const allowed = { analytics: 'granted', marketing: 'granted' };
  const refused = { analytics: 'denied', marketing: 'denied' };
  const isSaved = (page: Page) =>
    page.getByText('Your choice has been saved.').waitFor({ state: 'attached' });
  const isRead = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && /\/consent(\?|$)/.test(path);

  async function openSite(config: NonNullable<Parameters<typeof createWidgetSite>[0]>['config'] = {}) {
    site = await createWidgetSite({ profile, config });
    site.setPage('/', { body, script: '', tags: (request) => site.app.service.page(request) });
    const visitor = await site.createVisitor({ timezoneId: 'America/Los_Angeles' });
    return {
      ...visitor,
      async decide(name: string) {
        const { page } = await visitor.visit();
        await press(page, name);
        await isSaved(page);
        return page;
      },
      /** As after the browser has evicted it, or the operator has given it another name. */
      async loseChoice(page: Page) {
        await visitor.context.clearCookies({ name: 'svc_choice' });
        await page.evaluate(() => localStorage.clear());
      },
    };
  }
  /** Whether Google's tags have ever got a grant on this page. */
  const hasGranted = (page: Page) =>
    page.evaluate(() =>
      JSON.stringify(window.dataLayer?.map((entry) => Object.values(entry as object))).includes(
        '"ad_storage":"granted"',
      ),
    );
  /** Wakes the page until the widget hears of it. */
  const wakeUntil = (page: Page, isReached: 'decided' | 'asked') =>
    page.waitForFunction((reached) => {
      window.dispatchEvent(new Event('visibilitychange'));
      return reached === 'decided'
        ? window.expressConsent?.decided
        : document.querySelector('svc-consent')?.shadowRoot?.querySelector('.banner');
    }, isReached);

  test('denies everything and asks nothing while the record cannot be read, then follows the opt-out', async () => {
    const { decide, visit } = await openSite({ choiceCookie: { enabled: false } });
    await decide('Reject');
    site.fail((request) => (isRead(request) ? 503 : undefined));
    const { page, complaints } = await visit();
    await page.waitForFunction(() => window.expressConsent?.states.analytics);
    expect(await states(page)).toMatchObject(refused);
    expect(await page.evaluate(() => window.expressConsent?.decided)).toBe(false);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await settle(page);
    expect(await banner(page).count()).toBe(0);
    expect(complaints.join()).toContain('No usable answer');
    site.fail();
    await wakeUntil(page, 'decided');
    expect(await states(page)).toMatchObject(refused);
    expect(await banner(page).count()).toBe(0);
    expect(await hasGranted(page)).toBe(false);
  });

  testInDeep.each([true, false])(
    'asks once the service says that there is no record, with a choice cookie: %j',
    async (enabled) => {
      const { context, visit } = await openSite({ choiceCookie: { enabled } });
      await context.addCookies([{ name: 'svc_vid', value: crypto.randomUUID(), url: site.origin }]);
      site.fail((request) => (isRead(request) ? 'abort' : undefined));
      const { page } = await visit();
      await page.waitForFunction(() => window.expressConsent?.states.analytics);
      expect(await states(page)).toMatchObject(refused);
      expect(await banner(page).count()).toBe(0);
      site.fail();
      await wakeUntil(page, 'asked');
      expect(await states(page)).toMatchObject(allowed);
      await press(page, 'Reject');
      await isSaved(page);
      site.fail((request) => (isRead(request) ? 503 : undefined));
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await settle(page);
      expect(await page.evaluate(() => window.expressConsent?.decided)).toBe(true);
    },
  );

  testInDeep.each([
    {},
    { visitorCookie: { httpOnly: true } },
    { choiceCookie: { enabled: false } },
    { choiceCookie: { enabled: false }, visitorCookie: { httpOnly: true } },
  ])('asks a new visitor, to whom the place allows everything: %j', async (config) => {
    const { visit } = await openSite(config);
    const { page } = await visit();
    await banner(page).waitFor();
    expect(await states(page)).toMatchObject(allowed);
    const isHidden = config.choiceCookie && config.visitorCookie;
    expect(site.requests.some(isRead)).toBe(isHidden !== undefined);
  });

  test('reads the record of a visitor whose choice cookie is lost before it allows anything, once', async () => {
    const { context, decide, loseChoice, visit } = await openSite();
    await loseChoice(await decide('Reject'));
    const { page, complaints } = await visit();
    await isDecided(page);
    expect(await states(page)).toMatchObject(refused);
    expect(await hasGranted(page)).toBe(false);
    expect(await banner(page).count()).toBe(0);
    expect(complaints).toEqual([]);

    await until(async () => (await context.cookies()).some(({ name }) => name === 'svc_choice'));
    site.requests.length = 0;
    const { page: later } = await visit();
    await isDecided(later);
    expect(await states(later)).toMatchObject(refused);
    expect(site.requests.filter(isRead)).toEqual([]);
    expect(await site.records()).toMatchObject([{ revision: 1 }]);
  });

  testInDeep('asks again about a lost choice that refused nothing, and after an erasure', async () => {
    const { decide, loseChoice, visit } = await openSite();
    await loseChoice(await decide('Accept all'));
    const { page } = await visit();
    await banner(page).waitFor();
    expect(await states(page)).toMatchObject(allowed);
    await press(page, 'Reject');
    await isSaved(page);
    expect(await site.records()).toMatchObject([{ revision: 2 }]);
    await page.evaluate(() => window.expressConsent?.erase());
    await banner(page).waitFor();
    expect(await states(page)).toMatchObject(allowed);
    expect(await site.records()).toEqual([]);
  });

  testInDeep('does not bring back a choice that a publication has ended', async () => {
    site = await createWidgetSite({ profile: null });
    const { id } = await createActiveProfile(site.app, profile);
    const { visit } = await site.createVisitor({ timezoneId: 'America/Los_Angeles' });
    const { page } = await visit();
    await press(page, 'Accept all');
    await waitUntilSaved(page);
    const url = `${site.app.adminBase}/profiles/${id}`;
    const admin = await site.app.asAdmin();
    await site.app.request.put(url).set(admin).send({ requireReconsent: true }).expect(200);
    await site.app.request.post(`${url}/activate`).set(admin).expect(200);
    await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await banner(page).waitFor();
    const { page: later } = await visit();
    await banner(later).waitFor();
    expect(await later.evaluate(() => window.expressConsent?.decided)).toBe(false);
  });
});

describeWith('chromium', 'A choice cookie from before the record alone keeps choices', () => {
  let site: WidgetSite;
  afterEach(() => site.close());

  testInDeep('ends with the next decision, although that cannot be sent yet', async () => {
    site = await createWidgetSite({ config: { choiceCookie: { enabled: false } } });
    site.setPage('/', { body });
    const { context, visit } = await site.createVisitor();
    await context.addCookies([toChoiceCookie(site.origin, { analytics: 'granted', marketing: 'granted' })]);
    const { page } = await visit();
    await isDecided(page);
    expect(await states(page)).toMatchObject({ analytics: 'granted' });
    site.fail(({ method }) => (method === 'POST' ? 503 : undefined));
    await page.evaluate(() => window.expressConsent?.decide('none'));
    await page.getByText('could not be sent yet').waitFor();
    site.fail();
    const again = await visit();
    await isDecided(again.page);
    expect(await states(again.page)).toMatchObject({ analytics: 'denied', marketing: 'denied' });
  });
});

describeWith('chromium', 'The widget on sister domains', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ config: { visitorCookie: { domain: 'example.test' } as never } });
    site.setPage('/', { body });
  });
  afterAll(() => site.close());

  test('a choice holds on both, and can be withdrawn on either', async () => {
    const { port } = new URL(site.origin);
    const { context } = await site.createVisitor();
    const shop = await context.newPage();
    await shop.goto(`http://shop.example.test:${port}`);
    await press(shop, 'Accept all');
    await waitUntilSaved(shop);

    const blog = await context.newPage();
    await blog.goto(`http://blog.example.test:${port}`);
    await isDecided(blog);
    expect(await states(blog)).toMatchObject({ analytics: 'granted' });
    expect(await banner(blog).count()).toBe(0);
    await blog.evaluate(() => window.expressConsent?.decide('none'));
    await waitUntilSaved(blog);

    await shop.evaluate(() => window.dispatchEvent(new Event('focus')));
    expect(await states(shop)).toMatchObject({ analytics: 'denied' });
    expect(await site.records()).toMatchObject([{ revision: 2, consent: { analytics: 'denied' } }]);
    const cookies = await context.cookies();
    expect(cookies.filter(({ name }) => name === 'svc_choice').map(({ domain }) => domain)).toEqual([
      '.example.test',
    ]);
  });

  testInDeep('a withdrawal in the minute of the grant counts when the other sends it', async () => {
    const { port } = new URL(site.origin);
    const known = (await site.records()).map(({ id }) => id);
    const { context } = await site.createVisitor();
    const minute = Math.floor(Date.now() / 60_000 - 10) * 60_000;
    await context.clock.setFixedTime(minute + 10_000);
    const shop = await context.newPage();
    await shop.goto(`http://shop.example.test:${port}`);
    await press(shop, 'Accept all');
    await waitUntilSaved(shop);
    site.fail(({ method }) => (method === 'POST' ? 'hang' : undefined));
    await context.clock.setFixedTime(minute + 40_000);
    await shop.evaluate(() => void window.expressConsent?.decide('none'));
    await shop.waitForFunction(() => window.expressConsent?.states.analytics === 'denied');
    await shop.close();
    site.fail();
    await context.clock.setFixedTime(minute + 50_000);
    const blog = await context.newPage();
    await blog.goto(`http://blog.example.test:${port}`);
    await waitUntilSaved(blog);
    expect(await states(blog)).toMatchObject({ analytics: 'denied' });
    expect((await site.records()).filter(({ id }) => !known.includes(id))).toMatchObject([
      { revision: 2, consent: { analytics: 'denied' } },
    ]);
  });

  testInDeep('a decision that was lost on one is sent on the other', async () => {
    const { port } = new URL(site.origin);
    const known = (await site.records()).map(({ id }) => id);
    const { context } = await site.createVisitor();
    site.fail(({ method }) => (method === 'POST' ? 503 : undefined));
    const shop = await context.newPage();
    await shop.goto(`http://shop.example.test:${port}`);
    await press(shop, 'Reject');
    await shop.getByText('could not be sent yet').waitFor();
    site.fail();
    const blog = await context.newPage();
    await blog.goto(`http://blog.example.test:${port}`);
    await waitUntilSaved(blog);
    await shop.evaluate(() => window.dispatchEvent(new Event('focus')));
    await settle(shop);
    expect((await site.records()).filter(({ id }) => !known.includes(id))).toMatchObject([
      { revision: 1, consent: { analytics: 'denied' } },
    ]);
  });
});

describeWith('chromium', 'The widget in other browsers', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite();
    site.setPage('/', { body });
    site.setPage('/bare', { body: '<h1>Shop</h1>' });
  });
  afterAll(() => site.close());

  test.each(
    pickSome(
      [
        ['without', () => Reflect.deleteProperty(window, 'Temporal')],
        [
          'with',
          () =>
            Object.defineProperty(window, 'Temporal', {
              value: { Now: { timeZoneId: () => 'Europe/Berlin' } },
              configurable: true,
            }),
        ],
        [
          'with an old proposal of',
          () =>
            Object.defineProperty(window, 'Temporal', {
              value: { Now: { timeZone: () => ({}) } },
              configurable: true,
            }),
        ],
        [
          'with the page’s own',
          () => Object.defineProperty(window, 'Temporal', { value: class Temporal {}, configurable: true }),
        ],
      ],
      2,
    ),
  )('sends the time zone %s Temporal', async (_, change) => {
    const { context, visit } = await site.createVisitor();
    await context.addInitScript(change);
    site.requests.length = 0;
    const { page } = await visit();
    await banner(page).waitFor();
    const { path } = site.requests.find((request) => request.path.includes('/bootstrap')) ?? {};
    expect(new URL(path ?? '', site.origin).searchParams.get('tz')).toBe('Europe/Berlin');
  });

  test.each(
    pickSome(
      [
        ['a first visit', 1],
        ['a first visit in German', 1],
      ],
      1,
    ),
  )('%s that starts early asks for the banner once', async (name, times) => {
    const lang = name.includes('German') ? 'de' : 'en';
    const { head } = await site.app.service.page({ headers: {} } as never, { locale: lang });
    site.setPage('/early', { script: '', head, html: `lang="${lang}"`, body });
    const { visit } = await site.createVisitor();
    site.requests.length = 0;
    const { page, complaints } = await visit('/early');
    await page.getByRole('region').waitFor();
    await settle(page);
    const count = (part: string) => site.requests.filter(({ path }) => path.includes(part)).length;
    expect({
      bootstrap: count('/bootstrap'),
      banner: count('banner.js'),
    }).toEqual({
      bootstrap: times,
      banner: times,
    });
    expect(complaints).toEqual([]);
  });

  testInDeep(
    'on a screen that is zoomed to 400% everything can be reached without scrolling sideways',
    async () => {
      const { visit } = await site.createVisitor({ viewport: { width: 320, height: 256 } });
      const { page } = await visit('/bare');
      await banner(page).waitFor();
      const sideways = () =>
        page.evaluate(() => {
          const wide: string[] = [];
          const look = (root: ParentNode) => {
            for (const node of root.querySelectorAll('*')) {
              if (
                node.scrollWidth > node.clientWidth + 1 &&
                /auto|scroll/.test(getComputedStyle(node).overflowX)
              )
                wide.push(node.className);
              const { left, right, width } = node.getBoundingClientRect();
              if (width > 0 && (left < 0 || right > innerWidth))
                wide.push(`${node.localName}.${node.className}`);
              if (node.shadowRoot) look(node.shadowRoot);
            }
          };
          look(document);
          if (document.documentElement.scrollWidth > innerWidth) wide.push('page');
          return wide;
        });
      const isInView = (button: Locator) =>
        button.evaluate((node) => {
          const { top, bottom } = node.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        });
      /** Whether a control can be scrolled to where a pointer reaches it. */
      const reach = async (within: ReturnType<typeof banner>) => {
        for (const control of await within.locator('a, button, input, summary').all()) {
          await control.scrollIntoViewIfNeeded();
          await control.click({ trial: true });
        }
      };
      expect(await sideways()).toEqual([]);
      for (const name of ['Accept all', 'Reject', 'Choose'])
        expect(await isInView(banner(page).getByRole('button', { name }))).toBe(true);
      await reach(banner(page));
      await press(page, 'Choose');
      await preferences(page).waitFor();
      // They come with a movement.
      await preferences(page).evaluate((node) =>
        Promise.all(node.getAnimations().map(({ finished }) => finished)),
      );
      // Nothing lies over the texts, and a word that is wider than the window is broken.
      expect(await isInView(preferences(page).getByText('Choose what you allow.'))).toBe(true);
      await preferences(page)
        .getByRole('heading', { name: 'Your choices' })
        .evaluate((node) => {
          node.textContent = 'Datenschutzeinstellungsübersicht';
        });
      expect(await isInView(page.getByRole('dialog').getByRole('button', { name: 'Close' }))).toBe(true);
      expect(await sideways()).toEqual([]);
      for (const opener of await page.getByRole('dialog').locator('.opener').all()) await opener.click();
      await page.getByRole('dialog').locator('.cookies code').last().waitFor();
      expect(await sideways()).toEqual([]);
      const open = page.getByRole('dialog');
      await reach(open);
      await open.getByRole('button', { name: 'Save' }).click();
      await banner(page).waitFor({ state: 'detached' });
      const reopen = page.getByRole('button', { name: 'Privacy settings' });
      await reopen.click();
      await preferences(page).waitFor();
      expect(await sideways()).toEqual([]);
    },
  );

  testInDeep('long tasks on a slow device are printed', async () => {
    const { context } = await site.createVisitor();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(site.origin);
    await press(page, 'Choose');
    await preferences(page).getByRole('button', { name: 'Save' }).click();
    await waitUntilSaved(page);
    const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
    // Not asserted: the duration says as much about the machine as about the widget.
    console.info(`Long tasks at a quarter of the speed (ms): ${tasks.join(', ') || 'none'}`);
    expect(await states(page)).toMatchObject({ analytics: 'denied' });
  });
});
