import type { Page } from 'playwright-core';
import { createApiKey, createUser } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { consentTemplate, createTemplate, uiTemplate } from '../support/templates';
import { until } from '../support/webhook-receiver';

describeWith('chromium', 'The lists of the dashboard', () => {
  let site: DashboardSite;

  beforeAll(async () => {
    site = await createDashboardSite();
  });
  afterAll(() => site.close());

  const names = (page: Page, list: string) =>
    page.getByRole('region', { name: list }).locator('tbody th').allInnerTexts();
  const showsOnly = (page: Page, list: string, ...wanted: readonly string[]) =>
    until(async () => {
      const shown = await names(page, list);
      return shown.length === wanted.length && shown.every((text, at) => text.includes(wanted[at] ?? ''));
    });

  testInDeep('people are found by e-mail, narrowed by what they hold, sorted and paged', async () => {
    for (let count = 0; count < 26; count += 1) await createUser(site.app, { signIn: false });
    await createUser(site.app, { role: 'editor', signIn: false });
    const { page, complaints } = await site.open('/people');
    await page.getByText('1–25 of 28').waitFor();
    const next = page.getByRole('button', { name: 'Next page' });
    await next.press('Enter');
    await showsOnly(page, 'People', 'User 25', 'User 26', 'User 27');
    // At the end it does nothing, and keeps the focus, so that the keyboard is not lost.
    expect(await next.isDisabled()).toBe(true);
    expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await showsOnly(page, 'People', 'User 25', 'User 26', 'User 27');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByText('1–25 of 28').waitFor();
    await until(async () => (await names(page, 'People'))[2]?.includes('User 2\n') === true);
    expect(await screenFaults(page)).toEqual([]);
    await page.getByLabel('Search').fill('USER2');
    await until(async () => (await names(page, 'People')).length === 9);
    await page.getByLabel('Role').selectOption('Editor');
    await showsOnly(page, 'People', 'User 27');
    expect(new URL(page.url()).search).toMatch(/^\?sort=name&q=USER2&role=/);
    await page.reload();
    await showsOnly(page, 'People', 'User 27');
    await page.getByLabel('Sign-in').selectOption('Deactivated');
    await page.getByText('Nothing matches').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('1–25 of 28').waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep('roles and API keys are searched, narrowed and sorted', async () => {
    await site.app.request
      .post(`${site.app.adminBase}/roles`)
      .set(await site.app.asAdmin())
      .send({ name: 'Éditeur', description: 'Writes the texts' })
      .expect(201);
    const { page } = await site.open('/roles');
    await page.getByLabel('Kind').selectOption('Own');
    await page.getByLabel('Search').fill('editeur texts');
    await showsOnly(page, 'Roles', 'Éditeur');
    await page.getByLabel('Search').fill('');
    await page.getByLabel('Kind').selectOption('All');
    await page.getByRole('button', { name: 'Permissions' }).click();
    await until(async () => (await names(page, 'Roles'))[0]?.includes('Éditeur') === true);
    expect(await screenFaults(page)).toEqual([]);

    await createApiKey(site.app);
    const old = await createApiKey(site.app);
    await site.app.request
      .delete(`${site.app.adminBase}/apikeys/${old.id}`)
      .set(await site.app.asAdmin())
      .expect(200);
    await page.goto(`${site.origin}/svc/api-keys`);
    await showsOnly(page, 'API keys', 'A server', 'A server');
    await page.getByLabel('Status').selectOption('Revoked');
    await showsOnly(page, 'API keys', 'A server');
    await page.getByLabel('Status').selectOption('Expired');
    await page.getByText('Nothing matches').waitFor();
    expect(await screenFaults(page)).toEqual([]);
  });

  testInDeep('looks and cookie lists keep their searches apart', async () => {
    for (const name of ['Dark', 'Bright'])
      await createTemplate(site.app, 'ui-templates', uiTemplate({ name }));
    for (const name of ['Shop', 'Blog'])
      await createTemplate(site.app, 'consent-templates', consentTemplate({ name }));
    const { page } = await site.open('/templates');
    const panel = (title: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
    await panel('Looks').getByLabel('Search').fill('bri');
    await showsOnly(page, 'Looks', 'Bright');
    expect(await names(page, 'Cookie lists')).toHaveLength(2);
    await panel('Cookie lists').getByLabel('Search').fill('sh');
    await showsOnly(page, 'Cookie lists', 'Shop');
    expect(new URL(page.url()).search).toBe('?looks-q=bri&cookies-q=sh');
    expect(await screenFaults(page)).toEqual([]);
  });

  testInDeep(
    'the versions of a banner are found by their notes and by whether visitors saw them',
    async () => {
      const profile = await createActiveProfile(site.app, { name: 'EU' });
      const { page } = await site.open(`/banners/${profile.id}/versions?live=yes`);
      await page.getByText('Version 1').waitFor();
      await page.getByLabel('Visitors').selectOption('Never saw it');
      await page.getByText('Nothing matches').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByText('Version 1').waitFor();
      expect(await screenFaults(page)).toEqual([]);
    },
  );
});
