import { createUser, type TestUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'Two people in the dashboard', () => {
  let site: DashboardSite;
  let anna: TestUser;
  let ben: TestUser;
  beforeAll(async () => {
    site = await createDashboardSite();
    anna = await createUser(site.app, { role: 'editor' });
    ben = await createUser(site.app, { role: 'editor' });
  });
  afterAll(() => site.close());

  const openAs = ({ email }: TestUser, path: string) => site.open(path, { email, password: userPassword });
  const heading = async () =>
    (await site.app.request.get(`${site.app.publicBase}/profiles/default/opt-in/en`)).body.mainBanner.heading;

  testInDeep(
    'one asks, the other sees the same changes and publishes them, or declines with a reason',
    async () => {
      const { id } = await createActiveProfile(site.app);
      const settings = await site.open('/settings');
      await settings.page
        .getByRole('switch', { name: 'A second person approves each publication' })
        .press('Space');
      await settings.page.getByText('Saved').first().waitFor();
      expect(await screenFaults(settings.page)).toEqual([]);

      await site.app.request
        .put(`${site.app.adminBase}/profiles/${id}`)
        .set(anna.as)
        .send({
          profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading: 'Reviewed' } }),
        })
        .expect(200);
      const asking = await openAs(anna, `/banners/${id}/texts`);
      const ask = async () => {
        await asking.page.getByRole('button', { name: 'Review and publish' }).click();
        const dialog = asking.page.getByRole('dialog');
        await dialog.getByText('A second person must approve this').waitFor();
        await dialog.getByText('First layer · Heading').first().waitFor();
        await dialog.getByLabel('Note for the log').fill('A new partner');
        expect(await screenFaults(asking.page)).toEqual([]);
        await dialog.getByRole('button', { name: 'Ask for approval' }).click();
        await asking.page.getByText('Version 2 is waiting for approval.').waitFor();
        await dialog.waitFor({ state: 'detached' });
      };
      await ask();
      await asking.page.getByText('Approval asked for version 2').waitFor();
      await asking.page.getByText(`Asked by ${anna.email} on `).waitFor();
      await asking.page.getByText('You asked for it or saved some of its changes').waitFor();
      expect(await asking.page.getByRole('button', { name: 'Review', exact: true }).count()).toBe(0);
      expect(await heading()).toBe('Your privacy');

      const deciding = await openAs(ben, '/');
      const need = `${anna.email} asks you to approve version 2 of “Shop EU”.`;
      await deciding.page
        .getByRole('listitem')
        .filter({ hasText: need })
        .getByRole('link', { name: 'Review' })
        .click();
      const review = async () => {
        await deciding.page.getByRole('button', { name: 'Review', exact: true }).click();
        const dialog = deciding.page.getByRole('dialog');
        await dialog.getByText('First layer · Heading').first().waitFor();
        await dialog.getByText('A new partner').waitFor();
        await dialog.getByText('Keep their choices').waitFor();
        await dialog.getByText(anna.email, { exact: true }).waitFor();
        return dialog;
      };
      const declined = await review();
      expect(await screenFaults(deciding.page)).toEqual([]);
      await declined.getByRole('button', { name: 'Decline …' }).click();
      expect(await declined.getByRole('button', { name: 'Decline', exact: true }).isDisabled()).toBe(true);
      await declined.getByLabel('Why you decline').fill('The partner is not named');
      await declined.getByRole('button', { name: 'Decline', exact: true }).click();
      await deciding.page.getByText('The request is declined. Nothing was published.').waitFor();
      expect(await heading()).toBe('Your privacy');

      await asking.page.reload();
      await ask();
      await deciding.page.reload();
      const approved = await review();
      await approved.getByRole('button', { name: 'Approve and publish v2' }).click();
      await deciding.page.getByText('Version 2 is live.').waitFor();
      expect(await heading()).toBe('Reviewed');
      expect([...asking.complaints, ...deciding.complaints, ...settings.complaints]).toEqual([]);
    },
  );

  testInDeep('who approves what is live already is warned that this ends its experiment', async () => {
    const { request, adminBase, asAdmin } = site.app;
    const admin = await asAdmin();
    const require = (approvalRequired: boolean) =>
      request.patch(`${adminBase}/settings`).set(admin).send({ approvalRequired }).expect(200);
    await require(false);
    const { id } = await createActiveProfile(site.app, {
      name: 'Tried',
      profileJson: profileJson({ complianceGroup: 'opt-out' }),
    });
    const path = `${adminBase}/profiles/${id}`;
    const variants = [{ texts: { en: { mainBanner: { heading: 'Another try' } } } }];
    await request.post(`${path}/experiments`).set(admin).send({ variants }).expect(201);
    await require(true);
    await request.post(`${path}/publication-request`).set(anna.as).expect(201);
    const { page, complaints } = await openAs(ben, `/banners/${id}/texts`);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This ends the running experiment').waitFor();
    await dialog.getByRole('heading', { name: 'Variant B' }).waitFor();
    // Each variant once: nothing is compared.
    expect(await dialog.getByRole('heading', { level: 4 }).allTextContents()).toEqual([
      'Variant A',
      'Variant B',
    ]);
    expect(await screenFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve and publish v2' }).click();
    await page.getByText('Version 3 is live.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a superadmin publishes alone only with a reason', async () => {
    await site.app.request
      .patch(`${site.app.adminBase}/settings`)
      .set(await site.app.asAdmin())
      .send({ approvalRequired: true })
      .expect(200);
    const { body } = await site.app.request
      .post(`${site.app.adminBase}/profiles`)
      .set(await site.app.asAdmin())
      .send({ name: 'Urgent', defaultLocale: 'en', profileJson: profileJson({ complianceGroup: 'opt-out' }) })
      .expect(201);
    const { page, complaints } = await site.open(`/banners/${body.id}/texts`);
    await page.getByRole('button', { name: 'Review and publish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Publish without approval, in an emergency').click();
    const publish = dialog.getByRole('button', { name: 'Publish v1' });
    expect(await publish.isDisabled()).toBe(true);
    await dialog.getByLabel('Why it cannot wait').fill('The banner names a wrong company');
    expect(await screenFaults(page)).toEqual([]);
    await publish.click();
    await page.getByText('Version 1 is live.').waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep('what somebody may do is said in words: a person, oneself, a role and a key', async () => {
    const { page, complaints } = await site.open(`/people/${ben.id}`);
    await page
      .getByText(/^May see banners, their versions and findings; .*approve what somebody else/)
      .waitFor();
    await page
      .getByText(
        /^May not record, change and import consents; erase visitors; see erasures and verify certif/,
      )
      .waitFor();
    expect(await screenFaults(page)).toEqual([]);

    await page.goto(`${site.origin}/svc/account`);
    await page.getByRole('heading', { name: 'What you may do' }).waitFor();
    await page.getByText(/^May see people; invite people;/).waitFor();
    expect(await screenFaults(page)).toEqual([]);

    await page.goto(`${site.origin}/svc/roles`);
    await page.getByRole('link', { name: 'Auditor' }).click();
    await page
      .getByText(/^May see consents and their history; see erasures and verify certificates; see visitors\.$/)
      .waitFor();
    expect(await screenFaults(page)).toEqual([]);

    await page.goto(`${site.origin}/svc/api-keys`);
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Figures');
    const create = dialog.getByRole('button', { name: 'Create key' });
    expect(await create.isDisabled()).toBe(true);
    await dialog.getByText('See statistics').click();
    expect(await screenFaults(page)).toEqual([]);
    await create.click();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row', { name: /Figures.*One permission/ }).waitFor();
    await page.getByRole('button', { name: 'Actions for Figures' }).click();
    await page.getByRole('menuitem', { name: 'What it may do' }).click();
    await dialog.getByText('May see statistics.', { exact: true }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
