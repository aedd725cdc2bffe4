import type { Page } from 'playwright-core';
import { waitUntilSaved } from '../support/browser';
import { describeWith } from '../support/services';
import { toChoiceCookie } from '../support/widget-choices';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

describeWith('chromium', 'cookies of one name on several paths and domains', () => {
  let site: WidgetSite;
  let origin: string;
  beforeAll(async () => {
    site = await createWidgetSite({
      config: {
        visitorCookie: { requireProof: true },
        compliance: { dataSigningHash: 'a signing hash for proofs, long enough' },
        rateLimit: false,
      },
    });
    // A host with a parent domain, which sibling subdomains can set cookies for.
    origin = `http://www.shop.localhost:${new URL(site.origin).port}`;
  });
  afterAll(() => site.close());

  const waitForWidget = (page: Page) => page.waitForFunction(() => window.expressConsent !== undefined);
  const decide = async (page: Page, choice: 'all' | 'none') => {
    await page.evaluate((wanted) => window.expressConsent?.decide(wanted), choice);
    await waitUntilSaved(page);
  };
  const listCookies = async (page: Page) =>
    (await page.context().cookies()).map(({ name, domain, path }) => `${name} ${domain}${path}`).sort();
  const readStates = (page: Page) => page.evaluate(() => window.expressConsent?.states.analytics);

  async function openAs(
    cookies: Parameters<Awaited<ReturnType<WidgetSite['createVisitor']>>['context']['addCookies']>[0],
  ) {
    site.setPage('/shop/cart', {});
    const { context } = await site.createVisitor();
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(`${origin}/shop/cart`);
    await waitForWidget(page);
    return page;
  }

  test('a withdrawal reaches the visitor’s own record, whatever a sibling has planted, and one cookie of each remains', async () => {
    const page = await openAs([]);
    await decide(page, 'all');
    const [own] = await site.records();
    const { value: granted } = toChoiceCookie(origin, { analytics: 'granted', marketing: 'granted' });
    await page.context().addCookies([
      { name: 'svc_vid', value: 'planted-by-sibling', domain: '.shop.localhost', path: '/' },
      { name: 'svc_vid', value: 'planted-on-path', domain: 'www.shop.localhost', path: '/svc/api' },
      { name: 'svc_own', value: 'x'.repeat(43), domain: '.shop.localhost', path: '/svc' },
      { name: 'svc_choice', value: granted, domain: 'www.shop.localhost', path: '/shop' },
      { name: 'svc_choice', value: granted, domain: '.shop.localhost', path: '/' },
    ]);
    await page.reload();
    await waitForWidget(page);
    await decide(page, 'none');
    const records = await site.records();
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ id: own?.id, visitor_id: own?.visitor_id, choice: 'out' });
    const expected = ['svc_choice', 'svc_own', 'svc_vid'].map((name) => `${name} www.shop.localhost/`);
    expect(await listCookies(page)).toEqual(expected);
    await page.reload();
    await waitForWidget(page);
    expect(await readStates(page)).toBe('denied');
    // Page, service and the host's server say the same.
    const { cookies } = await page.context().storageState();
    const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect(site.app.service.choice({ headers: { cookie: header } }).states.analytics).toBe('denied');
    await page.evaluate(() => window.expressConsent?.erase());
    expect(await site.records()).toEqual([]);
  });
});
