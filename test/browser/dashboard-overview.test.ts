import { createUser, userPassword } from '../support/accounts';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

const dayMs = 86_400_000;

describeWith('chromium', 'The overview of the dashboard', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite({
      config: {
        rateLimit: false,
        dashboard: { enabled: true },
        compliance: { dataSigningHash: 'a'.repeat(40) },
      },
    });
    const { app } = site;
    const { id: profileId } = await createActiveProfile(app, { name: 'EU' });
    await createActiveProfile(app, { name: 'US', profileJson: profileJson({ complianceGroup: 'opt-out' }) });
    const decide = (visitorId: string, consentJson: object) =>
      consentCalls(app)
        .submit({
          visitorId,
          profileId,
          consentJson,
          timezone: 'Europe/Vienna',
          gpcDetected: visitorId === 'c',
        })
        .expect(200);
    for (const visitorId of ['a', 'b', 'd']) await decide(visitorId, allGranted);
    await decide('c', allDenied);
    await app.knex('svc_daily_sums').insert({
      tenant_id: 'default',
      day: new Date(app.clock.now() - 40 * dayMs).toISOString().slice(0, 10),
      profile_id: profileId,
      group_id: 'opt-in',
      locale: 'en',
      opted_in: 1,
      opted_out: 1,
      partial: 0,
    });
    await app.request
      .put(`${app.adminBase}/profiles/${profileId}`)
      .set(await app.asAdmin())
      .send({ name: 'EU' })
      .expect(200);
  });
  afterAll(() => site.close());

  testInDeep('compares the figures with the days before, and says so in words', async () => {
    const { page, complaints } = await site.open('/');
    await page.getByText('100% more than in the 30 days before').waitFor();
    await page.getByText('25 points higher than in the 30 days before').waitFor();
    await page.getByText('25 points lower than in the 30 days before').waitFor();
    await page.getByText('Stored consents: 4.').waitFor();
    await page.getByRole('img', { name: 'Decisions in this period: 4; everything accepted: 75%.' }).waitFor();
    await page.getByRole('row', { name: /EU.*Opt-in.*Live v1.*Unpublished changes.*4.*75%/ }).waitFor();
    await page.getByText('1 of 4 consents, by country:').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  testInDeep('narrows period and group by keyboard, and keeps them in the address', async () => {
    const { page } = await site.open('/');
    await page.getByRole('combobox', { name: 'Group' }).focus();
    await page.keyboard.type('Opt-out');
    await page.getByText('No decisions in this period').waitFor();
    await page.getByText('Stored consents: 4. ').waitFor();
    const matching = page.getByRole('link', { name: 'List the consents that match' });
    expect(await matching.getAttribute('href')).toMatch(/\/consents\?complianceGroup=opt-out$/);
    await page.getByLabel('Period (UTC)').selectOption('Last 90 days');
    await page.getByLabel('Group').selectOption('Opt-in');
    await page.getByRole('button', { name: 'Table' }).focus();
    await page.keyboard.press('Enter');
    const rows = page.getByRole('region', { name: 'Decisions by day' }).locator('tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(90);
    expect(await rows.first().textContent()).toMatch(/4301EU v1$/);
    expect(new URL(page.url()).search).toBe('?group=opt-in&days=90&view=table');
    await page.getByRole('button', { name: 'Chart' }).click();
    await page.getByRole('link', { name: /EU v1$/ }).click();
    await page.getByRole('dialog', { name: 'EU, version 1' }).waitFor();
  });

  testInDeep('says of an empty period only that it is empty when there are decisions in others', async () => {
    const { page } = await site.open('/?from=2020-01-01&to=2020-01-31');
    const days = page.locator('.panel', { hasText: 'No decisions in this period' });
    await days.getByText('Nobody decided in these days, and no banner was counted.').waitFor();
    expect(await days.getByRole('link').count()).toBe(0);
    // The fields of the period are in line.
    const tops = ['Group', 'Period (UTC)', 'From (UTC)', 'To (UTC)'].map(
      async (label) => (await page.getByLabel(label).boundingBox())?.y,
    );
    expect(new Set(await Promise.all(tops)).size).toBe(1);
  });

  testInDeep('sorts the categories by what is shown, and prints only what can be read', async () => {
    const { page } = await site.open('/');
    const categories = page.locator('.panel', { hasText: 'Granted, by category' }).locator('.bar-head');
    await categories.first().waitFor();
    const shares = (await categories.allTextContents()).map((text) => Number(/[\d.]+(?=%)/.exec(text)?.[0]));
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor({ state: 'hidden' });
    expect(await page.locator('button:visible, .button:visible').count()).toBe(0);
    expect(await page.getByRole('img', { name: /^Decisions in this period/ }).isVisible()).toBe(true);
    expect(await page.getByLabel('Period (UTC)').isVisible()).toBe(true);
  });

  test('lists what needs the operator, and leads there', async () => {
    const { page } = await site.open('/');
    const needs = page.getByRole('listitem');
    await needs.filter({ hasText: '“EU” has an unpublished version.' }).waitFor();
    await needs
      .filter({ hasText: 'No page has asked for a banner yet.' })
      .getByRole('link', { name: 'Put it on your pages' })
      .click();
    await page.getByRole('heading', { name: 'Installation', level: 1 }).waitFor();
    await site.app.request
      .get(`${site.app.publicBase}/bootstrap?tz=America/New_York`)
      .set('Origin', 'https://shop.example')
      .expect(200);
    await page.reload();
    await page.getByText('https://shop.example').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await needs
      .filter({ hasText: /A visitor of the group Strict opt-out got no banner on https:\/\/shop\.example/ })
      .waitFor();
  });

  testInDeep('leads to the fields of what receipts lack, in words', async () => {
    const { app } = site;
    const { id } = await createActiveProfile(app, {
      name: 'Receipts',
      profileJson: profileJson({
        complianceGroup: 'opt-in-explicit',
        allowReceipt: true,
        complianceConfig: { controllerName: 'Shop Ltd', contact: 'privacy@shop.example' },
      }),
    });
    const { page, complaints } = await site.open('/', { locale: 'de' });
    const need = page.getByRole('listitem').filter({ hasText: 'Belege müssen noch angeben' });
    await need
      .getByText(
        /: die Anschrift des Verantwortlichen, die Rechtsordnung, wo Daten gespeichert werden und wie lange/,
      )
      .waitFor();
    expect(await need.textContent()).not.toMatch(
      /receipts\.|controllerAddress|Name des Verantwortlichen|Kommas/,
    );
    await need.getByRole('link', { name: 'Ausfüllen' }).click();
    await page.getByLabel('Anschrift des Verantwortlichen').fill('Markt 1, Graz');
    expect(new URL(page.url()).pathname).toBe(`/svc/banners/${id}/behaviour`);
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await app.request
      .delete(`${app.adminBase}/profiles/${id}`)
      .set(await app.asAdmin())
      .expect(200);
  });

  testInDeep('shows the rest when the statistics fail', async () => {
    let isDown = true;
    const { page } = await site.open('/', {
      prepare: (opened) =>
        opened.route('**/stats?*', (route) =>
          isDown
            ? route.fulfill({ status: 500, json: { error: 'No.', code: 'internal_error' } })
            : route.continue(),
        ),
    });
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.getByRole('heading', { name: 'Live banners' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    isDown = false;
    await retry.click();
    await page.getByText('Stored consents: 4.').waitFor();
    await page.getByText('analytics').waitFor();
  });

  testInDeep('says once that tasks could not be read, and reads all of them again', async () => {
    let isDown = true;
    let reads = 0;
    const { page } = await site.open('/', {
      prepare: (opened) =>
        opened.route(/\/(apikeys|webhooks|unseen)$/, (route) => {
          if (isDown) return route.fulfill({ status: 500, json: { error: 'No.', code: 'internal_error' } });
          reads += 1;
          return route.continue();
        }),
    });
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    isDown = false;
    await retry.click();
    await retry.waitFor({ state: 'detached' });
    expect(reads).toBe(3);
  });

  test('shows users the parts that their permissions allow', async () => {
    const statistician = await createUser(site.app, { role: ['stats:read'], signIn: false });
    const { page } = await site.open('/', { email: statistician.email, password: userPassword });
    await page.getByText('Stored consents: 4.').waitFor();
    expect(await page.getByRole('heading', { name: 'Live banners' }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: /^Needs your attention/ }).count()).toBe(0);
  });

  testInDeep('leads users without statistics to the first screen that they may open', async () => {
    const { email } = await createUser(site.app, { role: 'auditor', signIn: false });
    const { page } = await site.open('/', { email, password: userPassword });
    await page.getByRole('heading', { name: 'Consents' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/svc/consents');
  });
});
