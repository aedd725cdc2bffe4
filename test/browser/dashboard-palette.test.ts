import type { Page } from 'playwright-core';
import { createUser, userPassword } from '../support/accounts';
import { allGranted, consentCalls } from '../support/consent';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';

describeWith('chromium', 'The search of the dashboard', () => {
  let site: DashboardSite;
  let profileId: string;

  beforeAll(async () => {
    site = await createDashboardSite();
    ({ id: profileId } = await createActiveProfile(site.app, { name: 'Élan for the EU' }));
    const { submit } = consentCalls(site.app);
    for (const visitorId of ['visitor-4711-a', 'visitor-4711-b', 'other-0815'])
      await submit({ visitorId, profileId, consentJson: allGranted, locale: 'en' }).expect(200);
  });
  afterAll(() => site.close());

  const field = (page: Page) => page.getByRole('combobox', { name: /Screen, banner/ });
  const options = (page: Page) => page.getByRole('listbox').getByRole('option');
  const chosen = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true });
  const open = async (page: Page) => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
  };

  testInDeep('opens by its keys and leads to a screen by the keyboard alone', async () => {
    const { page, complaints } = await site.open('/banners');
    await open(page);
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await screenFaults(page)).toEqual([]);
    await page.keyboard.type('aud');
    await page.getByText('Results: 3').waitFor();
    expect(await options(page).allTextContents()).toEqual([
      'Audit log',
      'Export the audit log',
      'Search the consents for “aud”',
    ]);
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    expect(await chosen(page).textContent()).toBe('Audit log');
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(
      await chosen(page).getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await until(() => page.evaluate(() => document.activeElement?.tagName === 'H1'));
    await open(page);
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  testInDeep('keeps what is typed before it is there', async () => {
    const { page, complaints } = await site.open('/consents');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const search = page.locator('main input').first();
    await search.focus();
    const loads: (() => void)[] = [];
    await page.route(/palette|assets.*\.js|\/app\/.*\.js/, async (route) => {
      await new Promise<void>((resolve) => void loads.push(resolve));
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await until(() => loads.length > 0);
    await page.keyboard.type('audix');
    await page.keyboard.press('Backspace');
    for (const load of loads) load();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('option', { name: 'Audit log', exact: true }).waitFor();
    expect(await field(page).inputValue()).toBe('audi');
    await page.keyboard.type('t');
    expect(await field(page).inputValue()).toBe('audit');
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    expect(await search.inputValue()).toBe('');
    expect(complaints).toEqual([]);
  });

  testInDeep(
    'finds a banner without its accents, people by e-mail and visitors by a part of the id',
    async () => {
      const person = await createUser(site.app, { signIn: false });
      const { page } = await site.open('/account');
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.getByRole('button', { name: 'Find' }).click();
      await field(page).fill('elan');
      await page.getByRole('option', { name: 'Élan for the EU' }).waitFor();
      await field(page).fill(person.email);
      await until(async () => (await options(page).first().textContent()) === `User 1${person.email}`);
      await field(page).pressSequentially('x');
      await until(async () => (await options(page).count()) === 1);
      requests.length = 0;
      await field(page).fill('');
      await field(page).pressSequentially('4711', { delay: 20 });
      await page.getByRole('option', { name: 'visitor-4711-a' }).waitFor();
      expect(await options(page).allTextContents()).toEqual([
        'visitor-4711-b',
        'visitor-4711-a',
        'Search the consents for “4711”',
      ]);
      expect(requests.filter((path) => path.endsWith('/visitors')).length).toBeLessThanOrEqual(2);
      expect(await screenFaults(page)).toEqual([]);
      await page.getByRole('option', { name: 'visitor-4711-a' }).click();
      await page.getByText('visitor-4711-a').first().waitFor();
      expect(new URL(page.url()).pathname).toBe('/svc/visitors/visitor-4711-a');
    },
  );

  testInDeep('opens the dialog of an action once, and not again by the Back button', async () => {
    const { page } = await site.open('/account');
    await open(page);
    await page.keyboard.type('new ban');
    await page.getByRole('option', { name: 'New banner' }).click();
    const dialog = page.getByRole('dialog', { name: 'New banner' });
    await dialog.waitFor();
    // An open window is finished first.
    await page.keyboard.press('Control+k');
    expect(await field(page).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await page.goForward();
    await page.getByRole('button', { name: 'New banner' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  testInDeep('asks before it leads away from unsaved edits', async () => {
    const { page } = await site.open(`/banners/${profileId}/texts`);
    await page.getByLabel('Heading, English').first().fill('Something else');
    await open(page);
    await page.keyboard.type('webhooks');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    expect(await field(page).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(`/svc/banners/${profileId}/texts`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await open(page);
    await page.keyboard.type('sign out');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  testInDeep('offers only what the user may see and do, and asks the service for nothing else', async () => {
    const reader = await createUser(site.app, { role: ['profiles:read'], signIn: false });
    const { page, complaints } = await site.open('/banners?new=1', {
      email: reader.email,
      password: userPassword,
    });
    await open(page);
    const all = await options(page).allTextContents();
    expect(all).toContain('Banners');
    for (const hidden of ['New banner', 'Export consents', 'People', 'Audit log', 'Consents'])
      expect(all).not.toContain(hidden);
    await page.keyboard.type('4711');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog', { name: 'New banner' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
