import type { Page } from 'playwright-core';
import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { accessibilityFaults, settle, waitUntilSaved } from '../support/browser';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { pickSome, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { until } from '../support/webhook-receiver';
import { createWidgetSite, type WidgetSite } from '../support/widget-page';

const gpcBanner: ProfileJson['gpcBanner'] = {
  heading: 'We respect your signal',
  htmlText: '<p>Your browser asks us not to share your data.</p>',
  buttons: [
    { text: 'Accept all', style: 'primary', action: 'custom', cookies: '*' },
    { text: 'Reject', style: 'primary', action: 'custom', cookies: '!' },
    { text: 'Choose', style: 'secondary', action: 'manage' },
  ],
};
const refused = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };
const all = { necessary: 'granted', analytics: 'granted', marketing: 'granted' };

describeWith('chromium', 'The widget and Global Privacy Control', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
    site.setPage('/', { body: '<h1>Shop</h1><a href="#" data-consent-open>Privacy settings</a>' });
  });
  afterAll(() => site.close());

  const publish = (overrides: Partial<ProfileJson>) =>
    createActiveProfile(site.app, { profileJson: profileJson(overrides) });
  const banner = (page: Page) => page.getByRole('region');
  const preferences = (page: Page) => page.getByRole('dialog', { name: 'Your choices' });
  const states = (page: Page) => page.evaluate(() => window.expressConsent?.states);
  const press = (page: Page, name: string) => banner(page).getByRole('button', { name }).click();
  const newest = async (count: number) => {
    await until(async () => (await site.records()).length === count, 'another record');
    return (await site.records()).at(-1);
  };

  test('shows the layer for the signal; under `honor` accepting after it counts', async () => {
    await publish({ gpcMode: 'honor', gpcBanner });
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor({ gpc: true });
    const { page } = await visit();
    await banner(page).getByRole('heading', { name: 'We respect your signal' }).waitFor();
    await press(page, 'Accept all');
    expect(await newest(count + 1)).toMatchObject({ consent: all, layer: 'gpc', gpc_detected: 1 });
    expect(await states(page)).toEqual(all);
  });

  test('says that it respects the signal where the profile has no layer for it', async () => {
    await publish({ gpcMode: 'honor' });
    const { visit } = await site.createVisitor({ gpc: true });
    const { page } = await visit();
    await banner(page).getByText('privacy signal (Global Privacy Control) is respected').waitFor();
  });

  testInDeep('under `strict`, accepting everything leaves the signal in force', async () => {
    await publish({ gpcMode: 'strict', gpcBanner });
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor({ gpc: true });
    const { page } = await visit();
    await press(page, 'Accept all');
    expect((await newest(count + 1))?.consent).toEqual(refused);
    expect(await states(page)).toEqual(refused);
  });

  test.each(
    pickSome(
      [
        ['Allow anyway', { ...refused, marketing: 'granted' }, 1],
        ['Keep my privacy signal', refused, null],
      ],
      1,
    ),
  )('under `strict`, a switch counts only after "%s" is pressed', async (answer, expected, override) => {
    const { preferenceModal } = profileJson();
    const refusal = { text: 'Necessary only', style: 'primary', action: 'custom' } as const;
    const buttons = [...(preferenceModal?.buttons ?? []), { ...refusal, cookies: ['session'] }];
    await createActiveProfile(site.app, {
      profileJson: profileJson({
        gpcMode: 'strict',
        gpcBanner,
        preferenceModal: { ...preferenceModal, buttons },
      }),
      localeContent: {},
    });
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor({ gpc: true });
    const { page } = await visit();
    await press(page, 'Choose');
    await preferences(page).getByRole('switch', { name: 'Marketing' }).check();
    await preferences(page).getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: /Do you want to allow it/ });
    await question.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect((await site.records()).length).toBe(count);
    await question.getByRole('button', { name: answer }).click();
    expect(await newest(count + 1)).toMatchObject({ consent: expected, gpc_override: override });
    expect(await states(page)).toEqual(expected);
    if (!override) return;
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await preferences(page).getByRole('button', { name: 'Necessary only' }).click();
    await until(async () => (await site.records()).at(-1)?.revision === 2, 'the refusal');
    expect((await site.records()).at(-1)).toMatchObject({ consent: refused, gpc_override: null });
  });

  const film = '<svc-embed category="marketing" src="/film" width="480" height="270"></svc-embed>';

  testInDeep.each([
    ['Allow anyway', true],
    ['Keep my privacy signal', false],
  ] as const)('under `strict`, a placeholder asks too: "%s"', async (answer, isAllowed) => {
    await publish({ gpcMode: 'strict', gpcBanner });
    site.setPage('/film-page', { body: film });
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor({ gpc: true });
    const { page } = await visit('/film-page');
    await page.frameLocator('svc-embed iframe').getByRole('button', { name: 'Always show' }).click();
    await page.getByRole('dialog').getByRole('button', { name: answer }).click();
    if (isAllowed) {
      await page.locator('iframe[src="/film"]').waitFor();
      expect(await newest(count + 1)).toMatchObject({ consent: { marketing: 'granted' }, gpc_override: 1 });
    } else {
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await settle(page);
      expect((await site.records()).length).toBe(count);
      expect(await banner(page).count()).toBe(1);
    }
  });

  testInDeep(
    'under `strict`, a button of the page asks too, and what the signal does not deny is recorded',
    async () => {
      await publish({ gpcMode: 'strict', gpcBanner });
      const count = (await site.records()).length;
      const { visit } = await site.createVisitor({ gpc: true });
      const { page } = await visit();
      await banner(page).waitFor();
      await page.evaluate(() => {
        void window.expressConsent?.decide({ analytics: 'granted', marketing: 'granted' });
      });
      await page.getByRole('button', { name: 'Keep my privacy signal' }).click();
      const record = await newest(count + 1);
      // The page named no other category.
      const consent = { analytics: 'denied', marketing: 'denied' };
      expect(record).toMatchObject({ consent, method: 'api', gpc_override: null });
    },
  );

  test('a signal that comes after the choice is respected at once, and the visitor learns about it', async () => {
    await publish({ gpcMode: 'honor', gpcBanner });
    const count = (await site.records()).length;
    const { context, visit } = await site.createVisitor();
    const { page } = await visit();
    await press(page, 'Accept all');
    await newest(count + 1);
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
    );
    await context.setExtraHTTPHeaders({ 'Sec-GPC': '1' });
    const later = await visit();
    await later.page.waitForFunction(() => window.expressConsent?.decided);
    expect(await states(later.page)).toEqual(refused);
    await banner(later.page).getByRole('heading', { name: 'We respect your signal' }).waitFor();
  });
});

describeWith('chromium', 'A signal that opts out by law', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null, config: { compliance: { type: 'opt-out-strict' } } });
    await site.app.request
      .post(`${site.app.adminBase}/setup/seed-profiles`)
      .set(await site.app.asAdmin())
      .send({ groups: ['opt-out-strict'], locales: ['en', 'de'] })
      .expect(200);
    site.setPage('/', { body: '<a href="#" data-consent-open></a>' });
    site.setPage('/de', { html: 'lang="de"', body: '<h1>Laden</h1>' });
  });
  afterAll(() => site.close());

  test('is said to be honoured after the decision, in the link and in the preferences, until the visitor chooses against it', async () => {
    const { visit } = await site.createVisitor({ gpc: true });
    const first = await visit();
    await first.page.getByRole('button', { name: 'OK' }).click();
    await waitUntilSaved(first.page);

    const { page } = await visit();
    const link = page.getByRole('link', { name: 'Opt-out request honored' });
    await link.click();
    const dialog = page.getByRole('dialog', { name: 'Privacy settings' });
    await dialog.getByText('Opt-out request honored').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const german = await visit('/de');
    await german.page.getByRole('button', { name: 'Ihr Widerspruch wird beachtet' }).waitFor();

    await dialog.getByRole('switch', { name: 'Marketing' }).check();
    await dialog.getByRole('button', { name: 'Save choice' }).click();
    await page.getByRole('button', { name: 'Allow anyway' }).click();
    await waitUntilSaved(page);
    await link.waitFor({ state: 'detached' });
    const later = await visit();
    await later.page.getByRole('link').click();
    await later.page.getByRole('dialog').waitFor();
    expect(await later.page.getByText('honored').count()).toBe(0);
  });
});

describeWith('chromium', 'The widget by profile', () => {
  let site: WidgetSite;
  beforeAll(async () => {
    site = await createWidgetSite({ profile: null });
    site.setPage('/', { body: '<h1>Shop</h1><a href="#" data-consent-open>Privacy settings</a>' });
    site.setPage('/ar', { html: 'lang="ar" dir="rtl"', body: '<h1>متجر</h1>' });
  });
  afterAll(() => site.close());

  testInDeep('confirming a mere notice is not a decision about any category', async () => {
    await createActiveProfile(site.app, {
      profileJson: profileJson({
        complianceGroup: 'notice-only',
        countries: ['BS'],
        cookies: {
          session: { purpose: 'necessary', listenGpc: false, name: 'sid' },
          ga: { purpose: 'analytics', listenGpc: false, preGranted: true, name: '_ga' },
        },
        mainBanner: {
          heading: 'Notice',
          htmlText: 'We use cookies. <a href="/privacy">Policy</a>',
          buttons: [
            { text: 'OK', style: 'primary', action: 'submit' },
            { text: 'Choose', style: 'secondary', action: 'manage' },
          ],
        },
        preferenceModal: {
          ...profileJson().preferenceModal,
          categories: {
            necessary: { heading: 'Necessary', legalBasis: 'mandatory', cookies: ['session'] },
            analytics: { heading: 'Analytics', legalBasis: 'consent', cookies: ['ga'] },
          },
        },
      }),
      localeContent: {},
    });
    const { visit } = await site.createVisitor({ timezoneId: 'America/Nassau' });
    const { page } = await visit();
    await page.getByRole('button', { name: 'OK' }).click();
    await until(async () => (await site.records()).length === 1);
    expect((await site.records())[0]?.consent).toEqual({});
    expect(await page.evaluate(() => window.expressConsent?.states)).toEqual({
      necessary: 'granted',
      analytics: 'granted',
    });
  });

  testInDeep('closing decides nothing, unless the profile says that it refuses', async () => {
    const { request, adminBase, asAdmin } = site.app;
    const ui = await request
      .post(`${adminBase}/ui-templates`)
      .set(await asAdmin())
      .send({
        name: 'Card',
        mainBanner: { position: 'bottom-left', showClose: true, overlayOpacity: 0.4 },
        preferenceModal: { persistent: true, showClose: false },
      });
    const profile = (closeMeans: 'undecided' | 'refuse') => ({
      profileJson: profileJson({
        uiTemplateId: ui.body.id,
        closeMeans,
        mainBanner: { ...profileJson().mainBanner, buttons: [...(profileJson().mainBanner?.buttons ?? [])] },
      }),
    });
    await createActiveProfile(site.app, profile('undecided'));
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    expect(await page.evaluate(() => window.expressConsent?.decided)).toBe(false);
    await page.reload();
    await page.getByRole('dialog').waitFor();
    // The page waits behind it, and Escape does not lead past it.
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.getByRole('button', { name: 'Choose' }).click();
    await page.getByRole('dialog', { name: 'Your choices' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog', { name: 'Your choices' }).count()).toBe(1);

    await createActiveProfile(site.app, profile('refuse'));
    const count = (await site.records()).length;
    site.fail(({ path }) => (path.endsWith('/decide.js') ? 503 : undefined));
    const other = await (await site.createVisitor()).visit();
    // The message that a decision was not saved has one too, after it.
    const close = other.page.getByRole('dialog').getByRole('button', { name: 'Close' }).first();
    await close.click();
    await other.page.getByText('Your choice could not be saved.').waitFor();
    site.fail();
    await close.click();
    await until(async () => (await site.records()).length === count + 1);
    expect((await site.records()).at(-1)).toMatchObject({ consent: refused, method: 'close' });
  });

  test('speaks the language of the page, from right to left where it is written so', async () => {
    await createActiveProfile(site.app, {
      profileJson: profileJson({ languageSwitch: true }),
      localeContent: {
        ar: germanContent({ mainBanner: { ...germanContent().mainBanner, heading: 'خصوصيتك' } }),
      },
    });
    const { visit } = await site.createVisitor();
    const { page } = await visit('/ar');
    const region = page.getByRole('region', { name: 'خصوصيتك' });
    await region.waitFor();
    expect(
      await region.evaluate((node) => [
        getComputedStyle(node).direction,
        node.closest('[lang]')?.getAttribute('lang'),
      ]),
    ).toEqual(['rtl', 'ar']);
    await page.evaluate(() => window.expressConsent?.open());
    await page.getByRole('combobox').selectOption('en');
    await page.getByRole('button', { name: 'Close' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await site.records()).at(-1)?.locale === 'en');
  });

  testInDeep.each([
    ['birthYear', '1980', 'granted', 1],
    ['birthYear', `${new Date().getFullYear() - 9}`, 'denied', 0],
  ] as const)('asks for the age first: %s %s', async (ask, year, analytics, verified) => {
    await createActiveProfile(site.app, { profileJson: profileJson({ ageGate: { minimumAge: 16, ask } }) });
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page } = await visit();
    const field = page.getByRole('textbox', { name: 'In which year were you born?' });
    await field.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await field.fill(year);
    await page.keyboard.press('Enter');
    if (verified) await page.getByRole('region').getByRole('button', { name: 'Accept all' }).click();
    else await page.getByRole('button', { name: 'Close' }).click();
    await until(async () => (await site.records()).length === count + 1);
    expect((await site.records()).at(-1)).toMatchObject({ age_verified: verified, consent: { analytics } });
  });

  testInDeep('lets a child ask a parent; nothing optional is allowed until the parent agrees', async () => {
    await createActiveProfile(site.app, {
      profileJson: profileJson({ ageGate: { minimumAge: 16, ask: 'yesNo', parental: true } }),
    });
    const count = (await site.records()).length;
    const { visit } = await site.createVisitor();
    const { page, complaints } = await visit();
    await page
      .getByRole('dialog', { name: 'Are you 16 or older?' })
      .getByRole('button', { name: 'No' })
      .click();
    await page.getByRole('button', { name: 'Ask a parent' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('region').getByRole('button', { name: 'Accept all' }).click();
    // The gate has recorded a refusal before.
    await until(async () => (await site.records()).at(-1)?.method === 'accept');
    expect((await site.records()).slice(count)).toMatchObject([{ consent: all, age_verified: 0 }]);
    expect(await page.evaluate(() => window.expressConsent?.states)).toEqual(refused);
    await waitUntilSaved(page);
    await page.reload();
    await page.waitForFunction(() => window.expressConsent?.decided);
    expect(await page.evaluate(() => window.expressConsent?.states)).toEqual(refused);
    expect(complaints).toEqual([]);
  });
});
