import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { LocaleContent } from '#banners/profiles/profile-schemas';
import type { TranslateHook } from '#platform/kernel/host-types';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, createProfile, germanContent, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'Translations of a banner in the dashboard', () => {
  let site: DashboardSite;
  let id: string;
  let translate: TranslateHook;

  beforeAll(async () => {
    site = await createDashboardSite({ config: { translate: (...call) => translate(...call) } });
  });
  beforeEach(async () => {
    translate = (texts) => texts.map((text) => text.replace(/^(<p>)?/, '$1DE '));
    ({ id } = await createActiveProfile(site.app, { name: 'EU' }));
  });
  afterAll(() => site.close());

  const open = (options = {}) => site.open(`/banners/${id}/texts`, options);
  const menu = async (page: Page, entry: string | RegExp) => {
    await page.getByRole('button', { name: 'Languages of the banner' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const save = async (page: Page, version: number) => {
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText(`Version ${version} is saved.`).waitFor();
  };

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

  testInDeep(
    'come from a machine on request, stay marked after publishing, and until a person confirms them',
    async () => {
      const { page } = await open();
      await page.getByRole('button', { name: /^Translate the missing texts \(\d+\)/ }).click();
      await page.getByText(/^A machine translated \d+ texts\. Check them, then save\./).waitFor();
      const link = page.getByLabel('Link to the choices · Label, German', { exact: true });
      expect(await link.inputValue()).toBe('DE Privacy settings');
      await page.getByText('A machine translated this, and nobody has checked it.').first().waitFor();
      expect(await screenFaults(page)).toEqual([]);
      await save(page, 2);
      expect((await read()).uncheckedTexts.de).toMatchObject({ 'choicesLink.text': 'machine' });

      await page.getByRole('button', { name: 'Review and publish' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/^(One finding|\d+ findings)$/).click();
      await dialog.getByText('content/machine-translation').waitFor();
      await dialog.getByRole('button', { name: 'Publish v2' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.reload();

      await page.getByRole('button', { name: /^It is right as it is: .*Link to the choices/ }).click();
      const heading = page.getByLabel('Text, German', { exact: true }).nth(1);
      await heading.press('End');
      await heading.pressSequentially('!');
      await save(page, 3);
      const { uncheckedTexts } = await read();
      expect(Object.keys(uncheckedTexts.de)).not.toContain('choicesLink.text');
      expect(Object.keys(uncheckedTexts.de)).not.toContain('preferenceModal.htmlText');
      expect(Object.keys(uncheckedTexts.de).length).toBeGreaterThan(0);
    },
  );

  testInDeep('say when the machine does not answer, and change nothing', async () => {
    translate = () => {
      throw new Error('quota');
    };
    const { page } = await open();
    await page.getByRole('button', { name: /^Translate the missing texts/ }).click();
    await page.getByText('The translation service did not answer correctly.').waitFor();
    expect(await page.getByRole('button', { name: 'Save version' }).isDisabled()).toBe(true);
  });

  testInDeep('begin with starter texts, which are marked', async () => {
    const { page } = await open();
    await menu(page, 'Add a language');
    await page.getByRole('dialog').getByLabel('Language').selectOption('French');
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/^Starter texts: \d+\. Check them, then save\./).waitFor();
    expect(await page.getByLabel('Label, French').first().inputValue()).toBe('Tout accepter');
    await page.getByText('A starter text that nobody has checked.').first().waitFor();
    await page.getByLabel('Heading, French').first().fill('Votre choix');
    await save(page, 2);
    const { uncheckedTexts, localeContent } = await read();
    expect(localeContent.fr.mainBanner.htmlText).toContain('Shop Ltd');
    expect(uncheckedTexts.fr).toMatchObject({ 'mainBanner.buttons[0].text': 'starter' });
    expect(Object.keys(uncheckedTexts.fr)).not.toContain('mainBanner.heading');
  });

  testInDeep.each(['CSV', 'JSON'])(
    'go to translators and come back as %s, with a preview',
    async (format) => {
      const { page } = await open({ acceptDownloads: true });
      await page.getByLabel('Label, German').first().fill('=Alles; "gut"');
      await menu(page, 'Download texts');
      await page.getByRole('radio', { name: new RegExp(`^${format}`) }).check({ force: true });
      expect(await screenFaults(page)).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download', exact: true }).click(),
      ]);
      const text = await readFile(await download.path(), 'utf8');
      expect(text).toContain('First layer · Accept all · Label');
      const name = download.suggestedFilename();
      expect(name).toBe(`EU de.${format.toLowerCase()}`);

      await page.getByLabel('Heading, English').first().fill('Your data');
      await menu(page, 'Upload texts');
      const sent = text.replaceAll('Ihre Privatsphäre', 'Ihre Daten').replaceAll('Auswählen', 'Wählen Sie');
      await page
        .getByLabel('CSV or JSON file')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(sent) });
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Changes: 2.').waitFor();
      await dialog.getByText('Source has changed since', { exact: true }).waitFor();
      expect(await screenFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Apply (1)' }).click();
      await page.getByText('One text was changed. Save to keep it.').waitFor();
      expect(await page.getByLabel('Label, German').nth(2).inputValue()).toBe('Wählen Sie');
      expect(await page.getByLabel('Label, German').first().inputValue()).toBe('=Alles; "gut"');
      expect(await page.getByLabel('Heading, German').first().inputValue()).toBe('Ihre Privatsphäre');
    },
  );

  testInDeep('can come from a damaged file, which says where', async () => {
    const { page } = await open();
    await menu(page, 'Upload texts');
    const field = page.getByLabel('CSV or JSON file');
    const buffer = Buffer.from('language,key,translation\nde,a,"b" c\n');
    await field.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
    await page.getByText('The file is damaged and cannot be read.').waitFor();
    await page.getByText('The fault is in the row that begins in line 2.').waitFor();
  });

  testInDeep('include the banner’s own words, with the built-in ones as placeholders', async () => {
    const { page } = await open();
    await page.getByText('Words of the banner itself').click();
    const close = page.getByLabel('Close, German', { exact: true });
    expect(await close.getAttribute('placeholder')).toBe('Schließen');
    await close.fill('Zumachen');
    await page.getByText('1 replaced').waitFor();
    const decided = page.getByLabel('Decided on {date}, German', { exact: true });
    await decided.fill('Entschieden');
    const lacks = page.getByText('The word lacks “{date}”', { exact: false });
    await lacks.last().waitFor();
    await page.getByRole('button', { name: /^Back to the built-in word: Decided on/ }).click();
    expect(await screenFaults(page)).toEqual([]);
    await save(page, 2);
    expect((await read()).localeContent.de.words).toEqual({ close: 'Zumachen' });
  });

  testInDeep('are shown for all banners and languages, with what is left to do', async () => {
    const others = Object.fromEntries(
      'fr es it nl pl el ar he fa ja pt-BR pt-PT sv da fi cs hu ro'
        .split(' ')
        .map((tag): [string, LocaleContent] => [tag, germanContent()]),
    );
    await createProfile(site.app, { name: 'World', localeContent: { de: germanContent(), ...others } });
    const { page } = await site.open('/banners');
    await page.getByRole('link', { name: 'Translations', exact: true }).click();
    await page.getByRole('heading', { name: 'Translations', level: 1 }).waitFor();
    const cell = page.getByRole('link', { name: /^World, German: \d+%, 5 missing$/ });
    await cell.waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByLabel('Language').selectOption('Japanese');
    await page.getByRole('link', { name: /^World, German/ }).waitFor({ state: 'detached' });
    await page.getByLabel('Search').fill('Worl');
    await page.getByRole('link', { name: /^World, Japanese/ }).click();
    await page.waitForURL(/\/texts\?lang=ja$/);
    await page.getByLabel('Heading, Japanese').first().waitFor();
  });
});

describeWith('chromium', 'A dashboard without a translation service', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
  });
  afterAll(() => site.close());

  testInDeep('offers no machine translation', async () => {
    const { id } = await createActiveProfile(site.app, { profileJson: profileJson() });
    const { page } = await site.open(`/banners/${id}/texts`);
    await page.getByText('Missing: visitors read the English text.').first().waitFor();
    expect(await page.getByRole('button', { name: /^Translate/ }).count()).toBe(0);
  });
});
