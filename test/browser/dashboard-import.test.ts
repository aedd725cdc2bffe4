import { gzipSync } from 'node:zlib';
import { createUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { sample } from '../support/imports';
import { createActiveProfile, createProfile } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The import screen of the dashboard', () => {
  let site: DashboardSite;
  beforeEach(async () => {
    site = await createDashboardSite();
    await createActiveProfile(site.app, { name: 'EU' });
  });
  afterEach(() => site.close());

  const stored = () => site.app.knex('svc_consents').pluck('visitor_id');
  const upload = (name: string, text: string | Uint8Array) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(text as string),
  });

  test('checks a file of any product, shows what is refused, then imports the rest', async () => {
    const { page, complaints } = await site.open('/import');
    const file = [
      'visitor;decided;statistics;ads;note',
      'anna;2026-01-01T10:00:00Z;true;false;"hi; ""you"""',
      'bert;2026-01-02T10:00:00Z;false;false;',
      'cara;yesterday;true;true;',
    ].join('\n');
    await page.getByLabel('File with consents').setInputFiles(upload('old.csv', file));
    // Nobody has said yet whose consents they are.
    expect(await page.getByLabel('Banner').inputValue()).toBe('');
    expect(await page.getByRole('heading', { name: 'What the columns mean' }).count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    await page.getByLabel('Banner').selectOption('EU');
    await page.getByLabel('Column with the visitor’s id').selectOption('visitor');
    await page.getByLabel('Column with the time of the decision').selectOption('decided');
    await page.getByLabel('statistics').selectOption('Analytics');
    await page.getByLabel('ads').selectOption('Marketing');
    expect(await page.getByLabel('note').inputValue()).toBe('');
    expect(await screenFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('heading', { name: 'The check found' }).waitFor();
    expect(await page.getByRole('region', { name: 'Why rows are refused' }).locator('tbody tr').count()).toBe(
      1,
    );
    expect(await stored()).toEqual([]);
    expect(await screenFaults(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the refused rows' }).click();
    expect((await saved).suggestedFilename()).toBe('old.csv.refused.csv');

    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('Done: 2 rows have been written.').waitFor();
    expect((await stored()).sort()).toEqual(['anna', 'bert']);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Already recorded').waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  testInDeep('says of a file that cannot be read that it is the file, not the service', async () => {
    const { page, complaints } = await site.open('/import');
    const damaged = gzipSync('visitor,decided\n').subarray(0, 12);
    await page.getByLabel('File with consents').setInputFiles(upload('old.csv.gz', damaged));
    await page.getByText('The file cannot be read. It is damaged,').waitFor();
    expect(await page.getByText('The service cannot be reached').count()).toBe(0);
    await page.getByLabel('File with consents').setInputFiles(upload('old.csv', 'visitor,decided\n'));
    await page.getByText('The file cannot be read.').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  testInDeep.each([
    ['OneTrust', 'onetrust.jsonl', ['C0002', 'C0004']],
    ['Usercentrics', 'usercentrics.csv', ['HkocEodjb7', 'S1_9Vsuj-Q']],
    ['Didomi', 'didomi.jsonl', ['audience', 'advertising']],
    ['c15t', 'c15t.jsonl', ['pur_measure']],
    ['Klaro', 'klaro.jsonl', ['matomo', 'facebook']],
    ['Cookiebot', 'cookiebot.csv', ['necessary', 'preferences', 'statistics', 'marketing']],
  ])('finds the categories in a file of %s', async (product, name, categories) => {
    const { page } = await site.open('/import');
    await page.getByLabel('File with consents').setInputFiles(upload(`${name}.gz`, gzipSync(sample(name))));
    await page.getByLabel('Banner').selectOption('EU');
    await page.getByLabel('Exported from').selectOption(product);
    for (const category of categories) await page.getByLabel(category, { exact: true }).waitFor();
    await page.getByLabel(categories.at(-1) ?? '', { exact: true }).selectOption('Marketing');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: /^Import \d+ rows$/ }).waitFor();
  });

  testInDeep('says how far it is, and can be cancelled', async () => {
    const { page, complaints } = await site.open('/import');
    const rows = Array.from({ length: 60_000 }, (_, at) => `visitor-${at},2026-01-01T10:00:00Z,true`);
    const file = ['visitor,decided,statistics', ...rows].join('\n');
    await page.getByLabel('File with consents').setInputFiles(upload('large.csv', file));
    await page.getByLabel('Banner').selectOption('EU');
    await page.getByLabel('Column with the visitor’s id').selectOption('visitor');
    await page.getByLabel('Column with the time of the decision').selectOption('decided');
    await page.getByLabel('statistics').selectOption('Analytics');
    // The service is too fast for a pointer: it is cancelled as soon as rows are counted.
    await page.evaluate(() => {
      const cancel = (_changes: unknown, observer: MutationObserver) => {
        const line = document.querySelector('progress')?.parentElement;
        if (!/[1-9]\S* rows/.test(line?.textContent ?? '')) return;
        observer.disconnect();
        line?.querySelector('button')?.click();
      };
      new MutationObserver(cancel).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Cancelled').waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  testInDeep('names live banners first, and searches a long list', async () => {
    for (let number = 1; number <= 12; number += 1)
      await createProfile(site.app, { name: `Draft ${number}` });
    const { page } = await site.open('/import');
    const options = () => page.getByLabel('Banner', { exact: true }).locator('option').allTextContents();
    await page.getByLabel('Search the banners').waitFor();
    const all = await options();
    expect([all.length, all.slice(0, 2)]).toEqual([14, ['Choose a banner', 'EU']]);
    expect(all.slice(2).every((name) => name.endsWith(' (not live)'))).toBe(true);
    await page.getByLabel('Search the banners').fill('draft 12');
    await page.getByText('One banner matches').waitFor();
    expect(await options()).toEqual(['Choose a banner', 'Draft 12 (not live)']);
    expect(await screenFaults(page)).toEqual([]);
  });

  testInDeep('says why a file cannot be used, and is not for users without the permission', async () => {
    const { page } = await site.open('/import');
    await page.getByLabel('File with consents').setInputFiles(upload('wrong.csv', 'a,b\n1,2\n'));
    await page.getByLabel('Banner').selectOption('EU');
    await page.getByLabel('Exported from').selectOption('Usercentrics');
    await page.getByText('The first rows of the file name no categories.').waitFor();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('alert').waitFor();

    const { email } = await createUser(site.app, { role: ['consents:read'], signIn: false });
    const refused = await site.open('/import', { email, password: userPassword });
    await refused.page
      .getByText('It requires the permission to record, change and import consents.')
      .waitFor();
  });
});
