import { createUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, germanContent } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The places screen of the dashboard', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite({
      config: {
        rateLimit: false,
        dashboard: { enabled: true },
        compliance: { jurisdictions: { MX: 'kiosk' } },
      },
    });
    await createActiveProfile(site.app, { name: 'EU', localeContent: { de: germanContent() } });
  });
  afterAll(() => site.close());

  testInDeep('shows what a visitor gets, chosen by keyboard and kept in the address', async () => {
    const { page, complaints } = await site.open('/places');
    await page.getByRole('combobox', { name: 'Country' }).focus();
    await page.keyboard.type('Austria');
    await page.getByText('EU, version 1, in English').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('German');
    await page.getByText('EU, version 1, in German').waitFor();
    expect(page.url()).toBe(`${site.origin}/svc/places?country=AT&lang=de`);
    // It leads to the banner, and shows it.
    const { id } = (await site.app.knex('svc_profiles').first('id')) as { id: string };
    const link = page.getByRole('link', { name: 'EU, version 1, in German' });
    expect(await link.getAttribute('href')).toBe(`/svc/banners/${id}`);
    await page
      // While a preview is drawn again, the one before it stays.
      .locator('iframe')
      .last()
      .contentFrame()
      .getByRole('heading', { name: 'Ihre Privatsphäre' })
      .first()
      .waitFor();
    await page.getByLabel('Search').fill('austria');
    await page.getByRole('heading', { name: '1 place' }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.goto(`${site.origin}/svc/places?country=US&region=CA`);
    await page.getByText('Nothing is published for the group Strict opt-out.').waitFor();
    await page.getByRole('definition').getByText('CPRA', { exact: true }).waitFor();
    // Each letter chooses another country, and gives up the answer for the one before.
    expect(complaints.filter((line) => !line.endsWith('net::ERR_ABORTED'))).toEqual([]);
  });

  testInDeep('lists places by what the operator looks for, and on another day', async () => {
    const { page } = await site.open('/places');
    const rows = page.getByRole('region', { name: 'Places' }).locator('tbody tr');
    await page.getByRole('heading', { name: '283 places' }).waitFor();
    expect(await rows.count()).toBe(283);
    await page.getByLabel('Search').fill('alabama');
    await page.getByText('From May 1, 2027: APDPA – Strict opt-out').waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByLabel('On (UTC)').fill('2027-05-01');
    await page.getByText('In force since May 1, 2027').waitFor();
    await page.getByLabel('Search').fill('atlantis');
    await page.getByText('No place matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Show').selectOption('Rules by configuration');
    await page.getByRole('row', { name: /Mexico.*kiosk/ }).waitFor();
    expect(await rows.count()).toBe(1);
  });

  testInDeep('breaks no usual name of a place on a phone, and has room for its title', async () => {
    const { page } = await site.open('/places', { locale: 'de', viewport: { width: 375, height: 800 } });
    const title = page.getByRole('heading', { name: '283 Orte' });
    await title.waitFor();
    const lines = (name: string) =>
      page.getByRole('rowheader', { name, exact: true }).evaluate((header) => {
        const range = document.createRange();
        range.selectNodeContents(header);
        return range.getClientRects().length;
      });
    expect(await lines('Afghanistan')).toBe(1);
    expect(await lines('Amerikanische Jungferninseln')).toBe(2);
    await page.getByRole('rowheader', { name: 'Vereinigte Staaten, Kalifornien' }).waitFor();
    const search = await page.getByLabel('Suchen').last().boundingBox();
    const box = await title.boundingBox();
    expect((search?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0))).toBeGreaterThan(0);
  });

  testInDeep('says what failed, and tries again', async () => {
    let isDown = true;
    const { page } = await site.open('/places', {
      prepare: (opened) =>
        opened.route('**/admin/v1/jurisdictions*', (route) =>
          isDown
            ? route.fulfill({ status: 503, json: { error: 'No.', code: 'unavailable' } })
            : route.continue(),
        ),
    });
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    isDown = false;
    await retry.click();
    await page.getByRole('heading', { name: '283 places' }).waitFor();
  });

  test('is not for users without the permission', async () => {
    const { email } = await createUser(site.app, { role: ['stats:read'], signIn: false });
    const { page } = await site.open('/places', { email, password: userPassword });
    await page.getByText('It requires the permission to see banners, their versions and findings.').waitFor();
  });
});
