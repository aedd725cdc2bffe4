import type { Page } from 'playwright-core';
import { collectComplaints } from '../support/browser';
import { createActiveProfile, profileJson } from '../support/profiles';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createTemplate } from '../support/templates';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const nonce = 'c2VjcmV0';
const headers = {
  'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; form-action 'self'; require-trusted-types-for 'script'; trusted-types express-consent`,
  // As helmet sends it: the form says where it comes from.
  'Referrer-Policy': 'no-referrer',
};
const byHeader = {
  name: 'by header',
  dependsOn: { headers: ['x-country'] },
  locate: () => ({ country: 'DE' }),
};
const text = '<p>Bowls thrown by hand, dried for three weeks and fired with wood of the valley. </p>';
const body = `<h1>Shop</h1><article>${text.repeat(3)}<p>${text.repeat(12).replaceAll(/<\/?p>/g, '')}</p></article><a href="/svc/api/v1/preferences" data-consent-open>Privacy settings</a>`;

const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' });

/** Runs in the page before its scripts. */
function observe() {
  const seen = { shift: 0, painted: [] as string[], largest: '' };
  (window as never as { seen: typeof seen }).seen = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[])
      seen.largest = entry.element?.tagName ?? 'shadow';
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}
const readSeen = (page: Page) =>
  page.evaluate(() => (window as never as { seen: { shift: number; largest: string } }).seen);

describeWith('chromium', 'The first layer that the server writes into the page', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({
      config: { geo: byHeader },
      profile: null,
    });
    const { id: uiTemplateId } = await createTemplate(site.app, 'ui-templates', {
      name: 'Look',
      theme: { light: { primary: '#0a6b4f' }, radius: 20 },
    });
    await createActiveProfile(site.app, {
      profileJson: profileJson({
        uiTemplateId,
        mainBanner: { ...profileJson().mainBanner, position: 'bottom-left' },
      }),
    });
    const { page } = site.app.service;
    type Options = Parameters<typeof page>[1];
    const write = (options: Options) => (req: Parameters<typeof page>[0]) => page(req, { nonce, ...options });
    site.setPage('/', { script: '', tags: write({ locale: 'en' }), headers, body });
    site.setPage('/german', { script: '', tags: write({ locale: 'de' }), headers, body });
    // As a cache keeps it, from before the choice.
    const first = (req: Parameters<typeof page>[0]) =>
      Object.assign(Object.create(req), { headers: { ...req.headers, cookie: undefined } });
    site.setPage('/cached', {
      script: '',
      tags: (req) => page(first(req), { nonce, locale: 'en' }),
      headers,
      body,
    });
    site.setPage('/plain', { script: '', tags: (req) => page(req, { locale: 'en' }), body });
    site.setPage('/made', { script: '', tags: write({ locale: 'en', body: false }), headers, body });
  });
  afterAll(() => site.close());

  test('works with scripts turned off: refuse, come back, change, come back', async () => {
    const { visit, context } = await site.createVisitor({ javaScriptEnabled: false });
    const { page, complaints } = await visit('/?from=mail');
    await banner(page).getByRole('button', { name: 'Reject' }).click();
    await page.waitForURL(`${site.origin}/?from=mail`);
    expect(await page.getByRole('region').count()).toBe(0);
    expect(await page.locator('svc-consent').count()).toBe(0);
    expect(await site.records()).toMatchObject([
      { consent: { analytics: 'denied', marketing: 'denied' }, method: 'refuse', layer: 'banner' },
    ]);

    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await page.getByRole('heading', { name: 'Your choices' }).waitFor();
    const analytics = page.getByRole('switch', { name: 'Analytics' });
    expect(await analytics.isChecked()).toBe(false);
    // By keyboard.
    await analytics.focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Your choice has been saved.').waitFor();
    expect(await analytics.isChecked()).toBe(true);
    expect(await site.records()).toMatchObject([
      {
        consent: { analytics: 'granted', marketing: 'denied' },
        method: 'save',
        layer: 'preferences',
        revision: 2,
      },
    ]);
    // Nonces of preloads do not count where scripts are off.
    expect(complaints.filter((line) => !/banner\.js csp$/.test(line))).toEqual([]);

    // The same visitor with scripts.
    const [choice] = (await context.cookies()).filter(({ name }) => name === 'svc_choice');
    const scripted = await site.createVisitor();
    await scripted.context.addCookies([choice as never]);
    const next = await scripted.visit();
    await next.page.waitForFunction(() => window.expressConsent?.decided);
    expect(await next.page.evaluate(() => window.expressConsent?.states)).toMatchObject({
      analytics: 'granted',
    });
  });

  test('opens the page of preferences from the banner, which leads back', async () => {
    const { visit } = await site.createVisitor({ javaScriptEnabled: false });
    const { page } = await visit('/german');
    await page.getByRole('button', { name: 'Auswählen' }).click();
    await page.getByRole('heading', { name: 'Ihre Auswahl' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByRole('link', { name: 'Zurück zur Seite' }).click();
    await page.waitForURL(`${site.origin}/german`);
  });

  test('is there with the page, before any request; the script takes it over without a repaint', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    site.fail(({ path }) => (path.startsWith('/svc/') ? released : undefined));
    const { context } = await site.createVisitor();
    await context.addInitScript(observe);
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.goto(site.origin, { waitUntil: 'commit' });
    const node = banner(page);
    await node.getByRole('button', { name: 'Accept all' }).waitFor();
    expect(await node.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
    expect(
      await node
        .getByRole('button', { name: 'Accept all' })
        .evaluate((button) => getComputedStyle(button).backgroundColor),
    ).toBe('rgb(10, 107, 79)');
    expect(await page.evaluate(() => typeof window.expressConsent)).toBe('undefined');
    const before = await page.screenshot();
    await page.evaluate(() => {
      const frame = document.querySelector('svc-consent')?.shadowRoot?.querySelector('.frame');
      const nodes = [...(frame?.querySelectorAll('*') ?? [])];
      (window as never as { nodes: Element[] }).nodes = nodes;
    });

    release();
    await page.waitForFunction(() =>
      document.querySelector('svc-consent')?.shadowRoot?.querySelector('[popover]:popover-open'),
    );
    await page.waitForLoadState('networkidle');
    site.fail();
    const kept = await page.evaluate(() => {
      const { nodes } = window as never as { nodes: Element[] };
      return nodes.every((node) => node.isConnected) && document.querySelectorAll('svc-consent').length === 1;
    });
    expect(kept).toBe(true);
    expect((await page.screenshot()).equals(before)).toBe(true);
    expect(await readSeen(page)).toMatchObject({ shift: 0, largest: 'P' });

    // It is the widget's now: no navigation.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await node.getByRole('button', { name: 'Choose' }).click();
    await page.getByRole('dialog', { name: 'Your choices' }).waitFor();
    await page.keyboard.press('Escape');
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/v1/consent'));
    await node.getByRole('button', { name: 'Accept all' }).click();
    expect((await saved).ok()).toBe(true);
    await node.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(complaints).toEqual([]);
  });

  describe('in a page that arrives in two parts', () => {
    /** Visits the page and holds back what follows a text of the layer, and the scripts. */
    async function visitFirstPart(until: string) {
      let sendRest = (_isThere: boolean) => {};
      const hasRest = new Promise<boolean>((resolve) => {
        sendRest = resolve;
      });
      site.fail(({ path }) => (path === '/' ? { until, hasRest } : hasRest.then(() => {})));
      const { context } = await site.createVisitor();
      await context.addInitScript(observe);
      const page = await context.newPage();
      await page.goto(site.origin, { waitUntil: 'commit' });
      const first = page.locator('svc-consent .words');
      await first.waitFor({ state: 'attached' });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      return { page, isVisible: await first.isVisible(), sendRest };
    }

    const parts = ['part="words">', 'Accept all</button>', 'Choose</button>', '</form>'];
    test.each(pickSome(parts, 1))('is not visible before all of it is there: after %s', async (until) => {
      const { page, isVisible, sendRest } = await visitFirstPart(until);
      expect(isVisible).toBe(false);
      sendRest(true);
      await banner(page).getByRole('button', { name: 'Choose' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await readSeen(page)).toMatchObject({ shift: 0, largest: 'P' });
    });

    test.each(pickSome(parts, 1))(
      'is made by the script when the rest never comes: after %s',
      async (until) => {
        const { page, sendRest } = await visitFirstPart(until);
        sendRest(false);
        for (const name of ['Accept all', 'Reject', 'Choose'])
          await banner(page).getByRole('button', { name }).waitFor();
        await banner(page).getByRole('button', { name: 'Reject' }).click();
        await page.waitForFunction(() => window.expressConsent?.decided);
        await banner(page).waitFor({ state: 'detached' });
      },
    );
  });

  test('is the layer that the widget makes, element by element', async () => {
    const read = async (path: string, gpc: boolean) => {
      const { visit } = await site.createVisitor({ gpc });
      if (path !== '/made') site.fail((request) => (request.path.startsWith('/svc/') ? 503 : undefined));
      const { page } = await visit(path);
      await banner(page).waitFor();
      const html = await page.evaluate(() => {
        const frame = document.querySelector('svc-consent')?.shadowRoot?.querySelector('.frame');
        const copy = frame?.cloneNode(true) as Element;
        // What a form needs, and what the widget adds for its messages.
        for (const node of copy.querySelectorAll('input, .status')) node.remove();
        for (const node of copy.querySelectorAll('form, button'))
          for (const name of ['action', 'method', 'formmethod', 'value', 'type']) node.removeAttribute(name);
        return copy.outerHTML;
      });
      site.fail();
      return html;
    };
    for (const gpc of [false, true]) {
      const written = await read('/', gpc);
      expect(written).toContain('Your privacy');
      expect(written.includes('Global Privacy Control')).toBe(gpc);
      expect(written).toBe(await read('/made', gpc));
    }
  });

  testInDeep('goes from a page that a cache has kept since before the choice', async () => {
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await page.waitForFunction(() => window.expressConsent);
    await banner(page).getByRole('button', { name: 'Reject' }).click();
    await banner(page).waitFor({ state: 'detached' });
    const cached = await visit('/cached');
    await cached.page.waitForFunction(() => window.expressConsent?.decided);
    await banner(cached.page).waitFor({ state: 'detached' });
    expect(cached.complaints).toEqual([]);
  });

  test.each(
    pickSome(
      [
        ['with scripts turned off', false, 'no script'],
        ['while the scripts do not arrive', true, 'abort'],
        ['until the script has made the banner', true, 'script'],
      ],
      1,
    ),
  )(
    'of browsers that leave the template alone is a line that leads to the choices, %s',
    async (_, javaScriptEnabled, script) => {
      site.fail(({ path }) => (script === 'abort' && /\.js$/.test(path) ? 'abort' : undefined));
      const { context, visit } = await site.createVisitor({ javaScriptEnabled });
      // As browsers read it that do not know the attribute.
      await context.route(`${site.origin}/`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          body: (await response.text()).replace('shadowrootmode=', 'data-mode='),
        });
      });
      const { page, complaints } = await visit();
      const line = page.locator('svc-consent > div:not(.frame)');
      if (script === 'script') {
        await banner(page).getByRole('button', { name: 'Reject' }).waitFor();
        expect(await line.isVisible()).toBe(false);
        expect(complaints).toEqual([]);
        return;
      }
      expect(await line.textContent()).toBe('Your privacy Privacy settings');
      await line.getByRole('link').click();
      await page.getByRole('button', { name: 'Reject' }).click();
      await page.getByRole('status').getByText('Your choice has been saved.').waitFor();
      site.fail();
      await page.getByRole('link', { name: 'Back to the page' }).click();
      await page.waitForURL(`${site.origin}/`);
      expect(await page.locator('svc-consent > div:not(.frame)').count()).toBe(0);
    },
  );

  testInDeep(
    'is seen once in pages that a script puts in place of one another, as Turbo and htmx do',
    async () => {
      const { visit } = await site.createVisitor();
      const { page } = await visit('/plain');
      await page.waitForFunction(() => window.expressConsent);
      await page.locator('[popover]:popover-open').waitFor();
      const copies = page.locator('body > svc-consent');
      const seen = () => copies.locator('a:visible', { hasText: 'Privacy settings' }).count();
      await page.evaluate(async () => {
        const turbo = window as unknown as { snapshot: Node };
        turbo.snapshot = document.body.cloneNode(true);
        const text = await (await fetch(location.href)).text();
        const { body: next } = new DOMParser().parseFromString(text, 'text/html');
        document.body.replaceWith(document.adoptNode(next));
      });
      expect([await copies.count(), await seen()]).toEqual([1, 0]);
      await page.evaluate(async () => {
        document.body.innerHTML = await (await fetch(location.href)).text();
      });
      expect([await copies.count(), await seen()]).toEqual([1, 0]);
      await banner(page).getByRole('button', { name: 'Reject' }).click();
      await banner(page).waitFor({ state: 'detached' });
      // Back, to the copy that was made before the visitor decided.
      await page.evaluate(() =>
        document.body.replaceWith((window as unknown as { snapshot: Node }).snapshot),
      );
      expect([await copies.count(), await seen()]).toEqual([1, 0]);
      expect(await page.getByRole('link', { name: 'Privacy settings' }).count()).toBe(1);
    },
  );

  test('is used by its form while the script is not there', async () => {
    site.fail(({ path }) => (/\.js$/.test(path) ? 'abort' : undefined));
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await banner(page).getByRole('button', { name: 'Accept all' }).click();
    await page.waitForURL(`${site.origin}/`);
    await banner(page).waitFor({ state: 'detached' });
    expect((await site.records()).at(-1)).toMatchObject({ method: 'accept', layer: 'banner' });

    // Nor does the link open what could not be saved: it leads to the page of preferences.
    site.fail(({ path }) => (path.endsWith('/decide.js') ? 503 : undefined));
    await page.reload();
    await page.waitForFunction(() => window.expressConsent?.decided);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await page.waitForURL(`${site.origin}/svc/api/v1/preferences`);
    site.fail();
  });
});
