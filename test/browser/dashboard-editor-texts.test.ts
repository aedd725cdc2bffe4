import type { Locator, Page } from 'playwright-core';
import type { ProfileJson } from '#banners/profiles/profile-schemas';
import { widgetWords } from '#content/widget-words/index';
import { createUser, userPassword } from '../support/accounts';
import { adminEmail, adminPassword } from '../support/create-test-app';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The texts of a banner in the dashboard', () => {
  let site: DashboardSite;
  let id: string;

  beforeAll(async () => {
    site = await createDashboardSite();
  });
  beforeEach(async () => {
    ({ id } = await createActiveProfile(site.app, { name: 'EU' }));
  });
  afterAll(() => site.close());

  const open = (options = {}) => site.open(`/banners/${id}`, options);

  async function save(body: object) {
    const { request, adminBase, asAdmin } = site.app;
    await request
      .put(`${adminBase}/profiles/${id}`)
      .set(await asAdmin())
      .send(body)
      .expect(200);
  }

  async function read() {
    const { request, adminBase, asAdmin } = site.app;
    const path = `${adminBase}/profiles/${id}?include=localeContent`;
    return (
      await request
        .get(path)
        .set(await asAdmin())
        .expect(200)
    ).body;
  }

  async function publish() {
    const { request, adminBase, asAdmin } = site.app;
    await request
      .post(`${adminBase}/profiles/${id}/activate`)
      .set(await asAdmin())
      .expect(200);
  }

  /** A translation in which nothing is missing. */
  function wholeContent(heading = 'Ihre Privatsphäre') {
    const german = germanContent();
    return {
      ...german,
      mainBanner: { ...german.mainBanner, heading },
      preferenceModal: {
        ...german.preferenceModal,
        htmlText: '<p>Wählen Sie, was Sie erlauben.</p>',
        categories: {
          necessary: { heading: 'Notwendig', htmlText: 'Immer an.' },
          analytics: { heading: 'Statistik', htmlText: 'Zählt Besuche.' },
          marketing: { heading: 'Werbung', htmlText: 'Anzeigen.' },
        },
      },
      choicesLink: { text: 'Datenschutz' },
    };
  }

  const waitForPreview = (page: Page, text: string) =>
    page.waitForResponse((response) => {
      const request = response.request();
      return request.url().endsWith('/profiles/preview') && Boolean(request.postData()?.includes(text));
    });

  async function signInAgain(page: Page) {
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    expect(await dialog.getByLabel('E-mail').inputValue()).toBe(adminEmail);
    await dialog.getByLabel('Password', { exact: true }).fill(adminPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' }).catch(async (error) => {
      throw new Error(String(await dialog.textContent()), { cause: error });
    });
    return dialog;
  }

  const withBanner = (texts: object) => ({ mainBanner: { ...profileJson().mainBanner, ...texts } });

  testInDeep(
    'appear next to those of the default language; missing ones are marked and reached one by one',
    async () => {
      const { page, complaints } = await open();
      await page.waitForURL(/\/texts$/);
      const headings = page.getByLabel('Heading, German');
      expect(await headings.first().inputValue()).toBe('Ihre Privatsphäre');
      expect(await page.getByLabel('Heading, English').first().inputValue()).toBe('Your privacy');
      await page.getByText('Missing: visitors read the English text.').first().waitFor();
      expect(await screenFaults(page)).toEqual([]);

      await page.getByRole('button', { name: /^Next marked text/ }).click();
      const text = page.getByLabel('Text, German', { exact: true }).nth(1);
      await expectFocus(text);
      await page.keyboard.type('Wählen Sie, was Sie erlauben.');
      await page.getByRole('button', { name: 'Save version' }).click();
      await page.getByText('Version 2 is saved. Visitors do not see it yet.').waitFor();
      expect((await read()).localeContent.de.preferenceModal.htmlText).toContain(
        'Wählen Sie, was Sie erlauben.',
      );
      await page.getByText('Unpublished changes').waitFor();
      expect(await page.getByRole('button', { name: 'Save version' }).isDisabled()).toBe(true);
      // The preview leaves narrow screens while it loads.
      expect(complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
    },
  );

  testInDeep('stay in the language in which one types, whatever else becomes open meanwhile', async () => {
    const complete = wholeContent();
    await save({ localeContent: { de: complete, fr: complete } });
    await publish();
    const { page } = await open();
    const german = page.getByLabel('Label, German').first();
    await german.waitFor();
    await page.getByLabel('Label, English').first().fill('Accept everything');
    await german.press('End');
    await german.pressSequentially(' und schließen');
    expect(await german.inputValue()).toBe('Alle annehmen und schließen');
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 3 is saved.').waitFor();
    await german.press('End');
    await german.pressSequentially(', bitte');
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 4 is saved.').waitFor();
    const { localeContent } = await read();
    expect(localeContent.de.mainBanner.buttons[0].text).toBe('Alle annehmen und schließen, bitte');
    expect(localeContent.fr.mainBanner.buttons).toEqual(complete.mainBanner?.buttons);
  });

  testInDeep(
    'are marked when they are older than their source, until somebody translates or reviews them',
    async () => {
      await save({ localeContent: { de: wholeContent(), fr: wholeContent() } });
      await publish();
      const { page } = await open();
      await page.getByLabel('Label, English').first().fill('Accept everything');
      await page.getByText('You have changed the English text.').waitFor();
      await page.getByRole('button', { name: 'Review and publish' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Translations that are older than the English text').waitFor();
      const old = dialog.locator('.notice.warn');
      expect(await old.textContent()).toMatch(/German.*Accept all.*French.*Accept all/);
      await dialog.getByRole('button', { name: 'Publish v3' }).click();
      await dialog.waitFor({ state: 'detached' });

      // Publishing does not make them right.
      await page.reload();
      await page.getByText('The English text changed in version 3, this one did not.').waitFor();
      expect(await page.getByLabel('Translation').textContent()).toBe('German · 1 to doFrench · 1 to do');
      expect(await screenFaults(page)).toEqual([]);
      await page.getByRole('button', { name: /^Still right/ }).click();
      await page.getByText('The English text changed in version 3').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save version' }).click();
      await page.getByText('Version 4 is saved').waitFor();

      const { page: colleague } = await open();
      const choice = colleague.getByLabel('Translation');
      await choice.waitFor();
      expect(await choice.textContent()).toBe('GermanFrench · 1 to do');
      await choice.selectOption({ value: 'fr' });
      await colleague.getByLabel('Label, French').first().fill('Tout accepter');
      expect(await choice.textContent()).toBe('GermanFrench');
    },
  );

  testInDeep('get advice on their length, which blocks nothing', async () => {
    const { page } = await open();
    const heading = page.getByLabel('Heading, English', { exact: true }).first();
    await heading.fill(
      'A heading that is far too long for a banner, because it explains what the text below it says',
    );
    await page.getByText('Long for a heading: up to 80 characters are easy to read.').waitFor();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 2 is saved', { exact: false }).waitFor();
  });

  test('say what the rules find while one types, and what blocks saving', async () => {
    const { page } = await open();
    const body = page.getByLabel('Text, English', { exact: true }).first();
    await page.getByRole('button', { name: 'HTML source' }).first().click();
    await body.fill(
      '<p onclick="x()">Shop Ltd and 2 partners use cookies. <a href="/privacy">Policy</a></p>',
    );
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Some markup is not allowed and was removed on saving.').waitFor();
    expect(await body.inputValue()).not.toContain('onclick');

    await body.fill('');
    await page.getByText('Blocks saving').first().waitFor();
    await page.getByRole('button', { name: 'Save version' }).click();
    const refusal = page.getByRole('alert');
    await refusal.getByText('This cannot be saved yet').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    expect((await read()).version).toBe(2);
  });

  testInDeep('say what the rules find in the language of the operator', async () => {
    const { page } = await open({ locale: 'de' });
    await page.getByLabel('Text, Englisch', { exact: true }).first().fill('');
    await page.getByText('Ein Befund', { exact: true }).click();
    await page.getByText('Dieser Text darf nicht leer sein.').first().waitFor();
    await page.getByText('htmlText must not be blank.').first().waitFor();
    expect(await screenFaults(page)).toEqual([]);
  });

  testInDeep('list each finding once, with its languages and as saving judges it', async () => {
    const { categories } = wholeContent().preferenceModal;
    const whole = wholeContent();
    const { preferenceModal } = profileJson();
    const maps = { heading: 'Maps', htmlText: 'Shows maps.', legalBasis: 'consent' as const, cookies: [] };
    await save({ localeContent: { de: whole, 'de-AT': whole } });
    await save({
      profileJson: profileJson({
        preferenceModal: {
          ...preferenceModal,
          categories: { ...preferenceModal?.categories, maps },
        } as ProfileJson['preferenceModal'],
      }),
    });
    const { page } = await site.open(`/banners/${id}/behaviour`);
    await page.getByText('One finding', { exact: true }).click();
    await page.getByText('German and Austrian German · Preferences · Category · Maps · Heading').waitFor();
    expect(await page.getByText('Blocks saving').count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Go to the field' }).click();
    await page.waitForURL(/\/texts\?/);
    const missing = page.getByLabel('Heading, German').nth(5);
    await expectFocus(missing);
    // A save sends the languages that were edited, and requires all texts of these.
    await page.getByLabel('Heading, German').first().fill('Ihre Wahl');
    await page.getByText('One blocks saving').waitFor();
    await missing.fill('Karten');
    await page.getByText('One blocks saving').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 4 is saved.').waitFor();
    expect((await read()).localeContent.de.preferenceModal.categories).toEqual({
      ...categories,
      maps: { heading: 'Karten' },
    });
  });

  testInDeep('of many cookies come a page at a time, and only while they are open', async () => {
    const ids = Array.from({ length: 70 }, (_, index) => `c${index}`);
    const { preferenceModal, cookies } = profileJson();
    const { analytics, ...others } = preferenceModal?.categories ?? {};
    const counter = {
      purpose: 'analytics' as const,
      listenGpc: true,
      provider: 'Shop Ltd',
      duration: '1 day',
    };
    await save({
      profileJson: profileJson({
        cookies: {
          ...cookies,
          ...Object.fromEntries(
            ids.map((cookie) => [cookie, { ...counter, name: cookie, description: `Counts ${cookie}.` }]),
          ),
        },
        preferenceModal: {
          ...preferenceModal,
          categories: {
            ...others,
            analytics: { ...analytics, cookies: [...(analytics?.cookies ?? []), ...ids] },
          },
        } as ProfileJson['preferenceModal'],
      }),
      localeContent: {
        de: {
          ...wholeContent(),
          cookies: Object.fromEntries(ids.slice(0, 69).map((c) => [c, { description: c }])),
        },
      },
    });
    const { page } = await open();
    const descriptions = page.getByLabel(/Description, German$/);
    await page.getByLabel('Heading, German').first().waitFor();
    expect(await descriptions.count()).toBe(0);
    await page.getByText('Cookies and their descriptions').click();
    await descriptions.first().waitFor();
    expect(await descriptions.count()).toBe(50);
    await page.getByText('1–50 of 73').waitFor();
    expect(await screenFaults(page)).toEqual([]);

    await page.getByText('Cookies and their descriptions').click();
    await descriptions.first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Next marked text (1)' }).click();
    const last = page.getByLabel('c69 · Description, German');
    await expectFocus(last);
    await page.keyboard.type('Zählt.');
    await page.getByRole('button', { name: /^Next marked text/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 3 is saved.').waitFor();
    expect((await read()).localeContent.de.cookies.c69).toEqual({ description: 'Zählt.' });
  });

  testInDeep('of the banner itself that a language lacks are marked too', async () => {
    const { accountScope: _scope, accountFollowed: _followed, ...english } = widgetWords('en');
    const words = Object.keys(english).length;
    await save({ localeContent: { de: wholeContent(), tr: wholeContent() } });
    const { page } = await open();
    await page.getByLabel('Translation').selectOption({ value: 'tr' });
    await page.getByRole('button', { name: `Next marked text (${words})` }).click();
    const first = page
      .getByLabel(/, Turkish$/)
      .and(page.locator('[placeholder]'))
      .first();
    await expectFocus(first);
    expect(await page.getByText('Missing: visitors read the English word.').count()).toBe(words);
    await page.keyboard.type('Kapat');
    await page.getByText(`${words - 1} to do`, { exact: true }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
  });

  testInDeep('get markup from buttons in their source', async () => {
    const { page } = await open();
    const body = page.getByLabel('Text, English', { exact: true }).first();
    await page.getByRole('button', { name: 'HTML source' }).first().click();
    await body.fill('We use cookies. Policy');
    await body.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 14));
    const toolbar = page.getByRole('toolbar', { name: 'Formatting of Text, English' }).first();
    await toolbar.getByRole('button', { name: 'Bold' }).click();
    expect(await body.inputValue()).toBe('We use <strong>cookies</strong>. Policy');
    await body.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(33, 39));
    await toolbar.getByRole('button', { name: 'Link' }).click();
    await page.keyboard.type('/privacy');
    expect(await body.inputValue()).toBe('We use <strong>cookies</strong>. <a href="/privacy">Policy</a>');
  });

  testInDeep('add and remove a language', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Languages of the banner' }).click();
    await page.getByRole('menuitem', { name: 'Add a language' }).click();
    await page.getByRole('dialog').getByLabel('Language').selectOption('Turkish');
    const starter = page.getByRole('radio', { name: /^Starter texts.*There are none in Turkish/ });
    await starter.waitFor();
    expect([await starter.isDisabled(), await starter.isChecked()]).toEqual([true, false]);
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByLabel('Language').selectOption('French');
    await page.getByRole('radio', { name: /^Starter texts/, disabled: false, checked: true }).waitFor();
    await page.getByRole('radio', { name: /^The English texts/ }).check({ force: true });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    // However short they are, such as the labels of buttons.
    const copied = page.getByText('Still the English text.');
    await copied.first().waitFor();
    const copies = await copied.count();
    expect(copies).toBe(await page.locator('[id^="text-fr-"]:not(#text-fr-privacyUrl)').count());
    await page
      .getByRole('button', { name: /^It is right as it is: .*Label, French$/ })
      .nth(2)
      .click();
    await page.getByLabel('Heading, French').first().fill('Votre vie privée');
    expect(await copied.count()).toBe(copies - 2);
    await page.getByRole('button', { name: 'Languages of the banner' }).click();
    await page.getByRole('menuitem', { name: 'Remove French' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Translation').selectOption({ value: 'de' });
    await page.getByRole('button', { name: 'Languages of the banner' }).click();
    await page.getByRole('menuitem', { name: 'Remove German' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 2 is saved.').waitFor();
    const { localeContent, uncheckedTexts } = await read();
    expect(Object.keys(localeContent)).toEqual(['fr']);
    expect(uncheckedTexts.fr).toMatchObject({
      'mainBanner.buttons[0].text': 'copied',
      'preferenceModal.categories.marketing.heading': 'copied',
    });
    expect(uncheckedTexts.fr).not.toHaveProperty(['mainBanner.buttons[2].text']);
    expect(uncheckedTexts.fr).not.toHaveProperty(['mainBanner.heading']);
    expect(localeContent.fr.mainBanner).toMatchObject({
      heading: 'Votre vie privée',
      buttons: [{ text: 'Accept all' }, { text: 'Reject' }, { text: 'Choose' }],
    });
  });

  test('survive a reload, and leaving asks', async () => {
    const { page } = await open();
    await page.getByLabel('Heading, German').first().fill('Ihre Wahl');
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByText('Version 1', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Texts' }).click();
    expect(await page.getByLabel('Heading, German').first().inputValue()).toBe('Ihre Wahl');
    await page.getByRole('link', { name: 'Places' }).click();
    await page.getByText('Leave with unsaved edits?').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.reload();
    await page.getByText(/Your unsaved edits of .* are back\./).waitFor();
    expect(await page.getByLabel('Heading, German').first().inputValue()).toBe('Ihre Wahl');
    await page.getByRole('button', { name: 'Discard the edits' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard these edits?' });
    await question.getByText('German · First layer · Heading').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Heading, German').first().inputValue()).toBe('Ihre Wahl');
    await page.getByRole('button', { name: 'Discard the edits' }).click();
    await question.getByRole('button', { name: 'Discard the edits' }).click();
    expect(await page.getByLabel('Heading, German').first().inputValue()).toBe('Ihre Privatsphäre');
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':edits:'))),
    ).toEqual([]);
  });

  testInDeep('are shown although the browser keeps edits that are none', async () => {
    const { page } = await open();
    await page.getByLabel('Heading, German').first().fill('Ihre Wahl');
    await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('Ihre Wahl')));
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('express-consent:edits:')) ?? '';
      const { edits, at } = JSON.parse(localStorage.getItem(key) ?? '');
      const wrong = [null, 'a', {}, { path: 'x' }, { path: [] }, { path: ['localeContent', 1e9], after: 1 }];
      const kept = JSON.stringify({ edits: [...wrong, ...edits], at });
      addEventListener('pagehide', () => localStorage.setItem(key, kept));
    });
    await page.reload();
    await page.getByText(/Your unsaved edits of .* are back\./).waitFor();
    expect(await page.getByLabel('Heading, German').first().inputValue()).toBe('Ihre Wahl');
  });

  testInDeep('of two tabs are both kept', async () => {
    const { page: first } = await open();
    const context = first.context();
    const second = await context.newPage();
    await second.goto(first.url());
    const heading = (page: typeof first) => page.getByLabel('Heading, German').first();
    const text = (page: typeof first) => page.getByLabel('Text, German', { exact: true }).first();
    await heading(second).waitFor();
    await heading(first).fill('Ihre Wahl');
    await text(second).fill('Wir fragen.');
    await heading(first).fill('Ihre freie Wahl');
    await first.waitForFunction(() => {
      const kept = Object.values(localStorage).join();
      return kept.includes('Ihre freie Wahl') && kept.includes('Wir fragen.');
    });
    const { pathname } = new URL(first.url());
    // As if the browser had crashed: nothing asks before the tabs close.
    await first.close();
    await second.close();
    const third = await context.newPage();
    await third.goto(`${site.origin}${pathname}`);
    await third.getByText(/Your unsaved edits of .* are back\./).waitFor();
    expect(await heading(third).inputValue()).toBe('Ihre freie Wahl');
    expect(await text(third).textContent()).toBe('Wir fragen.');
  });

  testInDeep('are not covered once more by the sign-in when an answer comes late', async () => {
    const { page } = await open();
    await page.getByLabel('Heading, German').first().waitFor();
    let release = () => {};
    const signedIn = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(new RegExp(`admin/v1/profiles/${id}(\\?|$)`), async (route) => {
      const response = await route.fetch();
      if (response.status() === 401) await signedIn;
      await route.fulfill({ response });
    });
    // The preview of it must not be the first to learn that the session has ended.
    const previewed = waitForPreview(page, 'Ihre Wahl');
    await page.getByLabel('Heading, German').first().fill('Ihre Wahl');
    await previewed;
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByRole('link', { name: 'Versions' }).click();
    const dialog = await signInAgain(page);
    const asked = page.waitForRequest(/auth\/me$/);
    release();
    expect((await (await asked).response())?.status()).toBe(200);
    expect(await dialog.count()).toBe(0);
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 2 is saved.').waitFor();
  });

  testInDeep('survive a lost connection and the end of the session', async () => {
    const { page } = await open();
    await page.getByLabel('Heading, German').first().fill('Ihre Wahl');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The service can be reached again.').waitFor();
    expect(await page.getByText('The service cannot be reached.').count()).toBe(0);
    await page.context().clearCookies();
    // A request that the connection has held back may learn first that the session has ended, and ask for the password.
    await page.getByRole('button', { name: 'Save version' }).dispatchEvent('click');
    await signInAgain(page);
    expect(await page.getByLabel('Heading, German').first().inputValue()).toBe('Ihre Wahl');
    await page.getByText('Nothing was saved yet.').waitFor();
    expect(await page.getByText('You are signed out.').count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Do it again' }).click();
    await page.getByText('Nothing was saved yet.').waitFor({ state: 'detached' });
    expect(await read()).toMatchObject({
      version: 2,
      localeContent: { de: { mainBanner: { heading: 'Ihre Wahl' } } },
    });
  });

  testInDeep(
    'merge with what somebody else saves; only fields that both changed need a decision',
    async () => {
      const { page } = await open();
      await page.getByLabel('Heading, German').first().fill('Ihre Wahl');
      await save({ profileJson: profileJson(withBanner({ heading: 'Your choice' })) });
      await page.getByRole('button', { name: 'Save version' }).click();
      await page.getByText('Version 3 is saved.').waitFor();
      expect(await read()).toMatchObject({
        profileJson: { mainBanner: { heading: 'Your choice' } },
        localeContent: { de: { mainBanner: { heading: 'Ihre Wahl' } } },
      });

      await page.getByLabel('Heading, German').first().fill('Meine Überschrift');
      await page.getByLabel('Heading, English').first().fill('My heading');
      const german = germanContent();
      await save({
        localeContent: {
          de: germanContent({ mainBanner: { ...german.mainBanner, heading: 'Andere Überschrift' } }),
        },
      });
      await page.getByRole('button', { name: 'Save version' }).click();
      // It was the same person, in another place.
      const dialog = page.getByRole('dialog', { name: 'You changed a field in another tab or browser too' });
      await dialog.getByText('German · First layer · Heading').waitFor();
      expect(await screenFaults(page)).toEqual([]);
      // A decision can wait, also for another day.
      await page.keyboard.press('Escape');
      await page.reload();
      await dialog.getByRole('button', { name: 'Keep yours' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save version' }).click();
      await page.getByText('Version 5 is saved.').waitFor();
      expect(await read()).toMatchObject({
        profileJson: { mainBanner: { heading: 'My heading' } },
        localeContent: { de: { mainBanner: { heading: 'Meine Überschrift' } } },
      });
    },
  );

  testInDeep('name the colleague who changed the same field', async () => {
    const colleague = await createUser(site.app, { role: ['profiles:read', 'profiles:update'] });
    const { page } = await open();
    await page.getByLabel('Heading, German').first().fill('Ihre Wahl');
    await site.app.request
      .put(`${site.app.adminBase}/profiles/${id}`)
      .set(colleague.as)
      .send({ localeContent: { de: wholeContent('Unsere Wahl') } })
      .expect(200);
    await page.getByRole('button', { name: 'Save version' }).click();
    await page
      .getByRole('dialog', { name: `${colleague.email} changed a field that you changed too` })
      .getByRole('button', { name: 'Keep theirs' })
      .click();
    expect(await page.getByLabel('Heading, German').first().inputValue()).toBe('Unsere Wahl');
  });

  testInDeep(
    'say that they are saved when the review ends without publishing, and what visitors see',
    async () => {
      const { page } = await open();
      await page.getByLabel('Heading, German').first().fill('Ihre Wahl');
      await page.getByRole('button', { name: 'Review and publish' }).click();
      await page.getByRole('button', { name: 'Not now' }).click();
      await page.getByText('Version 2 is saved. Visitors do not see it yet.').waitFor();
      await page.getByRole('button', { name: 'Review and publish' }).click();
      await page.getByRole('button', { name: 'Publish v2' }).click();
      await page.getByText('Version 2 is live.').waitFor();
      expect(await page.getByText('Visitors do not see it yet.').count()).toBe(0);
    },
  );

  testInDeep(
    'ask for a preview once a pause, and for nothing after a save, which answers with the banner',
    async () => {
      const { page } = await open();
      const heading = page.getByLabel('Heading, German').first();
      await heading.waitFor();
      await page.frameLocator('iframe').last().getByText('Ihre Privatsphäre').waitFor();
      const asked: string[] = [];
      page.on('request', (request) => {
        const [, path] = new URL(request.url()).pathname.split('/admin/v1');
        if (path !== undefined) asked.push(`${request.method()} ${path}`);
      });
      const previewed = waitForPreview(page, 'Ihre Wahl');
      await heading.fill('Ihre Wahl');
      await previewed;
      expect(asked).toEqual(['POST /profiles/preview']);
      await page.getByRole('button', { name: 'Save version' }).click();
      await page.getByText('Version 2 is saved.').waitFor();
      await page.getByText('Unpublished changes').waitFor();
      // The screen goes on from the answer: the next save names the version that it has.
      await heading.fill('Ihre neue Wahl');
      await page.getByRole('button', { name: 'Save version' }).click();
      await page.getByText('Version 3 is saved.').waitFor();
      // The first click renews the session, which has nothing to do with the banner.
      const others = ['POST /profiles/preview', 'POST /auth/refresh'];
      expect(asked.filter((request) => !others.includes(request))).toEqual([
        `PUT /profiles/${id}`,
        `PUT /profiles/${id}`,
      ]);
    },
  );

  testInDeep('are only read without the permission to change them', async () => {
    const reader = await createUser(site.app, { role: ['profiles:read'], signIn: false });
    const { page } = await open({ email: reader.email, password: userPassword });
    const heading = page.getByLabel('Heading, German').first();
    await heading.waitFor();
    expect(await heading.getAttribute('readonly')).not.toBeNull();
    expect(await page.getByRole('button', { name: 'Save version' }).count()).toBe(0);
    await page.getByText('You can view this page but not change it.').waitFor();
    const look = (field: Locator) =>
      field.evaluate((element) => {
        const { backgroundColor, borderColor } = getComputedStyle(element);
        return `${backgroundColor} ${borderColor}`;
      });
    const shown = await look(heading);
    expect(await look(page.locator('.edit-box').first())).toBe(shown);
    await page.getByRole('link', { name: 'Behaviour' }).click();
    expect(await look(page.getByLabel('Group', { exact: true }))).toBe(shown);
    await page.getByText('You can view this page but not change it.').waitFor();
    expect(await screenFaults(page)).toEqual([]);
  });

  async function expectFocus(field: { evaluate<T>(run: (element: Element) => T): Promise<T> }) {
    for (let tries = 0; tries < 50; tries += 1) {
      if (await field.evaluate((element) => element === document.activeElement)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The field has no focus.');
  }
});
