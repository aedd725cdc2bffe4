import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

describeWith('chromium', 'reports of a real browser', () => {
  let site: WidgetSite;
  let named: (host: string) => string;
  const pagePath = (name: string) => `/page-${name}`;

  beforeAll(async () => {
    site = await createWidgetSite({ config: { rateLimit: false } });
    const { port } = new URL(site.origin);
    named = (host) => `http://${host}.localhost:${port}`;
    const { app } = site;
    await app.request
      .patch(`${app.adminBase}/settings`)
      .set(await app.asAdmin())
      .send({ allowedOrigins: [site.origin, named('shop')] })
      .expect(200);
  });
  afterAll(() => site.close());

  /** Opens a page whose policy forbids an image of another company, and waits until its report is answered. */
  async function report(name: string, origin: string, headers: Readonly<Record<string, string>> = {}) {
    const path = '/svc/api/v1/reports';
    const address = origin === site.origin ? path : `${site.origin}${path}`;
    site.setPage(pagePath(name), {
      script: '',
      body: `<img src="${site.otherOrigin}/pixel.svg">`,
      headers: {
        'Content-Security-Policy-Report-Only': `img-src 'self'; report-uri ${address}`,
        ...headers,
      },
    });
    const { context } = await site.createVisitor();
    site.requests.splice(0);
    const page = await context.newPage();
    await page.goto(`${origin}${pagePath(name)}`);
    await until(() => site.requests.some(({ path }) => path.endsWith('/reports')), 'a report');
  }

  async function names(): Promise<string[]> {
    const { app } = site;
    await app.service.maintenance();
    const { body } = await app.request
      .get(`${app.adminBase}/findings`)
      .set(await app.asAdmin())
      .expect(200);
    return body.items.map(({ name, page }: { name: string; page: string }) => `${name} ${page}`).sort();
  }

  test('are findings: of pages of the site, with and without a referrer, and of another origin of the tenant', async () => {
    await report('stranger', named('stranger'));
    await report('plain', site.origin);
    await report('quiet', site.origin, { 'Referrer-Policy': 'no-referrer' });
    await report('listed', named('shop'));
    await until(async () => (await names()).length >= 3, 'three findings');
    expect(await names()).toEqual([
      'localhost /page-listed',
      'localhost /page-plain',
      'localhost /page-quiet',
    ]);
  });
});
