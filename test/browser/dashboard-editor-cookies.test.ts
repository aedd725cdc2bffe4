import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The cookies of a banner in the dashboard', () => {
  let site: DashboardSite;
  let id: string;

  beforeAll(async () => {
    site = await createDashboardSite();
    ({ id } = await createActiveProfile(site.app, { name: 'EU' }));
  });
  afterAll(() => site.close());

  testInDeep('are added from the catalogue and by hand, moved, edited and removed', async () => {
    const { page, complaints } = await site.open(`/banners/${id}/cookies`);
    const table = (name: string) => page.getByRole('region', { name, exact: true });
    await table('Analytics').getByText('_ga').waitFor();
    expect(await screenFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Add cookies' }).click();
    await page.getByLabel('Search known cookies').fill('hotjar');
    await page.getByRole('button', { name: /^Add: _hjSessionUser_/ }).click();
    await page.getByRole('button', { name: /^Listed: _hjSessionUser_/ }).waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a cookie by hand' }).click();
    // What was searched for is what is added.
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('hotjar');
    await page.getByLabel('Country of the provider').selectOption('Malta');
    expect(await page.getByLabel('Country of the provider').inputValue()).toBe('MT');
    const [amount, unit] = await Promise.all(
      ['How many', 'Lifetime'].map((label) => page.getByLabel(label, { exact: true }).boundingBox()),
    );
    // The number and its unit are read as one.
    expect(unit?.y).toBe(amount?.y);
    expect((unit?.x ?? 0) - (amount?.x ?? 0) - (amount?.width ?? 0)).toBeLessThan(16);
    await page.getByLabel('Name', { exact: true }).fill('promo');
    await page.getByLabel('Purpose').selectOption('Marketing');
    await page.getByLabel('How many').fill('30');
    expect(await page.getByLabel('Category', { exact: true }).inputValue()).toBe('marketing');
    expect(await screenFaults(page)).toEqual([]);
    await page.getByLabel('sold').click({ force: true });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await table('Marketing').getByText('30 days').waitFor();

    await page.getByRole('button', { name: 'Actions for promo' }).click();
    await page.getByRole('menuitem', { name: 'Move to “Analytics”' }).click();
    await table('Analytics').getByText('promo').waitFor();
    await page.getByRole('button', { name: 'Actions for promo' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Provider', { exact: true }).fill('Shop Ltd');
    await page.getByRole('button', { name: 'Apply' }).click();
    await table('Analytics').getByText('Shop Ltd').waitFor();

    await page.getByRole('button', { name: 'Actions for _fbp' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByText('_fbp is removed.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await table('Marketing').getByText('_fbp').waitFor();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 2 is saved.').waitFor();

    const { request, adminBase, asAdmin } = site.app;
    const { body } = await request
      .get(`${adminBase}/profiles/${id}`)
      .set(await asAdmin())
      .expect(200);
    expect(body.profileJson.cookies.promo).toEqual({
      purpose: 'marketing',
      listenGpc: false,
      name: 'promo',
      providerCountry: 'MT',
      provider: 'Shop Ltd',
      maxAgeSeconds: 2_592_000,
      cpraCategory: ['selling'],
    });
    const { categories } = body.profileJson.preferenceModal;
    expect(categories.analytics.cookies).toContain('promo');
    expect(categories.analytics.cookies).toHaveLength(3);
    expect(categories.marketing.cookies).toEqual(['pixel']);
    expect(complaints).toEqual([]);
  });

  testInDeep('become one cookie for each name of a list that somebody wrote as a name', async () => {
    const { id } = await createActiveProfile(site.app, { name: 'Pasted names' });
    const { page } = await site.open(`/banners/${id}/cookies`);
    await page.getByRole('button', { name: 'Add cookies' }).click();
    await page.getByRole('button', { name: 'Add a cookie by hand' }).click();
    await page.getByLabel('Name', { exact: true }).fill('_gid, _ga_*');
    await page.getByText('These become 2 cookies: _gid and _ga_*.').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('region', { name: 'Analytics', exact: true }).getByText('_ga_*').waitFor();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 2 is saved.').waitFor();
    const { body } = await site.app.request
      .get(`${site.app.adminBase}/profiles/${id}`)
      .set(await site.app.asAdmin())
      .expect(200);
    const { cookies, preferenceModal } = body.profileJson;
    expect([cookies.gid?.name, cookies.ga?.name, cookies['ga-2']?.name]).toEqual(['_gid', '_ga', '_ga_*']);
    expect(preferenceModal.categories.analytics.cookies).toEqual(['ga', 'gid', 'ga-2']);
  });

  test('are in categories, which can be added, moved and removed', async () => {
    const { request, adminBase, asAdmin } = site.app;
    const { id } = await createActiveProfile(site.app, { name: 'Categories' });
    const { page } = await site.open(`/banners/${id}/cookies`);
    const headings = async () =>
      (await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).filter(
        (text) => text !== 'Services',
      );
    await page.getByRole('region', { name: 'Analytics', exact: true }).waitFor();
    const before = await headings();
    await page.getByRole('button', { name: 'Add a category' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Maps & video');
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Maps & video' }).waitFor();

    await page.getByRole('button', { name: 'Actions for Maps & video' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    expect((await headings()).slice(0, before.length + 1)).toEqual([
      ...before.slice(0, -1),
      'Maps & video',
      before.at(-1),
    ]);
    await page.getByRole('button', { name: 'Actions for Marketing' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByText('“Marketing” is removed.').waitFor();
    await page.getByRole('region', { name: 'In no category' }).getByText('_fbp').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByRole('region', { name: 'Marketing', exact: true }).getByText('_fbp').waitFor();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 2 is saved.').waitFor();
    const { body } = await request
      .get(`${adminBase}/profiles/${id}`)
      .set(await asAdmin())
      .expect(200);
    const { categories } = body.profileJson.preferenceModal;
    expect(categories['maps-video']).toMatchObject({
      heading: 'Maps & video',
      legalBasis: 'consent',
      cookies: [],
      order: before.length - 1,
    });
    expect(categories.marketing.order).toBe(before.length);
  });

  testInDeep('say which rule a legal basis breaks before it is saved', async () => {
    const { page } = await site.open(`/banners/${id}/cookies`);
    await page.getByLabel('Legal basis of Marketing').selectOption('Always on');
    await page.getByText('One blocks saving').click();
    await page.getByText('consent/mandatory-basis').first().waitFor();
    await page.getByText('Blocks saving', { exact: true }).first().waitFor();
    expect(await screenFaults(page)).toEqual([]);
  });

  testInDeep('keep their lifetime to the second, and refuse one that is not a whole number', async () => {
    const cookies = { ...profileJson().cookies };
    cookies.ga = { ...cookies.ga, maxAgeSeconds: 90 } as (typeof cookies)[string];
    const { id: own } = await createActiveProfile(site.app, {
      name: 'Lifetimes',
      profileJson: profileJson({ cookies }),
    });
    const { page } = await site.open(`/banners/${own}/cookies`);
    const edit = async () => {
      await page.getByRole('button', { name: 'Actions for _ga' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
    };
    const read = async () => {
      const { request, adminBase, asAdmin } = site.app;
      const answer = await request
        .get(`${adminBase}/profiles/${own}`)
        .set(await asAdmin())
        .expect(200);
      return answer.body.profileJson.cookies.ga;
    };
    await edit();
    await page.getByLabel('What it is for').fill('Counts visits.');
    const amount = page.getByLabel('How many');
    await amount.fill('1,5');
    const fault = page.getByText('Enter a whole number from 1 to 3155760000.');
    await fault.waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await amount.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await amount.inputValue()).toBe('1,5');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await edit();
    await page.getByLabel('What it is for').fill('Counts visits.');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Save version' }).click();
    await page.getByText('Version 2 is saved.').waitFor();
    expect(await read()).toMatchObject({ description: 'Counts visits.', maxAgeSeconds: 90 });
  });
});
