import { createUser, userPassword } from '../support/accounts';
import { allGranted, consentCalls } from '../support/consent';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The versions of a banner in the dashboard', () => {
  let site: DashboardSite;
  let id: string;

  beforeAll(async () => {
    site = await createDashboardSite();
    ({ id } = await createActiveProfile(site.app, {
      name: 'EU',
      profileJson: profileJson({ expiryDays: 800 }),
    }));
    for (const visitorId of ['anna', 'bert'])
      await consentCalls(site.app).submit({ visitorId, profileId: id, consentJson: allGranted }).expect(200);
    await save({
      note: 'Legal asked for it',
      profileJson: profileJson({
        mainBanner: { ...profileJson().mainBanner, heading: 'Your choice' },
        expiryDays: 800,
      }),
      localeContent: {
        de: germanContent({ mainBanner: { ...germanContent().mainBanner, heading: 'Ihre Wahl' } }),
      },
    });
  });
  afterAll(() => site.close());

  async function save(body: object, profileId = id) {
    const { request, adminBase, asAdmin } = site.app;
    await request
      .put(`${adminBase}/profiles/${profileId}`)
      .set(await asAdmin())
      .send(body)
      .expect(200);
  }

  async function read(profileId = id) {
    const { request, adminBase, asAdmin } = site.app;
    return (
      await request
        .get(`${adminBase}/profiles/${profileId}`)
        .set(await asAdmin())
        .expect(200)
    ).body;
  }

  /** Returns why a visitor is asked again; null: the choice is valid. */
  async function reasonToAskAgain(visitorId: string) {
    const { request, adminBase, asAdmin } = site.app;
    const { body } = await request
      .get(`${adminBase}/consents/${visitorId}`)
      .set(await asAdmin())
      .expect(200);
    return body.invalidReason;
  }

  testInDeep('are reached from the list of banners, and compared in each language', async () => {
    const { page, complaints } = await site.open('/banners');
    await page.getByRole('link', { name: 'EU', exact: true }).click();
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Compare with v1: Version 2' }).waitFor();
    const entries = page.locator('.timeline-entry');
    expect(await entries.count()).toBe(2);
    expect(await entries.nth(0).textContent()).toMatch(/Version 2saved .* by .*Legal asked for it/);
    expect(await entries.nth(1).textContent()).toMatch(/Version 1Live now.*Live since .*published by/);
    expect(await screenFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Compare with v1: Version 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare versions' });
    await dialog.getByText('First layer · Heading').first().waitFor();
    expect(await dialog.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['English', 'German']);
    expect(await dialog.locator('del').allTextContents()).toEqual([
      'removed: privacy',
      'removed: Privatsphäre',
    ]);
    expect(await dialog.locator('ins').allTextContents()).toEqual(['added: choice', 'added: Wahl']);
    expect(await dialog.locator('dd[lang=en]').textContent()).toContain('privacy added: choice');
    expect(await screenFaults(page)).toEqual([]);
    // The address leads a colleague to the same comparison.
    await page.reload();
    await dialog.getByText('First layer · Heading').first().waitFor();
    await dialog.getByLabel('After').selectOption('1');
    await dialog.getByText('Nothing changes.').waitFor();
    // The preview of the first tab was left while it loaded.
    expect(complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
  });

  testInDeep('are compared in words that operators know, not in keys and codes', async () => {
    const { id: banner } = await createProfile(site.app, { name: 'In words' });
    const { cookies = {}, preferenceModal, ...rest } = profileJson();
    const { necessary, analytics, marketing } = preferenceModal?.categories ?? {};
    const change = (orders: readonly [number, number, number]) =>
      save(
        {
          profileJson: {
            ...rest,
            countries: ['DE', 'US-CA'],
            closeMeans: 'refuse',
            cookies: {
              ...cookies,
              ga: { ...cookies.ga, purpose: 'marketing', duration: '395 days', maxAgeSeconds: 395 * 86_400 },
              pixel: { ...cookies.pixel, cpraCategory: ['selling', 'sharing'] },
            },
            preferenceModal: {
              ...preferenceModal,
              categories: {
                necessary: { ...necessary, order: orders[0] },
                marketing: { ...marketing, order: orders[1], cookies: ['pixel', 'ga'] },
                analytics: {
                  ...analytics,
                  order: orders[2],
                  legalBasis: 'legitimate-interest',
                  cookies: [],
                },
              },
            },
          },
        },
        banner,
      );
    await change([0, 1, 2]);
    await change([4, 5, 6]);
    const { page } = await site.open(`/banners/${banner}/versions?compare=1-2`, { locale: 'de' });
    const dialog = page.getByRole('dialog', { name: 'Versionen vergleichen' });
    await dialog.getByText('In allen Sprachen').waitFor();
    const rows = await dialog
      .locator('.facts > div')
      .evaluateAll((elements) =>
        elements.map((row) => [...row.children].map((part) => part.textContent).join(' | ')),
      );
    expect(rows.sort()).toEqual([
      'Cookies · _fbp · Verwendung nach kalifornischem Recht | entfernt: für Werbung geteilt hinzugefügt: verkauft, für Werbung geteilt',
      'Cookies · _ga · Lebensdauer | entfernt: 13 Monate hinzugefügt: 395 Tage',
      'Cookies · _ga · Zweck | entfernt: Statistik hinzugefügt: Marketing',
      'Einstellungen · Kategorie · Analytics · Cookies | entfernt: _ga hinzugefügt: Keine',
      'Einstellungen · Kategorie · Analytics · Rechtsgrundlage | entfernt: Mit Einwilligung hinzugefügt: Berechtigtes Interesse',
      'Einstellungen · Kategorie · Marketing · Cookies | entfernt: _fbp hinzugefügt: _fbp, _ga',
      'Einstellungen · Reihenfolge | entfernt: Necessary, Analytics, Marketing hinzugefügt: Necessary, Marketing, Analytics',
      'Orte | entfernt: Deutschland hinzugefügt: Deutschland, Kalifornien (Vereinigte Staaten)',
      'Schließen ohne Auswahl | entfernt: Keine hinzugefügt: Lehnt alles Optionale ab',
    ]);
    expect(await screenFaults(page)).toEqual([]);
    // Other numbers, in the same order.
    await dialog.getByLabel('Vorher').selectOption('2');
    await dialog.getByLabel('Nachher').selectOption('3');
    await dialog.getByText('Es ändert sich nichts.').waitFor();
  });

  testInDeep('are shown beside the live one before they are published, in the same language', async () => {
    const { page } = await site.open(`/banners/${id}/versions`);
    await page.getByRole('button', { name: 'Review and publish' }).click();
    const dialog = page.getByRole('dialog');
    // Browsers draw no frames out of sight.
    await page.setViewportSize({ width: 1440, height: 2000 });
    const previews = async (language: string) => {
      // The frame before stays until the new one is drawn.
      await page.waitForFunction(
        (end) =>
          [...document.querySelectorAll('iframe')].filter((frame) => frame.title.endsWith(end)).length ===
            2 && document.querySelectorAll('iframe').length === 2,
        language,
      );
      return ['Before: Version 1', 'After: Version 2'].map((name) =>
        dialog.frameLocator(`iframe[title^="${name}"]`),
      );
    };
    const [before, after] = await previews('English');
    await before?.getByRole('heading', { name: 'Your privacy' }).waitFor();
    await after?.getByRole('heading', { name: 'Your choice' }).waitFor();
    await dialog.getByLabel('Language', { exact: true }).selectOption('de');
    const [germanBefore, germanAfter] = await previews('German');
    await germanBefore?.getByRole('heading', { name: 'Ihre Privatsphäre' }).waitFor();
    await germanAfter?.getByRole('heading', { name: 'Ihre Wahl' }).waitFor();
  });

  test('are published only as they were reviewed', async () => {
    const { page, complaints } = await site.open(`/banners/${id}/versions`);
    await page.getByRole('button', { name: 'Review and publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 2 of “EU”' });
    await dialog.getByText('added: Wahl').waitFor();
    await dialog.getByText('This concerns 2 visitors.').waitFor();
    await dialog.getByText('One finding').click();
    await dialog.getByText('A choice is valid for 800 days').waitFor();
    expect(await dialog.getByLabel('Keep their choices').isChecked()).toBe(true);
    expect(await screenFaults(page)).toEqual([]);

    const { cookies } = profileJson();
    await save({
      profileJson: profileJson({
        cookies: { ...cookies, ga: { ...cookies?.ga, listenGpc: true, purpose: 'marketing' } },
      }),
    });
    await dialog.getByLabel('Note for the log').fill('Reviewed');
    await dialog.getByRole('button', { name: 'Publish v2' }).click();
    await page.getByText('Someone else saved version 3 meanwhile').waitFor();
    expect(await read()).toMatchObject({ publishedVersion: 1 });
    await page.getByRole('button', { name: 'Review the new version' }).click();

    const next = page.getByRole('dialog', { name: 'Publish version 3 of “EU”' });
    await next.getByText('Cookies · _ga · Purpose').waitFor();
    await next.getByText('Suggested: purposes, recipients or cookies changed').waitFor();
    expect(await next.getByLabel('Ask them again').isChecked()).toBe(true);
    await next.getByRole('button', { name: 'Publish v3' }).click();
    await page.getByText('Version 3 is live.').waitFor();
    await page.getByText('Live v3').waitFor();
    expect(await page.getByRole('button', { name: 'Review and publish' }).isDisabled()).toBe(true);
    expect(await page.locator('.timeline-entry').first().textContent()).toMatch(
      /Live now.*Asks again.*Reviewed/,
    );
    // 412 is what the browser itself notes.
    expect(complaints.filter((complaint) => !complaint.includes('412'))).toEqual([]);
  });

  testInDeep('are not published again when a colleague has published them during the review', async () => {
    const banner = await createActiveProfile(site.app, {
      name: 'US',
      profileJson: profileJson({ complianceGroup: 'opt-out' }),
    });
    await save({ name: 'US 2' }, banner.id);
    const { page } = await site.open(`/banners/${banner.id}/versions`);
    await page.getByRole('button', { name: 'Review and publish' }).click();
    await page.getByRole('dialog').getByText('US 2').first().waitFor();
    await save({ name: 'US 3' }, banner.id);
    await site.app.request
      .post(`${site.app.adminBase}/profiles/${banner.id}/activate`)
      .set(await site.app.asAdmin())
      .expect(200);
    await page.getByRole('button', { name: 'Publish v2' }).click();
    await page.getByRole('button', { name: 'Review the new version' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 3 of “US 3”' });
    await dialog.getByText('Version 3 is live already').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
  });

  testInDeep('are rolled back to as a new version', async () => {
    const { page } = await site.open(`/banners/${id}/versions`);
    await page.getByRole('button', { name: 'Roll back …: Version 1' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Roll back to version 1?' });
    await dialog.getByText('This saves version 4').waitFor();
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('Version 1 is back as a new version.').waitFor();
    await page.getByText('Version 4', { exact: true }).waitFor();
    expect(await read()).toMatchObject({ version: 4, publishedVersion: 3 });
    expect((await read()).profileJson.mainBanner.heading).toBe('Your privacy');
  });

  test('are not rolled back over one that a colleague saves meanwhile, without a word', async () => {
    const banner = await createProfile(site.app, { name: 'Undecided' });
    await save({ name: 'Undecided 2' }, banner.id);
    const { page } = await site.open(`/banners/${banner.id}/versions`);
    await page.getByRole('button', { name: 'Roll back …: Version 1' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('This saves version 3').waitFor();
    await save({ name: 'Undecided 3' }, banner.id);
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await dialog.getByText('Someone else saved this in the meantime.').waitFor();
    await dialog.getByText('This saves version 4').waitFor();
    await page.getByText('Version 3', { exact: true }).waitFor();
    expect(await read(banner.id)).toMatchObject({ version: 3, name: 'Undecided 3' });
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('Version 1 is back as a new version.').waitFor();
    expect(await read(banner.id)).toMatchObject({ version: 4 });
  });

  testInDeep('say what a draft replaces, and whose visitors are asked again', async () => {
    const draft = await createProfile(site.app, { name: 'Draft' });
    const { page } = await site.open(`/banners/${draft.id}/versions`);
    await page.getByRole('button', { name: 'Review and publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 1 of “Draft”' });
    await dialog.getByText('It replaces “EU”, which goes offline.').waitFor();
    await dialog.getByText('The 2 visitors who decided on that banner are asked again').waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish v1' }).click();
    await page.getByText('Live v1').waitFor();
    expect(await read()).toMatchObject({ isActive: false });
    expect(await reasonToAskAgain('anna')).toBe('profile_changed');
  });

  testInDeep('say what becomes of earlier choices when a banner goes live again', async () => {
    const { page } = await site.open(`/banners/${id}/versions`);
    await page.getByText('No longer live').waitFor();
    const review = page.getByRole('button', { name: 'Review and publish' });
    const dialog = page.getByRole('dialog');
    // There is a version that visitors have not seen, so that the operator can ask them again.
    await review.click();
    await dialog.getByText('No visitor has decided on that banner.').waitFor();
    await dialog.getByLabel('Ask them again').waitFor();
    await dialog.getByRole('button', { name: 'Publish v4' }).click();
    await page.getByText('Version 4 is live.').waitFor();

    const call = async (path: string) =>
      site.app.request
        .post(`${site.app.adminBase}/profiles/${id}/${path}`)
        .set(await site.app.asAdmin())
        .send({})
        .expect(200);
    await call('deactivate');
    await page.reload();
    await review.click();
    await dialog.getByText('Their choices apply as before, because the version is the same.').waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Publish v4' }).click();
    await page.getByText('Version 4 is live.').waitFor();
    const entry = page.locator('.timeline-entry').filter({ hasText: 'Version 4' });
    await entry.getByText(/^Live since /).waitFor();
    expect(await entry.getByText(/^Live from .* to /).count()).toBe(1);

    await call('deactivate');
    await save({ profileJson: profileJson({ complianceGroup: 'opt-in-explicit' }) });
    await page.reload();
    await review.click();
    await dialog
      .getByText('They are asked again, because they chose under other rules: those of “Opt-in”.')
      .waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish v5' }).click();
    await page.getByText('Version 5 is live.').waitFor();
    expect(await reasonToAskAgain('anna')).toBe('reconsent_required');
  });

  testInDeep('offer only what the user may do', async () => {
    const reader = await createUser(site.app, { role: ['profiles:read'], signIn: false });
    const { page } = await site.open(`/banners/${id}/versions`, {
      email: reader.email,
      password: userPassword,
    });
    await page.getByRole('button', { name: 'Compare with v5: Version 4' }).waitFor();
    expect(await page.getByRole('button', { name: 'Review and publish' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Roll back/ }).count()).toBe(0);
    const unknown = await site.open('/banners/none');
    await unknown.page.getByText('This banner does not exist.').waitFor();
  });

  testInDeep('can be published on a phone while the message about saving is shown', async () => {
    const { id: banner } = await createProfile(site.app, { name: 'On a phone' });
    const { page, complaints } = await site.open(`/banners/${banner}/texts`, {
      viewport: { width: 375, height: 800 },
    });
    await page.getByLabel('Heading').first().fill('Your cookies');
    await page.getByRole('button', { name: 'Save version' }).click();
    const message = page.getByText('Version 2 is saved.');
    await message.waitFor();
    await page.getByRole('button', { name: 'Review and publish' }).click();
    // Playwright clicks only what nothing covers.
    await page.getByRole('button', { name: 'Publish v2' }).click({ trial: true });
    await page.locator('.toast').getByRole('button', { name: 'Close' }).click();
    await message.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Publish v2' }).click();
    await page.getByText('Version 2 is live.').waitFor();
    expect(complaints).toEqual([]);
  });
});
