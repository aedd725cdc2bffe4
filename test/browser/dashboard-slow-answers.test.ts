import type { Page, Request } from 'playwright-core';
import { allGranted, consentCalls } from '../support/consent';
import { createDashboardSite, type DashboardSite } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'Slow answers in the dashboard', () => {
  let site: DashboardSite;
  let visitorId: string;
  beforeAll(async () => {
    site = await createDashboardSite();
    const profile = await createActiveProfile(site.app);
    const { submit } = consentCalls(site.app);
    const { body } = await submit({
      profileId: profile.id,
      consentJson: allGranted,
      locale: 'en',
      method: 'accept',
    }).expect(200);
    visitorId = body.visitorId;
  });
  afterAll(() => site.close());

  /** Holds requests back until `release`; `held` resolves when the first one is. */
  async function hold(page: Page, isHeld: (request: Request) => boolean) {
    let release = () => {};
    let note = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = new Promise<void>((resolve) => {
      note = resolve;
    });
    await page.route('**/admin/v1/**', async (route) => {
      if (!isHeld(route.request())) return route.continue();
      note();
      await released;
      // The page may have cancelled it.
      await route.continue().catch(() => {});
    });
    return { release, held };
  }

  const isWrite = (request: Request) => request.method() !== 'GET';
  const count = async (path: string) =>
    (await site.app.request.get(`${site.app.adminBase}${path}`).set(await site.app.asAdmin())).body.length;

  test('create nothing twice, and the dialog stays until the key is shown', async () => {
    const { page, complaints } = await site.open('/api-keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const { release, held } = await hold(page, isWrite);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Everything on the public API').click();
    await dialog.getByLabel('Name').fill('The shop');
    await dialog.getByRole('button', { name: 'Create key' }).dblclick();
    await held;
    await dialog.getByLabel('Name').press('Enter');
    await dialog.getByLabel('Name').press('Escape');
    release();
    await dialog.getByText('This key is shown only once').waitFor();
    expect(await count('/apikeys')).toBe(1);
    expect(complaints).toEqual([]);
  });

  testInDeep(
    'do not open a banner that was created meanwhile for an operator who has gone back',
    async () => {
      const { page, complaints } = await site.open('/places');
      await page.getByRole('table').waitFor();
      await page.getByRole('link', { name: 'Banners' }).click();
      await page.getByRole('button', { name: 'New banner' }).click();
      await page.getByLabel('Company').fill('Shop Ltd');
      const { release, held } = await hold(page, isWrite);
      await page.getByLabel('Name of the banner').fill('Of the shop');
      await page.getByLabel('Name of the banner').press('Enter');
      await held;
      await page.goBack();
      await page.getByRole('heading', { name: 'Places' }).waitFor();
      const created = page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/profiles'),
      );
      release();
      await created;
      await page.getByRole('link', { name: 'Banners' }).click();
      await page.getByRole('link', { name: 'Of the shop', exact: true }).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  testInDeep('keep what is typed while sites are saved', async () => {
    const { page, complaints } = await site.open('/settings');
    const panel = page.getByRole('textbox').first();
    await panel.fill('https://a.example');
    const { release, held } = await hold(page, isWrite);
    const save = page.getByRole('button', { name: 'Save' }).first();
    await save.click();
    await held;
    await panel.fill('https://a.example\nhttps://b.example');
    release();
    await page.getByText('Saved.').waitFor();
    expect(await panel.inputValue()).toBe('https://a.example\nhttps://b.example');
    expect(await save.isEnabled()).toBe(true);
    expect(complaints).toEqual([]);
  });

  testInDeep('of a search lead nowhere after the operator has searched again or left', async () => {
    const { page, complaints } = await site.open('/consents');
    await page.getByText('One consent', { exact: true }).waitFor();
    const { release, held } = await hold(page, (request) => request.url().includes(`/find?q=${visitorId}`));
    const field = page.getByLabel('Find');
    await field.fill(visitorId);
    await field.press('Enter');
    await held;
    await field.fill('someone');
    await field.press('Enter');
    await field.fill('someone else');
    await page.getByText('No consent matches').waitFor();
    const found = page.waitForResponse((response) => response.url().includes(`/find?q=${visitorId}`));
    release();
    await found;
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=someone');
    expect(await field.inputValue()).toBe('someone else');
    expect(complaints).toEqual([]);
  });

  testInDeep('leave what a colleague has changed meanwhile in a look as it is', async () => {
    const admin = await site.app.asAdmin();
    const { body: look } = await site.app.request
      .post(`${site.app.adminBase}/ui-templates`)
      .set(admin)
      .send({ name: 'Our look' })
      .expect(201);
    const { page, complaints } = await site.open(`/templates/looks/${look.id}`);
    await page.getByText('A cross closes the first layer').click();
    await site.app.request
      .put(`${site.app.adminBase}/ui-templates/${look.id}`)
      .set(admin)
      .send({ name: 'Their look' })
      .expect(200);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { name: 'Their look' }).waitFor();
    expect(await page.getByRole('switch').first().isChecked()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    // 412 is what the browser itself notes.
    expect(complaints.filter((line) => !line.includes('412'))).toEqual([]);
  });
});
