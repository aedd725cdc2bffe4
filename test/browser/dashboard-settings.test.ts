import { createUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createFakeRegistry, type FakeRegistry } from '../support/fake-registry';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { makeTcString } from '../support/tc-strings';

describeWith('chromium', 'The settings of the dashboard', () => {
  let registry: FakeRegistry;
  let site: DashboardSite;
  beforeAll(async () => {
    registry = await createFakeRegistry();
    site = await createDashboardSite({
      config: {
        tcf: registry.tcf,
        gpp: { enabled: true, cmpId: 31, sections: ['usnat', 'usca'] },
        plugins: [{ name: 'mail', initialize: () => Promise.reject(new Error('no server')), destroy() {} }],
      },
    });
  });
  afterAll(async () => {
    await site.close();
    await registry.close();
  });

  const settings = async () =>
    (await site.app.request.get(`${site.app.adminBase}/settings`).set(await site.app.asAdmin())).body;

  test('save the sites that may send decisions, and say what is wrong with a line', async () => {
    const { page } = await site.open('/settings');
    const panel = page.locator('section', { hasText: 'Sites that may send decisions' });
    await panel.getByText('The list is empty: every site may send decisions.').waitFor();
    await panel.getByLabel('Sites').fill('https://shop.example\nnot a site');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(/^not, a, site: Enter the address of a site without a path/).waitFor();
    expect(await panel.getByRole('alert').count()).toBe(0);
    expect((await settings()).allowedOrigins).toEqual([]);
    await panel.getByLabel('Sites').fill('https://shop.example\nhttps://*.shop.example\n');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await settings()).allowedOrigins).toEqual(['https://shop.example', 'https://*.shop.example']);
    expect(await screenFaults(page)).toEqual([]);
  });

  testInDeep('ask before the list locks out the page that saves it', async () => {
    const { page, complaints } = await site.open('/settings');
    const panel = page.locator('section', { hasText: 'Sites that may use the admin API' });
    await panel.getByLabel('Sites').fill('https://admin.shop.example');
    await panel.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'This locks you out' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await settings()).adminAllowedOrigins).toEqual([]);
    await panel.getByLabel('Sites').fill(`https://admin.shop.example ${site.origin}`);
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await settings()).adminAllowedOrigins).toEqual(['https://admin.shop.example', site.origin]);
    expect(complaints).toEqual([]);
  });

  testInDeep('show what the installation lacks only to those who may see it', async () => {
    const { page } = await site.open('/settings');
    await page.getByRole('row', { name: /Master secret.*Ready/ }).waitFor();
    await page.getByRole('row', { name: /TCF.*To do/ }).waitFor();
    await page.getByRole('row', { name: /Plugins.*disabled.*: mail\..*To do/ }).waitFor();
    await page.goto(`${site.origin}/svc/`);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Plugins: Some could not be started and are off.' })
      .waitFor();
    const { email } = await createUser(site.app, { role: ['settings:read'], signIn: false });
    const { page: other } = await site.open('/settings', { email, password: userPassword });
    await other.getByLabel('Sites').first().waitFor();
    expect(await other.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await other.getByText('Master secret').count()).toBe(0);
  });

  testInDeep('confirm the registrations after they were compared', async () => {
    const { page, complaints } = await site.open('/frameworks');
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'TCF', exact: true }) });
    await panel.getByText('Registered').waitFor();
    await panel.getByText('Shop CMP').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    expect(await panel.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true);
    await panel.getByText('I have compared these values').click();
    await panel.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The registration is confirmed.').waitFor();
    await panel.getByText('Confirmed', { exact: true }).first().waitFor();
    expect(await panel.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  testInDeep('read a TC string and a GPP string in words, and say that a text is neither', async () => {
    const { page } = await site.open('/frameworks');
    const read = async (text: string) => {
      await page.getByLabel('TC string or GPP string').fill(text);
      await page.getByRole('button', { name: 'Read it' }).click();
    };
    await read(makeTcString());
    await page.getByRole('row', { name: /^1\. .*Yes/ }).waitFor();
    await read('DBABBg~BVVqAAAAAAAA.QA');
    await page.getByRole('heading', { name: 'Section usca' }).waitFor();
    await read('not a string');
    await page.getByRole('alert').waitFor();
    expect(await screenFaults(page)).toEqual([]);
  });
});

describeWith('chromium', 'The screen of the frameworks without any', () => {
  testInDeep('says that they are switched off, and how to switch them on', async () => {
    const site = await createDashboardSite();
    const { page } = await site.open('/frameworks');
    await page.getByText(/can switch it on with tcf\.enabled/).waitFor();
    await page.getByText(/can switch it on with gpp\.enabled/).waitFor();
    await page.getByText('Strings can be read once one of them is on.', { exact: false }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    await site.close();
  });

  testInDeep(
    'does not call ready what is off, and describes every part in the language of the operator',
    async () => {
      const site = await createDashboardSite();
      for (const [locale, off, ready] of [
        ['de', 'Nicht verwendet', 'Bereit'],
        ['fr', 'Non utilisé', 'Prêt'],
        ['es', 'No se usa', 'Listo'],
      ] as const) {
        const { page } = await site.open('/settings', { locale });
        const row = (name: RegExp) => page.getByRole('row', { name });
        await row(new RegExp(`^TCF .* ${off}$`)).waitFor();
        for (const part of ['GPP', 'Belege|Reçus|Recibos', 'Plugins|Extensions|Complementos'])
          await row(new RegExp(`^(${part}) .* ${off}$`)).waitFor();
        await row(new RegExp(` ${ready}$`))
          .first()
          .waitFor();
        // Only what is left to do is also in the words of the service, which are English.
        expect(
          await page
            .locator('tr', { hasText: new RegExp(`${off}|${ready}`) })
            .locator('[lang=en]')
            .count(),
        ).toBe(0);
      }
      await site.close();
    },
  );
});
