import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';

describeWith('chromium', 'The look and behaviour of a banner in the dashboard', () => {
  let site: DashboardSite;
  let id: string;

  beforeAll(async () => {
    site = await createDashboardSite();
    ({ id } = await createActiveProfile(site.app, { name: 'EU' }));
  });
  afterAll(() => site.close());

  async function read(path = `/profiles/${id}`) {
    const { request, adminBase, asAdmin } = site.app;
    return (
      await request
        .get(`${adminBase}${path}`)
        .set(await asAdmin())
        .expect(200)
    ).body;
  }

  test('give a banner a place and colours whose contrast is counted', async () => {
    const { page, complaints } = await site.open(`/banners/${id}/look`);
    await page.getByLabel('First layer').selectOption('Top');
    const contrasts = page.getByRole('region', { name: 'Contrast' });
    await contrasts.getByText('Main buttons on Background').waitFor();
    expect(await screenFaults(page)).toEqual([]);

    const buttons = page.getByLabel('Main buttons', { exact: true });
    await buttons.fill('#dddddd');
    await contrasts.getByText('Too low').first().waitFor();
    await buttons.fill('#7a1f5c');
    await contrasts.getByText('Too low').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create a look with these colours' }).click();
    await page.getByText('The look “EU” is chosen.').waitFor();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 2 is saved.').waitFor();
    const { profileJson } = await read();
    expect(profileJson.mainBanner.position).toBe('top');
    expect(await read(`/ui-templates/${profileJson.uiTemplateId}`)).toMatchObject({
      name: 'EU',
      theme: { light: { primary: '#7a1f5c' } },
    });

    await page.getByLabel('Main buttons', { exact: true }).fill('#123456');
    await page.getByRole('button', { name: 'Save the look and a version' }).click();
    await page.getByText('The look is saved, and version 3 has it.').waitFor();
    const preview = page.frameLocator('iframe').last();
    await preview.getByRole('button', { name: 'Accept all' }).waitFor();
    // The preview leaves narrow screens while it loads.
    expect(complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
  });

  testInDeep(
    'take a whole look from a preset with one click, and preview it before it is saved',
    async () => {
      const { id: other } = await createActiveProfile(site.app, {
        name: 'US',
        profileJson: profileJson({ complianceGroup: 'notice-only' }),
      });
      const { page } = await site.open(`/banners/${other}/look`);
      const forest = page.getByRole('button', { name: 'Forest' });
      await forest.click();
      expect(await forest.getAttribute('aria-pressed')).toBe('true');
      expect(await page.getByLabel('First layer').inputValue()).toBe('center');
      expect(await page.getByText('Too low').count()).toBe(0);
      const accept = page.frameLocator('iframe').last().getByRole('button', { name: 'Accept all' });
      const colour = () => accept.evaluate((node) => getComputedStyle(node).backgroundColor);
      await until(async () => (await colour()) === 'rgb(29, 107, 67)');
      await page.getByRole('button', { name: 'Create a look with these colours' }).click();
      await page.getByText('The look “US” is chosen.').waitFor();
      await page.getByRole('button', { name: 'Save version' }).click();
      await page.getByText('Version 2 is saved.').waitFor();
      const saved = await read(`/profiles/${other}`);
      expect(saved.profileJson.mainBanner.position).toBe('center');
      expect(await read(`/ui-templates/${saved.profileJson.uiTemplateId}`)).toMatchObject({
        theme: { light: { primary: '#1d6b43' }, radius: 24, buttonRadius: 24 },
      });
    },
  );

  testInDeep('say for whom a banner is and what its parts do', async () => {
    const { page, complaints } = await site.open(`/banners/${id}/behaviour`);
    await page.getByText('While the banner is live, its group cannot change.').waitFor();
    expect(await page.getByLabel('Group', { exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Places').fill('DE, AT FR');
    await page.getByLabel('Privacy signal of the browser').selectOption('Honour strictly');
    await page.getByLabel('Days until choices expire').fill('180');
    await page.getByText('Refuses everything optional').click();
    await page.getByText('Visitors can download a receipt').click();
    await page.getByText('Ask for the age before a consent').click();
    await page.getByLabel('Age from which visitors decide themselves').fill('16');
    await page
      .getByLabel('Sites that may use this banner')
      .fill('https://shop.example\nhttps://*.shop.example');
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText(/Version \d is saved\./).waitFor();
    expect((await read()).profileJson).toMatchObject({
      countries: ['DE', 'AT', 'FR'],
      gpcMode: 'strict',
      expiryDays: 180,
      closeMeans: 'refuse',
      allowReceipt: true,
      ageGate: { minimumAge: 16 },
      allowedOrigins: ['https://shop.example', 'https://*.shop.example'],
    });
    await page.getByRole('link', { name: 'Texts' }).click();
    await page.getByText('Age question', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep('refuse numbers that are not whole or not in the range, at the field', async () => {
    const { id: own } = await createActiveProfile(site.app, { name: 'Numbers' });
    const { page } = await site.open(`/banners/${own}/behaviour`);
    const days = page.getByLabel('Days until choices expire');
    const fault = page.getByText('Enter a whole number from 1 to 3650.');
    const saveButton = page.getByRole('button', { name: 'Save version' });
    await page.getByLabel('Name').fill('Whole numbers');
    for (const typed of ['-5', '1,5', '1.5', '0', 'abc', '99999', '1e3']) {
      await days.fill(typed);
      await fault.waitFor();
      expect(await days.inputValue()).toBe(typed);
      await saveButton.click();
      expect(await days.evaluate((field) => field === document.activeElement)).toBe(true);
    }
    expect(await screenFaults(page)).toEqual([]);
    expect((await read(`/profiles/${own}`)).version).toBe(1);
    await days.fill('184');
    await fault.waitFor({ state: 'detached' });
    await saveButton.click();
    await page.getByText('Version 2 is saved.').waitFor();
    expect((await read(`/profiles/${own}`)).profileJson.expiryDays).toBe(184);
    // The beginning of a number that is refused is not kept.
    await days.fill('');
    await days.pressSequentially('5000');
    await fault.waitFor();
    await page.getByRole('link', { name: 'Texts' }).click();
    await page.getByRole('link', { name: 'Behaviour' }).click();
    expect(await days.inputValue()).toBe('184');
    await days.fill('');
    await saveButton.click();
    await page.getByText('Version 3 is saved.').waitFor();
    expect((await read(`/profiles/${own}`)).profileJson.expiryDays).toBeUndefined();

    await page.getByText('Ask for the age before a consent').click();
    await page.getByLabel('Age from which visitors decide themselves').fill('22');
    await page.getByText('Enter a whole number from 1 to 21.').waitFor();
    await page.getByRole('link', { name: 'Look' }).click();
    await page.getByLabel('Corner radius (pixels)').fill('41');
    await page.getByText('Enter a whole number from 0 to 40.').waitFor();
  });

  testInDeep(
    'say at a field, in the language of the dashboard, what is wrong, and that nothing is checked meanwhile',
    async () => {
      const { page } = await site.open(`/banners/${id}/behaviour`, { locale: 'de' });
      const places = page.getByLabel('Orte', { exact: true });
      await places.fill('DE, Bayern');
      await page.getByText('Die Regeln können das Banner nicht prüfen', { exact: false }).waitFor();
      const fault = page.getByText(
        /^Bayern: Geben Sie ein Land oder eine Region als Kürzel in Großbuchstaben an/,
      );
      await fault.waitFor();
      // Typing goes on.
      expect(await places.evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await screenFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Version speichern' }).click();
      await page.getByText('Die Regeln können das Banner nicht prüfen', { exact: false }).waitFor();
      await page.getByRole('link', { name: 'Aussehen' }).click();
      await page
        .getByRole('alert')
        .getByText(/Orte.*: Geben Sie ein Land oder eine Region/)
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Verhalten' }).click();
      await places.fill('DE');
      await fault.waitFor({ state: 'detached' });
      await page
        .getByText('Die Regeln können das Banner nicht prüfen', { exact: false })
        .waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Version speichern' }).click();
      await page.getByText(/Version \d ist gespeichert/).waitFor();
    },
  );

  testInDeep('ask before colours that are not saved are left, and keep them', async () => {
    const { page, complaints } = await site.open(`/banners/${id}/look`);
    const buttons = page.getByLabel('Main buttons', { exact: true });
    await buttons.fill('#654321');
    await page.getByRole('button', { name: 'Save the look and a version', disabled: false }).waitFor();
    await page.getByRole('link', { name: 'Texts' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave with unsaved edits?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await buttons.inputValue()).toBe('#654321');

    await page.getByRole('link', { name: 'Texts' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('First layer', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Look' }).click();
    await buttons.waitFor();
    await page.getByText(/Your unsaved edits of .* are back\./).waitFor();
    expect(await buttons.inputValue()).toBe('#654321');
    await page.getByRole('button', { name: 'Discard the edits' }).click();
    await page.getByRole('alertdialog').getByText('Colours · Light · Main buttons').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard the edits' }).click();
    expect(await buttons.inputValue()).not.toBe('#654321');
    expect(complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
  });
});
