import type { Page } from 'playwright-core';
import { createUser, userPassword } from '../support/accounts';
import { adminEmail, adminPassword } from '../support/create-test-app';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createTenant, type TestTenant } from '../support/tenants';

describeWith('chromium', 'The dashboard of several tenants', () => {
  let site: DashboardSite;
  let north: TestTenant;
  let south: TestTenant;
  let bannerId: string;
  let southerner: { readonly email: string; readonly password: string };
  beforeAll(async () => {
    // Browsers find every host below `localhost` without a name server.
    site = await createDashboardSite({ config: { tenancy: { enabled: true, baseDomain: 'localhost' } } });
    north = await createTenant(site.app, 'north', 'North Shops');
    south = await createTenant(site.app, 'south', 'South Shops');
    bannerId = (await createActiveProfile(site.app, {}, north.id)).id;
    const { email } = await createUser(site.app, { allowedTenants: [south.id], signIn: false });
    southerner = { email, password: userPassword };
  });
  afterAll(() => site.close());

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const unavailable = 'This tenant cannot be shown';
  const signIn = async (page: Page, { email, password } = { email: adminEmail, password: adminPassword }) => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
  };
  /** Collects the tenants of the requests that read or change the data of one. */
  const collectTenants = (page: Page) => {
    const tenants = new Set<string | undefined>();
    page.on('request', (request) => {
      const [, path = ''] = request.url().split(site.app.adminBase);
      if (path !== '' && !/^\/(auth|tenants)\b/.test(path)) tenants.add(request.headers()['x-tenant-id']);
    });
    return tenants;
  };
  const tenantIn = (address: string) => new URL(address, site.origin).searchParams.get('tenant');

  testInDeep(
    'names the tenant of a user who has only one, and writes dates as the browser’s region does',
    async () => {
      const user = await createUser(site.app, { allowedTenants: [north.id], signIn: false });
      const year = new Date(site.app.clock.now()).getFullYear();
      const dates = {
        'en-GB': new RegExp(`\\d{1,2} \\w+ ${year}`),
        'en-US': new RegExp(`\\w+ \\d{1,2}, ${year}`),
      };
      for (const [locale, date] of Object.entries(dates)) {
        const { page } = await site.open(`/banners/${bannerId}/versions`, {
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

  testInDeep(
    'every address names the tenant, so that a link shows the same to a colleague who may see it',
    async () => {
      const { page, complaints } = await site.open('/publications?from=2026-01-01&to=2026-01-02');
      await heading(page, 'Publications');
      expect(tenantIn(page.url())).toBe('default');
      expect(page.url()).toContain('?from=2026-01-01&to=2026-01-02&');
      await page.getByLabel('Tenant').selectOption('North Shops');
      await page.waitForURL((url) => url.pathname === '/svc/' && tenantIn(url.href) === north.id);

      const tenants = collectTenants(page);
      await page.getByRole('navigation').getByRole('link', { name: 'Banners' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Translations' }).click();
      await heading(page, 'Translations');
      expect(tenantIn(page.url())).toBe(north.id);
      await page.goBack();
      await heading(page, 'Banners');
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      expect(links.length).toBeGreaterThan(10);
      expect(links.filter((link) => tenantIn(link) !== north.id)).toEqual([]);
      await page.keyboard.press('Control+K');
      await page.keyboard.type('Overview');
      await page.getByRole('option', { name: 'Overview', exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await heading(page, 'Overview');
      expect(await page.title()).toMatch(/^Overview · North Shops · /);
      await page.getByLabel('Period (UTC)').selectOption('Last 7 days');
      await page.waitForURL(/days=7/);
      await page.goto(links.find((link) => link.includes(`/banners/${bannerId}?`)) ?? '');
      await page.waitForURL((url) => url.pathname.endsWith('/texts'));
      const address = page.url();
      expect([...tenants]).toEqual([north.id]);
      expect(tenantIn(address)).toBe(north.id);
      await page.reload();
      await page.getByLabel('Tenant').waitFor();
      expect(page.url()).toBe(address);
      // An address without a tenant shows the last one of its tab.
      await page.goto(`${site.origin}/svc/banners`);
      await heading(page, 'Banners');
      expect(tenantIn(page.url())).toBe(north.id);
      const newTab = await page.context().newPage();
      await newTab.goto(`${site.origin}/svc/banners`);
      await heading(newTab, 'Banners');
      expect(tenantIn(newTab.url())).toBe('default');

      const context = await page.context().browser()?.newContext({ locale: 'en' });
      const colleague = (await context?.newPage()) as Page;
      const seen = collectTenants(colleague);
      await colleague.goto(address);
      await signIn(colleague);
      await colleague.locator('nav.tabs').waitFor();
      expect(colleague.url()).toBe(address);
      expect([...seen]).toEqual([north.id]);
      expect(complaints).toEqual([]);
    },
  );

  test('a tenant that the user may not see has its own page, and no data of another is read', async () => {
    const { page, complaints } = await site.open('/account', southerner);
    await heading(page, 'Your account');
    expect(tenantIn(page.url())).toBe(south.id);
    const tenants = collectTenants(page);
    for (const id of [north.id, 'default', 'none', '']) {
      await page.goto(`${site.origin}/svc/publications?tenant=${id}`);
      await heading(page, unavailable);
    }
    expect(await page.title()).toContain(unavailable);
    expect([...tenants]).toEqual([]);
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'South Shops' }).click();
    await heading(page, 'Overview');
    expect(tenantIn(page.url())).toBe(south.id);
    expect([...tenants]).toEqual([south.id]);
    expect(complaints).toEqual([]);
  });

  testInDeep(
    'a host names the tenant of addresses that name none, and another is chosen without a sign-in',
    async () => {
      const hostOf = (name: string) => site.origin.replace('127.0.0.1', `${name}.localhost`);
      const { page, complaints } = await site.open('/account');
      const tenants = collectTenants(page);
      await page.goto(`${hostOf('north')}/svc/banners`);
      await signIn(page);
      await heading(page, 'Banners');
      expect(page.url()).toBe(`${hostOf('north')}/svc/banners?tenant=${north.id}`);
      expect([...tenants]).toEqual([north.id]);
      await page.getByLabel('Tenant').selectOption('South Shops');
      await page.waitForURL(`${hostOf('north')}/svc/?tenant=${south.id}`);
      await heading(page, 'Overview');
      await page.goto(`${hostOf('north')}/svc/banners?tenant=default`);
      await heading(page, 'Banners');
      expect([...tenants]).toEqual([north.id, south.id, 'default']);
      await page.goto(`${hostOf('north')}/svc/banners?tenant=gone`);
      await heading(page, unavailable);
      await page.getByRole('link', { name: 'North Shops' }).click();
      await heading(page, 'Overview');
      expect(page.url()).toBe(`${hostOf('north')}/svc/?tenant=${north.id}`);

      // The host of a tenant that the user does not have, and one that belongs to none.
      for (const host of ['north', 'admin']) {
        const { page: other } = await site.open('/account', southerner);
        await other.goto(`${hostOf(host)}/svc/banners`);
        await signIn(other, southerner);
        await heading(other, 'Banners');
        expect(other.url()).toBe(`${hostOf(host)}/svc/banners?tenant=${south.id}`);
      }
      expect(complaints).toEqual([]);
    },
  );

  testInDeep('a tab keeps its tenant when that is deleted, or taken from the user', async () => {
    const gone = await createTenant(site.app, 'gone-soon', 'Gone Soon');
    const as = await site.app.asAdmin();
    const keysOf = async ({ id }: { readonly id: string }) =>
      (await site.app.request.get(`${site.app.adminBase}/apikeys`).set({ ...as, 'X-Tenant-Id': id })).body;
    const { page } = await site.open(`/api-keys?new=1&tenant=${gone.id}`);
    const tenants = collectTenants(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Till in Graz');
    await dialog.getByText('Everything on the public API').click();
    await site.app.request.delete(`${site.app.adminBase}/tenants/${gone.id}`).set(as).expect(200);
    await page.keyboard.press('Enter');
    await heading(page, unavailable);
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.localName === 'h1');
    const own = page.getByRole('list', { name: 'Your tenants:' });
    expect((await own.getByRole('listitem').allTextContents()).sort()).toEqual([
      'Default',
      'North Shops',
      'South Shops',
    ]);
    expect([...tenants]).toEqual([gone.id]);
    expect(await keysOf({ id: 'default' })).toEqual([]);
    expect(await keysOf(north)).toEqual([]);

    const user = await createUser(site.app, { allowedTenants: [south.id, north.id], signIn: false });
    const { page: other } = await site.open(`/banners?tenant=${north.id}`, {
      email: user.email,
      password: userPassword,
    });
    await heading(other, 'Banners');
    const path = `${site.app.adminBase}/users/${user.id}`;
    await site.app.request
      .put(path)
      .set(as)
      .send({ allowedTenants: [south.id] })
      .expect(200);
    await other.getByRole('navigation').getByRole('link', { name: 'Publications' }).click();
    await heading(other, unavailable);
    // The access comes back with the tenant that the tab has shown.
    await site.app.request
      .put(path)
      .set(as)
      .send({ allowedTenants: [south.id, north.id] })
      .expect(200);
    await other.reload();
    await heading(other, 'Publications');
    expect(tenantIn(other.url())).toBe(north.id);
  });
});
