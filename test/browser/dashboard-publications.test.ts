import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { createUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The publications screen of the dashboard', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
    const { app } = site;
    const { id } = await createActiveProfile(app, {
      name: 'EU',
      localeContent: { de: germanContent() },
      profileJson: profileJson({
        mainBanner: {
          ...profileJson().mainBanner,
          htmlText:
            '<p>Shop &amp; 2 partners use cookies. <a href="/privacy">Policy</a></p><script>bad()</script>',
        },
      }),
    });
    await createActiveProfile(app, {
      name: 'Everyone else',
      profileJson: profileJson({ complianceGroup: 'notice-only' }),
    });
    const admin = await app.asAdmin();
    const call = (method: 'put' | 'post', path: string, body: object) =>
      app.request[method](`${app.adminBase}/profiles/${id}${path}`).set(admin).send(body).expect(200);
    await call('put', '', { name: 'EU, reviewed' });
    await call('post', '/activate', { note: 'Legal asked for it', requireReconsent: true });
  });
  afterAll(() => site.close());

  test('shows what visitors of a group read on a day, in each language, by keyboard alone', async () => {
    const { page, complaints } = await site.open('/publications');
    const rows = page.getByRole('region', { name: 'Publications' }).locator('tbody tr');
    await page.getByText('Everyone else').waitFor();
    expect(await rows.count()).toBe(3);
    await page.getByRole('combobox', { name: 'Group', exact: true }).focus();
    await page.keyboard.type('Opt-in');
    await page.getByText('Everyone else').waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(2);
    expect(await rows.first().textContent()).toMatch(
      /EU, reviewed v2 Asked again.*Live now.*Legal asked for it/,
    );
    await page.getByLabel('Shown').selectOption('On a day');
    await page.waitForURL(/group=opt-in&on=\d{4}-\d{2}-\d{2}$/);
    expect(await screenFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Show EU, version 1' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'EU, version 1' });
    await dialog.getByText('Shop & 2 partners use cookies. Policy (/privacy)').waitFor();
    await dialog.getByLabel('Language').selectOption('German');
    await dialog.getByText('Ihre Privatsphäre').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    // The address leads a colleague to the same notice.
    await page.reload();
    await dialog.getByText('Ihre Privatsphäre').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  testInDeep('says why the file of a notice was not saved', async () => {
    const { page } = await site.open('/publications');
    await page.getByRole('button', { name: 'Show EU, version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'EU, version 1' });
    await dialog.getByText('Shop & 2 partners use cookies.').waitFor();
    await page.route('**/auth/me', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Download the file' }).click();
    await dialog.getByText('The service cannot be reached.').waitFor();
  });

  testInDeep('names the banner that another one replaced, whose visitors were asked again', async () => {
    const group = profileJson({ complianceGroup: 'opt-out' });
    await createActiveProfile(site.app, { name: 'First', profileJson: group });
    await createActiveProfile(site.app, { name: 'Second', profileJson: group });
    const { page } = await site.open('/publications?group=opt-out');
    await page.getByText('Replaced “First”, whose visitors were asked again').waitFor();
    const rows = page.getByRole('region', { name: 'Publications' }).locator('tbody tr');
    expect(await rows.filter({ hasText: 'asked again' }).count()).toBe(1);
    expect(await screenFaults(page)).toEqual([]);
  });

  test('downloads the evidence of a group in a range', async () => {
    const { page } = await site.open('/publications?from=2026-01-01&to=2099-12-31');
    await page.getByText('Choose a group to download the evidence.').waitFor();
    await page.getByLabel('Group', { exact: true }).selectOption('Opt-in');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the evidence' }).click();
    const file = unzipSync(await readFile(await (await saved).path()));
    expect(strFromU8(file['README.txt'] as Uint8Array)).toContain('"EU, reviewed", version 2');
  });

  testInDeep('says when nothing was shown, and what failed', async () => {
    const { page } = await site.open('/publications?group=opt-out&on=2026-01-01');
    await page.getByText('No banner was published for this group at that time.').waitFor();
    let isDown = true;
    const broken = await site.open('/publications', {
      prepare: (opened) =>
        opened.route('**/admin/v1/publications?*', (route) =>
          isDown
            ? route.fulfill({ status: 500, json: { error: 'No.', code: 'internal_error' } })
            : route.continue(),
        ),
    });
    const retry = broken.page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    isDown = false;
    await retry.click();
    await broken.page.getByText('Everyone else').waitFor();
  });

  testInDeep(
    'offers no evidence to those who may not export, and nothing without the permission',
    async () => {
      const reader = await createUser(site.app, { role: ['profiles:read'], signIn: false });
      const { page } = await site.open('/publications?group=opt-in', {
        email: reader.email,
        password: userPassword,
      });
      await page.getByRole('button', { name: 'Show EU, version 1' }).waitFor();
      expect(await page.getByRole('button', { name: 'Download the evidence' }).count()).toBe(0);
      const other = await createUser(site.app, { role: ['stats:read'], signIn: false });
      const refused = await site.open('/publications', { email: other.email, password: userPassword });
      await refused.page
        .getByText('It requires the permission to see banners, their versions and findings.')
        .waitFor();
    },
  );
});
