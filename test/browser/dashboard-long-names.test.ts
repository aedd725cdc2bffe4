import { createDashboardSite, type DashboardSite } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'Long names in the dashboard', () => {
  let site: DashboardSite;
  let id: string;
  const name = `${'W'.repeat(80)} <b>لافتة الموافقة</b> 🍪 ${'x'.repeat(80)}`;
  beforeAll(async () => {
    site = await createDashboardSite();
    id = (await createActiveProfile(site.app, { name })).id;
    const admin = await site.app.asAdmin();
    const create = (path: string, body: object) =>
      site.app.request.post(`${site.app.adminBase}${path}`).set(admin).send(body).expect(201);
    await create('/apikeys', { name });
    await create('/roles', { name: 'R'.repeat(100), description: 'D'.repeat(300) });
  });
  afterAll(() => site.close());

  testInDeep('neither widen a screen on a phone nor are cut off', async () => {
    const { page, complaints } = await site.open('/', { viewport: { width: 375, height: 800 } });
    for (const path of ['/', '/banners', `/banners/${id}/versions`, '/publications', '/api-keys', '/roles']) {
      await page.goto(`${site.origin}/svc${path}`);
      await page
        .getByText(path === '/roles' ? 'R'.repeat(100) : name)
        .first()
        .waitFor();
      expect({ path, width: await page.evaluate(() => document.documentElement.scrollWidth) }).toEqual({
        path,
        width: 375,
      });
      // The last tab, which does not fit next to the others.
      if (path.endsWith('/versions'))
        expect(
          await page.locator('.tab[aria-current]').evaluate((tab) => tab.getBoundingClientRect().right),
        ).toBeLessThan(375);
      if (path === '/api-keys') await page.getByText('Expires: Never').first().waitFor();
    }
    expect(complaints).toEqual([]);
  });
});
