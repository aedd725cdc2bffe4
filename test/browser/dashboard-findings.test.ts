import type { Page } from 'playwright-core';
import { createUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The findings screen of the dashboard', () => {
  let site: DashboardSite;
  let profileId: string;
  beforeAll(async () => {
    site = await createDashboardSite({ config: { compliance: { type: 'opt-in' } } });
    const localeContent = { de: germanContent(), xx: germanContent() };
    profileId = (await createActiveProfile(site.app, { profileJson: profileJson(), localeContent })).id;
    site.app.app.use(site.app.service.guard());
    site.app.app.get(
      '/shop/:id',
      (_req, res) =>
        void res
          .cookie('_gcl_au', '1')
          .cookie('_gid', '1')
          .cookie('basket_1', '1')
          .cookie('theme', '1')
          .end(),
    );
  });
  afterAll(() => site.close());

  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const visit = async () => {
    for (const id of [1, 2]) await site.app.request.get(`/shop/${id}`).expect(200);
    await site.app.request
      .post('/svc/api/v1/reports')
      .send({
        reports: [{ page: '/', blocked: 'https://cdn.unknown.example/x.js', directive: 'script-src' }],
      })
      .expect(204);
    await site.app.service.maintenance();
  };

  testInDeep('says how to turn on the guard while there are none', async () => {
    const { page, complaints } = await site.open('/findings');
    await page.getByText('No open findings').waitFor();
    await page.getByText('app.use(consent.guard());').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('leads from the overview to a cookie in the next version with one click, and to its publication', async () => {
    await visit();
    const { page, complaints } = await site.open('/');
    const need = page
      .getByRole('listitem')
      .filter({ hasText: 'Seen and in no banner: 4 cookies and 1 host.' });
    await need.getByRole('link', { name: 'Review' }).click();

    const known = await row(page, '_gcl_au').textContent();
    expect(known).toMatch(/Google Ads · Marketing · 90 days.*Certain: the catalogue has exactly this name/);
    expect(known).toMatch(/\/shop\/:id.*2/);
    await row(page, 'basket_*').getByText('only you know what it is for').waitFor();
    await row(page, 'cdn.unknown.example').getByText('Host', { exact: true }).waitFor();
    expect(await screenFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'List in Marketing: _gcl_au' }).click();
    await page.getByText('_gcl_au: saved as version 2 of “Shop EU”, not published yet.').waitFor();
    await page.getByText('Texts are missing in').waitFor();
    await page.getByText('_gcl_au: in version 2 of “Shop EU”.').waitFor();
    expect(await row(page, '_gcl_au').count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    const [{ version, content }] = await site.app
      .knex('svc_profile_versions')
      .where({ profile_id: profileId })
      .orderBy('version', 'desc');
    expect([version, content]).toEqual([2, expect.stringContaining('_gcl_au')]);
    await page.getByRole('link', { name: 'Review and publish' }).click();
    await page.waitForURL(`**/banners/${profileId}`);
    expect(complaints).toEqual([]);
  });

  testInDeep('lists several at once, with the texts that the catalogue lacks', async () => {
    const { page, complaints } = await site.open('/findings');
    for (const name of ['_gid', 'basket_*', 'cdn.unknown.example'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).press('Space');
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'List: 3 entries' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Saves a new version of “Shop EU”.').waitFor();
    expect(await dialog.getByLabel('Category: _gid').inputValue()).toBe('analytics');
    const save = dialog.getByRole('button', { name: 'Save' });
    await dialog.getByLabel('Category: basket_*').selectOption('necessary');
    await dialog.getByLabel('Description for visitors: basket_*').fill('Remembers the basket.');
    await dialog.getByLabel('Category: cdn.unknown.example').selectOption('necessary');
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel('Description for visitors: cdn.unknown.example').fill('Delivers pictures.');
    expect(await screenFaults(page)).toEqual([]);
    await save.click();
    await page.getByText(/_gid.*saved as version 3 of “Shop EU”/).waitFor();
    await site.app.request
      .post(`/svc/admin/v1/profiles/${profileId}/activate`)
      .set(await site.app.asAdmin())
      .expect(200);
    await page.reload();
    await row(page, 'theme').waitFor();
    expect(await page.getByText('Waiting for publication').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  testInDeep('ignores for a reason, on every page, and takes decisions back', async () => {
    const { page, complaints } = await site.open('/findings');
    const choose = async (decision: string) => {
      await page.getByRole('button', { name: 'Actions for theme' }).click();
      await page.getByRole('menuitem', { name: decision }).click();
    };
    await choose('It is necessary');
    await page.getByText('theme: Necessary.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row(page, 'theme').waitFor();
    await choose('Ignore …');
    const dialog = page.getByRole('dialog', { name: 'Ignore theme?' });
    const ignore = dialog.getByRole('button', { name: 'Ignore it' });
    expect(await ignore.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Only on our test server');
    expect(await screenFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Your live banners list everything that was seen').waitFor();
    await page.getByRole('link', { name: 'All findings' }).click();
    await page.getByRole('combobox', { name: 'Decision' }).selectOption('ignored');
    await row(page, 'theme').getByText('Reason: Only on our test server').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Actions for theme' }).click();
    await page.getByRole('menuitem', { name: 'Open again' }).click();
    await page.getByText('No findings with this decision').waitFor();
    await page.getByRole('link', { name: 'Not listed' }).click();
    await row(page, 'theme').waitFor();
    expect(complaints).toEqual([]);
  });

  testInDeep('only shows findings to users who may not change banners', async () => {
    const { email } = await createUser(site.app, { role: ['profiles:read'], signIn: false });
    const { page } = await site.open('/findings', { email, password: userPassword });
    await row(page, 'theme').waitFor();
    await page.getByRole('link', { name: 'All findings' }).click();
    await row(page, '_gcl_au').waitFor();
    expect(await page.getByRole('button', { name: /^(List|Actions for)/ }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });

  testInDeep('offers necessary cookies only to people who can publish alone', async () => {
    const offers = async (page: Page) => {
      const menu = page.getByRole('button', { name: 'Actions for theme' });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Ignore …' }).waitFor();
      const isOffered = (await page.getByRole('menuitem', { name: 'It is necessary' }).count()) === 1;
      await page.keyboard.press('Escape');
      return isOffered;
    };
    const { email } = await createUser(site.app, {
      role: ['profiles:read', 'profiles:update'],
      signIn: false,
    });
    const { page: editor } = await site.open('/findings', { email, password: userPassword });
    expect(await offers(editor)).toBe(false);
    const { page } = await site.open('/findings');
    await page.waitForLoadState('networkidle');
    expect(await offers(page)).toBe(true);

    const { knex } = site.app;
    await knex('svc_findings').where({ name: 'theme' }).update({ status: 'necessary' });
    await editor.goto(`${site.origin}/svc/findings/all?status=necessary`);
    await row(editor, 'theme').waitFor();
    expect(await editor.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    await knex('svc_findings').where({ name: 'theme' }).update({ status: 'open' });

    const approval = (approvalRequired: boolean) =>
      site.app.request
        .patch('/svc/admin/v1/settings')
        .set('Authorization', adminToken)
        .send({ approvalRequired })
        .expect(200);
    const adminToken = (await site.app.asAdmin()).Authorization;
    await createUser(site.app, { role: 'editor', signIn: false });
    await approval(true);
    await page.goto(`${site.origin}/svc/findings/all`);
    await page.waitForLoadState('networkidle');
    expect(await offers(page)).toBe(false);
    await approval(false);
  });

  testInDeep('names listed cookies that no visit shows, and leads to the banner or keeps them', async () => {
    const { knex, clock } = site.app;
    const day = (daysAgo: number) => new Date(clock.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    await knex('svc_publication_periods').update({ started_at: clock.now() - 100 * 86_400_000 });
    const seen = { tenant_id: 'default', source: 'guard', since: day(100) };
    await knex('svc_cookie_sightings').delete();
    await knex('svc_cookie_sightings').insert([
      { ...seen, name: '_ga', seen_on: day(0) },
      { ...seen, name: '_fbp', seen_on: day(95) },
    ]);
    const { page, complaints } = await site.open('/');
    const need = page.getByRole('listitem').filter({ hasText: /no visit has shown for 90 days/ });
    await need.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('heading', { name: 'Listed, not seen for 90 days' }).waitFor();
    await row(page, '_fbp').waitFor();
    await row(page, 'sid').getByRole('cell', { name: 'Not since visits are watched' }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await screenFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'It is in use: sid' }).click();
    await row(page, 'sid').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Remove _fbp from “Shop EU”' }).click();
    await page.getByRole('heading', { name: 'Marketing' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/svc/banners/${profileId}/cookies`);
    expect(complaints).toEqual([]);
  });

  testInDeep(
    'lists in the chosen banner alone, also when that goes offline while the dialog is open',
    async () => {
      const { request, asAdmin } = site.app;
      const other = await createActiveProfile(site.app, {
        name: 'Shop US',
        profileJson: profileJson({ complianceGroup: 'opt-out' }),
      });
      const post = async (step: string) =>
        request
          .post(`/svc/admin/v1/profiles/${other.id}/${step}`)
          .set(await asAdmin())
          .expect(200);
      const { page, complaints } = await site.open('/findings', {
        prepare: (opened) => opened.clock.install(),
      });
      /** Comes back to the window after the answers have become old. */
      const comeBack = async () => {
        await page.clock.fastForward(20_000);
        await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
      };
      const choice = page.getByLabel('Banner', { exact: true });
      await choice.selectOption('Shop US');
      await page.getByRole('button', { name: 'List …: theme' }).click();
      const dialog = page.getByRole('dialog');
      const question = dialog.getByText('Saves a new version of “Shop US”.');
      await question.waitFor();
      await dialog.getByLabel('Category').selectOption('necessary');
      await post('deactivate');
      await comeBack();
      await choice.waitFor({ state: 'detached' });
      await question.waitFor();
      await dialog.getByLabel('Description for visitors').fill('Remembers the colours.');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('theme: saved as version 2 of “Shop US”, not published yet.').waitFor();
      expect(await page.getByText('of “Shop EU”').count()).toBe(0);
      await post('activate');
      await comeBack();
      await choice.waitFor();
      expect(await choice.inputValue()).toBe('');
      expect(complaints).toEqual([]);
    },
  );

  testInDeep.each([
    [
      'de',
      'Sicher: Der Katalog kennt genau diesen Namen.',
      'Der Name steht auch für andere',
      'Ein Eintrag kann nicht aufgenommen werden',
      '1 Eintrag',
    ],
    [
      'fr',
      'Certain : le catalogue contient exactement ce nom.',
      'Ce nom désigne aussi d’autres éléments',
      'Un élément ne peut pas être ajouté',
      '1 élément',
    ],
    [
      'es',
      'Seguro: el catálogo tiene exactamente este nombre.',
      'El nombre también designa otros elementos',
      'Un elemento no se puede añadir',
      '1 elemento',
    ],
  ])(
    'speaks %s, and only offers to ignore a name that also stands for others',
    async (locale, sentence, reason, leftOut, one) => {
      const general = '*.cloudfront.net';
      await site.app.request
        .post('/svc/api/v1/reports')
        .send({
          reports: [
            { page: '/', cookie: '_clck' },
            { page: '/', blocked: 'https://d1111abcdef8.cloudfront.net/x.js' },
          ],
        })
        .expect(204);
      await site.app.service.maintenance();
      const { page, complaints } = await site.open('/findings', { locale });
      await row(page, '_clck').getByText(sentence).waitFor();
      await row(page, general).getByText(reason).waitFor();
      // The menu alone.
      expect(await row(page, general).getByRole('button').count()).toBe(1);
      await row(page, general).getByRole('checkbox').press('Space');
      const bar = page.locator('.table-bar');
      const list = bar.getByRole('button').first();
      expect(await list.isDisabled()).toBe(true);
      await bar.getByText(leftOut).waitFor();
      expect(await screenFaults(page)).toEqual([]);
      // Only what can be listed is counted.
      await row(page, '_clck').getByRole('checkbox').press('Space');
      expect(await list.isEnabled()).toBe(true);
      expect(await list.getAttribute('aria-label')).toContain(`: ${one}`);
      await page.goto(`${site.origin}/svc/findings/all`);
      await row(page, general).getByText(reason).waitFor();
      expect(await screenFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
});
