import { TOTP } from 'otpauth';
import { createUser, userPassword } from '../support/accounts';
import { adminEmail, adminPassword } from '../support/create-test-app';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';

describeWith('chromium', 'The screens of people, roles, keys and one’s own account', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite({
      config: {
        auth: {
          mode: 'local',
          adminEmail,
          adminPassword,
          masterSecret: 'test master secret, long enough to count',
          totp: 'required',
        },
      },
    });
  });
  afterAll(() => site.close());

  test('create a key, show it once, revoke it, undo that, and delete it', async () => {
    const { page, complaints } = await site.open('/api-keys');
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Till in Graz');
    await page.keyboard.press('Enter');
    const key = await dialog.getByRole('region', { name: 'Key', exact: true }).textContent();
    expect(key).toMatch(/^svck_/);
    // The key is gone with the dialog, so only the button that says "copied" closes it.
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'detached' });

    const isRefused = () =>
      site.app.request
        .get(`${site.app.publicBase}/consent/none`)
        .set('X-API-Key', `${key}`)
        .then(({ status }) => status === 401);
    const choose = async (action: string) => {
      await page.getByRole('button', { name: 'Actions for Till in Graz' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    const row = page.getByRole('row', { name: /Till in Graz/ });
    expect(await isRefused()).toBe(false);
    await choose('Revoke');
    await row.getByText('Revoked').waitFor();
    expect(await isRefused()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('Active').waitFor();
    expect(await isRefused()).toBe(false);
    expect(await screenFaults(page)).toEqual([]);
    await choose('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No keys yet').waitFor();
    expect(await isRefused()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('invite someone, who chooses a password and may do what the chosen roles allow', async () => {
    const { page, complaints } = await site.open('/people');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nora Berg');
    await dialog.getByLabel('E-mail address').fill('nora@shop.example');
    await dialog.getByLabel('Role').selectOption({ label: 'editor' });
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    const link = await dialog.getByRole('region', { name: 'Link' }).textContent();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Nora Berg.*editor/ }).waitFor();
    expect(await screenFaults(page)).toEqual([]);

    const guest = await page.context().browser()?.newContext({ locale: 'en' });
    const hers = await guest?.newPage();
    await hers?.goto(
      `${site.origin}${new URL(`${link}`, site.origin).pathname}${new URL(`${link}`, site.origin).hash}`,
    );
    await hers?.getByLabel('New password').fill(userPassword);
    await hers?.keyboard.press('Enter');
    await hers?.getByText('Your password is set').waitFor();
    await guest?.close();

    await page.getByRole('link', { name: 'Nora Berg' }).click();
    await page.getByRole('heading', { name: 'Nora Berg', level: 1 }).waitFor();
    const auditor = page.getByRole('checkbox', { name: /^auditor/ });
    await page.locator('label', { hasText: /^auditor/ }).click();
    await until(() => auditor.isChecked());
    const { body } = await site.app.request
      .post(`${site.app.adminBase}/auth/login`)
      .send({ email: 'nora@shop.example', password: userPassword })
      .expect(200);
    const me = await site.app.request
      .get(`${site.app.adminBase}/auth/me`)
      .set('Authorization', `Bearer ${body.token}`)
      .expect(200);
    expect(me.body.permissions).toEqual(expect.arrayContaining(['profiles:update', 'audit:read']));
    expect(await screenFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Delete the account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the account' }).click();
    await page.getByText('The account of Nora Berg is deleted.').waitFor();
    await page.getByRole('row', { name: /Nora Berg/ }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('make a role with permissions, which are saved at once, and delete it', async () => {
    const { page, complaints } = await site.open('/roles');
    await page.getByRole('button', { name: 'New role' }).click();
    await page.getByLabel('Name').fill('Translator');
    await page.getByRole('button', { name: 'Create and choose permissions' }).click();
    await page.getByRole('heading', { name: 'Translator', level: 1 }).waitFor();
    await page.getByText('profiles:update').click();
    await until(() => page.getByRole('checkbox', { name: 'profiles:update' }).isChecked());
    await until(async () => {
      const { body } = await site.app.request
        .get(`${site.app.adminBase}/roles`)
        .set(await site.app.asAdmin());
      return body.some(
        (role: { name: string; permissions: string[] }) =>
          role.name === 'Translator' && role.permissions.includes('profiles:update'),
      );
    });
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the role' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the role' }).click();
    await page.getByText('The role Translator is deleted.').waitFor();
    await page.getByRole('link', { name: 'viewer' }).click();
    await page.getByText('These permissions cannot be changed here.').waitFor();
    expect(await page.getByRole('checkbox', { name: 'profiles:read' }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('set up one-time codes from the QR code, and ask for them at the next sign-in', async () => {
    const { email } = await createUser(site.app, { role: 'viewer', signIn: false });
    const { page } = await site.open('/account', { email, password: userPassword });
    await page.getByRole('button', { name: 'Set up one-time codes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
    const secret = await dialog.getByText(/^[A-Z2-7]{16,}$/).textContent();
    const code = () => new TOTP({ secret: `${secret}` }).generate({ timestamp: site.app.clock.now() });
    await dialog.getByLabel('Code').fill(code());
    await dialog.getByLabel('Current password').fill('not this one');
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await dialog.getByText('The current password is wrong.').waitFor();
    await dialog.getByLabel('Current password').fill(userPassword);
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('One-time codes are on.').waitFor();
    const answer = await site.app.request
      .post(`${site.app.adminBase}/auth/login`)
      .send({ email, password: userPassword })
      .expect(401);
    expect(answer.body.totpRequired).toBe(true);
  });

  test('change one’s own password, which ends the other sessions', async () => {
    const { email } = await createUser(site.app, { role: 'viewer', signIn: false });
    const { page: other } = await site.open('/account', { email, password: userPassword });
    await other.getByRole('heading', { name: 'Your account' }).waitFor();
    const { page, complaints } = await site.open('/account', { email, password: userPassword });
    await page.getByLabel('Current password').fill(userPassword);
    await page.getByLabel('New password').fill('another one that nobody guesses');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    await until(async () => (await page.getByRole('row').count()) === 2);
    await other.reload();
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(complaints).toEqual([]);
    expect(await screenFaults(page)).toEqual([]);
  });
});

describeWith('chromium', 'The screen of tenants', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite({ config: { tenancy: { enabled: true } } });
  });
  afterAll(() => site.close());

  test('creates a tenant, shows its data, and deletes it after its name is typed', async () => {
    const { page, complaints } = await site.open('/tenants');
    await page.getByRole('button', { name: 'New tenant' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Second Shop');
    await page.getByLabel('Short name').fill('second');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: /Second Shop/ });
    await row.getByRole('button', { name: 'Show Second Shop' }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await row.getByRole('button', { name: 'Show Second Shop' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await until(async () => (await page.getByLabel('Tenant').inputValue()) !== 'default');

    await page.getByRole('navigation').getByRole('link', { name: 'Tenants' }).click();
    await page.getByRole('button', { name: 'Actions for Second Shop' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.getByRole('button', { name: 'Delete the tenant' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Type second to confirm').fill('second');
    await dialog.getByRole('button', { name: 'Delete the tenant' }).click();
    await row.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
