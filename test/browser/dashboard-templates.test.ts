import { createUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createTemplate, uiTemplate } from '../support/templates';

describeWith('chromium', 'The building blocks in the dashboard', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
  });
  afterAll(() => site.close());

  testInDeep('create a look, change its colours beside their contrasts, and show who uses it', async () => {
    const { page, complaints } = await site.open('/templates');
    await page.getByText('There is no look yet').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'New look' }).click();
    await page.getByLabel('Name').fill('Summer');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
    const save = page.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    const primary = page.getByRole('textbox', { name: 'Main buttons', exact: true });
    await primary.fill('#ffff00');
    await page.getByText('Too low').first().waitFor();
    await save.click();
    await page.getByRole('alert').waitFor();
    await primary.fill('#0b6b3a');
    await page.getByLabel('Corner radius (pixels)').fill('12');
    await save.click();
    await page.getByText('Saved.').waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    const { body } = await site.app.request
      .get(`${site.app.adminBase}/ui-templates/${id}`)
      .set(await site.app.asAdmin());
    expect(body.theme).toMatchObject({ light: { primary: '#0b6b3a' }, radius: 12 });

    await createActiveProfile(site.app, { name: 'EU', profileJson: profileJson({ uiTemplateId: id }) });
    await page.reload();
    await page.getByRole('region', { name: 'Used by' }).getByRole('link', { name: 'EU' }).waitFor();
    const frame = page.frameLocator('iframe').last();
    await frame.getByRole('heading', { name: 'Your privacy' }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Live banners use this building block.').waitFor();
    // The refusals that were provoked.
    expect(complaints.filter((line) => !/422|409/.test(line))).toEqual([]);
  });

  testInDeep('copies a look with the longest name, and says why a copy failed', async () => {
    const { id } = await createTemplate(site.app, 'ui-templates', uiTemplate({ name: 'x'.repeat(200) }));
    const { page } = await site.open(`/templates/looks/${id}`);
    let isDown = true;
    await page.route('**/ui-templates/*/copy', (route) =>
      isDown ? route.fulfill({ status: 403, json: { error: 'No.', code: 'forbidden' } }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('alert').getByText('Your roles do not allow this.').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    isDown = false;
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name: /^x{190} \(copy\)$/ }).waitFor();
  });

  testInDeep(
    'keep lists of cookies, filled from the catalogue, and do not lose what is not saved',
    async () => {
      const { page, complaints } = await site.open('/templates');
      await page.getByRole('button', { name: 'New cookie list' }).click();
      await page.getByLabel('Name').fill('Shop');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
      await page.getByRole('button', { name: 'Add cookie' }).click();
      await page.getByRole('searchbox').fill('_ga');
      await page.getByRole('button', { name: 'Add: _ga', exact: true }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('region', { name: 'Statistics' }).getByText('Gives each browser').waitFor();
      expect(await screenFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
      await page.getByText('Leave with unsaved edits?').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await page.reload();
      await page.getByRole('region', { name: 'Statistics' }).getByText('Gives each browser').waitFor();
      await page.getByRole('button', { name: 'Duplicate' }).click();
      await page.getByRole('heading', { level: 1, name: 'Shop (copy)' }).waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { level: 1, name: 'Building blocks' }).waitFor();
      await page.getByRole('link', { name: 'Shop', exact: true }).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  testInDeep('search the catalogue, with the search in the address', async () => {
    const { page, complaints } = await site.open('/catalogue');
    await page.getByText('These are the first 100. Search to find the others.').waitFor();
    await page.getByLabel('Name or provider').fill('hotjar');
    await page.getByText('_hjSession_*').waitFor();
    await page.getByLabel('Purpose').selectOption('Statistics');
    await page.waitForURL(/q=hotjar&purpose=analytics$/);
    expect(await screenFaults(page)).toEqual([]);
    await page.getByLabel('Name or provider').fill('no such cookie');
    await page.getByText('The catalogue has no such cookie').waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep('are read only without the permissions to change them', async () => {
    const { id } = await createTemplate(site.app, 'ui-templates');
    const { email } = await createUser(site.app, { role: ['templates:read'], signIn: false });
    const { page } = await site.open(`/templates/looks/${id}`, { email, password: userPassword });
    await page.getByRole('heading', { level: 1, name: 'Bottom bar' }).waitFor();
    expect(await page.getByRole('button', { name: /Save|Delete|Duplicate/ }).count()).toBe(0);
    expect(await page.getByRole('textbox', { name: 'Main buttons', exact: true }).isDisabled()).toBe(true);
    const other = await createUser(site.app, { role: ['stats:read'], signIn: false });
    const refused = await site.open('/templates', { email: other.email, password: userPassword });
    await refused.page.getByText('It requires the permission to see looks and cookie lists.').waitFor();
  });
});
