import { TOTP } from 'otpauth';
import type { Locator } from 'playwright-core';
import { createUser, userPassword } from '../support/accounts';
import { adminEmail, adminPassword } from '../support/create-test-app';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { createTenant } from '../support/tenants';
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
    // Its texts are as large as those of the page.
    const sizeOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).fontSize);
    expect(await sizeOf(dialog.getByText('Name', { exact: true }))).toBe(await sizeOf(page.locator('body')));
    await dialog.getByText('Everything on the public API').click();
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
    // Reactivating later gives servers their rights back, which is asked first.
    await choose('Revoke');
    await row.getByText('Revoked').waitFor();
    await choose('Reactivate');
    const question = page.getByRole('alertdialog', { name: 'Reactivate the key “Till in Graz”?' });
    expect(await isRefused()).toBe(true);
    await question.getByRole('button', { name: 'Reactivate' }).click();
    await row.getByText('Active').waitFor();
    expect(await isRefused()).toBe(false);
    expect(await screenFaults(page)).toEqual([]);
    await choose('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No keys yet').waitFor();
    expect(await isRefused()).toBe(true);
    expect(complaints).toEqual([]);
  });

  testInDeep('a dialog in which somebody has typed is closed by its buttons alone', async () => {
    const { page } = await site.open('/api-keys');
    const create = page.getByRole('button', { name: 'Create key' });
    const dialog = page.getByRole('dialog');
    await create.click();
    await dialog.getByLabel('Name').fill('Till in Wels');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Till in Wels');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
      await create.click();
      await dialog.getByLabel('Name').waitFor();
      await leave();
      await dialog.waitFor({ state: 'detached' });
    }
  });

  testInDeep('asks before revoking a key that the user cannot reactivate, and offers no undo', async () => {
    const as = await site.app.asAdmin();
    const { id } = (
      await site.app.request
        .post(`${site.app.adminBase}/apikeys`)
        .set(as)
        .send({ name: 'Till in Linz' })
        .expect(201)
    ).body;
    // May create keys, but may not read consents, as a key without scopes does.
    const { email } = await createUser(site.app, {
      role: ['apikeys:read', 'apikeys:create', 'apikeys:delete'],
      signIn: false,
    });
    const { page, complaints } = await site.open('/api-keys', { email, password: userPassword });
    await page.getByRole('button', { name: 'Actions for Till in Linz' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    const question = page.getByRole('alertdialog', { name: 'Revoke the key “Till in Linz”?' });
    await question.getByText('Every server that uses this key is refused at once.').waitFor();
    const row = page.getByRole('row', { name: /Till in Linz/ });
    expect(await screenFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Till in Linz is revoked.').waitFor();
    await row.getByText('Revoked').waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await site.app.request.delete(`${site.app.adminBase}/apikeys/${id}/permanent`).set(as).expect(200);
  });

  testInDeep('says what could not be undone, also when its screen has gone', async () => {
    const { id } = await createUser(site.app, { role: 'viewer', signIn: false });
    const { page } = await site.open(`/people/${id}`);
    await page.locator('label', { hasText: 'Can sign in' }).click();
    const toasts = page.getByRole('status');
    await toasts.getByText('can no longer sign in.').waitFor();
    await page.getByRole('link', { name: 'Roles', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
    let isDown = true;
    await page.route(`**/users/${id}`, (route) =>
      isDown ? route.fulfill({ status: 503, json: { error: 'No.', code: 'unavailable' } }) : route.continue(),
    );
    await toasts.getByRole('button', { name: 'Undo' }).click();
    await toasts.getByText(/^This was not undone: “User \d+ can no longer sign in.”/).waitFor();
    await toasts.getByText('The service is busy or not available right now. Try again shortly.').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    isDown = false;
    await toasts.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await site.app.knex('svc_users').where({ id }).first('active')).active);
    await until(async () => (await toasts.getByText('This was not undone').count()) === 0);
  });

  testInDeep('asks before operators take from themselves what they cannot give back', async () => {
    const { id, email } = await createUser(site.app, {
      role: ['users:read', 'users:update', 'roles:read', 'roles:update', 'stats:read'],
      signIn: false,
    });
    const { body } = await site.app.request
      .get(`${site.app.adminBase}/users/${id}`)
      .set(await site.app.asAdmin());
    const { page, complaints } = await site.open(`/roles/${body.roles[0].id}`, {
      email,
      password: userPassword,
    });
    const question = page.getByRole('alertdialog', { name: 'Take this away from yourself?' });
    await page.getByText('stats:read').click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('checkbox', { name: /stats:read/ }).isChecked()).toBe(true);
    await page.getByText('stats:read').click();
    await question.getByRole('button', { name: 'Take it away' }).click();
    await page.getByText(/ can no longer: /).waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.goto(`${site.origin}/svc/people/${id}`);
    await page.locator('label', { hasText: body.roles[0].name }).click();
    await question.getByRole('button', { name: 'Take it away' }).click();
    await page.getByText(/ no longer has the role /).waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(complaints.filter((line) => !/403/.test(line))).toEqual([]);
  });

  test('invite someone, who chooses a password and may do what the chosen roles allow', async () => {
    const { page, complaints } = await site.open('/people');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nora Berg');
    await dialog.getByLabel('E-mail address').fill('nora@shop.example');
    await dialog.getByLabel('Role').selectOption({ label: 'Editor' });
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    const link = await dialog.getByRole('region', { name: 'Link' }).textContent();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Nora Berg.*Editor/ }).waitFor();
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
    const auditor = page.getByRole('checkbox', { name: /^Auditor/ });
    await page.locator('label', { hasText: /^Auditor/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Give Nora Berg the role Auditor?' });
    await question.getByText('export consents, evidence, the audit log and translations').waitFor();
    // Permissions that the other role already grants are not listed again.
    expect(await question.getByText('see consents and their history').count()).toBe(0);
    expect(await auditor.isChecked()).toBe(false);
    expect(await screenFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Give the role' }).click();
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

  testInDeep('make a role with permissions, which are saved at once, and delete it', async () => {
    const { page, complaints } = await site.open('/roles');
    await page.getByRole('button', { name: 'New role' }).click();
    await page.getByLabel('Name').fill('Translator');
    await page.getByRole('button', { name: 'Create and choose permissions' }).click();
    await page.getByRole('heading', { name: 'Translator', level: 1 }).waitFor();
    // Nobody has the role yet, so there is nobody to ask about.
    await page.getByText('Nobody has this role yet.').waitFor();
    await page.getByText('profiles:update').click();
    await until(() => page.getByRole('checkbox', { name: /profiles:update/ }).isChecked());
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
    await page.getByRole('link', { name: 'Viewer' }).click();
    await page.getByText('These permissions cannot be changed here.').waitFor();
    expect(await page.getByRole('checkbox', { name: /profiles:read/ }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  testInDeep('a rise in rights is asked first, in words, and can be undone', async () => {
    const { id } = await createUser(site.app, { role: ['profiles:read'], signIn: false });
    const read = async () =>
      (await site.app.request.get(`${site.app.adminBase}/users/${id}`).set(await site.app.asAdmin())).body;
    const { name, roles } = await read();
    const { page, complaints } = await site.open(`/people/${id}`);
    const toast = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) });

    const superadmin = page.getByRole('checkbox', { name: /^Superadmin/ });
    await page.locator('label', { hasText: /^Superadmin/ }).click();
    const question = page.getByRole('alertdialog', { name: `Give ${name} the role Superadmin?` });
    await question
      .getByText(`${name} can then do everything, also change the rights of everyone else.`)
      .waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await superadmin.isChecked()).toBe(false);
    expect((await read()).roles).toEqual(roles);
    await page.locator('label', { hasText: /^Superadmin/ }).click();
    await question.getByRole('button', { name: 'Give the role' }).click();
    await toast.getByText(`${name} has the role Superadmin.`).waitFor();
    expect((await read()).roles).toHaveLength(2);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await read()).roles.length === 1);

    // What takes rights away is done at once, and can be undone too.
    await page.locator('label', { hasText: 'Can sign in' }).click();
    await toast.getByText(`${name} can no longer sign in.`).waitFor();
    expect((await read()).active).toBe(false);
    await page.locator('label', { hasText: 'Can sign in' }).click();
    await page
      .getByRole('alertdialog', { name: `Let ${name} sign in again?` })
      .getByRole('button', { name: 'Let them sign in' })
      .click();
    await until(async () => (await read()).active);

    // A permission more for a role that somebody has.
    await page.goto(`${site.origin}/svc/roles/${roles[0].id}`);
    await page.getByText(`Held by ${name}.`).waitFor();
    await page.getByText('profiles:delete').click();
    const more = page.getByRole('alertdialog', {
      name: `Allow more to everyone with the role ${roles[0].name}?`,
    });
    await more.getByText(name).waitFor();
    await more.getByText('delete banners').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await more.getByRole('button', { name: 'Allow it' }).click();
    await toast.getByText(`${roles[0].name} can now: delete banners.`).waitFor();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await until(async () => !(await page.getByRole('checkbox', { name: /profiles:delete/ }).isChecked()));
    expect(complaints).toEqual([]);
  });

  testInDeep('set up one-time codes from the QR code, and ask for them at the next sign-in', async () => {
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

    // Somebody who manages people can switch them off, but not by one click beside another button.
    const { id } = await site.app.knex('svc_users').where({ email }).first('id');
    const { page: theirs } = await site.open(`/people/${id}`);
    const switchOff = theirs.getByRole('button', { name: 'Switch off one-time codes' });
    await switchOff.click();
    const question = theirs.getByRole('alertdialog', { name: /^Switch off one-time codes for User/ });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await switchOff.click();
    expect(await screenFaults(theirs)).toEqual([]);
    await question.getByRole('button', { name: 'Switch off one-time codes' }).click();
    await theirs.getByText(/^One-time codes are off for User \d+\.$/).waitFor();
    await site.app.request
      .post(`${site.app.adminBase}/auth/login`)
      .send({ email, password: userPassword })
      .expect(200);
  });

  testInDeep('name what the service built in the language of the operator', async () => {
    const { page, complaints } = await site.open('/people', { locale: 'de' });
    await page
      .getByRole('row', { name: /Superadmin/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Jemanden einladen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Diese Person erhält die Rolle Lesezugriff.').waitFor();
    await dialog.getByLabel('Rolle').selectOption({ label: 'Redaktion' });
    await dialog.getByText('Diese Person erhält die Rolle Redaktion.').waitFor();
    expect(await dialog.getByText(/viewer|editor|auditor/i).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto(`${site.origin}/svc/roles?q=auditor`);
    await page.getByRole('link', { name: 'Revision' }).click();
    await page.getByRole('heading', { name: 'Revision', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep('change one’s own password, which ends the other sessions', async () => {
    const { email } = await createUser(site.app, { role: 'viewer', signIn: false });
    const { page: other } = await site.open('/account', { email, password: userPassword });
    await other.getByRole('heading', { name: 'Your account' }).waitFor();
    const { page, complaints } = await site.open('/account', { email, password: userPassword });
    await page.getByRole('row', { name: /This session Now/ }).waitFor();
    await page.getByRole('row', { name: /(now|ago) .* End the session since/ }).waitFor();
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

describeWith('chromium', 'The screen of tenants of a service with one', () => {
  testInDeep('says so instead of offering to create another', async () => {
    const site = await createDashboardSite();
    const { page } = await site.open('/tenants');
    await page.getByText('This service has a single tenant').waitFor();
    await page.getByRole('row', { name: /Default/ }).waitFor();
    expect(await page.getByRole('button', { name: 'New tenant' }).count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    await site.close();
  });
});

describeWith('chromium', 'The screen of tenants', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite({ config: { tenancy: { enabled: true } } });
  });
  afterAll(() => site.close());

  testInDeep('creates a tenant, shows its data, and deletes it after its name is typed', async () => {
    const { page, complaints } = await site.open('/tenants');
    await page.getByRole('button', { name: 'New tenant' }).click();
    // While there is one tenant, addresses do not name it.
    expect(page.url()).toBe(`${site.origin}/svc/tenants`);
    await page.getByLabel('Name', { exact: true }).fill('Second Shop');
    await page.getByLabel('Short name').fill('second');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: /Second Shop/ });
    await row.getByRole('button', { name: 'Show Second Shop' }).waitFor();
    await page.waitForURL(`${site.origin}/svc/tenants?tenant=default`);
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
    await page.getByText('Second Shop is deleted.').waitFor();
    await page.getByRole('heading', { name: 'This tenant cannot be shown' }).waitFor();
    await page.getByRole('link', { name: 'Default' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();

    // Somebody goes back before the answer.
    const { id } = await createTenant(site.app, 'short', 'Short Lived');
    await page.reload();
    await page.getByRole('navigation').getByRole('link', { name: 'Tenants' }).click();
    await page.getByRole('button', { name: 'Actions for Short Lived' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.route(`**/tenants/${id}`, async (route) => {
      await page.goBack();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await route.continue();
    });
    await dialog.getByLabel('Type short to confirm').fill('short');
    await dialog.getByRole('button', { name: 'Delete the tenant' }).click();
    await page.getByText('Short Lived is deleted.').waitFor();
    await page.getByLabel('Tenant').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  testInDeep('says at its field that a short name is in use', async () => {
    const { page } = await site.open('/tenants');
    await page.getByRole('button', { name: 'New tenant' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Third Shop');
    await page.getByLabel('Short name').fill('default');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Short name', description: /This is already in use/ }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
  });

  testInDeep('keeps what a colleague has changed meanwhile in the tenants of a person', async () => {
    const [north, south] = [
      await createTenant(site.app, 'north', 'North'),
      await createTenant(site.app, 'south', 'South'),
    ];
    const { id } = await createUser(site.app, {
      allowedTenants: ['default', north.id, south.id],
      signIn: false,
    });
    const { request, adminBase, asAdmin } = site.app;
    const admin = await asAdmin();
    const read = async () => (await request.get(`${adminBase}/users/${id}`).set(admin)).body;
    const change = (body: object) =>
      request.put(`${adminBase}/users/${id}`).set(admin).send(body).expect(200);
    const { page, complaints } = await site.open(`/people/${id}?tenant=default`, {
      prepare: (opened) => opened.clock.install(),
    });
    const choose = (name: string | RegExp) => page.locator('label', { hasText: name }).click();
    await page.getByRole('checkbox', { name: 'South', exact: true }).waitFor();

    await change({ allowedTenants: ['default', south.id] });
    await choose('South');
    const toast = page.locator('.toast').filter({ hasText: /^Tenants of .*: Default\./ });
    await toast.waitFor();
    expect((await read()).allowedTenants).toEqual(['default']);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await read()).allowedTenants.join() === ['default', south.id].join());

    // Under a question that waits, the screen is read again when the operator comes back to the page.
    await until(() => page.getByRole('checkbox', { name: 'South', exact: true }).isChecked());
    await choose('North');
    const question = page.getByRole('alertdialog', { name: /more tenants: North/ });
    await question.waitFor();
    await change({ allowedTenants: ['default'] });
    await page.clock.fastForward(60_000);
    await Promise.all([
      page.waitForResponse((response) => response.url().includes(`/users/${id}`)),
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))),
    ]);
    await question.getByRole('button', { name: 'Give access' }).click();
    await until(async () => (await read()).allowedTenants.join() === ['default', north.id].join());
    await change({ allowedTenants: ['default', south.id] });
    await page.reload();

    // Whether it is all tenants, nobody can merge.
    await until(() => page.getByRole('checkbox', { name: 'South', exact: true }).isChecked());
    await change({ tenantAccess: 'all', allowedTenants: [] });
    await choose('South');
    await page.getByText('Someone else saved this in the meantime.').waitFor();
    await until(() => page.getByRole('checkbox', { name: /^All tenants/ }).isChecked());
    expect(await read()).toMatchObject({ tenantAccess: 'all' });
    // 412 is what the browser itself notes.
    expect(complaints.filter((complaint) => !complaint.includes('412'))).toEqual([]);
  });

  testInDeep('asks which tenants a new person gets, and before a person gets more', async () => {
    const shop = await createTenant(site.app, 'shop', 'Shop');
    await createTenant(site.app, 'blog', 'Blog');
    const news = await createTenant(site.app, 'news', 'News');
    const users = async () =>
      (await site.app.request.get(`${site.app.adminBase}/users`).set(await site.app.asAdmin())).body;
    const { page, complaints } = await site.open('/tenants');
    await page.getByRole('button', { name: 'Show Shop' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Ada Lind');
    await dialog.getByLabel('E-mail address').fill('ada@shop.example');
    // The tenant that is shown, and no other.
    expect(await dialog.getByRole('checkbox', { name: 'Shop', exact: true }).isChecked()).toBe(true);
    expect(await dialog.getByRole('checkbox', { name: /All tenants/ }).isChecked()).toBe(false);
    await dialog.getByText('Ada Lind gets the role Viewer in: Shop.').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await dialog.locator('label', { hasText: 'Shop' }).click();
    expect(await dialog.getByRole('button', { name: 'Create the link' }).isDisabled()).toBe(true);
    await dialog.locator('label', { hasText: 'Shop' }).click();
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const ada = (await users()).find(({ name }: { name: string }) => name === 'Ada Lind');
    expect(ada).toMatchObject({ tenantAccess: 'listed', allowedTenants: [shop.id] });

    await page.getByRole('link', { name: 'Ada Lind' }).click();
    await page.locator('label', { hasText: 'Blog' }).click();
    const question = page.getByRole('alertdialog', { name: 'Give Ada Lind access to more tenants: Blog?' });
    await question.getByText('Ada Lind can then do there what the roles allow: Viewer.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('label', { hasText: /^All tenants/ }).click();
    await page
      .getByRole('alertdialog', { name: 'Give Ada Lind access to more tenants: All tenants?' })
      .getByRole('button', { name: 'Give access' })
      .click();
    await page.getByText('Tenants of Ada Lind: All tenants.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(
      async () => (await users()).find(({ id }: { id: string }) => id === ada.id).tenantAccess === 'listed',
    );
    expect((await users()).find(({ id }: { id: string }) => id === ada.id).allowedTenants).toEqual([shop.id]);

    // An undo takes back one change, and not those that came after it.
    for (const name of ['Blog', 'News']) {
      await page.locator('label', { hasText: name }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Give access' }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    }
    const given = page.locator('.toast').filter({ hasText: 'Tenants of Ada Lind: ' });
    await given
      .filter({ hasNotText: 'News' })
      .filter({ hasText: 'Blog' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await until(async () => {
      const now = (await users()).find(({ id }: { id: string }) => id === ada.id);
      return now.allowedTenants.join() === [shop.id, news.id].join();
    });
    // 412 is what the browser itself notes.
    expect(complaints.filter((complaint) => !complaint.includes('412'))).toEqual([]);
  });
});
