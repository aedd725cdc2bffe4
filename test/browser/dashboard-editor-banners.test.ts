import { createUser, userPassword } from '../support/accounts';
import { allGranted, consentCalls } from '../support/consent';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';

describeWith('chromium', 'The list of banners in the dashboard', () => {
  let site: DashboardSite;

  beforeAll(async () => {
    site = await createDashboardSite();
    await createActiveProfile(site.app, { name: 'EU' });
  });
  afterAll(() => site.close());

  async function list(): Promise<{ name: string; complianceGroup: string; isActive: boolean }[]> {
    const { request, adminBase, asAdmin } = site.app;
    return (
      await request
        .get(`${adminBase}/profiles?summary=1`)
        .set(await asAdmin())
        .expect(200)
    ).body;
  }

  test('creates a draft from our texts for a group, and opens it', async () => {
    const { page } = await site.open('/banners');
    await page.getByRole('button', { name: 'New banner' }).click();
    const dialog = page.getByRole('dialog', { name: 'New banner' });
    await dialog.getByLabel('Name of the banner').fill('California');
    await dialog.getByLabel('Group').selectOption('Strict opt-out');
    // The tenant has no name yet, so the texts cannot name it.
    const create = dialog.getByRole('button', { name: 'Create the draft' });
    expect([await dialog.getByLabel('Company').inputValue(), await create.isDisabled()]).toEqual(['', true]);
    await dialog.getByLabel('Company').fill('Shop & Sons');
    // Those of the dashboard and of the live banner.
    const boxes = dialog.getByRole('checkbox', { checked: true });
    expect(await boxes.evaluateAll((all) => all.map((box) => box.closest('label')?.textContent))).toEqual([
      'English',
      'German',
    ]);
    await dialog.locator('label', { hasText: 'French' }).click();
    await dialog.getByLabel('Default language').selectOption('German');
    expect(await screenFaults(page)).toEqual([]);
    await create.click();
    await page.getByRole('heading', { level: 1, name: 'California' }).waitFor();
    await page.getByLabel('Heading, English').first().waitFor();
    const found = (await list()).find(({ name }) => name === 'California');
    expect(found).toMatchObject({
      complianceGroup: 'opt-out-strict',
      isActive: false,
      defaultLocale: 'de',
      locales: ['de', 'en', 'fr'],
    });
    await page.getByRole('link', { name: 'Behaviour' }).click();
    expect(await page.getByLabel('Who is responsible').inputValue()).toBe('Shop & Sons');
  });

  testInDeep('duplicates a banner, takes it offline and deletes it after its name is typed', async () => {
    const { page, complaints } = await site.open('/banners');
    const choose = async (banner: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${banner}`, exact: true }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await page.getByRole('button', { name: 'Actions for EU' }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await choose('EU', 'Duplicate');
    const copy = page.getByRole('dialog', { name: 'Duplicate “EU”' });
    expect(await copy.getByLabel('Name').inputValue()).toBe('Copy of EU');
    expect(await screenFaults(page)).toEqual([]);
    await copy.getByLabel('Group').selectOption('opt-in-exempt');
    await copy.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Copy of EU' }).waitFor();
    expect((await list()).find(({ name }) => name === 'Copy of EU')?.complianceGroup).toBe('opt-in-exempt');
    await page.getByRole('link', { name: 'Banners' }).first().click();

    await choose('EU', 'Take offline');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take offline' }).click();
    await page.getByText('“EU” is offline.').waitFor();
    await page.getByRole('row', { name: /EU.*No longer live/ }).waitFor();
    await page.getByRole('row', { name: /Copy of EU.*Draft/ }).waitFor();
    await page.getByLabel('Status').selectOption('No longer live');
    await page.getByText('California').waitFor({ state: 'detached' });
    expect(await page.locator('tbody th').allTextContents()).toEqual(['EU']);
    await page.getByLabel('Status').selectOption('All');
    await choose('Copy of EU', 'Delete the banner');
    const dialog = page.getByRole('alertdialog', { name: 'Delete “Copy of EU”?' });
    expect(await dialog.getByRole('button', { name: 'Delete the banner' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Type Copy of EU to confirm').fill('Copy of EU');
    expect(await screenFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete the banner' }).click();
    await page.getByText('“Copy of EU” is deleted.').waitFor();
    expect((await list()).map(({ name, isActive }) => [name, isActive])).toEqual([
      ['EU', false],
      ['California', false],
    ]);
    expect(complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
  });

  testInDeep('says before a deletion how many decisions end with the banner', async () => {
    const { id } = await createActiveProfile(site.app, { name: 'Decided on' });
    for (const visitorId of ['anna', 'bert'])
      await consentCalls(site.app).submit({ visitorId, profileId: id, consentJson: allGranted }).expect(200);
    const { page } = await site.open('/banners');
    await page.getByRole('button', { name: 'Actions for Decided on' }).click();
    await page.getByRole('menuitem', { name: 'Delete the banner' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete “Decided on”?' });
    await dialog.getByText('It is live: visitors of its group get no banner from now on.').waitFor();
    await dialog.getByText(/^2 visitors decided last on this banner\. .*no longer apply/).waitFor();
    await dialog.getByText('A deleted banner cannot be restored.').waitFor();
    expect(await screenFaults(page)).toEqual([]);
  });

  test('offers only what the user may do', async () => {
    const reader = await createUser(site.app, { role: ['profiles:read'], signIn: false });
    const { page } = await site.open('/banners', { email: reader.email, password: userPassword });
    await page.getByRole('link', { name: 'EU', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'New banner' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Actions for EU' }).count()).toBe(0);
  });
});

describeWith('chromium', 'A list of 300 banners in the dashboard', () => {
  let site: DashboardSite;

  beforeAll(async () => {
    site = await createDashboardSite({ config: { rateLimit: false } });
    const { id } = await createActiveProfile(site.app, { name: 'Banner 1' });
    const { app } = site;
    const admin = await app.asAdmin();
    for (let number = 2; number <= 300; number += 1) {
      app.clock.advance(1000);
      await app.request
        .post(`${app.adminBase}/profiles/${id}/copy`)
        .set(admin)
        .send({ name: `${number % 3 === 0 ? 'Kiosk' : 'Banner'} ${number}` })
        .expect(201);
    }
  });
  afterAll(() => site.close());

  testInDeep('is searched, narrowed, sorted and paged, and the address keeps what it shows', async () => {
    const { page, complaints } = await site.open('/banners');
    const names = () => page.locator('tbody th').allTextContents();
    await page.getByText('1–25 of 300').waitFor();
    expect((await names())[0]).toBe('Kiosk 300');
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('26–50 of 300').waitFor();
    await page.getByRole('button', { name: 'Banner', exact: true }).click();
    await page.getByText('1–25 of 300').waitFor();
    expect((await names()).slice(0, 3)).toEqual(['Banner 1', 'Banner 2', 'Banner 4']);
    expect(await page.getByRole('columnheader', { name: 'Banner' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await page.getByRole('button', { name: 'Banner', exact: true }).click();
    await until(async () => (await names())[0] === 'Kiosk 300');
    await page.getByLabel('Search').fill('kiosk 29');
    await until(async () => (await names()).length === 4);
    expect(await names()).toEqual(['Kiosk 297', 'Kiosk 294', 'Kiosk 291', 'Kiosk 129']);
    await page.reload();
    await until(async () => (await names()).length === 4);
    expect(await page.getByLabel('Search').inputValue()).toBe('kiosk 29');
    await page.getByLabel('Status').selectOption('Live');
    await page.getByText('No banner matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('1–25 of 300').waitFor();
    await page.getByLabel('Status').selectOption('Live');
    await until(async () => (await names()).length === 1);
    expect(await names()).toEqual(['Banner 1']);
    expect(complaints).toEqual([]);
  });

  testInDeep('has a menu for each row that does not make one wait', async () => {
    const { page } = await site.open('/banners');
    await page.getByText('1–25 of 300').waitFor();
    await page.getByRole('button', { name: 'Actions for Kiosk 300' }).click();
    await page.getByRole('menuitem', { name: 'Delete the banner' }).waitFor();
    // It is open as soon as the next frames are drawn, whatever the machine: its cost grows with the page.
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2500);
  });
});
