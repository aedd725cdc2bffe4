import { createUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createTenant, tenancy } from '../support/tenants';

describeWith('chromium', 'The dashboard of several tenants', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite({ config: { tenancy } });
  });
  afterAll(() => site.close());

  testInDeep(
    'names the tenant of a user who has only one, and writes dates as the browser’s region does',
    async () => {
      const tenant = await createTenant(site.app, 'north', 'North Shops');
      const { id } = await createActiveProfile(site.app, {}, tenant.id);
      const user = await createUser(site.app, { allowedTenants: [tenant.id], signIn: false });
      const year = new Date(site.app.clock.now()).getFullYear();
      const dates = {
        'en-GB': new RegExp(`\\d{1,2} \\w+ ${year}`),
        'en-US': new RegExp(`\\w+ \\d{1,2}, ${year}`),
      };
      for (const [locale, date] of Object.entries(dates)) {
        const { page } = await site.open(`/banners/${id}/versions`, {
          locale,
          email: user.email,
          password: userPassword,
        });
        await page.getByText('North Shops', { exact: true }).first().waitFor();
        expect(await page.getByText(/^saved /).textContent()).toMatch(date);
        if (locale === 'en-GB') expect(await screenFaults(page)).toEqual([]);
      }
    },
  );
});
