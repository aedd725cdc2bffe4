import { createUser } from '../support/accounts';
import { adminPassword } from '../support/create-test-app';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { describeWith } from '../support/services';

describeWith('chromium', 'Proof of identity in the dashboard', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
  });
  afterAll(() => site.close());

  test('long after the sign-in the dashboard asks for the password, and then does what was asked', async () => {
    const { id } = await createUser(site.app, { signIn: false });
    const { page } = await site.open(`/people/${id}`);
    const create = page.getByRole('button', { name: 'Create a link for a new password' });
    await create.waitFor();
    await site.app.knex('svc_sessions').update({ proven_at: 0 });

    // Closing the question changes nothing, and a message says why.
    await create.click();
    const question = page.getByRole('dialog', { name: 'Is it still you?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Confirm that it is you, and try again.').waitFor();
    expect(await site.app.knex('svc_account_links')).toEqual([]);

    await create.click();
    await question.getByLabel('Your password').fill('not this one');
    await page.keyboard.press('Enter');
    await question.getByText('The current password is wrong.').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await question.getByLabel('Your password').fill(adminPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Done' }).click();

    // The link is listed, and can be revoked.
    const row = page.getByRole('row', { name: /New password/ });
    await row.waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The link is revoked.').waitFor();
    await row.waitFor({ state: 'detached' });
    expect(await site.app.knex('svc_account_links')).toEqual([]);

    // For ten minutes nothing else asks.
    await create.click();
    await page.getByRole('button', { name: 'Done' }).click();
  });
});
