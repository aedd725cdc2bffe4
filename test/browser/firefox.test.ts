import type {} from '#widget/widget-types';
import { adminEmail, adminPassword } from '../support/create-test-app';
import { type Firefox, type FirefoxPage, keys, launchFirefox } from '../support/firefox';
import { germanContent } from '../support/profiles';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createPages } from '../support/widget-page';

jest.setTimeout(90_000);

const link = '<a href="/svc/api/v1/preferences" data-consent-open>Privacy settings</a>';
const all = { necessary: 'granted', analytics: 'granted', marketing: 'granted' };
const refused = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };
const arabic = germanContent({
  mainBanner: {
    heading: 'خصوصيتك',
    htmlText: '<p>نستخدم ملفات تعريف الارتباط.</p>',
    buttons: [{ text: 'قبول الكل' }, { text: 'رفض' }, { text: 'اختيار' }],
  },
});

/** The server writes the first layer where it knows the law. */
const inGermany = {
  name: 'by header',
  dependsOn: { headers: ['x-country'] },
  locate: () => ({ country: 'DE' }),
};

// What differs between browsers; everything else is tested in Chromium.
describeWith('firefox', 'Firefox', () => {
  let site: Awaited<ReturnType<typeof createPages>>;
  let firefox: Firefox;
  beforeAll(async () => {
    [site, firefox] = await Promise.all([
      createPages({
        profile: { localeContent: { ar: arabic } },
        config: { rateLimit: false, dashboard: { enabled: true }, geo: inGermany },
      }),
      launchFirefox(),
    ]);
    await site.app.service.start();
    const { page } = site.app.service;
    const other = (path: string) => `${site.otherOrigin}/${path}`;
    site.setPage('/', { body: `<h1>Shop</h1>${link}` });
    site.setPage('/next', { body: `<h1>Next</h1>${link}` });
    site.setPage('/arabic', { html: 'lang="ar" dir="rtl"', body: '<h1>متجر</h1>' });
    site.setPage('/written', {
      script: '',
      tags: (request) => page(request, { locale: 'en' }),
      body: `<h1>Shop</h1>${link}`,
    });
    site.setPage('/tags', {
      body: `<h1>Shop</h1>${link}
        <script type="text/plain" data-category="analytics">(window.ran ??= []).push('inline')</script>
        <script type="text/plain" data-category="analytics" data-src="${other('tag.js')}"></script>
        <script type="text/plain" data-category="marketing" data-src="${other('ads.js')}"></script>
        <iframe data-category="marketing" data-src="${other('film.html')}" title="Film" width="480" height="270"></iframe>`,
    });
  });
  afterAll(async () => {
    await firefox?.close();
    await site?.close();
  });

  afterEach(async () => {
    site.fail();
    await firefox.setPreference('javascript.enabled', true);
    await firefox.setPreference('privacy.globalprivacycontrol.enabled', false);
  });

  async function visit(path = '/', options: Parameters<Firefox['createVisitor']>[0] = {}) {
    const visitor = await firefox.createVisitor(options);
    await visitor.page.goto(`${site.origin}${path}`);
    return { ...visitor, ...visitor.page };
  }
  type Page = Pick<FirefoxPage, 'evaluate' | 'see' | 'waitFor'>;
  const banner = (page: Page) => page.see('region', 'Your privacy');
  const states = (page: Page) => page.evaluate(() => window.expressConsent?.states);
  /** Returns the text of what has the focus; that of its row for a switch. */
  const focused = (page: Page) =>
    page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return (element?.matches('[role="switch"]') ? element.closest('.row') : element)?.textContent ?? '';
    });
  const waitUntilDecided = (page: Page) =>
    page.waitFor(() => /svc_choice=[^;.]*(\.[^;.]*){6}(;|$)/.test(document.cookie));
  const newest = async () => (await site.records()).at(-1);

  async function tabTo(page: FirefoxPage, text: string): Promise<void> {
    for (let presses = 0; presses < 20; presses += 1) {
      await page.press(keys.Tab);
      if ((await focused(page)).startsWith(text)) return;
    }
    throw new Error(`the Tab key does not reach "${text}"`);
  }

  test('shows the banner of a tag, which works with the keyboard alone', async () => {
    const { page, leave } = await visit();
    await banner(page);
    expect(await focused(page)).not.toBe('Policy');
    await page.press(keys.Tab);
    expect(await focused(page)).toBe('Policy');
    await page.press(keys.Tab, keys.Tab, keys.Tab);
    expect(await focused(page)).toBe('Choose');
    await page.press(keys.Enter);
    await page.see('dialog', 'Your choices');
    await page.press(keys.Escape);
    await page.waitUntilGone('dialog', 'Your choices');
    await banner(page);
    expect(await focused(page)).toBe('Choose');
    await page.press(keys.Enter);
    await page.see('switch', 'Analytics');
    expect(await focused(page)).toBe('Your choices');
    // The button that opens a category comes first, then its switch.
    await tabTo(page, 'Analytics');
    await page.press(keys.Tab, keys.Space);
    await tabTo(page, 'Save');
    await page.press(keys.Enter);
    await page.waitUntilGone('dialog', 'Your choices');
    await waitUntilDecided(page);
    expect(await newest()).toMatchObject({
      consent: { ...refused, analytics: 'granted' },
      method: 'save',
      layer: 'preferences',
    });
    expect(await states(page)).toEqual({ ...refused, analytics: 'granted' });
    expect(page.complaints).toEqual([]);
    await leave();
  });

  test.each(
    pickSome(
      [
        ['Accept all', 'accept', all],
        ['Reject', 'refuse', refused],
      ],
      1,
    ),
  )('records "%s" on the server and in the cookie', async (button, method, consent) => {
    const { page, cookies, leave } = await visit();
    await page.click('button', button);
    await page.waitUntilGone('region', 'Your privacy');
    await waitUntilDecided(page);
    expect(await newest()).toMatchObject({ consent, method, layer: 'banner', locale: 'en' });
    expect(Object.keys(await cookies()).sort()).toEqual(['svc_choice', 'svc_own', 'svc_vid']);
    await page.goto(`${site.origin}/next`);
    await page.waitFor(() => window.expressConsent?.decided);
    expect(await states(page)).toEqual(consent);
    expect(await page.find('region', 'Your privacy')).toEqual([]);
    expect(page.complaints).toEqual([]);
    await leave();
  });

  testInDeep('takes over the first layer that the server wrote', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    site.fail(({ path }) => (path.startsWith('/svc/') ? released : undefined));
    const { page, leave } = await firefox.createVisitor();
    const opened = page.goto(`${site.origin}/written`);
    // Firefox describes a page to assistive technology only when it has loaded.
    await page.waitFor(() => document.querySelector('svc-consent')?.shadowRoot?.querySelector('button'));
    const noted = await page.evaluate(() => {
      const frame = document.querySelector('svc-consent')?.shadowRoot?.querySelector('.frame');
      Object.assign(window, { nodes: [...(frame?.querySelectorAll('*') ?? [])] });
      const layer = frame?.querySelector('.banner');
      return { hasScript: 'expressConsent' in window, position: layer && getComputedStyle(layer).position };
    });
    expect(noted).toEqual({ hasScript: false, position: 'fixed' });
    release();
    await opened;
    site.fail();
    await page.waitFor(() =>
      document.querySelector('svc-consent')?.shadowRoot?.querySelector('[popover]:popover-open'),
    );
    const kept = await page.evaluate(() => {
      const { nodes } = window as never as { nodes: Element[] };
      return nodes.length > 5 && nodes.every((node) => node.isConnected);
    });
    expect(kept).toBe(true);
    expect((await page.find('region', 'Your privacy')).length).toBe(1);
    await page.click('button', 'Accept all');
    await page.waitUntilGone('region', 'Your privacy');
    // No navigation: the page is the same.
    expect(await page.evaluate(() => 'nodes' in window)).toBe(true);
    await waitUntilDecided(page);
    expect(page.complaints).toEqual([]);
    await leave();
  });

  test('runs blocked scripts and shows blocked frames only after consent, and stops them on withdrawal', async () => {
    const ran = () => page.evaluate(() => (window as { ran?: string[] }).ran ?? []);
    const requested = () => site.otherRequests.map(({ path }) => path);
    const { page, leave } = await visit('/tags');
    await banner(page);
    await page.waitFor(() => document.querySelector('iframe')?.contentDocument?.querySelector('button'));
    expect([requested(), await ran()]).toEqual([[], []]);

    await page.click('button', 'Accept all');
    await until(() => new Set(requested()).size === 3, 'the scripts and the frame');
    expect([...new Set(requested())].sort()).toEqual(['/ads.js', '/film.html', '/tag.js']);
    await until(async () => (await ran()).length === 3, 'what was blocked');
    expect((await ran()).sort()).toEqual(['/ads.js', '/tag.js', 'inline']);
    await waitUntilDecided(page);

    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: that is how tags write them
      document.cookie = '_ga=1; path=/';
    });
    await page.click('link', 'Privacy settings');
    await page.see('dialog', 'Your choices');
    for (const name of ['Analytics', 'Marketing']) await page.click('switch', name);
    await page.click('button', 'Save');
    await until(async () => (await newest())?.revision === 2, 'the withdrawal');
    expect((await newest())?.consent).toEqual(refused);
    await page.waitFor(() => !document.querySelector('iframe')?.src);
    await page.waitFor(() => !/_ga=/.test(document.cookie));
    await page.goto(`${site.origin}/tags`);
    await page.waitFor(() => window.expressConsent?.decided);
    expect(await ran()).toEqual([]);
    expect(page.complaints).toEqual([]);
    await leave();
  });

  testInDeep('shows one embed once, from its placeholder', async () => {
    site.otherRequests.length = 0;
    const { page, leave } = await visit('/tags');
    await page.click('button', 'Reject');
    await page.waitUntilGone('region', 'Your privacy');
    await page.waitFor(() => {
      const buttons = document.querySelector('iframe')?.contentDocument?.querySelectorAll('button') ?? [];
      const button = [...buttons].find(({ textContent }) => textContent === 'Show once');
      button?.click();
      return button;
    });
    await until(() => site.otherRequests.length > 0, 'the film');
    expect(site.otherRequests.map(({ path }) => path)).toEqual(['/film.html']);
    expect(await states(page)).toEqual(refused);
    await leave();
  });

  testInDeep('removes cookies of what is refused', async () => {
    const { page, leave } = await visit();
    await banner(page);
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: that is how tags write them
      for (const name of ['_ga', '_fbp', 'basket']) document.cookie = `${name}=1; path=/`;
    });
    await page.click('button', 'Reject');
    await page.waitFor(() => !/_ga=|_fbp=/.test(document.cookie));
    expect(await page.evaluate(() => /basket=1/.test(document.cookie))).toBe(true);
    await leave();
  });

  testInDeep('is up to date when a page comes back from the back-forward cache', async () => {
    const decideElsewhere = async () => {
      const { page, leave } = await visit();
      await banner(page);
      // A page that still loads something is not kept. The impression is the last request.
      await page.waitFor(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/impressions')),
      );
      await page.evaluate(() => void Object.assign(window, { isSamePage: true }));
      await page.goto(`${site.origin}/next`);
      await page.click('button', 'Accept all');
      await waitUntilDecided(page);
      await page.goBack();
      await page.waitFor(() => document.querySelector('h1')?.textContent === 'Shop');
      return { page, leave, isKept: await page.evaluate(() => 'isSamePage' in window) };
    };
    let { page, leave, isKept } = await decideElsewhere();
    // Firefox drops pages that it keeps when memory is short.
    for (let attempt = 2; !isKept && attempt <= 3; attempt += 1) {
      await leave();
      ({ page, leave, isKept } = await decideElsewhere());
    }
    expect(isKept).toBe(true);
    await page.waitUntilGone('region', 'Your privacy');
    expect(await states(page)).toEqual(all);
    await leave();
  });

  test('honours Global Privacy Control, which Firefox has itself', async () => {
    await firefox.setPreference('privacy.globalprivacycontrol.enabled', true);
    const { page, leave } = await visit();
    await banner(page);
    const said = await page.evaluate(() => document.querySelector('svc-consent')?.shadowRoot?.textContent);
    expect(said).toContain('privacy signal (Global Privacy Control) is respected');
    await page.click('button', 'Reject');
    await waitUntilDecided(page);
    expect(await newest()).toMatchObject({ consent: refused, gpc_detected: 1 });
    await leave();
  });

  testInDeep('writes Arabic from right to left', async () => {
    const { page, leave } = await visit('/arabic', { width: 375, height: 667 });
    await page.see('region', 'خصوصيتك');
    const layout = await page.evaluate(() => {
      const frame = document.querySelector('svc-consent')?.shadowRoot?.querySelector('.frame') as HTMLElement;
      const [accept] = frame.querySelectorAll('button');
      const { left, right } = frame.getBoundingClientRect();
      return {
        direction: accept && getComputedStyle(accept).direction,
        isInside: left >= 0 && right <= innerWidth,
        scrolls: document.documentElement.scrollWidth > innerWidth,
      };
    });
    expect(layout).toEqual({ direction: 'rtl', isInside: true, scrolls: false });
    await leave();
  });

  testInDeep('works with scripts turned off, by forms that are answered with a redirect', async () => {
    await firefox.setPreference('javascript.enabled', false);
    const { page, leave } = await visit('/written');
    await page.click('button', 'Choose');
    await page.see('heading', 'Your choices');
    await page.click('switch', 'Analytics');
    await page.click('button', 'Save');
    await page.seeText('Your choice has been saved.');
    expect(await newest()).toMatchObject({
      consent: { ...refused, analytics: 'granted' },
      method: 'save',
      layer: 'preferences',
    });
    expect(page.responses.filter(({ method }) => method === 'POST').map(({ status }) => status)).toEqual([
      303,
    ]);
    await page.click('link', 'Back to the page');
    await page.see('heading', 'Shop');
    expect(await page.find('region', 'Your privacy')).toEqual([]);
    await leave();
  });

  testInDeep('opens the dashboard and its editor without a complaint', async () => {
    const { page, leave } = await visit('/svc/');
    await page.click('textbox', 'E-mail');
    await page.press(...adminEmail, keys.Tab, ...adminPassword, keys.Enter);
    await page.click('link', 'Banners');
    await page.click('link', 'Shop EU');
    await page.see('textbox', 'Text, English');
    expect(page.complaints).toEqual([]);
    await leave();
  });
});
